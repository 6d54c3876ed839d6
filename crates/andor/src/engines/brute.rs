//! The oracle: look at every position, then work backwards.
//!
//! Trouble  Every clever search needs something plain to be compared with.
//! Idea     Walk through all positions that can be reached, note their moves, then let wins spread from the
//!          AND positions without moves: the least fixpoint of the definition in [`Game`], with exact lengths.
//! Switch   None. `Hints::decided`, estimates, classes and dominance are all ignored.

use crate::spread::SPREAD;
use crate::{Game, GameValue, Resource, Search, Stats, Status, StopReason, Turn};
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

/// Not won, or not yet.
const NO_RANK: u32 = u32::MAX;

/// Exhaustive search of any finite [`Game`]. `Proved(n)` is the exact length of the shortest win against the
/// longest defence.
pub struct Brute<G: Game> {
    game: G,
    numbers: HashMap<(u64, u32), u32, BuildHasherDefault<KeyHasher>>,
    turns: Vec<Turn>,
    /// Moves as (from, to).
    edges: Vec<(u32, u32)>,
    ranks: Vec<u32>,
    /// The line being walked. Moves not yet played lie at the end of `moves`.
    line: Vec<Frame>,
    moves: Vec<G::Move>,
    max_positions: usize,
    verdict: GameValue,
    status: Status,
    stats: Stats,
}

impl<G: Game> fmt::Debug for Brute<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Brute")
            .field("verdict", &self.verdict)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

struct Frame {
    number: u32,
    /// Where its moves begin in `moves`.
    start: usize,
}

impl<G: Game> Brute<G> {
    /// A search of everything that can be reached from the present position of `game`.
    pub fn new(game: G) -> Brute<G> {
        Brute {
            game,
            numbers: HashMap::default(),
            turns: Vec::new(),
            edges: Vec::new(),
            ranks: Vec::new(),
            line: Vec::new(),
            moves: Vec::new(),
            max_positions: NO_RANK as usize,
            verdict: GameValue::Unknown(StopReason::Nodes),
            status: Status::Running,
            stats: Stats::default(),
        }
    }

    /// Gives up with `Unknown(Memory)` rather than keep more positions than this (some 50 bytes each, and 8 a
    /// move).
    pub fn with_max_positions(mut self, max_positions: usize) -> Brute<G> {
        self.max_positions = max_positions.min(NO_RANK as usize);
        self
    }

    /// How many positions were found so far.
    pub fn positions(&self) -> usize {
        self.turns.len()
    }

    /// After the search: the truth about any position that can be reached from its root. `None`: cannot be
    /// reached; `Some(None)`: not won; `Some(Some(n))`: won in n plies.
    pub fn rank(&self, game: &G) -> Option<Option<u32>> {
        let number = *self.numbers.get(&identity(game))? as usize;
        let rank = *self.ranks.get(number)?;
        Some((rank != NO_RANK).then_some(rank))
    }

    /// Comes to a position: says its number, and whether it is new.
    fn visit(&mut self) -> (u32, bool) {
        let next = self.turns.len() as u32;
        let number = *self.numbers.entry(identity(&self.game)).or_insert(next);
        if number == next {
            self.turns.push(self.game.turn());
        }
        (number, number == next)
    }

    /// Writes down the moves of the new position on the board.
    fn expand(&mut self, number: u32) {
        self.stats.expansions += 1;
        self.stats.new_expansions += 1;
        let start = self.moves.len();
        self.game.moves(&mut self.moves);
        // They are taken from the end: keep the game's order.
        self.moves[start..].reverse();
        self.line.push(Frame { number, start });
        self.stats.max_depth = self.stats.max_depth.max(self.line.len() as u32 - 1);
    }

    fn finish(&mut self, verdict: GameValue) -> Status {
        self.verdict = verdict;
        self.status = Status::Done;
        Status::Done
    }

    /// Lets wins spread backwards, in the order of their lengths.
    fn solve(&mut self) -> GameValue {
        let count = self.turns.len();
        let mut open = vec![0u32; count];
        let mut first = vec![0usize; count + 1];
        for &(from, to) in &self.edges {
            open[from as usize] += 1;
            first[to as usize + 1] += 1;
        }
        for i in 0..count {
            first[i + 1] += first[i];
        }
        let mut parents = vec![0u32; self.edges.len()];
        let mut filled = first.clone();
        for &(from, to) in &self.edges {
            parents[filled[to as usize]] = from;
            filled[to as usize] += 1;
        }
        self.edges = Vec::new();
        self.ranks = vec![NO_RANK; count];
        let ended = |&n: &u32| self.turns[n as usize] == Turn::And && open[n as usize] == 0;
        let mut queue: Vec<u32> = (0..count as u32).filter(ended).collect();
        queue.iter().for_each(|&n| self.ranks[n as usize] = 0);
        let mut next = 0;
        while let Some(&number) = queue.get(next) {
            next += 1;
            for &parent in &parents[first[number as usize]..first[number as usize + 1]] {
                let p = parent as usize;
                open[p] -= 1;
                if self.ranks[p] == NO_RANK && (self.turns[p] == Turn::Or || open[p] == 0) {
                    self.ranks[p] = self.ranks[number as usize] + 1;
                    queue.push(parent);
                }
            }
        }
        match self.ranks[0] {
            NO_RANK => GameValue::Disproved,
            rank => GameValue::Proved(rank.into()),
        }
    }
}

