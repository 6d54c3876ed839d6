//! The answer to a problem as text, JSON, USI and records.

use crate::args::Answers;
use crate::exit::Exit;
use crate::language::{Language, Tongue};
use crate::problems::Problem;
use crate::render::tree;
use crate::report::Report;
use tsumugi_api::solve::{Question, Verdict};
use tsumugi_notation::japanese::{Style, line_names};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{Ending, Play, Record, diagram};
use tsumugi_shogi::{Color, Move, Setup};
use tsumugi_tsume::{Because, Futile, Solution};

/// A problem with its answer, to be put into words.
pub struct Solved<'a> {
    /// What was read.
    pub source: &'a Problem,
    /// What was solved, and the answer.
    pub answer: tsumugi_api::solve::Solved,
    /// Show the board at the end of the line?
    pub final_board: bool,
}

/// How an answer reads, and how the program ends after it.
pub fn rendered(
    solved: &Solved<'_>,
    format: Answers,
    tongue: Tongue,
) -> Result<(String, Exit), Report> {
    let exit = match solved.answer.found.verdict {
        Verdict::Yes(_) => Exit::Yes,
        Verdict::No => Exit::No,
        Verdict::Unknown(_) => Exit::GaveUp,
    };
    let text = match format {
        Answers::Text => text(solved, tongue),
        Answers::Json => format!("{}\n", solved.answer.json()),
        Answers::Usi => usi(solved),
        Answers::Kif | Answers::Ki2 | Answers::Csa | Answers::Jkf => record(solved, format)?,
    };
    Ok((text, exit))
}

/// For a person.
fn text(solved: &Solved<'_>, tongue: Tongue) -> String {
    let found = &solved.answer.found;
    let name = solved.source.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    match found.verdict {
        Verdict::Yes(plies) => {
            let yes = match tongue.language {
                Language::En => yes(solved, plies),
                Language::Ja => yes_in_japanese(solved, plies),
            };
            format!("{name}{yes}\n{}", lines(solved, tongue))
        }
        Verdict::No => {
            let proved = in_brackets(&[proved(solved, tongue)]);
            format!("{name}{}{proved}\n", tongue.say(no(solved), no_in_japanese(solved)))
        }
        Verdict::Unknown(_) => format!("{name}{}\n", unknown(solved.answer.reason(), tongue)),
    }
}

fn unknown(reason: Option<&str>, tongue: Tongue) -> &'static str {
    match reason {
        Some("time") => tongue.say("unknown: the time is up", "不明: 時間切れ"),
        Some("nodes") => tongue.say("unknown: the limit of nodes is reached", "不明: 局面数の上限"),
        Some("memory") => tongue.say("unknown: the memory is used up", "不明: メモリ不足"),
        Some("stopped") => tongue.say("unknown: stopped", "不明: 中断"),
        _ => tongue.say("unknown: the engine gave up", "不明: 探索断念"),
    }
}

