//! The claims of a certificate in memory: packed, in the order of their lines, and found again by board.
//!
//! A claim takes [`Claims::BYTES`] bytes, all told. Nothing is ever moved to a larger place while a file is
//! read, so that the need never doubles for a moment.

use crate::hand::Hand;
use crate::naive::{Move, Position};
use crate::packed::{PackedBoard, PackedMove};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{BuildHasher, RandomState};

/// What a claim says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Says {
    /// `w`: the attacker, to move, mates within the plies, an odd number.
    Mate,
    /// `h`: the defender, to move, is never mated.
    NoMate,
    /// `s`: the defender, to move, is not mated within the plies, an even number from 2 on.
    Longer,
}

/// A line `w`, `h` or `s`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Claim {
    pub(crate) board: PackedBoard,
    pub(crate) hand: Hand,
    /// The attacker's move of a `w`, the defender's reply of an `h` or `s`.
    m: PackedMove,
    /// The number of plies: odd for a `w`, even for an `s`, zero for an `h`.
    pub(crate) plies: u32,
}

impl Claim {
    pub(crate) fn new(board: PackedBoard, hand: Hand, plies: u32, m: Move) -> Claim {
        Claim { board, hand, plies, m: PackedMove::of(m) }
    }

    /// The number of plies tells the three kinds apart.
    pub(crate) fn says(&self) -> Says {
        match self.plies {
            0 => Says::NoMate,
            plies if plies % 2 == 1 => Says::Mate,
            _ => Says::Longer,
        }
    }

    pub(crate) fn m(&self) -> Move {
        self.m.unpack()
    }
}

/// The line, as it was read: a claim has one text only.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (board, hand, m) = (self.board.unpack().board_text(), self.hand, self.m());
        match self.says() {
            Says::Mate => write!(f, "w {board} {hand} {} {m}", self.plies),
            Says::NoMate => write!(f, "h {board} {hand} {m}"),
            Says::Longer => write!(f, "s {board} {hand} {} {m}", self.plies),
        }
    }
}

/// Claims of a block.
const BLOCK: usize = 1 << 12;

/// Claims in the order of their lines.
#[derive(Default)]
pub(crate) struct Claims {
    blocks: Vec<Vec<Claim>>,
}

impl Claims {
    /// Bytes that a claim takes: itself and its share of the index.
    pub(crate) const BYTES: u64 = (size_of::<Claim>() + 2 * size_of::<u32>()) as u64;

    pub(crate) fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * BLOCK + last.len())
    }

    pub(crate) fn push(&mut self, claim: Claim) {
        if self.blocks.last().is_none_or(|block| block.len() == BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(claim);
        }
    }

    pub(crate) fn get(&self, index: usize) -> &Claim {
        &self.blocks[index / BLOCK][index % BLOCK]
    }

    fn iter(&self) -> impl Iterator<Item = &Claim> {
        self.blocks.iter().flatten()
    }
}

/// Claims that are found by board.
pub(crate) struct Index {
    pub(crate) claims: Claims,
    /// The numbers of all claims, those of a bucket side by side and sorted.
    order: Vec<u32>,
    /// Where in `order` each bucket starts.
    starts: Vec<u32>,
    /// Seeded anew every time: nobody can write a file that puts all boards into one bucket.
    hasher: RandomState,
}

impl Index {
    /// Sorts the claims into buckets by their boards.
    pub(crate) fn new(claims: Claims) -> Index {
        let mut index = Index {
            order: vec![0; claims.len()],
            starts: vec![0; claims.len().max(1)],
            claims,
            hasher: RandomState::new(),
        };
        index.fill();
        index
    }

    fn fill(&mut self) {
        let buckets = self.starts.len();
        for claim in self.claims.iter() {
            self.starts[bucket(&self.hasher, &claim.board, buckets)] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        // Each start is the end of its bucket now, and goes down with every claim put in.
        for (i, claim) in self.claims.iter().enumerate() {
            let start = &mut self.starts[bucket(&self.hasher, &claim.board, buckets)];
            *start -= 1;
            self.order[*start as usize] = i as u32;
        }
        for i in 0..self.starts.len() {
            let (start, end) = range(&self.starts, i, self.order.len());
            let claims = &self.claims;
            let by_claim = |a: &u32, b: &u32| compare(claims, *a, *b);
            self.order[start..end].sort_unstable_by(by_claim);
        }
    }

    /// The claims about the board of a position.
    pub(crate) fn on_board_of(&self, position: &Position) -> impl Iterator<Item = &Claim> {
        let board = PackedBoard::of(position);
        let bucket = bucket(&self.hasher, &board, self.starts.len());
        let (start, end) = range(&self.starts, bucket, self.order.len());
        let here = self.order[start..end].iter().map(|&i| self.claims.get(i as usize));
        here.filter(move |claim| claim.board == board)
    }

    /// The numbers of two claims that are the same, the second as small as can be.
    pub(crate) fn repeated(&self) -> Option<(usize, usize)> {
        let same =
            |pair: &&[u32]| self.claims.get(pair[0] as usize) == self.claims.get(pair[1] as usize);
        let pairs = self.order.windows(2).filter(same);
        pairs.map(|pair| (pair[0] as usize, pair[1] as usize)).min_by_key(|&(_, second)| second)
    }
}

/// By what they say, then by number.
fn compare(claims: &Claims, a: u32, b: u32) -> Ordering {
    claims.get(a as usize).cmp(claims.get(b as usize)).then(a.cmp(&b))
}

fn bucket(hasher: &RandomState, board: &PackedBoard, buckets: usize) -> usize {
    ((u128::from(hasher.hash_one(board)) * buckets as u128) >> 64) as usize
}

fn range(starts: &[u32], bucket: usize, end: usize) -> (usize, usize) {
    let next = starts.get(bucket + 1).map_or(end, |&start| start as usize);
    (starts[bucket] as usize, next)
}
