//! Games made out of other games.
//!
//! A wrapper owns an inner game and says only what is different. All else is forwarded here, in one place: a method
//! of [`Rules`], [`Resources`] or [`Hints`] that the three implementations below do not mention is an error of
//! clippy's `missing_trait_methods`.

use super::{Decided, Hints, Initial, Resources, Rules, Turn};
use crate::Plies;
use crate::{Bounds, Game};

/// A move of a wrapper, which is one of its inner game.
type Move<W> = <<W as Wrapper>::Inner as Rules>::Move;
/// A resource of a wrapper, which is one of its inner game.
type Owned<W> = <<W as Wrapper>::Inner as Resources>::Resource;

/// Fails to compile if an unfaithful wrapper relies on the inner game for this answer.
macro_rules! only_if_faithful {
    ($wrapper:ty) => {
        const { assert!(<$wrapper>::FAITHFUL, "a wrapper with other rules must write this method itself") }
    };
}

/// A game made out of another one with the same moves and resources. Every method is forwarded to the inner game
/// unless the wrapper writes its own.
///
/// A wrapper that changes the truth (another set of moves, other keys, another winner) is not [`Wrapper::FAITHFUL`].
/// It must write every method whose forwarded answer might then be wrong: how far an answer reaches, verdicts at
/// sight, and keys. If an engine uses one that was forgotten, the program does not compile. (`cargo check` does not
/// notice: the error comes with the code for that engine.)
///
/// ```compile_fail,E0080
/// use tsumugi_andor::{Engine, Limits, Options, Rules, Wrapper, solve, toy::Objective, toy::mnk::Mnk};
///
/// /// Tic-tac-toe in which nobody may begin in the centre, but with all else as it was.
/// #[derive(Clone)]
/// struct NoCentre(Mnk);
///
/// impl Wrapper for NoCentre {
///     type Inner = Mnk;
///     const FAITHFUL: bool = false;
///     fn inner(&self) -> &Mnk { &self.0 }
///     fn inner_mut(&mut self) -> &mut Mnk { &mut self.0 }
///     fn fork(&self, _: Option<NoCentre>) -> Option<NoCentre> { Some(self.clone()) }
///     fn moves(&self, out: &mut Vec<u8>) {
///         self.0.moves(out);
///         if out.len() == 9 { out.retain(|&cell| cell != 4) }
///     }
/// }
///
/// let game = NoCentre(Mnk::new(3, 3, 3, Objective::FirstWins));
/// solve(game, &Engine::Dfpn, &Options::default(), 1 << 20, &Limits::default(), &mut ());
/// ```
///
/// A game with moves of its own, such as [`Threats`](crate::engines::lambda::Threats), is no wrapper in this sense
/// and implements the three parts itself, under the same lint, so that it has something to say to each question.
pub trait Wrapper: Sized {
    /// The game inside.
    type Inner: Game;

    /// Has every position the moves, the key, the resource and the fate that it has in the inner game? Then whatever
    /// the inner game says holds here as well.
    const FAITHFUL: bool;

    /// The game inside.
    fn inner(&self) -> &Self::Inner;

    /// The game inside, to be changed.
    fn inner_mut(&mut self) -> &mut Self::Inner;

    /// [`Hints::fork`]: only the wrapper can say how to make a second one of itself.
    fn fork(&self, spare: Option<Self>) -> Option<Self>
    where
        Self: Sized;

    /// [`Rules::turn`].
    #[inline]
    fn turn(&self) -> Turn {
        self.inner().turn()
    }

    /// [`Rules::moves`].
    #[inline]
    fn moves(&self, out: &mut Vec<Move<Self>>) {
        self.inner().moves(out);
    }

    /// [`Rules::play`].
    #[inline]
    fn play(&mut self, m: Move<Self>) {
        self.inner_mut().play(m);
    }

    /// [`Rules::undo`].
    #[inline]
    fn undo(&mut self) {
        self.inner_mut().undo();
    }

    /// [`Rules::key`]. Not forwarded by an unfaithful wrapper: in a table that it shares with the inner game, a position
    /// with another fate needs another key.
    #[inline]
    fn key(&self) -> u64 {
        only_if_faithful!(Self);
        self.inner().key()
    }

    /// [`Rules::plies`].
    #[inline]
    fn plies(&self, m: Move<Self>) -> Plies {
        self.inner().plies(m)
    }

    /// [`Rules::move_bits`].
    #[inline]
    fn move_bits(m: Move<Self>) -> u32 {
        Self::Inner::move_bits(m)
    }

    /// [`Resources::resource`].
    #[inline]
    fn resource(&self) -> Owned<Self> {
        self.inner().resource()
    }

    /// [`Resources::set_resource`].
    #[inline]
    fn set_resource(&mut self, resource: Owned<Self>) -> bool {
        self.inner_mut().set_resource(resource)
    }

