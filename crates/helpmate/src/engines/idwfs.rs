//! IDWFS: the order of breadth-first search by deepening rounds, with a bounded table.
//!
//! Trouble  Breadth-first search keeps every position there is to expand. Iterative deepening keeps a line, but searches
//!          the same positions over and over.
//! Idea     Search depth first to 1, 2, 3… plies with a table of (position, depth). A position is *known* when it was
//!          met on a way no longer: it is left to that way. It is *settled* when all its moves lead to leaves, settled
//!          or known positions: it is never entered again. What lies below is not met any more: it is
//!          *unprotected* and may be dropped from the table. Nothing depends on the line that led to a position, since
//!          the shortest way to it owns it.
//! Source   \[Hoshi03\]. The paper's other programs (depth first, plain deepening, IDA*) are here for comparison.
//! Seen     [`Effort`]; `tsumugi-lab reproduce helpmate` prints the paper's tables.

mod program;
mod table;

pub use program::{Method, Program};

use crate::engines::walk::{Hopeless, Walk};
use crate::engines::{deepening, walk};
use crate::fingerprint::Fingerprint;
use crate::{Answer, Context, Engine, Progress, StopReason, Verdict, solutions};
use table::{State, Table};
use tsumugi_shogi::{Move, MoveList, Position, Undo};

/// What a search cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Effort {
    /// How often a position was looked at (走査局面数).
    pub scanned: u64,
    /// How many positions were put into the table (探索局面数; some twice if they were dropped from it).
    pub distinct: u64,
    /// The most positions met in a round or the one before and not left to other ways (最大保護局面数).
    pub most_protected: u64,
    /// Positions whose moves were generated.
    pub expansions: u64,
    /// Rounds.
    pub rounds: u32,
}

/// What a program found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// A solution.
    pub line: Option<Vec<Move>>,
    /// What it cost.
    pub effort: Effort,
}

/// Solves a problem: two plies a round with every technique, then a walk through all solutions.
pub fn run(mut context: Context<'_>) -> Answer {
    match context.settings.exact {
        true => run_with::<u128>(&mut context),
        false => run_with::<u64>(&mut context),
    }
}

/// Runs a program of the paper. Depth-first search and IDA* go to the plies of the problem's conditions.
pub fn run_program(context: &mut Context<'_>, program: Program) -> Outcome {
    let mut search = Search::<u64>::new(context, program);
    let verdict = search.rounds();
    Outcome { verdict, line: search.line.take(), effort: search.effort() }
}

fn run_with<K: Fingerprint>(context: &mut Context<'_>) -> Answer {
    let program = Program {
        method: Method::Idwfs,
        step: 2,
        settled: true,
        protect: true,
        only_moves: true,
        entries: Table::<K>::most_in(context.settings.bytes),
    };
    let mut search = Search::<K>::new(context, program);
    let verdict = search.rounds();
    let (mut table, line, effort) = (search.table, search.line, search.effort);
    let mut answer = Answer::new(verdict, Engine::Idwfs);
    answer.key_bits = K::BITS;
    answer.positions = effort.distinct;
    answer.expansions = effort.expansions;
    answer.bytes = table.bytes() as u64;
    if let (&Verdict::Mate(length), Some(line)) = (&answer.verdict, line) {
        fill(&mut answer, context, &mut table, length, line);
    }
    answer
}

/// Puts the solutions into an answer: all if they can be counted, or else the one that was met.
fn fill<K: Fingerprint>(
    answer: &mut Answer,
    context: &mut Context<'_>,
    table: &mut Table<K>,
    length: u32,
    line: Vec<Move>,
) {
    if !context.settings.count && context.settings.max_solutions < 2 {
        return solutions::fill_one(answer, context, line);
    }
    let mut walk = Walk::new(context, table, length, answer.expansions);
    let outcome = walk.go();
    answer.expansions = walk.expansions;
    answer.bytes = answer.bytes.max(walk.bytes() as u64);
    let counted = match outcome {
        Ok(Some(live)) => solutions::fill(answer, context, &live),
        _ => false,
    };
    if !counted {
        answer.solutions = None;
        solutions::fill_one(answer, context, line);
    }
}

/// What became of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Met {
    /// A leaf, settled or known: not to be considered again.
    Closed,
    /// There is more behind it, or a mate.
    Open,
    /// It is being searched, and will tell when it is left.
    Entered,
}

/// A position on the line being looked at.
struct Frame<K> {
    key: K,
    undo: Option<Undo>,
    /// The moves not yet looked at are those of the list from here on.
    moves: usize,
    /// What a way through here costs.
    cost: u32,
    open: u32,
    last_open: Option<Move>,
}

