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
        Some(Writer::head(problem, 1, &claim, sink))
    }

    /// Writes the head of a certificate that a mate takes exactly so many plies.
    pub(crate) fn begin_shortest(
        problem: &Problem,
        plies: u32,
        sink: &'a mut dyn FnMut(&str),
    ) -> Writer<'a> {
        Writer::head(problem, 2, &format!("claim shortest {plies}"), sink)
    }

    fn head(problem: &Problem, version: u32, claim: &str, sink: &'a mut dyn FnMut(&str)) -> Writer<'a> {
        let attacker = if problem.attacker() == Color::Black { "black" } else { "white" };
        let sfen = problem.position().to_sfen();
        sink(&format!("tsumugi certificate {version}\nproblem {sfen}\nattacker {attacker}\n{claim}\n"));
        Writer { sink, line: String::new(), claims: 0 }
    }

    /// Writes a claim about the game's current position: a mate; that there is none; or that there is none so soon.
    pub(crate) fn add(&mut self, game: &TsumeGame, claim: &Claim<Move>) {
        match claim {
            Claim::Win { m, plies } => self.write(game, 'w', format_args!("{plies} {m}")),
            Claim::Hold { m, plies } if plies.is_unlimited() => {
                self.write(game, 'h', format_args!("{m}"));
            }
            Claim::Hold { m, plies } => self.write(game, 's', format_args!("{plies} {m}")),
        }
    }

    fn write(&mut self, game: &TsumeGame, letter: char, rest: std::fmt::Arguments<'_>) {
        let sfen = game.position().to_sfen();
        let board = sfen.split(' ').next().unwrap_or_default();
        let hand = game.position().hand(game.attacker());
        self.line.clear();
        // Writing into a string does not fail.
        let _ = writeln!(self.line, "{letter} {board} {hand:?} {rest}");
        (self.sink)(&self.line);
        self.claims += 1;
    }

    /// Writes the end and says how many claims there were.
    pub(crate) fn finish(self) -> u64 {
        (self.sink)(&format!("end {}\n", self.claims));
        self.claims
    }
}
