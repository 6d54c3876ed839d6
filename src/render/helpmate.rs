//! The answer to a helpmate as text and records.

use crate::args::Answers;
use crate::commands::helpmate::Solved;
use crate::report::Report;
use tsumugi_helpmate::{Answer, Goal, StopReason, Verdict};
use tsumugi_notation::japanese::{Style, line_names};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{Ending, NodeId, Play, Record};
use tsumugi_shogi::Move;

/// So many points where solutions part are shown to a person.
const SHOWN: usize = 10;
/// Numbers with more digits than this are abbreviated.
const LONG_NUMBER: usize = 60;
/// Lines longer than this are not written out in text unless asked for by a format that is meant for it.
const LONG: usize = 1000;

/// For a person.
pub fn text(solved: &Solved<'_>) -> String {
    let answer = &solved.solved.answer;
    let name = solved.source.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let goal = match solved.solved.problem.goal() {
        Goal::Helpmate => "helpmate",
        Goal::HelpSelfmate => "helpselfmate",
    };
    match &answer.verdict {
        Verdict::Mate(plies) => {
            let verified = if solved.solved.verified { "   (line verified)" } else { "" };
            let surplus = match answer.surplus {
                0 => String::new(),
                n => format!(", {n} left in hand"),
            };
            format!(
                "{name}{goal} in {plies}, {}{surplus}{verified}\n{}",
                number(answer),
                details(solved)
            )
        }
        Verdict::NoMate => format!("{name}no {goal}\n"),
        Verdict::NotWithin(plies) => format!("{name}no {goal} within {plies}\n"),
        Verdict::Unknown(_) => format!("{name}unknown: {}\n", why(solved)),
    }
}

/// How many solutions, in words.
fn number(answer: &Answer) -> String {
    match &answer.solutions {
        Some(_) if answer.is_unique() => "unique".to_string(),
        Some(count) => match count.to_string() {
            digits if digits.len() > LONG_NUMBER => {
                format!("{}… solutions, a number of {} digits", &digits[..6], digits.len())
            }
            digits => format!("{digits} solutions"),
        },
        None => "solutions not counted".to_string(),
    }
}

fn details(solved: &Solved<'_>) -> String {
    let mut text = String::new();
    let setup = solved.solved.problem.position().to_setup();
    for line in &solved.solved.answer.lines {
        let shown = &line[..line.len().min(LONG)];
        text += &line_names(&setup, shown, Style::Triangles).unwrap_or_default().join(" ");
        if shown.len() < line.len() {
            text += &format!(" … ({} more, see --format kif)", line.len() - shown.len());
        }
        text += if line.is_empty() { "" } else { "\n" };
    }
    let answer = &solved.solved.answer;
    for branch in answer.branches.iter().take(SHOWN) {
        let moves: Vec<String> = branch.moves.iter().map(Move::to_string).collect();
        text += &format!("move {}: {}   ({})\n", branch.ply + 1, moves.join(", "), branch.sfen);
    }
    let more = answer.branch_count.saturating_sub(SHOWN as u64);
    if more > 0 {
        text += &format!("… and {more} more places with a choice\n");
    }
    text
}

/// Why there is no answer, in words.
fn why(solved: &Solved<'_>) -> String {
    match &solved.solved.answer.verdict {
        Verdict::Unknown(StopReason::Time) => "the time is up".to_string(),
        Verdict::Unknown(StopReason::Stopped) => "stopped".to_string(),
        Verdict::Unknown(StopReason::Nodes) => "the limit of nodes is reached".to_string(),
        Verdict::Unknown(StopReason::Memory) => "the memory is used up".to_string(),
        Verdict::Unknown(
            StopReason::Storage(error) | StopReason::Checkpoint(error) | StopReason::Device(error),
        ) => error.clone(),
        _ => String::new(),
    }
}

/// As a record: the first solution, the others as variations.
pub fn record(solved: &Solved<'_>, format: Answers) -> Result<String, Report> {
    let mut record = Record::new(solved.solved.problem.position().to_setup());
    record.headers = solved.source.record.headers.clone();
    for line in &solved.solved.answer.lines {
        let last = line.iter().fold(Record::ROOT, |node, &m| child(&mut record, node, m));
        record.add(last, Play::End(Ending::Mate));
    }
    match solved.solved.answer.verdict {
        Verdict::Mate(_) => {}
        Verdict::NoMate => _ = record.add(Record::ROOT, Play::End(Ending::NoMate)),
        _ => record.node_mut(Record::ROOT).comments.push("unknown".to_string()),
    }
    let format = match format {
        Answers::Ki2 => Format::Ki2,
        Answers::Csa => Format::Csa,
        Answers::Jkf => Format::Jkf,
        _ => Format::Kif,
    };
    let here = |message: String| Report::new(message).at(solved.source.place.clone());
    read::write(&record, format).map_err(|why| here(why.to_string()))
}

/// The node after a move, made if it is not there.
fn child(record: &mut Record, node: NodeId, m: Move) -> NodeId {
    let mut known = record.node(node).children.iter().copied();
    let found = known.find(|&id| record.node(id).play == Play::Move(m));
    found.unwrap_or_else(|| record.add(node, Play::Move(m)))
}
