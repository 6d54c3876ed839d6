//! The children of a node: read once when it is entered, kept until it is left.

use super::transfer::SideBySide;
use super::{Dfpn, line_code};
use crate::Plies;
use crate::game::{Decided, Game, Initial};
use crate::options::{Cycles, Ghi};
use crate::policy::Policy;
use crate::table::{Found, Query};
use crate::techniques::edge_costs::EdgeCost;
use crate::techniques::repetition::DependencySet;
use crate::techniques::sums::{self, Share};
use crate::{Bounds, Turn, add};

/// A move of a node and what is known about where it leads.
pub(super) struct Child<G: Game, P: Policy> {
    pub m: G::Move,
    pub key: u64,
    pub resource: G::Resource,
    pub bounds: Bounds,
    pub cost: P::Cost,
    /// What the move counts for when plies are limited.
    pub plies: Plies,
    /// If solved: for how many plies, as in the table, and for which resource.
    pub rank: Plies,
    pub answer: G::Resource,
    /// If disproved: what that leans on.
    pub depends_on: DependencySet,
    pub class: u16,
    /// Put off until this one, by index, failed for the mover.
    pub after: Option<u16>,
    /// Never searched.
    pub is_new: bool,
    /// Not even looked at.
    pub unseen: bool,
    /// Reached before at a smaller depth: may be part of a loop.
    pub old: bool,
    pub merged: bool,
}

impl<G: Game, P: Policy> Child<G, P> {
    /// A move that costs more plies than are left.
    fn is_too_slow(&mut self) {
        self.bounds = Bounds::DISPROVED;
        // It does not win with a ply less than it costs.
        (self.rank, self.plies) = (Plies::ZERO, self.plies.saturating_sub(Plies::ONE));
    }

    /// Its bounds as its parent sees them.
    pub fn seen(&self) -> Bounds {
        self.cost.added_to(self.bounds)
    }

    /// The plies within which it is disproved, as seen from its parent.
    pub fn rank_before(&self) -> Plies {
        self.rank + self.plies
    }
}

/// What a look at a position tells.
pub(super) enum Sight<R> {
    /// First bounds.
    Open(Bounds),
    /// Solved: for how many plies, as in the table, and for which resource.
    Solved(Bounds, Plies, R),
}

/// A node's numbers, and which child to search.
pub(super) struct Combined {
    pub bounds: Bounds,
    pub best: usize,
    /// The smallest φ of any other child.
    pub second: u32,
    /// What the sum of δ has beside the best child, see [`sums::Sum`].
    pub beside: u32,
}

/// The most proving child among those looked at: that of least φ, and of least δ among these.
struct Selection {
    best: usize,
    /// φ and δ of the best; none, if every child failed.
    least: Option<(u32, u32)>,
    /// The smallest φ of the others.
    second: u32,
}

impl Selection {
    fn add(&mut self, index: usize, phi: u32, delta: u32) {
        match self.least {
            Some(least) if (phi, delta) >= least => self.second = self.second.min(phi),
            _ => {
                self.second = self.least.map_or(Bounds::INF, |(least, _)| least);
                (self.best, self.least) = (index, Some((phi, delta)));
            }
        }
    }
}

/// This many postponed children count as one. Fewer: moves postponed for nothing cost as if searched. More: a defender with many
/// of them makes a line ever longer.
const PUT_OFF: u32 = 8;

/// Buffers that are filled and emptied with each node.
pub(super) struct Scratch<G: Game> {
    pub(super) moves: Vec<G::Move>,
    classes: Vec<u16>,
    after: Vec<Option<u16>>,
    pub(super) similar: Vec<(u64, G::Resource)>,
    shares: std::cell::RefCell<Vec<Share>>,
    /// What each child's answer holds for, see `Dfpn::conclude`.
    pub(super) answers: std::cell::RefCell<Vec<(G::Move, G::Resource)>>,
    /// What `transfer.rs` is done with: lists, and the other game.
    pub(super) spare: Vec<SideBySide<G>>,
    pub(super) other: Option<G>,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Self {
        Scratch {
            moves: vec![],
            classes: vec![],
            after: vec![],
            similar: vec![],
            shares: Default::default(),
            answers: Default::default(),
            spare: vec![],
            other: None,
        }
    }
}

impl<G: Game> Scratch<G> {
    /// Allocates memory for positions with up to this many moves.
    pub(super) fn reserve(&mut self, moves: usize) {
        self.moves.reserve(moves);
        self.classes.reserve(moves);
        self.after.reserve(moves);
        self.similar.reserve(moves);
        self.shares.get_mut().reserve(moves);
        self.answers.get_mut().reserve(moves);
        self.spare.resize_with(SIDE_BY_SIDE, || SideBySide::with_room(moves));
    }
}

