//! `tsumugi compose`: the sound problems among all diagrams that fit a pattern.
//!
//! The family is cut into parts, always the same ones, whatever is asked of it how often. Threads, or workers on other machines, try
//! them; this thread adds their answers up and keeps each finished part in the store, if there is one. A part that was broken off
//! counts in what is told, but is tried again from its beginning the next time.

mod collector;
#[cfg(feature = "queue")]
mod remote;

use crate::args::{Compose as Args, Composed};
use crate::exit::Exit;
use crate::language::{spoken, told};
use crate::memory;
use crate::output;
use crate::render;
use crate::report::{Failure, Place, Report, Source};
use crate::stop::Stop;
use collector::{Collector, Parts};
use std::ffi::OsStr;
use std::io::Read;
use tsumugi_api::compose::{Answer, Counts, Plan};
use tsumugi_api::{Fault, message};
use tsumugi_shell::searching::check_options;

/// The largest pattern. More is none that anybody wrote.
const MOST_BYTES: u64 = 1 << 20;

/// Goes through the family of a pattern.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    #[cfg(not(feature = "queue"))]
    if args.queue.is_some() {
        return Err(crate::features::Feature::Queue.missing().into());
    }
    check_options(&args.option)?;
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let threads = args.threads.unwrap_or_else(processors);
    memory::check(args.hash.saturating_mul(threads))?;
    let (text, source) = read(&args.pattern)?;
    let plan = Plan::new(&text).map_err(|fault| refused(&fault, &source))?;
    let parts = Parts::new(plan.family.len(), args.from, args.to)?;
    let stop = Stop::on_interrupt();
    if args.count {
        return count(&plan, &parts, args.format, &stop);
    }
    let mut collector = Collector::open(args, &text, &source, plan.family.len(), parts, &stop)?;
    match &args.queue {
        #[cfg(feature = "queue")]
        Some(url) => remote::run(&mut collector, url, args)?,
        _ => collector.run(threads)?,
    }
    let answer = collector.answer();
    output::to_stdout(words(&answer, args.format).as_bytes())?;
    Ok(exit(&answer))
}

fn exit(answer: &Answer) -> Exit {
    match answer.reason.is_some() || answer.tried.open > 0 {
        true => Exit::GaveUp,
        false if answer.problems.is_empty() => Exit::No,
        false => Exit::Yes,
    }
}

/// The text of the pattern.
fn read(word: &OsStr) -> Result<(String, Source), Report> {
    let mut bytes = vec![];
    let source = if word == "-" { Source::Stdin } else { Source::File(word.into()) };
    let read = match &source {
        Source::File(path) => std::fs::File::open(path)
            .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|error| Report::cannot_read(path, &error)),
        _ => std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| {
            Report::io(&message!("cannot read standard input", "標準入力を読めません"), &error)
        }),
    };
    read?;
    if bytes.len() as u64 > MOST_BYTES {
        let why =
            message!("more than 1 MiB: not a pattern", "1 MiBを超えているので、条件図ではありません");
        return Err(Report::new(why).at(source));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok((text.trim_start_matches('\u{feff}').to_string(), source)),
        Err(_) => {
            let why = message!("the pattern is no UTF-8 text", "条件図がUTF-8の文章ではありません");
            Err(Report::new(why).at(source))
        }
    }
}

/// What is wrong with the pattern, where it stands.
fn refused(fault: &Fault, source: &Source) -> Report {
    let message = fault.message().clone();
    match fault.place() {
        Some((line, column, excerpt)) => {
            let place = Place { source: source.clone(), line: Some(line), column: Some(column) };
            Report::marked(message, place, excerpt)
        }
        None => Report::new(message).at(source.clone()),
    }
}

/// How many arrangements there are, and how many of them are diagrams, each one once.
fn count(plan: &Plan, parts: &Parts, format: Composed, stop: &Stop) -> Result<Exit, Failure> {
    let range = parts.range();
    let mut counts = Counts::default();
    for number in range.clone() {
        if stop.asked() {
            break;
        }
        counts.arrangements += 1;
        let position = plan.family.arrangement(number).and_then(|arrangement| {
            let position = plan.family.position(&arrangement)?;
            Some(plan.family.is_first_image(number, &arrangement, &position))
        });
        match position {
            None => counts.illegal += 1,
            Some(false) => counts.images += 1,
            Some(true) => {}
        }
    }
    let Counts { arrangements, illegal, images, .. } = counts;
    let diagrams = counts.diagrams();
    let text = match format {
        Composed::Text => told(&message!(
            "{arrangements} arrangements: {illegal} break a rule, {images} are mirror images, {diagrams} diagrams\n",
            "{arrangements}通り: 規則違反{illegal} 左右対称の重複{images} 図{diagrams}\n",
        )),
        _ => render::json(&serde_json::json!({
            "arrangements": arrangements, "illegal": illegal, "images": images, "diagrams": diagrams,
        })),
    };
    output::to_stdout(text.as_bytes())?;
    Ok(if counts.arrangements < range.end - range.start { Exit::GaveUp } else { Exit::Yes })
}

fn words(answer: &Answer, format: Composed) -> String {
    match format {
        Composed::Text => render::compose::text(answer, spoken()),
        Composed::Json => render::json(answer),
        Composed::Tsv => render::compose::tsv(answer),
    }
}