/// What makes two positions the same.
fn identity<G: Game>(game: &G) -> (u64, u32) {
    (game.key(), game.resource().to_bits())
}

impl<G: Game> Search for Brute<G> {
    fn advance(&mut self, budget: u64) -> Status {
        if self.status == Status::Done {
            return Status::Done;
        }
        let end = self.stats.expansions.saturating_add(budget);
        if self.turns.is_empty() {
            if budget == 0 {
                return Status::Running;
            }
            let (root, _) = self.visit();
            self.expand(root);
        }
        while let Some(frame) = self.line.last() {
            if self.moves.len() == frame.start {
                self.line.pop();
                if !self.line.is_empty() {
                    self.game.undo();
                }
                continue;
            }
            if self.stats.expansions >= end {
                return Status::Running;
            }
            let from = frame.number;
            let m = self.moves.pop().expect("the frame has moves left");
            self.game.play(m);
            self.stats.plays += 1;
            let (to, new) = self.visit();
            self.edges.push((from, to));
            if !new {
                self.game.undo();
            } else if self.turns.len() > self.max_positions {
                return self.finish(GameValue::Unknown(StopReason::Memory));
            } else {
                self.expand(to);
            }
        }
        let verdict = self.solve();
        self.finish(verdict)
    }

    fn verdict(&self) -> GameValue {
        self.verdict
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn fill(&self) -> f64 {
        self.turns.len() as f64 / self.max_positions as f64
    }
}

/// Keys are hashes already, or small numbers: a multiplication is enough.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(SPREAD);
        self.0 ^= self.0 >> 32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::fixtures;
    use crate::toy::graph::{Graph, GraphGame};
    use crate::toy::random_graphs::any_graph;
    use crate::{Limits, drive};

    fn expected(graph: &Graph) -> GameValue {
        graph.truth()[0].map_or(GameValue::Disproved, |plies| GameValue::Proved(plies.into()))
    }

    #[test]
    fn brute_force_finds_the_truth_of_thousands_of_graphs() {
        for seed in 0..4000 {
            let graph = any_graph(seed, 150);
            let game = graph.clone().game().with_keys(seed).with_order(seed);
            let mut search = Brute::new(game);
            let outcome = drive(&mut search, &Limits::default(), &mut ());
            assert_eq!(outcome.verdict, expected(&graph), "seed {seed}");
            assert_eq!(outcome.stats.expansions, graph.len() as u64);
            let shared = std::sync::Arc::new(graph);
            for (node, rank) in shared.truth().into_iter().enumerate() {
                let position = GraphGame::from_node(shared.clone(), node).with_keys(seed);
                assert_eq!(search.rank(&position), Some(rank), "seed {seed}, node {node}");
            }
        }
    }

    #[test]
    fn the_fixtures_are_answered_right() {
        for graph in [fixtures::ghi(), fixtures::eviction(), fixtures::feeding_sums()] {
            let wanted = expected(&graph);
            assert_eq!(
                drive(&mut Brute::new(graph.game()), &Limits::default(), &mut ()).verdict,
                wanted
            );
        }
    }

    #[test]
    fn a_search_in_small_steps_does_the_same_work() {
        for seed in 0..50 {
            let graph = any_graph(seed, 100);
            let mut whole = Brute::new(graph.clone().game());
            assert_eq!(whole.advance(u64::MAX), Status::Done);
            let mut steps = Brute::new(graph.game());
            let mut count = 0;
            while steps.advance(1) == Status::Running {
                count += 1;
                assert_eq!(steps.stats().expansions, count);
                assert_eq!(steps.verdict(), GameValue::Unknown(StopReason::Nodes));
            }
            assert_eq!((steps.verdict(), steps.stats()), (whole.verdict(), whole.stats()));
        }
    }

    #[test]
    fn too_many_positions_are_not_an_answer() {
        let graph = fixtures::diamonds(10, Turn::And, true);
        let mut search = Brute::new(graph.game()).with_max_positions(9);
        assert_eq!(search.advance(100), Status::Done);
        assert_eq!(search.verdict(), GameValue::Unknown(StopReason::Memory));
        let limited = drive(&mut Brute::new(fixtures::ghi().game()), &Limits::expansions(3), &mut ());
        assert_eq!(limited.verdict, GameValue::Unknown(StopReason::Nodes));
    }
}
