//! The programs A to H that the paper compares.

/// How the tree is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Depth first to the length given, once.
    Dfs,
    /// Depth first, deeper with each round (depth-first iterative deepening).
    Dfid,
    /// Depth first to the length given, within a cost that rises with each round until nothing is left out. The paper adds
    /// what the search to a position has cost to the plies that are left, and says no more; here a choice costs the bits it
    /// takes to name it, so that a forced move is free.
    IdaStar,
    /// As `Dfid`, but a position met before on a way no longer is left to that way (既知局面). So new positions are met in
    /// the order of breadth-first search.
    Idwfs,
}

/// A program of the paper: a method and its techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Program {
    /// How the tree is searched.
    pub method: Method,
    /// By how many plies a round goes deeper (Δ): 1 or 2.
    pub step: u32,
    /// Skip what is settled (the paper's a).
    pub settled: bool,
    /// Let the unprotected make room (ProtectGC, the paper's b).
    pub protect: bool,
    /// Remember the only move that leads anywhere, and generate no others (the paper's c).
    pub only_moves: bool,
    /// The most positions in the table.
    pub entries: usize,
}

impl Program {
    /// The paper's programs with their letters.
    pub const ALL: [(char, Program); 8] = {
        let b = Program {
            method: Method::Idwfs,
            step: 1,
            settled: true,
            protect: false,
            only_moves: false,
            entries: 1 << 24,
        };
        let a = Program { protect: true, ..b };
        [
            ('A', a),
            ('B', b),
            ('C', Program { method: Method::Dfs, ..b }),
            ('D', Program { method: Method::Dfid, settled: false, ..b }),
            ('E', Program { method: Method::Dfid, ..b }),
            ('F', Program { method: Method::IdaStar, ..b }),
            ('G', Program { entries: 100_663_296, ..a }),
            ('H', Program { step: 2, only_moves: true, entries: 1 << 22, ..a }),
        ]
    };

    /// Does each round go deeper than the one before?
    pub fn goes_deeper(&self) -> bool {
        matches!(self.method, Method::Dfid | Method::Idwfs)
    }

    /// The paper's program of this letter.
    pub fn of(letter: char) -> Option<Program> {
        Program::ALL.iter().find(|(known, _)| *known == letter).map(|(_, program)| *program)
    }
}
