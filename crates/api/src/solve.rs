//! Is there a mate, or a brinkmate? The question, what was found, and the answer.

mod checkpoint;
mod moves;
mod request;

pub(crate) use checkpoint::{CHECKPOINTS, Keeper};
pub use checkpoint::{Kept, Store};
pub use moves::{MOST_MOVES, Outcome};
pub(crate) use request::conduct;
pub use request::{MOST_CERTIFICATE, Request};
pub(crate) use tsumugi_tsume::checkpoint::Spent;
pub use tsumugi_tsume::{FutileClass, FutileClasses};

use crate::answer::{Branch, Reason};
use serde::{Deserialize, Serialize};
use tsumugi_andor::{Observer, Stats};
use tsumugi_shogi::{Hand, Move, MoveList};
use tsumugi_tsume::check::{Check, Judgement};
use tsumugi_tsume::{
    self as tsume, Length, Limits, Problem, Solution, Solver, StopReason, brinkmate, tree,
};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Is there a mate, and, as far as the time allows, what is its main line and how long is it?
    #[default]
    Solution,
    /// Is there a mate by checks (詰み)?
    Mate,
    /// How long is the shortest mate?
    Shortest,
    /// What is the main line (作意), and how long is it strictly and by convention?
    Line,
    /// Is there a win by checks and threats of mate (必至)?
    Brinkmate,
}

/// The answer, plain data: `web/openapi.yaml` says what the keys mean.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// What was solved: hands completed.
    pub sfen: String,
    /// What was asked.
    pub question: Question,
    /// The answer in a word.
    pub verdict: Verdict,
    /// Plies to the mate, where that is settled: by convention (futile interpositions not counted) if a main line was
    /// asked for, else strictly.
    pub length: Option<u32>,
    /// `length` is no more than this.
    pub at_most: Option<u32>,
    /// Plies to the mate with everything counted, where that is settled.
    pub strict_length: Option<u32>,
    /// The strict length is no less than this, if it was asked for.
    pub strict_at_least: Option<u32>,
    /// The strict length is no more than this.
    pub strict_at_most: Option<u32>,
    /// Is the strict length settled?
    pub shortest: bool,
    /// Is `length` settled by convention?
    pub conventional: bool,
    /// The moves to show: the main line where one was asked for, else the line of the proof.
    pub line: Vec<Move>,
    /// If a main line was asked for: the line with everything counted.
    pub strict_line: Option<Vec<Move>>,
    /// The move to play, where one is known; against a mate the longest defence.
    pub best: Option<Move>,
    /// What the attacker has left in hand at the end of the main line.
    pub leftover: Option<Hand>,
    /// Futile interpositions along the main line, if asked for and found within the limits.
    pub futile: Option<Vec<Futile>>,
    /// Moves played.
    pub nodes: u64,
    /// Positions expanded.
    pub expansions: u64,
    /// The longest line looked at.
    pub depth: u32,
    /// How long it took.
    pub seconds: f64,
    /// Why there is no answer.
    pub reason: Option<Reason>,
    /// Which engine.
    pub engine: String,
    /// Was the answer proved?
    pub proved: bool,
    /// Where the certificate is.
    pub certificate: Option<String>,
    /// The themes of the main line, where its length is settled: `docs/THEMES.md` has their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
    /// The main line with its variations, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Branch>,
    /// Checks that fail (紛れ), if asked for; where there is no mate, every check with the reply that escapes (逃れ順).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tries: Option<Vec<Try>>,
    /// Where there is no mate: a pawn whose drop would be mate, if the rules did not forbid it (打歩詰).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pawn_drop_mate: Option<Move>,
    /// Where there is no mate: would there be one if a pawn might be dropped to mate? Then the forbidden drop (打歩詰) is
    /// all that stands in the way. Not there if it was not found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_by_pawn_drop: Option<bool>,
    /// If asked for: what each move of the side to move comes to, the best first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Outcome>>,
}

/// An answer in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// There is a mate.
    Mate,
    /// There is none.
    NoMate,
    /// There is a brinkmate.
    Brinkmate,
    /// There is none.
    NoBrinkmate,
    /// Not known.
    #[default]
    Unknown,
}

impl Verdict {
    /// As JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Mate => "mate",
            Verdict::NoMate => "nomate",
            Verdict::Brinkmate => "brinkmate",
            Verdict::NoBrinkmate => "nobrinkmate",
            Verdict::Unknown => "unknown",
        }
    }

    /// Yes, no or not known.
    pub fn is_yes(self) -> Option<bool> {
        match self {
            Verdict::Mate | Verdict::Brinkmate => Some(true),
            Verdict::NoMate | Verdict::NoBrinkmate => Some(false),
            Verdict::Unknown => None,
        }
    }
}

