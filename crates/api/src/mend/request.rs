//! `mend` as plain data, and as it is conducted.

use super::search::{Intention, Search};
use super::{Answer, Counts, Intended, Log};
use crate::check::{self, Class, Finding, Given, Soundness, Trouble};
use crate::conductor::Conductor;
use crate::request::{House, within};
use crate::{Fault, ProblemText, Stage, message, rounded};
use serde::{Deserialize, Serialize};
use tsumugi_shogi::{FaultName, Move, Square};
use tsumugi_tsume::{FutileClasses, Limits, Problem, Settings};
use tsumugi_workshop::changes::ChangeKind;
use tsumugi_workshop::mend::{Obstacle, Replay, escapes, replay};

/// Mended diagrams at most. Fewer: a composer has no choice. More: nobody looks at them.
const MOST_RESULTS: usize = 1000;

/// Expansions for a reply that may escape from the intended line.
const ESCAPE: u64 = 50_000;

/// A problem to mend, and how. The moves that come with it are the solution that is meant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The problem.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// The solution that is meant, where it does not come with the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<Move>,
    /// The most changes; two are tried only where one is not enough.
    pub changes: u32,
    /// What kinds of changes; all of them if there are none here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Kind>,
    /// Squares to leave as they are, empty or not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<String>,
    /// How many mended diagrams to look for.
    pub limit: usize,
    /// Time limit in seconds.
    pub time: Option<f64>,
    /// Limit on positions expanded for each move beside the solution of a changed diagram.
    pub nodes_each: Option<u64>,
    /// MiB for the table.
    pub hash: Option<u32>,
    /// Threads, each with a diagram of its own.
    pub threads: u32,
    /// Does every dual count as a cook?
    pub strict: bool,
    /// The classes of interpositions (無駄合) that conventional lengths do not count.
    #[serde(with = "crate::futile::classes")]
    pub futile: FutileClasses,
    /// Options of the search, by name.
    pub option: Vec<(String, String)>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            problem: ProblemText::default(),
            line: vec![],
            changes: 2,
            with: vec![],
            keep: vec![],
            limit: 10,
            time: None,
            nodes_each: None,
            hash: None,
            threads: 1,
            strict: false,
            futile: FutileClasses::default(),
            option: vec![],
        }
    }
}

/// A kind of change, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A piece more on the board.
    Add,
    /// A piece less on the board.
    Remove,
    /// A piece elsewhere.
    Shift,
    /// Another piece on a square.
    Exchange,
    /// The attacker's hand.
    Hand,
}

impl From<ChangeKind> for Kind {
    fn from(kind: ChangeKind) -> Kind {
        match kind {
            ChangeKind::Add => Kind::Add,
            ChangeKind::Remove => Kind::Remove,
            ChangeKind::Shift => Kind::Shift,
            ChangeKind::Exchange => Kind::Exchange,
            ChangeKind::Hand => Kind::Hand,
        }
    }
}

impl From<Kind> for ChangeKind {
    fn from(kind: Kind) -> ChangeKind {
        match kind {
            Kind::Add => ChangeKind::Add,
            Kind::Remove => ChangeKind::Remove,
            Kind::Shift => ChangeKind::Shift,
            Kind::Exchange => ChangeKind::Exchange,
            Kind::Hand => ChangeKind::Hand,
        }
    }
}

impl Request {
    pub(crate) fn admit(&mut self, house: &House) -> Result<(), Fault> {
        house.admit_hash(&mut self.hash)?;
        house.admit_time(&mut self.time)?;
        house.admit_threads(self.threads)?;
        within("changes", self.changes, 1, 2)?;
        within("limit", self.limit, 1, MOST_RESULTS)?;
        self.squares()?;
        Conductor::settings(self.hash, 1, &self.option)?;
        self.problem.problem().map(|_| ())
    }

    /// The squares to leave as they are.
    fn squares(&self) -> Result<Vec<Square>, Fault> {
        let read = |name: &String| {
            Square::from_usi(name).ok_or_else(|| {
                Fault::bad_request(message!(
                    "keep: {name:?} is no square, as 5a is one",
                    "keep: 「{name}」は升目ではありません（例: 5a）",
                ))
            })
        };
        self.keep.iter().map(read).collect()
    }

    /// What is asked about a diagram with a line.
    pub(super) fn check(
        &self,
        problem: &Problem,
        line: &[Move],
        allow: &[FaultName],
    ) -> check::Request {
        check::Request {
            problem: ProblemText::of(problem, line, allow),
            nodes_each: self.nodes_each,
            hash: self.hash,
            threads: self.threads,
            strict: self.strict,
            futile: self.futile,
            option: self.option.clone(),
            ..check::Request::default()
        }
    }
}