struct Search<'a, 'c, K> {
    context: &'a mut Context<'c>,
    program: Program,
    table: Table<K>,
    position: Position,
    frames: Vec<Frame<K>>,
    moves: Vec<Move>,
    /// How many plies this round goes to, and at what cost.
    bound: u32,
    threshold: u32,
    /// The least cost beyond the threshold that was met.
    next_threshold: u32,
    /// Positions met in this round, without those left to other ways.
    met: u64,
    /// The same for this round and the one before together: those that are protected.
    protected: u64,
    line: Option<Vec<Move>>,
    effort: Effort,
    next_breath: u64,
}

impl<'a, 'c, K: Fingerprint> Search<'a, 'c, K> {
    fn new(context: &'a mut Context<'c>, program: Program) -> Self {
        let position = context.problem.position().clone();
        Search {
            context,
            program,
            table: Table::new(program.entries, program.protect),
            position,
            frames: Vec::new(),
            moves: Vec::new(),
            bound: 0,
            threshold: 0,
            next_threshold: u32::MAX,
            met: 0,
            protected: 0,
            line: None,
            effort: Effort::default(),
            next_breath: 0,
        }
    }

    fn effort(&self) -> Effort {
        let most_protected = match self.program.protect {
            true => self.effort.most_protected,
            false => self.effort.distinct,
        };
        Effort { most_protected, ..self.effort }
    }

    fn rounds(&mut self) -> Verdict {
        if self.context.problem.is_goal(&self.position) {
            self.line = Some(Vec::new());
            return Verdict::Mate(0);
        }
        let plies = self.context.problem.plies();
        self.bound = match (self.program.method, self.program.step) {
            (Method::Dfs | Method::IdaStar, _) => plies,
            (_, 1) => 1,
            _ => match deepening::first_length(self.context.problem) {
                0 => 2,
                length => length,
            },
        };
        loop {
            if self.bound > plies {
                return Verdict::NotWithin(plies);
            }
            let met = match self.round() {
                Ok(met) => met,
                Err(reason) => return Verdict::Unknown(reason),
            };
            let is_complete = self.program.method != Method::IdaStar || self.next_threshold == u32::MAX;
            if let Some(line) = &self.line
                && is_complete
            {
                return Verdict::Mate(line.len() as u32);
            }
            if met == Met::Closed {
                return Verdict::NoMate;
            }
            match self.program.method {
                Method::IdaStar if self.next_threshold < u32::MAX => {
                    self.threshold = self.next_threshold
                }
                Method::Dfs | Method::IdaStar => return Verdict::NotWithin(plies),
                Method::Dfid | Method::Idwfs => self.bound += self.program.step,
            }
        }
    }

    /// Searches the whole tree as far as this round goes.
    fn round(&mut self) -> Result<Met, StopReason> {
        self.effort.rounds += 1;
        (self.protected, self.met, self.next_threshold) = (self.met, 0, u32::MAX);
        let key = K::of(self.context.problem, &self.position);
        self.effort.scanned += 1;
        let mut met = match self.is_closed(key, 0, 0)? {
            Some(met) => met,
            None => self.arrive(key, None, 0),
        };
        while let Some(frame) = self.frames.last() {
            if self.moves.len() == frame.moves {
                met = self.leave();
            } else if let Some(m) = self.moves.pop() {
                let met = self.look(m)?;
                self.tell_top(m, met);
            }
        }
        self.effort.most_protected = self.effort.most_protected.max(self.protected);
        Ok(met)
    }

    fn tell_top(&mut self, m: Move, met: Met) {
        if let Some(frame) = self.frames.last_mut()
            && met == Met::Open
        {
            frame.open += 1;
            frame.last_open = Some(m);
        }
    }

    /// Looks at a move of the topmost position, and enters it if need be.
    fn look(&mut self, m: Move) -> Result<Met, StopReason> {
        self.effort.scanned += 1;
        self.check_limits()?;
        let depth = self.frames.len() as u32;
        let cost = self.frames.last().map_or(0, |frame| frame.cost);
        let key = K::after(self.context.problem, &mut self.position, m);
        if let Some(met) = self.is_closed(key, depth, cost)? {
            return Ok(met);
        }
        let undo = self.position.play(m);
        let met = self.arrive(key, Some(undo), cost);
        if met != Met::Entered {
            self.position.undo(undo);
        }
        Ok(met)
    }

