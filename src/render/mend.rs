//! Mended diagrams, as text.

use crate::language::Tongue;
use crate::render::sheet::{verdict_words, why};
use tsumugi_api::mend::{Answer, Intended, Mended};
use tsumugi_shogi::{Move, Setup};

/// For a person.
pub fn text(answer: &Answer, tongue: Tongue) -> String {
    let name = answer.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let mut out = format!("{name}{}\n", verdict_words(answer.verdict, tongue));
    if answer.is_sound_already() {
        out += tongue.say("there is nothing to mend\n", "直すところはありません\n");
        return out;
    }
    out += &intended(answer, tongue);
    for fault in answer.faults.iter().filter(|fault| fault.spoils) {
        let (number, at) = (fault.move_number, fault.move_number - 1);
        let line = moves(&answer.sfen, &answer.line, at, &fault.line, tongue).join(" ");
        out += &said(
            tongue,
            format!("move {number}, a second solution (余詰): {line}"),
            format!("{number}手目 余詰: {line}"),
        );
    }
    for (i, mended) in answer.mended.iter().enumerate() {
        out += &one(i + 1, mended, answer, tongue);
    }
    out + &summary(answer, tongue)
}

fn said(tongue: Tongue, english: String, japanese: String) -> String {
    format!("{}\n", tongue.say(&english, &japanese))
}

/// The line that is to be the only solution.
fn intended(answer: &Answer, tongue: Tongue) -> String {
    let head = match answer.intended {
        Intended::Given => tongue.say("the solution that is meant:", "作意:"),
        Intended::Found => {
            tongue.say("its main line is taken for the solution meant:", "作意とみなす手順:")
        }
        Intended::Any => {
            return said(tongue, "any solution will do".to_string(), "解は問わない".to_string());
        }
    };
    let line = moves(&answer.sfen, &[], 0, &answer.line, tongue).join(" ");
    format!("{head}\n  {line}\n")
}

/// A mended diagram: what was changed, the diagram, what it refutes, what is left.
fn one(number: usize, mended: &Mended, answer: &Answer, tongue: Tongue) -> String {
    let changes = mended.changes.iter().map(|change| tongue.say(&change.text, &change.text_ja));
    let changes = changes.collect::<Vec<_>>().join(tongue.say(", ", "、"));
    let mut out = format!("{number}. {changes}\n   sfen {}\n", mended.sfen);
    if answer.intended == Intended::Any {
        out += &format!("   {}\n", moves(&mended.sfen, &[], 0, &mended.line, tongue).join(" "));
    }
    for refuted in &mended.refutes {
        let (number, at) = (refuted.move_number, refuted.move_number - 1);
        let line: Vec<Move> = [Some(refuted.m), refuted.reply].into_iter().flatten().collect();
        // What cannot be played any more has its name from the diagram as it was.
        let sfen = if refuted.reply.is_some() { &mended.sfen } else { &answer.sfen };
        let names = moves(sfen, &answer.line, at, &line, tongue);
        out += &match &names[..] {
            [m, reply] => said(
                tongue,
                format!("   move {number}, {m}: refuted by {reply}"),
                format!("   {number}手目 {m}: {reply}で不詰"),
            ),
            _ => {
                let m = names.concat();
                let japanese = format!("   {number}手目 {m}: 指せないか王手でなくなる");
                said(tongue, format!("   move {number}, {m}: no longer a check"), japanese)
            }
        };
    }
    let left = mended.left.len();
    if left > 0 {
        let plural = if left == 1 { "" } else { "s" };
        let english = format!("   {left} dual{plural} or equal defence{plural} left, see check");
        out +=
            &said(tongue, english, format!("   許容される余詰・変同など{left}（checkで見られます）"));
    }
    out
}

/// How many diagrams were tried, and whether that was all.
fn summary(answer: &Answer, tongue: Tongue) -> String {
    let Answer { tried, changes, .. } = answer;
    let (diagrams, worth, sound) = (tried.diagrams, tried.diagrams - tried.line, answer.mended.len());
    let changed = match changes {
        0 | 1 => tongue.say("one change", "変更1か所"),
        _ => tongue.say("one or two changes", "変更2か所以内"),
    };
    let mut out = said(
        tongue,
        format!("{diagrams} diagrams with {changed}: a mate on {worth} of them, {sound} sound"),
        format!("{changed}の{diagrams}図: 詰むもの{worth}図 完全作{sound}図"),
    );
    if tried.open > 0 {
        let open = tried.open;
        out += &said(tongue, format!("{open} not settled"), format!("未確認{open}図"));
    }
    if let Some(reason) = answer.reason {
        let why = why(reason, tongue);
        out += &said(tongue, format!("broken off: {why}"), format!("打ち切り: {why}"));
    }
    out
}

/// Moves after the first `after` of a line, named.
fn moves(sfen: &str, line: &[Move], after: usize, moves: &[Move], tongue: Tongue) -> Vec<String> {
    // An answer names diagrams that were searched, so they are some.
    let setup = sfen.parse().unwrap_or_else(|_| Setup::empty());
    let before = line.get(..after).unwrap_or_default();
    tongue.line(&setup, &[before, moves].concat()).split_off(before.len())
}
