//! Seeded random graphs of the kinds that trouble a search.

use crate::Turn;
use crate::spread::SPREAD;
use crate::toy::graph::Graph;

/// The output function of SplitMix64: one to one, and every bit depends on every bit.
#[inline]
pub fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(SPREAD);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Random numbers (SplitMix64): small, quick, and the same everywhere.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Started from a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(mix(seed))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let value = mix(self.0);
        self.0 = self.0.wrapping_add(SPREAD);
        value
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// True with this probability, in percent.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }
}

/// A kind of graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// Every node has one parent.
    Tree,
    /// Lines meet, none returns.
    Dag,
    /// Lines meet and return.
    Cyclic,
    /// Long forced lines with a few ways back.
    Ladder,
    /// AND nodes with many near-equal children, as interpositions are; some of them meet again.
    Fan,
}

impl Shape {
    /// Every kind.
    pub const ALL: [Shape; 5] = [Shape::Tree, Shape::Dag, Shape::Cyclic, Shape::Ladder, Shape::Fan];
}

/// What kind of graph to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The kind.
    pub shape: Shape,
    /// How many nodes it has; at least 6.
    pub size: usize,
    /// How many of its extra moves lead back, in a hundred. Ignored by trees and DAGs.
    pub back_edges: u32,
    /// How many nodes have the turn of their parent, in a hundred.
    pub same_turn: u32,
}

impl Spec {
    /// With a third of the extra moves leading back and turns that alternate.
    pub fn new(shape: Shape, size: usize) -> Spec {
        Spec { shape, size: size.max(6), back_edges: 33, same_turn: 0 }
    }

    /// With this percentage of extra moves leading back.
    pub fn back_edges(self, back_edges: u32) -> Spec {
        Spec { back_edges, ..self }
    }

    /// With this percentage of nodes that have the turn of their parent.
    pub fn same_turn(self, same_turn: u32) -> Spec {
        Spec { same_turn, ..self }
    }
}

/// A graph of that kind: the same for the same seed. All nodes can be reached from the first.
pub fn random_graph(spec: Spec, seed: u64) -> Graph {
    let mut rng = Rng::new(seed ^ mix(spec.size as u64) ^ (spec.shape as u64) << 56);
    match spec.shape {
        Shape::Tree => tree(spec, &mut rng),
        Shape::Dag => dag(spec, &mut rng, 0),
        Shape::Cyclic => dag(spec, &mut rng, spec.back_edges),
        Shape::Ladder => ladder(spec, &mut rng),
        Shape::Fan => fan(spec, &mut rng),
    }
}

/// A small seed decides kind, size and ways back too: for tests that want a bit of everything.
pub fn any_graph(seed: u64, largest: usize) -> Graph {
    let mut rng = Rng::new(!seed);
    let shape = Shape::ALL[rng.below(Shape::ALL.len())];
    let size = 6 + rng.below(largest.max(7) - 6);
    let back = [10, 33, 70][rng.below(3)];
    let same = [0, 0, 15][rng.below(3)];
    random_graph(Spec::new(shape, size).back_edges(back).same_turn(same), seed)
}

fn other(turn: Turn) -> Turn {
    match turn {
        Turn::Or => Turn::And,
        Turn::And => Turn::Or,
    }
}

/// The turn of a child.
fn child_turn(spec: Spec, rng: &mut Rng, parent: Turn) -> Turn {
    if rng.percent(spec.same_turn) { parent } else { other(parent) }
}

/// May this be a move? In a graph with alternating turns, only between different turns.
fn fits(spec: Spec, graph: &Graph, from: usize, to: usize) -> bool {
    spec.same_turn > 0 || graph.nodes[from].turn != graph.nodes[to].turn
}

fn tree(spec: Spec, rng: &mut Rng) -> Graph {
    let mut graph = Graph::new();
    graph.add(if rng.percent(80) { Turn::Or } else { Turn::And });
    // Parents are chosen near the end of the list, which keeps the tree from being flat.
    let window = 3 + rng.below(6);
    while graph.len() < spec.size {
        let parent = graph.len() - 1 - rng.below(graph.len().min(window));
        let turn = child_turn(spec, rng, graph.nodes[parent].turn);
        let child = graph.add(turn);
        graph.link(parent, child);
    }
    graph
}

fn dag(spec: Spec, rng: &mut Rng, back_edges: u32) -> Graph {
    let mut graph = tree(spec, rng);
    for _ in 0..spec.size / 2 + rng.below(spec.size) {
        let (a, b) = (rng.below(spec.size), rng.below(spec.size));
        let (from, to) =
            if rng.percent(back_edges) { (a.max(b), a.min(b)) } else { (a.min(b), a.max(b)) };
        // Long jumps make nearly every line short: keep most moves local.
        let near = a.abs_diff(b) <= 12 || rng.percent(20);
        if a != b && near && fits(spec, &graph, from, to) && !graph.nodes[from].children.contains(&to) {
            graph.link(from, to);
        }
    }
    graph
}

