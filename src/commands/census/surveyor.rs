//! Asks about the hands of a square: one of perhaps many who work on the same one.
//!
//! What is known is shared; what is asked about is taken by one surveyor and put back with the answer. One table serves all
//! questions of all squares: wherever a king started, it runs over the same board.

use super::Doing;
use super::certify::Certificates;
use super::survey::{Survey, problem, with};
use crate::args::BareKing;
use crate::ladder::Rung;
use crate::language::told;
use crate::report::Report;
use crate::stop::Stop;
use serde_json::json;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tsumugi_api::message;
use tsumugi_api::{Conductor, ProblemText, Progress, Stage, check};
use tsumugi_clock::{Clock, StopToken};
use tsumugi_shogi::{Hand, HandKind, Square};
use tsumugi_tsume::frontier::Known;
use tsumugi_tsume::{Limits, Problem, Settings, Solver, Verdict};

/// A proof may take this many times the positions of a search.
const PROOF: u64 = 100;
/// A mate is looked for with one part in this many of a limit, after the whole of it went into showing that there is none.
const LOOK: u64 = 2;
/// Between two looks whether others have finished.
const PAUSE: Duration = Duration::from_millis(5);

/// What finds a mate soonest is not what shows soonest that there is none.
pub struct Ways {
    /// How to search for a mate.
    pub mate: Settings,
    /// How to search for a defence: most hands near the frontier do not mate, and they are most of the work.
    pub no_mate: Settings,
}

/// Somebody who asks.
pub struct Surveyor<'a> {
    /// The limits and what else is wanted.
    pub args: &'a BareKing,
    /// How to search.
    pub ways: &'a Ways,
    /// Who answers.
    pub solver: Solver,
    /// Has the user enough?
    pub stop: &'a Stop,
    /// How many share the memory.
    pub share: usize,
    /// For the progress line: the square and the hand in work.
    pub doing: &'a Doing,
}

/// The token with the time of a limit, which begins now.
pub fn until(rung: &Rung, stop: &StopToken) -> StopToken {
    match Duration::try_from_secs_f64(rung.seconds) {
        Ok(time) => stop.and_within(&Clock::system(), time),
        Err(_) => stop.clone(),
    }
}

