//! The tree of best-first proof-number search: nodes in an arena, the most-proving node, its expansion.
//!
//! Both levels of PN² and plain PN use it. A node is 32 bytes and its move; children are linked, so
//! freed nodes of any shape go to one free list.

use crate::options::Sums;
use crate::path::Path;
use crate::techniques::sums::{self, Share};
use crate::{Bounds, Decided, Game, PaperOptions, Stats, Turn};

/// No node.
pub(crate) const NONE: u32 = u32::MAX;
/// The root.
pub(crate) const ROOT: u32 = 0;

/// A node. Without children it is a leaf if open, and solved at sight if solved.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// Of the position itself; the cost of the move into it comes on top.
    pub(crate) bounds: Bounds,
    /// What the move into it costs.
    pub(crate) cost: (i16, i16),
    /// Proved: plies OR needs in the proof below it.
    pub(crate) length: u32,
    parent: u32,
    /// First child.
    child: u32,
    /// Next child of the same parent; among free nodes, the next free one.
    next: u32,
    /// Of the move into it: see [`Sums::Classes`].
    pub(crate) class: u16,
    pub(crate) turn: Turn,
}

impl Node {
    /// Its bounds as its parent counts them.
    fn seen(&self) -> Bounds {
        self.bounds.plus((i32::from(self.cost.0), i32::from(self.cost.1)))
    }
}

/// The switches the tree obeys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) estimate: bool,
    pub(crate) cost: bool,
    pub(crate) sums: Sums,
    /// Look for moves of a position when it is met, not when it is expanded.
    pub(crate) immediate: bool,
    /// Keep what shows why a node is solved.
    pub(crate) keep: bool,
    /// Follow the line just looked at while it is among the best.
    pub(crate) stay: bool,
    /// A repetition needs the same resource; otherwise one that the earlier covers will do.
    pub(crate) exactly: bool,
}

impl Rules {
    pub(crate) fn new(options: &PaperOptions) -> Rules {
        Rules {
            estimate: options.estimate,
            cost: options.cost,
            sums: options.sums,
            immediate: true,
            keep: true,
            stay: true,
            exactly: !options.dominance,
        }
    }
}

/// Bounds, proof length and turn of a position met for the first time.
#[derive(Clone, Copy)]
pub(crate) struct Evaluation {
    bounds: Bounds,
    length: u32,
    turn: Turn,
}

/// The tree and the place the search stands at.
pub(crate) struct Tree<M> {
    rules: Rules,
    nodes: Vec<Node>,
    /// The move into node `i` is `moves[i - 1]`: the root has none.
    moves: Vec<M>,
    free: u32,
    live: usize,
    /// The node whose position the game is in.
    current: u32,
    /// What the last update walked up: the child of the current node comes last.
    last_line: Vec<u32>,
    // Kept for their memory only.
    generated: Vec<M>,
    probe: Vec<M>,
    classes: Vec<u16>,
    doomed: Vec<u32>,
    shares: Vec<Share>,
}

impl<M: Copy> Tree<M> {
    pub(crate) fn new(rules: Rules) -> Tree<M> {
        Tree {
            rules,
            nodes: Vec::new(),
            moves: Vec::new(),
            free: NONE,
            live: 0,
            current: ROOT,
            last_line: Vec::new(),
            generated: Vec::new(),
            probe: Vec::new(),
            classes: Vec::new(),
            doomed: Vec::new(),
            shares: Vec::new(),
        }
    }

    /// Forgets everything and makes the position the game is in the root.
    pub(crate) fn plant(&mut self, root: Evaluation) {
        self.nodes.clear();
        self.moves.clear();
        self.free = NONE;
        self.live = 0;
        self.current = ROOT;
        self.last_line.clear();
        self.nodes.push(Node {
            bounds: root.bounds,
            cost: (0, 0),
            length: root.length,
            parent: NONE,
            child: NONE,
            next: NONE,
            class: 0,
            turn: root.turn,
        });
        self.live = 1;
    }

