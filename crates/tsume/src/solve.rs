//! A problem and limits in, a verdict out, with a line of play and a certificate.

use crate::certificate::{Proof, Writer};
use crate::futile::class::FutileClasses;
use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::lengths::Length;
use crate::line;
use crate::problem::Problem;
use crate::shortest::Solution;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::engines::parallel;
use tsumugi_andor::proof::{Claim, Statement, extract_on};
use tsumugi_andor::table::Found;
use tsumugi_andor::{
    self as andor, Game, Limits, Observer, Options, Outcome, Plies, Policy, Resources, Rules, Stats,
    Table, Turn, drive,
};
use tsumugi_shogi::{Hand, Move};

pub use tsumugi_andor::StopReason;

/// The answer to a mate problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a forced mate, within this many plies against any defence. Not necessarily the shortest.
    Mate(u32),
    /// There is none.
    NoMate,
    /// Not known.
    Unknown(StopReason),
}

/// How to search: with the options of the product, or with those of papers.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings<P = Options> {
    /// The switches of the techniques.
    pub options: P,
    /// Memory for the table, in bytes.
    pub bytes: usize,
    /// Threads.
    pub threads: usize,
    /// Write a certificate.
    pub prove: bool,
    /// The interpositions that conventional lengths do not count.
    pub futile: FutileClasses,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::with(Options::default())
    }
}

/// Bytes of the table, unless somebody says otherwise. Less: problems of a few hundred plies search again what was dropped.
/// More: more than a caller who says nothing would expect a library to take.
const USUAL_BYTES: usize = 256 << 20;

