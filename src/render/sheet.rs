//! What `check` found, as text.

use crate::language::Tongue;
use tsumugi_api::check::{Given, Known, Sheet, Solution, State, Task, Verdict};
use tsumugi_shogi::Move;
use tsumugi_tsume::StopReason;
use tsumugi_tsume::check::{BadLine, Class, Defence, Dual, Judgement, Than};
use unicode_width::UnicodeWidthStr;

/// Lines of moves are wrapped at this many columns.
const COLUMNS: usize = 100;

/// For a person.
pub fn text(sheet: &Sheet, tongue: Tongue) -> String {
    let name = sheet.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let mut out = format!("{name}{}\n", verdict_words(sheet.verdict(), tongue));
    for note in notes(sheet, tongue) {
        out += &format!("{note}\n");
    }
    if let State::Solved(solution) = &sheet.state {
        out += &wrapped(&line(solution, 0, solution.check.line(), tongue), "  ");
        for finding in findings(sheet, tongue) {
            out += &format!("{}\n", sentence(&finding, tongue));
            out += &wrapped(&finding.line, "    ");
        }
        for words in summary(solution, tongue) {
            out += &format!("{words}\n");
        }
    }
    out
}

/// The verdict, in both languages where it is Japanese to a reader of English.
pub fn verdict_words(verdict: Verdict, tongue: Tongue) -> &'static str {
    let (english, japanese) = match verdict {
        Verdict::Sound => ("sound (完全作)", "完全作"),
        Verdict::Cooked => ("cooked (余詰)", "余詰"),
        Verdict::NoMate => ("no mate (不詰)", "不詰"),
        Verdict::Flawed => ("flawed (不完全)", "不完全"),
        Verdict::Unsettled => ("unsettled (未確認)", "未確認"),
    };
    tongue.say(english, japanese)
}

/// The length and what is to be said about the line.
pub fn notes(sheet: &Sheet, tongue: Tongue) -> Vec<String> {
    let mut out = Vec::new();
    match sheet.given {
        Given::Nothing | Given::Examined => {}
        Given::Bad(BadLine::Illegal(i)) => out.push(format!(
            "{}{}{}",
            tongue.say("the line given is not examined: its move ", "記載の手順は検討しません: "),
            i + 1,
            tongue.say(" is illegal or no check", "手目が非合法か王手でありません")
        )),
        Given::Bad(BadLine::NoMate) => out.push(
            tongue
                .say(
                    "the line given is not examined: it does not end in mate",
                    "記載の手順は検討しません: 詰みで終わりません",
                )
                .to_string(),
        ),
    }
    let State::Solved(solution) = &sheet.state else {
        if let State::Open(reason, at_most) = sheet.state {
            let why = why(reason, tongue);
            out.push(match at_most {
                Some(n) => tongue
                    .say(
                        &format!("mate in at most {n}; whether that is the shortest is open: {why}"),
                        &format!("{n}手以内に詰むが最短手数は未確認: {why}"),
                    )
                    .to_string(),
                None => why.to_string(),
            });
        }
        return out;
    };
    let length = solution.length;
    out.push(
        tongue.say(&format!("mate in {length}, the shortest"), &format!("{length}手詰")).to_string(),
    );
    let given = solution.check.line().len();
    if given != length as usize {
        let english = format!("the line given takes {given}");
        out.push(tongue.say(&english, &format!("記載の手順は{given}手")).to_string());
    }
    let leftover = solution.check.leftover();
    if !leftover.is_empty() {
        let hand = tongue.hand(leftover);
        let english = format!("pieces left over (駒余り): {hand}");
        out.push(tongue.say(&english, &format!("駒余り: {hand}")).to_string());
    }
    out
}

/// Something found beside the main line, in words.
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
pub fn findings(sheet: &Sheet, tongue: Tongue) -> Vec<Finding> {
    let State::Solved(solution) = &sheet.state else { return vec![] };
    let mut tasks: Vec<&Task> = solution.tasks.iter().collect();
    tasks.sort_by_key(|task| task.alternative.after);
    tasks.into_iter().filter_map(|task| finding(sheet, solution, task, tongue)).collect()
}

fn finding(sheet: &Sheet, solution: &Solution, task: &Task, tongue: Tongue) -> Option<Finding> {
    let number = task.alternative.after + 1;
    let (what, moves) = match &task.known {
        Known::Check(Judgement::Mate(dual)) => (dual_words(dual, number, tongue), &dual.line),
        Known::Defence(Defence::Equal(line)) => {
            (tongue.say("as long a defence (変同)", "変同").to_string(), line)
        }
        Known::Defence(Defence::Longer(line)) => {
            let plies = task.alternative.after + line.len();
            let english = format!("a longer defence (変長), {plies} plies");
            (tongue.say(&english, &format!("変長 {plies}手")).to_string(), line)
        }
        _ => return None,
    };
    let line = line(solution, task.alternative.after, moves, tongue);
    Some(Finding { number, what, spoils: sheet.spoils(task), line })
}