    /// [`Resources::won_resource`]. Not forwarded by an unfaithful wrapper.
    #[inline]
    fn won_resource(&self) -> Owned<Self> {
        only_if_faithful!(Self);
        self.inner().won_resource()
    }

    /// [`Resources::lost_resource`]. Not forwarded by an unfaithful wrapper.
    #[inline]
    fn lost_resource(&self) -> Owned<Self> {
        only_if_faithful!(Self);
        self.inner().lost_resource()
    }

    /// [`Resources::proof_before`]. Not forwarded by an unfaithful wrapper.
    #[inline]
    fn proof_before(&self, m: Move<Self>, after: Owned<Self>) -> Owned<Self> {
        only_if_faithful!(Self);
        self.inner().proof_before(m, after)
    }

    /// [`Resources::proof_join`]. Not forwarded by an unfaithful wrapper.
    #[inline]
    fn proof_join(&self, replies: &[(Move<Self>, Owned<Self>)]) -> Owned<Self> {
        only_if_faithful!(Self);
        self.inner().proof_join(replies)
    }

    /// [`Resources::disproof_before`]. Not forwarded by an unfaithful wrapper.
    #[inline]
    fn disproof_before(&self, m: Move<Self>, after: Owned<Self>) -> Owned<Self> {
        only_if_faithful!(Self);
        self.inner().disproof_before(m, after)
    }

    /// [`Resources::disproof_join`]. Not forwarded by an unfaithful wrapper.
    #[inline]
    fn disproof_join(&self, tries: &[(Move<Self>, Owned<Self>)]) -> Owned<Self> {
        only_if_faithful!(Self);
        self.inner().disproof_join(tries)
    }

    /// [`Hints::place_after`]. Not forwarded by an unfaithful wrapper.
    #[inline]
    fn place_after(&self, m: Move<Self>) -> Option<(u64, Owned<Self>)> {
        only_if_faithful!(Self);
        self.inner().place_after(m)
    }

    /// [`Hints::look`], and [`Hints::decided`] with it: a wrapper cannot let the two disagree. Not forwarded by an
    /// unfaithful wrapper.
    ///
    /// # Errors
    /// First bounds, if the position is not decided.
    #[inline]
    fn look(&mut self, initial: Initial) -> Result<Decided<Owned<Self>>, Bounds> {
        only_if_faithful!(Self);
        self.inner_mut().look(initial)
    }

    /// [`Hints::estimate`].
    #[inline]
    fn estimate(&mut self) -> Bounds {
        self.inner_mut().estimate()
    }

    /// [`Hints::estimate_in_time`].
    #[inline]
    fn estimate_in_time(&mut self, guess: Bounds) -> Bounds {
        self.inner_mut().estimate_in_time(guess)
    }

    /// [`Hints::decided_in_time`]. Not forwarded by an unfaithful wrapper.
    #[inline]
    fn decided_in_time(&mut self, plies: Plies) -> Option<Decided<Owned<Self>>> {
        only_if_faithful!(Self);
        self.inner_mut().decided_in_time(plies)
    }

    /// [`Hints::foresight`], which promises something about [`Wrapper::decided_in_time`]. Not forwarded by an
    /// unfaithful wrapper.
    #[inline]
    fn foresight(&self) -> Plies {
        only_if_faithful!(Self);
        self.inner().foresight()
    }

    /// [`Hints::cost`].
    #[inline]
    fn cost(&self, m: Move<Self>) -> (i32, i32) {
        self.inner().cost(m)
    }

    /// [`Hints::classes`].
    #[inline]
    fn classes(&self, moves: &[Move<Self>], classes: &mut [u16]) {
        self.inner().classes(moves, classes);
    }

    /// [`Hints::delays`].
    #[inline]
    fn delays(&self, moves: &[Move<Self>], after: &mut [Option<u16>]) {
        self.inner().delays(moves, after);
    }

    /// [`Hints::doubts`].
    #[inline]
    fn doubts(&self, moves: &mut [Move<Self>], after: &mut [Option<u16>]) {
        self.inner().doubts(moves, after);
    }

    /// [`Hints::alike`].
    #[inline]
    fn alike(&self, a: Move<Self>, b: Move<Self>) -> bool {
        self.inner().alike(a, b)
    }

    /// [`Hints::similar`]: it names keys. Not forwarded by an unfaithful wrapper.
    #[inline]
    fn similar(&self, out: &mut Vec<(u64, Owned<Self>)>) {
        only_if_faithful!(Self);
        self.inner().similar(out);
    }

    /// [`Hints::similar_far`]: it names keys. Not forwarded by an unfaithful wrapper.
    #[inline]
    fn similar_far(&self, reach: usize, out: &mut Vec<(u64, Owned<Self>)>) {
        only_if_faithful!(Self);
        self.inner().similar_far(reach, out);
    }

