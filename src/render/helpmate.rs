//! The answer to a helpmate as text and records.

use crate::args::Answers;
use crate::problems::Problem;
use crate::report::Report;
use tsumugi_api::Reason;
use tsumugi_api::helpmate::{Answer, Solutions, Verdict};
use tsumugi_notation::japanese::{Style, line_names};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{Ending, NodeId, Play, Record};
use tsumugi_shogi::{Move, Setup};

/// So many points where solutions part are shown to a person.
const SHOWN: usize = 10;
/// Numbers with more digits than this are abbreviated.
const LONG_NUMBER: usize = 60;
/// Lines longer than this are not written out in text unless asked for by a format that is meant for it.
const LONG: usize = 1000;

/// A problem with its answer, to be put into words.
pub struct Solved<'a> {
    /// What was read.
    pub source: &'a Problem,
    /// The answer.
    pub answer: Answer,
    /// Is the attacker's own king to be mated?
    pub selfmate: bool,
}

impl Solved<'_> {
    /// The diagram that was solved.
    fn setup(&self) -> Setup {
        // The answer names the position that was searched, so it is one.
        self.answer.sfen.parse().unwrap_or_else(|_| self.source.record.setup.clone())
    }
}

/// For a person.
pub fn text(solved: &Solved<'_>) -> String {
    let answer = &solved.answer;
    let name = answer.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let goal = if solved.selfmate { "helpselfmate" } else { "helpmate" };
    let length = answer.length.unwrap_or(0);
    // Of a position that moves led to, it is said which it is.
    let name = match solved.source.played {
        0 => name,
        1 => format!("after 1 move: {}\n{name}", answer.sfen),
        n => format!("after {n} moves: {}\n{name}", answer.sfen),
    };
    match (answer.verdict, answer.within) {
        (Verdict::Mate, _) => {
            let verified = if answer.verified { "   (line verified)" } else { "" };
            let surplus = match answer.surplus {
                0 => String::new(),
                n => format!(", {n} left in hand"),
            };
            format!(
                "{name}{goal} in {length}, {}{surplus}{verified}\n{}",
                number(answer),
                details(solved)
            )
        }
        (Verdict::NoMate, None) => format!("{name}no {goal}\n"),
        (Verdict::NoMate, Some(plies)) => format!("{name}no {goal} within {plies}\n"),
        (Verdict::Unknown, _) => format!("{name}unknown: {}\n", why(answer)),
    }
}

/// How many solutions, in words.
fn number(answer: &Answer) -> String {
    match &answer.solutions {
        Some(_) if answer.unique => "unique".to_string(),
        Some(Solutions::Few(count)) => format!("{count} solutions"),
        Some(Solutions::Many(digits)) if digits.len() > LONG_NUMBER => {
            format!("{}… solutions, a number of {} digits", &digits[..6], digits.len())
        }
        Some(Solutions::Many(digits)) => format!("{digits} solutions"),
        None => "solutions not counted".to_string(),
    }
}

fn details(solved: &Solved<'_>) -> String {
    let mut text = String::new();
    let (setup, answer) = (solved.setup(), &solved.answer);
    for line in &answer.lines {
        let shown = &line[..line.len().min(LONG)];
        text += &line_names(&setup, shown, Style::Triangles).unwrap_or_default().join(" ");
        if shown.len() < line.len() {
            text += &format!(" … ({} more, see --format kif)", line.len() - shown.len());
        }
        text += if line.is_empty() { "" } else { "\n" };
    }
    for place in answer.branches.iter().take(SHOWN) {
        let moves: Vec<String> = place.moves.iter().map(Move::to_string).collect();
        text += &format!("move {}: {}   ({})\n", place.ply + 1, moves.join(", "), place.sfen);
    }
    let more = answer.branch_count.saturating_sub(SHOWN as u64);
    if more > 0 {
        text += &format!("… and {more} more places with a choice\n");
    }
    text
}

/// Why there is no answer, in words.
fn why(answer: &Answer) -> &str {
    match answer.reason {
        Some(Reason::Time) => "the time is up",
        Some(Reason::Stopped) => "stopped",
        Some(Reason::Nodes) => "the limit of nodes is reached",
        Some(Reason::Memory) => "the memory is used up",
        _ => answer.message.as_deref().unwrap_or_default(),
    }
}

/// As a record: the first solution, the others as variations.
pub fn record(solved: &Solved<'_>, format: Answers) -> Result<String, Report> {
    let mut record = Record::new(solved.setup());
    record.headers = solved.source.record.headers.clone();
    for line in &solved.answer.lines {
        let last = line.iter().fold(Record::ROOT, |node, &m| child(&mut record, node, m));
        record.add(last, Play::End(Ending::Mate));
    }
    match (solved.answer.verdict, solved.answer.within) {
        (Verdict::Mate, _) => {}
        (Verdict::NoMate, None) => _ = record.add(Record::ROOT, Play::End(Ending::NoMate)),
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
