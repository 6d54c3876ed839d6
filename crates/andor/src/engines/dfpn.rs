//! df-pn: proof-number search depth first, in bounded memory.
//!
//! Idea     Follow the most proving child as far as the choice would not change, which two thresholds
//!          say; come back when they are reached; remember bounds in the table. With estimates and
//!          edge costs of the game it is df-pn+.
//! Source   \[Nagai02\]; the frame keeps its children's results, so that a lost table entry cannot make it go
//!          round in circles.
//! Differs  The recursion is a stack of `Frame`s on the heap: a search can be interrupted at any
//!          expansion, and lines may be thousands of plies long.
//!
//! Read `Dfpn::step` first: it is the loop, and each technique is a line of it.

mod children;
mod killers;
mod phases;
mod results;
mod shared_tree;
mod simulation;
mod solved_elsewhere;
mod transfer;

use crate::Plies;
use crate::game::Game;
use crate::options::{Cycles, Options, Sums};
use crate::path::Path;
use crate::policy::Policy;
use crate::spread::SPREAD;
use crate::table::{Found, Query, Table};
use crate::techniques::edge_costs::EdgeCost;
use crate::techniques::repetition::Conditional;
use crate::techniques::virtual_loss::VirtualLoss;
use crate::techniques::{epsilon, merging, threshold_control};
use crate::{Bounds, GameValue, Search, Stats, Status, StopReason, Turn};
use children::{Child, Combined};
use results::Solved;
pub(crate) use shared_tree::SharedTree;
use std::fmt;
use std::sync::Arc;

/// A pair of thresholds: a node is left as soon as one of its numbers reaches its threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limit {
    pub pn: u32,
    pub dn: u32,
}

impl Limit {
    const NONE: Limit = Limit { pn: Bounds::INF, dn: Bounds::INF };
    /// Reached by what only failed, see `phases.rs`.
    const ALMOST: Limit = Limit { pn: Bounds::MAX, dn: Bounds::INF };

    fn phi(self, mover: Turn) -> u32 {
        if mover == Turn::Or { self.pn } else { self.dn }
    }

    fn delta(self, mover: Turn) -> u32 {
        if mover == Turn::Or { self.dn } else { self.pn }
    }

    fn is_reached(self, bounds: Bounds) -> bool {
        bounds.pn() >= self.pn || bounds.dn() >= self.dn
    }
}

/// A node of the current line.
struct Frame {
    /// Where its children start in `Dfpn::children`; they end where the next frame's start.
    children: usize,
    turn: Turn,
    limit: Limit,
    /// The child being searched.
    chosen: usize,
    /// `Dfpn::loops` when the node was entered.
    loops_before: u32,
    /// Expansions made before the node was entered, and those of earlier visits.
    expansions_before: u64,
    amount_before: u32,
    /// OR must win within this many plies from here; [`Plies::UNLIMITED`] if the length does not matter.
    left: Plies,
    /// Identifies the line up to here.
    code: u64,
    maybe_repetition: bool,
    min_depth: u32,
}

/// A df-pn search.
pub struct Dfpn<G: Game, P: Policy = Options> {
    game: G,
    policy: P,
    /// What every policy has.
    options: Options,
    table: Arc<Table<G::Resource>>,
    conditional: Conditional,
    path: Path<G::Resource>,
    frames: Vec<Frame>,
    /// Frames above the position asked about, and how far to search it: a job of `shared_tree.rs`, else 0 and no limit.
    base: usize,
    limit: Limit,
    children: Vec<Child<G, P>>,
    scratch: children::Scratch<G>,
    /// Open loops met on the current line (TCA).
    loops: u32,
    stats: Stats,
    /// What the table had dropped when the search began.
    evicted_before: u64,
    result: Option<Solved<G::Resource>>,
    /// Where other threads are at work, if there are any.
    busy: Option<Arc<VirtualLoss>>,
    /// How many positions solved by other threads it has heard of.
    solved_seen: u64,
    /// Expansions when it last looked at the whole line.
    looked: u64,
    /// OR must win within this many plies; [`Plies::UNLIMITED`] if the length does not matter.
    within: Plies,
    /// See [`Dfpn::is_lenient`]: none of several threads is.
    lenient: bool,
    /// The node of the line that Nagai's second phase searches, if there is one.
    strict: Option<usize>,
    /// The newest expansions, if a test asked for them.
    trace: Option<Vec<u64>>,
    /// The mistake this file must not make, for a test that shows it would be noticed: take every
    /// disproof for a real one.
    #[cfg(test)]
    naive: bool,
}

impl<G: Game, P: Policy> fmt::Debug for Dfpn<G, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dfpn")
            .field("options", &self.options)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

