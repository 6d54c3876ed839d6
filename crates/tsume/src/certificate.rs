//! Proofs as texts that the verifier checks; the format is described in `docs/CERTIFICATE.md`.
//!
//! `links.rs` finds out which claim covers which successor of which claim, on any number of threads. Then `lines.rs` writes the
//! lines: they need no boards, only hands, numbers, moves and references.

mod lines;
mod links;
mod read;

use crate::canonical::Turned;
use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::problem::Problem;
use crate::solve::{StopReason, Verdict};
use links::Links;
use tsumugi_andor::proof::{Claims, Statement};
use tsumugi_andor::{Limits, Plies, Rules, Turn};
use tsumugi_shogi::{Color, Move, MoveList, MoveParts, Square};

pub(crate) use lines::MOST_REFERENCES;

pub use crate::solve::line_of_claims;
pub use read::{NotReadable, read};

/// The claims of a proof about a mate problem.
pub type Proof = Claims<Move, AttackerHand>;

/// Writes a certificate. What it is given to write to gets whole lines, each with its line feed; a certificate
/// without the last, `end`, is none.
pub(crate) struct Writer<'a> {
    sink: &'a mut dyn FnMut(&str),
    claims: u64,
    /// How the moves of the proof are turned before they are written.
    turned: Turned,
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
        Some(Writer::head(problem, &claim, sink))
    }

    /// Writes the head of a certificate that a mate takes exactly this many plies.
    pub(crate) fn begin_shortest(
        problem: &Problem,
        plies: u32,
        sink: &'a mut dyn FnMut(&str),
    ) -> Writer<'a> {
        Writer::head(problem, &format!("claim shortest {plies}"), sink)
    }

    fn head(problem: &Problem, claim: &str, sink: &'a mut dyn FnMut(&str)) -> Writer<'a> {
        sink(&head(problem, claim));
        Writer { sink, claims: 0, turned: Turned::default() }
    }

    /// Writes the claims of a proof about the game's current position.
    ///
    /// # Errors
    /// When a limit is reached, or when the claims prove nothing.
    pub(crate) fn add(
        &mut self,
        game: &TsumeGame,
        proof: &Proof,
        threads: usize,
        limits: &Limits,
    ) -> Result<(), StopReason> {
        let links = Links::find(game, proof, self.turned, threads, limits)?;
        self.claims += lines::write(proof, &links, self.turned, threads, self.sink);
        Ok(())
    }

    /// Writes the end and says how many claims there were.
    pub(crate) fn finish(self) -> u64 {
        (self.sink)(&format!("end {}\n", self.claims));
        self.claims
    }
}

/// The first four lines.
pub(crate) fn head(problem: &Problem, claim: &str) -> String {
    let attacker = if problem.attacker() == Color::Black { "black" } else { "white" };
    let sfen = problem.position().to_sfen();
    format!("tsumugi certificate 3\nproblem {sfen}\nattacker {attacker}\n{claim}\n")
}

/// Writes the certificate of a problem from a proof about the game's current position, which is the problem turned: how many
/// claims it has.
///
/// # Errors
/// When a limit is reached, or when the claims prove nothing.
pub fn write(
    problem: &Problem,
    game: &TsumeGame,
    turned: Turned,
    proof: &Proof,
    sink: &mut dyn FnMut(&str),
) -> Result<u64, StopReason> {
    let verdict = match proof.statement {
        Statement::Won(plies) => Verdict::Mate(plies.get()),
        Statement::NotWon(_) => Verdict::NoMate,
    };
    let mut writer = Writer::begin(problem, verdict, sink).ok_or(StopReason::GaveUp)?;
    writer.turned = turned;
    writer.add(game, proof, 1, &Limits::default())?;
    Ok(writer.finish())
}

