//! Talks with `tsumugi usi` through pipes, as a user interface does.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A mate in one: gold to 5b. SFEN without a move number, as some programs write it.
pub const GOLD: &str = "sfen 4k4/9/4P4/9/9/9/9/9/9 b G";
/// No mate.
pub const NO_MATE: &str = "sfen 4k4/9/9/9/9/9/9/9/9 b G 1";
/// Too hard for any time a test may take.
pub const HARD: &str = "sfen 4k4/9/9/9/9/9/9/9/9 b 2R2B 1";
/// More than enough for anything that should be quick, on a machine with other things to do.
pub const SOON: Duration = Duration::from_secs(20);

/// A running engine.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    /// Everything said, `> ` in front of our part.
    pub transcript: Vec<String>,
}

impl Engine {
    /// Starts `tsumugi usi` with a small table.
    pub fn new() -> Engine {
        let mut engine = Engine::named(Path::new(env!("CARGO_BIN_EXE_tsumugi")), &["usi"]);
        engine.send("setoption name USI_Hash value 16");
        // With several threads a search is not the same twice.
        engine.send("setoption name Threads value 1");
        engine
    }

    /// Starts a program.
    pub fn named(program: &Path, args: &[&str]) -> Engine {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("the engine starts");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let stdin = child.stdin.take();
        Engine { child, stdin, lines, transcript: Vec::new() }
    }

    /// Says a line.
    pub fn send(&mut self, line: &str) {
        self.transcript.push(format!("> {line}"));
        let stdin = self.stdin.as_mut().expect("we have not hung up");
        writeln!(stdin, "{line}").and_then(|()| stdin.flush()).expect("the engine listens");
    }

    /// The next line, unless there is none within `time`.
    pub fn hear(&mut self, time: Duration) -> Option<(Instant, String)> {
        match self.lines.recv_timeout(time) {
            Ok((at, line)) => {
                self.transcript.push(line.clone());
                Some((at, line))
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Lines up to the one that begins so, that one included, and when it came.
    #[track_caller]
    pub fn until(&mut self, start: &str) -> (Instant, Vec<String>) {
        self.until_one(start, |line| line.starts_with(start))
    }

    /// Lines up to the one that has this in it.
    #[track_caller]
    pub fn until_has(&mut self, part: &str) -> Vec<String> {
        self.until_one(part, |line| line.contains(part)).1
    }

    #[track_caller]
    fn until_one(&mut self, start: &str, is_it: impl Fn(&str) -> bool) -> (Instant, Vec<String>) {
        let mut lines = Vec::new();
        while let Some((at, line)) = self.hear(SOON) {
            let last = is_it(&line);
            lines.push(line);
            if last {
                return (at, lines);
            }
        }
        panic!("no line {start:?}: {:#?}", self.transcript);
    }

    /// The line that begins so; nothing but `info` lines may come before it.
    #[track_caller]
    pub fn answer(&mut self, start: &str) -> String {
        let (_, mut lines) = self.until(start);
        let answer = lines.pop().unwrap_or_default();
        assert!(lines.iter().all(|line| line.starts_with("info ")), "{:#?}", self.transcript);
        answer
    }

    /// The answer to `go mate` about a position.
    #[track_caller]
    pub fn mate(&mut self, position: &str, limit: &str) -> String {
        self.send(&format!("position {position}"));
        self.send(&format!("go mate {limit}"));
        self.answer("checkmate")
    }

    /// Nothing is said for a while.
    #[track_caller]
    pub fn assert_silent(&mut self, time: Duration) {
        if let Some((_, line)) = self.hear(time) {
            panic!("unexpected: {line}; {:#?}", self.transcript);
        }
    }

    /// Closes the engine's input.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// How it ended, within a reasonable time.
    #[track_caller]
    pub fn ended(&mut self) -> ExitStatus {
        let late = Instant::now() + SOON;
        while Instant::now() < late {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the engine does not end: {:#?}", self.transcript);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
