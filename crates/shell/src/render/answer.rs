//! The answer to a problem as text, JSON, USI and records.

use crate::args::Answers;
use crate::exit::Exit;
use crate::language::{Language, Tongue};
use crate::problems::InputProblem;
use crate::render::{futile, json_at, moves, tree};
use crate::report::Report;
use tsumugi_api::solve::{Answer, Question, Verdict};
use tsumugi_api::{Japanese, Reason};
use tsumugi_notation::japanese::{Style, line_names, square_name};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{Ending, Play, Record, WriteError, diagram};
use tsumugi_shogi::{Color, Move, Setup};

/// A problem with its answer, to be put into words.
#[derive(Debug)]
pub struct Solved<'a> {
    /// What was read.
    pub source: &'a InputProblem,
    /// What was solved, and the answer.
    pub answer: Answer,
    /// Show the board at the end of the line?
    pub final_board: bool,
}

/// How an answer reads, and how the program ends after it.
pub fn rendered(
    solved: &Solved<'_>,
    format: Answers,
    tongue: Tongue,
) -> Result<(String, Exit), Report> {
    let exit = match solved.answer.verdict.is_yes() {
        Some(true) => Exit::Yes,
        Some(false) => Exit::No,
        None => Exit::GaveUp,
    };
    let text = match format {
        Answers::Text => text(solved, tongue),
        Answers::Json => json_at(&solved.source.place, &solved.answer),
        Answers::Usi => usi(&solved.answer),
        Answers::Kif | Answers::Ki2 | Answers::Csa | Answers::Jkf => record(solved, format, tongue)?,
    };
    Ok((text, exit))
}

/// For a person.
fn text(solved: &Solved<'_>, tongue: Tongue) -> String {
    let name = solved.source.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    // Of a position that moves led to, it is said which it is.
    let name = match solved.source.played {
        0 => name,
        n => {
            let english = format!("after {n} move{}: ", if n == 1 { "" } else { "s" });
            let played = tongue.say(&english, &format!("{n}手後の局面: ")).to_string();
            format!("{played}{}\n{name}", solved.answer.sfen)
        }
    };
    match solved.answer.verdict.is_yes() {
        Some(true) => {
            let yes = match tongue.language {
                Language::En => yes(&solved.answer),
                Language::Ja => yes_in_japanese(&solved.answer),
            };
            format!("{name}{yes}\n{}", lines(solved, tongue))
        }
        Some(false) => {
            let proved = in_brackets(&[proved(&solved.answer, tongue)]);
            let no = tongue.say(no(&solved.answer), no_in_japanese(&solved.answer));
            format!("{name}{no}{proved}\n{}", why_not(solved, tongue))
        }
        None => {
            let moves = each_move(solved, tongue);
            format!("{name}{}\n{moves}", unknown(solved.answer.reason, tongue))
        }
    }
}

/// What each move comes to, if that was asked for.
fn each_move(solved: &Solved<'_>, tongue: Tongue) -> String {
    moves::text(
        &solved.source.solved(&solved.answer.sfen),
        solved.answer.moves.as_deref().unwrap_or_default(),
        tongue,
    )
}

/// The most failing checks that are shown to a person.
const SHOWN: usize = 12;

/// Why there is no mate: the reply to each check, and the pawn that must not be dropped.
fn why_not(solved: &Solved<'_>, tongue: Tongue) -> String {
    let (setup, answer) = (solved.source.solved(&solved.answer.sfen), &solved.answer);
    let tries = answer.tries.as_deref().filter(|_| answer.moves.is_none()).unwrap_or_default();
    let mut text = each_move(solved, tongue);
    text += &tree::tries(&setup, &[], &tries[..tries.len().min(SHOWN)], tongue);
    if tries.len() > SHOWN {
        let more = tries.len() - SHOWN;
        let (english, japanese) =
            (format!("and {more} more checks"), format!("他の王手{more}手も不詰"));
        text += &format!("  … {}\n", tongue.say(&english, &japanese));
    }
    if let Some(m) = answer.pawn_drop_mate {
        let pawn = tongue.line(&setup, &[m]).concat();
        let english = format!("{pawn} would be mate, but a pawn must not be dropped to mate (打歩詰)");
        text += &format!("{}\n", tongue.say(&english, &format!("{pawn}は打歩詰の禁手")));
    }
    // The drop at once says it all.
    if answer.only_by_pawn_drop == Some(true) && answer.pawn_drop_mate.is_none() {
        let english = "the only mate would be by a dropped pawn (打歩詰)";
        text += &format!("{}\n", tongue.say(english, BUT_FOR_THE_RULE));
    }
    text
}

