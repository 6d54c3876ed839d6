//! What `check` found, as text.

use super::answer::themes;
use crate::language::Tongue;
use tsumugi_api::Reason;
use tsumugi_api::check::{
    Answer, Class, Finding as Found, Given, Open, Solution, Soundness, Than, Variation, Worth,
};
use tsumugi_shogi::{Move, Setup};
use unicode_width::UnicodeWidthStr;

/// Lines of moves are wrapped at this many columns.
const COLUMNS: usize = 100;

/// For a person.
pub fn text(answer: &Answer, tongue: Tongue) -> String {
    let name = answer.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let mut out = format!("{name}{}\n", verdict_words(answer.verdict, tongue));
    for note in notes(answer, tongue) {
        out += &format!("{note}\n");
    }
    if let Some(solution) = &answer.solution {
        out += &wrapped(&line(answer, 0, &solution.line, tongue), "  ");
        for finding in findings(answer, tongue) {
            out += &format!("{}\n", sentence(&finding, tongue));
            out += &wrapped(&finding.line, "    ");
        }
        for words in summary(answer, solution, tongue) {
            out += &format!("{words}\n");
        }
    }
    out
}

/// The verdict, in both languages where it is Japanese to a reader of English.
pub fn verdict_words(verdict: Soundness, tongue: Tongue) -> &'static str {
    let (english, japanese) = match verdict {
        Soundness::Sound => ("sound (完全作)", "完全作"),
        Soundness::Cooked => ("cooked (余詰)", "余詰"),
        Soundness::NoMate => ("no mate (不詰)", "不詰"),
        Soundness::Flawed => ("flawed (不完全)", "不完全"),
        Soundness::Unsettled => ("unsettled (未確認)", "未確認"),
    };
    tongue.say(english, japanese)
}

/// The length and what is to be said about the line.
pub fn notes(answer: &Answer, tongue: Tongue) -> Vec<String> {
    let mut out = Vec::new();
    match answer.given {
        Given::Nothing | Given::Examined => {}
        Given::Illegal => out.push(format!(
            "{}{}{}",
            tongue.say("the line given is not examined: its move ", "記載の手順は検討しません: "),
            answer.bad_move.unwrap_or(0),
            tongue.say(" is illegal or no check", "手目が非合法か王手でありません")
        )),
        Given::Refuted => out.push(match answer.bad_move {
            Some(n) => tongue
                .say(
                    &format!("the line given is no solution: there is no mate after another move {n}"),
                    &format!("記載の手順は不成立: {n}手目の応手で不詰"),
                )
                .to_string(),
            None => tongue.say("the line given is no solution", "記載の手順は不成立").to_string(),
        }),
        Given::Unfinished => out.push(
            tongue
                .say(
                    "the line given is not examined: it does not end in mate",
                    "記載の手順は検討しません: 詰みで終わりません",
                )
                .to_string(),
        ),
    }
    let length = answer.solution.as_ref().and_then(|solution| solution.length);
    match (length, answer.reason) {
        (Some(n), _) => {
            out.push(
                tongue.say(&format!("mate in {n}, the shortest"), &format!("{n}手詰")).to_string(),
            );
        }
        (None, Some(reason)) => out.push(open_length(answer.at_most, why(reason, tongue), tongue)),
        (None, None) => {}
    }
    let Some(solution) = &answer.solution else { return out };
    let line = solution.line.len();
    if length != Some(line as u32) {
        let (english, japanese) = match answer.given {
            Given::Examined => {
                (format!("the line given takes {line}"), format!("記載の手順は{line}手"))
            }
            _ => (format!("the line examined takes {line}"), format!("検討した手順は{line}手")),
        };
        out.push(tongue.say(&english, &japanese).to_string());
    }
    if !solution.leftover.is_empty() {
        let hand = tongue.hand(solution.leftover);
        let english = format!("pieces left over (駒余り): {hand}");
        out.push(tongue.say(&english, &format!("駒余り: {hand}")).to_string());
    }
    out
}

fn open_length(at_most: Option<u32>, why: &str, tongue: Tongue) -> String {
    let (english, japanese) = match at_most {
        Some(n) => (
            format!("mate in at most {n}; whether that is the shortest is open: {why}"),
            format!("{n}手以内に詰むが最短手数は未確認: {why}"),
        ),
        None => (format!("the length is open: {why}"), format!("手数は未確認: {why}")),
    };
    tongue.say(&english, &japanese).to_string()
}

