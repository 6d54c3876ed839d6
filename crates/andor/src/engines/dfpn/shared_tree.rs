//! The tree near the root that threads share, and how a search takes a job from it and brings it back.
//!
//! A branch of the tree is a move with what is known about it on *this* line, so a disproof that leans on the line
//! may stand here though it may not go into the table. Beside what is known, a branch has what is *seen*: where a
//! job is in flight, numbers that make the next thread look elsewhere.
//!
//! The frames of a search that has a job are the nodes of the tree above it, then its own. All of its
//! techniques therefore work below a line as they do from the root.

use super::children::Child;
use super::results::Solved;
use super::{Dfpn, Frame, Limit, line_code};
use crate::Plies;
use crate::game::Game;
use crate::policy::Policy;
use crate::table::Query;
use crate::techniques::repetition::DependencySet;
use crate::{Bounds, GameValue, Turn};

/// The tree.
pub(crate) struct SharedTree<G: Game, P: Policy> {
    /// The root is the first.
    nodes: Vec<Node<G, P>>,
    /// Numbers of nodes that are not used.
    free: Vec<usize>,
    /// Where each thread's job hangs; `None` also if nobody needs it any more.
    jobs: Vec<Option<Place>>,
    /// Expansions made in jobs.
    work: u64,
    root: Solved<G::Resource>,
}

struct Node<G: Game, P: Policy> {
    branches: Vec<Branch<G, P>>,
    parent: Option<Place>,
    maybe_repetition: bool,
    min_depth: u32,
}

struct Branch<G: Game, P: Policy> {
    /// What is known.
    child: Child<G, P>,
    /// What other threads see.
    seen: Bounds,
    /// Expansions made below.
    work: u64,
    /// The node it leads to, if that is in the tree.
    below: Option<usize>,
}

/// A branch of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    node: usize,
    branch: usize,
}

impl<G: Game, P: Policy> Clone for Child<G, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, P: Policy> Copy for Child<G, P> {}

impl<G: Game, P: Policy> Branch<G, P> {
    fn new(child: Child<G, P>) -> Branch<G, P> {
        Branch { child, seen: child.bounds, work: 0, below: None }
    }

    fn as_seen(&self) -> Child<G, P> {
        Child { bounds: self.seen, ..self.child }
    }
}

impl<G: Game, P: Policy> SharedTree<G, P> {
    /// A tree without nodes, for this number of threads.
    pub(crate) fn new(threads: usize) -> SharedTree<G, P> {
        let root = Solved {
            bounds: Bounds::UNIT,
            rank: Plies::ZERO,
            answer: G::Resource::default(),
            best: 0,
            depends_on: DependencySet::EMPTY,
        };
        SharedTree { nodes: vec![], free: vec![], jobs: vec![None; threads], work: 0, root }
    }

    /// What is known about the root.
    pub(crate) fn root_bounds(&self) -> Bounds {
        self.root.bounds
    }

    /// The answer, if there is one.
    pub(crate) fn verdict(&self) -> Option<GameValue> {
        match self.root.bounds {
            bounds if bounds.is_proved() => Some(GameValue::Proved(self.root.rank)),
            bounds if bounds.is_disproved() => Some(GameValue::Disproved),
            _ => None,
        }
    }

    /// Expansions made in all jobs brought back.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Does the tree still need this thread's job?
    pub(crate) fn wants(&self, thread: usize) -> bool {
        self.jobs[thread].is_some()
    }

    fn branch(&mut self, place: Place) -> &mut Branch<G, P> {
        &mut self.nodes[place.node].branches[place.branch]
    }

