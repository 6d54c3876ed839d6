//! Whether the claims of a no-mate certificate hold, each by itself (`docs/CERTIFICATE.md`, "No mate").

use crate::claims::{Claim, Says};
use crate::fault::Reason;
use crate::naive::{Move, Position};
use crate::read_certificate::Certificate;

pub(crate) fn check_root(certificate: &Certificate) -> Result<(), Reason> {
    let root = &certificate.head.root;
    if root.attacker_first() {
        return every_check_covered(certificate, &root.position, &[]);
    }
    // A defender who cannot move but is not in check is not mated (RULES 6), and no claim can say so.
    if root.position.legal_moves().is_empty() && !root.position.in_check(root.defender()) {
        return Ok(());
    }
    covered(certificate, &root.position, &[])
}

/// The reply is legal, and every check after it runs into a claim.
pub(crate) fn check_claim(certificate: &Certificate, claim: &Claim) -> Result<(), Reason> {
    let root = &certificate.head.root;
    let position = root.position_of(&claim.board, claim.hand, root.defender())?;
    let m = claim.m();
    if !position.is_legal(m) {
        return Err(Reason::Illegal(m));
    }
    every_check_covered(certificate, &position.play(m), &[m])
}

/// Whether the defender has a claimed answer to everything the attacker, to move, can try.
fn every_check_covered(
    certificate: &Certificate,
    position: &Position,
    moves: &[Move],
) -> Result<(), Reason> {
    for check in position.checks() {
        covered(certificate, &position.play(check), &[moves, &[check]].concat())?;
    }
    Ok(())
}

/// Whether some claim says that the defender, to move, is safe. The moves are for the message.
fn covered(certificate: &Certificate, position: &Position, moves: &[Move]) -> Result<(), Reason> {
    let hand = certificate.head.root.attacker_hand(position);
    let is_covered = certificate
        .index
        .any_on_board_of(position, |claim| claim.says() == Says::NoMate && hand.is_within(claim.hand));
    match is_covered {
        true => Ok(()),
        false => {
            let (moves, board) = (moves.to_vec(), position.board_text());
            Err(Reason::Uncovered { moves, board, hand, plies: None })
        }
    }
}
