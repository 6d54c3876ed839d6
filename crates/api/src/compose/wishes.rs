//! What is wanted of a sound problem, and how it is ranked.

use super::Composed;
use crate::check::{Class, Solution};
use std::collections::HashSet;
use tsumugi_shogi::{Kind, Move, MoveParts, Square};
use tsumugi_tsume::Problem;
use tsumugi_workshop::pattern::Wish;

/// A sound problem with its solution played through.
pub(super) struct Solved<'a> {
    problem: &'a Problem,
    solution: &'a Solution,
    /// How many of the attacker's pieces are taken.
    sacrifices: u32,
    /// Is the piece of the first move taken by the reply to it?
    at_once: bool,
    /// The attacker's pieces of the diagram that neither moved nor were taken, its king apart.
    idle: usize,
    /// Pieces on the board at the end.
    left: u32,
}

impl<'a> Solved<'a> {
    pub(super) fn new(problem: &'a Problem, solution: &'a Solution) -> Solved<'a> {
        let attacker = problem.attacker();
        let mut position = problem.position().clone();
        let king = position.king(attacker);
        let own = position.pieces(attacker).into_iter();
        let mut idle: HashSet<Square> = own.filter(|&square| Some(square) != king).collect();
        let (mut sacrifices, mut at_once) = (0, false);
        for (i, &m) in solution.line.iter().enumerate() {
            let attacks = position.turn() == attacker;
            if !attacks && position.piece(m.to()).is_some_and(|piece| piece.color == attacker) {
                sacrifices += 1;
                at_once |= i == 1 && m.to() == solution.line[0].to();
            }
            // Whatever leaves a square, or is taken on one, is not idle there.
            m.from().iter().chain([&m.to()]).for_each(|square| _ = idle.remove(square));
            _ = position.play(m);
        }
        let left = position.pieces(attacker).count() + position.pieces(!attacker).count();
        Solved { problem, solution, sacrifices, at_once, idle: idle.len(), left }
    }

    /// Is it all that is wanted? Symmetry was seen to before, and shifts are asked about later.
    pub(super) fn fits(&self, wishes: &[Wish]) -> bool {
        let attacking = || self.solution.line.iter().step_by(2);
        wishes.iter().all(|wish| match wish {
            Wish::Unique | Wish::Symmetric | Wish::NoShifts => true,
            Wish::Sacrifice => self.at_once,
            Wish::AllUsed => self.idle == 0,
            Wish::NoPromotion => attacking().all(|m| !m.is_promotion()),
            Wish::End(most) => self.left <= u32::from(*most),
            Wish::Theme(theme) => self.solution.themes.contains(theme),
        })
    }

    /// What is told about it.
    pub(super) fn composed(&self, number: u64) -> Composed {
        let (position, attacker) = (self.problem.position(), self.problem.attacker());
        let king = u32::from(position.king(attacker).is_some());
        let (on_board, in_hand) =
            (position.pieces(attacker).count() - king, position.hand(attacker).total());
        let findings = self.solution.findings.iter();
        let duals = findings.filter(|finding| is_dual(finding.class)).count() as u32;
        let mut composed = Composed {
            number,
            sfen: position.to_sfen(),
            length: self.solution.line.len() as u32,
            line: self.solution.line.clone(),
            on_board,
            in_hand,
            sacrifices: self.sacrifices,
            duals,
            themes: self.solution.themes.clone(),
            score: 0,
        };
        composed.score = self.score(&composed);
        composed
    }

    /// The score as `tsumugi compose --help` explains it.
    fn score(&self, composed: &Composed) -> i32 {
        let position = self.problem.position();
        let strong = |kind: Kind| matches!(kind, Kind::Horse | Kind::Dragon);
        let own = position.pieces(self.problem.attacker()).into_iter();
        let kinds: Vec<Kind> =
            own.filter_map(|square| position.piece(square)).map(|p| p.kind).collect();
        let promoted = kinds.iter().filter(|kind| kind.is_promoted()).count() as i32;
        let dragons = kinds.iter().filter(|&&kind| strong(kind)).count() as i32;
        let themes = composed.themes.iter().filter(|theme| *theme != "bare-king").count() as i32;
        4 * composed.sacrifices as i32
            + 3 * themes
            + 2 * i32::from(self.at_once)
            + composed.length as i32
            + 2 * i32::from(self.idle == 0)
            - 3 * composed.duals as i32
            - (composed.on_board + composed.in_hand) as i32
            - promoted
            - dragons
    }
}

/// Is it another way for the attacker?
fn is_dual(class: Class) -> bool {
    !matches!(
        class,
        Class::EqualDefence | Class::LongerDefence | Class::LongerLeftover | Class::FutileInterposition
    )
}

/// A line moved by this many files towards the right edge, if there is room.
pub(super) fn shifted(line: &[Move], by: u8) -> Option<Vec<Move>> {
    let there = |square: Square| Square::new(square.file().checked_sub(by)?, square.rank());
    let move_there = |m: &Move| {
        Some(match m.parts() {
            MoveParts::Board { from, to, promote } => Move::board(there(from)?, there(to)?, promote),
            MoveParts::Drop { kind, to } => Move::drop(kind, there(to)?),
        })
    };
    line.iter().map(move_there).collect()
}