    fn add(&mut self, node: Node<G, P>) -> usize {
        match self.free.pop() {
            Some(number) => {
                self.nodes[number] = node;
                number
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        }
    }

    /// Takes over what was found out about a branch. Once it is solved, what hangs below is not needed.
    fn update(&mut self, place: Place, result: &Solved<G::Resource>, seen: Bounds) {
        let branch = self.branch(place);
        branch.child.bounds = result.bounds;
        (branch.child.rank, branch.child.answer) = (result.rank, result.answer);
        branch.child.depends_on = result.depends_on;
        (branch.child.is_new, branch.child.unseen) = (false, false);
        branch.seen = seen;
        if result.bounds.is_solved() {
            let below = branch.below.take();
            self.forget_jobs(|job| job == place);
            self.drop_nodes(below);
        }
    }

    fn forget_jobs(&mut self, gone: impl Fn(Place) -> bool) {
        for job in self.jobs.iter_mut().filter(|job| job.is_some_and(&gone)) {
            *job = None;
        }
    }

    fn drop_nodes(&mut self, first: Option<usize>) {
        let mut left = Vec::from_iter(first);
        while let Some(number) = left.pop() {
            let branches = std::mem::take(&mut self.nodes[number].branches);
            left.extend(branches.iter().filter_map(|branch| branch.below));
            self.forget_jobs(|job| job.node == number);
            self.free.push(number);
        }
    }
}

impl<G: Game, P: Policy> Dfpn<G, P> {
    /// From the root to a job: a branch with less work behind it than `cap`, where this search then stands.
    /// Branches with more work are opened on the way. False if there is nothing to do at present, or any more.
    pub(crate) fn take_job(&mut self, top: &mut SharedTree<G, P>, thread: usize, cap: u64) -> bool {
        // Two phases are for a search that sees the whole tree.
        self.lenient = false;
        if top.nodes.is_empty() {
            self.open(top, None, Limit::NONE);
            self.settle(top, 0, None);
        }
        let (mut node, mut limit) = (0, Limit::NONE);
        while !top.root.bounds.is_solved() {
            self.stand_at(&top.nodes[node], limit);
            let depth = self.frames.len() - 1;
            let here = self.combine(depth);
            let place = Place { node, branch: here.best };
            if top.jobs.contains(&Some(place)) {
                // Whatever there is to do is being done.
                self.stats.jobs.1 += 1;
                self.go_home();
                return false;
            }
            limit = self.limit_for(depth, &here, limit);
            self.frames[depth].chosen = here.best;
            if let Some(solved) = self.solved_below(top, place) {
                top.update(place, &solved, solved.bounds);
                self.settle(top, node, Some(place.branch));
                (node, limit) = (0, Limit::NONE);
                continue;
            }
            self.game.play(top.branch(place).child.m);
            self.stats.plays += 1;
            let (below, work) = (top.branch(place).below, top.branch(place).work);
            match below {
                Some(below) => node = below,
                None if work < cap => {
                    self.start_job(top, place, thread, limit);
                    return true;
                }
                None => {
                    let opened = self.open(top, Some(place), limit);
                    self.settle(top, opened, None);
                    (node, limit) = (0, Limit::NONE);
                }
            }
        }
        false
    }

    /// Pushes a frame for a node of the tree, at which the game stands.
    fn stand_at(&mut self, node: &Node<G, P>, limit: Limit) {
        let (key, resource) = (self.game.key(), self.game.resource());
        let code = line_code(self.frames.last().map_or(0, |above| above.code), key, resource);
        self.path.push(key, resource);
        self.frames.push(Frame {
            children: self.children.len(),
            turn: self.game.turn(),
            limit,
            chosen: 0,
            loops_before: 0,
            expansions_before: self.stats.expansions,
            amount_before: node.work(),
            left: Plies::UNLIMITED,
            code,
            maybe_repetition: node.maybe_repetition,
            min_depth: node.min_depth,
        });
        self.read(node, Branch::as_seen);
    }

    /// Adds the position the game stands at to the tree, and stands at it.
    fn open(&mut self, top: &mut SharedTree<G, P>, parent: Option<Place>, limit: Limit) -> usize {
        self.loops = 0;
        self.enter(limit);
        self.loops = 0;
        let depth = self.frames.len() - 1;
        let frame = &self.frames[depth];
        let branches =
            self.children[frame.children..].iter().map(|&child| Branch::new(child)).collect();
        let (maybe_repetition, min_depth) = (frame.maybe_repetition, frame.min_depth);
        let number = top.add(Node { branches, parent, maybe_repetition, min_depth });
        if let Some(place) = parent {
            top.branch(place).below = Some(number);
        }
        number
    }

    /// Has a job elsewhere solved the position a branch leads to?
    fn solved_below(&self, top: &mut SharedTree<G, P>, place: Place) -> Option<Solved<G::Resource>> {
        let Child { key, resource, .. } = top.branch(place).child;
        let (within, dominance) = (Plies::UNLIMITED, self.options.dominance);
        self.answered(&Query { key, resource, within, dominance })
    }

    /// Takes the branch, after which the game stands, as a job, and lets the others see it far away.
    fn start_job(&mut self, top: &mut SharedTree<G, P>, place: Place, thread: usize, limit: Limit) {
        let depth = self.frames.len();
        let mut seen = far_away(self.frames[depth - 1].turn);
        top.branch(place).child.unseen = false;
        let mut at = Some(place);
        for depth in (0..depth).rev() {
            let Some(place) = at else { break };
            let index = self.frames[depth].children + place.branch;
            self.children[index].bounds = seen;
            top.branch(place).seen = seen;
            seen = self.combine(depth).bounds;
            at = top.nodes[place.node].parent;
        }
        top.jobs[thread] = Some(place);
        self.stats.jobs.0 += 1;
        (self.base, self.limit, self.result) = (depth, limit, None);
    }

