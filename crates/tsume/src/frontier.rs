//! All hands an attacker may hold, and where mate begins among them.
//!
//! With the rest of the board the same, a mate for a hand is a mate for every larger one, and what does not mate with
//! a hand does not with a smaller one. So the answers for all 19·5⁴·3² = 106,875 hands of a set are known from the
//! *frontier*: the least hands that mate and the largest that do not. [`Frontier::next`] asks where an answer, either
//! way, settles most.

use tsumugi_shogi::{Hand, HandKind};

/// What is known about a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Nothing yet.
    Open,
    /// It mates.
    Mate,
    /// It does not.
    NoMate,
}

/// Every hand that a full set allows, smaller hands before larger ones.
pub fn hands() -> impl Iterator<Item = Hand> {
    (0..COUNT).map(hand_at)
}

/// One more than the pieces of each kind in a set, in the order of [`HandKind`].
const SIZES: [usize; 7] = [19, 5, 5, 5, 5, 3, 3];
/// How far apart the hands with one piece more of a kind lie.
const STRIDES: [usize; 7] = {
    let mut strides = [1; 7];
    let mut kind = 1;
    while kind < 7 {
        strides[kind] = strides[kind - 1] * SIZES[kind - 1];
        kind += 1;
    }
    strides
};
const COUNT: usize = STRIDES[6] * SIZES[6];

fn index(hand: Hand) -> usize {
    HandKind::ALL.into_iter().map(|kind| STRIDES[kind.index()] * hand.count(kind) as usize).sum()
}

fn count_at(index: usize, kind: usize) -> usize {
    index / STRIDES[kind] % SIZES[kind]
}

fn hand_at(index: usize) -> Hand {
    let counts = std::array::from_fn(|kind| count_at(index, kind) as u8);
    // No more of any kind than a set has, which is less than a hand can count.
    Hand::from_counts(counts).unwrap_or(Hand::EMPTY)
}

/// Adds to the number at each hand those at all that it covers.
fn add_smaller(numbers: &mut [u32]) {
    for kind in 0..7 {
        for block in numbers.chunks_exact_mut(STRIDES[kind] * SIZES[kind]) {
            let mut rows = block.chunks_exact_mut(STRIDES[kind]);
            let Some(mut less) = rows.next() else { continue };
            for row in rows {
                row.iter_mut().zip(&*less).for_each(|(number, less)| *number += less);
                less = row;
            }
        }
    }
}

/// What is known about all hands.
#[derive(Clone, Debug)]
pub struct Frontier {
    known: Vec<Known>,
    /// Every hand, and how many pieces it has.
    hands: Vec<(Hand, u32)>,
    /// Hands with more pieces than this are not asked about.
    most: u32,
}

impl Frontier {
    /// Nothing is known; hands of at most this many pieces are wanted.
    pub fn new(most: u32) -> Frontier {
        let hands = hands().map(|hand| (hand, hand.total())).collect();
        Frontier { known: vec![Known::Open; COUNT], hands, most }
    }

    /// What is known about a hand.
    pub fn get(&self, hand: Hand) -> Known {
        self.known[index(hand)]
    }

    /// This hand mates, and so does every larger one.
    pub fn mate(&mut self, hand: Hand) {
        self.settle(Known::Mate, |other| other.covers(hand));
    }

    /// This hand does not mate, nor does any smaller one.
    pub fn no_mate(&mut self, hand: Hand) {
        self.settle(Known::NoMate, |other| hand.covers(other));
    }

    fn settle(&mut self, known: Known, follows: impl Fn(Hand) -> bool) {
        for (one, &(hand, _)) in self.known.iter_mut().zip(&self.hands) {
            if *one == Known::Open && follows(hand) {
                *one = known;
            }
        }
    }

    /// How many of the hands that are wanted are known to mate, known not to, and open.
    pub fn counts(&self) -> (u64, u64, u64) {
        let (mut mate, mut no_mate, mut open) = (0, 0, 0);
        let wanted = self.known.iter().zip(&self.hands).filter(|(_, (_, pieces))| *pieces <= self.most);
        for (known, _) in wanted {
            match known {
                Known::Mate => mate += 1,
                Known::NoMate => no_mate += 1,
                Known::Open => open += 1,
            }
        }
        (mate, no_mate, open)
    }