/// Answers a request.
///
/// # Errors
/// When the problem is none, or the log fails.
pub(crate) fn conduct(
    request: &Request,
    conductor: &mut Conductor,
    stage: &mut Stage<'_>,
    log: &dyn Log,
) -> Result<Answer, Trouble> {
    let (posed, problem) = request.problem.problem()?;
    let keep = request.squares()?;
    let given = match request.line.is_empty() {
        true => posed.record.main_line(),
        false => request.line.clone(),
    };
    stage.end_at(request.time);
    // What cannot be played is no part of a record.
    let playable = !matches!(replay(&problem, &given), Replay::Breaks(_));
    let asked = request.check(&problem, if playable { &given } else { &[] }, &posed.allow);
    let checked = check::conduct(&asked, conductor, stage, &())?;
    let intended = intention(&given, &checked);
    let mut answer = Answer {
        sfen: checked.sfen.clone(),
        name: posed.name.clone(),
        verdict: checked.verdict,
        intended: intended.0,
        line: intended.1.clone().unwrap_or_default(),
        faults: if playable { faults(&checked) } else { vec![] },
        mended: vec![],
        changes: 0,
        complete: true,
        tried: Counts::default(),
        reason: checked.reason,
        expansions: checked.expansions,
        seconds: rounded(stage.seconds()),
    };
    let sound = checked.verdict == Soundness::Sound;
    if sound && playable && matches!(checked.given, Given::Nothing | Given::Examined) {
        return Ok(answer);
    }
    // Broken off before anything was known: what was to be mended?
    if stage.is_over() || intended.1.is_none() && checked.verdict == Soundness::Unsettled {
        answer.complete = false;
        answer.reason = stage.interrupted().or(answer.reason);
        return Ok(answer);
    }
    let settings =
        Settings { futile: request.futile, ..Conductor::settings(request.hash, 1, &request.option)? };
    let limits = Limits { expansions: ESCAPE, ..conductor.limits(&settings, ESCAPE, stage) };
    let solver = conductor.solver(settings);
    let line = intended.1;
    let obstacles = match &line {
        Some(line) if playable => obstacles(&problem, line, &checked, &mut solver.sharing(), &limits),
        _ => vec![],
    };
    let intention = Intention { line, obstacles };
    let search = Search::new(request, &problem, posed.waivers, &posed.allow, keep, intention, log);
    search.run(solver, stage, &mut answer)?;
    answer.seconds = rounded(stage.seconds());
    Ok(answer)
}

/// Which line is to be the only solution: the one given, whatever the check says about it; else the one that the check found.
fn intention(given: &[Move], checked: &check::Answer) -> (Intended, Option<Vec<Move>>) {
    if !given.is_empty() {
        return (Intended::Given, Some(given.to_vec()));
    }
    match &checked.solution {
        Some(solution) => (Intended::Found, Some(solution.line.clone())),
        None => (Intended::Any, None),
    }
}

/// What spoils the diagram.
fn faults(checked: &check::Answer) -> Vec<Finding> {
    let all = checked.solution.iter().flat_map(|solution| &solution.findings);
    all.filter(|found| found.spoils || found.class == Class::LongerDefence).cloned().collect()
}

/// What has to go before the line is the only solution.
fn obstacles(
    problem: &Problem,
    line: &[Move],
    checked: &check::Answer,
    solver: &mut tsumugi_tsume::Solver,
    limits: &Limits,
) -> Vec<Obstacle> {
    let examined = checked.given != Given::Illegal && checked.given != Given::Unfinished;
    let refuted = checked.given == Given::Refuted || checked.verdict == Soundness::NoMate;
    match (refuted, checked.bad_move) {
        (true, Some(number)) => escapes(problem, line, number.saturating_sub(1), solver, limits),
        (true, None) => {
            let defences = (1..line.len()).step_by(2).rev();
            let mut found = defences.map(|after| escapes(problem, line, after, solver, limits));
            found.find(|found| !found.is_empty()).unwrap_or_default()
        }
        (false, _) if examined => cooks(checked),
        _ => vec![],
    }
}

/// The second solutions that a check found.
pub(super) fn cooks(checked: &check::Answer) -> Vec<Obstacle> {
    let all = checked.solution.iter().flat_map(|solution| &solution.findings);
    let cooks = all.filter(|found| found.spoils);
    cooks.map(|found| Obstacle::Cook { after: found.move_number - 1, m: found.m }).collect()
}
