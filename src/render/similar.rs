//! Problems that are like another, as text.

use crate::language::Tongue;
use crate::render::sheet::why;
use tsumugi_api::similar::{Answer, Origin, PieceText, Similar};
use tsumugi_api::themes::names;
use tsumugi_api::{Message, message};

/// For a person.
pub fn text(answer: &Answer, tongue: Tongue) -> String {
    let name = answer.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let (found, compared) = (answer.similar.len() + answer.more, answer.compared);
    let head = match found {
        0 => message!(
            "nothing similar among {compared} problems",
            "{compared}題の中に類似のものはありません"
        ),
        1 => message!("1 similar problem among {compared}", "{compared}題中1題が類似"),
        _ => message!("{found} similar problems among {compared}", "{compared}題中{found}題が類似"),
    };
    let mut out = format!("{name}{}\n", tongue.told(&head));
    for (number, similar) in (1..).zip(&answer.similar) {
        out += &one(number, similar, tongue);
    }
    out + &rest(answer, tongue)
}

/// One of them: its name and place, what it has in common, what differs, its diagram.
fn one(number: usize, similar: &Similar, tongue: Tongue) -> String {
    let number_of_set = similar.number;
    let unnamed = message!("number {number_of_set}", "{number_of_set}番");
    let name = similar.name.clone().unwrap_or_else(|| tongue.told(&unnamed));
    let place = similar.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
    let said: Vec<String> = kinship(similar).iter().map(|message| tongue.told(message)).collect();
    let said = said.join(tongue.say("; ", "、"));
    let mut out = format!("{number}. {name}{place}: {said}\n");
    for (label, pieces) in [
        (tongue.say("only here", "こちらだけ"), &similar.only_here),
        (tongue.say("only there", "あちらだけ"), &similar.only_there),
    ] {
        if !pieces.is_empty() {
            out += &format!("   {label}: {}\n", list(pieces, tongue));
        }
    }
    out + &format!("   sfen {}\n", similar.sfen)
}

fn list(pieces: &[PieceText], tongue: Tongue) -> String {
    let words: Vec<&str> = pieces.iter().map(|piece| tongue.say(&piece.text, &piece.text_ja)).collect();
    words.join(tongue.say(", ", "、"))
}

/// What they have in common.
fn kinship(similar: &Similar) -> Vec<Message> {
    let mut all = Vec::new();
    let laid = laid(similar);
    let is_told =
        similar.differ == 0 || !similar.only_here.is_empty() || !similar.only_there.is_empty();
    match similar.differ {
        0 if similar.is_equal() => all.push(message!("equal", "同一図")),
        0 => all.push(message!("the same pieces", "駒が同じ")),
        1 if is_told => all.push(message!("1 piece differs", "1枚違い")),
        differ if is_told => all.push(message!("{differ} pieces differ", "{differ}枚違い")),
        _ => {}
    }
    all.extend(laid);
    if similar.defender_hand {
        all.push(message!("the defender holds other pieces", "玉方の持駒が異なる"));
    }
    if similar.picture == Some(true) {
        all.push(message!("the same picture at the end", "詰上りが同じ"));
    }
    if !similar.themes.is_empty() {
        let (english, japanese) = names(&similar.themes);
        all.push(message!("themes: {english}", "共通の趣向・手筋: {japanese}"));
    }
    all
}

/// How it has to be turned and moved.
fn laid(similar: &Similar) -> Vec<Message> {
    let mut all = Vec::new();
    if similar.mirrored {
        all.push(message!("mirrored", "左右反転"));
    }
    if similar.colours {
        all.push(message!("colours exchanged", "先後反転"));
    }
    let (files, ranks) = similar.shift;
    let plural = |n: i8, one: &'static str, more: &'static str| if n.abs() == 1 { one } else { more };
    let across = (files != 0).then(|| {
        let (n, words) = (files.abs(), plural(files, "file", "files"));
        match files > 0 {
            true => message!("{n} {words} to the left", "左へ{n}筋"),
            false => message!("{n} {words} to the right", "右へ{n}筋"),
        }
    });
    let along = (ranks != 0).then(|| {
        let (n, words) = (ranks.abs(), plural(ranks, "rank", "ranks"));
        match ranks > 0 {
            true => message!("{n} {words} down", "下へ{n}段"),
            false => message!("{n} {words} up", "上へ{n}段"),
        }
    });
    all.extend(across.into_iter().chain(along));
    all
}

/// What is not shown, and what is not settled.
fn rest(answer: &Answer, tongue: Tongue) -> String {
    let mut out = String::new();
    let mut say = |message: Message| out += &format!("{}\n", tongue.told(&message));
    let (more, open) = (answer.more, answer.unsettled);
    if more > 0 {
        say(message!("{more} more, see --limit", "ほか{more}題（--limitで増やせます）"));
    }
    match answer.solution {
        Some(Origin::Unsettled) => say(message!(
            "its own solution was not found: pictures and themes were not compared (--nodes)",
            "この問題の解が見つからないため、詰上りと趣向・手筋は比べていません（--nodes）",
        )),
        Some(Origin::None) => say(message!(
            "it has no mate: pictures and themes were not compared",
            "不詰のため、詰上りと趣向・手筋は比べていません",
        )),
        _ if open > 0 => say(message!(
            "{open} without a solution: their pictures and themes were not compared (--nodes)",
            "解の見つからない{open}題は、詰上りと趣向・手筋を比べていません（--nodes）",
        )),
        _ => {}
    }
    if let Some(reason) = answer.reason {
        let why = why(reason, tongue);
        let english = format!("broken off: {why}");
        out += &format!("{}\n", tongue.say(&english, &format!("打ち切り: {why}")));
    }
    out
}