/// Something found beside the main line, in words.
#[derive(Debug)]
pub struct Finding {
    /// The number of the move it replaces.
    pub number: usize,
    /// What it is.
    pub what: String,
    /// Is it a second solution?
    pub spoils: bool,
    /// The moves, named.
    pub line: Vec<String>,
}

/// All that was found beside the main line, the first moves first.
pub fn findings(answer: &Answer, tongue: Tongue) -> Vec<Finding> {
    let all = answer.solution.iter().flat_map(|solution| &solution.findings);
    let one = |found: &Found| Finding {
        number: found.move_number,
        what: class_words(found, tongue),
        spoils: found.spoils,
        line: line(answer, found.move_number - 1, &found.line, tongue),
    };
    all.map(one).collect()
}

/// A finding in a sentence.
fn sentence(finding: &Finding, tongue: Tongue) -> String {
    let Finding { number, what, line, .. } = finding;
    let first = line.first().map_or("", String::as_str);
    let (english, japanese) =
        (format!("move {number}, {first}: {what}"), format!("{number}手目 {first}: {what}"));
    tongue.say(&english, &japanese).to_string()
}

fn class_words(found: &Found, tongue: Tongue) -> String {
    let (plies, at) = (found.length.unwrap_or(0), found.joins.unwrap_or(0));
    let (english, japanese) = match found.class {
        Class::Cook => {
            let (english, japanese) = match found.than {
                Some(Than::Shorter) => (", shorter", " (早詰)"),
                Some(Than::Equal) => (", as long", " (同手数)"),
                Some(Than::Longer) => (", longer", ""),
                Some(Than::Unknown) | None => ("", ""),
            };
            (
                format!("a second solution (余詰), {plies} plies{english}"),
                format!("余詰 {plies}手{japanese}"),
            )
        }
        Class::LastMove => {
            ("another mate at the last move (最終手余詰)".to_string(), "最終手余詰".to_string())
        }
        Class::Transposition => (
            format!("another order of moves (手順前後), back in the main line after move {at}"),
            format!("手順前後 {at}手目の局面に合流"),
        ),
        Class::Detour => (
            format!("a detour (迂回手順), back in the main line after move {at}"),
            format!("迂回手順 {at}手目の局面に合流"),
        ),
        Class::GivenAway => (
            format!("gives a piece away and is back in the main line after move {at}"),
            format!("駒を捨てて{at}手目の局面に合流"),
        ),
        Class::Mirror => {
            ("the mirror image of the main line (左右対称)".to_string(), "左右対称".to_string())
        }
        Class::Distance => ("another distance (以遠打)".to_string(), "以遠打".to_string()),
        Class::Promotion => {
            ("with or without promotion (成不成非限定)".to_string(), "成不成非限定".to_string())
        }
        Class::Unpromoted => (
            format!("mates without promotion too, but in {plies} plies (不成長手数)"),
            format!("不成でも詰むが{plies}手"),
        ),
        Class::Unclear => {
            let why = found.reason.map_or("", |reason| why(reason, tongue));
            (
                format!("mates in {plies} plies, perhaps by way of the main line ({why})"),
                format!("{plies}手で詰むが作意に合流するか未確認 ({why})"),
            )
        }
        Class::EqualDefence => ("as long a defence (変同)".to_string(), "変同".to_string()),
        Class::LongerDefence if found.length.is_none() => {
            ("a longer defence (変長)".to_string(), "変長".to_string())
        }
        Class::LongerDefence => {
            (format!("a longer defence (変長), {plies} plies"), format!("変長 {plies}手"))
        }
        Class::LongerLeftover => {
            let hand = found.leftover.map(|hand| tongue.hand(hand)).unwrap_or_default();
            (
                format!("two plies longer, but leaves {hand} (二手変長駒余り): a variation"),
                format!("二手変長駒余り {plies}手 (駒余り: {hand})"),
            )
        }
        Class::FutileInterposition => {
            ("does not count: a futile interposition (無駄合)".to_string(), "無駄合".to_string())
        }
    };
    tongue.say(&english, &japanese).to_string()
}

