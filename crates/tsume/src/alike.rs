//! Moves that probably share a fate: which to put off, which to count once, which to answer alike.
//!
//! Trouble  Against a check from afar the defender may put any piece on any square between; most of these replies
//!          come to the same, but each looks like a defence of its own.
//! Idea     Look at one kind after the other on each square, and at drops on squares the defender does not guard
//!          one after the other altogether. The promotion and the non-promotion of a reply likewise.
//! Source   \[KomoringHeights\], \[Seo95\].
//! Switch   `delay` for putting off, `sums = classes` and `snda` for counting once, `transfer` and
//!          `killers` for answering alike.

use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use tsumugi_andor::{Resources, Rules, Turn};
use tsumugi_shogi::{HandKind, Kind, Move, Square};

/// Interpositions on one square, and one move with and without promotion.
pub(crate) fn are_alike(a: Move, b: Move) -> bool {
    a.to() == b.to() && a.from() == b.from()
}

/// The order in which replies are looked at, where nothing else decides: captures, other moves, the king's moves;
/// then what is put between, nearest to the king first, and what helps the attacker least once it was taken.
pub(crate) fn order(game: &TsumeGame, replies: &mut [Move]) {
    let Some(king) = game.position().king(game.defender()) else { return };
    let rank = |m: Move| match m.is_drop() {
        true => PER_SQUARE * (1 + king.distance(m.to()) as u32) + m.dropped().map_or(0, value_in_hand),
        false => 2 * (m.from() == Some(king)) as u32 + game.position().piece(m.to()).is_none() as u32,
    };
    // Sorted by numbers that end in the place a move came from, so that equal ones keep their order.
    let mut places = [0; PLACES];
    let Some(places) = places.get_mut(..replies.len()) else { return };
    let mut before = [replies.first().copied(); PLACES];
    for (i, &m) in replies.iter().enumerate() {
        places[i] = rank(m) << PLACE_BITS | i as u32;
        before[i] = Some(m);
    }
    places.sort_unstable();
    for (reply, place) in replies.iter_mut().zip(places) {
        if let Some(m) = before[*place as usize & ((1 << PLACE_BITS) - 1)] {
            *reply = m;
        }
    }
}

/// What a square farther from the king counts in the order of interpositions: more than any [`value_in_hand`], so that
/// the piece decides only between drops on the same square.
const PER_SQUARE: u32 = 8;
/// Bits of a reply's place, below those of its rank; more than [`PLACES`] takes.
const PLACE_BITS: u32 = 16;

/// How much a piece in hand is worth to an attacker, as an order: from a knight there are at most two checks, from a lance
/// up to eight.
fn value_in_hand(kind: HandKind) -> u32 {
    match kind.kind() {
        Kind::Pawn => 0,
        Kind::Knight => 1,
        Kind::Lance => 2,
        Kind::Silver => 3,
        Kind::Gold => 4,
        Kind::Bishop => 5,
        _ => 6,
    }
}

/// More than the ways out of any check; positions without a check are not worth sorting.
const PLACES: usize = 128;

/// Which replies wait for which.
pub(crate) fn delays(game: &TsumeGame, moves: &[Move], after: &mut [Option<u16>]) {
    if game.turn() == Turn::Or {
        return;
    }
    let mut last_on = [None; 81];
    let mut last_loose = None;
    for (i, &m) in moves.iter().enumerate() {
        if m.is_drop() {
            let chain = if is_loose(game, m) { &mut last_loose } else { &mut last_on[m.to().index()] };
            after[i] = chain.replace(i as u16);
        } else if let Some(promoted) = promotion_of(game, moves, i) {
            after[i] = Some(promoted as u16);
        }
    }
}

