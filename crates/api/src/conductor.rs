//! The conductor: any request in, its answer out. There is no second way through the program.
//!
//! It owns what is worth keeping between two requests, the solver with its transposition table, and nothing else: the
//! clock, the stop token and somebody to tell come with the [`Stage`] of each request, storage with the request that
//! needs it.

use crate::inspect::Knowledge;
use crate::request::{Request, WORKSHOP};
use crate::{
    Answer, Fault, Japanese, Stage, check, compose, helpmate, mend, message, mine, play, similar,
    solve, verify,
};
use tsumugi_tsume::{Limits, Settings, Solver};

/// MiB for a table, unless a request says otherwise. Less: ordinary problems of a hundred plies are slower. More: a page in
/// a browser, or a server with several searches, has to share its memory.
pub(crate) const HASH: u32 = 64;

/// MiB for putting a proof together: a quarter of the table, and enough for small ones.
pub(crate) const fn proof_room(hash: u32) -> u32 {
    let part = hash / PROOF_PART;
    if part > LEAST_PROOF_ROOM { part } else { LEAST_PROOF_ROOM }
}

/// Proofs may take one part in this many of a table. A smaller part: proofs that the table found are refused. A larger one:
/// memory that most searches never use is counted as taken.
pub(crate) const PROOF_PART: u32 = 4;

/// Less would refuse the proofs of ordinary problems; more is not needed by small tables.
pub(crate) const LEAST_PROOF_ROOM: u32 = 16;

/// Bytes that a claim takes, roughly, while a proof is put together. Less would exceed the room; more would refuse proofs that
/// fit.
const BYTES_PER_CLAIM: u64 = 128;

/// Answers requests, one after the other.
#[derive(Default, Debug)]
pub struct Conductor {
    solver: Option<Solver>,
    /// Must proofs fit into the memory set aside for them?
    bounded: bool,
}

impl Conductor {
    /// One whose proofs keep within a quarter of the memory of its table, so that whoever counts memory can rely on
    /// [`Request::bytes`].
    pub fn bounded() -> Conductor {
        Conductor { solver: None, bounded: true }
    }

    /// One that goes on with what this solver knows.
    pub fn of(solver: Solver) -> Conductor {
        Conductor { solver: Some(solver), bounded: false }
    }

    /// Answers a request; a certificate, if it asks for one, goes into `sink` as it is made, and is worth nothing unless
    /// the answer says that it was proved.
    ///
    /// # Errors
    /// When the request, read closely, has no answer.
    pub fn run(
        &mut self,
        request: &Request,
        stage: &mut Stage<'_>,
        sink: &mut dyn FnMut(&str),
    ) -> Result<Answer, Fault> {
        Ok(match request {
            Request::Solve(request) => Answer::Solve(Box::new(self.solve(request, stage, sink)?)),
            Request::Check(request) => {
                let checked = self.check(request, stage, &());
                Answer::Check(Box::new(checked.map_err(check::Trouble::into_fault)?))
            }
            Request::Mend(_) | Request::Mine(_) | Request::Compose(_) | Request::Similar(_)
                if !WORKSHOP =>
            {
                unreachable!("such a request is not read")
            }
            Request::Mend(request) => {
                let mended = self.mend(request, stage, &());
                Answer::Mend(Box::new(mended.map_err(check::Trouble::into_fault)?))
            }
            Request::Compose(request) => {
                Answer::Compose(Box::new(compose::conduct(request, self, stage)?))
            }
            Request::Helpmate(request) => {
                Answer::Helpmate(Box::new(helpmate::conduct(request, None, None, stage)?))
            }
            Request::Verify(request) => Answer::Verify(verify::conduct(request, stage)?),
            Request::Play(request) => Answer::Play(Box::new(play::conduct(request, self, stage)?)),
            Request::Mine(request) => Answer::Mine(Box::new(mine::conduct(request, self, stage)?)),
            Request::Similar(request) => {
                let mut collection = similar::Collection::of(&request.set);
                Answer::Similar(Box::new(self.similar(request, &mut collection, stage)?))
            }
            Request::Show(_) | Request::Convert(_) | Request::Names(_) => request.at_once()?,
        })
    }

