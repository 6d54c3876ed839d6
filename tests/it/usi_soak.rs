//! Random conversations with `tsumugi usi`: anything at any time, and the protocol must hold.
//!
//! Every `go` has one answer of the right kind, in the order asked; `infinite` and `ponder` are not answered
//! before they may be; `readyok` comes as often as asked for; lines of mate are mates, by the rules; and no position is
//! called mate once and no mate another time. A few seconds by default: `TSUMUGI_USI_SECONDS` makes it longer,
//! `TSUMUGI_SEED` starts elsewhere.

use crate::engine::{Engine, GOLD, HARD, NO_MATE};
use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};
use tsumugi_shogi::random::{Random, Style, position_of};
use tsumugi_shogi::{Move, Position, Setup, Waivers};
use tsumugi_testkit::number;
use tsumugi_tsume::Problem;

/// Gos, positions, options… in one conversation.
const WORDS: usize = 250;
/// How soon `stop` is answered on a quiet machine.
const PROMISED: Duration = Duration::from_millis(100);
/// Far more than the engine needs, far less than for ever.
const LATE: Duration = Duration::from_secs(10);

/// A `go` without an answer yet.
struct Owed {
    mate: bool,
    /// It must not be answered before something lets it, or before `ponderhit` does.
    waits: bool,
    ponder: bool,
    /// What it is about: the position and how it is understood; `None` if it makes no sense.
    about: Option<(String, [bool; 2])>,
}

#[derive(Default, Debug)]
struct Counts {
    answers: u64,
    mates: u64,
    no_mates: u64,
    /// Lines to a mate beside the answer.
    lines: u64,
    stops: u64,
    /// Those that took longer than promised, which happens to everybody on a busy machine.
    slow_stops: u64,
    slowest_stop: Duration,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.answers += other.answers;
        self.mates += other.mates;
        self.no_mates += other.no_mates;
        self.lines += other.lines;
        self.stops += other.stops;
        self.slow_stops += other.slow_stops;
        self.slowest_stop = self.slowest_stop.max(other.slowest_stop);
    }
}

struct Conversation {
    engine: Engine,
    random: Random,
    position: Option<String>,
    /// `DefenderHandAsWritten`, `RootIsAndNodeIfChecked`.
    rules: [bool; 2],
    owed: VecDeque<Owed>,
    readies: u64,
    known: HashMap<(String, [bool; 2]), bool>,
    counts: Counts,
}

impl Conversation {
    fn new(seed: u64) -> Conversation {
        let mut engine = Engine::new();
        // A program takes its time to start.
        engine.send("isready");
        engine.until("readyok");
        Conversation {
            engine,
            random: Random::new(seed),
            position: Some("startpos".to_string()),
            rules: [false, true],
            owed: VecDeque::new(),
            readies: 0,
            known: HashMap::new(),
            counts: Counts::default(),
        }
    }

    fn run(&mut self) {
        for _ in 0..WORDS {
            self.say_something();
            let pause = self.random.pick(&[0, 0, 0, 1, 5, 30]);
            self.listen(Duration::from_millis(pause));
        }
        self.stop();
        self.ask_ready();
        let late = Instant::now() + LATE;
        while self.readies > 0 && Instant::now() < late {
            self.listen(Duration::from_millis(20));
        }
        assert!(self.owed.is_empty() && self.readies == 0, "answers are owed");
        if self.random.one_in(2) {
            self.engine.send("quit");
        } else {
            self.engine.hang_up();
        }
        assert_eq!(self.engine.ended().code(), Some(0));
    }

