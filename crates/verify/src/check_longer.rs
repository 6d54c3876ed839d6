//! Whether the claims that there is no shorter mate hold, each by itself (`docs/CERTIFICATE.md`, "Shortest").

use crate::claims::{Claim, Says};
use crate::fault::Reason;
use crate::naive::{Move, Position};
use crate::read_certificate::Certificate;

/// Whether the problem has no mate within fewer than this many plies.
pub(crate) fn check_root(certificate: &Certificate, plies: u32) -> Result<(), Reason> {
    let root = &certificate.head.root;
    let Some(fewer) = plies.checked_sub(2) else { return Ok(()) };
    match root.attacker_first() {
        true => every_check_survived(certificate, &root.position, &[], fewer),
        false => survived(certificate, &root.position, &[], fewer),
    }
}

/// The reply is legal, and every check after it runs into a claim with a number smaller by two.
pub(crate) fn check_claim(certificate: &Certificate, claim: &Claim) -> Result<(), Reason> {
    let root = &certificate.head.root;
    let position = root.position_of(&claim.board, claim.hand, root.defender())?;
    let m = claim.m();
    if !position.is_legal(m) {
        return Err(Reason::Illegal(m));
    }
    every_check_survived(certificate, &position.play(m), &[m], claim.plies - 1)
}

/// Whether the attacker, to move, does not mate within this many plies, an odd number.
fn every_check_survived(
    certificate: &Certificate,
    position: &Position,
    moves: &[Move],
    plies: u32,
) -> Result<(), Reason> {
    for check in position.checks() {
        survived(certificate, &position.play(check), &[moves, &[check]].concat(), plies - 1)?;
    }
    Ok(())
}

/// Whether the defender, to move, is not mated within this many plies, an even number: at once, or as some claim says.
/// The moves are for the message.
fn survived(
    certificate: &Certificate,
    position: &Position,
    moves: &[Move],
    plies: u32,
) -> Result<(), Reason> {
    let hand = certificate.head.root.attacker_hand(position);
    let survives = |claim: &Claim| {
        claim.says() == Says::Longer && claim.plies >= plies && hand.is_within(claim.hand)
    };
    let is_covered = match plies {
        0 => !position.is_mate(),
        _ => certificate.index.any_on_board_of(position, survives),
    };
    match is_covered {
        true => Ok(()),
        false => {
            let (moves, board) = (moves.to_vec(), position.board_text());
            Err(Reason::NotSurvived { moves, board, hand, plies })
        }
    }
}
