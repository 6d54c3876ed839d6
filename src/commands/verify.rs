//! `tsumugi verify`: checks a certificate with rules that share nothing with the solver.

use crate::args::{Counts, Verify};
use crate::certificate_file;
use crate::exit::Exit;
use crate::output;
use crate::report::{Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::thread;
use std::time::Duration;
use tsumugi_api::verify::{Answer, Checked, Claim, allowed};
use tsumugi_shell::render::json;
use tsumugi_shogi::Color;
use tsumugi_verify::{self as verify, Settings, StopCheck};

/// A check shorter than this shows no progress.
const QUIET: Duration = Duration::from_millis(800);

/// Says what the certificate proves, or why it proves nothing.
pub fn run(args: &Verify) -> Result<Exit, Failure> {
    let problem =
        crate::problems::only(&args.problem, args.place.at, args.admission.waivers(), &args.sides)?;
    let sfen = problem.position().to_sfen();
    let checked = check(args, &sfen, problem.attacker())?;
    let answer = Answer::new(sfen, checked);
    let text = match args.format {
        Counts::Text => text(&answer),
        Counts::Json => json(&answer),
    };
    output::to_stdout(text.as_bytes())?;
    Ok(match answer.verified {
        Some(true) => Exit::Yes,
        Some(false) => Exit::No,
        None => Exit::GaveUp,
    })
}

fn check(args: &Verify, sfen: &str, attacker: Color) -> Result<Checked, Report> {
    let path = args.certificate.display();
    let unreadable = |error| Report::io(&format!("cannot read {path}"), &error);
    let mut file = certificate_file::open(&args.certificate).map_err(unreadable)?;
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let stop = Stop::on_interrupt();
    let settings = Settings {
        most_bytes: u64::from(args.memory) << 20,
        threads: args.threads.map_or_else(processors, |threads| threads as usize),
        allow: args.admission.allow.iter().filter_map(|&name| allowed(name)).collect(),
        stop: Some(StopCheck::new(move || stop.asked())),
    };
    let mut progress = Progress::after(QUIET);
    let mut tell = |now| progress.tell(|| describe(now));
    let said = verify::verify_stream(sfen, &mut file, &settings, &mut tell);
    Checked::new(said, attacker).map_err(|failure| match failure {
        verify::Failure::Unreadable(error) => unreadable(error),
        failure => {
            let bytes = verify::BYTES_PER_CLAIM;
            let needed = format!("help: --memory gives it more; a claim takes {bytes} bytes");
            Report::new(format!("cannot check {path}: {failure}")).note(needed)
        }
    })
}

fn describe(progress: verify::Progress) -> String {
    match progress {
        verify::Progress::Read(claims) => format!("{claims} claims read"),
        verify::Progress::Checked(done, total) => format!("{done} of {total} claims checked"),
    }
}

fn text(answer: &Answer) -> String {
    let reason = answer.reason.as_deref().unwrap_or_default();
    let (claims, plies) = (answer.claims.unwrap_or(0), answer.length.unwrap_or(0));
    let what = match answer.verdict {
        Some(Claim::Mate) => format!("the attacker mates in at most {plies}"),
        Some(Claim::NoMate) => "there is no mate".to_string(),
        Some(Claim::Shortest) => format!("the attacker mates in {plies}, and not in fewer"),
        None => {
            return match (answer.verified, answer.line) {
                (None, _) => format!("unknown: {reason}\n"),
                (_, Some(line)) => format!("rejected: line {line}: {reason}\n"),
                (_, None) => format!("rejected: {reason}\n"),
            };
        }
    };
    let noun = if claims == 1 { "claim" } else { "claims" };
    format!("verified: {what} ({claims} {noun})\n")
}