/// Plies that a win is followed side by side with another before more memory is taken for it. Most are much shorter.
const SIDE_BY_SIDE: usize = 32;

impl<G: Game, P: Policy> Dfpn<G, P> {
    /// Fills in the children of the node just entered.
    pub(super) fn generate(&mut self, merged: u64) {
        let mut moves = std::mem::take(&mut self.scratch.moves);
        moves.clear();
        self.game.moves(&mut moves);
        self.scratch.classes.clear();
        self.scratch.classes.resize(moves.len(), 0);
        self.scratch.after.clear();
        self.scratch.after.resize(moves.len(), None);
        if self.options.doubt && self.game.turn() == Turn::Or {
            self.game.doubts(&mut moves, &mut self.scratch.after);
        }
        self.game.classes(&moves, &mut self.scratch.classes);
        if self.options.delay {
            self.game.delays(&moves, &mut self.scratch.after);
        }
        let first = self.children.len();
        for (i, &m) in moves.iter().enumerate() {
            let mut child = self.unknown(m);
            child.class = self.scratch.classes[i];
            child.after = self.scratch.after[i];
            child.merged = i < u64::BITS as usize && merged >> i & 1 != 0;
            self.table.announce(child.key);
            self.children.push(child);
        }
        self.scratch.moves = moves;
        self.children[first..].iter().for_each(|child| self.table.announce_again(child.key));
        if !self.within.is_unlimited() {
            return self.look_until_settled(first);
        }
        for index in first..self.children.len() {
            self.look_up(index);
            if !self.is_put_off(first, index) {
                self.look_at(index);
                self.transfer(first, index);
            }
        }
    }

    /// Looks at the children of the node just entered until one settles it: when plies are limited, it does not
    /// matter how well.
    fn look_until_settled(&mut self, first: usize) {
        let turn = self.game.turn();
        let settles = |child: &Child<G, P>| match turn {
            Turn::Or => child.bounds.is_proved(),
            Turn::And => child.bounds.is_disproved(),
        };
        let all = first..self.children.len();
        let left = self.frames.last().map_or(self.within, |frame| frame.left);
        for index in all.clone() {
            if self.children[index].plies > left {
                self.children[index].is_too_slow();
            } else {
                self.look_up(index);
            }
            if settles(&self.children[index]) {
                return;
            }
        }
        for index in all {
            if self.left_below(index) == 0 || !self.is_put_off(first, index) {
                self.look_at(index);
                self.transfer(first, index);
                if settles(&self.children[index]) {
                    return;
                }
            }
        }
    }

    /// A move of the current position, about which nothing is known yet.
    fn unknown(&mut self, m: G::Move) -> Child<G, P> {
        let (key, resource) = match self.game.place_after(m) {
            Some(place) => place,
            None => {
                self.game.play(m);
                self.stats.plays += 1;
                let place = (self.game.key(), self.game.resource());
                self.game.undo();
                place
            }
        };
        Child {
            m,
            key,
            resource,
            bounds: Bounds::UNIT,
            cost: self.policy.cost(|| self.game.cost(m)),
            plies: if self.within.is_unlimited() { Plies::ONE } else { self.game.plies(m) },
            rank: Plies::ZERO,
            answer: resource,
            depends_on: DependencySet::EMPTY,
            class: 0,
            after: None,
            is_new: false,
            unseen: false,
            old: false,
            merged: false,
        }
    }

    /// What the table and the line know about a child of the innermost node.
    fn look_up(&mut self, index: usize) {
        let child = &self.children[index];
        let (key, resource) = (child.key, child.resource);
        let within = self.left_below(index);
        let question = Query { key, resource, within, dominance: self.options.dominance };
        match self.table.ask(&question) {
            Found::Entry(entry) => {
                self.stats.dominance_hits += (entry.resource != resource) as u64;
                let old = self.is_old(entry.min_depth);
                let child = &mut self.children[index];
                (child.bounds, child.rank, child.answer) = (entry.bounds, entry.rank, entry.resource);
                child.old = old;
                if !entry.bounds.is_solved() {
                    self.look_for_repetition(index, entry.maybe_repetition);
                    // Bounds are of no use where a look tells all.
                    let told = question.within <= self.foresight();
                    let child = &mut self.children[index];
                    child.unseen = told && !child.bounds.is_solved();
                }
            }
            Found::Nothing => {
                self.look_for_repetition(index, false);
                let child = &mut self.children[index];
                child.is_new = !child.bounds.is_solved();
                child.unseen = child.is_new && child.bounds.pn() != Bounds::MAX;
            }
        }
    }

