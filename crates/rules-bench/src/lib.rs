//! Other people's shogi rules behind one plain interface: positions in as SFEN, moves out as USI text.
//!
//! The adapters serve twice: as independent oracles in differential tests, and as the peers our own rules
//! are timed against (`src/main.rs`). Each module says what its crate cannot do.
//!
//! | | legal moves | checks | mate | perft | check walk | one king missing |
//! |---|---|---|---|---|---|---|
//! | [`rsshogi_peer`] | yes | yes | yes | yes | yes | yes |
//! | [`legality_lite_peer`] | yes | yes, by brute force | yes | no | yes, slow | yes |
//! | [`haitaka_peer`] | no | no | no | yes | no | no |
//!
//! Every function panics on a text it cannot read: in a test or a benchmark that is a mistake of the caller.
#![forbid(unsafe_code)]

pub mod calls;
pub mod haitaka_peer;
pub mod legality_lite_peer;
pub mod ours;
pub mod rsshogi_peer;

/// The initial position. Perft 1 to 5: 30, 900, 25 470, 719 731, 19 861 490.
pub const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// A middle game with full hands, most of its moves drops. Perft 1 to 3: 207, 28 684, 4 809 015.
pub const DROP_HEAVY: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

/// 593 legal moves, the most a position can have.
pub const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

/// The plainest tsume: a gold in hand, mate in one. Black has no king.
pub const GOLD_IN_HAND: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

/// The positions and limits of one timed check walk or perft.
#[derive(Debug, Clone)]
pub struct Walk {
    /// Positions, walked one after the other.
    pub sfens: Vec<String>,
    /// Plies below each position.
    pub depth: u32,
    /// Moves made before a position is given up. The total is then the sum of `min(all moves, cap)`,
    /// which does not depend on move order, so contenders must still agree on it.
    pub cap: u64,
}

/// Counts moves made in one position and says when to stop: the same rule for every contender.
#[derive(Debug)]
pub struct Budget {
    made: u64,
    cap: u64,
}

impl Budget {
    /// Nothing made yet, at most `cap` to make. A cap of zero acts as one.
    #[must_use]
    pub fn new(cap: u64) -> Self {
        Self { made: 0, cap }
    }

    /// Counts one move made; true when the walk must stop there. Call it right after making the move.
    #[inline]
    #[must_use]
    pub fn spend(&mut self) -> bool {
        self.made += 1;
        self.made >= self.cap
    }

    /// Moves made so far.
    #[must_use]
    pub fn made(&self) -> u64 {
        self.made
    }
}