/// An interposition that counts for nothing (無駄合).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Futile {
    /// How many moves of the main line come before it.
    pub after: u32,
    /// The interposition.
    pub reply: Move,
    /// The move that takes it.
    pub capture: Move,
    /// The number of plies within which there is a mate after that.
    pub plies: u32,
    /// The rule that makes it futile.
    #[serde(with = "crate::futile::class")]
    pub class: FutileClass,
}

/// A check that fails (紛れ), and the reply that refutes it, if one is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Try {
    /// How many moves of the main line come before it.
    pub after: usize,
    /// The check.
    #[serde(rename = "move")]
    pub m: Move,
    /// The refutation.
    pub refutation: Option<Move>,
    /// Where this check fails only because a pawn must not be dropped to mate (打歩詰): how it would go on after the
    /// refutation, up to the forbidden drop, which is the last of these moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pawn_drop_line: Vec<Move>,
}

impl Try {
    /// The line to the forbidden drop without the drop, which cannot be played.
    pub fn played_to_pawn_drop(&self) -> &[Move] {
        self.pawn_drop_line.split_last().map_or(&[], |(_, played)| played)
    }
}

/// What was found, whatever the question.
#[derive(Clone, Debug)]
pub struct Found {
    /// The answer: yes, over within this many plies; no; or why it is not known.
    pub yes: Result<Option<u32>, StopReason>,
    /// A line of the mate.
    pub line: Vec<Move>,
    /// The move to play, where one is known.
    pub best: Option<Move>,
    /// What is known about the strict length, if asked.
    pub length: Option<Length>,
    /// Main line and conventional length, if asked.
    pub solution: Option<Solution>,
    /// Futile interpositions along the main line, if asked and found within the limits.
    pub futile: Option<Vec<tsume::Futile>>,
    /// Was the answer proved?
    pub proved: bool,
    /// What it took.
    pub stats: Stats,
}

impl From<tsume::Answer> for Found {
    fn from(answer: tsume::Answer) -> Found {
        let tsume::Answer { verdict, line, best, length, solution, claims, stats, .. } = answer;
        let yes = match verdict {
            tsume::Verdict::Mate(plies) => Ok(Some(plies)),
            tsume::Verdict::NoMate => Ok(None),
            tsume::Verdict::Unknown(reason) => Err(reason),
        };
        Found { yes, line, best, length, solution, futile: None, proved: claims.is_some(), stats }
    }
}

impl From<brinkmate::Answer> for Found {
    fn from(answer: brinkmate::Answer) -> Found {
        let brinkmate::Answer { verdict, line, claims, stats, .. } = answer;
        let yes = match verdict {
            brinkmate::Verdict::Brinkmate(plies) => Ok(Some(plies)),
            brinkmate::Verdict::NoBrinkmate => Ok(None),
            brinkmate::Verdict::Unknown(reason) => Err(reason),
        };
        let (proved, best) = (claims.is_some(), line.first().copied());
        Found { yes, line, best, length: None, solution: None, futile: None, proved, stats }
    }
}

impl Found {
    /// Nothing is known.
    fn nothing(reason: StopReason) -> Found {
        tsume::Answer::bare(tsume::Verdict::Unknown(reason), Stats::default()).into()
    }

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
        Question::Solution | Question::Mate => {
            solver.solve_into(problem, limits, observer, sink).into()
        }
        Question::Shortest => solver.shortest_into(problem, limits, observer, sink).into(),
        Question::Line => solver.line_into(problem, limits, observer, sink).into(),
        Question::Brinkmate => {
            brinkmate::solve_into(problem, solver.settings(), limits, observer, sink).into()
        }
    }
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
        let futile = solver.futile_along(problem, &line, plies, limits, observer);
        // Where the line itself has one, because nothing else holds out as long, its like are no less worth counting.
        let played = |one: &tsume::Futile| line.get(one.after as usize) == Some(&one.reply);
        found.futile = futile.ok().map(|mut all| {
            let owed: Vec<u32> = all.iter().filter(|one| played(one)).map(|one| one.after).collect();
            all.retain(|one| !owed.contains(&one.after));
            all
        });
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
) -> Option<(Branch, Vec<Try>)> {
    let line = found.main_line().to_vec();
    let check = Check::conventional(problem, line, solver, limits).ok()?;
    let branch = tree::grow(&check, depth, solver, limits, observer);
    let mut tries = Vec::new();
    let all = if with_tries { check.alternatives() } else { vec![] };
    for alternative in all.into_iter().rev() {
        let judged = check.judge(alternative, solver, limits, observer, &mut |_| {});
        if let Judgement::NoMate { refutation, .. } = judged.judgement {
            let (after, m) = (alternative.after, alternative.m);
            tries.push(Try { after, m, refutation, pawn_drop_line: vec![] });
        }
    }
    Some((branch.into(), tries))
}

