//! Positions with orders, as a game for any engine.

use super::LambdaGame;
use crate::Plies;
use crate::game::{Decided, Hints, Initial};
use crate::spread::SPREAD;
use crate::{Bounds, Resource, Resources, Rules, Turn, add};

/// An order of threats. More never hurts OR.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Order(pub u32);

impl Order {
    /// Bits of an order in a packed resource.
    const BITS: u32 = 3;
    /// The largest that can be packed, above all orders searched.
    const MOST: Order = Order((1 << Order::BITS) - 1);
}

/// An order and what OR owns: the resource of [`Threats`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ordered<R> {
    /// Threats of at most this order.
    pub order: Order,
    /// What OR owns in the game itself.
    pub owned: R,
}

impl<R: Resource> Ordered<R> {
    const SHIFT: u32 = {
        assert!(R::BITS + Order::BITS <= u32::BITS, "no room for the order");
        u32::BITS - Order::BITS
    };
}

impl<R: Resource> Resource for Ordered<R> {
    const BITS: u32 = u32::BITS;

    #[inline]
    fn covers(self, other: Ordered<R>) -> bool {
        self.order >= other.order && self.owned.covers(other.owned)
    }

    #[inline]
    fn to_bits(self) -> u32 {
        self.order.0 << Self::SHIFT | self.owned.to_bits()
    }

    #[inline]
    fn from_bits(bits: u32) -> Ordered<R> {
        let owned = R::from_bits(bits & ((1 << Self::SHIFT) - 1));
        Ordered { order: Order(bits >> Self::SHIFT), owned }
    }
}

/// A move of [`Threats`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// OR plays, claiming a win of this order.
    Play(M, Order),
    /// AND asks OR to show the threat.
    Pass,
    /// AND believes in the threat, and is to reply.
    Believe,
    /// AND replies.
    Reply(M),
}

impl<M: Copy> Step<M> {
    /// The move of the game itself, if it is one.
    pub fn played(self) -> Option<M> {
        match self {
            Step::Play(m, _) | Step::Reply(m) => Some(m),
            Step::Pass | Step::Believe => None,
        }
    }
}

/// Positions with orders, as a game: OR wins it where it has a win of at most that order.
///
/// An AND position comes up twice, first to ask for the threat, then to reply: most moves threaten nothing,
/// and for those nobody need look at the replies. So a win takes more steps here than plies in the game.
#[derive(Clone, Debug)]
pub struct Threats<G: LambdaGame> {
    game: G,
    now: State,
    before: Vec<State>,
}

/// What a position of [`Threats`] has beside that of the game.
#[derive(Clone, Copy, Debug)]
struct State {
    order: Order,
    /// In an AND position: the threat is believed in.
    believed: bool,
}

/// What each order above 1 adds to the first proof number after a plain threat. Less: slow threats are tried before
/// fast ones have had their turn. More: a problem that takes slow threats is found late.
const HIGHER: u32 = 2;

/// Tells an AND position with a threat believed in from the same position before.
const BELIEVED: u64 = SPREAD;

impl<G: LambdaGame> Threats<G> {
    /// The question whether OR has a win of at most this order, which is 6 at most.
    pub fn new(game: G, order: u32) -> Threats<G> {
        let order = Order(order.min(Order::MOST.0 - 1));
        Threats { game, now: State { order, believed: false }, before: Vec::new() }
    }

    /// The position of the game itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Gives the game back.
    pub fn into_game(self) -> G {
        self.game
    }