    /// Asks the table about a position, and notes that it was met; none if it has to be searched.
    fn is_closed(&mut self, key: K, depth: u32, cost: u32) -> Result<Option<Met>, StopReason> {
        let round = self.effort.rounds;
        let Some(entry) = self.table.get_mut(key) else {
            self.effort.distinct += 1;
            self.meet(0);
            let entry = self.table.add(key, depth, round).ok_or(StopReason::Memory)?;
            entry.cost = cost;
            return Ok(None);
        };
        entry.met = round;
        let seen = entry.round;
        let is_new = seen != round;
        let outcome = match self.program.method {
            _ if entry.state == State::Settled && self.program.settled => {
                entry.round = round;
                Some(Met::Closed)
            }
            // Left to the shorter way, or to the first in this round.
            Method::Idwfs if entry.depth < depth || entry.depth == depth && !is_new => {
                return Ok(Some(Met::Closed));
            }
            // Searched in this round with as much room: nothing new there, but no end to it either.
            Method::Dfs | Method::Dfid | Method::IdaStar
                if !is_new && entry.depth <= depth && entry.cost <= cost =>
            {
                return Ok(Some(Met::Open));
            }
            _ => {
                (entry.depth, entry.cost, entry.round) = (depth, cost, round);
                None
            }
        };
        self.meet(seen);
        Ok(outcome)
    }

    /// Counts a position that is met now and not left to another way, and was so last in the round `seen`; 0 if never.
    fn meet(&mut self, seen: u32) {
        let round = self.effort.rounds;
        let is_first = seen != round;
        let was_protected = seen != 0 && seen + 1 == round;
        self.met += u64::from(is_first);
        self.protected += u64::from(is_first && !was_protected);
    }

    /// Judges the position now on the board, or enters it.
    fn arrive(&mut self, key: K, undo: Option<Undo>, cost: u32) -> Met {
        let depth = self.frames.len() as u32;
        if depth == self.bound && walk::has_moves(self.context.problem, &self.position) {
            return Met::Open;
        }
        let start = self.moves.len();
        match self.table.get(key).and_then(|entry| entry.only) {
            Some(only) => self.moves.push(only),
            None => self.generate(),
        }
        let count = self.moves.len() - start;
        if count == 0 {
            return self.end(key, undo);
        }
        let cost = match self.program.method {
            Method::IdaStar => cost + count.next_power_of_two().ilog2(),
            _ => 0,
        };
        if cost > self.threshold && self.program.method == Method::IdaStar {
            self.next_threshold = self.next_threshold.min(cost);
            self.moves.truncate(start);
            return Met::Open;
        }
        self.frames.push(Frame { key, undo, moves: start, cost, open: 0, last_open: None });
        Met::Entered
    }

    fn generate(&mut self) {
        self.effort.expansions += 1;
        let mut moves = MoveList::new();
        self.context.problem.moves(&self.position, &mut moves);
        // Taken from the end, in the order of the generator.
        self.moves.extend(moves.iter().rev());
    }

    /// A position without moves: the end of a solution, or nothing.
    fn end(&mut self, key: K, undo: Option<Undo>) -> Met {
        if !self.context.problem.is_goal(&self.position) {
            self.settle(key);
            return Met::Closed;
        }
        let played = self.frames.iter().filter_map(|frame| frame.undo);
        let line: Vec<Move> = played.chain(undo).map(|undo| undo.played()).collect();
        if self.line.as_ref().is_none_or(|known| line.len() < known.len()) {
            self.line = Some(line);
        }
        Met::Open
    }

    fn settle(&mut self, key: K) {
        if let Some(entry) = self.table.get_mut(key) {
            entry.state = State::Settled;
        }
    }

    /// Takes the topmost position, whose moves have all been looked at, off the line.
    fn leave(&mut self) -> Met {
        let Some(frame) = self.frames.pop() else { return Met::Closed };
        if frame.open == 0 {
            self.settle(frame.key);
        } else if frame.open == 1
            && self.program.only_moves
            && let Some(entry) = self.table.get_mut(frame.key)
        {
            entry.only = frame.last_open;
        }
        let met = if frame.open == 0 { Met::Closed } else { Met::Open };
        if let Some(undo) = frame.undo {
            self.position.undo(undo);
            self.tell_top(undo.played(), met);
        }
        met
    }

    fn check_limits(&mut self) -> Result<(), StopReason> {
        if self.effort.expansions > self.context.limits.expansions {
            return Err(StopReason::Nodes);
        }
        if self.effort.scanned >= self.next_breath {
            self.next_breath = self.effort.scanned + walk::BREATH;
            self.context.observer.progress(&Progress {
                ply: self.bound,
                frontier: self.met,
                positions: self.effort.distinct,
                expansions: self.effort.expansions,
                bytes: self.table.bytes() as u64,
                stage: "deepening",
            });
            if let Some(reason) = self.context.limits.interrupted() {
                return Err(reason);
            }
        }
        Ok(())
    }
}