    /// [`Hints::futile`].
    #[inline]
    fn futile(&self, m: Move<Self>) -> bool {
        self.inner().futile(m)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<W: Wrapper> Rules for W {
    type Move = Move<W>;

    #[inline]
    fn turn(&self) -> Turn {
        Wrapper::turn(self)
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Self::Move>) {
        Wrapper::moves(self, out);
    }

    #[inline]
    fn play(&mut self, m: Self::Move) {
        Wrapper::play(self, m);
    }

    #[inline]
    fn undo(&mut self) {
        Wrapper::undo(self);
    }

    #[inline]
    fn key(&self) -> u64 {
        Wrapper::key(self)
    }

    #[inline]
    fn plies(&self, m: Self::Move) -> Plies {
        Wrapper::plies(self, m)
    }

    #[inline]
    fn move_bits(m: Self::Move) -> u32 {
        <W as Wrapper>::move_bits(m)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<W: Wrapper> Resources for W {
    type Resource = Owned<W>;

    #[inline]
    fn resource(&self) -> Self::Resource {
        Wrapper::resource(self)
    }

    #[inline]
    fn set_resource(&mut self, resource: Self::Resource) -> bool {
        Wrapper::set_resource(self, resource)
    }

    #[inline]
    fn won_resource(&self) -> Self::Resource {
        Wrapper::won_resource(self)
    }

    #[inline]
    fn lost_resource(&self) -> Self::Resource {
        Wrapper::lost_resource(self)
    }

    #[inline]
    fn proof_before(&self, m: Self::Move, after: Self::Resource) -> Self::Resource {
        Wrapper::proof_before(self, m, after)
    }

    #[inline]
    fn proof_join(&self, replies: &[(Self::Move, Self::Resource)]) -> Self::Resource {
        Wrapper::proof_join(self, replies)
    }

    #[inline]
    fn disproof_before(&self, m: Self::Move, after: Self::Resource) -> Self::Resource {
        Wrapper::disproof_before(self, m, after)
    }

    #[inline]
    fn disproof_join(&self, tries: &[(Self::Move, Self::Resource)]) -> Self::Resource {
        Wrapper::disproof_join(self, tries)
    }
}

#[deny(clippy::missing_trait_methods)]
impl<W: Wrapper> Hints for W {
    #[inline]
    fn place_after(&self, m: Self::Move) -> Option<(u64, Self::Resource)> {
        Wrapper::place_after(self, m)
    }

    #[inline]
    fn decided(&mut self) -> Option<Decided<Self::Resource>> {
        Wrapper::look(self, Initial::Unit).ok()
    }

    #[inline]
    fn estimate(&mut self) -> Bounds {
        Wrapper::estimate(self)
    }

    #[inline]
    fn look(&mut self, initial: Initial) -> Result<Decided<Self::Resource>, Bounds> {
        Wrapper::look(self, initial)
    }

    #[inline]
    fn estimate_in_time(&mut self, guess: Bounds) -> Bounds {
        Wrapper::estimate_in_time(self, guess)
    }

    #[inline]
    fn decided_in_time(&mut self, plies: Plies) -> Option<Decided<Self::Resource>> {
        Wrapper::decided_in_time(self, plies)
    }

    #[inline]
    fn foresight(&self) -> Plies {
        Wrapper::foresight(self)
    }

    #[inline]
    fn cost(&self, m: Self::Move) -> (i32, i32) {
        Wrapper::cost(self, m)
    }

    #[inline]
    fn classes(&self, moves: &[Self::Move], classes: &mut [u16]) {
        Wrapper::classes(self, moves, classes);
    }

    #[inline]
    fn delays(&self, moves: &[Self::Move], after: &mut [Option<u16>]) {
        Wrapper::delays(self, moves, after);
    }

    #[inline]
    fn doubts(&self, moves: &mut [Self::Move], after: &mut [Option<u16>]) {
        Wrapper::doubts(self, moves, after);
    }

    #[inline]
    fn alike(&self, a: Self::Move, b: Self::Move) -> bool {
        Wrapper::alike(self, a, b)
    }

    #[inline]
    fn similar(&self, out: &mut Vec<(u64, Self::Resource)>) {
        Wrapper::similar(self, out);
    }

    #[inline]
    fn similar_far(&self, reach: usize, out: &mut Vec<(u64, Self::Resource)>) {
        Wrapper::similar_far(self, reach, out);
    }

    #[inline]
    fn futile(&self, m: Self::Move) -> bool {
        Wrapper::futile(self, m)
    }

    #[inline]
    fn fork(&self, spare: Option<W>) -> Option<W> {
        Wrapper::fork(self, spare)
    }
}
