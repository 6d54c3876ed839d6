//! The guess in plain words: each feature from the position alone, nothing kept from one to the next. What is fast must
//! say the same.

use super::network::{ONE, OUTPUTS};
use super::scene::{AFTER_CHECK, AFTER_REPLY};
use super::{Guess, Look, power};
use crate::game::{LastMove, TsumeGame};
use tsumugi_andor::{Bounds, Plies};
use tsumugi_shogi::{Checks, Color, HandKind, Kind, Square, WaysOut, attacks};

/// The rows of a position, in order.
pub fn rows(game: &TsumeGame, look: &Look, left: Plies) -> Vec<usize> {
    let mut out = vec![0];
    if let (Some(last), Some(king)) = (game.last_move(), game.position().king(game.defender())) {
        let (sizes, mut values) = match look {
            Look::Checked(ways) => (&AFTER_CHECK[..], after_check(game, &last, king, ways)),
            Look::Answered(checks) => (&AFTER_REPLY[..], after_reply(game, &last, king, checks)),
        };
        if !left.is_unlimited() {
            let pairs = (left.get() / 2).min(15) as usize;
            values.push(match look {
                Look::Checked(ways) => {
                    pairs * 24 + 2 * ways.moves.min(11) as usize + usize::from(ways.drops)
                }
                Look::Answered(checks) => pairs * 16 + checks.count.min(15) as usize,
            });
        }
        assert_eq!(sizes.len(), values.len() + usize::from(left.is_unlimited()));
        let mut next = 1;
        for (size, value) in sizes.iter().zip(values) {
            assert!(value < *size, "{value} of {size}");
            out.push(next + value);
            next += size;
        }
        if left.is_unlimited() {
            next += sizes[sizes.len() - 1];
        }
        out.extend(board(game, king).into_iter().map(|row| next + row));
        out.sort_unstable();
    }
    out
}

/// The bounds of a position.
pub fn bounds(guess: &Guess, game: &TsumeGame, look: &Look, left: Plies) -> Bounds {
    let network = match look {
        Look::Checked(_) => &guess.after_check,
        Look::Answered(_) => &guess.after_reply,
    };
    let rows = rows(game, look, left);
    let sum = |lane: usize| -> i32 {
        let parts = rows.iter().map(|&row| i32::from(network.rows[row].0[lane]));
        i32::from(network.bias.0[lane]) + parts.sum::<i32>()
    };
    let output = |output: usize| {
        let hidden = (OUTPUTS..network.bias.0.len()).map(|lane| {
            sum(lane).clamp(0, i32::from(ONE)) * i32::from(network.weights[output].0[lane])
        });
        // Sixty-fourths become parts of 256, and products of sixty-fourths and parts of 256 do.
        power(sum(output) * 4 + hidden.sum::<i32>() / 64)
    };
    let first = if left.is_unlimited() { 0 } else { 2 };
    Bounds::open(output(first), output(first + 1))
}

/// What is seen of the board and the hands.
fn board(game: &TsumeGame, king: Square) -> Vec<usize> {
    let (us, position) = (game.attacker(), game.position());
    let home = seen_by(us, king);
    let mirrored = home.0 > 5;
    let mut out = vec![];
    for square in Square::all() {
        let Some(piece) = position.piece(square).filter(|_| square != king) else { continue };
        let seen = seen_by(us, square);
        let across = if mirrored { home.0 - seen.0 } else { seen.0 - home.0 };
        let down = seen.1 - home.1;
        let theirs = usize::from(piece.color != us);
        if across.abs() <= 4 && down.abs() <= 4 {
            let place = ((down + 4) * 9 + across + 4) as usize;
            out.push((theirs * 16 + piece.kind.index()) * 81 + place);
        } else if let Some(far) = [Kind::Lance, Kind::Bishop, Kind::Rook, Kind::Horse, Kind::Dragon]
            .iter()
            .position(|&kind| kind == piece.kind)
        {
            let line = match (across.signum(), down.signum()) {
                (0, -1) => 0,
                (0, _) => 1,
                (-1, 0) => 2,
                (_, 0) => 3,
                _ if across.abs() != down.abs() => 8,
                (-1, -1) => 4,
                (-1, _) => 5,
                (_, -1) => 6,
                _ => 7,
            };
            out.push(2592 + (theirs * 5 + far) * 9 + line);
        }
    }
    let (ours, theirs) = (position.hand(us), position.hand(!us));
    for kind in HandKind::ALL.into_iter().filter(|&kind| ours.has(kind)) {
        out.push(2592 + 90 + kind.index() * 8 + usize::from(ours.count(kind).min(7)));
    }
    let rest = HandKind::ALL.into_iter().filter(|&kind| theirs.has(kind));
    out.push(2592 + 90 + 56 + rest.map(|kind| 1 << kind.index()).sum::<usize>());
    let file = if mirrored { 10 - home.0 } else { home.0 };
    out.push(2592 + 90 + 56 + 128 + (file as usize - 1) * 9 + home.1 as usize - 1);
    out
}