    fn say_something(&mut self) {
        match self.random.below(20) {
            0..=4 => self.place(),
            5..=10 => self.go(),
            11..=13 => self.stop(),
            14..=15 => self.set_option(),
            16 => self.ask_ready(),
            17 => {
                self.owed.iter_mut().for_each(|owed| owed.waits &= !owed.ponder);
                let hit = self.random.pick(&["ponderhit", "ponderhit btime 0 wtime 0 byoyomi 60"]);
                self.engine.send(hit);
            }
            18 if self.random.one_in(2) => self.engine.send("usinewgame"),
            18 => {
                self.release();
                self.engine.send("gameover draw");
            }
            _ => {
                let words = [
                    "",
                    "nonsense",
                    "setoption",
                    "setoption name ghi value x",
                    "usi",
                    "tree",
                    "tree 1a1b",
                ];
                let word = self.random.pick(&words);
                self.engine.send(word);
            }
        }
    }

    fn place(&mut self) {
        let random = &mut self.random;
        let style = random.pick(&[Style::Tsume, Style::TwoKings, Style::Game]);
        let seed = random.below(60) as u64;
        let position = match random.below(8) {
            0 => GOLD.to_string(),
            1 => NO_MATE.to_string(),
            2 => HARD.to_string(),
            3 => "sfen 9/9/9/9/9/9/9/9/9 b - 1".to_string(),
            _ => format!("sfen {}", position_of(style, seed).to_sfen()),
        };
        self.engine.send(&format!("position {position}"));
        self.position = Some(position).filter(|position| !position.contains("9/9/9/9/9/9/9/9/9 b - 1"));
    }

    fn go(&mut self) {
        let go = self.random.pick(&[
            "go mate infinite",
            "go mate 0",
            "go mate 20",
            "go mate 100",
            "go infinite",
            "go ponder btime 100 wtime 100 byoyomi 50",
            "go ponder",
            "go btime 0 wtime 0 byoyomi 230",
            "go nodes 500",
            "go mate soon",
        ]);
        self.release();
        let ponder = go.contains("ponder");
        let waits = ponder || go == "go infinite";
        let about = self.position.clone().filter(|_| !go.ends_with("soon")).map(|p| (p, self.rules));
        self.owed.push_back(Owed { mate: go.contains("mate"), waits, ponder, about });
        self.engine.send(go);
    }

    /// What comes next may be answered.
    fn release(&mut self) {
        self.owed.iter_mut().for_each(|owed| owed.waits = false);
    }

    /// Says `stop`; then everything must be answered soon.
    fn stop(&mut self) {
        self.release();
        // With several questions behind each other it would be their time too.
        let alone = self.owed.len() == 1;
        self.engine.send("stop");
        let asked = Instant::now();
        while !self.owed.is_empty() {
            self.listen(Duration::from_millis(5));
            assert!(asked.elapsed() < LATE, "stop is not obeyed");
        }
        let took = asked.elapsed();
        if alone {
            self.counts.stops += 1;
            self.counts.slow_stops += (took > PROMISED) as u64;
            self.counts.slowest_stop = self.counts.slowest_stop.max(took);
        }
    }

    fn set_option(&mut self) {
        let (name, value) = self.random.pick(&[
            ("DefenderHandAsWritten", "true"),
            ("DefenderHandAsWritten", "false"),
            ("RootIsAndNodeIfChecked", "true"),
            ("RootIsAndNodeIfChecked", "false"),
            ("Threads", "1"),
            ("Threads", "2"),
            ("USI_Hash", "1"),
            ("USI_Hash", "16"),
            ("USI_Hash", "0"),
            ("sums", "snda"),
            ("sums", "sum"),
            ("PvInterval", "3"),
            ("MultiPV", "1"),
            ("MultiPV", "3"),
            ("MultiPV", "593"),
        ]);
        match name {
            "DefenderHandAsWritten" => self.rules[0] = value == "true",
            "RootIsAndNodeIfChecked" => self.rules[1] = value == "true",
            _ => {}
        }
        self.engine.send(&format!("setoption name {name} value {value}"));
    }

    fn ask_ready(&mut self) {
        self.readies += 1;
        self.engine.send("isready");
    }

    /// Takes in what is said within `time`, and what has been said already.
    fn listen(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Some((_, line)) = self.engine.hear(end.saturating_duration_since(Instant::now())) {
            self.check(&line);
        }
    }

