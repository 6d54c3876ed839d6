//! `solve` as plain data, and as it is conducted.

use super::moves::{MOST_MOVES, Survey, Surveyed};
use super::{
    Answer, CHECKPOINTS, Found, Keeper, Question, Store, better_of, escapes, explain, find, grow,
    only_by_pawn_drop,
};
use crate::conductor::Conductor;
use crate::request::{House, search_bytes, within};
use crate::{Fault, ProblemText, Stage, message, rounded};
use serde::{Deserialize, Serialize};
use tsumugi_andor::{Engine, Stats};
use tsumugi_shogi::Move;
use tsumugi_tsume::{FutileClasses, Guide, Limits, Problem, Settings, Solver};

/// A longer certificate is not kept in memory. Less: proofs of problems with a few hundred plies are lost. More: an answer
/// that no browser shows.
pub const MOST_CERTIFICATE: usize = 32 << 20;

/// The deepest tree of variations. Less: variations of ordinary problems are cut off. More: a tree has more branches than
/// anybody reads.
const DEEPEST_TREE: u32 = 16;

/// A problem to solve, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The problem.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// What to find out.
    pub question: Question,
    /// Time limit in seconds.
    pub time: Option<f64>,
    /// Limit on positions expanded.
    pub nodes: Option<u64>,
    /// MiB for the table.
    pub hash: Option<u32>,
    /// Threads.
    pub threads: u32,
    /// Say why interpositions are futile.
    pub explain: bool,
    /// The classes of interpositions (無駄合) that conventional lengths do not count.
    #[serde(with = "crate::futile::classes")]
    pub futile: FutileClasses,
    /// Show the variations down to this depth.
    pub tree: Option<u32>,
    /// Show the checks that fail as well.
    pub tries: bool,
    /// Report what each move of the side to move comes to, for this number of the best.
    pub multipv: Option<u32>,
    /// The solution that is meant, or another line of checks and replies, from the problem on: what lies beside it is searched
    /// first. It changes no answer, and is followed as far as it can be played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<Move>,
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
            futile: FutileClasses::default(),
            tree: None,
            tries: false,
            multipv: None,
            line: vec![],
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
        within("tree", self.tree.unwrap_or(0), 0, DEEPEST_TREE)?;
        let has_line = matches!(self.question, Question::Solution | Question::Line);
        if self.explain && !has_line {
            return Err(Fault::bad_request(message!(
                "explain is for the questions solution and line",
                "explainは質問がsolutionかlineのときだけ使えます"
            )));
        }
        if self.futile != FutileClasses::default() && !has_line {
            return Err(Fault::bad_request(message!(
                "futile is for the questions solution and line",
                "futileは質問がsolutionかlineのときだけ使えます",
            )));
        }
        if self.tries && self.tree.is_none() {
            return Err(Fault::bad_request(message!("tries needs tree", "triesにはtreeが必要です")));
        }
        within("multipv", self.multipv.unwrap_or(1), 1, MOST_MOVES)?;
        let brinkmate = self.question == Question::Brinkmate;
        if brinkmate && self.multipv.is_some() {
            return Err(Fault::bad_request(message!(
                "multipv is not for brinkmates",
                "multipvは必至には使えません",
            )));
        }
        if brinkmate && !self.line.is_empty() {
            return Err(Fault::bad_request(message!(
                "line is not for brinkmates",
                "lineは必至には使えません",
            )));
        }
        if brinkmate && self.tree.is_some() {
            return Err(Fault::bad_request(message!(
                "a brinkmate has no tree",
                "必至には変化がありません"
            )));
        }
        self.settings()?;
        self.problem.problem_there().map(|_| ())
    }

    /// Did whoever asks set a limit?
    fn is_limited(&self) -> bool {
        self.nodes.is_some() || (self.time.is_some() && !self.time_of_the_house)
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
        Ok(Settings { futile: self.futile, prove: self.certificate || courtesy, ..settings })
    }
}

