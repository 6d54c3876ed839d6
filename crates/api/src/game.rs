//! A move for a game in which no mate is known.
//!
//! There is no judgement of positions here, so this is no player: the move is legal, the other side has no mate after
//! it as far as a short search tells, and of such moves it is the one that wins most at once.

use crate::conductor::Conductor;
use crate::{Fault, Stage};
use std::cmp::Reverse;
use tsumugi_shogi::{Kind, Move, MoveList, Position};
use tsumugi_tsume::{Limits, Problem, Settings, Verdict};

/// Positions expanded to find out whether a move loses to a mate.
const EACH: u64 = 2_000;
/// For all moves together.
const ALL: u64 = 60_000;

/// A legal move, chosen at sight; none if there is none.
pub fn at_sight(position: &Position) -> Option<Move> {
    by_gain(position).first().copied()
}

/// A legal move after which the other side has no mate, if one is found; else one of which that is not known, or the one that
/// holds out longest.
///
/// # Errors
/// When the table cannot be set up in this way.
pub fn choose(
    position: &Position,
    hash: Option<u32>,
    conductor: &mut Conductor,
    stage: &mut Stage<'_>,
) -> Result<Option<Move>, Fault> {
    let settings = Settings { prove: false, ..Conductor::settings(hash, 1, &[])? };
    let limits = conductor.limits(&settings, EACH, stage);
    let solver = conductor.solver(settings);
    let moves = by_gain(position);
    if position.king(position.turn()).is_none() {
        return Ok(moves.first().copied());
    }
    let (mut open, mut longest, mut left) = (None, None, ALL);
    for &m in &moves {
        let mut after = position.clone();
        _ = after.play(m);
        let attacker = after.turn();
        let problem = Problem::new(after).attacked_by(attacker);
        let limits = Limits { expansions: EACH.min(left), ..limits.clone() };
        let answer = solver.solve(&problem, &limits, stage);
        left = left.saturating_sub(answer.stats.expansions);
        match answer.verdict {
            Verdict::NoMate => return Ok(Some(m)),
            Verdict::Mate(plies) => longest = longest.max(Some((plies, Reverse(m)))),
            Verdict::Unknown(_) => open = open.or(Some(m)),
        }
    }
    Ok(open.or(longest.map(|(_, Reverse(m))| m)))
}

/// All legal moves, those that win most first.
fn by_gain(position: &Position) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut moves = moves.to_vec();
    moves.sort_by_cached_key(|&m| Reverse(gain(position, m)));
    moves
}

/// What a move wins: what it takes and what promoting adds, less the piece itself where it can be taken.
fn gain(position: &Position, m: Move) -> i32 {
    let mut after = position.clone();
    let undo = after.play(m);
    let value_at =
        |position: &Position, square| position.piece(square).map_or(0, |piece| value(piece.kind));
    let now = value_at(&after, m.to());
    let promoted = m.from().map_or(0, |from| now - value_at(position, from));
    let taken = undo.captured().map_or(0, value);
    let attacked = after.is_attacked(m.to(), after.turn(), after.occupied());
    taken + promoted - if attacked { now } else { 0 }
}

/// What a piece is worth, roughly, in pawns.
fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Lance | Kind::Knight => 4,
        Kind::Silver | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => 5,
        Kind::Gold => 6,
        Kind::Bishop => 8,
        Kind::Rook => 10,
        Kind::Horse => 11,
        Kind::Dragon => 13,
        Kind::King => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Progress;
    use tsumugi_clock::{Clock, StopToken};

    fn chosen(sfen: &str) -> Option<String> {
        let position = Position::from_sfen(sfen).unwrap();
        let mut nobody = |_: &Progress| {};
        let mut stage = Stage::new(&Clock::system(), StopToken::default(), &mut nobody);
        let chosen = choose(&position, Some(2), &mut Conductor::default(), &mut stage).unwrap();
        assert!(chosen.is_none_or(|m| position.is_legal(m)));
        chosen.map(|m| m.to_string())
    }

    #[test]
    fn what_is_taken_for_nothing_is_taken() {
        assert_eq!(chosen("4k4/9/9/9/9/4r4/4P4/9/4K4 b - 1").as_deref(), Some("5g5f"));
        // Where it costs more than it brings, it is left alone.
        let protected = chosen("4k4/9/9/9/4l4/4p4/9/9/3KR4 b - 1").unwrap();
        assert_ne!(protected, "5i5f");
    }

    #[test]
    fn a_mate_is_seen_to_as_long_as_that_can_be_done() {
        // A gold dropped at 5h mates: whatever is free elsewhere has to wait.
        let threatened = "8k/9/9/9/9/p8/P3p4/9/3LKL3 b 9p2r2bg3s4n2l 1";
        let position = Position::from_sfen(threatened).unwrap();
        assert_eq!(at_sight(&position).map(|m| m.to_string()).as_deref(), Some("9g9f"));
        let m = chosen(threatened).unwrap();
        assert!(m.starts_with("5i"), "{m}");
        // Mated: there is nothing to play.
        assert_eq!(chosen("4k4/4G4/4P4/9/9/9/9/9/9 w - 1"), None);
    }
}