    fn plain_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves
    }

    fn tries(&self, out: &mut Vec<Step<G::Move>>) {
        let mut moves = self.plain_moves();
        if let Some(&m) = moves.iter().find(|&&m| self.game.wins_at_once(m)) {
            return out.push(Step::Play(m, Order(0)));
        }
        for order in 1..=self.now.order.0 {
            moves.clear();
            self.game.tries(order, &mut moves);
            out.extend(moves.iter().map(|&m| Step::Play(m, Order(order))));
        }
    }

    fn with(&self, order: Order, owned: G::Resource) -> Ordered<G::Resource> {
        Ordered { order, owned }
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: LambdaGame> Rules for Threats<G> {
    type Move = Step<G::Move>;

    fn turn(&self) -> Turn {
        // At order 0 AND has lost at once or not at all.
        if self.now.order == Order(0) && !self.plain_moves().is_empty() {
            Turn::Or
        } else {
            self.game.turn()
        }
    }

    fn moves(&self, out: &mut Vec<Self::Move>) {
        if self.game.turn() == Turn::Or {
            self.tries(out);
        } else if self.now.order == Order(0) {
            // See `turn`.
        } else if self.now.believed || self.game.is_threatened() {
            out.extend(self.plain_moves().into_iter().map(Step::Reply));
        } else {
            out.extend([Step::Pass, Step::Believe]);
        }
    }

    fn play(&mut self, step: Self::Move) {
        self.before.push(self.now);
        self.now.believed = step == Step::Believe;
        match step {
            Step::Play(m, order) => {
                self.now.order = order;
                self.game.play(m);
            }
            Step::Pass => {
                self.now.order = Order(self.now.order.0 - 1);
                self.game.pass();
            }
            Step::Believe => {}
            Step::Reply(m) => self.game.play(m),
        }
    }

    fn undo(&mut self) {
        let believed = self.now.believed;
        let Some(before) = self.before.pop() else { return };
        self.now = before;
        if !believed {
            self.game.undo();
        }
    }

    fn key(&self) -> u64 {
        self.game.key() ^ if self.now.believed { BELIEVED } else { 0 }
    }

    /// Every step counts, a pass too.
    fn plies(&self, _: Self::Move) -> Plies {
        Plies::ONE
    }

    /// A step, an order and a move do not fit into 32 bits of just any game.
    fn move_bits(_: Self::Move) -> u32 {
        0
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: LambdaGame> Resources for Threats<G> {
    type Resource = Ordered<G::Resource>;

    fn resource(&self) -> Self::Resource {
        self.with(self.now.order, self.game.resource())
    }

    fn set_resource(&mut self, wanted: Self::Resource) -> bool {
        // At order 0 everything is different, see `turn`; above the largest order there is nothing to play.
        let is_usual = |order: Order| Order(0) < order && order < Order::MOST;
        let usual = is_usual(wanted.order) && is_usual(self.now.order);
        if wanted == self.resource() {
            return true;
        }
        let set = usual && self.game.set_resource(wanted.owned);
        if set {
            self.now.order = wanted.order;
        }
        set
    }

    fn won_resource(&self) -> Self::Resource {
        let owned = if self.now.believed { self.game.resource() } else { self.game.won_resource() };
        self.with(Order(G::OVER), owned)
    }

    fn lost_resource(&self) -> Self::Resource {
        let owned = match self.now.order {
            Order(0) => self.game.resource(),
            Order(order) => self.game.without_new_tries(order, self.game.lost_resource()),
        };
        self.with(self.now.order, owned)
    }

    fn proof_before(&self, step: Self::Move, after: Self::Resource) -> Self::Resource {
        let owned = step.played().map_or(after.owned, |m| self.game.proof_before(m, after.owned));
        self.with(after.order, owned)
    }

    fn proof_join(&self, replies: &[(Self::Move, Self::Resource)]) -> Self::Resource {
        // Below order 1 nobody asks for threats.
        let order = replies.iter().map(|&(step, after)| before(step, after.order));
        let order = order.fold(Order(1), Order::max);
        let owned = match replies {
            [(Step::Pass, pass), (Step::Believe, reply)] if pass.owned.covers(reply.owned) => {
                pass.owned
            }
            [(Step::Pass, pass), (Step::Believe, reply)] if reply.owned.covers(pass.owned) => {
                reply.owned
            }
            [(Step::Pass, _), (Step::Believe, _)] => self.game.resource(),
            _ => self.game.proof_join(&plain(replies)),
        };
        self.with(order, owned)
    }

    fn disproof_before(&self, step: Self::Move, after: Self::Resource) -> Self::Resource {
        let owned = step.played().map_or(after.owned, |m| self.game.disproof_before(m, after.owned));
        self.with(before(step, after.order), owned)
    }

    fn disproof_join(&self, tries: &[(Self::Move, Self::Resource)]) -> Self::Resource {
        let owned = self.game.disproof_join(&plain(tries));
        self.with(self.now.order, self.game.without_new_tries(self.now.order.0, owned))
    }
}

/// Steps are not moves of the game, and a position with an order has another fate than without. So little of what the
/// game says can be handed on, and each line here says what.
#[deny(clippy::missing_trait_methods)]
impl<G: LambdaGame> Hints for Threats<G> {
    /// Most steps are no moves.
    fn place_after(&self, _: Self::Move) -> Option<(u64, Self::Resource)> {
        None
    }

    /// The game decides wins by its own rules, not by orders: it is asked by [`LambdaGame::decided_within`].
    fn decided(&mut self) -> Option<Decided<Self::Resource>> {
        match self.now.order {
            Order(0) => None,
            Order(order) => self.game.decided_within(order),
        }
    }

    fn estimate(&mut self) -> Bounds {
        let here = self.game.estimate();
        // A plain threat that leads to no win of order 1 wins less often by what comes after.
        let follows_threat = self.game.turn() == Turn::And && self.game.is_threatened();
        let higher = if follows_threat { self.now.order.0.saturating_sub(1) } else { 0 };
        Bounds::open(add(here.pn(), HIGHER * higher), here.dn())
    }

    /// What was learned was learned from positions without orders.
    fn look(&mut self, initial: Initial) -> Result<Decided<Self::Resource>, Bounds> {
        match (self.decided(), initial) {
            (Some(decided), _) => Ok(decided),
            (None, Initial::Unit) => Err(Bounds::UNIT),
            (None, Initial::Estimated | Initial::Learned(_)) => Err(self.estimate()),
        }
    }

    /// Steps are counted here, plies there.
    fn estimate_in_time(&mut self, guess: Bounds) -> Bounds {
        guess
    }

    fn decided_in_time(&mut self, _plies: Plies) -> Option<Decided<Self::Resource>> {
        None
    }

    fn foresight(&self) -> Plies {
        Plies::ZERO
    }

    /// A pass has no price, so neither has a move.
    fn cost(&self, _: Self::Move) -> (i32, i32) {
        (0, 0)
    }

    fn classes(&self, _: &[Self::Move], _: &mut [u16]) {}

    fn delays(&self, steps: &[Self::Move], after: &mut [Option<u16>]) {
        if let [Step::Pass, Step::Believe] = steps {
            after[1] = Some(0);
        } else {
            let moves: Vec<G::Move> = steps.iter().filter_map(|step| step.played()).collect();
            self.game.delays(&moves, after);
        }
    }

    fn doubts(&self, _: &mut [Self::Move], _: &mut [Option<u16>]) {}

    /// Steps have no name in the table, and so nothing is carried over.
    fn alike(&self, _: Self::Move, _: Self::Move) -> bool {
        false
    }

    fn similar(&self, _: &mut Vec<(u64, Self::Resource)>) {}

    fn similar_far(&self, _: usize, _: &mut Vec<(u64, Self::Resource)>) {}

    fn futile(&self, _: Self::Move) -> bool {
        false
    }

    fn fork(&self, _: Option<Self>) -> Option<Self> {
        None
    }
}

/// Steps that are moves of the game, as such.
fn plain<M: Copy, R: Copy>(steps: &[(Step<M>, Ordered<R>)]) -> Vec<(M, R)> {
    steps.iter().filter_map(|&(step, after)| Some((step.played()?, after.owned))).collect()
}

/// The order of an AND position that goes with the order of what follows.
fn before<M>(step: Step<M>, after: Order) -> Order {
    match step {
        Step::Pass => Order(after.0 + 1).min(Order::MOST),
        _ => after,
    }
}