    fn check(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "readyok" => self.readies = self.readies.checked_sub(1).expect("readyok was asked for"),
            "info" => self.check_info(&words),
            "id" | "option" | "usiok" => {}
            "checkmate" | "bestmove" => {
                let owed = self.owed.pop_front().expect("somebody asked");
                assert!(!owed.waits, "too early: {line}");
                assert_eq!(owed.mate, words[0] == "checkmate", "{line}");
                self.counts.answers += 1;
                if owed.mate {
                    self.check_mate(&owed, &words[1..]);
                } else {
                    assert_eq!(words.len(), 2, "{line}");
                    check_move(&owed, words[1]);
                }
            }
            _ => panic!("unknown: {line}"),
        }
    }

    /// Of each move told: its line can be played, and ends in mate if it is as long as it says.
    fn check_info(&mut self, words: &[&str]) {
        let at = |word: &str| words.iter().position(|other| *other == word);
        let (Some(_), Some(pv), Some(owed)) = (at("multipv"), at("pv"), self.owed.front()) else {
            return;
        };
        let Some(about) = &owed.about else { panic!("nothing was asked: {words:?}") };
        let end = played(about, &words[pv + 1..]);
        let plies = at("mate").and_then(|mate| words[mate + 1].trim_start_matches('-').parse().ok());
        if plies == Some(words.len() - pv - 1) {
            assert!(end.is_mate(), "{about:?} {words:?}");
            self.counts.lines += 1;
        }
    }

    fn check_mate(&mut self, owed: &Owed, words: &[&str]) {
        let Some(about) = &owed.about else {
            assert_eq!(words, ["notimplemented"]);
            return;
        };
        let mate = match words {
            ["timeout"] => return,
            ["notimplemented"] => panic!("{about:?} makes sense"),
            ["nomate"] => false,
            moves => {
                assert_mates(about, moves);
                true
            }
        };
        self.counts.mates += mate as u64;
        self.counts.no_mates += !mate as u64;
        assert_eq!(*self.known.entry(about.clone()).or_insert(mate), mate, "{about:?}");
    }
}

/// A move is played that can be played, if there is one.
fn check_move(owed: &Owed, word: &str) {
    match (&owed.about, word) {
        (None, _) => assert_eq!(word, "resign"),
        (Some(about), "resign") => assert!(!played(about, &[]).has_legal_move(), "{about:?}"),
        (Some(about), word) => _ = played(about, &[word]),
    }
}

/// The moves are legal and end in mate.
fn assert_mates(about: &(String, [bool; 2]), moves: &[&str]) {
    assert!(played(about, moves).is_mate(), "{about:?}: {moves:?}");
}

/// The position after moves, which must be legal.
fn played((text, rules): &(String, [bool; 2]), moves: &[&str]) -> Position {
    let setup = match text.strip_prefix("sfen ") {
        Some(sfen) => sfen.parse::<Setup>().expect("a position"),
        None => Setup::startpos(),
    };
    let problem = Problem::from_setup(&setup, Waivers::TSUME, rules[0]).expect("a problem");
    let mut position = problem.position().clone();
    for word in moves {
        let m: Move = word.parse().expect("a move");
        assert!(position.is_legal(m), "{text}: {word} of {moves:?}");
        let _ = position.play(m);
    }
    position
}

#[test]
fn random_conversations_keep_to_the_protocol() {
    let seconds = number("TSUMUGI_USI_SECONDS", 4);
    let first = number("TSUMUGI_SEED", 1);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut all = Counts::default();
    let mut seed = first;
    while Instant::now() < end {
        println!("seed {seed}");
        let mut conversation = Conversation::new(seed);
        let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| conversation.run()));
        if let Err(panic) = run {
            println!("seed {seed}: {:#?}", conversation.engine.transcript);
            std::panic::resume_unwind(panic);
        }
        all.add(&conversation.counts);
        seed += 1;
    }
    println!("{} conversations: {all:?}", seed - first);
    assert!(all.answers > 20);
}
