//! One king square: every hand is settled, by few questions.
//!
//! A proof says more than was asked: which part of the hand it needed (証明駒), or how large a hand the defence stands
//! up to (反証駒). Either settles all hands beyond it, and the next question is put where the answer settles most. One
//! table serves all questions of all squares: wherever a king started, it runs over the same board. What a hand did not yield within its limit is
//! asked again with a larger one, if other answers have not settled it meanwhile.

use super::certify::Certificates;
use super::log::Log;
use crate::args::BareKing;
use crate::commands::check;
use crate::deadline::Deadline;
use crate::problems::Problem as Source;
use crate::report::Report;
use crate::stop::Stop;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::Instant;
use tsumugi_batch::{Frontier, Known, Rung};
use tsumugi_notation::Record;
use tsumugi_shogi::{Cell, Color, Hand, HandKind, Kind, Piece, Setup, Square, Waivers};
use tsumugi_tsume::{Limits, Problem, Solver, Verdict};

/// A proof may take so many times the positions of a search.
const PROOF: u64 = 100;

/// What is known about one square.
pub struct Survey {
    /// Where the king stands.
    pub square: Square,
    /// Which hands mate.
    pub frontier: Frontier,
    /// What is known about the hands of the frontier beyond that.
    pub notes: BTreeMap<String, Note>,
    /// Seconds and positions expanded so far, and questions asked.
    pub spent: (f64, u64, u64),
    /// Hands with more pieces are not asked about.
    most: u32,
    tried: HashMap<Hand, Rung>,
    log: Log,
    directory: PathBuf,
}

/// What is known about a hand of the frontier.
#[derive(Clone, Default)]
pub struct Note {
    /// The claims of its certificate, which was checked.
    pub claims: Option<u64>,
    /// The shortest length.
    pub length: Option<u64>,
    /// What `check` says.
    pub check: Option<String>,
}

/// The problem of a bare king and a hand; the defender holds the rest.
pub fn setup(square: Square, hand: Hand) -> Setup {
    let mut setup = Setup::empty();
    setup.set(square, Cell::Piece(Piece::new(Color::White, Kind::King)));
    setup.hands[Color::Black.index()] = hand.counts();
    setup.give_rest_to(Color::White);
    setup
}

fn problem(square: Square, hand: Hand) -> Result<Problem, Report> {
    let setup = setup(square, hand);
    Problem::from_setup_for(&setup, Waivers::TSUME, true, Some(Color::Black))
        .map_err(|error| Report::new(error.to_string()))
}

/// A hand as it is written in SFEN.
fn hand_from(text: &str) -> Option<Hand> {
    let mut counts = [0; 7];
    let mut number = 0;
    for c in text.chars() {
        match (c.to_digit(10), HandKind::ALL.into_iter().find(|kind| kind.letter() == c)) {
            (Some(digit), _) => number = number * 10 + digit as u8,
            (None, Some(kind)) => {
                counts[kind.index()] += number.max(1);
                number = 0;
            }
            (None, None) if text == "-" => {}
            (None, None) => return None,
        }
    }
    Hand::from_counts(counts)
}

/// The hand with so many of a kind.
fn with(hand: Hand, kind: HandKind, count: u8) -> Hand {
    let mut counts = hand.counts();
    counts[kind.index()] = count;
    // No more than a set has, which is less than a hand can count.
    Hand::from_counts(counts).unwrap_or(hand)
}

/// File and rank: `51`.
pub fn name(square: Square) -> String {
    format!("{}{}", square.file(), square.rank())
}