impl<P> Settings<P> {
    /// These options, and what is usual of all else.
    pub fn with(options: P) -> Settings<P> {
        let futile = FutileClasses::default();
        Settings { options, bytes: USUAL_BYTES, threads: 1, prove: true, futile }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// For a mate: a line of it to the end, the attacker's quickest proved moves against the replies that hold out
    /// longest, as far as the search knows. Empty if it could not be read within the limits.
    pub line: Vec<Move>,
    /// A move that keeps what the verdict promises: of the mate, the longest defence against it, or a reply after
    /// which there is none. None if there is no such move, or none was found within the limits.
    pub best: Option<Move>,
    /// What is known about the strict length, if that was asked for.
    pub length: Option<Length>,
    /// Main line and conventional length, if they were asked for.
    pub solution: Option<Solution>,
    /// How many claims prove the verdict, if proving was asked for and succeeded.
    pub claims: Option<u64>,
    /// The certificate, if it was not written elsewhere.
    pub certificate: Option<String>,
    /// What it took.
    pub stats: Stats,
}

/// Solves a problem; the answer carries the whole certificate.
pub fn solve<P: Policy>(
    problem: &Problem,
    settings: &Settings<P>,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Answer {
    Solver::new(settings.clone()).solve(problem, limits, observer)
}

/// Solves problems one after the other and keeps what it learned: df-pn's table is shared by all of them.
#[derive(Debug)]
pub struct Solver<P: Policy = Options> {
    settings: Settings<P>,
    /// Made when it is first needed.
    table: Option<Arc<Table<AttackerHand>>>,
}

impl<P: Policy> Solver<P> {
    /// A solver that knows nothing yet.
    pub fn new(settings: Settings<P>) -> Solver<P> {
        Solver { settings, table: None }
    }

    /// Another solver that searches in the same way and shares what both learn, for another thread.
    #[must_use]
    pub fn sharing(&mut self) -> Solver<P> {
        Solver { settings: self.settings.clone(), table: Some(self.table()) }
    }

    /// How it searches.
    pub fn settings(&self) -> &Settings<P> {
        &self.settings
    }

    /// Searches in another way from now on. What was learned is kept, unless the table gets another size.
    pub fn configure(&mut self, settings: Settings<P>) {
        if settings.bytes != self.settings.bytes {
            self.forget();
        }
        self.settings = settings;
    }

    /// Forgets what was learned.
    pub fn forget(&mut self) {
        self.table = None;
    }

    /// Forgets what was learned but keeps the memory: cheap between many small problems. Whoever shares the table
    /// forgets it too.
    pub fn clear(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    /// The hand that what is known about a problem rests on: the least one that mates (証明駒), or the largest one that
    /// does not (反証駒); `None` if nothing is known.
    pub fn decisive_hand(&mut self, problem: &Problem) -> Option<Hand> {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        match self.table().look_up(game.key(), game.resource(), true) {
            Found::Entry(entry) if entry.bounds.is_solved() => Some(entry.resource.0),
            _ => None,
        }
    }

    /// Solves a problem; the answer carries the whole certificate.
    pub fn solve(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Answer {
        let mut text = String::new();
        let mut answer = self.solve_into(problem, limits, observer, &mut |lines| text.push_str(lines));
        answer.certificate = answer.claims.map(|_| text);
        answer
    }

    /// Solves a problem and writes the certificate into `sink` while it is being made: whole lines, with their
    /// line feeds. What was written is worth nothing unless the answer counts its claims.
    pub fn solve_into(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
        sink: &mut dyn FnMut(&str),
    ) -> Answer {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        if let Some(verdict) = over_already(&game) {
            let prove = self.settings.prove;
            let writer = if prove { Writer::begin(problem, verdict, sink) } else { None };
            let claims = writer.map(Writer::finish);
            return Answer { claims, ..Answer::bare(verdict, Stats::default()) };
        }
        let table = self.table();
        let evicted_before = table.evicted();
        let mut outcome = search(&game, &self.settings, &table, limits, observer);
        outcome.stats.evictions = outcome.stats.evictions.saturating_sub(evicted_before);
        let mut answer = Answer::bare(outcome.verdict.into(), outcome.stats);
        line::read(&game, self.settings.options, &table, limits, &mut answer);
        if self.settings.prove && outcome.verdict.answer().is_some() {
            let limits = &observer.proving(limits);
            let writer = Writer::begin(problem, answer.verdict, sink);
            prove(writer, game, outcome.verdict, &self.settings, &table, limits, &mut answer);
        }
        answer
    }

    pub(crate) fn table(&mut self) -> Arc<Table<AttackerHand>> {
        let bytes = self.settings.bytes;
        self.table.get_or_insert_with(|| Arc::new(Table::with_bytes(bytes))).clone()
    }
}

impl Answer {
    /// A verdict and nothing to show for it.
    pub fn bare(verdict: Verdict, stats: Stats) -> Answer {
        Answer {
            verdict,
            line: vec![],
            best: None,
            length: None,
            solution: None,
            claims: None,
            certificate: None,
            stats,
        }
    }
}

impl From<andor::GameValue> for Verdict {
    fn from(verdict: andor::GameValue) -> Verdict {
        match verdict {
            andor::GameValue::Proved(plies) => Verdict::Mate(plies.get()),
            andor::GameValue::Disproved => Verdict::NoMate,
            andor::GameValue::Unknown(reason) => Verdict::Unknown(reason),
        }
    }
}

/// Searches by df-pn, with as many threads as asked for.
pub(crate) fn search<G: Game + Clone + Send, P: Policy>(
    game: &G,
    settings: &Settings<P>,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Outcome
where
    G::Move: Send,
{
    let Settings { options, threads, .. } = settings;
    // A module for browsers has one thread, and no room for what needs several.
    match if cfg!(target_family = "wasm") { 1 } else { *threads } {
        0 | 1 => drive(&mut Dfpn::new(game.clone(), *options, table.clone()), limits, observer),
        threads => parallel::solve(game, *options, table, threads, limits, observer),
    }
}

/// A defender who is to move and cannot is mated if in check, and safe if not.
pub(crate) fn over_already(game: &TsumeGame) -> Option<Verdict> {
    let position = game.position();
    let stuck = game.turn() == Turn::And && !position.has_legal_move();
    stuck.then(|| if position.in_check() { Verdict::Mate(0) } else { Verdict::NoMate })
}

/// Turns the table's knowledge into a certificate, if the limits allow.
pub(crate) fn prove<P: Policy>(
    writer: Option<Writer<'_>>,
    game: TsumeGame,
    verdict: andor::GameValue,
    settings: &Settings<P>,
    table: &Arc<Table<AttackerHand>>,
    limits: &Limits,
    answer: &mut Answer,
) {
    let Some(mut writer) = writer else { return };
    let Settings { options, threads, .. } = settings;
    let found = Statement::of(verdict)
        .and_then(|statement| extract_on(*threads, &game, statement, *options, table, limits));
    if let Ok(extraction) = found
        && writer.add(&game, &extraction.claims, settings.threads, limits).is_ok()
    {
        answer.stats = answer.stats.plus(&Stats::expansions(extraction.searched));
        // A line that was read already stays: an answer must not depend on whether there was time to prove it.
        if answer.line.is_empty() && extraction.claims.statement.is_win() {
            answer.line = line_of_claims(game, &extraction.claims);
            answer.best = answer.line.first().copied();
        }
        answer.claims = Some(writer.finish());
    }
}

/// The claimed moves against the replies that hold out longest, as far as the claims know.
pub fn line_of_claims(mut game: TsumeGame, claims: &Proof) -> Vec<Move> {
    let mut out = Vec::new();
    let count = |game: &TsumeGame| match claims
        .win_within(game.key(), game.resource(), Plies::UNLIMITED)
        .map(|placed| placed.claim)
    {
        Some(Claim::Win { m, plies }) => (plies.get(), Some(m)),
        _ => (0, None),
    };
    loop {
        let next = match game.turn() {
            Turn::Or => count(&game).1,
            Turn::And => {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                let held = |m: &Move| {
                    let mut after = game.clone();
                    after.play(*m);
                    count(&after).0
                };
                // Of equally long defences the first, as generated.
                moves.into_iter().rev().max_by_key(held)
            }
        };
        let Some(m) = next else { return out };
        game.play(m);
        out.push(m);
    }
}
