//! All shortest solutions: how many, where they part, and lines of play.
//!
//! An engine hands over the positions with the defender to move that lie on a shortest solution, ply by ply
//! ([`Live`]). From these the graph of all solutions is built forwards from the start, by the rules alone; positions
//! are compared whole here, not by keys. Counting paths through the graph counts solutions.

use crate::{Answer, Context, Count, Parting, Problem};
use std::collections::HashMap;
use tsumugi_shogi::{Move, MoveList, Packed, Position};

/// The positions with the defender to move from which a mate of the shortest length is still possible, by ply. Extra
/// positions that cannot be reached in their number of plies do no harm.
#[derive(Debug)]
pub struct Live {
    plies: Vec<Vec<Packed>>,
}

impl Live {
    /// For solutions of this length; the positions are still to be [`Live::set`].
    pub fn new(length: u32) -> Live {
        Live { plies: vec![Vec::new(); length as usize + 1] }
    }

    /// The positions after this many plies. At the last ply none are needed: there the rules decide.
    pub fn set(&mut self, ply: u32, mut positions: Vec<Packed>) {
        positions.sort_unstable();
        self.plies[ply as usize] = positions;
    }

    fn length(&self) -> usize {
        self.plies.len() - 1
    }

    fn has(&self, ply: usize, packed: &Packed) -> bool {
        self.plies[ply].binary_search(packed).is_ok()
    }
}

/// A position of the graph: its moves are `edges[first..]` up to the next node's.
#[derive(Clone, Copy, Debug)]
struct Edge {
    m: Move,
    to: u32,
}

