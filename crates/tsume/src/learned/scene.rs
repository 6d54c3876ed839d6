//! What a learned guess looks at: features of a position, each a number that picks a row of a table.
//!
//! Numbers that the first look at a position tells come first, then what `board.rs` sees.

use super::Look;
use super::board::{self, View};
use super::hood::HOODS;
use tsumugi_andor::Plies;
use tsumugi_shogi::{
    Bitboard, Checks, Color, Hand, HandKind, Kind, Move, Piece, Position, Square, Undo, WaysOut,
};

/// How many values the features after a check and after a reply have, in the order in which they are handed out.
/// The weights were learned for these: another number means another file (crates/learn/README.md).
/// The last feature is there only where plies are limited.
pub(super) const AFTER_CHECK: [usize; 12] =
    [24 * 16, 16 * 24, 16 * 3, 16, 45, HANDS, 256, 256, 256, 256, 2 * 24, LEFT * 24];
pub(super) const AFTER_REPLY: [usize; 13] =
    [8 * 16, 16 * 3, 16 * 8, 45, HANDS, 24 * 8, 16 * 16, 16 * 8, 256, 256, 256, 256, LEFT * 16];
/// Numbers of plies left, as [`left`] tells them apart.
const LEFT: usize = 16;
/// Hands as [`hand`] tells them apart.
const HANDS: usize = 2 * 2 * 2 * 3 * 3 * 2 * 3;

/// Where the rows of the board begin, after a check and after a reply.
pub(super) const BOARD: [usize; 2] = [1 + sum(&AFTER_CHECK), 1 + sum(&AFTER_REPLY)];
/// Rows of the network for positions after a check, and after a reply.
pub const ROWS: [usize; 2] = [BOARD[0] + board::ROWS, BOARD[1] + board::ROWS];

const fn sum(sizes: &[usize]) -> usize {
    let (mut total, mut i) = (0, 0);
    while i < sizes.len() {
        total += sizes[i];
        i += 1;
    }
    total
}

/// Where the rows of each feature begin. The first row is of no feature: it is always there.
const fn starts<const N: usize>(sizes: &[usize; N]) -> [usize; N] {
    let (mut out, mut next, mut i) = ([0; N], 1, 0);
    while i < N {
        out[i] = next;
        next += sizes[i];
        i += 1;
    }
    out
}

/// A position to guess about, and how it came about.
pub(crate) struct Scene<'a> {
    pub(super) position: &'a Position,
    pub(super) us: Color,
    pub(super) king: Square,
    last: Move,
    pub(super) captured: Option<Kind>,
    /// The key of the position before the last move.
    pub(super) before: u64,
}

