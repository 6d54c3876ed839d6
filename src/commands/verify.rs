//! `tsumugi verify`: checks a certificate with rules that share nothing with the solver.

use crate::args::{Counts, Verify};
use crate::certificate_file;
use crate::exit::Exit;
use crate::language::told;
use crate::output;
use crate::report::{Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::thread;
use std::time::Duration;
use tsumugi_api::verify::{Answer, Checked, Statement, allowed};
use tsumugi_api::{Japanese, message};
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
    let words = match &checked {
        Checked::Rejected(_, why) => told(why),
        _ => String::new(),
    };
    let answer = Answer::new(sfen, checked);
    let text = match args.format {
        Counts::Text => text(&answer, &words),
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
    let unreadable = |error| Report::cannot_read(&args.certificate, &error);
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
            let (path, said) = (args.certificate.display(), failure.japanese());
            let bytes = verify::BYTES_PER_CLAIM;
            let report = Report::new(message!(
                "cannot check {path}: {failure}",
                "{path} を検証できません: {said}",
            ));
            report.note(message!(
                "help: --memory gives it more; a claim takes {bytes} bytes",
                "ヒント: --memory で増やせます（1項目に{bytes}バイト必要です）",
            ))
        }
    })
}

fn describe(progress: verify::Progress) -> String {
    match progress {
        verify::Progress::Read(claims) => {
            told(&message!("{claims} claims read", "{claims}項目を読み込み"))
        }
        verify::Progress::Checked(done, total) => {
            told(&message!("{done} of {total} claims checked", "{total}項目中{done}項目を検証"))
        }
    }
}

/// For a person; `reason` says why a certificate is rejected.
fn text(answer: &Answer, reason: &str) -> String {
    let (claims, plies) = (answer.claims.unwrap_or(0), answer.length.unwrap_or(0));
    let what = match answer.verdict {
        Some(Statement::Mate) => {
            message!("the attacker mates in at most {plies}", "{plies}手以内の詰みがあります")
        }
        Some(Statement::NoMate) => message!("there is no mate", "詰みはありません（不詰）"),
        Some(Statement::Shortest) => message!(
            "the attacker mates in {plies}, and not in fewer",
            "{plies}手で詰み、それより短い詰みはありません",
        ),
        None => {
            return told(&match (answer.verified, answer.line) {
                (None, _) => message!("unknown: stopped\n", "不明: 中断\n"),
                (_, Some(line)) => {
                    message!("rejected: line {line}: {reason}\n", "却下: {line}行目: {reason}\n")
                }
                (_, None) => message!("rejected: {reason}\n", "却下: {reason}\n"),
            });
        }
    };
    let noun = if claims == 1 { "claim" } else { "claims" };
    let said = what.japanese();
    told(&message!("verified: {what} ({claims} {noun})\n", "検証済: {said} ({claims}項目)\n"))
}