    /// Looks at the position the game is in without expanding it.
    pub(crate) fn evaluate<G: Game<Move = M>>(&mut self, game: &mut G) -> Evaluation {
        let turn = game.turn();
        let solved = |bounds, length| Evaluation { bounds, length, turn };
        match game.decided() {
            Some(Decided::Win(length, _)) => return solved(Bounds::PROVED, length.get()),
            Some(Decided::Loss(_)) => return solved(Bounds::DISPROVED, 0),
            None => {}
        }
        if self.rules.immediate {
            self.probe.clear();
            game.moves(&mut self.probe);
            if self.probe.is_empty() {
                return solved(without_moves(turn), 0);
            }
        }
        let bounds = if self.rules.estimate { game.estimate() } else { Bounds::UNIT };
        Evaluation { bounds, length: 0, turn }
    }

    /// Nodes in memory.
    pub(crate) fn live(&self) -> usize {
        self.live
    }

    pub(crate) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn move_into(&self, id: u32) -> M {
        self.moves[id as usize - 1]
    }

    pub(crate) fn children(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = self.node(id).child;
        std::iter::from_fn(move || {
            let id = next;
            (id != NONE).then(|| next = self.node(id).next).map(|()| id)
        })
    }

    /// By what a child is chosen: the number its parent's mover wants small, then the other.
    fn rank(&self, turn: Turn, child: u32) -> (u32, u32) {
        let seen = self.node(child).seen();
        if turn == Turn::Or { (seen.pn(), seen.dn()) } else { (seen.dn(), seen.pn()) }
    }

    /// The child to look at next: the lowest rank, the first of equals. But the line just looked at is
    /// followed as long as the first number of its child is as small as any.
    fn choose(&mut self) -> u32 {
        let turn = self.node(self.current).turn;
        let mut best = ((Bounds::INF, Bounds::INF), NONE);
        for child in self.children(self.current) {
            let rank = self.rank(turn, child);
            if rank < best.0 {
                best = (rank, child);
            }
        }
        match self.last_line.pop() {
            Some(child) if self.rank(turn, child).0 <= best.0.0 => child,
            _ => {
                self.last_line.clear();
                best.1
            }
        }
    }

    /// Walks down to the most-proving node: a leaf whose proof or disproof would help the root most.
    pub(crate) fn descend<G: Game<Move = M>>(
        &mut self,
        game: &mut G,
        line: &mut Path<G::Resource>,
        stats: &mut Stats,
    ) {
        while self.node(self.current).child != NONE {
            self.current = self.choose();
            game.play(self.move_into(self.current));
            stats.plays += 1;
            line.push(game.key(), game.resource());
        }
        stats.max_depth = stats.max_depth.max(line.len() as u32 - 1);
    }

    /// Expands the current leaf, if `room` nodes are enough for its children.
    pub(crate) fn expand<G: Game<Move = M>>(
        &mut self,
        game: &mut G,
        line: &Path<G::Resource>,
        room: usize,
        stats: &mut Stats,
    ) -> bool {
        let mut generated = std::mem::take(&mut self.generated);
        generated.clear();
        game.moves(&mut generated);
        if generated.len() > room {
            self.generated = generated;
            return false;
        }
        stats.expansions += 1;
        stats.new_expansions += 1;
        let mut classes = std::mem::take(&mut self.classes);
        classes.clear();
        classes.resize(generated.len(), 0);
        if self.rules.sums == Sums::Classes {
            game.classes(&generated, &mut classes);
        }
        let mut last = NONE;
        for (&m, &class) in generated.iter().zip(&classes) {
            let cost = if self.rules.cost { game.cost(m) } else { (0, 0) };
            let short = |n: i32| n.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            game.play(m);
            stats.plays += 1;
            let again = line.find(game.key(), game.resource(), self.rules.exactly);
            let seen = if again.is_some() {
                stats.repetitions += 1;
                Evaluation { bounds: Bounds::DISPROVED, length: 0, turn: game.turn() }
            } else {
                self.evaluate(game)
            };
            game.undo();
            let child = Node {
                bounds: seen.bounds,
                cost: (short(cost.0), short(cost.1)),
                length: seen.length,
                parent: self.current,
                child: NONE,
                next: NONE,
                class,
                turn: seen.turn,
            };
            last = self.adopt(last, child, m);
        }
        self.generated = generated;
        self.classes = classes;
        true
    }

    /// Gives the current leaf the children another tree found for its root, or the root's solution.
    pub(crate) fn graft(&mut self, other: &Tree<M>) {
        let root = other.node(ROOT);
        if root.bounds.is_solved() {
            let here = &mut self.nodes[self.current as usize];
            here.bounds = root.bounds;
            here.length = root.length;
            return;
        }
        let mut last = NONE;
        for child in other.children(ROOT) {
            let node = Node { parent: self.current, child: NONE, next: NONE, ..*other.node(child) };
            last = self.adopt(last, node, other.move_into(child));
        }
    }