impl Survey {
    /// Takes up a square where it was left.
    pub fn open(square: Square, args: &BareKing) -> Result<Survey, Report> {
        let mut frontier = Frontier::new(args.max_pieces);
        let (mut tried, mut spent) = (HashMap::new(), (0.0, 0, 0));
        let mut notes: BTreeMap<String, Note> = BTreeMap::new();
        let log = Log::open(&args.out.join(format!("{}.jsonl", name(square))), |object| {
            let text = object["hand"].as_str().unwrap_or_default();
            let Some(hand) = hand_from(text) else { return };
            spent.0 += object["seconds"].as_f64().unwrap_or(0.0);
            spent.1 += object["expansions"].as_u64().unwrap_or(0);
            spent.2 += object["verdict"].is_string() as u64;
            let note =
                |notes: &mut BTreeMap<String, Note>| notes.entry(text.to_string()).or_default().clone();
            match object["verdict"].as_str() {
                Some("mate") => frontier.mate(hand),
                Some("nomate") => frontier.no_mate(hand),
                Some(_) => {
                    let seconds = object["tried_seconds"].as_f64().unwrap_or(f64::INFINITY);
                    let nodes = object["tried_nodes"].as_u64().unwrap_or(u64::MAX);
                    tried.insert(hand, Rung { seconds, nodes });
                }
                None => {
                    let mut known = note(&mut notes);
                    known.claims = object["claims"].as_u64().or(known.claims);
                    known.length = object["length"].as_u64().or(known.length);
                    known.check = object["check"].as_str().map(str::to_string).or(known.check);
                    notes.insert(text.to_string(), known);
                }
            }
        })?;
        let (most, directory) = (args.max_pieces, args.out.clone());
        Ok(Survey { square, frontier, notes, spent, most, tried, log, directory })
    }

    /// Are all hands known, and all of the frontier certified?
    pub fn is_settled(&self) -> bool {
        let certified =
            |hand: Hand| self.notes.get(&format!("{hand:?}")).is_some_and(|note| note.claims.is_some());
        let frontier = self.frontier.least_mates().into_iter().chain(self.frontier.largest_no_mates());
        self.frontier.counts().2 == 0 && frontier.into_iter().all(certified)
    }

    /// Goes on until everything is known, the last limit is reached, or the user has enough.
    pub fn run(
        &mut self,
        args: &BareKing,
        solver: &mut Solver,
        deadline: &Deadline,
        stop: &Stop,
        tell: &mut dyn FnMut(String),
    ) -> Result<(), Report> {
        let ladder = args.ladder();
        for (i, rung) in ladder.rungs().iter().enumerate() {
            // Neighbours of a hand that was settled get the effort of the limit before: most are settled at once or not
            // for long.
            let less = &ladder.rungs()[i.saturating_sub(1)];
            while !stop.asked() {
                let tried = |hand: Hand| self.was_tried(hand, rung);
                let Some(hand) = self.frontier.next(tried) else { break };
                let (mate, no_mate, open) = self.frontier.counts();
                tell(format!("{}: {mate} mate, {no_mate} do not, {open} open", name(self.square)));
                match self.ask(hand, rung, solver, deadline, stop)? {
                    (Known::NoMate, least) => self.grow(least, less, solver, deadline, stop)?,
                    (Known::Mate, least) => self.shrink(least, less, solver, deadline, stop)?,
                    (Known::Open, _) => {}
                }
            }
        }
        self.certify(args.ladder().last(), solver, deadline, stop, tell)?;
        self.study(args, solver, deadline, stop)
    }

    fn was_tried(&self, hand: Hand, rung: &Rung) -> bool {
        self.tried.get(&hand).is_some_and(|tried| !rung.exceeds(tried))
    }

    /// What is known about a hand, after asking if nothing is.
    fn learn(
        &mut self,
        hand: Hand,
        rung: &Rung,
        solver: &mut Solver,
        deadline: &Deadline,
        stop: &Stop,
    ) -> Result<Known, Report> {
        match self.frontier.get(hand) {
            Known::Open if stop.asked() || self.was_tried(hand, rung) => Ok(Known::Open),
            Known::Open => Ok(self.ask(hand, rung, solver, deadline, stop)?.0),
            known => Ok(known),
        }
    }