/// Memory for conditional disproofs, beside the table. Four or sixteen times as much helps one hard no-mate and hurts another, and
/// makes no difference to mates.
const CONDITIONAL_BYTES: usize = 4 << 20;

/// Moves to a position of a line, on average, that [`Dfpn::reserve`] takes memory for. Fewer: long lines with many checks take
/// more on the way.
const MOVES_ON_A_LINE: usize = 24;

impl<G: Game, P: Policy> Dfpn<G, P> {
    /// A search of the game's current position that keeps what it learns in `table`.
    pub fn new(game: G, policy: P, table: Arc<Table<G::Resource>>) -> Dfpn<G, P> {
        let evicted_before = table.evicted();
        Dfpn {
            game,
            policy,
            options: policy.usual(),
            table,
            conditional: Conditional::with_bytes(CONDITIONAL_BYTES),
            path: Path::new(),
            frames: Vec::new(),
            base: 0,
            limit: Limit::NONE,
            children: Vec::new(),
            scratch: children::Scratch::default(),
            loops: 0,
            stats: Stats::default(),
            evicted_before,
            result: None,
            busy: None,
            solved_seen: 0,
            looked: 0,
            within: Plies::UNLIMITED,
            lenient: true,
            strict: None,
            trace: None,
            #[cfg(test)]
            naive: false,
        }
    }

    /// Allocates the memory for lines of `positions` positions with at most `moves` moves each now, not during the search.
    pub fn reserve(&mut self, positions: usize, moves: usize) {
        self.frames.reserve(positions);
        self.path.reserve(positions);
        self.children.reserve(moves.max(positions * MOVES_ON_A_LINE));
        self.scratch.reserve(moves);
        self.scratch.other = self.game.fork(self.scratch.other.take());
        self.conditional.reserve();
    }

    /// Begins another search, of the position that `set_up` leaves the game in, in the same memory.
    pub fn restart(&mut self, set_up: impl FnOnce(&mut G)) {
        self.frames.clear();
        self.children.clear();
        self.path.clear();
        self.conditional.clear();
        (self.loops, self.solved_seen, self.looked) = (0, 0, 0);
        self.evicted_before = self.table.evicted();
        self.stats = Stats::default();
        self.result = None;
        self.lenient = self.busy.is_none();
        self.strict = None;
        set_up(&mut self.game);
    }

    /// The game, at the position being searched.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The move that solved the position asked about, as [`crate::Rules::move_bits`]; 0 if there is none.
    pub fn solving_move(&self) -> u32 {
        self.result.as_ref().map_or(0, |solved| solved.best)
    }

    /// Asks whether OR wins within the given number of plies. Then `Proved` is a win of the game as always, and
    /// `Disproved` says only that it takes longer. What one such search learns another one can use.
    #[must_use]
    pub fn within(mut self, plies: impl Into<Plies>) -> Dfpn<G, P> {
        self.within = plies.into();
        self
    }

    /// The plies left at a node of the line.
    fn left_at(&self, depth: u32) -> Plies {
        self.frames[depth as usize].left
    }

    /// The plies left after a child of the innermost node, by its index.
    fn left_below(&self, index: usize) -> Plies {
        let left = self.frames.last().map_or(self.within, |frame| frame.left);
        left.saturating_sub(self.children[index].plies)
    }

    /// The plies left at the position about to be entered.
    fn left_next(&self) -> Plies {
        self.frames.last().map_or(self.within, |frame| self.left_below(frame.children + frame.chosen))
    }

    /// One of several searches that share the table and know where the others are.
    pub(crate) fn among(mut self, busy: Arc<VirtualLoss>) -> Dfpn<G, P> {
        self.busy = Some(busy);
        self.lenient = false;
        self
    }

    /// Records the keys of expanded positions, for tests.
    pub fn with_trace(mut self) -> Dfpn<G, P> {
        self.trace = Some(Vec::new());
        self
    }

    /// The keys of expanded positions in order, if asked for.
    pub fn trace(&self) -> &[u64] {
        self.trace.as_deref().unwrap_or(&[])
    }

    /// The table.
    pub fn table(&self) -> &Arc<Table<G::Resource>> {
        &self.table
    }

    /// Gives the game back, at the position it was given in.
    pub fn into_game(mut self) -> G {
        for _ in 1..self.frames.len() {
            self.game.undo();
        }
        self.game
    }

    /// One round of the innermost node: come back, or go one level down.
    ///
    /// False if going down would exceed the budget.
    fn step(&mut self, may_expand: bool) -> bool {
        let node = self.frames.len() - 1;
        let here = self.combine(node);
        if self.only_failed(node, here.bounds) {
            if may_expand {
                self.search_strictly(node);
            }
            return may_expand;
        }
        let limit = threshold_control::lift(self.loops, self.frames[node].limit, here.bounds);
        if here.bounds.is_solved() || limit.is_reached(here.bounds) || self.escaped(node) {
            self.come_back(&here);
            return true;
        }
        if may_expand {
            self.stats.threshold_lifts += (limit != self.frames[node].limit) as u64;
            let next = self.limit_for(node, &here, limit);
            self.go_down(node, here.best, next);
        }
        may_expand
    }