fn lock(survey: &Mutex<Survey>) -> MutexGuard<'_, Survey> {
    survey.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Surveyor<'_> {
    /// Goes on until nothing is left to do on this square that nobody else is doing, or the user has enough.
    ///
    /// # Errors
    /// When files cannot be written, or a certificate does not stand up.
    pub fn run(&mut self, survey: &Mutex<Survey>) -> Result<(), Report> {
        let ladder = self.args.ladder();
        for (i, rung) in ladder.rungs().iter().enumerate() {
            // Neighbours of a hand that was settled get the effort of the limit before: most are settled at once or not
            // for long.
            let less = &ladder.rungs()[i.saturating_sub(1)];
            while let Some(hand) = self.take(survey, rung) {
                match self.ask(survey, hand, rung)? {
                    (Known::NoMate, largest) => self.grow(survey, largest, less)?,
                    (Known::Mate, least) => self.shrink(survey, least, less)?,
                    (Known::Open, _) => {}
                }
            }
        }
        self.tell_nothing();
        // What others find out may change the frontier.
        while lock(survey).is_busy() && !self.stop.asked() {
            std::thread::sleep(PAUSE);
        }
        self.certify(survey, ladder.last())?;
        self.study(survey)?;
        self.tell_nothing();
        Ok(())
    }

    fn tell(&self, square: Square, text: String) {
        *self.doing.lock().unwrap_or_else(PoisonError::into_inner) = Some((square, text));
    }

    fn tell_nothing(&self) {
        *self.doing.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn take(&self, survey: &Mutex<Survey>, rung: &Rung) -> Option<Hand> {
        if self.stop.asked() {
            return None;
        }
        lock(survey).take(rung)
    }

    /// What is known about a hand, after asking if nothing is and nobody else is at it.
    fn learn(&mut self, survey: &Mutex<Survey>, hand: Hand, rung: &Rung) -> Result<Known, Report> {
        let taken = !self.stop.asked() && lock(survey).take_this(hand, rung);
        if taken {
            return Ok(self.ask(survey, hand, rung)?.0);
        }
        Ok(lock(survey).frontier.get(hand))
    }

    /// Adds to a hand that does not mate whatever leaves it so, within the hands wanted: one answer more settles many
    /// smaller hands.
    fn grow(&mut self, survey: &Mutex<Survey>, mut hand: Hand, rung: &Rung) -> Result<(), Report> {
        let wanted = lock(survey).most;
        for kind in HandKind::ALL {
            // The whole set of the kind first, then half of what is left each time.
            let room = wanted.saturating_sub(hand.total()) as u8;
            let most = kind.full_set().min(hand.count(kind) + room);
            let (mut good, mut bad, mut next) = (hand.count(kind), most + 1, most);
            while good + 1 < bad && !self.stop.asked() {
                let candidate = with(hand, kind, next);
                match self.learn(survey, candidate, rung)? {
                    Known::NoMate => (good, hand) = (next, candidate),
                    Known::Mate | Known::Open => bad = next,
                }
                next = good + (bad - good) / 2;
            }
        }
        Ok(())
    }

    /// Takes from a hand that mates whatever it does not need.
    fn shrink(&mut self, survey: &Mutex<Survey>, mut hand: Hand, rung: &Rung) -> Result<(), Report> {
        for kind in HandKind::ALL.into_iter().rev() {
            while hand.has(kind) && !self.stop.asked() {
                let candidate = hand.minus(kind);
                if self.learn(survey, candidate, rung)? != Known::Mate {
                    break;
                }
                hand = candidate;
            }
        }
        Ok(())
    }

    /// Asks about a hand that was taken: what is known then, and the hand that the answer rests on.
    fn ask(
        &mut self,
        survey: &Mutex<Survey>,
        hand: Hand,
        rung: &Rung,
    ) -> Result<(Known, Hand), Report> {
        let square = lock(survey).square;
        self.tell(square, format!("{hand:?}"));
        let problem = problem(square, hand)?;
        let start = Instant::now();
        let (mut verdict, mut expansions) = self.search(&self.ways.no_mate, &problem, rung);
        if matches!(verdict, Verdict::Unknown(_)) && !self.stop.asked() {
            let look = Rung { seconds: rung.seconds / LOOK as f64, nodes: rung.nodes / LOOK };
            let (second, more) = self.search(&self.ways.mate, &problem, &look);
            (verdict, expansions) = (second, expansions + more);
        }
        let seconds = start.elapsed().as_secs_f64();
        let decisive = self.solver.decisive_hand(&problem).unwrap_or(hand);
        let mut survey = lock(survey);
        survey.put_back(hand);
        let (known, object) = match verdict {
            Verdict::Mate(plies) => {
                let text = format!("{decisive:?}");
                (Known::Mate, json!({"hand": text, "verdict": "mate", "within": plies}))
            }
            Verdict::NoMate => {
                (Known::NoMate, json!({"hand": format!("{decisive:?}"), "verdict": "nomate"}))
            }
            Verdict::Unknown(_) if self.stop.asked() => return Ok((Known::Open, hand)),
            Verdict::Unknown(_) => {
                let object = json!({
                    "hand": format!("{hand:?}"), "verdict": "open",
                    "tried_seconds": Some(rung.seconds).filter(|seconds| seconds.is_finite()),
                    "tried_nodes": Some(rung.nodes).filter(|&nodes| nodes < u64::MAX),
                });
                (Known::Open, object)
            }
        };
        survey.answer(hand, decisive, known, rung, object, (seconds, expansions))?;
        Ok((survey.frontier.get(hand), decisive))
    }

    /// Searches in one way: the verdict, and how many positions were expanded.
    fn search(&mut self, way: &Settings, problem: &Problem, rung: &Rung) -> (Verdict, u64) {
        self.solver.configure(way.clone());
        let limits = self.limits(rung);
        let answer = self.solver.solve(problem, &limits, &mut ());
        (answer.verdict, answer.stats.expansions)
    }

    fn limits(&self, rung: &Rung) -> Limits {
        let stop = until(rung, &self.stop.token());
        Limits { expansions: rung.nodes, stop, ..Limits::default() }
    }

    /// Writes and checks certificates for the hands of the frontier.
    fn certify(&mut self, survey: &Mutex<Survey>, rung: Rung) -> Result<(), Report> {
        // What is settled is settled, perhaps long ago and with luck: its proof may take more than the search did.
        let nodes = rung.nodes.saturating_mul(PROOF);
        let (square, directory) = {
            let survey = lock(survey);
            (survey.square, survey.certificates.clone())
        };
        let bytes = self.solver.settings().bytes / self.share.max(1);
        let stop = self.stop.token();
        let certificates = Certificates { directory, rung: Rung { nodes, ..rung }, bytes };
        while !self.stop.asked() {
            let Some(hand) = lock(survey).take_uncertified() else { break };
            let text = format!("{hand:?}");
            self.tell(square, told(&message!("certificate for {text}", "{text}の証明書")));
            let mates = lock(survey).frontier.get(hand) == Known::Mate;
            let way = if mates { &self.ways.mate } else { &self.ways.no_mate };
            self.solver.configure(way.clone());
            let problem = problem(square, hand)?;
            let claims = certificates.write(&problem, &text, mates, &mut self.solver, &stop)?;
            if let Some(claims) = claims {
                let object = json!({"hand": text, "claims": claims});
                lock(survey).note(&text, object, |note| note.claims = Some(claims))?;
            }
        }
        Ok(())
    }

    /// Lengths and soundness, where they are asked for.
    fn study(&mut self, survey: &Mutex<Survey>) -> Result<(), Report> {
        let square = lock(survey).square;
        while self.args.lengths || self.args.sound {
            let Some(hand) = lock(survey).take_unstudied() else { break };
            let text = format!("{hand:?}");
            let note = lock(survey).notes.get(&text).cloned().unwrap_or_default();
            if self.args.lengths && note.length.is_none() && !self.stop.asked() {
                self.tell(square, told(&message!("length for {text}", "{text}の手数")));
                let limits = self.limits(&self.args.ladder().last());
                let length = self.solver.length(&problem(square, hand)?, &limits, &mut ()).exact();
                if let Some(plies) = length.map(u64::from) {
                    let object = json!({"hand": text, "length": plies});
                    lock(survey).note(&text, object, |note| note.length = Some(plies))?;
                }
            }
            if self.args.sound && note.check.is_none() && !self.stop.asked() {
                self.tell(square, told(&message!("check of {text}", "{text}の検討")));
                let verdict = self.checked(square, hand)?;
                if let Some(verdict) = verdict {
                    let object = json!({"hand": text, "check": verdict});
                    lock(survey).note(&text, object, |note| note.check = Some(verdict))?;
                }
            }
        }
        Ok(())
    }

    /// What `check` says about a hand, unless it did not find out.
    fn checked(&mut self, square: Square, hand: Hand) -> Result<Option<String>, Report> {
        let rung = self.args.ladder().last();
        let request = check::Request {
            problem: ProblemText::of(&problem(square, hand)?, &[], &[]),
            time: Some(rung.seconds).filter(|seconds| seconds.is_finite()),
            time_each: Some(rung.seconds.min(1e9)),
            nodes_each: Some(rung.nodes),
            hash: Some(self.args.hash),
            ..check::Request::default()
        };
        let mut nobody = |_: &Progress| {};
        let mut stage = Stage::new(&Clock::system(), self.stop.token(), &mut nobody);
        let mut conductor = Conductor::of(self.solver.sharing());
        let sheet = conductor.check(&request, &mut stage, &());
        let sheet = sheet.map_err(|trouble| Report::new(trouble.into_fault().message().clone()))?;
        let verdict = Some(sheet.verdict).filter(|&verdict| verdict != check::Soundness::Unsettled);
        Ok(verdict.map(|verdict| verdict.name().to_string()))
    }
}