    /// Up to how many plies a look at a child of the innermost node tells whether OR wins in time.
    fn foresight(&self) -> Plies {
        if self.game.turn() == Turn::And { self.game.foresight() } else { Plies::ZERO }
    }

    /// Was a child first reached nearer to the root than one expects of a child of the current node?
    fn is_old(&self, min_depth: u32) -> bool {
        match self.policy.cycles() {
            Cycles::None => false,
            Cycles::Reduced => self.frames.last().is_some_and(|parent| min_depth <= parent.min_depth),
            Cycles::Tca => min_depth < self.path.len() as u32,
        }
    }

    /// A position of the current line again, or one that failed on this line before?
    fn look_for_repetition(&mut self, index: usize, maybe_repetition: bool) {
        let child = &self.children[index];
        let (m, at) = (child.m, (child.key, child.resource));
        let mut found = None;
        if let Some(depth) = self.path.find(at.0, at.1, !self.options.dominance) {
            self.stats.repetitions += 1;
            if self.is_lenient() {
                let child = &mut self.children[index];
                child.bounds = Bounds::open(Bounds::MAX, 1);
                return;
            }
            found = Some((DependencySet::of(depth), Plies::UNLIMITED, self.path.at(depth).1));
        } else if maybe_repetition {
            let before = self.frames.last().map_or(0, |frame| frame.code);
            let code = line_code(before, at.0, at.1);
            let left = self.left_below(index);
            let known =
                self.conditional.find(self.policy.ghi(), at, code, left, &self.path, &mut self.stats);
            found = known.map(|(depends_on, rank)| (depends_on, rank, at.1));
            if found.is_none() && self.policy.ghi() == Ghi::Twin && left.is_unlimited() {
                self.game.play(m);
                self.stats.plays += 1;
                self.stats.simulated_plays += 1;
                found =
                    self.simulate_refutation().map(|depends_on| (depends_on, Plies::UNLIMITED, at.1));
                self.game.undo();
            }
        }
        if let Some((depends_on, rank, answer)) = found {
            let child = &mut self.children[index];
            child.bounds = Bounds::DISPROVED;
            (child.depends_on, child.rank, child.answer) = (depends_on, rank, answer);
        }
    }

    /// Does a child wait for another one to fail?
    fn is_put_off(&self, first: usize, index: usize) -> bool {
        let Some(before) = self.children[index].after else { return false };
        let bounds = self.children[first + before as usize].bounds;
        match self.game.turn() {
            Turn::Or => !bounds.is_disproved(),
            Turn::And => !bounds.is_proved(),
        }
    }

    /// The first look at a child nobody has seen: decided at sight, or estimated.
    fn look_at(&mut self, index: usize) {
        if !self.children[index].unseen {
            return;
        }
        self.game.play(self.children[index].m);
        self.stats.plays += 1;
        let left = self.left_below(index);
        let sight = match self.game.look(self.initial(left)) {
            Ok(decided) => self.decided_at_sight(decided, left),
            Err(first) if left.is_unlimited() => Sight::Open(self.at_least_borrowed(first, index)),
            Err(first) => self.sight_in_time(first, left),
        };
        self.game.undo();
        let child = &mut self.children[index];
        child.unseen = false;
        match sight {
            Sight::Open(bounds) => (child.bounds, child.rank) = (bounds, Plies::ZERO),
            Sight::Solved(bounds, rank, answer) => {
                (child.bounds, child.rank, child.answer) = (bounds, rank, answer);
            }
        }
    }

    /// Which initial bounds to ask for at a position with this many plies left.
    fn initial(&self, left: Plies) -> Initial {
        match (self.options.estimate, self.options.learned) {
            (false, _) => Initial::Unit,
            (true, false) => Initial::Estimated,
            (true, true) => Initial::Learned(left),
        }
    }

    /// A position that is decided at sight, with this many plies left.
    fn decided_at_sight(&mut self, decided: Decided<G::Resource>, left: Plies) -> Sight<G::Resource> {
        match decided {
            Decided::Win(rank, resource) if rank <= left => {
                Sight::Solved(Bounds::PROVED, rank, resource)
            }
            Decided::Loss(resource) => Sight::Solved(Bounds::DISPROVED, Plies::UNLIMITED, resource),
            // It is won, but not soon enough.
            Decided::Win(..) => self.out_of_plies(left).unwrap_or(Sight::Open(Bounds::UNIT)),
        }
    }

