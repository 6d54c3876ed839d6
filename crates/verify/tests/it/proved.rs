//! The proved checker beside this one: with `TSUMUGI_PROVED=proof/check`, an absolute path, whatever these tests let be
//! checked is shown to it too, and it must say the same.
//!
//! It knows the third version only, and no brinkmates: of everything else it must say that it is no certificate. What is
//! claimed in the first two versions is shown to it in the third, as far as it can be written so.

use crate::linked::Linker;
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tsumugi_verify::naive::Position;
use tsumugi_verify::{Failure, Fault, Proved, Settings, Verified, verify_stream};

/// The program, which answers one question after the other.
struct Checker {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Checker {
    /// None if nobody named the program.
    fn start(arguments: &[&str]) -> Option<Checker> {
        let program = std::env::var_os("TSUMUGI_PROVED").filter(|name| !name.is_empty())?;
        let mut command = Command::new(&program);
        command.args(arguments).arg("many").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{program:?}: {error}"));
        let questions = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Some(Checker { child, questions, answers })
    }

    /// Whether it accepts a certificate.
    fn accepts(&mut self, problem: &Position, text: &str) -> bool {
        write!(self.questions, "{}\n{}\n{text}", problem.to_sfen(), text.len()).unwrap();
        self.questions.flush().unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        match answer.split(':').next() {
            Some("verified") => true,
            Some("rejected") => false,
            _ => panic!("{answer:?}\n{text}"),
        }
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

thread_local! {
    static CHECKER: RefCell<Option<Checker>> = RefCell::new(Checker::start(&[]));
}

/// Whether the proved checker accepts a certificate; none if there is no such checker, or no such problem.
fn proved_checker_accepts(problem: &str, text: &str) -> Option<bool> {
    let problem = Position::from_sfen(problem).ok()?;
    CHECKER.with_borrow_mut(|checker| Some(checker.as_mut()?.accepts(&problem, text)))
}

/// As [`tsumugi_verify::verify`], with the proved checker asked too.
pub fn verify(problem: &str, text: &str) -> Result<Verified, Fault> {
    let verified = tsumugi_verify::verify(problem, text);
    let Some(said) = proved_checker_accepts(problem, text) else { return verified };
    let is_known = |verified: &Verified| {
        text.starts_with("tsumugi certificate 3\n")
            && !matches!(verified.claim, Proved::Brinkmate(_) | Proved::NoBrinkmate)
    };
    let expected = verified.as_ref().is_ok_and(is_known);
    assert_eq!(said, expected, "{problem}: {verified:?}\n{text}");
    verified
}

/// What a certificate of version 1 or 2 claims, true or not, in version 3, by both checkers; none if it cannot be written
/// so. It may say less: claims that nothing leads to are left out.
pub fn verify_linked(problem: &str, text: &str) -> Option<Result<Verified, Fault>> {
    let mut linker = Linker::read(text)?;
    linker.forges = true;
    Some(verify(problem, &linker.link(text.lines().nth(3)?)?))
}

/// As [`verify`], with faults of the problem allowed by the names that both checkers have for them.
pub fn verify_allowing(
    problem: &str,
    text: &str,
    settings: &Settings,
    names: &[&str],
) -> Result<Verified, Failure> {
    let verified = verify_stream(problem, &mut text.as_bytes(), settings, &mut |_| {});
    let arguments: Vec<&str> = names.iter().flat_map(|name| ["--allow", name]).collect();
    if let Some(mut checker) = Checker::start(&arguments) {
        let position = Position::from_sfen(problem).unwrap();
        assert_eq!(checker.accepts(&position, text), verified.is_ok(), "{verified:?}\n{text}");
    }
    verified
}
