//! The answer to a helpmate as text and records.

use crate::args::Answers;
use crate::language::Tongue;
use crate::problems::InputProblem;
use crate::report::Report;
use tsumugi_api::helpmate::{Answer, Layer, Layers, Parting, Solutions, Verdict};
use tsumugi_api::{Japanese, Reason, message};
use tsumugi_notation::japanese::{Style, line_names};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{Ending, NodeId, Play, Record, WriteError};
use tsumugi_shogi::{Move, Setup};

/// The most points where solutions part that are shown to a person.
const SHOWN: usize = 10;
/// Numbers with more digits than this are abbreviated.
const LONG_NUMBER: usize = 60;
/// Lines longer than this are not written out in text unless asked for by a format that is meant for it.
const LONG: usize = 1000;

/// A problem with its answer, to be put into words.
#[derive(Debug)]
pub struct Solved<'a> {
    /// What was read.
    pub source: &'a InputProblem,
    /// The answer.
    pub answer: Answer,
    /// Is the attacker's own king to be mated?
    pub selfmate: bool,
}

/// For a person.
pub fn text(solved: &Solved<'_>, tongue: Tongue) -> String {
    let layers = solved.answer.layers.as_ref().map(|found| layers(found, tongue)).unwrap_or_default();
    answer(solved, tongue) + &layers
}

/// The positions of every ply, and one number for all of them.
fn layers(layers: &Layers, tongue: Tongue) -> String {
    let mut text = String::new();
    for Layer { ply, positions, digest, .. } in &layers.plies {
        text += &match positions {
            1 => {
                tongue.told(&message!("ply {ply}: 1 position {digest}\n", "{ply}手: 1局面 {digest}\n"))
            }
            n => tongue
                .told(&message!("ply {ply}: {n} positions {digest}\n", "{ply}手: {n}局面 {digest}\n")),
        };
    }
    let (all, total) = (layers.plies.iter().map(|layer| layer.positions).sum::<u64>(), &layers.digest);
    text + &tongue.told(&message!("in all: {all} positions {total}\n", "合計: {all}局面 {total}\n"))
}

/// The answer alone.
fn answer(solved: &Solved<'_>, tongue: Tongue) -> String {
    let answer = &solved.answer;
    let name = answer.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let goal = match solved.selfmate {
        true => message!("helpselfmate", "協力自玉詰"),
        false => message!("helpmate", "協力詰"),
    };
    let kind = goal.japanese();
    let length = answer.length.unwrap_or(0);
    // Of a position that moves led to, it is said which it is.
    let sfen = &answer.sfen;
    let name = match solved.source.played {
        0 => name,
        1 => tongue.told(&message!("after 1 move: {sfen}\n{name}", "1手後の局面: {sfen}\n{name}")),
        n => tongue.told(&message!("after {n} moves: {sfen}\n{name}", "{n}手後の局面: {sfen}\n{name}")),
    };
    match (answer.verdict, answer.within) {
        (Verdict::Mate, _) => {
            let verified = match answer.verified {
                true => tongue.say("   (line verified)", "   (手順検算済)"),
                false => "",
            };
            let surplus = match answer.surplus {
                0 => String::new(),
                n => tongue.told(&message!(", {n} left in hand", " 駒余り{n}枚")),
            };
            let (number, details) = (number(answer, tongue), details(solved, tongue));
            tongue.told(&message!(
                "{name}{goal} in {length}, {number}{surplus}{verified}\n{details}",
                "{name}{kind} {length}手 {number}{surplus}{verified}\n{details}",
            ))
        }
        (Verdict::NoMate, None) => tongue.told(&message!("{name}no {goal}\n", "{name}{kind}なし\n")),
        (Verdict::NoMate, Some(plies)) => tongue
            .told(&message!("{name}no {goal} within {plies}\n", "{name}{plies}手以内の{kind}なし\n")),
        (Verdict::Unknown, _) => {
            let why = why(answer, tongue);
            tongue.told(&message!("{name}unknown: {why}\n", "{name}不明: {why}\n"))
        }
    }
}