/// What the answer rests on, in a word.
fn proved(solved: &Solved<'_>, tongue: Tongue) -> Option<&'static str> {
    match solved.answer.question {
        // Checked by the program itself, which leaves nothing to verify.
        Question::Brinkmate => Some(tongue.say("checked", "検査済")),
        _ => Some(tongue.say("proved", "証明済")),
    }
    .filter(|_| solved.answer.found.proved)
}

fn in_brackets(words: &[Option<&str>]) -> String {
    let words: Vec<&str> = words.iter().copied().flatten().collect();
    if words.is_empty() { String::new() } else { format!("   ({})", words.join(", ")) }
}

/// The answer yes, in words: how long it takes, and what is known about that.
fn yes(solved: &Solved<'_>, plies: u32) -> String {
    let proved = proved(solved, Tongue::ENGLISH);
    let Some(length) = &solved.answer.found.length else {
        let what =
            if solved.answer.question == Question::Brinkmate { "brinkmate, mate" } else { "mate" };
        return format!("{what} in at most {plies}{}", in_brackets(&[proved]));
    };
    let Some(strict) = length.exact() else {
        let proved = in_brackets(&[proved]);
        return format!("mate in at most {plies}, at least {}, not settled{proved}", length.at_least);
    };
    let counted = solved.answer.found.solution.as_ref().map(|solution| &solution.conventional);
    let how_long = match counted.map(|counted| (counted.exact(), counted.at_most)) {
        None => format!("mate in {strict}"),
        Some((Some(counted), _)) if counted == strict => format!("mate in {strict}"),
        Some((Some(counted), _)) => format!("mate in {counted} by convention, {strict} strictly"),
        Some((None, most)) => {
            let most = most.unwrap_or(strict);
            format!("mate in {strict} strictly, by convention in at most {most}, not settled")
        }
    };
    format!("{how_long}{}", in_brackets(&[Some("shortest"), proved]))
}

/// The same in Japanese.
fn yes_in_japanese(solved: &Solved<'_>, plies: u32) -> String {
    let proved = proved(solved, Tongue::JAPANESE);
    let Some(length) = &solved.answer.found.length else {
        let what = if solved.answer.question == Question::Brinkmate { "必至" } else { "詰み" };
        return format!("{plies}手以内の{what}{}", in_brackets(&[proved]));
    };
    let Some(strict) = length.exact() else {
        return format!(
            "{}手以上{plies}手以内の詰み 未確定{}",
            length.at_least,
            in_brackets(&[proved])
        );
    };
    let counted = solved.answer.found.solution.as_ref().map(|solution| &solution.conventional);
    let how_long = match counted.map(|counted| (counted.exact(), counted.at_most)) {
        Some((Some(counted), _)) if counted != strict => {
            format!("{counted}手詰 無駄合を数えれば{strict}手")
        }
        Some((None, most)) => {
            format!("無駄合を数えれば{strict}手 数えなければ{}手以内 未確定", most.unwrap_or(strict))
        }
        _ => format!("{strict}手詰"),
    };
    format!("{how_long}{}", in_brackets(&[Some("最短"), proved]))
}

/// The lines of a mate, each on a line of its own, and what is to be said about them.
fn lines(solved: &Solved<'_>, tongue: Tongue) -> String {
    let setup = solved.answer.problem.position().to_setup();
    let names = |moves: &[Move]| match tongue.western {
        true => tongue.line(&setup, moves).join(" "),
        false => line_names(&setup, moves, Style::Triangles).unwrap_or_default().join(" "),
    };
    let found = &solved.answer.found;
    let solution = found.solution.as_ref();
    let main = solved.answer.found.main_line();
    // Over already, or found by an engine that keeps no line.
    let mut text = if main.is_empty() { String::new() } else { names(main) + "\n" };
    if !main.is_empty() && tongue.language == Language::Ja {
        text += &format!("まで{}手で詰み\n", main.len());
    }
    if let Some(line) = solution.and_then(Solution::main_line).filter(|line| !line.leftover.is_empty())
    {
        text += &match tongue.language {
            Language::En => format!("left in hand: {:?}\n", line.leftover),
            Language::Ja => format!("駒余り: {}\n", tongue.hand(line.leftover)),
        };
    }
    if solution.is_some_and(|solution| solution.conventional.exact() < Some(found.line.len() as u32))
        && main != &found.line[..]
    {
        let strictly = tongue.say("strictly: ", "無駄合を含む手順: ");
        text += &format!("{strictly}{}\n", names(&found.line));
    }
    text += &futile(found.futile.as_deref().unwrap_or_default(), &setup, main, tongue);
    if let Some(tree) = &solved.answer.tree {
        text += &tree::text(&setup, &[], &tree.branch, &tree.tries, tongue);
    }
    if solved.final_board && !main.is_empty() {
        text += &final_board(setup, main);
    }
    text
}

/// Why interpositions along a line are futile, a line of text each.
fn futile(all: &[Futile], setup: &Setup, line: &[Move], tongue: Tongue) -> String {
    let one = |futile: &Futile| {
        let moves = [&line[..futile.after as usize], &[futile.reply, futile.capture]].concat();
        let [.., reply, capture] = &tongue.line(setup, &moves)[..] else { return String::new() };
        let number = futile.after + 1;
        match tongue.language {
            Language::En => {
                let why = futile_in_english(futile);
                format!("move {number}, {reply} is futile: {capture} takes it, {why}\n")
            }
            Language::Ja => {
                let why = futile_in_japanese(futile);
                format!("{number}手目 {reply} は無駄合: {capture} と取って{why}\n")
            }
        }
    };
    all.iter().map(one).collect()
}

fn futile_in_english(futile: &Futile) -> String {
    match (futile.because, futile.plies) {
        (Because::Restored, _) => "and everything is brought back".to_string(),
        (Because::HandedBack, 0) => "which is mate all the same, the piece unused".to_string(),
        (Because::HandedBack, plies) => {
            format!("and the mate within {plies} is still there, the piece unused")
        }
    }
}

fn futile_in_japanese(futile: &Futile) -> String {
    match (futile.because, futile.plies) {
        (Because::Restored, _) => "原型に復帰".to_string(),
        (Because::HandedBack, 0) => "そのまま詰み、取った駒は不要".to_string(),
        (Because::HandedBack, plies) => format!("同じく{plies}手以内に詰み、取った駒は不要"),
    }
}

/// The board at the end of a line.
fn final_board(mut setup: Setup, moves: &[Move]) -> String {
    // A line found was played, so it can be played.
    let _ = moves.iter().try_for_each(|&m| setup.play(m));
    diagram::write(&Setup { turn: Color::Black, ply: 1, ..setup })
}

/// The answer no, in words.
fn no(solved: &Solved<'_>) -> &'static str {
    match solved.answer.question {
        Question::Brinkmate => "no brinkmate",
        _ => "no mate",
    }
}

fn no_in_japanese(solved: &Solved<'_>) -> &'static str {
    match solved.answer.question {
        Question::Brinkmate => "必至なし",
        _ => "不詰",
    }
}

/// As a USI engine answers `go mate`.
fn usi(solved: &Solved<'_>) -> String {
    let line = || solved.answer.found.line.iter().map(|m| format!(" {m}")).collect::<String>();
    match solved.answer.found.verdict {
        Verdict::Yes(_) => format!("checkmate{}\n", line()),
        Verdict::No => "checkmate nomate\n".to_string(),
        Verdict::Unknown(_) => "checkmate timeout\n".to_string(),
    }
}

/// As a record with the line found.
fn record(solved: &Solved<'_>, format: Answers) -> Result<String, Report> {
    let setup = solved.answer.problem.position().to_setup();
    let mut record = match &solved.answer.tree {
        Some(tree) => tree::record(setup, &tree.branch, &tree.tries),
        None => Record::of_line(setup, solved.answer.found.main_line().to_vec()),
    };
    record.headers = solved.source.record.headers.clone();
    if solved.answer.tree.is_none() {
        end(&mut record, solved);
    }
    let format = match format {
        Answers::Ki2 => Format::Ki2,
        Answers::Csa => Format::Csa,
        Answers::Jkf => Format::Jkf,
        _ => Format::Kif,
    };
    let here = |message: String| Report::new(message).at(solved.source.place.clone());
    let text = read::write(&record, format).map_err(|why| here(why.to_string()))?;
    Ok(if text.ends_with('\n') { text } else { text + "\n" })
}

/// Says how the line of a record ends.
fn end(record: &mut Record, solved: &Solved<'_>) {
    let last = record.main_line_from(Record::ROOT).last().copied().unwrap_or(Record::ROOT);
    let ending = match (solved.answer.found.verdict, solved.answer.question) {
        (Verdict::Yes(_), _) => Ok(Ending::Mate),
        (Verdict::No, Question::Brinkmate) => Err(no(solved)),
        (Verdict::No, _) => Ok(Ending::NoMate),
        (Verdict::Unknown(_), _) => Err("unknown"),
    };
    match ending {
        Ok(ending) => _ = record.add(last, Play::End(ending)),
        Err(comment) => record.node_mut(last).comments.push(comment.to_string()),
    }
}
