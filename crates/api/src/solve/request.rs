//! `solve` as plain data, and as it is conducted.

use super::{Answer, Found, Question, escapes, explain, find, grow};
use crate::conductor::Conductor;
use crate::request::{House, search_bytes, within};
use crate::{Fault, ProblemText, Stage, rounded};
use serde::{Deserialize, Serialize};
use tsumugi_andor::Engine;
use tsumugi_tsume::{Length, Limits, Problem, Settings, Solver};

/// A longer certificate is not kept in memory.
pub const MOST_CERTIFICATE: usize = 32 << 20;

/// A problem to solve, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The problem.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// What to find out.
    pub question: Question,
    /// Give up after so many seconds.
    pub time: Option<f64>,
    /// Give up after so many positions expanded.
    pub nodes: Option<u64>,
    /// MiB for the table.
    pub hash: Option<u32>,
    /// Threads.
    pub threads: u32,
    /// Say why interpositions are futile.
    pub explain: bool,
    /// Are the plies of restorations (原型復帰型) left out of conventional lengths?
    pub free_restorations: bool,
    /// Show the variations down to this depth.
    pub tree: Option<u32>,
    /// Show the checks that fail as well.
    pub tries: bool,
    /// Write a certificate.
    pub certificate: bool,
    /// Prove the answer if that does not take longer than finding it, though no certificate is wanted.
    pub prove: bool,
    /// Options of the search, by name.
    pub option: Vec<(String, String)>,
    /// Nobody asked for this time: it is what the house allows at most, and no reason to use it up.
    #[serde(skip)]
    pub time_of_the_house: bool,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            problem: ProblemText::default(),
            question: Question::default(),
            time: None,
            nodes: None,
            hash: None,
            threads: 1,
            explain: false,
            free_restorations: false,
            tree: None,
            tries: false,
            certificate: false,
            prove: true,
            option: vec![],
            time_of_the_house: false,
        }
    }
}

impl Request {
    pub(crate) fn admit(&mut self, house: &House) -> Result<(), Fault> {
        house.admit_hash(&mut self.hash)?;
        self.time_of_the_house = self.time.is_none();
        house.admit_time(&mut self.time)?;
        house.admit_threads(self.threads)?;
        within("tree", self.tree.unwrap_or(0), 0, 16)?;
        let has_line = matches!(self.question, Question::Solution | Question::Line);
        if self.explain && !has_line {
            return Err(Fault::bad_request("explain is for the questions solution and line"));
        }
        if self.free_restorations && !has_line {
            return Err(Fault::bad_request("free_restorations is for the questions solution and line"));
        }
        if self.tries && self.tree.is_none() {
            return Err(Fault::bad_request("tries needs tree"));
        }
        let brinkmate = self.question == Question::Brinkmate;
        if brinkmate && (self.certificate || self.tree.is_some()) {
            return Err(Fault::bad_request("a brinkmate has no certificate and no tree"));
        }
        self.settings()?;
        self.problem.problem_there().map(|_| ())
    }

    /// Bytes it may use.
    pub(crate) fn bytes(&self) -> u64 {
        let certificate = if self.certificate { MOST_CERTIFICATE as u64 } else { 0 };
        search_bytes(self.hash) + certificate
    }

    fn settings(&self) -> Result<Settings, Fault> {
        let settings = Conductor::settings(self.hash, self.threads, &self.option)?;
        // Explanations follow the proof, so one that is a courtesy must not use up their time.
        let courtesy = self.prove && !self.explain;
        Ok(Settings {
            free_restorations: self.free_restorations,
            prove: self.certificate || courtesy,
            ..settings
        })
    }
}

/// Answers a request.
///
/// # Errors
/// When the problem is none, or an option does not exist.
pub(crate) fn conduct(
    request: &Request,
    conductor: &mut Conductor,
    stage: &mut Stage<'_>,
    sink: &mut dyn FnMut(&str),
) -> Result<Answer, Fault> {
    let (_, problem) = request.problem.problem_there()?;
    let settings = request.settings()?;
    stage.end_at(request.time);
    stage.pose(problem.position());
    let limits = conductor.limits(&settings, request.nodes.unwrap_or(u64::MAX), stage);
    if !request.certificate {
        stage.proof_is_courtesy();
    }
    let solver = conductor.solver(settings);
    let mut found = find(request.question, &problem, solver, &limits, stage, sink);
    let has_mate = matches!(found.yes, Ok(Some(_)));
    if request.question == Question::Solution && has_mate && !stage.is_over() {
        let first = Answer::new(request.question, &problem, found.clone(), Engine::Dfpn.name());
        stage.note_found(&Answer { seconds: rounded(stage.seconds()), ..first });
        found = improved(found, &problem, request, solver, &limits, stage);
    }
    if request.explain && has_mate {
        stage.part("explanations", None);
        let limits = Limits { stop: stage.stop(), ..limits.clone() };
        explain(&mut found, &problem, solver, &limits, stage);
    }
    if found.main_line().is_empty() && request.question != Question::Brinkmate {
        last_line(&mut found, &problem, solver, &limits, stage);
    }
    let shape = request.tree.map(|depth| (depth, request.tries));
    let shape = shape.filter(|_| has_mate && request.question != Question::Brinkmate);
    let tree = shape.and_then(|shape| {
        stage.part("variations", None);
        let limits = Limits { stop: stage.stop(), ..limits.clone() };
        grow(&found, &problem, shape, solver, &limits, stage)
    });
    let (tree, mut tries) = tree.unzip();
    let mut pawn_drop_mate = None;
    if found.yes == Ok(None) && matches!(request.question, Question::Solution | Question::Line) {
        stage.part("explanations", None);
        let limits = Limits { stop: stage.stop(), ..limits };
        let settings = solver.settings().clone();
        solver.configure(Settings { prove: false, ..settings });
        tries = Some(escapes(&problem, solver, &limits, stage));
        pawn_drop_mate = problem.pawn_drop_mate();
    }
    let answer = Answer::new(request.question, &problem, found, Engine::Dfpn.name());
    let seconds = rounded(stage.seconds());
    Ok(Answer { seconds, tree, tries, pawn_drop_mate, ..answer })
}