/// The positions that have to be covered for this to be shown about the game's current position, in canonical order, each with
/// what is to be shown about it.
fn to_be_covered(
    game: &TsumeGame,
    statement: Statement,
    turned: Turned,
) -> Vec<(TsumeGame, Statement)> {
    let least = match (statement, game.turn()) {
        (Statement::Won(_), Turn::Or) | (Statement::NotWon(_), Turn::And) => {
            // The position itself; less than two plies are survived without a claim.
            let is_seen = !statement.is_win() && statement.plies() < 2;
            return if is_seen { vec![] } else { vec![(game.clone(), statement)] };
        }
        (Statement::Won(_), Turn::And) => 0,
        (Statement::NotWon(_), Turn::Or) => 3,
    };
    if statement.plies() < least {
        return vec![];
    }
    let after = |m| {
        let mut after = game.clone();
        after.play(m);
        (after, later(statement, Plies::ONE))
    };
    moves_in_order(game, turned).into_iter().map(after).collect()
}

/// What is left of a statement after this many plies.
fn later(statement: Statement, spent: Plies) -> Statement {
    match statement {
        Statement::Won(plies) => Statement::Won(plies.saturating_sub(spent)),
        Statement::NotWon(plies) => Statement::NotWon(plies.saturating_sub(spent)),
    }
}

/// All moves of a position, in canonical order after they were turned.
pub(crate) fn moves_in_order(game: &TsumeGame, turned: Turned) -> Vec<Move> {
    let mut list = MoveList::new();
    match game.turn() {
        Turn::Or => game.position().checks(&mut list),
        Turn::And => game.position().legal_moves(&mut list),
    }
    let mut moves = list.to_vec();
    moves.sort_unstable_by_key(|&m| canonical_rank(turned.m(m)));
    moves
}

/// What moves are sorted by in certificates.
pub(crate) fn canonical_rank(m: Move) -> u32 {
    let place = |square: Square| u32::from(square.rank()) * 9 + 9 - u32::from(square.file());
    match m.parts() {
        MoveParts::Board { from, to, promote } => {
            (place(from) * 128 + place(to)) * 2 + u32::from(promote)
        }
        // After all moves on the board, the rook (6) first and the pawn (0) last.
        MoveParts::Drop { kind, to } => (1 << 20) + (6 - kind as u32) * 128 + place(to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tsumugi_andor::engines::dfpn::Dfpn;
    use tsumugi_andor::proof::extract_on;
    use tsumugi_andor::{Options, Table, drive};
    use tsumugi_shogi::Position;

    /// Which claims are made is chance where several threads make them; how they are written is not.
    #[test]
    fn a_proof_is_written_the_same_by_any_number_of_threads() {
        // 図巧 98.
        let sfen = "5kSn1/6n2/2n6/4g2G1/6B2/4NP1+R1/2S3L2/4S3+R/9 b BL2gs2l17p 1";
        let problem = Problem::new(Position::from_sfen(sfen).unwrap());
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let (table, limits) = (Arc::new(Table::with_bytes(1 << 25)), Limits::expansions(500_000));
        let mut search =
            Dfpn::new(game.clone(), Options::default(), table.clone()).within(Plies::new(21));
        drive(&mut search, &limits, &mut ());
        let statement = Statement::NotWon(Plies::new(21));
        let proof =
            |threads| extract_on(threads, &game, statement, Options::default(), &table, &limits);
        for proof in [proof(1).unwrap().claims, proof(3).unwrap().claims] {
            assert!(proof.len() > 8_192, "{}", proof.len());
            let text = |threads| {
                let mut text = String::new();
                let mut sink = |lines: &str| text.push_str(lines);
                let mut writer = Writer::begin(&problem, Verdict::NoMate, &mut sink).unwrap();
                writer.add(&game, &proof, threads, &limits).unwrap();
                let claims = writer.finish();
                let is_claim = |line: &&str| line.starts_with("s ") || line.starts_with("S ");
                assert_eq!(text.lines().filter(is_claim).count() as u64, claims);
                text
            };
            let alone = text(1);
            for threads in [2, 3, 8] {
                assert!(text(threads) == alone, "{threads} threads");
            }
        }
    }
}
