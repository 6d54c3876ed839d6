//! Move generation: what legal means, assembled from its parts.
//!
//! One generator serves lists, counts and yes/no questions: it hands groups of moves to a [`Sink`], which
//! may stop it. Every move handed over is legal; nothing is filtered afterwards.

mod checks;
mod drops;
mod evasions;
mod hypothetical;
mod mate_in_one;

pub use evasions::WaysOut;
pub use mate_in_one::{Checks, MateInOne, MateLook};

use crate::attacks;
use crate::position::{Position, Set};
use crate::setup::is_dead_end;
use crate::{Bitboard, Color, HandKind, Kind, Move, MoveList, Piece, Square};
use core::ops::ControlFlow;

/// Whether the generator goes on.
type Flow = ControlFlow<()>;
const GO_ON: Flow = ControlFlow::Continue(());

/// Takes moves in groups.
pub(crate) trait Sink {
    /// Moves of the piece on `from` to each square of `to`.
    fn board(&mut self, from: Square, to: Bitboard, promote: bool) -> Flow;
    /// One-step moves: for each square of `to` the piece `back` indices before it moves there.
    fn steps(&mut self, to: Bitboard, back: i8, promote: bool) -> Flow;
    /// Drops on each square of `to`.
    fn drops(&mut self, kind: HandKind, to: Bitboard) -> Flow;
}

#[inline]
fn behind(to: Square, back: i8) -> Square {
    Square::known((to.index() as isize - back as isize) as usize)
}

impl Sink for MoveList {
    #[inline]
    fn board(&mut self, from: Square, to: Bitboard, promote: bool) -> Flow {
        self.extend(to, |to| Move::board(from, to, promote));
        GO_ON
    }
    #[inline]
    fn steps(&mut self, to: Bitboard, back: i8, promote: bool) -> Flow {
        self.extend(to, |to| Move::board(behind(to, back), to, promote));
        GO_ON
    }
    #[inline]
    fn drops(&mut self, kind: HandKind, to: Bitboard) -> Flow {
        self.extend(to, |to| Move::drop(kind, to));
        GO_ON
    }
}

/// Counts moves without listing them.
struct Count(u64);

impl Sink for Count {
    #[inline]
    fn board(&mut self, _: Square, to: Bitboard, _: bool) -> Flow {
        self.0 += to.count() as u64;
        GO_ON
    }
    #[inline]
    fn steps(&mut self, to: Bitboard, _: i8, _: bool) -> Flow {
        self.0 += to.count() as u64;
        GO_ON
    }
    #[inline]
    fn drops(&mut self, _: HandKind, to: Bitboard) -> Flow {
        self.0 += to.count() as u64;
        GO_ON
    }
}

/// Stops at the first move.
struct Any;

fn stop_if(found: bool) -> Flow {
    if found { ControlFlow::Break(()) } else { GO_ON }
}

impl Sink for Any {
    #[inline]
    fn board(&mut self, _: Square, to: Bitboard, _: bool) -> Flow {
        stop_if(to.any())
    }
    #[inline]
    fn steps(&mut self, to: Bitboard, _: i8, _: bool) -> Flow {
        stop_if(to.any())
    }
    #[inline]
    fn drops(&mut self, _: HandKind, to: Bitboard) -> Flow {
        stop_if(to.any())
    }
}

/// Stops at one particular move.
struct Find(Move);

impl Sink for Find {
    fn board(&mut self, from: Square, to: Bitboard, promote: bool) -> Flow {
        let Find(m) = *self;
        stop_if(m.from() == Some(from) && m.is_promotion() == promote && to.has(m.to()))
    }
    fn steps(&mut self, to: Bitboard, back: i8, promote: bool) -> Flow {
        let Find(m) = *self;
        stop_if(to.has(m.to()) && m.is_promotion() == promote && m.from() == Some(behind(m.to(), back)))
    }
    fn drops(&mut self, kind: HandKind, to: Bitboard) -> Flow {
        let Find(m) = *self;
        stop_if(m.dropped() == Some(kind) && to.has(m.to()))
    }
}

/// The three ranks in which a side promotes.
#[inline]
pub(crate) fn zone(color: Color) -> Bitboard {
    const ZONES: [Bitboard; 2] = [ranks(1, 3), ranks(7, 9)];
    ZONES[color.index()]
}

const fn ranks(first: u8, last: u8) -> Bitboard {
    let mut out = Bitboard::EMPTY;
    let mut rank = first;
    while rank <= last {
        out = out.or(Bitboard::rank(rank));
        rank += 1;
    }
    out
}

/// Squares on which an unpromoted piece of this kind could never move again, by colour and kind.
static DEAD: [[Bitboard; 16]; 2] = {
    let mut table = [[Bitboard::EMPTY; 16]; 2];
    let mut i = 0;
    while i < 28 {
        let piece = Piece::new(Color::ALL[i / 14], Kind::ALL[i % 14]);
        let mut s = 0;
        while s < 81 {
            if is_dead_end(piece, Square::known(s)) {
                let row = &mut table[i / 14][piece.kind.index()];
                *row = row.or(Bitboard::of(Square::known(s)));
            }
            s += 1;
        }
        i += 1;
    }
    table
};

#[inline]
pub(crate) fn dead(color: Color, kind: Kind) -> Bitboard {
    DEAD[color.index()][kind.index()]
}

