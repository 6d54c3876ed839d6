//! Explicit AND/OR graphs: every position and move written down.

use crate::engines::pseudo::EvaluatedGame;
use crate::toy::random_graphs::mix;
use crate::{Bounds, Hints, Resources, Rules, Turn};
use std::sync::Arc;

/// A position of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Whose move it is. A node without children is lost for this side.
    pub turn: Turn,
    /// Where its moves lead. Children may have the same turn, and may come before their parent.
    pub children: Vec<usize>,
    /// The class of each move (see [`Hints::classes`]); shorter than `children`: the rest have none.
    pub classes: Vec<u16>,
}

/// An AND/OR graph, with loops or without.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// The positions; the first is the root.
    pub nodes: Vec<Node>,
}

impl Graph {
    /// A graph without nodes.
    pub fn new() -> Graph {
        Graph::default()
    }

    /// Adds a node without children and says its number.
    pub fn add(&mut self, turn: Turn) -> usize {
        self.nodes.push(Node { turn, children: Vec::new(), classes: Vec::new() });
        self.nodes.len() - 1
    }

    /// Adds a move without a class.
    pub fn link(&mut self, from: usize, to: usize) {
        self.link_class(from, to, 0);
    }

    /// Adds a move with a class.
    pub fn link_class(&mut self, from: usize, to: usize, class: u16) {
        let node = &mut self.nodes[from];
        node.classes.resize(node.children.len(), 0);
        node.children.push(to);
        node.classes.push(class);
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Are there no positions?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many moves there are.
    pub fn edges(&self) -> usize {
        self.nodes.iter().map(|node| node.children.len()).sum()
    }

    /// The truth about every node: `Some(plies)` if OR wins there, with the shortest win against the
    /// longest defence, `None` if it does not.
    pub fn truth(&self) -> Vec<Option<u32>> {
        let mut parents = vec![Vec::new(); self.len()];
        let mut open: Vec<usize> = Vec::with_capacity(self.len());
        for (number, node) in self.nodes.iter().enumerate() {
            for &child in &node.children {
                parents[child].push(number);
            }
            open.push(node.children.len());
        }
        let mut rank = vec![None; self.len()];
        // Nodes enter in the order of their ranks, so the last child of an AND node is its longest defence.
        let mut queue = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            if node.turn == Turn::And && node.children.is_empty() {
                rank[number] = Some(0);
                queue.push((number, 0));
            }
        }
        let mut next = 0;
        while let Some(&(number, plies)) = queue.get(next) {
            next += 1;
            for &parent in &parents[number] {
                open[parent] -= 1;
                let won = self.nodes[parent].turn == Turn::Or || open[parent] == 0;
                if won && rank[parent].is_none() {
                    rank[parent] = Some(plies + 1);
                    queue.push((parent, plies + 1));
                }
            }
        }
        rank
    }

    /// A game on this graph, from its first node.
    pub fn game(self) -> GraphGame {
        GraphGame::new(self)
    }
}

/// A graph as a [`Game`](crate::Game). A move is the number of the child in [`Node::children`].
///
/// The methods that take a seed vary what must not matter for the answer.
#[derive(Clone, Debug)]
pub struct GraphGame {
    graph: Arc<Graph>,
    path: Vec<usize>,
    estimates: Option<(u64, u32)>,
    costs: Option<(u64, u32)>,
    evaluations: Option<(u64, u32)>,
    order: Option<u64>,
    keys: Option<u64>,
}

impl GraphGame {
    /// The game from node 0. Takes a [`Graph`] or an [`Arc`] of one.
    pub fn new(graph: impl Into<Arc<Graph>>) -> GraphGame {
        GraphGame::from_node(graph, 0)
    }

    /// The game from any node.
    pub fn from_node(graph: impl Into<Arc<Graph>>, start: usize) -> GraphGame {
        let graph = graph.into();
        GraphGame {
            graph,
            path: vec![start],
            estimates: None,
            costs: None,
            evaluations: None,
            order: None,
            keys: None,
        }
    }

    /// First bounds drawn from `1..=max`.
    pub fn with_estimates(mut self, seed: u64, max: u32) -> GraphGame {
        self.estimates = Some((seed, max));
        self
    }

    /// Edge costs drawn from `-max..=max`.
    pub fn with_costs(mut self, seed: u64, max: u32) -> GraphGame {
        self.costs = Some((seed, max));
        self
    }

    /// Evaluations drawn from `-max..=max`.
    pub fn with_evaluations(mut self, seed: u64, max: u32) -> GraphGame {
        self.evaluations = Some((seed, max));
        self
    }

    /// Moves in another order.
    pub fn with_order(mut self, seed: u64) -> GraphGame {
        self.order = Some(seed);
        self
    }

    /// Keys that look like hashes (different nodes still have different ones); without: node numbers.
    pub fn with_keys(mut self, seed: u64) -> GraphGame {
        self.keys = Some(seed);
        self
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The number of the present node.
    pub fn node(&self) -> usize {
        *self.path.last().expect("the path starts at the root")
    }

    /// How many moves were played.
    pub fn depth(&self) -> usize {
        self.path.len() - 1
    }

    fn here(&self) -> &Node {
        &self.graph.nodes[self.node()]
    }

    fn draw(&self, seed: u64, salt: u64) -> u64 {
        mix(seed ^ mix((self.node() as u64) << 20 ^ salt))
    }

    fn class(&self, m: u32) -> u16 {
        self.here().classes.get(m as usize).copied().unwrap_or(0)
    }
}

impl Rules for GraphGame {
    type Move = u32;

