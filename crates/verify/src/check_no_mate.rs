//! Whether the claims of a no-mate certificate hold, each by itself (`docs/CERTIFICATE.md`, "No mate").

use crate::fault::{Fault, Reason};
use crate::naive::{Move, Position};
use crate::read_certificate::{Certificate, Claim};

/// Checks that the attacker cannot force mate from the problem.
pub(crate) fn check_no_mate(
    certificate: &Certificate,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Result<(), Fault> {
    check_root(certificate).map_err(|reason| certificate.fault_at_root(reason))?;
    let total = certificate.claims.len();
    for (index, claim) in certificate.claims.iter().enumerate() {
        check_claim(certificate, claim).map_err(|reason| certificate.fault_at(index, reason))?;
        on_progress(index + 1, total);
    }
    Ok(())
}

fn check_root(certificate: &Certificate) -> Result<(), Reason> {
    let root = &certificate.root;
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
fn check_claim(certificate: &Certificate, claim: &Claim) -> Result<(), Reason> {
    let root = &certificate.root;
    let position = root.position_of(claim.board, claim.hand, root.defender())?;
    if !position.is_legal(claim.m) {
        return Err(Reason::Illegal(claim.m));
    }
    every_check_covered(certificate, &position.play(claim.m), &[claim.m])
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
    let hand = certificate.root.attacker_hand(position);
    let board = position.board_text();
    let is_covered = certificate.claims_on(&board).any(|claim| hand.is_within(claim.hand));
    match is_covered {
        true => Ok(()),
        false => Err(Reason::Uncovered { moves: moves.to_vec(), board, hand, plies: None }),
    }
}
