//! How lines end: the words of KIF's last row (`投了`) and of the final line (`まで5手で先手の勝ち`).
//!
//! An ending that neither format has a word for stands between brackets: `「…」`.

use crate::lines::{Cursor, is_blank};
use crate::{Ending, ReadError};
use tsumugi_shogi::Color;

/// The words of the last row; where two mean the same, the first is written.
const WORDS: [(&str, Ending); 13] = [
    ("詰み", Ending::Mate),
    ("詰", Ending::Mate),
    ("不詰", Ending::NoMate),
    ("投了", Ending::Resign),
    ("中断", Ending::Interrupted),
    ("千日手", Ending::Repetition),
    ("持将棋", Ending::Impasse),
    ("切れ負け", Ending::TimeUp),
    ("時間切れ", Ending::TimeUp),
    ("反則勝ち", Ending::IllegalWin),
    ("反則負け", Ending::IllegalLoss),
    ("入玉勝ち", Ending::Declaration),
    ("入玉宣言", Ending::Declaration),
];

/// Words of the last row that have no ending of their own in our model.
const OTHERS: [&str; 6] = ["不戦勝", "不戦敗", "引き分け", "最大手数", "トライ", "封じ手"];

fn known(word: &str) -> Option<Ending> {
    let ending = WORDS.iter().find(|(known, _)| *known == word).map(|(_, ending)| ending.clone());
    ending.or_else(|| OTHERS.contains(&word).then(|| Ending::Other(word.to_owned())))
}

/// Takes the word of a last row, if one comes next.
pub(crate) fn take_word(cursor: &mut Cursor) -> Option<Ending> {
    let mut ahead = cursor.clone();
    let ending = if ahead.eat("「") {
        // The words may hold brackets of their own; a time does not.
        let (words, _) = ahead.rest().rsplit_once('」')?;
        (ahead.eat(words) && ahead.eat("」")).then(|| Ending::Other(words.to_owned()))
    } else {
        known(ahead.take_while(|c| !is_blank(c) && !matches!(c, '(' | '（' | '+')))
    }?;
    *cursor = ahead;
    Some(ending)
}

/// The word of an ending for KIF's last row.
pub(crate) fn word(ending: &Ending) -> String {
    if let Ending::Other(words) = ending {
        return if OTHERS.contains(&words.as_str()) { words.clone() } else { bracketed(words) };
    }
    let word = WORDS.iter().find(|(_, known)| known == ending).map(|(word, _)| *word);
    word.unwrap_or("中断").to_owned()
}

fn bracketed(words: &str) -> String {
    format!("「{}」", words.replace(['\n', '\r'], " "))
}

/// Takes the final line behind `まで`, with `turn` to move; `None` if it names no ending.
pub(super) fn take_final(cursor: &mut Cursor, turn: Color) -> Result<Option<Ending>, ReadError> {
    cursor.take_while(|c| is_blank(c) || c == '、');
    if crate::japanese::number(cursor)?.is_some() {
        cursor.skip_blanks();
        let _ = ["手にて", "手で", "手"].into_iter().find(|word| cursor.eat(word));
    }
    if let Some(inner) = cursor.rest().trim_matches(is_blank).strip_prefix('「')
        && let Some(words) = inner.strip_suffix('」')
    {
        return Ok(Some(Ending::Other(words.to_owned())));
    }
    let said: String = cursor.rest().chars().filter(|&c| !is_blank(c)).collect();
    Ok(if said.is_empty() { None } else { Some(from_final(&said, turn)) })
}

fn from_final(said: &str, turn: Color) -> Ending {
    let said = said.trim_end_matches('。');
    if let Some(ending) = known(said) {
        return ending;
    }
    match said {
        "詰め" | "詰む" | "詰まし" => return Ending::Mate,
        "不詰め" | "詰まず" => return Ending::NoMate,
        _ => {}
    }
    let named = [
        ("先手", Color::Black),
        ("下手", Color::Black),
        ("後手", Color::White),
        ("上手", Color::White),
    ]
    .into_iter()
    .filter_map(|(name, color)| said.rfind(name).map(|at| (at, color)))
    .max_by_key(|&(at, _)| at)
    .map(|(_, color)| color);
    let won = said.ends_with("勝ち") || said.ends_with('勝');
    let lost = said.ends_with("負け") || said.ends_with('負');
    let winner = match named {
        _ if !won && !lost => None,
        Some(color) => Some(if won { color } else { !color }),
        None => None,
    };
    match winner {
        Some(winner) if said.contains("反則") => {
            if winner == turn {
                Ending::IllegalWin
            } else {
                Ending::IllegalLoss
            }
        }
        Some(winner) if said.contains("時間切れ") && winner != turn => Ending::TimeUp,
        Some(winner) if said.contains("入玉") && winner == turn => Ending::Declaration,
        Some(winner)
            if winner != turn && !said.contains("入玉") && !said.contains("時間切れ") && won =>
        {
            Ending::Resign
        }
        _ => Ending::Other(said.to_owned()),
    }
}

/// The final line for an ending after `count` moves, with `turn` to move.
pub(crate) fn final_line(ending: &Ending, count: usize, turn: Color) -> String {
    let name = |color| match color {
        Color::Black => "先手",
        Color::White => "後手",
    };
    let (next, last) = (name(turn), name(!turn));
    let said = match ending {
        Ending::Resign => format!("{last}の勝ち"),
        Ending::TimeUp => format!("時間切れにより{last}の勝ち"),
        Ending::IllegalWin => format!("{next}の反則勝ち"),
        Ending::IllegalLoss => format!("{next}の反則負け"),
        Ending::Declaration => format!("{next}の入玉勝ち"),
        other => word(other),
    };
    format!("まで{count}手で{said}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::lines;

    fn read_final(line: &str, turn: Color) -> Option<Ending> {
        let mut cursor = lines(line).next().unwrap().cursor();
        assert!(cursor.eat("まで"));
        take_final(&mut cursor, turn).unwrap()
    }

    #[test]
    fn every_ending_survives_both_of_its_words() {
        let others =
            ["不戦勝", "詰み", "どこか 遠く", "先手の勝ち", ""].map(|s| Ending::Other(s.to_owned()));
        for ending in WORDS.into_iter().map(|(_, ending)| ending).chain(others) {
            let row = word(&ending);
            let mut cursor = lines(&row).next().unwrap().cursor();
            assert_eq!(take_word(&mut cursor), Some(ending.clone()), "{row}");
            for turn in Color::ALL {
                let line = final_line(&ending, 17, turn);
                assert_eq!(read_final(&line, turn), Some(ending.clone()), "{line}");
            }
        }
    }

    #[test]
    fn final_lines_of_other_programs_are_understood() {
        for (line, turn, ending) in [
            ("まで5手で詰", Color::White, Ending::Mate),
            ("まで５手詰み", Color::White, Ending::Mate),
            ("まで、93手で先手の勝ち", Color::White, Ending::Resign),
            ("まで111手で下手の勝ち", Color::White, Ending::Resign),
            ("まで30手で後手の反則負け", Color::Black, Ending::IllegalWin),
            ("まで30手で反則により後手の勝ち", Color::Black, Ending::IllegalLoss),
            ("まで93手で先手の時間切れにより後手の勝ち", Color::Black, Ending::TimeUp),
            ("まで9手で先手の勝ち", Color::Black, Ending::Other("先手の勝ち".to_owned())),
            ("まで千日手", Color::Black, Ending::Repetition),
        ] {
            assert_eq!(read_final(line, turn), Some(ending), "{line}");
        }
        assert_eq!(read_final("まで12手", Color::Black), None);
    }
}