/// Answers a request, with checkpoints of the search if there is a store for them.
///
/// # Errors
/// When the problem is none, an option does not exist, or the search cannot go on from its checkpoint.
pub(crate) fn conduct<'a>(
    request: &Request,
    conductor: &mut Conductor,
    store: Option<&'a mut dyn Store>,
    stage: &mut Stage<'a>,
    sink: &mut dyn FnMut(&str),
) -> Result<Answer, Fault> {
    let (_, problem) = request.problem.problem_there()?;
    let settings = request.settings()?;
    stage.end_at(request.time);
    stage.pose(problem.position());
    let mut limits = conductor.limits(&settings, request.nodes.unwrap_or(u64::MAX), stage);
    if !request.certificate {
        stage.proof_is_courtesy();
    }
    let solver = conductor.solver(settings);
    if let Some(store) = store.filter(|_| CHECKPOINTS) {
        if request.question == Question::Brinkmate {
            return Err(Fault::bad_request(message!(
                "there are no checkpoints of brinkmates",
                "必至では途中経過を残せません",
            )));
        }
        let (keeper, spent) = Keeper::open(store, &problem, solver)?;
        stage.keep(keeper, spent);
    }
    let followed = follow(request, &problem, solver, &limits, stage);
    if limits.expansions != u64::MAX {
        limits.expansions = limits.expansions.saturating_sub(followed.expansions);
    }
    let mut known = |solver: &mut Solver, stage: &mut Stage<'_>| {
        settled(request, &problem, solver, &limits, stage, sink)
    };
    let (mut found, moves) = match request.multipv {
        None => (known(solver, stage), None),
        Some(most) => {
            // A certificate is written in one go, and who sets no limit wants an answer, however long it takes.
            let first = (request.certificate || !request.is_limited()).then(|| known(solver, stage));
            let Surveyed { found, moves } =
                survey(request, most, &problem, first, solver, &limits, stage);
            (found, Some(moves))
        }
    };
    found.stats = found.stats.plus(&followed);
    let has_mate = matches!(found.yes, Ok(Some(_)));
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
    let (mut pawn_drop_mate, mut by_pawn_drop) = (None, None);
    if found.yes == Ok(None) && matches!(request.question, Question::Solution | Question::Line) {
        stage.part("explanations", None);
        let limits = Limits { stop: stage.stop(), ..limits };
        let settings = solver.settings().clone();
        solver.configure(Settings { prove: false, ..settings });
        let mut failed = escapes(&problem, solver, &limits, stage);
        pawn_drop_mate = problem.pawn_drop_mate();
        by_pawn_drop = only_by_pawn_drop(&problem, &mut failed, solver, &limits, stage);
        tries = Some(failed);
    }
    let answer = Answer::new(request.question, &problem, found, Engine::Dfpn.name());
    stage.keep_now(answer.expansions, answer.nodes, answer.depth);
    let seconds = rounded(stage.seconds());
    let (earlier, only_by_pawn_drop) = (stage.earlier(), by_pawn_drop);
    let answer = Answer {
        nodes: answer.nodes + earlier.plays,
        expansions: answer.expansions + earlier.expansions,
        depth: answer.depth.max(earlier.depth),
        ..answer
    };
    Ok(Answer { seconds, tree, tries, pawn_drop_mate, only_by_pawn_drop, moves, ..answer })
}

/// Searches what lies beside the line of the request, for half of what the request allows at most: what it took.
fn follow(
    request: &Request,
    problem: &Problem,
    solver: &mut Solver,
    limits: &Limits,
    stage: &mut Stage<'_>,
) -> Stats {
    let guide = match request.question {
        _ if request.line.is_empty() => return Stats::default(),
        Question::Brinkmate => return Stats::default(),
        Question::Mate => Guide::Mate,
        Question::Solution | Question::Shortest | Question::Line => Guide::Length,
    };
    stage.part("line", request.time.map(|time| time / 2.0));
    let expansions = match limits.expansions {
        u64::MAX => u64::MAX,
        most => most / 2,
    };
    let limits = Limits { expansions, stop: stage.stop(), ..limits.clone() };
    let followed = solver.follow(problem, &request.line, guide, &limits, stage);
    stage.part("search", None);
    followed
}

/// What is found about a problem by itself, and made better as long as there is time.
fn settled(
    request: &Request,
    problem: &Problem,
    solver: &mut Solver,
    limits: &Limits,
    stage: &mut Stage<'_>,
    sink: &mut dyn FnMut(&str),
) -> Found {
    let found = find(request.question, problem, solver, limits, stage, sink);
    let has_mate = matches!(found.yes, Ok(Some(_)));
    if request.question != Question::Solution || !has_mate || stage.is_over() {
        return found;
    }
    let first = Answer::new(request.question, problem, found.clone(), Engine::Dfpn.name());
    stage.note_found(&Answer { seconds: rounded(stage.seconds()), ..first });
    improved(found, problem, request, solver, limits, stage)
}

/// Seconds for the moves of a problem, where the request sets no limit and the problem took less.
const LEAST_SURVEY: f64 = 5.0;

/// What each move comes to; and the problem itself, unless that is known already.
fn survey(
    request: &Request,
    most: u32,
    problem: &Problem,
    known: Option<Found>,
    solver: &mut Solver,
    limits: &Limits,
    stage: &mut Stage<'_>,
) -> Surveyed {
    let time = (!request.is_limited()).then(|| stage.seconds().max(LEAST_SURVEY));
    stage.part("moves", time);
    let limits = Limits { stop: stage.stop(), ..limits.clone() };
    Survey::new((request.question, most), problem, known, solver, &limits, stage).run()
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
    stage.part("improving", (!request.is_limited()).then(|| stage.seconds().max(LEAST_IMPROVEMENT)));
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

/// Seconds to look for a line of a mate after the time for everything is over. Less: a mate without its line. More: the time
/// is not kept within a tenth of a second.
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