    /// Has the loop that kept this line's thresholds lifted been broken below here?
    fn escaped(&self, node: usize) -> bool {
        node > 0 && self.frames[node].loops_before > 0 && self.loops == 0
    }

    /// How far the chosen child may go before this node would choose another or be left.
    fn limit_for(&self, node: usize, here: &Combined, limit: Limit) -> Limit {
        let turn = self.frames[node].turn;
        let child = &self.children[self.frames[node].children + here.best];
        let (phi, delta) = (child.seen().phi(turn), child.seen().delta(turn));
        // A child chosen because other threads are at the better ones may have reached the limit already:
        // it must still have room, or it would be entered and left for ever.
        let is_losing =
            turn == self.probable_loser() && here.bounds.delta(turn) < here.bounds.phi(turn);
        let second = match turn {
            Turn::Or if epsilon::is_hopeless(&self.options, self.frames[node].left, here.bounds) => {
                Bounds::MAX
            }
            _ => epsilon::widen(&self.options, here.second, is_losing),
        };
        let phi = limit.phi(turn).min(second).max(phi.saturating_add(1));
        let delta = match limit.delta(turn) {
            Bounds::INF => Bounds::INF,
            // So may one that the sum leaves out (df-pn(r)): it gets what the sum has left to grow.
            limit if self.policy.cycles() == Cycles::Reduced && delta > here.bounds.delta(turn) => {
                delta.saturating_add(limit.saturating_sub(here.bounds.delta(turn))).min(Bounds::MAX)
            }
            limit => limit.saturating_sub(here.beside),
        };
        let (pn, dn) = child.cost.taken_off(match turn {
            Turn::Or => (phi, delta),
            Turn::And => (delta, phi),
        });
        Limit { pn, dn }
    }

    /// The side that most such searches go against: few positions are won within a limited number of plies.
    fn probable_loser(&self) -> Turn {
        if self.options.doubt || !self.within.is_unlimited() { Turn::Or } else { Turn::And }
    }

    fn go_down(&mut self, node: usize, best: usize, limit: Limit) {
        self.frames[node].chosen = best;
        let index = self.frames[node].children + best;
        if matches!(self.policy.sums(), Sums::Snda | Sums::Nagai) {
            self.merge(node, index);
        }
        let child = &mut self.children[index];
        if child.is_new && self.loops > 0 {
            self.loops -= 1;
        }
        child.is_new = false;
        let (m, key) = (child.m, child.key);
        if let Some(busy) = &self.busy {
            busy.enter(key);
        }
        self.game.play(m);
        self.stats.plays += 1;
        self.enter(limit);
    }

    /// Opens the game's current position: generates its moves and looks each of them up.
    fn enter(&mut self, limit: Limit) {
        let (key, resource) = (self.game.key(), self.game.resource());
        let depth = self.path.len() as u32;
        let (mut amount_before, mut maybe_repetition, mut min_depth, mut merged) = (0, false, depth, 0);
        let within = self.left_next();
        let mut is_new = false;
        match self.table.ask(&Query { key, resource, within, dominance: false }) {
            Found::Entry(entry) => {
                (amount_before, maybe_repetition) = (entry.amount, entry.maybe_repetition);
                (min_depth, merged) = (entry.min_depth.min(depth), entry.merged);
            }
            Found::Nothing => {
                self.stats.new_expansions += 1;
                is_new = true;
            }
        }
        let code = line_code(self.frames.last().map_or(0, |above| above.code), key, resource);
        self.path.push(key, resource);
        if let Some(trace) = &mut self.trace {
            trace.push(key);
        }
        let frame = Frame {
            children: self.children.len(),
            turn: self.game.turn(),
            limit,
            chosen: 0,
            loops_before: self.loops,
            expansions_before: self.stats.expansions,
            amount_before,
            left: within,
            code,
            maybe_repetition,
            min_depth,
        };
        self.frames.push(frame);
        self.stats.expansions += 1;
        self.stats.max_depth = self.stats.max_depth.max(depth);
        self.generate(merged);
        if is_new && self.options.killers && self.game.turn() == Turn::Or {
            self.try_killer();
        }
        if self.policy.cycles() == Cycles::Tca && self.has_old_child() {
            self.loops += 1;
        }
        self.collect_garbage();
    }

    fn has_old_child(&self) -> bool {
        let first = self.frames.last().map_or(0, |frame| frame.children);
        self.children[first..].iter().any(|child| child.old && !child.bounds.is_solved())
    }