fn after_check(game: &TsumeGame, last: &LastMove, king: Square, ways: &WaysOut) -> Vec<usize> {
    let (us, to) = (game.attacker(), last.m.to());
    let ways_out = 2 * ways.moves.min(11) as usize + usize::from(ways.drops);
    let (kind, place) = (kind_on(game, to), from_king(us, king, to));
    let double = usize::from(game.position().checkers().count() > 1);
    vec![
        ways_out * 16 + strength(game, to),
        kind * 24 + place,
        kind * 3 + how(last),
        taken(last),
        home(us, king),
        hand(game),
        around(us, king, |square| ways.king.has(square), false),
        around(us, king, |square| game.position().pieces(!us).has(square), true),
        around(us, king, |square| game.position().pieces(us).has(square), false),
        around(us, king, |square| steps_on(game, square), false),
        place * 2 + double,
    ]
}

fn after_reply(game: &TsumeGame, last: &LastMove, king: Square, checks: &Checks) -> Vec<usize> {
    let (us, to) = (game.attacker(), last.m.to());
    let took = last.captured.is_some();
    let sort = usize::from(took) + 2 * usize::from(king == to) + 4 * usize::from(last.m.is_drop());
    let count = checks.count.min(15) as usize;
    vec![
        sort * 16 + strength(game, to),
        kind_on(game, to) * 3 + how(last),
        taken(last) * 8 + sort,
        home(us, king),
        hand(game),
        from_king(us, king, to) * 8 + sort,
        count * 16 + checks.close.min(15) as usize,
        count * 8 + sort,
        around(us, king, |square| checks.escapes.has(square), false),
        around(us, king, |square| game.position().pieces(!us).has(square), true),
        around(us, king, |square| game.position().pieces(us).has(square), false),
        around(us, king, |square| steps_on(game, square), false),
    ]
}

fn strength(game: &TsumeGame, square: Square) -> usize {
    let count = |color| game.attackers(square, color).min(3) as usize;
    count(game.attacker()) * 4 + count(game.defender())
}

fn kind_on(game: &TsumeGame, square: Square) -> usize {
    game.position().piece(square).map_or(Kind::King, |piece| piece.kind).index()
}

fn how(last: &LastMove) -> usize {
    match (last.m.is_drop(), last.m.is_promotion()) {
        (true, _) => 0,
        (false, false) => 1,
        (false, true) => 2,
    }
}

fn taken(last: &LastMove) -> usize {
    last.captured.unwrap_or(Kind::King).index()
}

fn seen_by(attacker: Color, square: Square) -> (i32, i32) {
    let square = if attacker == Color::Black { square } else { square.rotated() };
    (i32::from(square.file()), i32::from(square.rank()))
}

fn home(attacker: Color, king: Square) -> usize {
    let (file, rank) = seen_by(attacker, king);
    ((file - 5).abs() * 9 + rank - 1) as usize
}

fn from_king(attacker: Color, king: Square, square: Square) -> usize {
    let (king, square) = (seen_by(attacker, king), seen_by(attacker, square));
    let (across, down) = ((king.0 - square.0).abs(), square.1 - king.1);
    let place = match (across, down) {
        (0..=2, -2..=2) => across * 5 + down + 2,
        (0, _) => 15 + down.signum() + 1,
        (_, 0) => 18 + 1,
        _ => 21 + down.signum() + 1,
    };
    place as usize
}

fn hand(game: &TsumeGame) -> usize {
    let count = |kind, most| usize::from(game.position().hand(game.attacker()).count(kind).min(most));
    let rook = count(HandKind::Rook, 2);
    let bishop = rook * 2 + count(HandKind::Bishop, 1);
    let gold = bishop * 3 + count(HandKind::Gold, 2);
    let silver = gold * 3 + count(HandKind::Silver, 2);
    let knight = silver * 2 + count(HandKind::Knight, 1);
    let lance = knight * 2 + count(HandKind::Lance, 1);
    lance * 2 + count(HandKind::Pawn, 1)
}

/// Is there an attacker that steps or leaps to a square? Horses and dragons are near all that a king is.
fn steps_on(game: &TsumeGame, square: Square) -> bool {
    let us = game.attacker();
    game.position().pieces(us).into_iter().any(|from| {
        let kind = match game.position().piece(from).unwrap().kind {
            Kind::Horse | Kind::Dragon => Kind::King,
            kind => kind,
        };
        attacks::steps(us, kind, from).has(square)
    })
}

/// The squares around a king for which something is so, as bits: file by file from the right as the attacker sees
/// them, in each from the top; and what is said of those beyond the edge.
fn around(us: Color, king: Square, is_so: impl Fn(Square) -> bool, beyond: bool) -> usize {
    let (file, rank) = seen_by(us, king);
    let steps = (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down)));
    let eight = steps.filter(|&step| step != (0, 0));
    let bits = eight.enumerate().map(|(i, (across, down))| {
        let near = Square::new((file + across) as u8, (rank + down) as u8);
        let near = near.map(|near| if us == Color::Black { near } else { near.rotated() });
        usize::from(near.map_or(beyond, &is_so)) << i
    });
    bits.sum()
}
