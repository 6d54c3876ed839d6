//! `go …`: what is asked, and how long the search may take.

use std::fmt;
use std::time::Duration;
use tsumugi_shogi::Color;

/// Which answer is expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerKind {
    /// `go mate`: the answer is `checkmate …`.
    Mate,
    /// Any other `go`: the answer is `bestmove …`.
    Move,
}

/// A `go` that cannot be obeyed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BadGo {
    /// It still has to be answered.
    pub question: AnswerKind,
    /// The word that a number must follow.
    pub word: String,
    /// What follows it.
    pub found: Option<String>,
}

impl fmt::Display for BadGo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.found.as_deref().unwrap_or("nothing");
        write!(f, "go {}: expected a number, not {found}", self.word)
    }
}

impl std::error::Error for BadGo {}

/// A search to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Go {
    /// What is asked.
    pub question: AnswerKind,
    /// `infinite`: found or not, the answer waits until it is asked for.
    pub infinite: bool,
    /// `ponder`: the same, until `ponderhit`; the clock starts then.
    pub ponder: bool,
    /// Positions to expand at most.
    pub nodes: Option<u64>,
    /// `go mate` and `movetime`: exactly this long at most.
    exact: Option<Duration>,
    /// `byoyomi`: for each move.
    each: Option<Duration>,
    /// What the clocks of Black and White show, and what they gain with each move.
    clocks: [Option<Duration>; 2],
    gains: [Duration; 2],
}

/// Depth means nothing to a mate search; this limit on expansions for each ply asked for makes such a search end.
const NODES_A_PLY: u64 = 100_000;
/// Of the time on the clock a search takes this part.
const PART: u32 = 20;
/// Kept back of the time for a move in a game, for the way to the user interface.
const SPARE: Duration = Duration::from_millis(200);

impl Go {
    /// Reads what follows the word `go`. Unknown words are passed over, as the protocol wants.
    ///
    /// # Errors
    /// When a number is none.
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Result<Go, BadGo> {
        let mut words = words.peekable();
        let mut go = Go::unlimited(AnswerKind::Move);
        if words.next_if_eq(&"mate").is_some() {
            go.question = AnswerKind::Mate;
            match words.next() {
                None | Some("infinite") => {}
                Some(word) => go.exact = Some(go.time("mate", Some(word))?),
            }
            return Ok(go);
        }
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "movetime" => go.exact = Some(go.time(word, words.next())?),
                "byoyomi" => go.each = Some(go.time(word, words.next())?),
                "btime" => go.clocks[0] = Some(go.time(word, words.next())?),
                "wtime" => go.clocks[1] = Some(go.time(word, words.next())?),
                "binc" => go.gains[0] = go.time(word, words.next())?,
                "winc" => go.gains[1] = go.time(word, words.next())?,
                "nodes" => go.nodes = Some(go.number(word, words.next())?),
                "depth" => {
                    let plies = go.number(word, words.next())?;
                    go.nodes =
                        Some(go.nodes.unwrap_or(u64::MAX).min(plies.saturating_mul(NODES_A_PLY)));
                }
                _ => {}
            }
        }
        Ok(go)
    }

    /// A search without limits, answered as soon as possible.
    pub fn unlimited(question: AnswerKind) -> Go {
        let (nodes, exact, each) = (None, None, None);
        let (clocks, gains) = ([None; 2], [Duration::ZERO; 2]);
        Go { question, infinite: false, ponder: false, nodes, exact, each, clocks, gains }
    }

    /// Does it say how long the search may take?
    pub fn is_timed(&self) -> bool {
        self.exact.is_some() || self.each.is_some() || self.clocks != [None; 2]
    }

    /// The same search with these clocks.
    #[must_use]
    pub fn timed_as(self, clocks: &Go) -> Go {
        let &Go { exact, each, clocks, gains, .. } = clocks;
        Go { exact, each, clocks, gains, ..self }
    }

    /// Must the answer wait until it is asked for?
    pub fn waits(&self) -> bool {
        self.infinite || self.ponder
    }

    /// A number; user interfaces whose clock has run out send negative ones.
    fn number(&self, name: &str, word: Option<&str>) -> Result<u64, BadGo> {
        let number = word.and_then(|word| word.parse::<i64>().ok());
        let bad = || {
            let (word, found) = (name.to_string(), word.map(str::to_string));
            BadGo { question: self.question, word, found }
        };
        number.map(|n| n.max(0) as u64).ok_or_else(bad)
    }

    fn time(&self, name: &str, word: Option<&str>) -> Result<Duration, BadGo> {
        self.number(name, word).map(Duration::from_millis)
    }

    /// How long this side may search; for ever if nothing says otherwise.
    pub fn time_for(&self, side: Color) -> Option<Duration> {
        if self.exact.is_some() {
            return self.exact;
        }
        let clock = self.clocks[side.index()];
        if self.each.is_none() && clock.is_none() {
            return None;
        }
        let clock = clock.unwrap_or_default();
        let move_time = self.each.unwrap_or_default() + self.gains[side.index()];
        let most = (clock + move_time).saturating_sub(SPARE);
        Some((clock / PART + move_time).min(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        Go::parse(text.split_whitespace()).unwrap()
    }

    fn millis(text: &str) -> Option<u128> {
        go(text).time_for(Color::White).map(|time| time.as_millis())
    }

    #[test]
    fn the_number_after_mate_is_time() {
        assert_eq!(millis("mate 1500"), Some(1500));
        assert_eq!(millis("mate infinite"), None);
        assert_eq!(millis("mate"), None);
        assert_eq!(go("mate infinite").question, AnswerKind::Mate);
        assert!(!go("mate infinite").waits() && go("infinite").waits() && go("ponder btime 1").waits());
    }

    #[test]
    fn games_leave_time_for_later_moves() {
        assert_eq!(millis(""), None);
        assert_eq!(millis("btime 1 wtime 60000 byoyomi 10000"), Some(13_000));
        assert_eq!(millis("btime 60000 wtime 0 byoyomi 3000"), Some(2_800));
        assert_eq!(millis("btime 60000 wtime 60000 binc 0 winc 5000"), Some(8_000));
        assert_eq!(millis("btime 5 wtime -3 byoyomi 0"), Some(0));
        assert_eq!(millis("movetime 70"), Some(70));
    }

    #[test]
    fn clocks_may_come_later() {
        let (pondering, now) = (go("ponder"), go("btime 0 wtime 60000 byoyomi 1000"));
        assert!(!pondering.is_timed() && now.is_timed());
        let timed = pondering.timed_as(&now);
        assert!(timed.ponder && timed.time_for(Color::White) == now.time_for(Color::White));
    }

    #[test]
    fn nodes_and_depth_make_an_end() {
        assert_eq!(go("nodes 1000").nodes, Some(1000));
        assert_eq!(go("depth 3 movestogo 40").nodes, Some(300_000));
        assert_eq!(go("depth 9223372036854775807").nodes, Some(u64::MAX));
    }

    #[test]
    fn bad_numbers_are_named_and_the_question_remembered() {
        for (text, question, why) in [
            ("mate soon", AnswerKind::Mate, "go mate: expected a number, not soon"),
            ("byoyomi", AnswerKind::Move, "go byoyomi: expected a number, not nothing"),
        ] {
            let bad = Go::parse(text.split_whitespace()).unwrap_err();
            assert_eq!((bad.question, bad.to_string().as_str()), (question, why));
        }
    }
}