    /// Adds a child of the current node behind its child `last`.
    fn adopt(&mut self, last: u32, child: Node, m: M) -> u32 {
        let id = if self.free == NONE {
            self.nodes.push(child);
            self.moves.push(m);
            self.nodes.len() as u32 - 1
        } else {
            let id = self.free;
            self.free = self.node(id).next;
            self.nodes[id as usize] = child;
            self.moves[id as usize - 1] = m;
            id
        };
        self.live += 1;
        match last {
            NONE => self.nodes[self.current as usize].child = id,
            _ => self.nodes[last as usize].next = id,
        }
        id
    }

    /// Brings the numbers of the node just expanded and of its ancestors up to date, walking up as far
    /// as they change. Above, the way to the most-proving node is still the same, so the next descent
    /// starts where this stops.
    pub(crate) fn update<G: Game<Move = M>>(&mut self, game: &mut G, line: &mut Path<G::Resource>) {
        self.last_line.clear();
        loop {
            let id = self.current;
            let before = self.node(id).bounds;
            if !before.is_solved() {
                let now = self.combine(id);
                if now == before {
                    return;
                }
                self.nodes[id as usize].bounds = now;
                if now.is_solved() {
                    self.settle(id);
                }
            }
            if id == ROOT {
                return;
            }
            if self.rules.stay {
                self.last_line.push(id);
            }
            self.current = self.node(id).parent;
            game.undo();
            line.pop();
        }
    }

    /// Walks up to the root without looking at numbers.
    pub(crate) fn climb<G: Game<Move = M>>(&mut self, game: &mut G, line: &mut Path<G::Resource>) {
        while self.current != ROOT {
            self.current = self.node(self.current).parent;
            game.undo();
            line.pop();
        }
    }

    /// The bounds of an expanded node from those of its children.
    fn combine(&mut self, id: u32) -> Bounds {
        let turn = self.node(id).turn;
        let mut least = Bounds::INF;
        self.shares.clear();
        let mut next = self.node(id).child;
        while next != NONE {
            let child = &self.nodes[next as usize];
            let (seen, class) = (child.seen(), child.class);
            least = least.min(seen.phi(turn));
            self.shares.push(Share { number: seen.delta(turn), class, merged: false, old: false });
            next = child.next;
        }
        Bounds::combined(turn, least, sums::total(self.rules.sums, &self.shares))
    }

    /// Measures a node just solved and frees what is not needed to show why.
    fn settle(&mut self, id: u32) {
        let Node { bounds, turn, .. } = *self.node(id);
        let shows = |child: &&u32| self.node(**child).bounds == bounds;
        let mut children: Vec<u32> = self.children(id).collect();
        // One move shows why the mover wins, all are needed to show why it does not.
        if (turn == Turn::Or) == bounds.is_proved() {
            let keep = children.iter().filter(shows).min_by_key(|child| self.node(**child).length);
            let keep = *keep.expect("a child that solves its parent");
            self.nodes[id as usize].child = keep;
            let others = children.iter().filter(|child| **child != keep);
            self.doomed.extend(others);
            self.nodes[keep as usize].next = NONE;
            children = vec![keep];
        }
        let longest = children.iter().map(|child| self.node(*child).length.saturating_add(1)).max();
        self.nodes[id as usize].length = if bounds.is_proved() { longest.unwrap_or(0) } else { 0 };
        if !self.rules.keep {
            self.nodes[id as usize].child = NONE;
            self.doomed.append(&mut children);
        }
        self.free_doomed();
    }

    /// Frees the subtrees of `doomed`.
    fn free_doomed(&mut self) {
        while let Some(id) = self.doomed.pop() {
            let mut next = self.node(id).child;
            while next != NONE {
                self.doomed.push(next);
                next = self.node(next).next;
            }
            self.nodes[id as usize].child = NONE;
            self.nodes[id as usize].next = self.free;
            self.free = id;
            self.live -= 1;
        }
    }
}

/// What a position without moves is.
pub(crate) fn without_moves(turn: Turn) -> Bounds {
    if turn == Turn::Or { Bounds::DISPROVED } else { Bounds::PROVED }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_32_bytes() {
        assert_eq!(size_of::<Node>(), 32);
    }
}
