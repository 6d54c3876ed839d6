//! Whether the claims of a mate certificate hold, each by itself (`docs/CERTIFICATE.md`, "Mate").

use crate::claims::{Claim, Says};
use crate::fault::Reason;
use crate::naive::{Move, Position};
use crate::read_certificate::Certificate;

pub(crate) fn check_root(certificate: &Certificate, plies: u32) -> Result<(), Reason> {
    let root = &certificate.head.root;
    if root.attacker_first() {
        return covered(certificate, &root.position, &[], Some(plies));
    }
    let replies = root.position.legal_moves();
    if replies.is_empty() && !root.position.is_mate() {
        return Err(Reason::NotMated);
    }
    for reply in replies {
        covered(certificate, &root.position.play(reply), &[reply], plies.checked_sub(1))?;
    }
    Ok(())
}

/// The move is a legal check, and every reply runs into a claim with a smaller number.
pub(crate) fn check_claim(certificate: &Certificate, claim: &Claim) -> Result<(), Reason> {
    let root = &certificate.head.root;
    let position = root.position_of(&claim.board, claim.hand, root.attacker)?;
    let m = claim.m();
    if !position.is_legal(m) {
        return Err(Reason::Illegal(m));
    }
    let after = position.play(m);
    if !after.in_check(root.defender()) {
        return Err(Reason::NoCheck(m));
    }
    // Without a reply this is mate: the defender is in check.
    for reply in after.legal_moves() {
        covered(certificate, &after.play(reply), &[m, reply], claim.plies.checked_sub(2))?;
    }
    Ok(())
}

/// Whether some claim says that the attacker, to move, mates within this many plies; never if `plies`
/// is none. The moves that led to the position are for the message.
fn covered(
    certificate: &Certificate,
    position: &Position,
    moves: &[Move],
    plies: Option<u32>,
) -> Result<(), Reason> {
    let hand = certificate.head.root.attacker_hand(position);
    let is_covered = plies.is_some_and(|plies| {
        certificate.index.any_on_board_of(position, |claim| {
            claim.says() == Says::Mate && claim.hand.is_within(hand) && claim.plies <= plies
        })
    });
    match is_covered {
        true => Ok(()),
        false => {
            let (moves, plies) = (moves.to_vec(), Some(plies.unwrap_or(0)));
            let board = position.board_text();
            Err(Reason::Uncovered { moves, board, hand, plies })
        }
    }
}