    fn turn(&self) -> Turn {
        self.here().turn
    }

    fn moves(&self, out: &mut Vec<u32>) {
        let start = out.len();
        out.extend(0..self.here().children.len() as u32);
        if let Some(seed) = self.order {
            out[start..].sort_by_key(|&m| self.draw(seed, u64::from(m)));
        }
    }

    fn play(&mut self, m: u32) {
        self.path.push(self.here().children[m as usize]);
    }

    fn undo(&mut self) {
        assert!(self.path.len() > 1, "nothing to take back");
        self.path.pop();
    }

    fn key(&self) -> u64 {
        // Mixing is one to one, so keys stay different.
        self.keys.map_or(self.node() as u64, |seed| mix(self.node() as u64 ^ seed))
    }

    fn move_bits(m: u32) -> u32 {
        m + 1
    }
}

impl Resources for GraphGame {
    type Resource = ();
    fn resource(&self) {}
}

impl Hints for GraphGame {
    fn estimate(&mut self) -> Bounds {
        let Some((seed, max)) = self.estimates else { return Bounds::UNIT };
        let bits = self.draw(seed, 0xe5);
        let number = |bits: u64| 1 + (bits % u64::from(max.max(1))) as u32;
        Bounds::open(number(bits & 0xffff_ffff), number(bits >> 32))
    }

    fn cost(&self, m: u32) -> (i32, i32) {
        let Some((seed, max)) = self.costs else { return (0, 0) };
        let bits = self.draw(seed, 0x1_0000 + u64::from(m));
        let number = |bits: u64| (bits % (2 * u64::from(max) + 1)) as i32 - max as i32;
        (number(bits & 0xffff_ffff), number(bits >> 32))
    }

    fn classes(&self, moves: &[u32], classes: &mut [u16]) {
        for (class, &m) in classes.iter_mut().zip(moves) {
            *class = self.class(m);
        }
    }

    /// A move waits for the move before it of the same class.
    fn delays(&self, moves: &[u32], after: &mut [Option<u16>]) {
        for (i, &m) in moves.iter().enumerate() {
            let class = self.class(m);
            if class != 0 {
                let before = moves[..i].iter().rposition(|&other| self.class(other) == class);
                after[i] = before.map(|j| j as u16);
            }
        }
    }

    /// The same with the moves the other way round.
    fn doubts(&self, moves: &mut [u32], after: &mut [Option<u16>]) {
        moves.reverse();
        self.delays(moves, after);
    }
}

impl EvaluatedGame for GraphGame {
    fn evaluation(&mut self) -> i32 {
        let Some((seed, max)) = self.evaluations else { return 0 };
        let bits = self.draw(seed, 0xe7a1);
        (bits % (2 * u64::from(max) + 1)) as i32 - max as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::random_graphs::{Shape, Spec, random_graph};

    #[test]
    fn ranks_are_those_of_the_definition() {
        for seed in 0..500 {
            let graph = random_graph(Spec::new(Shape::Cyclic, 40), seed);
            let truth = graph.truth();
            for (number, node) in graph.nodes.iter().enumerate() {
                let ranks = node.children.iter().map(|&child| truth[child]);
                let expected = match node.turn {
                    Turn::Or => ranks.flatten().min().map(|rank| rank + 1),
                    Turn::And if node.children.is_empty() => Some(0),
                    Turn::And => {
                        ranks.collect::<Option<Vec<_>>>().map(|all| 1 + *all.iter().max().unwrap())
                    }
                };
                assert_eq!(truth[number], expected, "seed {seed}, node {number}");
            }
        }
    }

    #[test]
    fn seeds_change_the_order_and_the_numbers_but_not_the_moves() {
        let graph = Arc::new(random_graph(Spec::new(Shape::Fan, 60), 7));
        let fan = (0..graph.len()).max_by_key(|&n| graph.nodes[n].children.len()).unwrap();
        let plain = GraphGame::from_node(graph.clone(), fan);
        let mut varied =
            plain.clone().with_order(3).with_estimates(4, 20).with_costs(5, 3).with_keys(6);
        let (mut one, mut other, mut again) = (Vec::new(), Vec::new(), Vec::new());
        plain.moves(&mut one);
        varied.moves(&mut other);
        varied.moves(&mut again);
        assert_eq!(other, again);
        assert_ne!(one, other);
        other.sort_unstable();
        assert_eq!(one, other);
        let guess = varied.estimate();
        assert!((1..=20).contains(&guess.pn()) && (1..=20).contains(&guess.dn()));
        assert!(one.iter().all(|&m| varied.cost(m).0.abs() <= 3 && varied.cost(m).1.abs() <= 3));
        let mut after = vec![None; again.len()];
        varied.delays(&again, &mut after);
        assert!(after.iter().enumerate().all(|(i, wait)| wait.is_none_or(|j| usize::from(j) < i)));
        assert!(after.iter().any(Option::is_some));
    }
}
