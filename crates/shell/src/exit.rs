//! Exit codes, all of them.

use std::process::ExitCode;

/// How the program ends. The number is what the shell sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Exit {
    /// Done; where there was a question, the answer is yes.
    Yes = 0,
    /// The answer is no.
    No = 1,
    /// Bad arguments, unreadable input, unwritable output.
    Misuse = 2,
    /// Stopped before there was an answer.
    GaveUp = 3,
}

impl Exit {
    /// Every code with its meaning in English and in Japanese, as `--help` prints it.
    pub const TABLE: [(Exit, &'static str, &'static str); 4] = [
        (Exit::Yes, "yes, done", "はい、または完了"),
        (Exit::No, "the answer is no", "いいえ（不詰など）"),
        (
            Exit::Misuse,
            "bad arguments or bad input (the other problems are still done)",
            "引数や入力の誤り（他の問題は処理します）",
        ),
        (Exit::GaveUp, "stopped, or gave up at a limit", "中断、または制限による打ち切り"),
    ];

    /// The code for several problems: 2 if one is 2, else 3 if one is 3, else 0. A single problem keeps its
    /// own.
    pub fn of_all(exits: &[Exit]) -> Exit {
        match exits {
            [only] => *only,
            _ if exits.contains(&Exit::Misuse) => Exit::Misuse,
            _ if exits.contains(&Exit::GaveUp) => Exit::GaveUp,
            _ => Exit::Yes,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::Exit::*;
    use super::*;

    #[test]
    fn the_worst_of_several_counts() {
        for (exits, all) in [
            (&[][..], Yes),
            (&[No], No),
            (&[GaveUp], GaveUp),
            (&[Yes, No], Yes),
            (&[Yes, GaveUp, No], GaveUp),
            (&[GaveUp, Misuse, Yes], Misuse),
        ] {
            assert_eq!(Exit::of_all(exits), all, "{exits:?}");
        }
        for (i, (exit, ..)) in Exit::TABLE.into_iter().enumerate() {
            assert_eq!(exit as usize, i);
        }
    }
}