impl<'a> Scene<'a> {
    /// None if nobody knows how the position came about, or there is no king to mate.
    #[inline]
    pub(crate) fn new(position: &'a Position, us: Color, last: Option<&Undo>) -> Option<Scene<'a>> {
        let (undo, king) = (last?, position.king(!us)?);
        let (last, captured, before) = (undo.played(), undo.captured(), undo.key_before());
        Some(Scene { position, us, king, last, captured, before })
    }

    /// Attackers and defenders of the square moved to, of each up to three.
    #[inline]
    fn strength(&self) -> usize {
        let (to, occupied) = (self.last.to(), self.position.occupied());
        let count = |color| self.position.attackers(to, color, occupied).count().min(3) as usize;
        count(self.us) * 4 + count(!self.us)
    }

    /// The piece that moved.
    #[inline]
    fn kind(&self) -> usize {
        index(self.position.piece(self.last.to()).map(|piece| piece.kind))
    }

    /// A drop, a move or a promotion.
    #[inline]
    fn how(&self) -> usize {
        if self.last.is_drop() { 0 } else { 1 + usize::from(self.last.is_promotion()) }
    }

    /// Did the king move, take, or was something dropped?
    #[inline]
    fn sort(&self) -> usize {
        usize::from(self.king == self.last.to()) * 2
            + usize::from(self.captured.is_some())
            + usize::from(self.last.is_drop()) * 4
    }

    /// The king's place; left and right are the same.
    fn home(&self) -> usize {
        let king = if self.us == Color::Black { self.king } else { self.king.rotated() };
        usize::from(king.file().abs_diff(5)) * 9 + usize::from(king.rank()) - 1
    }

    /// The square moved to as seen from the king: one of 15 near ones, else a direction. Left and right are the same.
    #[inline]
    fn place(&self) -> usize {
        let (king, to) = (self.king, self.last.to());
        let across = king.file().abs_diff(to.file());
        let down = to.rank() as i8 - king.rank() as i8;
        let down = if self.us == Color::Black { down } else { -down };
        if across <= 2 && down.abs() <= 2 {
            return usize::from(across) * 5 + (down + 2) as usize;
        }
        let line = match (across, down) {
            (0, _) => 0,
            (_, 0) => 1,
            _ => 2,
        };
        15 + line * 3 + (down.signum() + 1) as usize
    }

    /// Which of the eight squares around the king are in a set.
    #[inline]
    fn around(&self, set: Bitboard) -> usize {
        self.turned(HOODS[self.king.index()].cut(set))
    }

    /// Which of them hold a defender or are beyond the edge.
    #[inline]
    fn blocked(&self) -> usize {
        let hood = &HOODS[self.king.index()];
        self.turned(hood.cut(self.position.pieces(!self.us)) | hood.beyond)
    }

    /// Bits around the king in the order of an attacker who moves up the board.
    #[inline]
    fn turned(&self, bits: u8) -> usize {
        usize::from(if self.us == Color::Black { bits } else { bits.reverse_bits() })
    }

    /// The rows of what the first look tells after a check.
    #[inline]
    pub(super) fn after_check(&self, ways: &WaysOut) -> [usize; 12] {
        let [
            at_ways,
            at_place,
            at_how,
            at_taken,
            at_home,
            at_hand,
            at_king,
            at_blocked,
            at_ours,
            at_steps,
            at_many,
            _,
        ] = const { starts(&AFTER_CHECK) };
        let (kind, place) = (self.kind(), self.place());
        [
            0,
            at_ways + ways_out(ways) * 16 + self.strength(),
            at_place + kind * 24 + place,
            at_how + kind * 3 + self.how(),
            at_taken + index(self.captured),
            at_home + self.home(),
            at_hand + hand(self.hands()[0]),
            at_king + self.around(ways.king),
            at_blocked + self.blocked(),
            at_ours + self.around(self.position.pieces(self.us)),
            at_steps + self.around(self.stepped_on()),
            at_many + place * 2 + self.position.checkers().many() as usize,
        ]
    }

    /// The rows of what the first look tells after a reply.
    #[inline]
    pub(super) fn after_reply(&self, checks: &Checks, stepped_on: Bitboard) -> [usize; 13] {
        let [
            at_strength,
            at_how,
            at_taken,
            at_home,
            at_hand,
            at_place,
            at_close,
            at_count,
            at_escapes,
            at_blocked,
            at_ours,
            at_steps,
            _,
        ] = const { starts(&AFTER_REPLY) };
        let (sort, count) = (self.sort(), checks.count.min(15) as usize);
        [
            0,
            at_strength + sort * 16 + self.strength(),
            at_how + self.kind() * 3 + self.how(),
            at_taken + index(self.captured) * 8 + sort,
            at_home + self.home(),
            at_hand + hand(self.hands()[0]),
            at_place + self.place() * 8 + sort,
            at_close + count * 16 + checks.close.min(15) as usize,
            at_count + count * 8 + sort,
            at_escapes + self.around(checks.escapes),
            at_blocked + self.blocked(),
            at_ours + self.around(self.position.pieces(self.us)),
            at_steps + self.around(stepped_on),
        ]
    }

    /// Where the attacker's steps and leaps lead.
    #[inline]
    pub(super) fn stepped_on(&self) -> Bitboard {
        self.position.stepped_on(self.us)
    }

    /// How the board is seen here.
    #[inline]
    pub(super) fn view(&self) -> View {
        View::new(self.us, self.king)
    }

    /// Did the king move? Then everything is seen from another place than before.
    #[inline]
    pub(super) fn king_moved(&self) -> bool {
        self.king == self.last.to()
    }

    /// What the attacker and the defender hold.
    #[inline]
    pub(super) fn hands(&self) -> [Hand; 2] {
        [self.us, !self.us].map(|color| self.position.hand(color))
    }

    /// What they held before the last move.
    #[inline]
    pub(super) fn hands_before(&self) -> [Hand; 2] {
        let mut hands = self.hands();
        let mover = &mut hands[usize::from(self.position.turn() == self.us)];
        if let Some(kind) = self.last.dropped() {
            *mover = mover.plus(kind);
        } else if let Some(kind) = self.captured.and_then(Kind::in_hand) {
            *mover = mover.minus(kind);
        }
        hands
    }

    /// Where pieces may have rows: near the king, and wherever those are that reach far.
    #[inline]
    fn seen_from(&self, king: Square) -> Bitboard {
        board::NEIGHBOURHOODS[king.index()] | self.position.far_reaching()
    }

    /// Hands out the rows of `board.rs`.
    #[inline(always)]
    pub(super) fn board(&self, mut visit: impl FnMut(usize)) {
        let view = self.view();
        visit(view.home());
        let pieces = self.position.pieces(Color::Black) | self.position.pieces(Color::White);
        for square in pieces & self.seen_from(self.king) {
            if let Some(piece) = self.position.piece(square)
                && square != self.king
                && let Some(row) = view.piece(square, piece)
            {
                visit(row);
            }
        }
        let [ours, theirs] = self.hands();
        for kind in HandKind::ALL {
            if let Some(row) = board::held(kind, ours.count(kind)) {
                visit(row);
            }
        }
        visit(board::rest(theirs));
    }

    /// Hands out the rows of `board.rs` that the last move changed, unless it moved the king: whether each is new, or gone.
    #[inline(always)]
    pub(super) fn changes(&self, mut visit: impl FnMut(usize, bool)) {
        let (view, to) = (self.view(), self.last.to());
        let mover = !self.position.turn();
        if let Some(piece) = self.position.piece(to) {
            if let Some(row) = view.piece(to, piece) {
                visit(row, true);
            }
            if let Some(from) = self.last.from() {
                let promoted = self.last.is_promotion();
                let kind = if promoted { piece.kind.unpromoted() } else { piece.kind };
                if let Some(row) = view.piece(from, Piece::new(mover, kind)) {
                    visit(row, false);
                }
            }
        }
        if let Some(kind) = self.captured
            && let Some(row) = view.piece(to, Piece::new(!mover, kind))
        {
            visit(row, false);
        }
        let ([ours, theirs], [ours_before, theirs_before]) = (self.hands(), self.hands_before());
        let kind = self.last.dropped().or(self.captured.and_then(Kind::in_hand));
        if let (true, Some(kind)) = (ours != ours_before, kind) {
            if let Some(row) = board::held(kind, ours.count(kind)) {
                visit(row, true);
            }
            if let Some(row) = board::held(kind, ours_before.count(kind)) {
                visit(row, false);
            }
        }
        if theirs != theirs_before {
            visit(board::rest(theirs), true);
            visit(board::rest(theirs_before), false);
        }
    }
}

/// The row of a position in which the attacker must mate within this many plies.
#[inline]
pub(super) fn in_time(look: &Look, plies: Plies) -> usize {
    match look {
        Look::Checked(ways) => {
            let [.., at_left] = const { starts(&AFTER_CHECK) };
            at_left + left(plies) * 24 + ways_out(ways)
        }
        Look::Answered(checks) => {
            let [.., at_left] = const { starts(&AFTER_REPLY) };
            at_left + left(plies) * 16 + checks.count.min(15) as usize
        }
    }
}

/// Pairs of plies left; of many it does not matter how many.
#[inline]
fn left(plies: Plies) -> usize {
    (plies.get() as usize / 2).min(LEFT - 1)
}

/// How many moves there are out of a check, and whether there are drops.
#[inline]
fn ways_out(ways: &WaysOut) -> usize {
    2 * ways.moves.min(11) as usize + ways.drops as usize
}

/// The number of a kind; that of the king, which is never taken, if there is none.
#[inline]
fn index(kind: Option<Kind>) -> usize {
    kind.unwrap_or(Kind::King).index()
}

/// What a hand is good for: of each kind none, one or more.
#[inline]
fn hand(hand: Hand) -> usize {
    let kinds = [
        (HandKind::Pawn, 1),
        (HandKind::Lance, 1),
        (HandKind::Knight, 1),
        (HandKind::Silver, 2),
        (HandKind::Gold, 2),
        (HandKind::Bishop, 1),
        (HandKind::Rook, 2),
    ];
    kinds.iter().rev().fold(0, |number, &(kind, most)| {
        number * (usize::from(most) + 1) + usize::from(hand.count(kind).min(most))
    })
}
