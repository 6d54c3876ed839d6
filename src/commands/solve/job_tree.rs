//! One problem as many jobs: proof-number search, best first, whose leaves somebody else searches.
//!
//! The tree is small, because every leaf stands for a whole search (a job). The leaf that is worth most is handed
//! out; while it is away its numbers are made worse, so that the next one lies elsewhere. A job that ends with an answer
//! settles its leaf; one that ends at its limit has the leaf opened, and its children become jobs.
//!
//! Source   Job-level proof-number search (Wu et al. 2011), with a flat penalty for leaves that are away.

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The one who wants the answer yes.
    Or,
    /// The one who wants the answer no.
    And,
}

/// Added to both numbers of a leaf that is away.
const AWAY: u64 = 8;
/// More than any sum: settled.
const INFINITE: u64 = u64::MAX / 4;

/// What a node of the tree is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nobody has searched it.
    Free,
    /// Somebody is searching it.
    Away,
    /// Its children are in the tree.
    Open,
    /// It was settled by itself.
    Settled,
}

#[derive(Clone, Debug)]
struct Node<M> {
    parent: usize,
    m: Option<M>,
    side: Side,
    children: Vec<usize>,
    state: State,
    pn: u64,
    dn: u64,
    /// Leaves below it that may be handed out.
    free: u64,
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Jobs<M> {
    nodes: Vec<Node<M>>,
}

impl<M: Copy> Jobs<M> {
    /// The root: not the side to move is meant, but the tree as a whole.
    pub const ROOT: usize = 0;

    /// A tree of one leaf.
    pub fn new(side: Side) -> Jobs<M> {
        Jobs { nodes: vec![Node::leaf(0, None, side)] }
    }

    /// The answer, if it is known.
    pub fn answer(&self) -> Option<bool> {
        self.answer_at(Jobs::<M>::ROOT)
    }

    /// The answer at a node, if it is known.
    pub fn answer_at(&self, node: usize) -> Option<bool> {
        let Node { pn, dn, .. } = self.nodes[node];
        match (pn, dn) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The numbers of the root.
    pub fn numbers(&self) -> (u64, u64) {
        (self.nodes[0].pn, self.nodes[0].dn)
    }

    /// Who is to move at a node.
    pub fn side(&self, node: usize) -> Side {
        self.nodes[node].side
    }

    /// The move that leads to a node, with the node, for each child.
    pub fn children(&self, node: usize) -> impl Iterator<Item = (M, usize)> + '_ {
        let child = |&child: &usize| self.nodes[child].m.map(|m| (m, child));
        self.nodes[node].children.iter().filter_map(child)
    }

    /// Was the node settled by a job, or at sight, and not by its children?
    pub fn is_leaf(&self, node: usize) -> bool {
        self.nodes[node].children.is_empty()
    }

    /// The moves from the root to a node.
    pub fn path(&self, mut node: usize) -> Vec<M> {
        let mut path = Vec::new();
        while let Some(m) = self.nodes[node].m {
            path.push(m);
            node = self.nodes[node].parent;
        }
        path.reverse();
        path
    }

    /// Hands out the leaf that is worth most, if there is one to be handed out.
    pub fn take(&mut self) -> Option<usize> {
        let mut node = Jobs::<M>::ROOT;
        if self.nodes[node].free == 0 || self.answer().is_some() {
            return None;
        }
        while self.nodes[node].state == State::Open {
            let side = self.nodes[node].side;
            let open = |&&child: &&usize| self.nodes[child].free > 0;
            let worth = |&&child: &&usize| match side {
                Side::Or => self.nodes[child].pn,
                Side::And => self.nodes[child].dn,
            };
            node = *self.nodes[node].children.iter().filter(open).min_by_key(worth)?;
        }
        self.nodes[node].state = State::Away;
        self.refresh(node);
        Some(node)
    }

    /// A job ended with an answer.
    pub fn settle(&mut self, node: usize, yes: bool) {
        let leaf = &mut self.nodes[node];
        leaf.state = State::Settled;
        (leaf.pn, leaf.dn) = if yes { (0, INFINITE) } else { (INFINITE, 0) };
        self.refresh(node);
    }