    fn collect_garbage(&mut self) {
        if self.stats.expansions.is_multiple_of(64) && self.table.is_urgent() {
            self.table.collect(self.options.small_tree_gc);
            self.stats.collections += 1;
        }
    }

    /// Marks children of an earlier node that turn out to lead here both.
    fn merge(&mut self, node: usize, index: usize) {
        let child = &self.children[index];
        let reach = self.options.sums_snda_reach;
        let at = (child.key, child.resource);
        let met = match self.policy.sums() {
            Sums::Nagai => {
                let turns = |depth: u32| self.frames[depth as usize].turn;
                merging::branching_point(&self.table, &self.path, at, reach, turns)
            }
            _ => merging::common_ancestor(&self.table, &self.path, at, reach),
        };
        let Some((depth, other)) = met else { return };
        let depth = depth as usize;
        if depth >= node {
            return;
        }
        let range = self.frames[depth].children..self.frames[depth + 1].children;
        let chosen = self.frames[depth].children + self.frames[depth].chosen;
        if let Some(found) = range.clone().find(|&i| self.children[i].key == other && i != chosen) {
            self.stats.merges += !self.children[found].merged as u64;
            self.children[found].merged = true;
            self.children[chosen].merged = true;
        }
    }
}

/// The code of a line made longer by a position.
fn line_code<R: crate::Resource>(before: u64, key: u64, resource: R) -> u64 {
    let mut z = before.rotate_left(23) ^ key ^ ((resource.to_bits() as u64) << 32);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9).wrapping_add(SPREAD);
    z ^ (z >> 29)
}

impl<G: Game, P: Policy> Search for Dfpn<G, P> {
    fn tidy(&mut self, go_on: &mut dyn FnMut() -> bool) {
        let dropped = self.table.tidy(self.options.small_tree_gc, go_on);
        self.stats.collections += u64::from(dropped > 0);
    }

    fn advance(&mut self, budget: u64) -> Status {
        let goal = self.stats.expansions.saturating_add(budget);
        if self.frames.len() == self.base && self.result.is_none() {
            if budget == 0 {
                return Status::Running;
            }
            if !self.over_or_lost() {
                self.enter(if self.is_lenient() { Limit::ALMOST } else { self.limit });
            }
        }
        while self.result.is_none() {
            if self.busy.is_some() && self.adopt_solved() {
                continue;
            }
            if !self.step(self.stats.expansions < goal) {
                return Status::Running;
            }
        }
        Status::Done
    }

    fn verdict(&self) -> GameValue {
        match &self.result {
            Some(solved) if solved.bounds.is_proved() => GameValue::Proved(solved.rank),
            Some(_) => GameValue::Disproved,
            None => GameValue::Unknown(StopReason::Nodes),
        }
    }

    fn stats(&self) -> Stats {
        Stats { evictions: self.table.evicted() - self.evicted_before, ..self.stats }
    }

    fn root_bounds(&self) -> Bounds {
        match (&self.result, self.frames.len() == self.base) {
            (Some(solved), _) => solved.bounds,
            (None, true) => Bounds::UNIT,
            (None, false) => self.combine(self.base).bounds,
        }
    }

    fn line(&self) -> Vec<u32> {
        let chosen = |frame: &Frame| self.children.get(frame.children + frame.chosen);
        // The innermost node has chosen nothing yet.
        let above = self.frames.len().saturating_sub(1);
        let moves = self.frames[..above].iter().map_while(chosen).map(|child| G::move_bits(child.m));
        moves.take_while(|&bits| bits != 0).collect()
    }

    fn fill(&self) -> f64 {
        self.table.len() as f64 / self.table.capacity() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::fixtures;
    use crate::toy::graph::GraphGame;
    use crate::toy::tangles::any_tangle;
    use crate::{Limits, drive};

    fn verdict(game: GraphGame, naive: bool) -> Option<bool> {
        let mut search = Dfpn::new(game, Options::default(), Arc::new(Table::with_bytes(1 << 18)));
        search.naive = naive;
        drive(&mut search, &Limits::expansions(100_000), &mut ()).verdict.answer()
    }

    #[test]
    fn storing_repetitions_as_plain_disproofs_is_caught() {
        assert_eq!(verdict(fixtures::ghi().game(), false), Some(true));
        let (mut wrong, mut graphs) = (0, 0);
        for seed in 0..4_000 {
            let graph = any_tangle(seed, 60);
            let truth = graph.truth()[0].is_some();
            assert_eq!(verdict(graph.clone().game(), false), Some(truth), "seed {seed}");
            graphs += 1;
            wrong += (verdict(graph.game(), true) != Some(truth)) as u32;
        }
        println!("the naive table is wrong about {wrong} of {graphs} graphs");
        assert!(wrong > 0);
    }
}
