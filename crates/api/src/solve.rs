//! Is there a mate, or a brinkmate? The question, what was found, and how it reads in JSON.

mod request;

pub(crate) use request::conduct;
pub use request::{MOST_CERTIFICATE, Request};

use crate::{rounded, usi};
use serde_json::{Value, json};
use tsumugi_andor::{Observer, Stats};
use tsumugi_shogi::Move;
use tsumugi_tsume::check::{Check, Judgement};
use tsumugi_tsume::tree::{self, Branch};
use tsumugi_tsume::{
    self as tsume, Because, Futile, Length, Limits, Problem, Solution, Solver, StopReason, brinkmate,
};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Is there a mate by checks (詰み)?
    #[default]
    Mate,
    /// How long is the shortest mate?
    Shortest,
    /// What is the main line (作意), and how long is it strictly and by convention?
    Line,
    /// Is there a win by checks and threats of mate (必至)?
    Brinkmate,
}

/// A problem with its answer.
#[derive(Clone, Debug)]
pub struct Solved {
    /// What was solved: hands completed, attacker known.
    pub problem: Problem,
    /// What was asked.
    pub question: Question,
    /// What was found.
    pub found: Found,
    /// How long it took.
    pub seconds: f64,
    /// Which engine.
    pub engine: &'static str,
    /// Where the certificate is.
    pub certificate: Option<String>,
    /// The variations and the failing checks, if they were asked for.
    pub tree: Option<Tree>,
}

/// A solution with its variations.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The main line with the variations.
    pub branch: Branch,
    /// Checks that fail.
    pub tries: Vec<Try>,
}

/// A check that fails (紛れ), and the reply that refutes it, if one is known.
#[derive(Clone, Copy, Debug)]
pub struct Try {
    /// How many moves of the main line come before it.
    pub after: usize,
    /// The check.
    pub m: Move,
    /// The refutation.
    pub refutation: Option<Move>,
}

/// What was found, whatever the question.
#[derive(Clone, Debug)]
pub struct Found {
    /// The answer.
    pub verdict: Verdict,
    /// A line of the mate.
    pub line: Vec<Move>,
    /// The move to play, where one is known.
    pub best: Option<Move>,
    /// What is known about the strict length, if asked.
    pub length: Option<Length>,
    /// Main line and conventional length, if asked.
    pub solution: Option<Solution>,
    /// Futile interpositions along the main line, if asked and found within the limits.
    pub futile: Option<Vec<Futile>>,
    /// Was the answer proved?
    pub proved: bool,
    /// What it took.
    pub stats: Stats,
}

/// An answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Yes, and it is over within so many plies.
    Yes(u32),
    /// No.
    No,
    /// Not known.
    Unknown(StopReason),
}

impl From<tsume::Answer> for Found {
    fn from(answer: tsume::Answer) -> Found {
        let tsume::Answer { verdict, line, best, length, solution, claims, stats, .. } = answer;
        let verdict = match verdict {
            tsume::Verdict::Mate(plies) => Verdict::Yes(plies),
            tsume::Verdict::NoMate => Verdict::No,
            tsume::Verdict::Unknown(reason) => Verdict::Unknown(reason),
        };
        Found { verdict, line, best, length, solution, futile: None, proved: claims.is_some(), stats }
    }
}

impl From<brinkmate::Answer> for Found {
    fn from(answer: brinkmate::Answer) -> Found {
        let brinkmate::Answer { verdict, line, proof, stats } = answer;
        let verdict = match verdict {
            brinkmate::Verdict::Brinkmate(plies) => Verdict::Yes(plies),
            brinkmate::Verdict::NoBrinkmate => Verdict::No,
            brinkmate::Verdict::Unknown(reason) => Verdict::Unknown(reason),
        };
        let (proved, best) = (proof.is_some(), line.first().copied());
        Found { verdict, line, best, length: None, solution: None, futile: None, proved, stats }
    }
}

impl Found {
    /// The moves to show: the main line where one was asked for, else the line of the proof.
    pub fn main_line(&self) -> &[Move] {
        let solution = self.solution.as_ref();
        solution.and_then(Solution::main_line).map_or(&self.line, |line| &line.moves)
    }
}

/// Answers a question. The certificate, if the solver is to prove, goes into `sink` as it is made.
pub fn find(
    question: Question,
    problem: &Problem,
    solver: &mut Solver,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
    sink: &mut dyn FnMut(&str),
) -> Found {
    match question {
        Question::Mate => solver.solve_into(problem, limits, observer, sink).into(),
        Question::Shortest => solver.shortest_into(problem, limits, observer, sink).into(),
        Question::Line => solver.line_into(problem, limits, observer, sink).into(),
        Question::Brinkmate => brinkmate::solve(problem, solver.settings(), limits, observer).into(),
    }
}

