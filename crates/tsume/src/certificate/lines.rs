//! The lines of a proof: first their order, then their words.
//!
//! One thread settles the order, since a claim is written where it is met first and referred to from then on. That takes no
//! words, only numbers. What is said in each line then depends on no other line, so all threads write the words, batch by
//! batch. They come out the same however many there are.

use super::Proof;
use super::links::{ALONE, Links};
use crate::canonical::Turned;
use crate::hands::AttackerHand;
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use tsumugi_andor::proof::{Claim, Placed};
use tsumugi_shogi::Move;

/// References in a line.
pub(crate) const MOST_REFERENCES: usize = 64;
/// A batch ends at the first claim after this many items: less than a millisecond. Fewer: threads send each other messages for
/// nothing. More: the words of small proofs are written by one thread.
const BATCH: usize = 4096;
/// Batches that another thread may have. Fewer: it falls asleep before it gets the next. More: in the end this thread waits
/// for them.
const AHEAD: usize = 4;
/// Texts for each other thread that may pile up behind one that is not there yet: some megabytes. Fewer: this thread waits as
/// soon as another is not given a processor for a while.
const PILE: usize = 64;

/// What stands in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    /// A claim, by its number; it begins a line.
    Claim { number: u32, is_kept: bool },
    /// There were too many references for one line.
    Continued,
    /// A reference to a claim, this many places back.
    Back(u32),
    /// A reference to the claim after the one referred to before.
    Next,
}

/// Writes the lines of a proof, each with its line feed: how many claims they have.
pub(super) fn write(
    proof: &Proof,
    links: &Links,
    turned: Turned,
    threads: usize,
    sink: &mut dyn FnMut(&str),
) -> u64 {
    let mut order = Order::new(links, proof.numbers());
    let words = |batch: &[Item]| words(batch, proof, turned);
    let others = if proof.len() < ALONE { 0 } else { threads.saturating_sub(1) };
    thread::scope(|scope| {
        let other = |_| {
            let (batches, received) = channel::<Vec<Item>>();
            let (sender, texts) = channel();
            scope.spawn(move || received.iter().try_for_each(|batch| sender.send(words(&batch))));
            Other { batches, texts, has: 0 }
        };
        let mut team = Team { others: (0..others).map(other).collect(), texts: VecDeque::new() };
        while let Some(batch) = order.next_batch() {
            team.write(batch, words);
            team.hand_over(others * PILE, sink);
        }
        team.hand_over(0, sink);
    });
    order.claims
}

/// The threads that write words, apart from this one, and what they have not handed over yet.
struct Team {
    others: Vec<Other>,
    /// In the order of the lines.
    texts: VecDeque<Text>,
}

struct Other {
    batches: Sender<Vec<Item>>,
    texts: Receiver<String>,
    /// Batches that it has been given and whose texts have not been taken.
    has: usize,
}

enum Text {
    Here(String),
    /// It will come from another thread, by its number.
    From(usize),
}

impl Team {
    /// Gives a batch to the thread that has the fewest; if all have enough, this thread does it.
    fn write(&mut self, batch: Vec<Item>, words: impl Fn(&[Item]) -> String) {
        let freest = self.others.iter_mut().enumerate().min_by_key(|(_, other)| other.has);
        let text = match freest.filter(|(_, other)| other.has < AHEAD) {
            Some((number, other)) => {
                other.has += 1;
                // It takes all that it is given, unless it panics; then there will be no text.
                let _ = other.batches.send(batch);
                Text::From(number)
            }
            None => Text::Here(words(&batch)),
        };
        self.texts.push_back(text);
    }

    /// Hands over all texts that are there, in order, and waits for them while there are more than this many.
    fn hand_over(&mut self, most: usize, sink: &mut dyn FnMut(&str)) {
        loop {
            let is_late = self.texts.len() > most;
            match self.texts.pop_front() {
                Some(Text::Here(text)) => sink(&text),
                Some(Text::From(number)) => {
                    let Other { texts, has, .. } = &mut self.others[number];
                    let text = if is_late { texts.recv().ok() } else { texts.try_recv().ok() };
                    let Some(text) = text else {
                        return self.texts.push_front(Text::From(number));
                    };
                    *has -= 1;
                    sink(&text);
                }
                None => return,
            }
        }
    }
}

