//! `tsumugi verify`: checks a certificate with rules that share nothing with the solver.

use crate::args::Verify;
use crate::exit::Exit;
use crate::output;
use crate::report::{Failure, Report};
use tsumugi_shogi::Color;
use tsumugi_verify::naive::Color as Side;
use tsumugi_verify::{Proved, Verified, verify};

/// Says what the certificate proves, or why it proves nothing.
pub fn run(args: &Verify) -> Result<Exit, Failure> {
    let problem = crate::problems::only(&args.problem, args.as_written)?;
    let text = std::fs::read_to_string(&args.certificate);
    let unreadable = |error| Report::io(&format!("cannot read {}", args.certificate.display()), &error);
    let text = text.map_err(unreadable)?;
    let (line, exit) = match verify(&problem.position().to_sfen(), &text) {
        Ok(Verified { attacker, .. })
            if (attacker == Side::Black) != (problem.attacker() == Color::Black) =>
        {
            ("rejected: the certificate is about the other side's attack\n".to_string(), Exit::No)
        }
        Ok(verified) => {
            let what = match verified.claim {
                Proved::Mate(plies) => format!("the attacker mates in at most {plies}"),
                Proved::NoMate => "there is no mate".to_string(),
            };
            let claims = if verified.claims == 1 { "claim" } else { "claims" };
            (format!("verified: {what} ({} {claims})\n", verified.claims), Exit::Yes)
        }
        Err(fault) => (format!("rejected: {fault}\n"), Exit::No),
    };
    output::to_stdout(line.as_bytes())?;
    Ok(exit)
}