/// Does a drop go to a square that only the king itself guards, and without checking back?
pub(crate) fn is_loose(game: &TsumeGame, drop: Move) -> bool {
    let position = game.position();
    let king = position.king(game.defender());
    let guards = position.attackers(drop.to(), game.defender(), position.occupied());
    guards.into_iter().all(|square| Some(square) == king) && !position.gives_check(drop)
}

/// For a move that might as well promote: the index of the one that does.
pub(crate) fn promotion_of(game: &TsumeGame, moves: &[Move], index: usize) -> Option<usize> {
    let m = moves[index];
    let from = m.from().filter(|_| !m.is_promotion())?;
    let kind = game.position().piece(from)?.kind;
    let hardly_matters = match kind {
        Kind::Pawn | Kind::Bishop | Kind::Rook => true,
        Kind::Lance => is_second_rank(m.to()),
        _ => false,
    };
    let promotes = |other: &Move| other.is_promotion() && are_alike(*other, m);
    if hardly_matters { moves[..index].iter().position(promotes) } else { None }
}

fn is_second_rank(square: Square) -> bool {
    matches!(square.rank(), 2 | 8)
}

/// Which moves count once: a check with and without promotion, and drops of one far-reaching piece along one line
/// of the king's.
pub(crate) fn classes(game: &TsumeGame, moves: &[Move], classes: &mut [u16]) {
    let Some(king) = game.position().king(game.defender()).filter(|_| game.turn() == Turn::Or) else {
        return;
    };
    for (i, &m) in moves.iter().enumerate() {
        classes[i] = match (m.dropped(), promotion_of(game, moves, i)) {
            (Some(kind), _) if matches!(kind.kind(), Kind::Lance | Kind::Bishop | Kind::Rook) => {
                1 + kind as u16 * DIRECTIONS + direction(king, m.to())
            }
            (None, Some(promoted)) => {
                classes[promoted] = PROMOTIONS + promoted as u16;
                classes[promoted]
            }
            _ => 0,
        };
    }
}

/// More than the numbers that [`direction`] gives: drops of two kinds never share a class.
const DIRECTIONS: u16 = 16;
/// Classes of promotions begin here, above those of drops.
const PROMOTIONS: u16 = 1000;

/// How many interpositions back a similar position may differ. None: nothing is carried over. More: more
/// look-ups for every new position.
const REACH: usize = 1;

/// The current position with another piece in the place of one the defender has put between.
pub(crate) fn similar(game: &TsumeGame, out: &mut Vec<(u64, AttackerHand)>) {
    for square in game.latest_interpositions(REACH) {
        let keys = HandKind::ALL.into_iter().filter_map(|kind| game.key_with(square, kind));
        out.extend(keys.map(|key| (key, game.resource())));
    }
}

/// The current position with another piece in the place of one that the defender has put between, or the promoted one
/// in the place of one that it did not promote, as far back as `reach` such replies.
pub(crate) fn similar_far(game: &TsumeGame, reach: usize, out: &mut Vec<(u64, AttackerHand)>) {
    let (mut found, resource) = (0, game.resource());
    let mut seen = 0u128;
    for m in game.latest_replies() {
        if found == reach {
            break;
        }
        // The latest move to a square put there what stands on it.
        if seen >> m.to().index() & 1 != 0 {
            continue;
        }
        seen |= 1 << m.to().index();
        let before = out.len();
        if m.is_drop() {
            let keys = HandKind::ALL.into_iter().filter_map(|kind| game.key_with(m.to(), kind));
            out.extend(keys.map(|key| (key, resource)));
        } else if !m.is_promotion() {
            out.extend(game.key_promoted(m.to()).map(|key| (key, resource)));
        }
        found += (out.len() > before) as usize;
    }
}

/// In which of eight directions one square lies from another on the same line.
pub(crate) fn direction(from: Square, to: Square) -> u16 {
    let sign = |a: u8, b: u8| (b > a) as u16 + 2 * (b < a) as u16;
    sign(from.file(), to.file()) * 3 + sign(from.rank(), to.rank())
}