/// The positions of one ply on shortest solutions, and the moves that keep to these.
#[derive(Debug)]
struct Ply {
    positions: Vec<Packed>,
    /// Where the moves of each position begin, and the end of all.
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Ply {
    fn moves(&self, node: u32) -> &[Edge] {
        &self.edges[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

/// All shortest solutions.
#[derive(Debug)]
pub struct Graph<'a> {
    problem: &'a Problem,
    plies: Vec<Ply>,
}

impl<'a> Graph<'a> {
    /// Builds the graph from the start.
    pub fn new(problem: &'a Problem, live: &Live) -> Graph<'a> {
        let mut plies = Vec::with_capacity(live.length() + 1);
        let mut now = vec![problem.packer().pack(problem.position())];
        let mut scratch = problem.position().clone();
        for ply in 0..live.length() {
            let (built, next) = build_ply(problem, live, ply, now, &mut scratch);
            plies.push(built);
            now = next;
        }
        let starts = vec![0; now.len() + 1];
        plies.push(Ply { positions: now, starts, edges: Vec::new() });
        Graph { problem, plies }
    }

    /// How many paths lead from the start to the end.
    pub fn count(&self) -> Count {
        let mut after: Vec<Count> = Vec::new();
        for ply in self.plies.iter().rev() {
            let sum = |node: u32| {
                let mut sum = Count::ZERO;
                ply.moves(node).iter().for_each(|edge| sum.add(&after[edge.to as usize]));
                sum
            };
            after = match ply.edges.is_empty() {
                true => vec![Count::from(1); ply.positions.len()],
                false => (0..ply.positions.len() as u32).map(sum).collect(),
            };
        }
        after.pop().unwrap_or_default()
    }

    /// The first solutions, at most this many, in the order of the move generator.
    pub fn lines(&self, most: usize) -> Vec<Vec<Move>> {
        let length = self.plies.len() - 1;
        let mut lines = Vec::new();
        // The choice made at each ply: node and which of its moves.
        let mut path: Vec<(u32, usize)> = Vec::with_capacity(length);
        let mut node = 0;
        while lines.len() < most {
            while path.len() < length {
                // Every position that is live leads on; only damaged files can make it otherwise.
                let Some(edge) = self.plies[path.len()].moves(node).first() else { return lines };
                path.push((node, 0));
                node = edge.to;
            }
            let chosen = path.iter().enumerate();
            lines.push(chosen.map(|(ply, &(node, i))| self.plies[ply].moves(node)[i].m).collect());
            // Back to the last place with another choice.
            loop {
                let Some((back, i)) = path.pop() else { return lines };
                if let Some(edge) = self.plies[path.len()].moves(back).get(i + 1) {
                    path.push((back, i + 1));
                    node = edge.to;
                    break;
                }
            }
        }
        lines
    }

    /// The first points with more than one move, and how many there are in all.
    pub fn branches(&self, most: usize) -> (Vec<Parting>, u64) {
        let mut branches = Vec::new();
        let mut count = 0;
        for (number, ply) in self.plies.iter().enumerate() {
            for (node, packed) in ply.positions.iter().enumerate() {
                let edges = ply.moves(node as u32);
                if edges.len() < 2 {
                    continue;
                }
                count += 1;
                if branches.len() < most {
                    let sfen = self.problem.packer().unpack(packed).to_sfen();
                    let moves = edges.iter().map(|edge| edge.m).collect();
                    branches.push(Parting { ply: number as u32, sfen, moves });
                }
            }
        }
        (branches, count)
    }
}

/// The moves from the positions of one ply to those of the next, and the latter.
fn build_ply(
    problem: &Problem,
    live: &Live,
    ply: usize,
    positions: Vec<Packed>,
    scratch: &mut Position,
) -> (Ply, Vec<Packed>) {
    let packer = problem.packer();
    let mut next: Vec<Packed> = Vec::new();
    let mut numbers: HashMap<Packed, u32> = HashMap::new();
    let (mut starts, mut edges) = (vec![0], Vec::new());
    for packed in &positions {
        packer.unpack_into(packed, scratch);
        let mut moves = MoveList::new();
        problem.moves(scratch, &mut moves);
        for &m in &moves {
            let undo = scratch.play(m);
            if is_live(problem, live, ply + 1, scratch) {
                let child = packer.pack(scratch);
                let to = *numbers.entry(child).or_insert_with(|| {
                    next.push(child);
                    next.len() as u32 - 1
                });
                edges.push(Edge { m, to });
            }
            scratch.undo(undo);
        }
        starts.push(edges.len() as u32);
    }
    (Ply { positions, starts, edges }, next)
}

/// Can a position that was reached in `ply` plies still lead to a mate of the shortest length?
fn is_live(problem: &Problem, live: &Live, ply: usize, position: &mut Position) -> bool {
    if ply == live.length() {
        return problem.is_goal(position);
    }
    if !problem.attacks(position) {
        return live.has(ply, &problem.packer().pack(position));
    }
    let mut moves = MoveList::new();
    problem.moves(position, &mut moves);
    moves.iter().any(|&m| {
        let undo = position.play(m);
        let found = is_live(problem, live, ply + 1, position);
        position.undo(undo);
        found
    })
}

/// How many points where solutions part are written out. Fewer: problems with dozens of solutions are not explained. More: an
/// answer that nobody reads.
const MOST_BRANCHES: usize = 1000;

/// Puts number, lines and partings of the solutions into an answer. False if there is no solution after all: what the
/// engine found contradicts itself.
pub fn fill(answer: &mut Answer, context: &Context<'_>, live: &Live) -> bool {
    let graph = Graph::new(context.problem, live);
    if context.settings.count {
        answer.solutions = Some(graph.count());
        (answer.branches, answer.branch_count) = graph.branches(MOST_BRANCHES);
    }
    answer.lines = graph.lines(context.settings.max_solutions.max(1));
    let found = !answer.lines.is_empty();
    answer.surplus = answer.lines.first().map_or(0, |line| surplus(context.problem, line));
    answer.lines.truncate(context.settings.max_solutions);
    found
}

/// Puts the one solution that is known into an answer; how many there are stays open.
pub fn fill_one(answer: &mut Answer, context: &Context<'_>, line: Vec<Move>) {
    answer.surplus = surplus(context.problem, &line);
    answer.lines = vec![line];
    answer.lines.truncate(context.settings.max_solutions);
}

/// How many pieces the attacker holds at the end of a line.
fn surplus(problem: &Problem, line: &[Move]) -> u32 {
    let mut position = problem.position().clone();
    for &m in line {
        let _ = position.play(m);
    }
    position.hand(problem.attacker()).total()
}
