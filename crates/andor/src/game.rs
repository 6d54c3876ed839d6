//! What a caller must say about a game (its rules), and what it may say to make the search faster (how far answers
//! reach, and hints).

mod wrapper;

pub use wrapper::Wrapper;

use crate::Bounds;
use crate::Plies;
use std::fmt::Debug;

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// The side that wants to prove the root: one good move is enough. Without a move it has failed.
    Or,
    /// The side that wants to refute it: every move must fail. Without a move it has lost.
    And,
}

/// What the OR player owns apart from the board, such that *more never hurts it*.
///
/// A table keyed by the board alone can then answer for many positions at once: what is proved with
/// little holds with more, what is disproved with much holds with less. A game without such a thing
/// uses `()`, which costs nothing.
pub trait Resource: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// Packed, it is below 2 to the power of this.
    const BITS: u32 = u32::BITS;

    /// Is this at least `other` in every respect?
    fn covers(self, other: Self) -> bool;
    /// Packed into 32 bits, for table entries. Different resources have different bits.
    fn to_bits(self) -> u32;
    /// The inverse of [`Resource::to_bits`].
    fn from_bits(bits: u32) -> Self;
}

impl Resource for () {
    const BITS: u32 = 0;

    #[inline]
    fn covers(self, (): ()) -> bool {
        true
    }
    #[inline]
    fn to_bits(self) -> u32 {
        0
    }
    #[inline]
    fn from_bits(_: u32) {}
}

/// The rules: whose turn it is, which moves there are, and what they do.
///
/// **Truth.** The positions the OR player wins are the least set W that contains every AND position
/// without moves, every OR position with a move into W, and every AND position all of whose moves lead
/// into W. Going round in circles therefore counts against OR. Every engine answers whether the root is in
/// W, and no technique may change that answer.
pub trait Rules {
    /// A move. Two moves of a position that compare equal are the same move.
    type Move: Copy + Eq + Debug;

    /// Whose move it is.
    fn turn(&self) -> Turn;

    /// Appends all moves, in the same order every time the position comes up.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Plays one of [`Rules::moves`].
    fn play(&mut self, m: Self::Move);

    /// Takes back the last move played and not yet taken back.
    fn undo(&mut self);

    /// Identifies the position, whose turn included, but without its [`Resources::resource`].
    ///
    /// Positions with equal keys and resources must have equal futures. A hash of 64 bits is good enough in
    /// practice; a game small enough to number its positions should use the number.
    fn key(&self) -> u64;

    /// How many plies `m` counts for when plies are limited. Usually one; a game may let some moves cost nothing, as
    /// long as no line has endlessly many of them, and others more.
    #[inline]
    fn plies(&self, _m: Self::Move) -> Plies {
        Plies::ONE
    }

    /// A move in 32 bits, so that a table can name the one that decided. 0, for a game that does not say, is no
    /// move.
    #[inline]
    fn move_bits(_m: Self::Move) -> u32 {
        0
    }
}

/// What OR owns apart from the board, and for which other amounts an answer holds as well.
///
/// A game without such a thing says so in one line:
///
/// ```
/// # use tsumugi_andor::{Resources, Rules, Turn};
/// # struct Heap;
/// # impl Rules for Heap {
/// #     type Move = u8;
/// #     fn turn(&self) -> Turn { Turn::Or }
/// #     fn moves(&self, _: &mut Vec<u8>) {}
/// #     fn play(&mut self, _: u8) {}
/// #     fn undo(&mut self) {}
/// #     fn key(&self) -> u64 { 0 }
/// # }
/// impl Resources for Heap { type Resource = (); fn resource(&self) {} }
/// ```
///
/// The methods with a default say how far an answer reaches. Each default claims it for the current resource alone,
/// which is always right.
pub trait Resources: Rules {
    /// See [`Resource`]; `()` if there is none.
    type Resource: Resource;

    /// What the OR player owns here.
    fn resource(&self) -> Self::Resource;