    /// A job ended without an answer: the moves become jobs. Without moves the side to move has lost.
    pub fn open(&mut self, node: usize, moves: &[M]) {
        let (mover, other) = match self.nodes[node].side {
            Side::Or => (Side::Or, Side::And),
            Side::And => (Side::And, Side::Or),
        };
        if moves.is_empty() {
            return self.settle(node, mover == Side::And);
        }
        for &m in moves {
            let child = self.nodes.len();
            self.nodes.push(Node::leaf(node, Some(m), other));
            self.nodes[node].children.push(child);
        }
        self.nodes[node].state = State::Open;
        self.refresh(node);
    }

    /// Brings the numbers of a node and of all above it up to date.
    fn refresh(&mut self, mut node: usize) {
        loop {
            self.count(node);
            if node == Jobs::<M>::ROOT {
                return;
            }
            node = self.nodes[node].parent;
        }
    }

    fn count(&mut self, node: usize) {
        let this = &self.nodes[node];
        let (pn, dn, free) = match this.state {
            State::Free => (1, 1, 1),
            State::Away => (1 + AWAY, 1 + AWAY, 0),
            State::Settled => (this.pn, this.dn, 0),
            State::Open => {
                let children = || this.children.iter().map(|&child| &self.nodes[child]);
                let sum = |numbers: &mut dyn Iterator<Item = u64>| numbers.sum::<u64>().min(INFINITE);
                let least = |numbers: &mut dyn Iterator<Item = u64>| numbers.min().unwrap_or(INFINITE);
                let mut pns = children().map(|child| child.pn.min(1 << 40));
                let mut dns = children().map(|child| child.dn.min(1 << 40));
                let (pn, dn) = match this.side {
                    Side::Or => (least(&mut pns), sum(&mut dns)),
                    Side::And => (sum(&mut pns), least(&mut dns)),
                };
                let settled = pn == 0 || dn == 0;
                (pn, dn, if settled { 0 } else { children().map(|child| child.free).sum() })
            }
        };
        let this = &mut self.nodes[node];
        (this.pn, this.dn, this.free) = (pn, dn, free);
    }
}

impl<M> Node<M> {
    fn leaf(parent: usize, m: Option<M>, side: Side) -> Node<M> {
        Node { parent, m, side, children: vec![], state: State::Free, pn: 1, dn: 1, free: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from 1 are nodes of a binary tree six deep; a leaf is a win if it pleases.
    fn value(node: u32, pleases: &dyn Fn(u32) -> bool) -> bool {
        match node.ilog2() {
            6 => pleases(node),
            depth if depth % 2 == 0 => value(2 * node, pleases) || value(2 * node + 1, pleases),
            _ => value(2 * node, pleases) && value(2 * node + 1, pleases),
        }
    }

    /// Solves it with this many jobs away at a time, each of which sees only the last plies.
    fn solve(pleases: &dyn Fn(u32) -> bool, at_once: usize) -> (bool, usize) {
        let mut jobs = Jobs::new(Side::Or);
        let mut away = std::collections::VecDeque::new();
        let mut done = 0;
        loop {
            while away.len() < at_once {
                let Some(leaf) = jobs.take() else { break };
                away.push_back(leaf);
            }
            let leaf = away.pop_front().expect("something to do");
            let node: u32 = jobs.path(leaf).into_iter().fold(1, |node, m| 2 * node + m);
            done += 1;
            match node.ilog2() >= 4 {
                true => jobs.settle(leaf, value(node, pleases)),
                false => jobs.open(leaf, &[0, 1]),
            }
            if let Some(answer) = jobs.answer() {
                return (answer, done);
            }
        }
    }

    #[test]
    fn answers_are_right_however_many_jobs_are_away() {
        for seed in 0..200u32 {
            let pleases = |leaf: u32| (leaf ^ seed).wrapping_mul(2_654_435_761) >> 30 != 0;
            let expected = value(1, &pleases);
            for at_once in [1, 2, 5, 16] {
                assert_eq!(solve(&pleases, at_once).0, expected, "seed {seed}, {at_once} at once");
            }
        }
    }

    #[test]
    fn leaves_that_are_away_are_not_handed_out_again() {
        let mut jobs = Jobs::new(Side::Or);
        let root = jobs.take().unwrap();
        assert!(jobs.take().is_none());
        jobs.open(root, &['a', 'b', 'c']);
        let taken: Vec<usize> = std::iter::from_fn(|| jobs.take()).collect();
        assert_eq!(taken.len(), 3);
        assert_eq!(jobs.path(taken[2]), ['c']);
        // A defender without moves has lost, so the root is won by the move before.
        jobs.open(taken[0], &[]);
        assert_eq!(jobs.answer(), Some(true));
    }
}