/// How many alternatives there are, which are not settled, and what recorded variations are worth.
pub fn summary(answer: &Answer, solution: &Solution, tongue: Tongue) -> Vec<String> {
    let &Solution { checks, no_mate, proved, .. } = solution;
    let proved = match no_mate - proved {
        0 => tongue.say("all proved", "すべて証明済").to_string(),
        n => tongue.say(&format!("{n} not proved"), &format!("うち{n}手は証明未了")).to_string(),
    };
    let english = format!("{checks} other checks: {no_mate} do not mate ({proved})");
    let japanese = format!("他の王手{checks}手: 不詰{no_mate}手 ({proved})");
    let mut out: Vec<String> = themes(&solution.themes, tongue).into_iter().collect();
    out.push(tongue.say(&english, &japanese).to_string());
    out.extend(solution.open.iter().map(|open| open_words(answer, open, tongue)));
    out.extend(answer.variations.iter().map(|one| recorded_words(answer, one, tongue)));
    out
}

/// What a variation that came with the problem is worth.
fn recorded_words(answer: &Answer, variation: &Variation, tongue: Tongue) -> String {
    let &Variation { move_number, worth, length, bad_move, .. } = variation;
    let name = line(answer, move_number - 1, &variation.line[..1], tongue).concat();
    let (plies, bad) = (length.unwrap_or(0), bad_move.unwrap_or(0));
    let (english, japanese) = match worth {
        Worth::Agrees => ("as recorded".to_string(), "記載どおり".to_string()),
        Worth::Slow => (
            format!("mates in {plies} plies, sooner than recorded"),
            format!("記載より早く{plies}手で詰む"),
        ),
        Worth::Unfinished => (
            format!("broken off; mates in {plies} plies"),
            format!("記載は途中まで, {plies}手以内に詰む"),
        ),
        Worth::Refuted => {
            ("no mate where the record ends".to_string(), "記載の局面では詰まない".to_string())
        }
        Worth::Illegal => (
            format!("its move {bad} is illegal or no check"),
            format!("{bad}手目が非合法か王手でありません"),
        ),
        Worth::Fails => ("a try that does not mate (紛れ)".to_string(), "紛れ, 不詰".to_string()),
        Worth::Mates => ("a try that mates".to_string(), "紛れのはずが詰む".to_string()),
        Worth::Open => ("not settled".to_string(), "未確認".to_string()),
    };
    let english = format!("recorded variation at move {move_number}, {name}: {english}");
    let japanese = format!("記載の変化 {move_number}手目 {name}: {japanese}");
    tongue.say(&english, &japanese).to_string()
}

fn open_words(answer: &Answer, open: &Open, tongue: Tongue) -> String {
    let &Open { move_number, m, expansions, seconds, .. } = open;
    let name = line(answer, move_number - 1, &[m], tongue).concat();
    let spent = crate::render::short_number(expansions as f64);
    let english =
        format!("not settled: move {move_number}, {name}   ({spent} positions, {seconds:.1} s)");
    let japanese = format!("未確認: {move_number}手目 {name}   ({spent}局面, {seconds:.1}秒)");
    tongue.say(&english, &japanese).to_string()
}

/// Why something is open.
pub fn why<'a>(reason: Reason, tongue: Tongue) -> &'a str {
    match reason {
        Reason::Time => tongue.say("the time is up", "時間切れ"),
        Reason::Nodes => tongue.say("the limit of nodes is reached", "局面数の上限"),
        Reason::Memory => tongue.say("the memory is used up", "メモリ不足"),
        Reason::Stopped => tongue.say("stopped", "中断"),
        _ => tongue.say("the engine gave up", "探索断念"),
    }
}

/// The diagram that was examined.
pub fn setup(answer: &Answer) -> Setup {
    // An answer names a position that was searched, so it is one.
    answer.sfen.parse().unwrap_or_else(|_| Setup::empty())
}

/// Moves from a place of the main line on, named.
pub fn line(answer: &Answer, after: usize, moves: &[Move], tongue: Tongue) -> Vec<String> {
    let before = answer.solution.as_ref().map_or(&[][..], |solution| &solution.line[..after]);
    tongue.line(&setup(answer), &[before, moves].concat()).split_off(after)
}

/// Words in lines of at most [`COLUMNS`].
fn wrapped(words: &[String], indent: &str) -> String {
    let (mut out, mut used) = (String::new(), 0);
    for word in words {
        if used == 0 || used + 1 + word.width() > COLUMNS {
            out += if used == 0 { "" } else { "\n" };
            out += indent;
            out += word;
            used = indent.len() + word.width();
        } else {
            out += &format!(" {word}");
            used += 1 + word.width();
        }
    }
    if used == 0 { out } else { out + "\n" }
}
