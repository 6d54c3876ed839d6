//! Proofs as texts that the verifier checks; the format is described in `docs/CERTIFICATE.md`.

use crate::game::TsumeGame;
use crate::problem::Problem;
use crate::solve::Verdict;
use tsumugi_andor::proof::Claim;
use tsumugi_shogi::{Color, Move};

/// Claims collected one by one, then written down.
#[derive(Default)]
pub(crate) struct Lines(Vec<String>);

impl Lines {
    /// Notes a claim about the game's current position.
    pub(crate) fn add(&mut self, game: &TsumeGame, claim: &Claim<Move>) {
        let sfen = game.position().to_sfen();
        let board = sfen.split(' ').next().unwrap_or_default();
        let hand = game.position().hand(game.attacker());
        match claim {
            Claim::Win { m, plies } => self.0.push(format!("w {board} {hand:?} {plies} {m}")),
            Claim::Hold { m } => self.0.push(format!("h {board} {hand:?} {m}")),
        }
    }

    /// The whole certificate.
    pub(crate) fn finish(mut self, problem: &Problem, verdict: Verdict) -> Option<String> {
        let claim = match verdict {
            Verdict::Mate(plies) => format!("claim mate {plies}"),
            Verdict::NoMate => "claim nomate".to_string(),
            Verdict::Unknown(_) => return None,
        };
        let attacker = if problem.attacker() == Color::Black { "black" } else { "white" };
        self.0.sort_unstable();
        self.0.dedup();
        let mut text = String::from("tsumugi certificate 1\n");
        text += &format!("problem {}\nattacker {attacker}\n{claim}\n", problem.position().to_sfen());
        for line in &self.0 {
            text += line;
            text.push('\n');
        }
        text += &format!("end {}\n", self.0.len());
        Some(text)
    }
}