/// A finding in a sentence.
fn sentence(finding: &Finding, tongue: Tongue) -> String {
    let Finding { number, what, line, .. } = finding;
    let first = line.first().map_or("", String::as_str);
    let (english, japanese) =
        (format!("move {number}, {first}: {what}"), format!("{number}手目 {first}: {what}"));
    tongue.say(&english, &japanese).to_string()
}

fn dual_words(dual: &Dual, number: usize, tongue: Tongue) -> String {
    let plies = dual.plies as usize + number - 1;
    let (english, japanese) = match dual.class {
        Class::Cook(than) => {
            let (english, japanese) = match than {
                Than::Shorter => (", shorter", " (早詰)"),
                Than::Equal => (", as long", " (同手数)"),
                Than::Longer => (", longer", ""),
                Than::Unknown => ("", ""),
            };
            (
                format!("a second solution (余詰), {plies} plies{english}"),
                format!("余詰 {plies}手{japanese}"),
            )
        }
        Class::LastMove => {
            ("another mate at the last move (最終手余詰)".to_string(), "最終手余詰".to_string())
        }
        Class::Transposition(at) => (
            format!("another order of moves (手順前後), back in the main line after move {at}"),
            format!("手順前後 {at}手目の局面に合流"),
        ),
        Class::Detour(at) => (
            format!("a detour (迂回手順), back in the main line after move {at}"),
            format!("迂回手順 {at}手目の局面に合流"),
        ),
        Class::Distance => ("another distance (以遠打)".to_string(), "以遠打".to_string()),
        Class::Promotion => {
            ("with or without promotion (成不成非限定)".to_string(), "成不成非限定".to_string())
        }
        Class::Unclear(reason) => {
            let why = why(reason, tongue);
            (
                format!("mates in {plies} plies, perhaps by way of the main line ({why})"),
                format!("{plies}手で詰むが作意に合流するか未確認 ({why})"),
            )
        }
    };
    tongue.say(&english, &japanese).to_string()
}

/// How many alternatives there are, and which are not settled.
pub fn summary(solution: &Solution, tongue: Tongue) -> Vec<String> {
    let checks = solution.tasks.iter().filter_map(|task| match &task.known {
        Known::Check(judgement) => Some(judgement),
        Known::Defence(_) => None,
    });
    let (mut all, mut no_mate, mut unproved) = (0, 0, 0);
    for judgement in checks {
        all += 1;
        if let Judgement::NoMate { proved, .. } = judgement {
            no_mate += 1;
            unproved += !proved as usize;
        }
    }
    let proved = match unproved {
        0 => tongue.say("all proved", "すべて証明済").to_string(),
        n => tongue.say(&format!("{n} not proved"), &format!("うち{n}手は証明未了")).to_string(),
    };
    let english = format!("{all} other checks: {no_mate} do not mate ({proved})");
    let japanese = format!("他の王手{all}手: 不詰{no_mate}手 ({proved})");
    let mut out = vec![tongue.say(&english, &japanese).to_string()];
    let mut open: Vec<&Task> =
        solution.tasks.iter().filter(|task| task.known.open().is_some()).collect();
    open.sort_by_key(|task| task.alternative.after);
    out.extend(open.into_iter().map(|task| open_words(solution, task, tongue)));
    out
}

fn open_words(solution: &Solution, task: &Task, tongue: Tongue) -> String {
    let number = task.alternative.after + 1;
    let name = line(solution, task.alternative.after, &[task.alternative.m], tongue).concat();
    let spent = crate::render::short_number(task.effort.expansions as f64);
    let seconds = task.effort.seconds;
    let english = format!("not settled: move {number}, {name}   ({spent} positions, {seconds:.1} s)");
    let japanese = format!("未確認: {number}手目 {name}   ({spent}局面, {seconds:.1}秒)");
    tongue.say(&english, &japanese).to_string()
}

/// Why something is open.
pub fn why<'a>(reason: StopReason, tongue: Tongue) -> &'a str {
    match reason {
        StopReason::Time => tongue.say("the time is up", "時間切れ"),
        StopReason::Nodes => tongue.say("the limit of nodes is reached", "局面数の上限"),
        StopReason::Memory => tongue.say("the memory is used up", "メモリ不足"),
        StopReason::Stopped => tongue.say("stopped", "中断"),
        StopReason::GaveUp => tongue.say("the engine gave up", "探索断念"),
    }
}

/// Moves from a place of the main line on, named.
pub fn line(solution: &Solution, after: usize, moves: &[Move], tongue: Tongue) -> Vec<String> {
    let mut names = solution.check.line()[..after].to_vec();
    names.extend_from_slice(moves);
    let setup = solution.check.at(0).position().to_setup();
    tongue.line(&setup, &names).split_off(after)
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