/// Adds the futile interpositions along the main line, if its length by convention is settled.
pub fn explain(
    found: &mut Found,
    problem: &Problem,
    solver: &mut Solver,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) {
    let plies = found.solution.as_ref().and_then(|solution| solution.conventional.exact());
    if let Some(plies) = plies.filter(|_| !found.main_line().is_empty()) {
        let line = found.main_line().to_vec();
        found.futile = solver.futile_along(problem, &line, plies, limits, observer).ok();
    }
}

/// The variations of a mate down to a depth, and the checks that fail; `None` if there is no line to start from.
pub fn grow(
    found: &Found,
    problem: &Problem,
    (depth, with_tries): (u32, bool),
    solver: &mut Solver,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Option<Tree> {
    let line = found.main_line().to_vec();
    let check = Check::conventional(problem, line, solver, limits).ok()?;
    let branch = tree::grow(&check, depth, solver, limits, observer);
    let mut tries = Vec::new();
    let all = if with_tries { check.alternatives() } else { vec![] };
    for alternative in all.into_iter().rev() {
        let judged = check.judge(alternative, solver, limits, observer, &mut |_| {});
        if let Judgement::NoMate { refutation, .. } = judged.judgement {
            tries.push(Try { after: alternative.after, m: alternative.m, refutation });
        }
    }
    Some(Tree { branch, tries })
}

impl Solved {
    /// Why there is no answer, in a word.
    pub fn reason(&self) -> Option<&'static str> {
        match self.found.verdict {
            Verdict::Unknown(StopReason::Time) => Some("time"),
            Verdict::Unknown(StopReason::Nodes) => Some("nodes"),
            Verdict::Unknown(StopReason::Memory) => Some("memory"),
            Verdict::Unknown(StopReason::Stopped) => Some("stopped"),
            Verdict::Unknown(StopReason::GaveUp) => Some("gave up"),
            _ => None,
        }
    }

    /// For programs; `docs/JSON.md` says what the keys mean.
    pub fn json(&self) -> Value {
        let found = &self.found;
        let (question, yes, no) = match self.question {
            Question::Mate => ("mate", "mate", "nomate"),
            Question::Shortest => ("shortest", "mate", "nomate"),
            Question::Line => ("line", "mate", "nomate"),
            Question::Brinkmate => ("brinkmate", "brinkmate", "nobrinkmate"),
        };
        let (verdict, strict) = match found.verdict {
            Verdict::Yes(plies) => (yes, Some(plies)),
            Verdict::No => (no, None),
            Verdict::Unknown(_) => ("unknown", None),
        };
        let solution = found.solution.as_ref();
        let main = solution.and_then(Solution::main_line);
        let counted = solution.and_then(|solution| solution.conventional.at_most);
        let conventional = |solution: &Solution| solution.conventional.exact().is_some();
        let futile = |all: &Vec<Futile>| all.iter().map(futile_json).collect::<Vec<_>>();
        let mut object = json!({
            "sfen": self.problem.position().to_sfen(),
            "question": question,
            "verdict": verdict,
            "length": counted.or(strict),
            "strict_length": strict,
            "shortest": found.length.as_ref().is_some_and(|length| length.exact().is_some()),
            "conventional": solution.is_some_and(conventional),
            "at_least": strict.and(found.length.as_ref()).map(|length| length.at_least),
            "line": usi(found.main_line()),
            "strict_line": solution.map(|_| usi(&found.line)),
            "leftover": main.map(|line| format!("{:?}", line.leftover)),
            "futile": found.futile.as_ref().map(futile),
            "nodes": found.stats.plays,
            "expansions": found.stats.expansions,
            "seconds": rounded(self.seconds),
            "reason": self.reason(),
            "engine": self.engine,
            "proved": found.proved,
            "certificate": self.certificate,
        });
        if let Some(tree) = &self.tree {
            object["tree"] = branch_json(&tree.branch);
            object["tries"] = tree.tries.iter().map(try_json).collect();
        }
        object
    }
}

fn futile_json(futile: &Futile) -> Value {
    json!({
        "after": futile.after,
        "reply": futile.reply.to_string(),
        "capture": futile.capture.to_string(),
        "plies": futile.plies,
        "because": match futile.because {
            Because::HandedBack => "handed back",
            Because::Restored => "restored",
        },
    })
}

fn try_json(failed: &Try) -> Value {
    let refutation = failed.refutation.map(|m| m.to_string());
    json!({ "after": failed.after, "move": failed.m.to_string(), "refutation": refutation })
}

/// A branch: its moves, other first moves that come to the same, and its variations.
fn branch_json(branch: &Branch) -> Value {
    let fork = |(at, fork): &(usize, Branch)| {
        let mut value = branch_json(fork);
        value["after"] = json!(at);
        value
    };
    let forks: Vec<Value> = branch.forks.iter().map(fork).collect();
    json!({ "line": usi(&branch.line), "same": usi(&branch.same), "forks": forks })
}
