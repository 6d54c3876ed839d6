//! `tsumugi convert`: records in another format.

use crate::args::{self, Convert};
use crate::exit::Exit;
use crate::language::Tongue;
use crate::output::{Destination, Layout, Together};
use crate::problems::{self, InputProblem};
use crate::report::{self, Failure, Report};
use tsumugi_api::{Japanese, Message, message};
use tsumugi_notation::Record;
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::text::{self, Encoding};

/// Writes every problem that can be written and reports the others.
///
/// Only the form is read here: a diagram that breaks rules is converted as it stands.
pub fn run(args: &Convert) -> Result<Exit, Failure> {
    let layout = layout(args.to, args.encoding);
    let destination = Destination::new(args.output.as_deref());
    destination.write_each(problems::load(&args.problems), layout, |problem, name| {
        let here = |message: Message| Report::new(message).at(problem.place.clone());
        let record = with_name(problem);
        let mut text = read::write(&record, args.to).map_err(|why| here(why.message()))?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if problem.record.has_variations() && matches!(args.to, Format::Usi | Format::Csa) {
            let (place, format) = (&problem.place, args.to.name());
            let there = place.told(Tongue::JAPANESE);
            report::note(&message!(
                "{place}: {format} has no variations, only the main line is kept",
                "{there}: {format}では変化を表せないので、本手順だけを書きます",
            ));
        }
        let encoding = match args.encoding {
            Some(args::Encoding::Utf8) => Encoding::Utf8,
            Some(args::Encoding::ShiftJis) => Encoding::ShiftJis,
            None => name.map_or(Encoding::Utf8, Encoding::for_name),
        };
        text::encode(&text, encoding).map_err(|why| {
            let said = why.japanese();
            here(message!(
                "cannot be stored as Shift_JIS: {why}",
                "Shift_JISでは保存できません: {said}",
            ))
            .note(message!(
                "help: --encoding utf-8, or a name that ends in .kifu or .ki2u",
                "ヒント: --encoding utf-8 とするか、名前を .kifu か .ki2u で終わらせてください",
            ))
        })
    })
}

/// The record with a name that stood beside it, in a list say, among its headers.
fn with_name(problem: &InputProblem) -> Record {
    let mut record = problem.record.clone();
    if let Some(name) = &problem.name
        && !record.headers.iter().any(|(_, value)| value == name)
    {
        record.headers.insert(0, ("作品名".to_string(), name.clone()));
    }
    record
}

/// How the files of a format are called and whether one may hold several problems.
fn layout(format: Format, encoding: Option<args::Encoding>) -> Layout {
    let extension = match (format, encoding) {
        (Format::Kif, Some(args::Encoding::Utf8)) => "kifu",
        (Format::Ki2, Some(args::Encoding::Utf8)) => "ki2u",
        _ => format.name(),
    };
    let together = if format.is_by_line() { Together::Lines } else { Together::Never };
    Layout { extension, together }
}