/// The order of the lines, while it is settled.
struct Order<'p> {
    links: &'p Links,
    /// Claims that come next, the first of them last.
    stack: Vec<u32>,
    /// The place of each claim among those kept, from 1; 0 for those that were not written yet.
    places: Vec<u32>,
    kept: u32,
    claims: u64,
    /// References in the current line.
    references: usize,
    /// The place after the one referred to last in the current line.
    next: Option<u32>,
}

impl<'p> Order<'p> {
    fn new(links: &'p Links, numbers: usize) -> Order<'p> {
        let stack = links.roots().iter().rev().copied().collect();
        Order { links, stack, places: vec![0; numbers], kept: 0, claims: 0, references: 0, next: None }
    }

    /// The next whole lines; none if there are no more.
    fn next_batch(&mut self) -> Option<Vec<Item>> {
        let mut batch = Vec::new();
        while let Some(number) = self.stack.pop() {
            let place = self.places[number as usize];
            if place > 0 {
                self.refer_to(place, &mut batch);
            } else if batch.len() < BATCH {
                self.claim(number, &mut batch);
            } else {
                self.stack.push(number);
                break;
            }
        }
        (!batch.is_empty()).then_some(batch)
    }

    fn claim(&mut self, number: u32, batch: &mut Vec<Item>) {
        let is_kept = self.links.is_shared(number as usize);
        batch.push(Item::Claim { number, is_kept });
        self.claims += 1;
        if is_kept {
            self.kept += 1;
            self.places[number as usize] = self.kept;
        }
        (self.references, self.next) = (0, None);
        self.stack.extend(self.links.of(number as usize).iter().rev());
    }

    fn refer_to(&mut self, place: u32, batch: &mut Vec<Item>) {
        if self.references == MOST_REFERENCES {
            batch.push(Item::Continued);
            (self.references, self.next) = (0, None);
        }
        batch.push(if self.next == Some(place) {
            Item::Next
        } else {
            Item::Back(self.kept + 1 - place)
        });
        self.references += 1;
        self.next = Some(place + 1);
    }
}

/// The words of whole lines.
fn words(batch: &[Item], proof: &Proof, turned: Turned) -> String {
    let mut out = String::new();
    for &item in batch {
        let begins = matches!(item, Item::Claim { .. } | Item::Continued);
        if begins && !out.is_empty() {
            out.push('\n');
        }
        match item {
            Item::Claim { number, is_kept } => {
                if let Some(placed) = proof.get(number as usize) {
                    claim(&placed, is_kept, turned, &mut out);
                }
            }
            Item::Continued => out.push('r'),
            Item::Next => out.push('+'),
            // Writing into a string does not fail.
            Item::Back(places) => _ = write!(out, " {places}"),
        }
    }
    out.push('\n');
    out
}

fn claim(placed: &Placed<Move, AttackerHand>, is_kept: bool, turned: Turned, out: &mut String) {
    let letter = |small: char| if is_kept { small.to_ascii_uppercase() } else { small };
    let hand = placed.resource.0;
    // Writing into a string does not fail.
    let _ = match placed.claim {
        Claim::Win { m, plies } => {
            write!(out, "{} {hand:?} {plies} {}", letter('w'), turned.m(m))
        }
        Claim::Hold { m, plies } if plies.is_unlimited() => {
            write!(out, "{} {hand:?} {}", letter('h'), turned.m(m))
        }
        Claim::Hold { m, plies } => {
            write!(out, "{} {hand:?} {plies} {}", letter('s'), turned.m(m))
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Problem, game::TsumeGame};
    use tsumugi_andor::proof::Statement;
    use tsumugi_andor::{Limits, Plies};
    use tsumugi_shogi::Position;

    /// What no small problem asks for: more references than a line may have.
    #[test]
    fn more_references_than_a_line_has_go_on_in_the_next() {
        let proof = Proof::new(Statement::NotWon(Plies::UNLIMITED));
        let problem = Problem::new(Position::from_sfen("4k4/9/9/9/9/9/9/9/9 b - 1").unwrap());
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let links = Links::find(&game, &proof, Turned::default(), 1, &Limits::default()).unwrap();
        let mut order = Order::new(&links, 0);
        order.kept = 9;
        let mut batch = Vec::new();
        for place in 0..130 {
            order.refer_to(place % 2 * 5 + place / 64 % 2 + 1, &mut batch);
        }
        let text = words(&batch, &proof, Turned::default());
        let words = |line: &str| line.split(' ').filter(|word| word.parse::<u32>().is_ok()).count();
        let counts: Vec<usize> = text.lines().map(words).collect();
        assert_eq!(counts, [64, 64, 2], "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with("r ")), "{text}");
    }
}