fn ladder(spec: Spec, rng: &mut Rng) -> Graph {
    let mut graph = Graph::new();
    let mut here = graph.add(Turn::Or);
    let mut line = vec![here];
    while graph.len() + 3 <= spec.size {
        let turn = graph.nodes[here].turn;
        let next = child_turn(spec, rng, turn);
        let next = graph.add(next);
        // The move that goes on is not always the first.
        let side_first = rng.percent(50);
        if !side_first {
            graph.link(here, next);
        }
        let side = rng.below(100);
        if side < 20 {
            // A side line of two plies that does not spoil the main line, or (rarely) of one that does.
            let leaf = graph.add(other(turn));
            graph.link(here, leaf);
            // A leaf is good for the side that moved there: with one more node it is bad.
            if rng.percent(92) {
                let end = graph.add(turn);
                graph.link(leaf, end);
            }
        } else if side < 20 + spec.back_edges as usize / 2 {
            let back = line[line.len() - 1 - rng.below(line.len().min(24))];
            if back != here && fits(spec, &graph, here, back) {
                graph.link(here, back);
            }
        }
        if side_first {
            graph.link(here, next);
        }
        here = next;
        line.push(here);
    }
    // The end of the line decides, unless something on the way did.
    while graph.len() < spec.size {
        let turn = other(graph.nodes[here].turn);
        let end = graph.add(turn);
        graph.link(here, end);
        if rng.percent(50) {
            here = end;
        }
    }
    graph
}

fn fan(spec: Spec, rng: &mut Rng) -> Graph {
    let mut graph = Graph::new();
    let mut here = graph.add(Turn::Or);
    let mut fans = Vec::new();
    while graph.len() + 8 <= spec.size {
        // OR's check, AND's replies, each answered by a capture that leads to one of few positions.
        let check = graph.add(Turn::And);
        graph.link(here, check);
        if rng.percent(30) {
            let bad = graph.add(Turn::And);
            graph.link(here, bad);
            let escape = graph.add(Turn::Or);
            graph.link(bad, escape);
        }
        let room = spec.size - graph.len();
        let width = 2 + rng.below(room.saturating_sub(4).clamp(1, 10));
        let meeting: Vec<usize> = (0..1 + rng.below(2)).map(|_| graph.add(Turn::And)).collect();
        for i in 0..width.min(spec.size.saturating_sub(graph.len() + 1)) {
            let reply = graph.add(Turn::Or);
            graph.link_class(check, reply, 1 + (i % 2) as u16);
            let capture = *meeting.get(i).unwrap_or(&meeting[rng.below(meeting.len())]);
            graph.link(reply, capture);
            if rng.percent(spec.back_edges / 2) && !fans.is_empty() {
                graph.link(reply, fans[rng.below(fans.len())]);
            }
        }
        fans.push(check);
        // All meeting points but one end at once, some of them badly.
        let next = graph.add(Turn::Or);
        for (i, &node) in meeting.iter().enumerate() {
            if i == 0 || rng.percent(30) {
                graph.link(node, next);
            } else if rng.percent(10) && graph.len() < spec.size {
                let escape = graph.add(Turn::Or);
                graph.link(node, escape);
            }
        }
        here = next;
    }
    while graph.len() < spec.size {
        let turn = other(graph.nodes[here].turn);
        let end = graph.add(turn);
        graph.link(here, end);
        if rng.percent(40) {
            here = end;
        }
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes that can be reached from the first.
    fn reached(graph: &Graph) -> usize {
        let mut seen = vec![false; graph.len()];
        let mut stack = vec![0];
        let mut count = 0;
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                count += 1;
                stack.extend(&graph.nodes[node].children);
            }
        }
        count
    }

    #[test]
    fn graphs_have_the_size_asked_for_and_both_answers_are_common() {
        for shape in Shape::ALL {
            let mut won = 0;
            for seed in 0..400 {
                let size = [6, 12, 40, 200][seed as usize % 4];
                let spec = Spec::new(shape, size).same_turn(if seed % 3 == 0 { 15 } else { 0 });
                let graph = random_graph(spec, seed);
                assert_eq!(graph.len(), size, "{spec:?}, seed {seed}");
                assert_eq!(graph, random_graph(spec, seed));
                assert_eq!(reached(&graph), size, "{spec:?}, seed {seed}");
                won += usize::from(graph.truth()[0].is_some());
            }
            println!("{shape:?} won {won} of 400");
            assert!((60..=340).contains(&won), "{shape:?}: {won} of 400 won");
        }
    }

    #[test]
    fn trees_and_dags_have_no_loops_and_the_others_do() {
        for shape in Shape::ALL {
            let back: usize = (0..100)
                .map(|seed| {
                    let graph = random_graph(Spec::new(shape, 60), seed);
                    let count = |(i, node): (usize, &crate::toy::graph::Node)| {
                        node.children.iter().filter(|&&child| child <= i).count()
                    };
                    graph.nodes.iter().enumerate().map(count).sum::<usize>()
                })
                .sum();
            let acyclic = matches!(shape, Shape::Tree | Shape::Dag);
            // In a fan the meeting points are numbered before what leads to them.
            assert!(if acyclic { back == 0 } else { back > 50 }, "{shape:?}: {back}");
        }
    }
}
