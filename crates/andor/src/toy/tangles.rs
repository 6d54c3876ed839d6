//! Tangles: random graphs that are hard for their size.
//!
//! Graphs that grow leaf by leaf have ends next to their root and are solved at a glance. In a tangle only a
//! few nodes are ends, every other node has two or three moves, most of them to nearby nodes, and many lead
//! back: an answer needs a good part of the graph, over and over on different lines.

use crate::Turn;
use crate::toy::graph::Graph;
use crate::toy::random_graphs::{Rng, mix};

/// How a tangle is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tangle {
    /// Nodes.
    pub size: usize,
    /// Ends, in a hundred nodes.
    pub ends: u32,
    /// Moves that lead back, in a hundred.
    pub back: u32,
}

/// The tangle of a seed.
pub fn tangle(spec: Tangle, seed: u64) -> Graph {
    let mut rng = Rng::new(seed ^ mix(spec.size as u64));
    let mut graph = Graph::new();
    for i in 0..spec.size {
        graph.add(if i % 2 == 0 { Turn::Or } else { Turn::And });
    }
    // Moves go at most this far in either direction.
    let window = (spec.size / 4).max(4);
    for from in 0..spec.size {
        let near_root = from < spec.size / 3;
        if !near_root && rng.percent(spec.ends) {
            continue;
        }
        for _ in 0..2 + rng.below(2) {
            let far = 1 + 2 * rng.below(window / 2 + 1);
            let to = if rng.percent(spec.back) { from.checked_sub(far) } else { Some(from + far) };
            if let Some(to) = to.filter(|&to| to < spec.size)
                && !graph.nodes[from].children.contains(&to)
            {
                graph.link(from, to);
            }
        }
    }
    graph
}

/// A seed decides everything, up to a largest size.
pub fn any_tangle(seed: u64, largest: usize) -> Graph {
    let mut rng = Rng::new(!seed);
    let size = 8 + rng.below(largest.max(9) - 8);
    let spec = Tangle { size, ends: [8, 15, 25][rng.below(3)], back: [20, 35, 50][rng.below(3)] };
    tangle(spec, seed)
}