    /// Is there a mate? As [`Conductor::run`], with a sink for the lines of a certificate.
    ///
    /// # Errors
    /// When the request, read closely, has no answer.
    pub fn solve(
        &mut self,
        request: &solve::Request,
        stage: &mut Stage<'_>,
        sink: &mut dyn FnMut(&str),
    ) -> Result<solve::Answer, Fault> {
        solve::conduct(request, self, None, stage, sink)
    }

    /// As [`Conductor::solve`], with a store for checkpoints, if they are wanted: the search goes on from the one that is there, and
    /// forgets what was learned from other problems.
    ///
    /// # Errors
    /// When the request, read closely, has no answer, or the search cannot go on from its checkpoint.
    pub fn solve_on<'a>(
        &mut self,
        request: &solve::Request,
        store: Option<&'a mut dyn solve::Store>,
        stage: &mut Stage<'a>,
        sink: &mut dyn FnMut(&str),
    ) -> Result<solve::Answer, Fault> {
        solve::conduct(request, self, store, stage, sink)
    }

    /// What a composer wants to know: as [`Conductor::run`], with an archive for what is settled and for certificates.
    ///
    /// # Errors
    /// When the request, read closely, has no answer, or the archive fails.
    pub fn check(
        &mut self,
        request: &check::Request,
        stage: &mut Stage<'_>,
        archive: &dyn check::Archive,
    ) -> Result<check::Answer, check::Trouble> {
        check::conduct(request, self, stage, archive)
    }

    /// What would make a problem sound: as [`Conductor::run`], with a log of what was tried.
    ///
    /// # Errors
    /// When the request, read closely, has no answer, or the log fails.
    pub fn mend(
        &mut self,
        request: &mend::Request,
        stage: &mut Stage<'_>,
        log: &dyn mend::Log,
    ) -> Result<mend::Answer, check::Trouble> {
        mend::conduct(request, self, stage, log)
    }

    /// Which problems of a collection are like the one of the request: as [`Conductor::run`], for many requests about one collection. It
    /// takes the place of the request's set, and keeps the solutions that were found.
    ///
    /// # Errors
    /// When the request, read closely, has no answer.
    pub fn similar(
        &mut self,
        request: &similar::Request,
        collection: &mut similar::Collection,
        stage: &mut Stage<'_>,
    ) -> Result<similar::Answer, Fault> {
        similar::conduct(request, collection, self, stage)
    }

    /// The solver, set up in this way. What it learned is kept as long as the table has the same size.
    pub(crate) fn solver(&mut self, settings: Settings) -> &mut Solver {
        let solver = self.solver.get_or_insert_with(|| Solver::new(settings.clone()));
        solver.configure(settings);
        solver
    }

    /// What it learns with a table of this many MiB, for another thread to look at.
    ///
    /// # Errors
    /// When there can be no such table.
    pub fn knowledge(&mut self, hash: Option<u32>) -> Result<Knowledge, Fault> {
        let settings = Conductor::settings(hash, 1, &[])?;
        Ok(Knowledge::of(self.solver(settings)))
    }

    /// Forgets what was learned.
    pub fn forget(&mut self) {
        self.solver = None;
    }

    /// Forgets what was learned but keeps the memory: cheap between many small problems.
    pub fn clear(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    /// How to search with a table of this many MiB and these options.
    pub(crate) fn settings(
        hash: Option<u32>,
        threads: u32,
        options: &[(String, String)],
    ) -> Result<Settings, Fault> {
        let bytes = (hash.unwrap_or(HASH) as usize) << 20;
        let mut settings = Settings { bytes, threads: threads as usize, ..Settings::default() };
        for (name, value) in options {
            let set = settings.options.set(name, value);
            set.map_err(|error| {
                let said = error.japanese();
                Fault::bad_request(message!("option {error}", "設定 {said}"))
            })?;
        }
        Ok(settings)
    }

    /// Limits of the part being done: this number of expansions, and a proof that does not outgrow the room it has.
    pub(crate) fn limits(&self, settings: &Settings, expansions: u64, stage: &Stage<'_>) -> Limits {
        let room = u64::from(proof_room((settings.bytes >> 20) as u32)) << 20;
        let claims = if self.bounded { room / BYTES_PER_CLAIM } else { u64::MAX };
        Limits { expansions, claims, stop: stage.stop() }
    }
}