    /// Adds to a hand that does not mate whatever leaves it so, within the hands wanted: one answer more settles many
    /// smaller hands.
    fn grow(
        &mut self,
        mut hand: Hand,
        rung: &Rung,
        solver: &mut Solver,
        deadline: &Deadline,
        stop: &Stop,
    ) -> Result<(), Report> {
        for kind in HandKind::ALL {
            // The whole set of the kind first, then half of what is left each time.
            let room = self.most.saturating_sub(hand.total()) as u8;
            let most = kind.full_set().min(hand.count(kind) + room);
            let (mut good, mut bad, mut next) = (hand.count(kind), most + 1, most);
            while good + 1 < bad && !stop.asked() {
                let candidate = with(hand, kind, next);
                match self.learn(candidate, rung, solver, deadline, stop)? {
                    Known::NoMate => (good, hand) = (next, candidate),
                    Known::Mate | Known::Open => bad = next,
                }
                next = good + (bad - good) / 2;
            }
        }
        Ok(())
    }

    /// Takes from a hand that mates whatever it does not need.
    fn shrink(
        &mut self,
        mut hand: Hand,
        rung: &Rung,
        solver: &mut Solver,
        deadline: &Deadline,
        stop: &Stop,
    ) -> Result<(), Report> {
        for kind in HandKind::ALL.into_iter().rev() {
            while hand.has(kind) && !stop.asked() {
                let candidate = hand.minus(kind);
                if self.learn(candidate, rung, solver, deadline, stop)? != Known::Mate {
                    break;
                }
                hand = candidate;
            }
        }
        Ok(())
    }

    /// Asks about one hand: what is known then, and the hand that the answer rests on.
    fn ask(
        &mut self,
        hand: Hand,
        rung: &Rung,
        solver: &mut Solver,
        deadline: &Deadline,
        stop: &Stop,
    ) -> Result<(Known, Hand), Report> {
        let problem = problem(self.square, hand)?;
        let (start, flag) = (Instant::now(), deadline.start(rung.seconds));
        let limits = Limits { expansions: rung.nodes, stop: Some(flag), ..Limits::default() };
        let answer = solver.solve(&problem, &limits, &mut ());
        deadline.end();
        let seconds = start.elapsed().as_secs_f64();
        let decisive = solver.decisive_hand(&problem).unwrap_or(hand);
        let mut object = match answer.verdict {
            Verdict::Mate(plies) => {
                json!({"hand": format!("{decisive:?}"), "verdict": "mate", "within": plies})
            }
            Verdict::NoMate => json!({"hand": format!("{decisive:?}"), "verdict": "nomate"}),
            Verdict::Unknown(_) if stop.asked() => return Ok((Known::Open, hand)),
            Verdict::Unknown(_) => json!({
                "hand": format!("{hand:?}"), "verdict": "open",
                "tried_seconds": Some(rung.seconds).filter(|seconds| seconds.is_finite()),
                "tried_nodes": Some(rung.nodes).filter(|&nodes| nodes < u64::MAX),
            }),
        };
        match answer.verdict {
            Verdict::Mate(_) => self.frontier.mate(decisive),
            Verdict::NoMate => self.frontier.no_mate(decisive),
            Verdict::Unknown(_) => _ = self.tried.insert(hand, *rung),
        }
        let known = self.frontier.get(hand);
        object["asked"] = json!(format!("{hand:?}"));
        object["expansions"] = json!(answer.stats.expansions);
        object["seconds"] = json!((seconds * 1e6).round() / 1e6);
        self.spent = (self.spent.0 + seconds, self.spent.1 + answer.stats.expansions, self.spent.2 + 1);
        self.log.add(&object)?;
        Ok((known, decisive))
    }

