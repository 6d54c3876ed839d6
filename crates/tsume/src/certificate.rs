//! Proofs as texts that the verifier checks; the format is described in `docs/CERTIFICATE.md`.
//!
//! `links.rs` finds out which claim covers which successor of which claim, on any number of threads. Then the lines are
//! written in one go: they need no boards, only hands, numbers, moves and references.

mod links;
mod read;

use crate::canonical::Turned;
use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::problem::Problem;
use crate::solve::{StopReason, Verdict};
use links::Links;
use std::fmt::Write;
use tsumugi_andor::proof::{Claim, Claims, Placed, Statement};
use tsumugi_andor::{Limits, Plies, Rules, Turn};
use tsumugi_shogi::{Color, Move, MoveList, MoveParts, Square};

pub use crate::solve::line_of_claims;
pub use read::{NotReadable, read};

/// The claims of a proof about a mate problem.
pub type Proof = Claims<Move, AttackerHand>;

/// References in a line.
pub(crate) const MOST_REFERENCES: usize = 64;
/// The sink is given the text in pieces of about so many bytes.
const PIECE: usize = 1 << 16;

/// Writes a certificate. What it is given to write to gets whole lines, each with its line feed; a certificate
/// without the last, `end`, is none.
pub(crate) struct Writer<'a> {
    sink: &'a mut dyn FnMut(&str),
    text: String,
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

    /// Writes the head of a certificate that a mate takes exactly so many plies.
    pub(crate) fn begin_shortest(
        problem: &Problem,
        plies: u32,
        sink: &'a mut dyn FnMut(&str),
    ) -> Writer<'a> {
        Writer::head(problem, &format!("claim shortest {plies}"), sink)
    }

    fn head(problem: &Problem, claim: &str, sink: &'a mut dyn FnMut(&str)) -> Writer<'a> {
        sink(&head(problem, claim));
        Writer { sink, text: String::new(), claims: 0, turned: Turned::default() }
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
        let mut lines = Lines::new(self, proof, &links);
        let mut stack: Vec<u32> = links.roots().iter().rev().copied().collect();
        while let Some(number) = stack.pop() {
            if lines.write(number as usize) {
                stack.extend(links.of(number as usize).iter().rev());
            }
        }
        self.text.push_str(if self.text.is_empty() { "" } else { "\n" });
        self.flush();
        Ok(())
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            (self.sink)(&self.text);
            self.text.clear();
        }
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

/// The lines of a proof while they are written.
struct Lines<'w, 'a, 'p> {
    writer: &'w mut Writer<'a>,
    proof: &'p Proof,
    links: &'p Links,
    /// The place of each claim among those kept, from 1; 0 for those that were not written yet.
    places: Vec<u32>,
    kept: u32,
    /// References in the current line.
    references: usize,
    /// The place after the one referred to last in the current line.
    next: Option<u32>,
}

impl<'w, 'a, 'p> Lines<'w, 'a, 'p> {
    fn new(writer: &'w mut Writer<'a>, proof: &'p Proof, links: &'p Links) -> Lines<'w, 'a, 'p> {
        let places = vec![0; proof.len()];
        Lines { writer, proof, links, places, kept: 0, references: 0, next: None }
    }

    /// Writes a claim, or a reference to it if it was written before. Whether it was written now.
    fn write(&mut self, number: usize) -> bool {
        if self.places[number] > 0 {
            self.refer_to(self.places[number]);
            return false;
        }
        if let Some(Placed { resource, claim, .. }) = self.proof.get(number) {
            self.begin_line();
            let is_kept = self.links.is_shared(number);
            let letter = |small: char| if is_kept { small.to_ascii_uppercase() } else { small };
            let (out, hand, turned) = (&mut self.writer.text, resource.0, self.writer.turned);
            // Writing into a string does not fail.
            let _ = match claim {
                Claim::Win { m, plies } => {
                    write!(out, "{} {hand:?} {plies} {}", letter('w'), turned.m(m))
                }
                Claim::Hold { m, plies } if plies.is_unlimited() => {
                    write!(out, "{} {hand:?} {}", letter('h'), turned.m(m))
                }
                Claim::Hold { m, plies } => {
                    write!(out, "{} {hand:?} {plies} {}", letter('s'), turned.m(m))
                }
            };
            self.writer.claims += 1;
            if is_kept {
                self.kept += 1;
                self.places[number] = self.kept;
            }
        }
        true
    }

    fn refer_to(&mut self, place: u32) {
        if self.references == MOST_REFERENCES {
            self.begin_line();
            self.writer.text.push('r');
        }
        match self.next == Some(place) {
            true => self.writer.text.push('+'),
            false => _ = write!(self.writer.text, " {}", self.kept + 1 - place),
        }
        self.references += 1;
        self.next = Some(place + 1);
    }

    fn begin_line(&mut self) {
        if !self.writer.text.is_empty() {
            self.writer.text.push('\n');
        }
        if self.writer.text.len() >= PIECE {
            self.writer.flush();
        }
        (self.references, self.next) = (0, None);
    }
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

/// What is left of a statement after so many plies.
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

    /// What no small problem asks for: more references than a line may have.
    #[test]
    fn more_references_than_a_line_has_go_on_in_the_next() {
        let mut text = String::new();
        let proof = Proof::new(Statement::NotWon(Plies::UNLIMITED));
        let problem =
            Problem::new(tsumugi_shogi::Position::from_sfen("4k4/9/9/9/9/9/9/9/9 b - 1").unwrap());
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let links = Links::find(&game, &proof, Turned::default(), 1, &Limits::default()).unwrap();
        let mut sink = |lines: &str| text.push_str(lines);
        let mut writer = Writer::begin(&problem, Verdict::NoMate, &mut sink).unwrap();
        let mut lines = Lines::new(&mut writer, &proof, &links);
        lines.kept = 9;
        for place in 0..130 {
            lines.refer_to(place % 2 * 5 + place / 64 % 2 + 1);
        }
        let words = |line: &str| line.split(' ').filter(|word| word.parse::<u32>().is_ok()).count();
        let counts: Vec<usize> = writer.text.lines().map(words).collect();
        assert_eq!(counts, [64, 64, 2], "{}", writer.text);
        assert!(writer.text.lines().skip(1).all(|line| line.starts_with("r ")), "{}", writer.text);
    }
}
