//! Claims of the first and second version, found by board.
//!
//! Whatever a file does, finding stays cheap. The hash of a board is seeded anew every time, so that nobody can write a file
//! whose boards all meet in one bucket. Of the claims about one board only those are looked at that no other makes
//! superfluous. And what is left of comparing is counted as work.

use crate::claims::{Claim, Claims, Says};
use crate::naive::Position;
use crate::packed::PackedBoard;
use crate::verify::Failure;
use crate::work::{Work, step};
use std::cmp::{Ordering, Reverse};
use std::hash::{BuildHasher, RandomState};

/// The numbers of claims, by the hash of their boards.
pub(crate) struct Buckets {
    /// The numbers, those of a bucket side by side and sorted by what the claims say, then by number.
    order: Vec<u32>,
    /// Where in `order` each bucket starts.
    starts: Vec<u32>,
    hasher: RandomState,
}

impl Buckets {
    /// Sorts the claims into buckets by their boards.
    pub(crate) fn of(claims: &Claims, work: &Work) -> Result<Buckets, Failure> {
        let mut buckets = Buckets {
            order: vec![0; claims.len()],
            starts: vec![0; claims.len().max(1)],
            hasher: RandomState::new(),
        };
        buckets.fill(claims, work);
        work.within_limit()?;
        Ok(buckets)
    }

    fn fill(&mut self, claims: &Claims, work: &Work) {
        for claim in claims.iter() {
            let bucket = self.bucket(&claim.board);
            self.starts[bucket] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        // Each start is the end of its bucket now, and goes down with every claim put in.
        for (i, claim) in claims.iter().enumerate() {
            let bucket = self.bucket(&claim.board);
            self.starts[bucket] -= 1;
            self.order[self.starts[bucket] as usize] = i as u32;
        }
        let mut compared = 0;
        for i in 0..self.starts.len() {
            let (start, end) = self.range(i);
            self.order[start..end].sort_unstable_by(|a, b| {
                compared += 1;
                compare(claims, *a, *b)
            });
        }
        work.add(claims.len() as u64 + compared);
    }

    /// The numbers of two claims that are the same, the second as small as can be.
    pub(crate) fn repeated(&self, claims: &Claims) -> Option<(usize, usize)> {
        let same = |pair: &&[u32]| claims.get(pair[0] as usize) == claims.get(pair[1] as usize);
        let pairs = self.order.windows(2).filter(same);
        pairs.map(|pair| (pair[0] as usize, pair[1] as usize)).min_by_key(|&(_, second)| second)
    }

    fn bucket(&self, board: &PackedBoard) -> usize {
        ((u128::from(self.hasher.hash_one(board)) * self.starts.len() as u128) >> 64) as usize
    }

    fn range(&self, bucket: usize) -> (usize, usize) {
        let next = self.starts.get(bucket + 1).map_or(self.order.len(), |&start| start as usize);
        (self.starts[bucket] as usize, next)
    }
}

/// By what they say, then by number.
fn compare(claims: &Claims, a: u32, b: u32) -> Ordering {
    claims.get(a as usize).cmp(claims.get(b as usize)).then(a.cmp(&b))
}

/// Claims that are found by board.
pub(crate) struct Index {
    pub(crate) claims: Claims,
    /// Those that no other claim about the same board makes superfluous.
    buckets: Buckets,
    pub(crate) work: Work,
}

impl Index {
    /// Looks for claims in these buckets, which hold all of them.
    pub(crate) fn new(claims: Claims, buckets: Buckets, work: Work) -> Result<Index, Failure> {
        let mut index = Index { claims, buckets, work };
        index.leave_out_superfluous()?;
        Ok(index)
    }

    fn leave_out_superfluous(&mut self) -> Result<(), Failure> {
        let mut order = Vec::with_capacity(self.buckets.order.len());
        let mut starts = Vec::with_capacity(self.buckets.starts.len());
        for bucket in 0..self.buckets.starts.len() {
            starts.push(order.len() as u32);
            let (start, end) = self.buckets.range(bucket);
            let board = |number: &u32| self.claims.get(*number as usize).board;
            for same in self.buckets.order[start..end].chunk_by(|a, b| board(a) == board(b)) {
                match same.len() {
                    1 => order.extend(same),
                    _ => order.extend(self.needed(same)?),
                }
            }
        }
        order.shrink_to_fit();
        (self.buckets.order, self.buckets.starts) = (order, starts);
        Ok(())
    }

    /// Of claims about one board those that no other covers.
    fn needed(&self, same: &[u32]) -> Result<Vec<u32>, Failure> {
        let claim = |number: u32| self.claims.get(number as usize);
        let mut left = same.to_vec();
        // The stronger first, so that what is left out is covered by one before it.
        left.sort_by_key(|&number| {
            let claim = claim(number);
            let held: u32 = claim.hand.counts().into_iter().map(u32::from).sum();
            match claim.says() {
                Says::Mate => (0, u64::from(claim.plies), u64::from(held)),
                _ => (1, u64::from(u32::MAX - claim.plies), u64::from(u32::MAX - held)),
            }
        });
        let mut needed: Vec<u32> = Vec::new();
        for number in left {
            let mut compared = 0;
            let covered = needed.iter().any(|&other| {
                compared += 1;
                covers(claim(other), claim(number))
            });
            self.work.add(1 + compared);
            self.work.within_limit()?;
            if !covered {
                needed.push(number);
            }
        }
        // Those with the smallest and the largest hands first: they are wanted most.
        needed.sort_by_key(|&number| Reverse(claim(number).hand));
        Ok(needed)
    }

    /// The first of the claims about the board of a position of which this is true.
    pub(crate) fn any_on_board_of(&self, position: &Position, test: impl Fn(&Claim) -> bool) -> bool {
        let board = PackedBoard::of(position);
        let (start, end) = self.buckets.range(self.buckets.bucket(&board));
        let mut compared = 0;
        let found = self.buckets.order[start..end].iter().any(|&number| {
            compared += 1;
            let claim = self.claims.get(number as usize);
            claim.board == board && test(claim)
        });
        step(1 + compared);
        found
    }
}

/// Whether the first of two claims about one board says everything that the second does.
fn covers(strong: &Claim, weak: &Claim) -> bool {
    strong.says() == weak.says()
        && match strong.says() {
            Says::Mate => strong.plies <= weak.plies && strong.hand.is_within(weak.hand),
            Says::NoMate | Says::Longer => {
                strong.plies >= weak.plies && weak.hand.is_within(strong.hand)
            }
        }
}
