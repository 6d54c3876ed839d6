//! What an answer shows: the line of a mate to its end, or the reply after which there is none.

use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::solve::{Answer, Verdict};
use std::sync::Arc;
use tsumugi_andor::proof::{holding_move, winning_line};
use tsumugi_andor::{Limits, Policy, Rules, Stats, Table, Turn};

/// Adds to an answer about the game's current position what the side to move should play, and the line of a mate.
pub(crate) fn read<P: Policy>(
    game: &TsumeGame,
    options: P,
    table: &Arc<Table<AttackerHand>>,
    limits: &Limits,
    answer: &mut Answer,
) {
    let searched = match answer.verdict {
        Verdict::Mate(plies) => {
            let line = winning_line(game, plies, options, table, limits);
            answer.best = line.moves.first().copied();
            answer.line = if line.stopped.is_none() { line.moves } else { vec![] };
            line.searched
        }
        Verdict::NoMate if game.turn() == Turn::And => {
            match holding_move(game, options, table, limits) {
                Ok((m, searched)) => {
                    answer.best = Some(m);
                    searched
                }
                Err(_) => 0,
            }
        }
        _ => 0,
    };
    answer.stats = answer.stats.plus(&Stats::expansions(searched));
}
