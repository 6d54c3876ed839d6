//! Runs the built program as a user would: `tsumugi` here, `tsumugi-lab` in its own tests, which share this file.

use std::io::Write;
use std::process::{Command, Output, Stdio};
pub use tsumugi_testkit::Scratch;

/// A mate in one: gold to 5b.
pub const HEAD_GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

/// Where the program of the package that is being tested was built.
pub const PROGRAM: &str = match option_env!("CARGO_BIN_EXE_tsumugi") {
    Some(path) => path,
    None => match option_env!("CARGO_BIN_EXE_tsumugi-lab") {
        Some(path) => path,
        None => panic!("a package without a program"),
    },
};

/// What the program said and how it ended.
#[derive(Debug)]
pub struct Outcome {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

/// Runs the program with these arguments and no input.
pub fn tsumugi<I>(args: I) -> Outcome
where
    I: IntoIterator,
    I::Item: AsRef<std::ffi::OsStr>,
{
    tsumugi_reading(args, b"")
}

/// The same for a user with this locale.
pub fn tsumugi_in<I>(locale: &str, args: I) -> Outcome
where
    I: IntoIterator,
    I::Item: AsRef<std::ffi::OsStr>,
{
    let output = command().env("LC_ALL", locale).stdin(Stdio::null()).args(args).output();
    outcome(output.expect("the program starts"))
}

/// Runs the program with these arguments and this standard input.
pub fn tsumugi_reading<I>(args: I, input: &[u8]) -> Outcome
where
    I: IntoIterator,
    I::Item: AsRef<std::ffi::OsStr>,
{
    let mut child = command().args(args).spawn().expect("the program starts");
    // A program that does not read its input closes it; that is not our concern.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    outcome(child.wait_with_output().expect("the program ends"))
}

/// The program, ready to be given arguments.
pub fn command() -> Command {
    let mut command = Command::new(PROGRAM);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Whatever language the tester speaks.
    command.env("LC_ALL", "C");
    command
}

/// What a finished program said.
pub fn outcome(output: Output) -> Outcome {
    Outcome {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code().expect("no signal ends the program"),
    }
}

impl Outcome {
    /// The program was content: nothing on stderr, exit code 0. Returns stdout.
    #[track_caller]
    pub fn good(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{self:?}");
        self.stdout
    }
}