/// Hands over the moves of one piece, with promotion where it may and without where it can still move.
#[inline]
fn emit<S: Sink>(sink: &mut S, color: Color, kind: Kind, from: Square, to: Bitboard) -> Flow {
    if matches!(kind, Kind::Gold | Kind::King) || kind.is_promoted() {
        return sink.board(from, to, false);
    }
    let promoting = if zone(color).has(from) { to } else { to & zone(color) };
    if promoting.any() {
        sink.board(from, promoting, true)?;
    }
    sink.board(from, to & !dead(color, kind), false)
}

impl Position {
    /// All legal moves, in a fixed order.
    pub fn legal_moves(&self, out: &mut MoveList) {
        let _ = self.legal_into(out);
    }

    /// How many legal moves there are, without listing them.
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count(0);
        let _ = self.legal_into(&mut count);
        count.0
    }

    /// Is the move legal here?
    pub fn is_legal(&self, m: Move) -> bool {
        self.legal_into(&mut Find(m)).is_break()
    }

    /// Has the side to move any legal move?
    pub fn has_legal_move(&self) -> bool {
        self.legal_into(&mut Any).is_break()
    }

    /// Is the side to move checkmated?
    pub fn is_mate(&self) -> bool {
        self.in_check() && self.evasions_into(&mut Any).is_continue()
    }

    /// All legal moves of a side in check; none if it is not.
    pub fn evasions(&self, out: &mut MoveList) {
        if self.in_check() {
            let _ = self.evasions_into(out);
        }
    }

    /// All legal moves that give check, in a fixed order.
    pub fn checks(&self, out: &mut MoveList) {
        let _ = self.checks_into(out);
    }

    /// How many legal moves give check.
    pub fn count_checks(&self) -> u64 {
        let mut count = Count(0);
        let _ = self.checks_into(&mut count);
        count.0
    }

    /// Is there any legal move that gives check?
    pub fn has_check(&self) -> bool {
        self.checks_into(&mut Any).is_break()
    }

    fn legal_into<S: Sink>(&self, sink: &mut S) -> Flow {
        if self.in_check() { self.evasions_into(sink) } else { self.quiet_into(sink) }
    }

    /// All legal moves of a side that is not in check.
    fn quiet_into<S: Sink>(&self, sink: &mut S) -> Flow {
        let us = self.turn();
        let targets = self.free() | self.pieces(!us);
        let pinned = self.pinned(us);
        self.pawns_into(sink, us, targets, pinned)?;
        let occupied = self.occupied();
        let pieces = |set| self.own(us, set) & !pinned;
        for from in pieces(Set::Lances) {
            emit(sink, us, Kind::Lance, from, attacks::lance(us, from, occupied) & targets)?;
        }
        for from in pieces(Set::Knights) {
            emit(sink, us, Kind::Knight, from, attacks::steps(us, Kind::Knight, from) & targets)?;
        }
        for from in pieces(Set::Silvers) {
            emit(sink, us, Kind::Silver, from, attacks::steps(us, Kind::Silver, from) & targets)?;
        }
        for from in pieces(Set::Golds) {
            sink.board(from, attacks::steps(us, Kind::Gold, from) & targets, false)?;
        }
        for from in (self.diagonal() | self.orthogonal()) & self.pieces(us) & !pinned {
            let kind = self.kind_on(from);
            emit(sink, us, kind, from, attacks::of(us, kind, from, occupied) & targets)?;
        }
        if let Some(king) = self.king(us) {
            for from in pinned & !self.set(Set::Pawns) {
                let kind = self.kind_on(from);
                let to = attacks::of(us, kind, from, occupied) & targets;
                emit(sink, us, kind, from, to & attacks::line(king, from))?;
            }
            sink.board(king, self.safe_king_squares(king, us), false)?;
        }
        self.drops_into(sink, us, self.free())
    }

    /// Pawn moves to `targets`; pinned pawns only along their file.
    #[inline]
    fn pawns_into<S: Sink>(
        &self,
        sink: &mut S,
        us: Color,
        targets: Bitboard,
        pinned: Bitboard,
    ) -> Flow {
        let mut pawns = self.own(us, Set::Pawns);
        if pawns.meets(pinned)
            && let Some(king) = self.king(us)
        {
            let stuck = pinned & !Bitboard::of(king).files();
            pawns &= !stuck;
        }
        let (to, back) = pawn_steps(us, pawns);
        let to = to & targets;
        if to.meets(zone(us)) {
            sink.steps(to & zone(us), back, true)?;
        }
        sink.steps(to & !dead(us, Kind::Pawn), back, false)
    }

    /// Squares the king may step to: not ours, not walled, not attacked once the king has left.
    #[inline]
    fn safe_king_squares(&self, king: Square, us: Color) -> Bitboard {
        let without_king = self.occupied() ^ Bitboard::of(king);
        let near = attacks::steps(us, Kind::King, king) & (self.free() | self.pieces(!us));
        let mut safe = near & !self.stepped_on(!us);
        for to in safe {
            if self.slides_to(to, !us, without_king) {
                safe &= !Bitboard::of(to);
            }
        }
        safe
    }
}

/// Where the pawns of a side step to, and by how many indices. Pawns on the last rank (only in waived
/// diagrams) step nowhere.
#[inline]
fn pawn_steps(us: Color, pawns: Bitboard) -> (Bitboard, i8) {
    let pawns = pawns & !dead(us, Kind::Pawn);
    match us {
        Color::Black => (Bitboard::from_bits(pawns.bits() >> 1), -1),
        Color::White => (Bitboard::from_bits(pawns.bits() << 1), 1),
    }
}