    /// Ends a search short of its limit; what is known about the nodes of its line is kept.
    pub(crate) fn come_home(&mut self) {
        while self.frames.len() > self.base {
            let here = self.combine(self.frames.len() - 1);
            self.come_back(&here);
        }
    }

    /// Lets a search that has come to its limit, but not to an answer, go farther. False if it has an answer.
    pub(crate) fn go_farther(&mut self) -> bool {
        let Some(result) = self.result.filter(|result| !result.bounds.is_solved()) else {
            return false;
        };
        let more =
            |limit: u32, own: u32| limit.max(own.saturating_add(own / FARTHER).saturating_add(1));
        self.limit.pn = more(self.limit.pn, result.bounds.pn());
        self.limit.dn = more(self.limit.dn, result.bounds.dn());
        self.result = None;
        true
    }

    /// Hands back a job that took `spent` expansions, and goes back to the root.
    pub(crate) fn bring_back(&mut self, top: &mut SharedTree<G, P>, thread: usize, spent: u64) {
        self.game.undo();
        self.base = 0;
        top.work += spent;
        let (place, result) = (top.jobs[thread].take(), self.result.take());
        let Some(place) = place else { return self.go_home() };
        let mut above = Some(place);
        while let Some(place) = above {
            top.branch(place).work += spent;
            above = top.nodes[place.node].parent;
        }
        match result {
            Some(result) => top.update(place, &result, result.bounds),
            None => top.branch(place).seen = top.branch(place).child.bounds,
        }
        self.settle(top, place.node, Some(place.branch));
    }

    /// From a node of the tree, at which the search stands and a branch of which has changed, to the root: what
    /// the branches come to.
    fn settle(&mut self, top: &mut SharedTree<G, P>, mut node: usize, mut changed: Option<usize>) {
        loop {
            let depth = self.frames.len() - 1;
            self.frames[depth].amount_before = top.nodes[node].work();
            self.frames[depth].expansions_before = self.stats.expansions;
            self.read(&top.nodes[node], |branch| branch.child);
            if let Some(branch) = changed {
                self.reveal_branches(&mut top.nodes[node], branch);
            }
            let here = self.combine(depth);
            let result = self.conclude(here.bounds, depth as u32);
            self.keep(&result, depth as u32);
            top.nodes[node].maybe_repetition |= !result.depends_on.is_empty();
            self.read(&top.nodes[node], Branch::as_seen);
            let seen = if here.bounds.is_solved() { here.bounds } else { self.combine(depth).bounds };
            self.step_up();
            let Some(parent) = top.nodes[node].parent else {
                top.root = result;
                return;
            };
            top.update(parent, &result, seen);
            (node, changed) = (parent.node, Some(parent.branch));
        }
    }

    /// Reads the branches of a node into the innermost frame.
    fn read(&mut self, node: &Node<G, P>, what: impl Fn(&Branch<G, P>) -> Child<G, P>) {
        let first = self.frames.last().map_or(0, |frame| frame.children);
        self.children.truncate(first);
        self.children.extend(node.branches.iter().map(what));
    }

    /// Looks at the branches that waited for this one, if it is solved.
    fn reveal_branches(&mut self, node: &mut Node<G, P>, branch: usize) {
        let first = self.frames.last().map_or(0, |frame| frame.children);
        if !self.children[first + branch].bounds.is_solved() {
            return;
        }
        self.reveal(first + branch);
        for (branch, child) in node.branches.iter_mut().zip(&self.children[first..]) {
            if branch.child.unseen && !child.unseen {
                *branch = Branch::new(*child);
            }
        }
    }

    fn go_home(&mut self) {
        while !self.frames.is_empty() {
            self.step_up();
        }
    }

    /// Leaves the innermost frame for the one above.
    fn step_up(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.children.truncate(frame.children);
        self.path.pop();
        if !self.frames.is_empty() {
            self.game.undo();
        }
    }
}

impl<G: Game, P: Policy> Node<G, P> {
    /// Expansions made below.
    fn work(&self) -> u32 {
        let work: u64 = self.branches.iter().map(|branch| branch.work).sum();
        work.min(u32::MAX as u64) as u32
    }
}

/// A search goes on until its numbers have grown by this part. A smaller step (a larger number here): jobs come back for
/// new limits more often than they search. A larger one: they go on with a branch that is no longer the best.
const FARTHER: u32 = 4;

/// More than any real number of a branch. Smaller: a hard branch might look worse than one that somebody is at work
/// on. Larger: sums of some of them would be cut off at [`Bounds::MAX`].
const FAR: u32 = 1 << 28;

/// What others see of a job below a node where this side moves: hardly a hope for that side. It is not said
/// to have failed, because moves put off until it fails would then be searched for nothing.
fn far_away(turn: Turn) -> Bounds {
    match turn {
        Turn::Or => Bounds::open(FAR, 1),
        Turn::And => Bounds::open(1, FAR),
    }
}
