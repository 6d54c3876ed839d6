//! Games played by the program against itself, badly and each time the same: where there are no games to be had.
//!
//! Trouble  A paper learned from positions of games, and games belong to those who played them. Random moves come to nothing
//!          that looks like a game: pieces are left to be taken, and kings are mated in the opening.
//! Idea     Look one ply ahead: what a move takes, what it leaves to be taken, whether it gives check or comes near the
//!          other king. A good deal of chance on top makes every game another one.
//! Source   Ours.

use crate::features::worth;
use tsumugi_shogi::random::Random;
use tsumugi_shogi::{Color, Kind, Move, MoveList, Position, Square};

/// A game ends here if nobody was mated.
const PLIES: usize = 160;
/// Moves at first that are drawn among all, so that no opening is played twice.
const DRAWN: usize = 6;
/// The most points that chance adds. Less: games look alike. More: everything is left to be taken.
const CHANCE: usize = 180;
/// What a check is worth, and a piece that comes near the other king.
const CHECK: i32 = 60;
const NEAR: i32 = 40;

/// The game of this number: its first position and its moves.
pub fn game(number: u64) -> (Position, Vec<Move>) {
    let mut random = Random::new(number ^ 0x6A3E_0000_0000);
    let start = Position::startpos();
    let (mut position, mut moves) = (start.clone(), Vec::new());
    while moves.len() < PLIES {
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        if legal.is_empty() {
            break;
        }
        let m = if moves.len() < DRAWN {
            random.pick(&legal)
        } else {
            choice(&mut position, &legal, &mut random)
        };
        _ = position.play(m);
        moves.push(m);
    }
    (start, moves)
}

/// The best of some moves, which are not none, as far as it goes.
fn choice(position: &mut Position, legal: &[Move], random: &mut Random) -> Move {
    let rated = |&m: &Move| (points(position, m) + random.below(CHANCE) as i32, m);
    let best = legal.iter().map(rated).max_by_key(|(points, _)| *points);
    best.map_or(legal[0], |(_, m)| m)
}

/// What a move is worth at first sight.
fn points(position: &mut Position, m: Move) -> i32 {
    let (us, to) = (position.turn(), m.to());
    let taken = position.piece(to).map_or(0, |piece| worth(piece.kind));
    let before = m.from().and_then(|from| position.piece(from)).map(|piece| piece.kind);
    let undo = position.play(m);
    let now = position.piece(to).map_or(Kind::Pawn, |piece| piece.kind);
    let promotion = before.map_or(0, |before| worth(now) - worth(before));
    let check = if position.in_check() { CHECK } else { 0 };
    let near = position.king(!us).is_some_and(|king| distance(king, to) <= 2);
    let points =
        taken + promotion - left_to_be_taken(position, to, us) + check + NEAR * i32::from(near);
    position.undo(undo);
    points
}

/// What the side to move may win on this square, if it takes the piece of `us` there, and is taken in turn.
fn left_to_be_taken(position: &Position, square: Square, us: Color) -> i32 {
    let attackers = |by| position.attackers(square, by, position.occupied()).into_iter();
    // A king takes nothing that is supported.
    let price = |kind| if kind == Kind::King { i32::MAX } else { worth(kind) };
    let kinds = attackers(!us).filter_map(|from| position.piece(from)).map(|piece| price(piece.kind));
    let Some(cheapest) = kinds.min() else { return 0 };
    let own = position.piece(square).map_or(0, |piece| worth(piece.kind));
    if attackers(us).next().is_some() { (own - cheapest).max(0) } else { own }
}

fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_legal_repeat_themselves_and_come_to_checks() {
        let mut checks = 0;
        for number in 0..20 {
            let (mut position, moves) = game(number);
            assert_eq!(game(number).1, moves, "game {number}");
            assert_ne!(game(number + 1).1, moves);
            for m in moves {
                assert!(position.is_legal(m), "game {number}: {m}");
                _ = position.play(m);
                checks += u32::from(position.in_check());
            }
        }
        assert!(checks > 100, "{checks}");
    }

    #[test]
    fn a_piece_is_not_given_away_for_nothing() {
        let mut position = Position::from_sfen("4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1").unwrap();
        let (takes, gives) = ("5h5e".parse().unwrap(), "5h5f".parse().unwrap());
        assert_eq!(points(&mut position, takes), 100 + CHECK);
        assert_eq!(points(&mut position, gives), -950);
    }
}
