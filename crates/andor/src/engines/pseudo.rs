//! Evaluation thresholds: first believe the evaluation, then less and less of it.
//!
//! Trouble  A large proof is mostly made of positions that any evaluation would call won or lost.
//! Idea     Take |evaluation| ≥ threshold for an answer and solve the root with that: a cheap outline. Then
//!          raise the threshold, which reopens the positions no longer believed, and fill the outline
//!          in. Without a threshold the proof is exact, and only that is reported.
//! Source   \[Schaeffer07\], as in the checkers proof.
//! Differs  The graph is kept from one threshold to the next, with its numbers; every position is
//!          expanded once. Numbers only choose where to look. Answers come from solved children alone, and
//!          from closed sets: positions none of which can reach an open one are not won.
//! Seen     [`Pseudo::threshold`], [`Pseudo::believed`]; test `beliefs_are_revised`.

use crate::{Bounds, Game, GameValue, Resource, Search, Stats, Status, StopReason, Turn, add};
use std::collections::{HashMap, VecDeque};
use std::fmt;

/// A game whose positions can be judged.
pub trait EvaluatedGame: Game {
    /// How good the position looks for OR; 0 is even. It may be wrong, but not [`i32::MIN`], and always
    /// the same for the same position.
    fn evaluation(&mut self) -> i32;
}

/// What is known, or believed, about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    Won,
    Lost,
}

struct Node<M> {
    turn: Turn,
    state: State,
    expanded: bool,
    evaluation: i32,
    /// Used while the node is open.
    bounds: Bounds,
    /// If won: within how many plies.
    rank: u32,
    /// Moves that are not yet won (in an AND node) or lost (in an OR node).
    left: u32,
    children: Vec<(M, u32)>,
    parents: Vec<u32>,
    /// Its place in the descent that saw it last, and which descent that was.
    place: (u64, u32),
}

/// A node of a descent.
struct Step {
    node: u32,
    /// Its open children, the best last.
    untried: Vec<u32>,
    /// Which of its moves was taken last.
    taken: u32,
    /// The earliest place its descendants lead back to.
    low: u32,
}

/// Best-first search with an evaluation that counts until it is found wanting.
pub struct Pseudo<G: EvaluatedGame> {
    game: G,
    numbers: HashMap<(u64, u32), u32>,
    nodes: Vec<Node<G::Move>>,
    /// `None`: no evaluation is believed any more.
    threshold: Option<i32>,
    descents: u64,
    max_positions: usize,
    verdict: GameValue,
    status: Status,
    stats: Stats,
}