/// Seconds for the line and the lengths of a mate that was found at once, where the request sets no limit. Less would
/// leave problems open that a person waits for; more would make a list of hard problems slow.
const LEAST_IMPROVEMENT: f64 = 1.0;

/// A mate that was found, with its line and lengths as far as they are settled within the limits of the request; if it
/// has none, within about the time it took to find the mate.
fn improved(
    found: Found,
    problem: &Problem,
    request: &Request,
    solver: &mut Solver,
    limits: &Limits,
    stage: &mut Stage<'_>,
) -> Found {
    let timed = request.time.is_some() && !request.time_of_the_house;
    let limited = timed || request.nodes.is_some();
    stage.part("improving", (!limited).then(|| stage.seconds().max(LEAST_IMPROVEMENT)));
    let expansions = match limits.expansions {
        u64::MAX => u64::MAX,
        most => most.saturating_sub(found.stats.expansions),
    };
    let limits = Limits { expansions, stop: stage.stop(), ..limits.clone() };
    let more = Found::from(solver.line_into(problem, &limits, stage, &mut |_| {}));
    let proved = found.proved;
    let better = better_of(found, more);
    // A certificate that was asked for is of the mate that was found first.
    Found { proved: if request.certificate { proved } else { better.proved }, ..better }
}

/// A mate that was found, or what was found out about it later if that says more: a settled length, or a shorter mate. One
/// that the later search did not get round to is no less a mate.
fn better_of(found: Found, more: Found) -> Found {
    let stats = found.stats.plus(&more.stats);
    let settled = more.length.as_ref().is_some_and(Length::is_settled);
    let shorter = match (more.yes, found.yes) {
        (Ok(Some(now)), Ok(Some(before))) => now < before && !more.line.is_empty(),
        _ => false,
    };
    match settled || shorter {
        true => Found { stats, ..more },
        false => Found { length: more.length, stats, ..found },
    }
}

/// Seconds to look for a line of a mate after the time for everything is over.
const FAREWELL: f64 = 0.08;

/// A mate was found, and then the time was over: a moment more for a line of it, which the table should know.
fn last_line(
    found: &mut Found,
    problem: &Problem,
    solver: &mut Solver,
    limits: &Limits,
    stage: &mut Stage<'_>,
) {
    if matches!(found.yes, Ok(Some(1..))) && stage.is_over() {
        stage.farewell(FAREWELL);
        let settings = solver.settings().clone();
        solver.configure(Settings { prove: false, ..settings });
        let limits = Limits { stop: stage.stop(), ..limits.clone() };
        found.line = solver.solve(problem, &limits, stage).line;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_andor::Stats;
    use tsumugi_tsume::StopReason;

    #[test]
    fn a_mate_that_was_found_stays_one() {
        let line = vec!["G*5b".parse().unwrap()];
        let found = |yes, length| Found {
            yes,
            line: line.clone(),
            best: None,
            length,
            solution: None,
            futile: None,
            proved: false,
            stats: Stats::default(),
        };
        let length = |at_least, at_most| Length {
            at_least,
            at_most,
            no_mate: false,
            stopped: None,
            stats: Stats::default(),
        };
        let first = || found(Ok(Some(25)), None);
        for (more, expected) in [
            // The time was up before the second search knew anything.
            (found(Err(StopReason::Time), Some(length(0, None))), 25),
            (found(Ok(Some(27)), Some(length(3, Some(27)))), 25),
            (found(Ok(Some(17)), Some(length(3, Some(17)))), 17),
            (found(Ok(Some(25)), Some(length(25, Some(25)))), 25),
        ] {
            assert_eq!(better_of(first(), more).yes, Ok(Some(expected)));
        }
    }
}