    /// Puts another resource in the place of the current one; AND owns the rest, as ever. False, and nothing
    /// changes, if the game cannot do that or the resource cannot occur here.
    ///
    /// Whoever calls this and then takes back moves played before must put the old resource back first.
    #[inline]
    fn set_resource(&mut self, resource: Self::Resource) -> bool {
        resource == self.resource()
    }

    /// In an AND position without moves: the least resource with which it is still won.
    #[inline]
    fn won_resource(&self) -> Self::Resource {
        self.resource()
    }

    /// In an OR position without moves: the largest resource with which it is still lost.
    #[inline]
    fn lost_resource(&self) -> Self::Resource {
        self.resource()
    }

    /// In an OR position: the least resource that makes `m` win, when the position after `m` is won
    /// with `after`.
    #[inline]
    fn proof_before(&self, _m: Self::Move, _after: Self::Resource) -> Self::Resource {
        self.resource()
    }

    /// In an AND position all of whose moves are won for OR: the least resource that wins, when each
    /// position after a move is won with the one given for it.
    #[inline]
    fn proof_join(&self, _replies: &[(Self::Move, Self::Resource)]) -> Self::Resource {
        self.resource()
    }

    /// In an AND position: the largest resource against which `m` refutes, when the position after `m` is
    /// lost for OR with `after`.
    #[inline]
    fn disproof_before(&self, _m: Self::Move, _after: Self::Resource) -> Self::Resource {
        self.resource()
    }

    /// In an OR position all of whose moves fail: the largest resource with which they do, when each
    /// position after a move is lost with the one given for it.
    #[inline]
    fn disproof_join(&self, _tries: &[(Self::Move, Self::Resource)]) -> Self::Resource {
        self.resource()
    }
}

/// What a game may say to make the search faster. `impl Hints for G {}` says nothing, and is always right.
///
/// Most hints only guide: however bad, they change the effort and never the answer. Four of them are *claims* that an
/// engine believes, and must be right: [`Hints::decided`], [`Hints::look`], [`Hints::decided_in_time`] and
/// [`Hints::place_after`].
pub trait Hints: Resources {
    /// [`Rules::key`] and [`Resources::resource`] of the position after `m`, if they can be had for less than playing
    /// it.
    #[inline]
    fn place_after(&self, _m: Self::Move) -> Option<(u64, Self::Resource)> {
        None
    }

    /// A cheap test for positions decided at sight, before their moves are generated: `Some(n)` in
    /// `Win(n)` is an upper bound of the plies OR needs. Must be right; `None` is always right.
    #[inline]
    fn decided(&mut self) -> Option<Decided<Self::Resource>> {
        None
    }

    /// Initial bounds of a position met for the first time (df-pn+: heuristic initialisation).
    /// Open bounds only.
    #[inline]
    fn estimate(&mut self) -> Bounds {
        Bounds::UNIT
    }

    /// [`Hints::decided`], or else first bounds of the kind asked for. A game in which the two share work writes its
    /// own; it must decide no other way than [`Hints::decided`] does.
    ///
    /// # Errors
    /// First bounds, if the position is not decided.
    #[inline]
    fn look(&mut self, initial: Initial) -> Result<Decided<Self::Resource>, Bounds> {
        match (self.decided(), initial) {
            (Some(decided), _) => Ok(decided),
            (None, Initial::Unit) => Err(Bounds::UNIT),
            (None, Initial::Learned(left)) if !left.is_unlimited() => {
                let guess = self.estimate();
                Err(self.estimate_in_time(guess))
            }
            (None, Initial::Estimated | Initial::Learned(_)) => Err(self.estimate()),
        }
    }

    /// Other initial bounds, from those of [`Initial::Estimated`], for a search in which OR must win within a number of plies.
    /// Most such searches are asked to show that it cannot.
    #[inline]
    fn estimate_in_time(&mut self, guess: Bounds) -> Bounds {
        guess
    }

