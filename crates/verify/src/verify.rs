//! The check of a whole certificate against the problem it is about.

use crate::check_mate::check_mate;
use crate::check_no_mate::check_no_mate;
use crate::fault::{Fault, Reason};
use crate::naive::{Color, Position};
use crate::read_certificate::read_certificate;

/// What a certificate proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proved {
    /// The attacker mates within this many plies. It need not be the shortest mate.
    Mate(u32),
    /// The attacker cannot force mate.
    NoMate,
}

/// A certificate was checked and holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// What it proves.
    pub claim: Proved,
    /// The side that mates, or cannot. With two kings on the board it may be either, so whoever has
    /// one of them in mind must compare.
    pub attacker: Color,
    /// How many `w` or `h` lines it has.
    pub claims: usize,
}

/// Checks that a certificate is in order, that it is about this problem, and that its claims prove
/// what it says.
///
/// The problem is a SFEN with the hands exactly as they are played; its move number has no influence.
///
/// # Errors
/// The first fault found: its line and the reason.
pub fn verify(problem_sfen: &str, certificate: &str) -> Result<Verified, Fault> {
    verify_with_progress(problem_sfen, certificate, |_, _| {})
}

/// As [`verify`]; calls `on_progress(done, total)` after each claim that was checked.
///
/// # Errors
/// As [`verify`].
pub fn verify_with_progress(
    problem_sfen: &str,
    certificate: &str,
    mut on_progress: impl FnMut(usize, usize),
) -> Result<Verified, Fault> {
    let problem = Position::from_sfen(problem_sfen)
        .map_err(|fault| Fault::new(0, problem_sfen, Reason::GivenProblem(fault)))?;
    let certificate = read_certificate(&problem, certificate)?;
    match certificate.proved {
        Proved::Mate(plies) => check_mate(&certificate, plies, &mut on_progress)?,
        Proved::NoMate => check_no_mate(&certificate, &mut on_progress)?,
    }
    Ok(Verified {
        claim: certificate.proved,
        attacker: certificate.root.attacker,
        claims: certificate.claims.len(),
    })
}
