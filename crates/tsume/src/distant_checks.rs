//! Checks from afar: the same piece dropped at another distance is looked at when the nearer drop has failed.
//!
//! Trouble  A king on an empty board can be checked from every square of its lines. Each such drop leads to a position of
//!          its own, but what answers one (the king steps aside, a pawn is put between) nearly always answers the next.
//!          A search that cannot tell which of them is best deepens all of them together.
//! Idea     Of the drops of one piece on one line only the nearest beside the one next to the king is looked at; when it
//!          is refuted, the one behind it, and so on. A check without promotion likewise waits for the one with it.
//!          Drops next to the king do not take part: they take squares from it, and differ.
//! Source   Ours; the counterpart of putting off interpositions in `alike.rs`.
//! Differs  Where there is a mate it often hangs on the one right distance, or on not promoting. Composed problems got
//!          harder by it, so it is for problems that are expected to have no mate.
//! Switch   `doubt`. Off by default; on in `census`.

use crate::alike::{direction, promotion_of};
use crate::game::TsumeGame;
use tsumugi_shogi::{Kind, Move};

/// Which checks wait for which. Drops come after moves, nearest to the king first.
pub(crate) fn put_off(game: &TsumeGame, checks: &mut [Move], after: &mut [Option<u16>]) {
    let Some(king) = game.position().king(game.defender()) else { return };
    checks.sort_by_key(|m| if m.is_drop() { king.distance(m.to()) } else { 0 });
    let mut last = [[None; 9]; 7];
    for (i, &m) in checks.iter().enumerate() {
        match m.dropped() {
            Some(kind) if is_far_reaching(kind.kind()) && king.distance(m.to()) > 1 => {
                let on_line = &mut last[kind.index()][direction(king, m.to()) as usize];
                after[i] = on_line.replace(i as u16);
            }
            Some(_) => {}
            None => after[i] = promotion_of(game, checks, i).map(|promoted| promoted as u16),
        }
    }
}

fn is_far_reaching(kind: Kind) -> bool {
    matches!(kind, Kind::Lance | Kind::Bishop | Kind::Rook)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_andor::Rules;
    use tsumugi_shogi::{Color, Position};

    #[test]
    fn far_drops_wait_for_nearer_ones_on_the_same_line() {
        let position: Position = Position::from_sfen("8k/9/9/9/9/9/9/9/9 b RGP 1").unwrap();
        let game = TsumeGame::new(position, Color::Black);
        let mut checks = Vec::new();
        game.moves(&mut checks);
        let mut after = vec![None; checks.len()];
        put_off(&game, &mut checks, &mut after);
        let waits_for = |word: &str| {
            let m: Move = word.parse().unwrap();
            let i = checks.iter().position(|&other| other == m).unwrap();
            after[i].map(|j| checks[j as usize].to_string())
        };
        for (drop, before) in [
            ("R*1b", None),
            ("R*1c", None),
            ("R*1d", Some("R*1c")),
            ("R*1i", Some("R*1h")),
            ("R*3a", None),
            ("R*9a", Some("R*8a")),
            ("G*1b", None),
            ("P*1b", None),
        ] {
            assert_eq!(waits_for(drop), before.map(str::to_string), "{drop}");
        }
    }

    #[test]
    fn a_check_without_promotion_waits_for_the_one_with_it() {
        let position = Position::from_sfen("4k4/9/9/5R3/9/9/9/9/9 b - 1").unwrap();
        let game = TsumeGame::new(position, Color::Black);
        let mut checks: Vec<Move> = ["4d4a+", "4d4a"].map(|word| word.parse().unwrap()).into();
        let mut after = vec![None; 2];
        put_off(&game, &mut checks, &mut after);
        assert_eq!(after, [None, Some(0)]);
    }
}
