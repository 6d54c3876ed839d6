//! One king square: every hand is settled, by few questions.
//!
//! A proof says more than was asked: which part of the hand it needed (証明駒), or how large a hand the defence stands
//! up to (反証駒). Either settles all hands beyond it, and the next question is put where the answer settles most. What a
//! hand did not yield within its limit is asked again with a larger one, if other answers have not settled it meanwhile.
//! Here is what is known and what comes next; `surveyor.rs` asks.

use crate::args::BareKing;
use crate::ladder::Rung;
use crate::log::Log;
use crate::report::Report;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use tsumugi_api::Japanese;
use tsumugi_shogi::{Cell, Color, Hand, HandKind, Kind, Piece, Setup, Square, Waivers};
use tsumugi_tsume::Problem;
use tsumugi_tsume::frontier::{Frontier, Known};

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
    pub most: u32,
    /// The directory of its certificates.
    pub certificates: PathBuf,
    tried: HashMap<Hand, Rung>,
    /// Hands somebody is asking about; hands of the frontier that somebody has taken.
    busy: HashSet<Hand>,
    certifying: HashSet<Hand>,
    studied: HashSet<Hand>,
    log: Log,
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

/// The same, ready to be solved.
pub fn problem(square: Square, hand: Hand) -> Result<Problem, Report> {
    let setup = setup(square, hand);
    Problem::from_setup_for(&setup, Waivers::TSUME, true, Some(Color::Black))
        .map_err(|error| Report::new(error.message()))
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

/// The hand with this number of a kind.
pub fn with(hand: Hand, kind: HandKind, count: u8) -> Hand {
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
        let log = Log::open(&args.out.join(format!("{}.jsonl", name(square))), "census", |object| {
            let text = object["hand"].as_str().unwrap_or_default();
            let Some(hand) = hand_from(text) else { return Ok(()) };
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
            Ok(())
        })?;
        let [busy, certifying, studied] = std::array::from_fn(|_| HashSet::new());
        let certificates = args.out.join("certificates").join(name(square));
        Ok(Survey {
            square,
            frontier,
            notes,
            spent,
            most: args.max_pieces,
            certificates,
            tried,
            busy,
            certifying,
            studied,
            log,
        })
    }

    /// Are all hands known, and all of the frontier certified?
    pub fn is_settled(&self) -> bool {
        let certified =
            |hand: Hand| self.notes.get(&format!("{hand:?}")).is_some_and(|note| note.claims.is_some());
        let frontier = self.frontier.least_mates().into_iter().chain(self.frontier.largest_no_mates());
        self.frontier.counts().2 == 0 && frontier.into_iter().all(certified)
    }

    /// The next hand to ask about within a limit, which is the caller's to ask about until [`Survey::put_back`]. Of others
    /// in work it is neither part nor whole, if there is such a hand: their answers may settle those.
    pub fn take(&mut self, rung: &Rung) -> Option<Hand> {
        let tied = |hand: Hand| self.busy.iter().any(|&b| b.covers(hand) || hand.covers(b));
        let apart = self.frontier.next(|hand| self.was_tried(hand, rung) || tied(hand));
        let next = apart.or_else(|| {
            let taken = |hand: Hand| self.was_tried(hand, rung) || self.busy.contains(&hand);
            if self.busy.is_empty() { None } else { self.frontier.next(taken) }
        })?;
        self.busy.insert(next);
        Some(next)
    }

    /// Takes a hand to ask about, if it is open, was not asked about within this limit and nobody else is at it.
    pub fn take_this(&mut self, hand: Hand, rung: &Rung) -> bool {
        let is_open = self.frontier.get(hand) == Known::Open;
        is_open && !self.was_tried(hand, rung) && self.busy.insert(hand)
    }

    /// Takes a hand of the frontier that has no certificate yet; none that was taken before.
    pub fn take_uncertified(&mut self) -> Option<Hand> {
        let certified = |hand: &Hand| {
            self.notes.get(&format!("{hand:?}")).is_some_and(|note| note.claims.is_some())
        };
        let frontier = [self.frontier.largest_no_mates(), self.frontier.least_mates()].concat();
        let mut left = frontier.into_iter().filter(|hand| !certified(hand));
        left.find(|hand| self.certifying.insert(*hand))
    }

    /// Takes a mating hand whose length and soundness are wanted; none that was taken before.
    pub fn take_unstudied(&mut self) -> Option<Hand> {
        self.frontier.least_mates().into_iter().find(|hand| self.studied.insert(*hand))
    }

    /// The caller is done with a hand.
    pub fn put_back(&mut self, hand: Hand) {
        self.busy.remove(&hand);
    }

    /// Is somebody asking?
    pub fn is_busy(&self) -> bool {
        !self.busy.is_empty()
    }

    /// Keeps the answer to a question; `decisive` is the hand it rests on, the one asked about if it is open.
    pub fn answer(
        &mut self,
        hand: Hand,
        decisive: Hand,
        known: Known,
        rung: &Rung,
        mut object: Value,
        cost: (f64, u64),
    ) -> Result<(), Report> {
        match known {
            Known::Mate => self.frontier.mate(decisive),
            Known::NoMate => self.frontier.no_mate(decisive),
            Known::Open => _ = self.tried.insert(hand, *rung),
        }
        object["asked"] = json!(format!("{hand:?}"));
        object["expansions"] = json!(cost.1);
        object["seconds"] = json!((cost.0 * 1e6).round() / 1e6);
        self.spent = (self.spent.0 + cost.0, self.spent.1 + cost.1, self.spent.2 + 1);
        self.log.add(&object)
    }

    fn was_tried(&self, hand: Hand, rung: &Rung) -> bool {
        self.tried.get(&hand).is_some_and(|tried| !rung.exceeds(tried))
    }

    /// Keeps something more about a hand of the frontier.
    pub fn note(
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
        for hand in tsumugi_tsume::frontier::hands().step_by(97) {
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