    /// Writes and checks a certificate for every hand of the frontier.
    fn certify(
        &mut self,
        rung: Rung,
        solver: &mut Solver,
        deadline: &Deadline,
        stop: &Stop,
        tell: &mut dyn FnMut(String),
    ) -> Result<(), Report> {
        let directory = self.directory.join("certificates").join(name(self.square));
        // What is settled is settled, perhaps long ago and with luck: its proof may take more than the search did.
        let nodes = rung.nodes.saturating_mul(PROOF);
        let certificates = Certificates { directory, rung: Rung { nodes, ..rung } };
        let frontier = [self.frontier.largest_no_mates(), self.frontier.least_mates()].concat();
        let total = frontier.len();
        for (i, hand) in frontier.into_iter().enumerate() {
            let text = format!("{hand:?}");
            if stop.asked() || self.notes.get(&text).is_some_and(|note| note.claims.is_some()) {
                continue;
            }
            tell(format!("{}: certificate {} of {total}", name(self.square), i + 1));
            let mates = self.frontier.get(hand) == Known::Mate;
            let problem = problem(self.square, hand)?;
            let Some(claims) = certificates.write(&problem, &text, mates, solver, deadline)? else {
                continue;
            };
            self.note(&text, json!({"hand": text, "claims": claims}), |note| {
                note.claims = Some(claims)
            })?;
        }
        Ok(())
    }

    /// Lengths and soundness, where they are asked for.
    fn study(
        &mut self,
        args: &BareKing,
        solver: &mut Solver,
        deadline: &Deadline,
        stop: &Stop,
    ) -> Result<(), Report> {
        for hand in self.frontier.least_mates() {
            let text = format!("{hand:?}");
            let note = self.notes.get(&text).cloned().unwrap_or_default();
            if args.lengths && note.length.is_none() && !stop.asked() {
                let rung = args.ladder().last();
                let flag = deadline.start(rung.seconds);
                let limits = Limits { expansions: rung.nodes, stop: Some(flag), ..Limits::default() };
                let length = solver.length(&problem(self.square, hand)?, &limits, &mut ()).exact();
                deadline.end();
                if let Some(plies) = length {
                    let plies = u64::from(plies);
                    self.note(&text, json!({"hand": text, "length": plies}), |note| {
                        note.length = Some(plies)
                    })?;
                }
            }
            if args.sound && note.check.is_none() && !stop.asked() {
                let verdict = self.checked(hand, args, solver, stop)?;
                if let Some(verdict) = verdict {
                    let object = json!({"hand": text, "check": verdict});
                    self.note(&text, object, |note| note.check = Some(verdict))?;
                }
            }
        }
        Ok(())
    }

    /// What `check` says about a hand, unless it did not find out.
    fn checked(
        &mut self,
        hand: Hand,
        args: &BareKing,
        solver: &mut Solver,
        stop: &Stop,
    ) -> Result<Option<String>, Report> {
        let source = Source {
            place: crate::report::Source::Stdin.into(),
            number: (0, 1),
            name: None,
            record: Record::new(setup(self.square, hand)),
            rest: vec![],
        };
        let found =
            check::quietly(&source, &check::plain(args.hash, &args.ladder().last()), solver, stop)?;
        let verdict = found.sheet.json()["verdict"].as_str().map(str::to_string);
        Ok(verdict.filter(|verdict| verdict != "unsettled"))
    }

    fn note(
        &mut self,
        hand: &str,
        object: Value,
        change: impl FnOnce(&mut Note),
    ) -> Result<(), Report> {
        self.log.add(&object)?;
        change(self.notes.entry(hand.to_string()).or_default());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_read_as_they_are_written() {
        for hand in tsumugi_batch::hands().step_by(97) {
            assert_eq!(hand_from(&format!("{hand:?}")), Some(hand));
        }
        assert_eq!(hand_from("RX"), None);
    }

    #[test]
    fn the_defender_holds_the_rest() {
        let square = Square::new(1, 1).unwrap();
        let setup = setup(square, hand_from("R2GS").unwrap());
        assert_eq!(setup.to_sfen(), "8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1");
    }
}