    /// A look at a position that is not [`Hints::decided`], with this many plies left, at least one: does OR win in time? A
    /// loss says only that it does not. `None` is always right.
    #[inline]
    fn decided_in_time(&mut self, _plies: Plies) -> Option<Decided<Self::Resource>> {
        None
    }

    /// Up to how many plies [`Hints::decided_in_time`] always answers when OR is to move.
    #[inline]
    fn foresight(&self) -> Plies {
        Plies::ZERO
    }

    /// What choosing `m` adds to the bounds of the position it leads to (df-pn+: edge cost), as
    /// (pn, dn); what is less than nothing makes the move more attractive. Not added to solved positions.
    #[inline]
    fn cost(&self, _m: Self::Move) -> (i32, i32) {
        (0, 0)
    }

    /// Sorts moves into classes that probably share a fate: a number a move, 0 for a class of its own.
    /// `classes` arrives filled with zeros. Used by [`crate::options::Sums::Classes`].
    #[inline]
    fn classes(&self, _moves: &[Self::Move], _classes: &mut [u16]) {}

    /// Which moves to put off: `Some(i)` for a move that is looked at only after the move at index
    /// `i`, which must be smaller than its own, was solved in favour of the other side. `after` arrives filled
    /// with `None`. Used by the option `delay`.
    #[inline]
    fn delays(&self, _moves: &[Self::Move], _after: &mut [Option<u16>]) {}

    /// Which moves of OR to put off if it probably does not win: as [`Hints::delays`], but the moves may be brought into
    /// another order first, the same every time. Used by the option `doubt`.
    #[inline]
    fn doubts(&self, _moves: &mut [Self::Move], _after: &mut [Option<u16>]) {}

    /// Are these two replies so much alike that what wins against one probably wins against the other? Used
    /// by the option `transfer`.
    #[inline]
    fn alike(&self, _a: Self::Move, _b: Self::Move) -> bool {
        false
    }

    /// Positions so much like the current one that what wins there probably wins here: appended as (key,
    /// resource), the likeliest last. Used by the option `killers`.
    #[inline]
    fn similar(&self, _out: &mut Vec<(u64, Self::Resource)>) {}

    /// As [`Hints::similar`], but farther back: positions that differ in one of the latest `reach` replies that come in
    /// several kinds, the latest first. Used by C*.
    #[inline]
    fn similar_far(&self, _reach: usize, _out: &mut Vec<(u64, Self::Resource)>) {}

    /// Does a reply look like one that only puts the end off? Used by C*, with the option `delay`.
    #[inline]
    fn futile(&self, _m: Self::Move) -> bool {
        false
    }

    /// A second game at the current position, for following two lines side by side (option `transfer`). `spare` is one that
    /// was made before and is not needed any more; its memory may be used again.
    #[inline]
    fn fork(&self, _spare: Option<Self>) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// A two-player game of proving and refuting, as engines want it: its [`Rules`], its [`Resources`] and its [`Hints`].
///
/// Whatever has the three parts is a game. A toy writes the first and leaves the others empty; a game made out of
/// another one is a [`Wrapper`](crate::Wrapper), which forwards everything that it does not change.
pub trait Game: Hints {}

impl<G: Hints> Game for G {}

/// Which first bounds an engine wants for a position that is not decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Initial {
    /// None in particular: an engine that asks for these takes [`Bounds::UNIT`].
    Unit,
    /// [`Hints::estimate`].
    Estimated,
    /// A learned guess, if the game has one, for a position from which OR must win within this many plies; else as
    /// [`Initial::Estimated`], and [`Hints::estimate_in_time`] if they are limited. Used by the option `learned`.
    Learned(Plies),
}

/// The answer of [`Hints::decided`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decided<R> {
    /// OR wins within this many plies, and does with every resource that covers this one.
    Win(Plies, R),
    /// OR does not win, and does not with any resource that this one covers.
    Loss(R),
}