fn unknown(reason: Option<Reason>, tongue: Tongue) -> &'static str {
    match reason {
        Some(Reason::Time) => tongue.say("unknown: the time is up", "不明: 時間切れ"),
        Some(Reason::Nodes) => {
            tongue.say("unknown: the limit of nodes is reached", "不明: 局面数の上限")
        }
        Some(Reason::Memory) => tongue.say("unknown: the memory is used up", "不明: メモリ不足"),
        Some(Reason::Stopped) => tongue.say("unknown: stopped", "不明: 中断"),
        _ => tongue.say("unknown: the engine gave up", "不明: 探索断念"),
    }
}

/// What the answer rests on, in a word.
fn proved(answer: &Answer, tongue: Tongue) -> Option<&'static str> {
    answer.proved.then(|| tongue.say("proved", "証明済"))
}

fn in_brackets(words: &[Option<&str>]) -> String {
    let words: Vec<&str> = words.iter().copied().flatten().collect();
    if words.is_empty() { String::new() } else { format!("   ({})", words.join(", ")) }
}

/// The answer yes, in words: how long it takes, and what is known about that.
fn yes(answer: &Answer) -> String {
    let proved = proved(answer, Tongue::ENGLISH);
    let most = answer.at_most.unwrap_or(0);
    let what = if answer.question == Question::Brinkmate { "brinkmate, mate" } else { "mate" };
    let Some(strict) = answer.strict_length else {
        let proved = in_brackets(&[proved]);
        return match answer.strict_at_least {
            // Every mate takes one.
            None | Some(0 | 1) => format!("{what} in at most {most}{proved}"),
            Some(least) => format!("{what} in at most {most}, at least {least}, not settled{proved}"),
        };
    };
    let how_long = match answer.length {
        Some(counted) if counted == strict => format!("mate in {strict}"),
        Some(counted) => format!("mate in {counted} by convention, {strict} strictly"),
        None => format!("mate in {strict} strictly, by convention in at most {most}, not settled"),
    };
    format!("{how_long}{}", in_brackets(&[Some("shortest"), proved]))
}

/// The same in Japanese.
fn yes_in_japanese(answer: &Answer) -> String {
    let proved = proved(answer, Tongue::JAPANESE);
    let most = answer.at_most.unwrap_or(0);
    let what = if answer.question == Question::Brinkmate { "必至" } else { "詰み" };
    let Some(strict) = answer.strict_length else {
        let proved = in_brackets(&[proved]);
        return match answer.strict_at_least {
            None | Some(0 | 1) => format!("{most}手以内の{what}{proved}"),
            Some(least) => format!("{least}手以上{most}手以内の{what} 未確定{proved}"),
        };
    };
    let how_long = match answer.length {
        Some(counted) if counted == strict => format!("{strict}手詰"),
        Some(counted) => format!("{counted}手詰 無駄合を数えれば{strict}手"),
        None => format!("無駄合を数えれば{strict}手 数えなければ{most}手以内 未確定"),
    };
    format!("{how_long}{}", in_brackets(&[Some("最短"), proved]))
}

/// The lines of a mate, each on a line of its own, and what is to be said about them.
fn lines(solved: &Solved<'_>, tongue: Tongue) -> String {
    let (setup, answer) = (solved.source.solved(&solved.answer.sfen), &solved.answer);
    let names = |moves: &[Move]| match tongue.western {
        true => tongue.line(&setup, moves).join(" "),
        false => line_names(&setup, moves, Style::Triangles).unwrap_or_default().join(" "),
    };
    let main = &answer.line[..];
    // Over already, or found by an engine that keeps no line.
    let mut text = if main.is_empty() { String::new() } else { names(main) + "\n" };
    if !main.is_empty() && tongue.language == Language::Ja {
        text += &format!("まで{}手で詰み\n", main.len());
    }
    if let Some(hand) = answer.leftover.filter(|hand| !hand.is_empty()) {
        text += &match tongue.language {
            Language::En => format!("left in hand: {hand:?}\n"),
            Language::Ja => format!("駒余り: {}\n", tongue.hand(hand)),
        };
    }
    text += &themes(&answer.themes, tongue).map(|line| line + "\n").unwrap_or_default();
    let strict = answer.strict_line.as_deref().unwrap_or_default();
    if answer.length.is_some_and(|length| (length as usize) < strict.len()) && main != strict {
        let strictly = tongue.say("strictly: ", "無駄合を含む手順: ");
        text += &format!("{strictly}{}\n", names(strict));
    }
    text += &futile::text(answer.futile.as_deref().unwrap_or_default(), &setup, main, tongue);
    if let Some(tree) = &answer.tree {
        let tries = answer.tries.as_deref().unwrap_or_default();
        text += &tree::text(&setup, &[], tree, tries, tongue);
    }
    text += &each_move(solved, tongue);
    if solved.final_board && !main.is_empty() {
        text += &final_board(setup, main);
    }
    text
}

