//! What C* may use, and which of its parts are on.

/// What C* may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CstarOptions {
    /// Entries of the table at most (about 40 bytes each). When it is full, open positions that are
    /// not on the line are forgotten. If nothing was solved since the last time, or more than three
    /// quarters of the table are solved, the search ends with `Unknown(Memory)`. Default 2²².
    pub entries: usize,
    /// The search gives up when the number of the root reaches this. Default 2⁴⁸.
    pub threshold: u64,
    /// Multiple iterative deepening: raise the threshold of each child of an AND node step by step.
    /// Off, give it at once all that the node may spend. Default on.
    pub multiple_deepening: bool,
    /// Dynamic evaluation by hashing: number the children of an AND node by what the table remembers.
    /// Off, start from the initial number each time. Default on.
    pub dynamic_evaluation: bool,
    /// Of the children of an AND node the one with the smallest number is next, each time that one comes back. Off, they are
    /// taken in the order in which the game names them, each until it is solved. Default on.
    pub easiest_first: bool,
    /// What the children of an AND node come to. Default [`Tips::Sum`].
    pub tips: Tips,
    /// Deepen step by step at OR nodes too: of their children the one with the smallest number is followed until another
    /// one needs fewer tips. Off, each child is given all that the node may spend, in turn. Default on.
    pub best_first: bool,
}

/// How many tips an AND node needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tips {
    /// As many as all its children together: the paper's number. A tip below several of them counts several times.
    Sum,
    /// As many as the child that needs most, and one for each other: weak proof numbers.
    Largest,
}

impl Default for CstarOptions {
    fn default() -> CstarOptions {
        CstarOptions {
            entries: 1 << 22,
            threshold: 1 << 48,
            multiple_deepening: true,
            dynamic_evaluation: true,
            easiest_first: true,
            tips: Tips::Sum,
            best_first: true,
        }
    }
}

/// Bytes that an entry takes, roughly.
const BYTES_AN_ENTRY: usize = 64;
/// Entries that a search may always have.
const LEAST_ENTRIES: usize = 1 << 10;

impl CstarOptions {
    /// The algorithm as it was printed, without what came later.
    pub fn printed() -> CstarOptions {
        CstarOptions {
            easiest_first: false,
            tips: Tips::Sum,
            best_first: false,
            ..CstarOptions::default()
        }
    }

    /// These options, using about this many bytes of memory.
    #[must_use]
    pub fn within(self, bytes: usize) -> CstarOptions {
        CstarOptions { entries: (bytes / BYTES_AN_ENTRY).max(LEAST_ENTRIES), ..self }
    }
}
