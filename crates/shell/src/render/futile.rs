//! Why interpositions along a line are futile (無駄合), in words: equal ones together.

use crate::language::{Language, Tongue};
use tsumugi_api::solve::{Futile, FutileClass};
use tsumugi_notation::japanese::piece_name;
use tsumugi_shogi::{Move, Setup};

/// A line of text for all interpositions that one capture answers for the same reason.
pub(super) fn text(all: &[Futile], setup: &Setup, line: &[Move], tongue: Tongue) -> String {
    let mut groups: Vec<Vec<Futile>> = Vec::new();
    for &futile in all {
        let fate = |one: &Futile| (one.after, one.capture, one.plies, one.class);
        match groups.iter_mut().find(|group| fate(&group[0]) == fate(&futile)) {
            Some(group) => group.push(futile),
            None => groups.push(vec![futile]),
        }
    }
    groups.iter().map(|group| of_group(group, setup, line, tongue)).collect()
}

fn of_group(group: &[Futile], setup: &Setup, line: &[Move], tongue: Tongue) -> String {
    let Futile { after, reply, capture, plies, class, .. } = group[0];
    let before = &line[..after as usize];
    let last_of =
        |more: &[Move]| tongue.line(setup, &[before, more].concat()).pop().unwrap_or_default();
    let replies: Vec<String> = group.iter().map(|one| last_of(&[one.reply])).collect();
    let (replies, capture) = (names(group, replies, tongue), last_of(&[reply, capture]));
    let number = after + 1;
    match tongue.language {
        Language::En => {
            let are = if group.len() == 1 { "is" } else { "are" };
            let why = in_english(class, plies);
            format!("move {number}, {replies} {are} futile ({class}): {capture} takes, {why}\n")
        }
        Language::Ja => {
            let (name, why) = (class.japanese(), in_japanese(class, plies));
            format!("{number}手目 {replies} は無駄合（{name}）: {capture} と取って{why}\n")
        }
    }
}

/// The interpositions in a row: ３三歩合、香合, as books write them, or move by move.
fn names(group: &[Futile], names: Vec<String>, tongue: Tongue) -> String {
    if tongue.western {
        return names.join(", ");
    }
    let on_square = |(i, name): (usize, String)| match group[i].reply.dropped() {
        Some(kind) if group[..i].iter().any(|one| one.reply.is_drop()) => {
            format!("{}合", piece_name(kind.kind()))
        }
        Some(_) => format!("{}合", name.trim_end_matches('打')),
        None => name,
    };
    names.into_iter().enumerate().map(on_square).collect::<Vec<_>>().join(tongue.say(", ", "、"))
}

fn in_english(class: FutileClass, plies: u32) -> String {
    match (class, plies) {
        (FutileClass::X | FutileClass::Xy, _) => "which is mate".to_string(),
        (FutileClass::Xyz, _) => "which is mate with the help of a further piece".to_string(),
        (FutileClass::Restoration, _) => "and everything is brought back".to_string(),
        (_, 0) => "which is mate all the same, the piece unused".to_string(),
        (FutileClass::Narrow, plies) => {
            format!("and the same moves mate within {plies}, the piece unused")
        }
        (FutileClass::Wide, plies) => {
            format!("and there is still a mate within {plies}, the piece unused")
        }
    }
}

fn in_japanese(class: FutileClass, plies: u32) -> String {
    match (class, plies) {
        (FutileClass::X | FutileClass::Xy, _) => "そのまま詰み".to_string(),
        (FutileClass::Xyz, _) => "他の駒も加わって詰み".to_string(),
        (FutileClass::Restoration, _) => "原型に復帰".to_string(),
        (_, 0) => "そのまま詰み、取った駒は不要".to_string(),
        (FutileClass::Narrow, plies) => format!("同じ手順で{plies}手以内に詰み、取った駒は不要"),
        (FutileClass::Wide, plies) => format!("やはり{plies}手以内に詰み、取った駒は不要"),
    }
}
