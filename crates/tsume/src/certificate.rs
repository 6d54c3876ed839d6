//! Proofs as texts that the verifier checks; the format is described in `docs/CERTIFICATE.md`.

use crate::game::TsumeGame;
use crate::problem::Problem;
use crate::solve::Verdict;
use std::fmt::Write;
use tsumugi_andor::proof::Claim;
use tsumugi_shogi::{Color, Move};

/// Writes a certificate line by line, as its claims are found. What it is given to write to gets whole lines,
/// each with its line feed; a certificate without the last, `end`, is none.
pub(crate) struct Writer<'a> {
    sink: &'a mut dyn FnMut(&str),
    line: String,
    claims: u64,
}

impl<'a> Writer<'a> {
    /// Writes the head; none if there is nothing to certify.
    pub(crate) fn begin(
        problem: &Problem,
        verdict: Verdict,
        sink: &'a mut dyn FnMut(&str),
    ) -> Option<Writer<'a>> {
        let claim = match verdict {
            Verdict::Mate(plies) => format!("claim mate {plies}"),
            Verdict::NoMate => "claim nomate".to_string(),
            Verdict::Unknown(_) => return None,
        };
        let attacker = if problem.attacker() == Color::Black { "black" } else { "white" };
        let sfen = problem.position().to_sfen();
        sink(&format!("tsumugi certificate 1\nproblem {sfen}\nattacker {attacker}\n{claim}\n"));
        Some(Writer { sink, line: String::new(), claims: 0 })
    }

    /// Writes a claim about the game's current position.
    pub(crate) fn add(&mut self, game: &TsumeGame, claim: &Claim<Move>) {
        let sfen = game.position().to_sfen();
        let board = sfen.split(' ').next().unwrap_or_default();
        let hand = game.position().hand(game.attacker());
        self.line.clear();
        // Writing into a string does not fail.
        let _ = match claim {
            Claim::Win { m, plies } => writeln!(self.line, "w {board} {hand:?} {plies} {m}"),
            Claim::Hold { m } => writeln!(self.line, "h {board} {hand:?} {m}"),
        };
        (self.sink)(&self.line);
        self.claims += 1;
    }

    /// Writes the end and says how many claims there were.
    pub(crate) fn finish(self) -> u64 {
        (self.sink)(&format!("end {}\n", self.claims));
        self.claims
    }
}