    /// The open hand among those wanted whose answer settles most in the worse case, but none that `skip` names.
    pub fn next(&self, skip: impl Fn(Hand) -> bool) -> Option<Hand> {
        let open = |i: usize| self.known[i] == Known::Open && self.hands[i].1 <= self.most;
        let mut below: Vec<u32> = (0..COUNT).map(|i| open(i) as u32).collect();
        let mut above: Vec<u32> = below.iter().rev().copied().collect();
        // With the numbers turned round, what covers a hand lies where what it covers did.
        add_smaller(&mut below);
        add_smaller(&mut above);
        above.reverse();
        let candidates = (0..COUNT).filter(|&i| open(i) && !skip(self.hands[i].0));
        candidates.max_by_key(|&i| below[i].min(above[i])).map(|i| self.hands[i].0)
    }

    /// The least hands known to mate: none of them covers another hand known to mate.
    pub fn least_mates(&self) -> Vec<Hand> {
        let mates = |i: usize| self.known[i] == Known::Mate;
        let least = |&i: &usize| (0..7).all(|kind| count_at(i, kind) == 0 || !mates(i - STRIDES[kind]));
        (0..COUNT).filter(|&i| mates(i)).filter(least).map(hand_at).collect()
    }

    /// The largest hands known not to mate.
    pub fn largest_no_mates(&self) -> Vec<Hand> {
        let holds = |i: usize| self.known[i] == Known::NoMate;
        let largest = |&i: &usize| {
            (0..7).all(|kind| count_at(i, kind) + 1 == SIZES[kind] || !holds(i + STRIDES[kind]))
        };
        (0..COUNT).filter(|&i| holds(i)).filter(largest).map(hand_at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> Hand {
        let mut counts = [0; 7];
        for letter in text.chars() {
            let kind = HandKind::ALL.into_iter().find(|kind| kind.letter() == letter).unwrap();
            counts[kind.index()] += 1;
        }
        Hand::from_counts(counts).unwrap()
    }

    /// Mates with two golds, or with a rook and anything.
    fn mates(hand: Hand) -> bool {
        hand.count(HandKind::Gold) >= 2 || (hand.has(HandKind::Rook) && hand.total() >= 2)
    }

    #[test]
    fn there_are_as_many_hands_as_a_set_allows() {
        assert_eq!((hands().count(), SIZES.iter().product::<usize>()), (106_875, 106_875));
        for (i, hand) in hands().enumerate() {
            assert_eq!(index(hand), i);
        }
    }

    #[test]
    fn few_questions_settle_all_hands() {
        let mut frontier = Frontier::new(40);
        let mut asked = 0;
        while let Some(hand) = frontier.next(|_| false) {
            asked += 1;
            if mates(hand) { frontier.mate(hand) } else { frontier.no_mate(hand) }
        }
        assert!(asked < 2_000, "{asked} questions");
        for hand in hands() {
            let expected = if mates(hand) { Known::Mate } else { Known::NoMate };
            assert_eq!(frontier.get(hand), expected, "{hand:?}");
        }
        let least = ["PR", "LR", "NR", "SR", "GR", "BR", "RR", "GG"].map(hand);
        assert_eq!(frontier.least_mates().len(), least.len());
        assert!(frontier.least_mates().iter().all(|one| least.contains(one)));
        // The rook alone, and everything but rooks and three golds.
        assert_eq!(frontier.largest_no_mates().len(), 2);
    }

    #[test]
    fn only_what_is_wanted_is_asked() {
        let mut frontier = Frontier::new(2);
        assert_eq!(frontier.counts(), (0, 0, 1 + 7 + 28));
        while let Some(hand) = frontier.next(|hand| hand == Hand::EMPTY) {
            assert!(hand.total() <= 2);
            if mates(hand) { frontier.mate(hand) } else { frontier.no_mate(hand) }
        }
        assert_eq!(frontier.counts(), (8, 28, 0));
    }
}
