//! Interpositions that are taken at once with mate: X型, XY(Y)型 and what lies beyond, see `docs/RULES.md` 12.

use super::class::{FutileClass, FutileClasses};
use super::slider_captures;
use crate::game::TsumeGame;
use tsumugi_andor::Rules;
use tsumugi_shogi::{Cell, Move, MoveList, Position, Square, Waivers};

/// After this interposition: a capture that is mate, if that makes it futile by one of these classes; the first of them.
pub(crate) fn mating_capture(
    game: &TsumeGame,
    interposition: Move,
    classes: FutileClasses,
) -> Option<(FutileClass, Move)> {
    let mut after = game.clone();
    after.play(interposition);
    let mut checks = Vec::new();
    after.moves(&mut checks);
    checks.retain(|check| check.to() == interposition.to());
    let by_slider = slider_captures(&after, interposition.to(), &checks);
    let mating = checks.into_iter().filter_map(|capture| {
        after.play(capture);
        let (before, mate) = (game.position(), after.position());
        let class = match by_slider.contains(&capture) {
            _ if !mate.is_mate() => None,
            true => Some(FutileClass::X).filter(|&class| classes.has(class)),
            false => by_another(before, capture, mate, classes),
        };
        after.undo();
        Some((class?, capture))
    });
    mating.min_by_key(|(class, _)| *class)
}

/// The class of a mating capture by another piece than the one that gave check.
fn by_another(
    before: &Position,
    capture: Move,
    mate: &Position,
    classes: FutileClasses,
) -> Option<FutileClass> {
    let xy = classes.has(FutileClass::Xy) && !has_newcomer(before, capture, mate);
    let class = if xy { FutileClass::Xy } else { FutileClass::Xyz };
    Some(class).filter(|&class| classes.has(class))
}

/// Does a piece take part in the mate that took no part in the check before, beside the one that made the capture? It gives
/// the check itself, or it holds the king only now.
fn has_newcomer(before: &Position, capture: Move, mate: &Position) -> bool {
    let joins = |square: Square| {
        !without_piece(mate, square).is_some_and(|without| without.is_mate())
            && !has_new_way_out(before, square)
    };
    let others = mate.pieces(!mate.turn()).into_iter();
    let mut others = others.filter(|&square| square != capture.to() && !before.checkers().has(square));
    !mate.checkers().has(capture.to()) || others.any(joins)
}

/// With a stone in the place of this piece: has the checked side a way out that it does not have with the piece, other than
/// to interpose?
fn has_new_way_out(before: &Position, square: Square) -> bool {
    let king = before.king(before.turn());
    let known = replies(before);
    let is_new = |m: &Move| {
        let interposes = m.from() != king && !before.checkers().has(m.to());
        !interposes && !known.contains(m)
    };
    without_piece(before, square).is_none_or(|without| replies(&without).iter().any(is_new))
}

/// The position with a stone in the place of a piece; `None` if it is none, because the piece shields its own king.
fn without_piece(position: &Position, square: Square) -> Option<Position> {
    let mut setup = position.to_setup();
    setup.set(square, Cell::Wall);
    Position::new(&setup, Waivers::ALL).ok()
}

fn replies(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list
}