impl<G: EvaluatedGame> fmt::Debug for Pseudo<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pseudo")
            .field("threshold", &self.threshold)
            .field("verdict", &self.verdict)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl<G: EvaluatedGame> Pseudo<G> {
    /// A search that first believes every evaluation of at least `threshold`, which must be positive, and
    /// doubles that until nothing is believed.
    pub fn new(game: G, threshold: i32) -> Pseudo<G> {
        Pseudo {
            game,
            numbers: HashMap::new(),
            nodes: Vec::new(),
            threshold: Some(threshold.max(1)),
            descents: 0,
            max_positions: u32::MAX as usize,
            verdict: GameValue::Unknown(StopReason::Nodes),
            status: Status::Running,
            stats: Stats::default(),
        }
    }

    /// Gives up with `Unknown(Memory)` rather than keep more positions than this.
    pub fn with_max_positions(mut self, max_positions: usize) -> Pseudo<G> {
        self.max_positions = max_positions.min(u32::MAX as usize);
        self
    }

    /// The evaluation that is believed at present; `None`: none is.
    pub fn threshold(&self) -> Option<i32> {
        self.threshold
    }

    /// The answer at the present threshold, if there is one already. No proof unless the search is done.
    pub fn believed(&self) -> Option<bool> {
        match self.nodes.first().map(|root| root.state) {
            Some(State::Won) => Some(true),
            Some(State::Lost) => Some(false),
            _ => None,
        }
    }

    /// Finds or makes the node of the position on the board.
    fn visit(&mut self, parent: Option<u32>) -> u32 {
        let next = self.nodes.len() as u32;
        let identity = (self.game.key(), self.game.resource().to_bits());
        let number = *self.numbers.entry(identity).or_insert(next);
        if number == next {
            let evaluation = self.game.evaluation();
            self.nodes.push(Node {
                turn: self.game.turn(),
                // The root is always looked into.
                state: if parent.is_some() { self.belief(evaluation) } else { State::Open },
                expanded: false,
                evaluation,
                bounds: self.game.estimate(),
                rank: 0,
                left: 0,
                children: Vec::new(),
                parents: Vec::new(),
                place: (0, 0),
            });
        }
        self.nodes[number as usize].parents.extend(parent);
        number
    }

    fn belief(&self, evaluation: i32) -> State {
        match self.threshold {
            Some(threshold) if evaluation >= threshold => State::Won,
            Some(threshold) if evaluation <= -threshold => State::Lost,
            _ => State::Open,
        }
    }

    /// Expands the node at the end of the line.
    fn expand(&mut self, line: &[Step]) {
        let moves: Vec<G::Move> = line[..line.len() - 1]
            .iter()
            .map(|s| self.nodes[s.node as usize].children[s.taken as usize].0)
            .collect();
        moves.iter().for_each(|&m| self.game.play(m));
        let parent = line[line.len() - 1].node;
        self.stats.expansions += 1;
        self.stats.new_expansions += 1;
        self.stats.max_depth = self.stats.max_depth.max(moves.len() as u32);
        let mut own = Vec::new();
        self.game.moves(&mut own);
        let mut children = Vec::with_capacity(own.len());
        for m in own {
            self.game.play(m);
            children.push((m, self.visit(Some(parent))));
            self.game.undo();
        }
        self.stats.plays += (moves.len() + children.len()) as u64;
        moves.iter().for_each(|_| self.game.undo());
        let node = &mut self.nodes[parent as usize];
        node.expanded = true;
        node.children = children;
        let state = self.judge(parent);
        if state != State::Open {
            self.solve(VecDeque::from([(parent, state)]));
        }
    }

    /// Counts a node's children afresh: what do they make of it?
    fn judge(&mut self, number: u32) -> State {
        let node = &self.nodes[number as usize];
        let good = |&&(_, child): &&(G::Move, u32)| match (node.turn, self.nodes[child as usize].state)
        {
            (Turn::Or, state) => state == State::Lost,
            (Turn::And, state) => state == State::Won,
        };
        let decides = if node.turn == Turn::Or { State::Won } else { State::Lost };
        let other = if node.turn == Turn::Or { State::Lost } else { State::Won };
        let left = (node.children.len() - node.children.iter().filter(good).count()) as u32;
        let decided =
            node.children.iter().any(|&(_, child)| self.nodes[child as usize].state == decides);
        self.nodes[number as usize].left = left;
        match (decided, left) {
            (true, _) => decides,
            (_, 0) => other,
            _ => State::Open,
        }
    }

    /// Settles nodes, and all their ancestors that this settles.
    fn solve(&mut self, mut settled: VecDeque<(u32, State)>) {
        while let Some((number, state)) = settled.pop_front() {
            if self.nodes[number as usize].state != State::Open {
                continue;
            }
            if state == State::Won {
                self.nodes[number as usize].rank = self.rank(number);
            }
            self.nodes[number as usize].state = state;
            self.tell_parents(number, state, &mut settled);
        }
    }

    fn tell_parents(&mut self, number: u32, state: State, settled: &mut VecDeque<(u32, State)>) {
        for i in 0..self.nodes[number as usize].parents.len() {
            let parent = self.nodes[number as usize].parents[i];
            let node = &mut self.nodes[parent as usize];
            let decides = (node.turn == Turn::Or) == (state == State::Won);
            if !node.expanded {
                continue;
            }
            if !decides {
                node.left -= 1;
            }
            if node.state == State::Open && (decides || node.left == 0) {
                settled.push_back((parent, state));
            }
        }
    }

    /// Within how many plies a node is won whose children make it won.
    fn rank(&self, number: u32) -> u32 {
        let node = &self.nodes[number as usize];
        let won = |&(_, child): &(G::Move, u32)| {
            let child = &self.nodes[child as usize];
            (child.state == State::Won).then_some(child.rank + 1)
        };
        let ranks = node.children.iter().filter_map(won);
        if node.turn == Turn::Or { ranks.min() } else { ranks.max() }.unwrap_or(0)
    }

    /// Goes down by the numbers to an open leaf, and round what leads to none.
    ///
    /// `None` if there is none: then all open nodes that can be reached have been settled as lost. This is a
    /// depth-first search for strongly connected components: one that leaves without a leaf is closed.
    fn descend(&mut self) -> Option<Vec<Step>> {
        'again: loop {
            self.descents += 1;
            let mut places = 0;
            let mut line: Vec<Step> = Vec::new();
            // Nodes seen whose component is not complete.
            let mut pending: Vec<u32> = Vec::new();
            let mut enter = Some(0);
            loop {
                if let Some(number) = enter.take() {
                    if self.nodes[0].state != State::Open {
                        return None;
                    }
                    let untried = self.open_children(number);
                    self.nodes[number as usize].place = (self.descents, places);
                    line.push(Step { node: number, untried, taken: 0, low: places });
                    pending.push(number);
                    places += 1;
                    if !self.nodes[number as usize].expanded {
                        return Some(line);
                    }
                }
                let step = line.last_mut().expect("the line is left below");
                if let Some(taken) = step.untried.pop() {
                    step.taken = taken;
                    let child = self.nodes[step.node as usize].children[taken as usize].1;
                    match self.nodes[child as usize].place {
                        (descent, place) if descent == self.descents => step.low = step.low.min(place),
                        _ => enter = Some(child),
                    }
                    continue;
                }
                let step = line.pop().expect("just looked at");
                if step.low == self.nodes[step.node as usize].place.1 {
                    let first = pending.iter().rposition(|&n| n == step.node).expect("it was entered");
                    let closed = pending.split_off(first).into_iter().map(|n| (n, State::Lost));
                    self.solve(closed.collect());
                    continue 'again;
                }
                if let Some(parent) = line.last_mut() {
                    parent.low = parent.low.min(step.low);
                }
            }
        }
    }

    /// The open children of a node by index, the most proving last.
    fn open_children(&self, number: u32) -> Vec<u32> {
        let node = &self.nodes[number as usize];
        let child = |i: &u32| &self.nodes[node.children[*i as usize].1 as usize];
        let mut open: Vec<u32> =
            (0..node.children.len() as u32).filter(|i| child(i).state == State::Open).collect();
        open.sort_by_key(|i| {
            let bounds = child(i).bounds;
            let effort = if node.turn == Turn::Or { bounds.pn() } else { bounds.dn() };
            std::cmp::Reverse((effort, *i))
        });
        open
    }

    /// Brings the numbers of the line up to date.
    fn update(&mut self, line: &[Step]) {
        for step in line.iter().rev() {
            let node = &self.nodes[step.node as usize];
            let (mut least, mut sum) = (Bounds::INF, 0);
            for &(_, child) in &node.children {
                let child = &self.nodes[child as usize];
                let bounds = match child.state {
                    State::Open => child.bounds,
                    State::Won => Bounds::PROVED,
                    State::Lost => Bounds::DISPROVED,
                };
                let (one, all) = if node.turn == Turn::Or {
                    (bounds.pn(), bounds.dn())
                } else {
                    (bounds.dn(), bounds.pn())
                };
                least = least.min(one);
                sum = add(sum, all);
            }
            let (pn, dn) = if node.turn == Turn::Or { (least, sum) } else { (sum, least) };
            self.nodes[step.node as usize].bounds = Bounds::open(pn, dn);
        }
    }

    /// Believes less: reopens everything that rests on evaluations below the new threshold.
    fn reopen(&mut self) {
        let largest = self.nodes.iter().map(|node| node.evaluation.saturating_abs()).max().unwrap_or(0);
        self.threshold = self.threshold.and_then(|t| t.checked_mul(2)).filter(|&t| t <= largest);
        let mut settled = VecDeque::new();
        for number in 0..self.nodes.len() {
            let belief = self.belief(self.nodes[number].evaluation);
            let node = &mut self.nodes[number];
            node.left = node.children.len() as u32;
            node.state = State::Open;
            let state = match (node.expanded, node.children.is_empty(), node.turn) {
                (false, _, _) => belief,
                (true, true, Turn::And) => State::Won,
                (true, true, Turn::Or) => State::Lost,
                _ => State::Open,
            };
            if state != State::Open {
                settled.push_back((number as u32, state));
            }
        }
        self.solve(settled);
    }

    fn finish(&mut self, verdict: GameValue) -> Status {
        self.verdict = verdict;
        self.status = Status::Done;
        Status::Done
    }
}