    /// A position that is not decided at sight, with this many plies left.
    fn sight_in_time(&mut self, first: Bounds, left: Plies) -> Sight<G::Resource> {
        if let Some(over) = self.out_of_plies(left) {
            return over;
        }
        match self.game.decided_in_time(left) {
            Some(Decided::Win(rank, resource)) => Sight::Solved(Bounds::PROVED, rank, resource),
            Some(Decided::Loss(resource)) => Sight::Solved(Bounds::DISPROVED, left, resource),
            None if self.options.estimate && !self.options.learned => {
                Sight::Open(self.game.estimate_in_time(first))
            }
            None => Sight::Open(first),
        }
    }

    /// First bounds of a child, lifted by what is known about it with other resources.
    fn at_least_borrowed(&self, first: Bounds, index: usize) -> Bounds {
        if !self.options.borrow {
            return first;
        }
        let child = &self.children[index];
        let (pn, dn) = self.table.suggestion(child.key, child.resource);
        Bounds::open(first.pn().max(pn), first.dn().max(dn))
    }

    /// If the game stands at a position where OR must have won already: none if moves that cost nothing leave that open.
    pub(super) fn out_of_plies(&mut self, left: Plies) -> Option<Sight<G::Resource>> {
        if left > 0 {
            return None;
        }
        let mut moves = std::mem::take(&mut self.scratch.moves);
        moves.clear();
        self.game.moves(&mut moves);
        let mut costs = moves.iter().map(|&m| self.game.plies(m));
        let bounds = match self.game.turn() {
            Turn::Or if costs.any(|plies| plies == 0) => None,
            Turn::Or => Some(Bounds::DISPROVED),
            Turn::And if moves.is_empty() => Some(Bounds::PROVED),
            Turn::And if costs.any(|plies| plies > 0) => Some(Bounds::DISPROVED),
            Turn::And => None,
        };
        self.scratch.moves = moves;
        bounds.map(|bounds| Sight::Solved(bounds, Plies::ZERO, self.game.resource()))
    }

    /// Looks at the children of the innermost node that waited for this one, now that it is solved.
    pub(super) fn reveal(&mut self, index: usize) {
        let first = self.frames.last().map_or(0, |frame| frame.children);
        for next in index + 1..self.children.len() {
            let waited = self.children[next].after.map(|before| first + before as usize) == Some(index);
            if waited && !self.is_put_off(first, next) {
                self.look_at(next);
                self.transfer(first, next);
                self.reveal(next);
            }
        }
    }

    /// The numbers of a node on the line, from its children as they are: the least φ and the sum of δ.
    ///
    /// Computed anew each time. What was there before is of use only if the best child is still the best when it comes
    /// back, which is so in one of ten calls (`bench --quick`); all calls together take a tenth of the time.
    pub(super) fn combine(&self, node: usize) -> Combined {
        let turn = self.frames[node].turn;
        let children = self.children_of(node);
        let delta = |child: &Child<G, P>| child.seen().delta(turn);
        let mut selection = Selection { best: 0, least: None, second: Bounds::INF };
        let (mut least_phi, mut put_off) = (Bounds::INF, 0);
        let mut shares = self.scratch.shares.borrow_mut();
        shares.clear();
        for (i, child) in children.iter().enumerate() {
            let (phi, mut number) = (child.seen().phi(turn), delta(child));
            if phi > 0 && number > 0 && child.after.is_some_and(|j| delta(&children[j as usize]) > 0) {
                put_off += 1;
                number = 0;
            } else if number > 0 {
                least_phi = least_phi.min(phi);
                selection.add(i, self.raised(child, phi, selection.second), number);
            }
            shares.push(Share { number, class: child.class, merged: child.merged, old: child.old });
        }
        let Selection { best, least, second } = selection;
        if least.is_none() {
            return Combined {
                bounds: Bounds::combined(turn, Bounds::INF, 0),
                best,
                second,
                beside: 0,
            };
        }
        let add_up = match self.policy.cycles() {
            Cycles::Reduced => sums::reduced,
            Cycles::None | Cycles::Tca => sums::sum,
        };
        let sum = add_up(self.policy.sums(), &shares, best, put_off / PUT_OFF);
        let bounds = Bounds::combined(turn, least_phi, sum.total);
        Combined { bounds, best, second, beside: sum.beside }
    }

    /// The children of a node on the line.
    fn children_of(&self, node: usize) -> &[Child<G, P>] {
        let end = self.frames.get(node + 1).map_or(self.children.len(), |next| next.children);
        &self.children[self.frames[node].children..end]
    }

    /// φ of a child, larger where other threads are at work: for choosing only (virtual loss). What is farther than the
    /// second best stays so, however little it is raised.
    fn raised(&self, child: &Child<G, P>, phi: u32, second: u32) -> u32 {
        match &self.busy {
            Some(busy) if phi > 0 && phi <= second => add(phi, busy.raise(child.key)),
            _ => phi,
        }
    }
}
