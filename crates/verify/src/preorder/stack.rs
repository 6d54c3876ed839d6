//! The positions that are still to be covered.

use super::letter::Letter;
use super::references::KeptClaim;
use crate::fault::Reason;
use crate::hand::Hand;
use crate::naive::{Move, Position};
use crate::packed::PackedBoard;
use crate::root::Root;

/// What has to be claimed about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Need {
    pub(super) letter: Letter,
    /// A mate or brinkmate within this many plies, or none within this many; zero if there is to be none at all.
    pub(super) plies: u32,
}

impl Need {
    /// A mate that may take as long as it likes.
    pub(super) const THREAT: Need = Need { letter: Letter::W, plies: u32::MAX };

    /// Whether a claim on the same board meets it, with this in the attacker's hand.
    pub(super) fn is_met(self, actual: Hand, letter: Letter, hand: Hand, plies: u32) -> bool {
        letter.serves_as(self.letter)
            && match letter {
                Letter::W | Letter::B => hand.is_within(actual) && plies <= self.plies,
                Letter::H | Letter::S | Letter::Q => actual.is_within(hand) && plies >= self.plies,
            }
    }

    /// The number of plies, if there is a limit.
    pub(super) fn limit(self) -> Option<u32> {
        Some(self.plies).filter(|_| self.letter.has_plies() && self != Need::THREAT)
    }
}

/// A position some of whose successors are still to be covered. Which ones stands in [`Stack::moves`].
struct Branch {
    position: Position,
    need: Need,
    /// Where its moves begin.
    first: usize,
}

/// The path to the current line, with what branches off from it.
#[derive(Default)]
pub(super) struct Stack {
    branches: Vec<Branch>,
    /// The moves of all branches, one after the other; those of a branch from the last to the first in canonical order.
    /// None stands for the position of the branch itself.
    moves: Vec<Option<Move>>,
}

impl Stack {
    pub(super) fn bytes(&self) -> u64 {
        (self.branches.len() * size_of::<Branch>() + self.moves.len() * size_of::<Option<Move>>())
            as u64
    }

    /// Pushes the positions after these moves, in canonical order.
    pub(super) fn push(&mut self, position: Position, mut moves: Vec<Move>, need: Need) {
        if moves.is_empty() {
            return;
        }
        moves.sort_unstable_by_key(|m| m.canonical_rank());
        self.branches.push(Branch { position, need, first: self.moves.len() });
        self.moves.extend(moves.into_iter().rev().map(Some));
    }

    /// Pushes a position itself.
    pub(super) fn push_itself(&mut self, position: &Position, need: Need) {
        self.branches.push(Branch { position: *position, need, first: self.moves.len() });
        self.moves.push(None);
    }

    /// Takes the position on top.
    pub(super) fn pop(&mut self) -> Option<(Position, Need)> {
        let m = self.moves.pop()?;
        let branch = self.branches.last()?;
        let (need, first) = (branch.need, branch.first);
        let position = m.map_or(branch.position, |m| branch.position.play(m));
        if self.moves.len() == first {
            self.branches.pop();
        }
        Some((position, need))
    }

    /// Takes the position on top, which this claim must cover.
    pub(super) fn cover(&mut self, root: &Root, kept: &KeptClaim) -> Result<(), Reason> {
        let (position, need) = self.pop().ok_or(Reason::NothingLeft)?;
        let actual = root.attacker_hand(&position);
        let fits = need.is_met(actual, kept.letter, kept.hand, kept.plies);
        if fits && kept.board == PackedBoard::of(&position) {
            return Ok(());
        }
        let plies = need.limit();
        let (line, board) = (Some(kept.line as usize), position.board_text());
        Err(Reason::DoesNotCover { line, board, hand: actual, plies })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_what_the_page_says() {
        let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        if !docs.exists() {
            // The page is in the repository and not in the package.
            return;
        }
        let page = std::fs::read_to_string(docs.join("CERTIFICATE.md")).unwrap().replace('\n', " ");
        let (branch, m) = (size_of::<Branch>(), size_of::<Option<Move>>());
        let says = format!("takes {branch} bytes for each line on the path");
        assert!(page.contains(&says), "{says}");
        assert!(page.contains(&format!("and {m} for each position")), "{m}");
        let kept = size_of::<KeptClaim>();
        assert!(page.contains(&format!("Each kept claim takes {kept} bytes")), "{kept}");
    }
}