impl<G: EvaluatedGame> Search for Pseudo<G> {
    fn advance(&mut self, budget: u64) -> Status {
        if self.status == Status::Done {
            return Status::Done;
        }
        let end = self.stats.expansions.saturating_add(budget);
        if self.nodes.is_empty() {
            self.visit(None);
        }
        loop {
            if self.believed().is_some() {
                if self.threshold.is_none() {
                    let root = &self.nodes[0];
                    let won = root.state == State::Won;
                    let verdict =
                        if won { GameValue::Proved(root.rank.into()) } else { GameValue::Disproved };
                    return self.finish(verdict);
                }
                self.reopen();
                continue;
            }
            if self.nodes.len() > self.max_positions {
                return self.finish(GameValue::Unknown(StopReason::Memory));
            }
            if self.stats.expansions >= end {
                return Status::Running;
            }
            if let Some(line) = self.descend() {
                self.expand(&line);
                self.update(&line);
            }
        }
    }

    fn verdict(&self) -> GameValue {
        self.verdict
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn root_bounds(&self) -> Bounds {
        match self.verdict {
            GameValue::Proved(_) => Bounds::PROVED,
            GameValue::Disproved => Bounds::DISPROVED,
            GameValue::Unknown(_) => self.nodes.first().map_or(Bounds::UNIT, |root| root.bounds),
        }
    }

    fn fill(&self) -> f64 {
        self.nodes.len() as f64 / self.max_positions as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::fixtures;
    use crate::toy::othello::Othello;
    use crate::toy::random_graphs::any_graph;
    use crate::{Limits, drive};

    #[test]
    fn the_verdict_is_the_truth_whatever_the_evaluation() {
        for seed in 0..4000 {
            let graph = any_graph(seed, 150);
            let truth = graph.truth()[0];
            for (scale, threshold) in [(0, 1), (30, 1), (30, 8), (1000, 3)] {
                let game = graph.clone().game().with_evaluations(seed, scale).with_estimates(seed, 9);
                let mut search = Pseudo::new(game, threshold);
                match drive(&mut search, &Limits::default(), &mut ()).verdict {
                    GameValue::Proved(rank) => {
                        assert!(truth.is_some_and(|shortest| shortest <= rank), "seed {seed}: {rank}");
                    }
                    verdict => {
                        assert_eq!((verdict, truth), (GameValue::Disproved, None), "seed {seed}")
                    }
                }
                assert!(search.stats().expansions <= graph.len() as u64, "seed {seed}");
            }
        }
    }

    #[test]
    fn beliefs_are_revised() {
        let mut revised = 0;
        for seed in 0..300 {
            let graph = any_graph(seed, 100);
            let truth = graph.truth()[0].is_some();
            let mut search = Pseudo::new(graph.game().with_evaluations(seed, 30), 4);
            let mut believed = Vec::new();
            while search.advance(1) == Status::Running {
                believed.extend(search.threshold());
            }
            assert_eq!((search.verdict().answer(), search.threshold()), (Some(truth), None));
            assert!(believed.is_sorted());
            let mut hasty = Pseudo::new(any_graph(seed, 100).game().with_evaluations(seed, 30), 4);
            hasty.visit(None);
            while hasty.believed().is_none() {
                if let Some(line) = hasty.descend() {
                    hasty.expand(&line);
                    hasty.update(&line);
                }
            }
            revised += usize::from(hasty.believed() != Some(truth));
        }
        assert!(revised > 30, "{revised}");
    }

    #[test]
    fn a_search_in_small_steps_does_the_same_work() {
        for seed in 0..100 {
            let game = any_graph(seed, 100).game().with_evaluations(seed, 30);
            let mut whole = Pseudo::new(game.clone(), 4);
            whole.advance(u64::MAX);
            let mut steps = Pseudo::new(game, 4);
            while steps.advance(1) == Status::Running {}
            assert_eq!(
                (steps.verdict(), steps.stats()),
                (whole.verdict(), whole.stats()),
                "seed {seed}"
            );
        }
    }

    #[test]
    fn memory_is_a_limit_and_othello_is_solved() {
        let game = fixtures::diamonds(10, Turn::And, true).game().with_evaluations(1, 0);
        let mut search = Pseudo::new(game, 4).with_max_positions(9);
        assert_eq!(search.advance(100), Status::Done);
        assert_eq!(search.verdict(), GameValue::Unknown(StopReason::Memory));
        for (goal, reached) in [(-8, true), (-7, false)] {
            let mut search = Pseudo::new(Othello::new(4, goal).with_evaluation(), 3);
            let outcome = drive(&mut search, &Limits::default(), &mut ());
            assert_eq!(outcome.verdict.answer(), Some(reached), "{goal}");
        }
    }
}
