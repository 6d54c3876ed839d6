//! Composed problems, as text.

use crate::language::Tongue;
use crate::render::sheet::why;
use tsumugi_api::compose::{Answer, Composed, Counts};
use tsumugi_api::usi;
use tsumugi_shogi::Setup;

/// For a person.
pub fn text(answer: &Answer, tongue: Tongue) -> String {
    let Counts { arrangements, sound, open, wanted, .. } = answer.tried;
    let diagrams = answer.tried.diagrams();
    let mut out = said(
        tongue,
        format!("{arrangements} arrangements, {diagrams} diagrams: {sound} sound, {wanted} wanted"),
        format!("{arrangements}通り {diagrams}図: 完全作{sound} 該当{wanted}"),
    );
    if open > 0 {
        out += &said(tongue, format!("{open} not settled"), format!("未確認{open}図"));
    }
    out += &table(answer, tongue);
    for (i, one) in answer.problems.iter().enumerate() {
        out += &problem(i + 1, one, tongue);
    }
    if let Some(reason) = answer.reason {
        let (family, why) = (answer.family, why(reason, tongue));
        out += &said(
            tongue,
            format!("broken off: {why}; the pattern fits {family} arrangements"),
            format!("打ち切り: {why}（全{family}通り）"),
        );
    }
    out
}

fn said(tongue: Tongue, english: String, japanese: String) -> String {
    format!("{}\n", tongue.say(&english, &japanese))
}

/// How many are sound, by pieces and length.
fn table(answer: &Answer, tongue: Tongue) -> String {
    let mut out = String::new();
    for row in &answer.table {
        let (board, hand, length) = (row.on_board, row.in_hand, row.length);
        let (sound, wanted) = (row.sound, row.wanted);
        out += &said(
            tongue,
            format!(
                "  {board} on the board, {hand} in hand, mate in {length}: {sound} sound, {wanted} wanted"
            ),
            format!("  盤上{board}枚 持駒{hand}枚 {length}手: 完全作{sound} 該当{wanted}"),
        );
    }
    out
}

/// A problem: how it is ranked, the diagram, the solution.
fn problem(number: usize, one: &Composed, tongue: Tongue) -> String {
    // An answer names diagrams that were searched, so they are some.
    let setup: Setup = one.sfen.parse().unwrap_or_else(|_| Setup::empty());
    let line = tongue.line(&setup, &one.line).join(" ");
    let Composed { length, score, sacrifices, duals, .. } = one;
    let (mut english, mut japanese) = (
        format!("{number}. mate in {length}, score {score}"),
        format!("{number}. {length}手詰 評点{score}"),
    );
    if *sacrifices > 0 {
        let plural = if *sacrifices == 1 { "" } else { "s" };
        english += &format!(", {sacrifices} sacrifice{plural}");
        japanese += &format!(" 捨駒{sacrifices}");
    }
    if *duals > 0 {
        let plural = if *duals == 1 { "" } else { "s" };
        english += &format!(", {duals} dual{plural}, see check");
        japanese += &format!(" 許容される余詰{duals}");
    }
    format!("{}   sfen {}\n   {line}\n", said(tongue, english, japanese), one.sfen)
}

/// A list that every command reads: the diagram, its number, then length, score and the solution.
pub fn tsv(answer: &Answer) -> String {
    let row = |one: &Composed| {
        let line = usi(&one.line).join(" ");
        format!("{}\t{}\t{}\t{}\t{line}\n", one.sfen, one.number, one.length, one.score)
    };
    answer.problems.iter().map(row).collect()
}