/// How many solutions, in words.
fn number(answer: &Answer, tongue: Tongue) -> String {
    match &answer.solutions {
        Some(_) if answer.unique => tongue.say("unique", "唯一解").to_string(),
        Some(Solutions::Few(count)) => tongue.told(&message!("{count} solutions", "解{count}通り")),
        Some(Solutions::Many(digits)) if digits.len() > LONG_NUMBER => {
            let (first, length) = (&digits[..6], digits.len());
            tongue.told(&message!(
                "{first}… solutions, a number of {length} digits",
                "解{first}…通り（{length}桁）",
            ))
        }
        Some(Solutions::Many(digits)) => tongue.told(&message!("{digits} solutions", "解{digits}通り")),
        None => tongue.say("solutions not counted", "解の数は未集計").to_string(),
    }
}

fn details(solved: &Solved<'_>, tongue: Tongue) -> String {
    let mut text = String::new();
    let (setup, answer) = (solved.source.solved(&solved.answer.sfen), &solved.answer);
    for line in &answer.lines {
        let shown = &line[..line.len().min(LONG)];
        text += &match tongue.western {
            true => tongue.line(&setup, shown).join(" "),
            false => line_names(&setup, shown, Style::Triangles).unwrap_or_default().join(" "),
        };
        if shown.len() < line.len() {
            let more = line.len() - shown.len();
            text += &tongue.told(&message!(
                " … ({more} more, see --format kif)",
                " … （残り{more}手は --format kif で）",
            ));
        }
        text += if line.is_empty() { "" } else { "\n" };
    }
    for place in answer.branches.iter().take(SHOWN) {
        text += &parting(place, tongue);
    }
    let more = answer.branch_count.saturating_sub(SHOWN as u64);
    if more > 0 {
        text += &tongue.told(&message!(
            "… and {more} more places with a choice\n",
            "… 他に{more}箇所で手が分かれます\n",
        ));
    }
    text
}

/// A place where solutions part.
fn parting(place: &Parting, tongue: Tongue) -> String {
    let (number, sfen) = (place.ply + 1, &place.sfen);
    let moves: Vec<String> = place.moves.iter().map(Move::to_string).collect();
    let english = moves.join(", ");
    let names =
        |setup: Setup| place.moves.iter().flat_map(move |&m| Tongue::JAPANESE.line(&setup, &[m]));
    let japanese = sfen.parse().map_or(moves, |setup| names(setup).collect::<Vec<_>>()).join("、");
    tongue.told(&message!(
        "move {number}: {english}   ({sfen})\n",
        "{number}手目: {japanese}   ({sfen})\n"
    ))
}

/// Why there is no answer, in words.
fn why(answer: &Answer, tongue: Tongue) -> &str {
    match answer.reason {
        Some(Reason::Time) => tongue.say("the time is up", "時間切れ"),
        Some(Reason::Stopped) => tongue.say("stopped", "中断"),
        Some(Reason::Nodes) => tongue.say("the limit of nodes is reached", "局面数の上限"),
        Some(Reason::Memory) => tongue.say("the memory is used up", "メモリ不足"),
        _ => tongue.say(
            answer.message.as_deref().unwrap_or_default(),
            answer.message_ja.as_deref().unwrap_or_default(),
        ),
    }
}

/// As a record: the first solution, the others as variations.
pub fn record(solved: &Solved<'_>, format: Answers, tongue: Tongue) -> Result<String, Report> {
    let mut record = Record::new(solved.source.solved(&solved.answer.sfen));
    record.headers = solved.source.record.headers.clone();
    for line in &solved.answer.lines {
        let last = line.iter().fold(Record::ROOT, |node, &m| child(&mut record, node, m));
        record.add(last, Play::End(Ending::Mate));
    }
    match (solved.answer.verdict, solved.answer.within) {
        (Verdict::Mate, _) => {}
        (Verdict::NoMate, None) => _ = record.add(Record::ROOT, Play::End(Ending::NoMate)),
        _ => record.node_mut(Record::ROOT).comments.push(tongue.say("unknown", "不明").to_string()),
    }
    let format = match format {
        Answers::Ki2 => Format::Ki2,
        Answers::Csa => Format::Csa,
        Answers::Jkf => Format::Jkf,
        _ => Format::Kif,
    };
    let here = |why: WriteError| Report::new(why.message()).at(solved.source.place.clone());
    read::write(&record, format).map_err(here)
}

/// The node after a move, made if it is not there.
fn child(record: &mut Record, node: NodeId, m: Move) -> NodeId {
    let mut known = record.node(node).children.iter().copied();
    let found = known.find(|&id| record.node(id).play == Play::Move(m));
    found.unwrap_or_else(|| record.add(node, Play::Move(m)))
}
