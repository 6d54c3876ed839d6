//! Mates in three plies, at sight: what the last plies of a search with a limit of plies come to.
//!
//! Trouble  Most positions of such a search have few plies left. Each is entered, its moves are looked up in the table,
//!          and its answer is stored there, though a handful of moves would have told.
//! Idea     Play every check, and against it one reply after the other until one leaves no mate in one. The reply
//!          that met the check before comes first.

use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use tsumugi_andor::Plies;
use tsumugi_andor::{Decided, Hints, Resources, Rules};
use tsumugi_shogi::{Move, MoveList};

/// Does the attacker, who is to move and has no mate in one, mate within three plies? A loss says only that it takes
/// longer.
pub(crate) fn look(game: &mut TsumeGame) -> Decided<AttackerHand> {
    let mut checks = MoveList::new();
    game.position().checks(&mut checks);
    let (mut met_by, mut replies) = (None, Vec::new());
    for &m in &checks {
        game.play(m);
        replies.clear();
        game.moves(&mut replies);
        put_first(&mut replies, met_by);
        let mated = mated_after_all(game, &replies);
        game.undo();
        match mated {
            Ok(hand) => return Decided::Win(Plies::new(3), game.proof_before(m, hand)),
            Err(reply) => met_by = Some(reply),
        }
    }
    Decided::Loss(game.resource())
}

fn put_first(replies: &mut [Move], first: Option<Move>) {
    if let Some(place) = replies.iter().position(|&m| Some(m) == first) {
        replies[..=place].rotate_right(1);
    }
}

/// The least hand with which every one of these replies, all there are, leaves a mate in one; or a reply that leaves
/// none.
fn mated_after_all(game: &mut TsumeGame, replies: &[Move]) -> Result<AttackerHand, Move> {
    let mut mated = Vec::new();
    for &m in replies {
        game.play(m);
        let decided = game.decided();
        game.undo();
        match decided {
            Some(Decided::Win(_, hand)) => mated.push((m, hand)),
            _ => return Err(m),
        }
    }
    Ok(game.proof_join(&mated))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;
    use tsumugi_shogi::Position;

    fn looked(sfen: &str) -> Option<u32> {
        let problem = Problem::new(Position::from_sfen(sfen).unwrap());
        let mut game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let (key, hand) = (game.key(), game.resource());
        let decided = look(&mut game);
        assert_eq!((game.key(), game.resource()), (key, hand));
        match decided {
            Decided::Win(plies, _) => Some(plies.get()),
            Decided::Loss(_) => None,
        }
    }

    #[test]
    fn three_plies_are_seen_and_five_are_not() {
        // A check from afar that can be interposed once; and one that can be interposed twice.
        assert_eq!(looked("3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1"), Some(3));
        assert_eq!(looked("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1"), None);
    }
}