/// The themes of a solution in a line, if it has any.
pub(super) fn themes(ids: &[String], tongue: Tongue) -> Option<String> {
    let (english, japanese) = tsumugi_api::themes::names(ids);
    let line = || match tongue.language {
        Language::En => format!("themes: {english}"),
        Language::Ja => format!("趣向・手筋: {japanese}"),
    };
    (!english.is_empty()).then(line)
}

/// The board at the end of a line.
fn final_board(mut setup: Setup, moves: &[Move]) -> String {
    // A line found was played, so it can be played.
    let _ = moves.iter().try_for_each(|&m| setup.play(m));
    diagram::write(&Setup { turn: Color::Black, ply: 1, ..setup })
}

/// The answer no, in words.
fn no(answer: &Answer) -> &'static str {
    match answer.question {
        Question::Brinkmate => "no brinkmate",
        _ => "no mate",
    }
}

fn no_in_japanese(answer: &Answer) -> &'static str {
    match answer.question {
        Question::Brinkmate => "必至なし",
        _ => "不詰",
    }
}

/// As a USI engine answers `go mate`.
fn usi(answer: &Answer) -> String {
    let line = || answer.whole_line().iter().map(|m| format!(" {m}")).collect::<String>();
    match answer.verdict.is_yes() {
        Some(true) => format!("checkmate{}\n", line()),
        Some(false) => "checkmate nomate\n".to_string(),
        None => "checkmate timeout\n".to_string(),
    }
}

/// As a record with the line found.
fn record(solved: &Solved<'_>, format: Answers, tongue: Tongue) -> Result<String, Report> {
    let (setup, answer) = (solved.source.solved(&solved.answer.sfen), &solved.answer);
    let mut record = match &answer.tree {
        Some(tree) => tree::record(setup, tree, answer.tries.as_deref().unwrap_or_default()),
        None => Record::of_line(setup, answer.line.clone()),
    };
    record.headers = solved.source.record.headers.clone();
    if solved.answer.tree.is_none() {
        end(&mut record, solved, tongue);
    }
    if let (None, Some(tries)) = (&solved.answer.tree, &solved.answer.tries) {
        tree::add_tries(&mut record, &[Record::ROOT], tries);
    }
    record.node_mut(Record::ROOT).comments.extend(about_pawn_drops(&solved.answer));
    let format = match format {
        Answers::Ki2 => Format::Ki2,
        Answers::Csa => Format::Csa,
        Answers::Jkf => Format::Jkf,
        _ => Format::Kif,
    };
    let here = |why: WriteError| Report::new(why.message()).at(solved.source.place.clone());
    let text = read::write(&record, format).map_err(here)?;
    Ok(if text.ends_with('\n') { text } else { text + "\n" })
}

/// What a record without a mate says about pawns that must not be dropped.
fn about_pawn_drops(answer: &Answer) -> Option<String> {
    match (answer.pawn_drop_mate, answer.only_by_pawn_drop) {
        (Some(m), _) => Some(format!("{}歩は打歩詰の禁手", square_name(m.to()))),
        (None, Some(true)) => Some(BUT_FOR_THE_RULE.to_string()),
        _ => None,
    }
}

/// That only the rule against dropping a pawn to mate stands in the way, in Japanese.
const BUT_FOR_THE_RULE: &str = "打歩詰の禁則がなければ詰む";

/// Says how the line of a record ends.
fn end(record: &mut Record, solved: &Solved<'_>, tongue: Tongue) {
    let last = record.main_line_from(Record::ROOT).last().copied().unwrap_or(Record::ROOT);
    let ending = match solved.answer.verdict {
        Verdict::Mate | Verdict::Brinkmate => Ok(Ending::Mate),
        Verdict::NoMate => Ok(Ending::NoMate),
        Verdict::NoBrinkmate => Err(tongue.say(no(&solved.answer), no_in_japanese(&solved.answer))),
        Verdict::Unknown => Err(tongue.say("unknown", "不明")),
    };
    match ending {
        Ok(ending) => _ = record.add(last, Play::End(ending)),
        Err(comment) => record.node_mut(last).comments.push(comment.to_string()),
    }
}