/// Positions expanded to find the reply to a check that is known to fail; the table knows most of them.
/// Fewer: checks without their reply. More: an answer of no mate comes late.
const ESCAPE: u64 = 20_000;

/// Every check of a problem that has no mate, with the reply that escapes where one is found.
pub fn escapes(
    problem: &Problem,
    solver: &mut Solver,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Vec<Try> {
    let mut checks = MoveList::new();
    if problem.position().turn() == problem.attacker() {
        problem.position().checks(&mut checks);
    }
    let limits = Limits { expansions: ESCAPE, ..limits.clone() };
    let one = |&m: &Move| {
        let answer = solver.solve(&problem.after(m), &limits, observer);
        let no_mate = answer.verdict == tsume::Verdict::NoMate;
        let refutation = answer.best.filter(|_| no_mate);
        Try { after: 0, m, refutation, pawn_drop_line: vec![] }
    };
    checks.iter().map(one).collect()
}

/// Positions expanded to find out whether the forbidden pawn drop is all that stands in the way of a mate.
const WITH_PAWN_DROPS: u64 = 200_000;

/// Would there be a mate if a pawn might be dropped to mate? If so, the checks that fail by this rule alone are told how they
/// would go on. `None` if that was not found out.
pub fn only_by_pawn_drop(
    problem: &Problem,
    tries: &mut [Try],
    solver: &mut Solver,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Option<bool> {
    let limits = Limits { expansions: WITH_PAWN_DROPS, ..limits.clone() };
    match solver.solve_with_pawn_drops(problem, &limits, observer).verdict {
        tsume::Verdict::Unknown(_) => return None,
        tsume::Verdict::NoMate => return Some(false),
        tsume::Verdict::Mate(_) => {}
    }
    for failed in tries {
        let Some(reply) = failed.refutation else { continue };
        let after = problem.after(failed.m).after(reply);
        let line = solver.line_to_pawn_drop(&after, &limits, observer);
        failed.pawn_drop_line = line.unwrap_or_default();
    }
    Some(true)
}

impl Answer {
    /// What was found, as it is told.
    pub fn new(question: Question, problem: &Problem, found: Found, engine: &str) -> Answer {
        let brinkmate = question == Question::Brinkmate;
        let verdict = match found.yes {
            Ok(Some(_)) if brinkmate => Verdict::Brinkmate,
            Ok(Some(_)) => Verdict::Mate,
            Ok(None) if brinkmate => Verdict::NoBrinkmate,
            Ok(None) => Verdict::NoMate,
            Err(_) => Verdict::Unknown,
        };
        let within = found.yes.ok().flatten();
        let solution = found.solution.as_ref();
        let strictly = within.and(found.length.as_ref());
        let strict_length = strictly.and_then(Length::exact);
        let by_convention = solution.map(|solution| &solution.conventional);
        let length = match by_convention {
            Some(by_convention) => by_convention.exact(),
            None => strict_length,
        };
        let main = solution.and_then(Solution::main_line);
        let futile = found.futile.as_ref().map(|all| all.iter().map(Futile::of).collect());
        // A line that is no main line, or one of a length that is open, has none.
        let themes = main.map_or(vec![], |main| crate::themes::of(problem, &main.moves, length));
        Answer {
            sfen: problem.position().to_sfen(),
            question,
            verdict,
            length,
            at_most: by_convention.and_then(|length| length.at_most).or(within),
            strict_length,
            strict_at_least: strictly.map(|length| length.at_least),
            strict_at_most: within,
            shortest: strict_length.is_some(),
            conventional: length.is_some() && solution.is_some(),
            line: found.main_line().to_vec(),
            strict_line: main.map(|_| found.line.clone()),
            best: found.best,
            leftover: main.map(|line| line.leftover),
            futile,
            nodes: found.stats.plays,
            expansions: found.stats.expansions,
            depth: found.stats.max_depth,
            reason: found.yes.err().map(Reason::from),
            engine: engine.to_string(),
            proved: found.proved,
            themes,
            ..Answer::default()
        }
    }

    /// A line to the very end: where futile interpositions are not counted, `line` ends before them.
    pub fn whole_line(&self) -> &[Move] {
        self.strict_line.as_deref().unwrap_or(&self.line)
    }

    /// No answer.
    pub fn unknown(question: Question, sfen: String, reason: Reason) -> Answer {
        Answer { sfen, question, reason: Some(reason), ..Answer::default() }
    }
}

impl Futile {
    fn of(futile: &tsume::Futile) -> Futile {
        let &tsume::Futile { after, reply, capture, plies, class, .. } = futile;
        Futile { after, reply, capture, plies, class }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
