//! `tsumugi verify`: checks a certificate with rules that share nothing with the solver.

use crate::args::{Counts, Verify};
use crate::certificate_file::{self, BytesRead, Opened};
use crate::exit::Exit;
use crate::language::told;
use crate::output;
use crate::report::{Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::thread;
use std::time::Duration;
use tsumugi_api::verify::{Answer, Checked, Statement, Terms};
use tsumugi_api::{Japanese, Side, message};
use tsumugi_shell::render::json;
use tsumugi_verify::{self as verify, Limit};

/// A check shorter than this shows no progress.
const QUIET: Duration = Duration::from_millis(800);

/// Memory for the claims of any file, if nobody says how much.
const MOST_BYTES: u64 = 2 << 30;

/// Says what the certificate proves, or why it proves nothing.
pub fn run(args: &Verify) -> Result<Exit, Failure> {
    let mut file = certificate_file::open(&args.certificate)
        .map_err(|error| Report::cannot_read(&args.certificate, &error))?;
    let terms = terms(args, &file.read)?;
    let checked = check(args, &terms, &mut file)?;
    let words = match &checked {
        Checked::Rejected(_, why) => told(why),
        _ => String::new(),
    };
    let answer = Answer::new(terms.sfen, &checked);
    let answer = if args.exact { answer.exactly(&checked) } else { answer };
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

/// What the certificate is held against. With `--exact` nobody but the verifier reads the problem.
fn terms(args: &Verify, read: &BytesRead) -> Result<Terms, Report> {
    let (sfen, attacker) = match args.exact {
        true => {
            let sfen = args.problem.to_str().ok_or_else(|| {
                Report::new(message!("--exact needs a SFEN", "--exact にはSFENが必要です"))
            })?;
            (sfen.to_string(), args.sides.attacker())
        }
        false => {
            let waivers = args.admission.waivers();
            let problem = crate::problems::only(&args.problem, args.place.at, waivers, &args.sides)?;
            (problem.position().to_sfen(), Some(problem.attacker()))
        }
    };
    let (for_memory, for_steps) = (read.clone(), read.clone());
    let bytes = match args.memory {
        Some(memory) => Limit::fixed(u64::from(memory) << 20),
        None => Limit::growing(move || verify::memory_of_file(for_memory.now()).min(MOST_BYTES)),
    };
    // Whoever sets a time has said how long it may take.
    let steps = match args.time {
        Some(_) => Limit::none(),
        None => Limit::growing(move || verify::steps_of_file(for_steps.now())),
    };
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    Ok(Terms {
        sfen,
        attacker,
        allow: args.admission.allow.clone(),
        bytes,
        steps,
        threads: args.threads.map_or_else(processors, |threads| threads as usize),
        stop: Stop::on_interrupt().token_within(args.time),
    })
}

fn check(args: &Verify, terms: &Terms, file: &mut Opened) -> Result<Checked, Report> {
    let unreadable = |error| Report::cannot_read(&args.certificate, &error);
    let mut progress = Progress::after(QUIET);
    let mut tell = |now| progress.tell(|| describe(now));
    terms.check(&mut file.text, &mut tell).map_err(|failure| match failure {
        verify::Failure::Unreadable(error) => unreadable(error),
        failure => {
            let (path, said) = (args.certificate.display(), failure.japanese());
            let bytes = verify::BYTES_PER_CLAIM;
            let report = Report::new(message!(
                "cannot check {path}: {failure}",
                "{path} を検証できません: {said}",
            ));
            match failure {
                verify::Failure::TooLarge { .. } => report.note(message!(
                    "help: --memory gives it more; a claim takes {bytes} bytes",
                    "ヒント: --memory で増やせます（1項目に{bytes}バイト必要です）",
                )),
                verify::Failure::TooMuchWork => report.note(message!(
                    "help: --time S lets it take S seconds",
                    "ヒント: --time S で秒数を指定すれば検証できます",
                )),
                _ => report,
            }
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
        Some(Statement::Brinkmate) => message!(
            "the attacker wins by brinkmate in at most {plies}",
            "{plies}手以内の必至があります",
        ),
        Some(Statement::NoBrinkmate) => message!("there is no brinkmate", "必至はありません"),
        None => {
            return told(&match (answer.verified, answer.line) {
                (None, _) if answer.reason.as_deref() == Some("time") => {
                    message!("unknown: the time is up\n", "不明: 時間切れ\n")
                }
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
    let (of, whose) = match answer.attacker {
        Some(Side::Black) => (", Black attacking", "、攻方は先手"),
        Some(Side::White) => (", White attacking", "、攻方は後手"),
        None => ("", ""),
    };
    told(&message!(
        "verified: {what}{of} ({claims} {noun})\n",
        "検証済: {said}{whose} ({claims}項目)\n"
    ))
}
