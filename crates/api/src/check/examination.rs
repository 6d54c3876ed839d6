//! How a check is conducted.
//!
//! With a line given, the moves beside it are looked at at once: what they come to says how long the mate takes, too.
//! Without one the shortest mate is settled first, and of its main lines the one that leaves the problem sound.
//!
//! Every alternative gets a little effort first, those left open get more, and so on: what is easy is known soon,
//! whenever the check is stopped, and what was learned stays in the table that all threads share. What was settled is
//! proved in the end, with the time that is left: a verdict is worth more than the proof of half of it.

use super::archive::Archive;
use super::request::{Request, Trouble};
use super::round::{Aim, Round, is_worth_more};
use super::sheet::{self, Examined, GivenLine, State};
use super::{Known, Soundness, Task};
use crate::Stage;
use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use tsumugi_shogi::Move;
use tsumugi_tsume::check::{Check, Defence, Judgement, LengthBounds, Recorded, line_to_examine};
use tsumugi_tsume::{Length, Limits, Problem, Settings, Solver, StopReason, tree};

/// Expansions for each alternative in the first round. Fewer would visit most alternatives twice; many more would keep the
/// easy ones waiting for the hard ones.
const FIRST_ROUND: u64 = 20_000;
/// How many times more in each of the next. Fewer: more rounds, each of which begins again. More: the last round lasts as
/// long as all before it, many times over.
const ROUND_FACTOR: u64 = 16;

/// Seconds for an alternative, unless the request says otherwise; and for the length, where a line is given and the moves
/// beside it do not settle it. Less: alternatives of long problems stay open. More: one of them keeps a person waiting who
/// wants to hear about the others.
const TIME_EACH: f64 = 60.0;

/// Expansions for each line of the variations. Fewer: long variations have no line. More: a list of them takes minutes.
const VARIATION: u64 = 200_000;

/// Expansions for the length before the moves beside a given line are looked at: enough for ordinary problems, a second
/// at most for the others.
const QUICK: u64 = 200_000;

/// The most lines of equal length that are examined to find one that leaves the problem sound. Problems with more equal
/// defences than this along the way are not meant to be one.
const MOST_LINES: usize = 8;

/// A problem under examination.
pub(super) struct Examination<'a, 's> {
    pub(super) request: &'a Request,
    pub(super) problem: &'a Problem,
    /// The moves that came with it.
    pub(super) given: Vec<Move>,
    /// Those of the whole work.
    pub(super) limits: Limits,
    pub(super) archive: &'a dyn Archive,
    pub(super) solver: &'a mut Solver,
    pub(super) stage: &'a mut Stage<'s>,
    /// What was spent so far, apart from the moves beside the line that is told about.
    pub(super) expansions: u64,
}

/// What a check comes to.
pub(super) struct Outcome {
    pub(super) state: State,
    pub(super) given: GivenLine,
    pub(super) variations: Vec<(usize, Vec<Move>, Recorded)>,
    pub(super) certificate: Option<PathBuf>,
    pub(super) expansions: u64,
}

impl Examination<'_, '_> {
    /// Examines it; the variations that came with it too.
    pub(super) fn run(mut self, recorded: &[Vec<Move>]) -> Result<Outcome, Trouble> {
        let (mut state, given, certificate) = match self.given_line() {
            Ok(check) => self.by_given_line(check)?,
            Err(given) => self.by_found_line(given)?,
        };
        let mut variations = vec![];
        if let State::Examined(examined) = &mut state {
            if self.request.prove {
                self.prove(examined)?;
            }
            variations = self.judge_recorded(&examined.check, recorded);
            self.expansions += spent(examined);
        }
        Ok(Outcome { state, given, variations, certificate, expansions: self.expansions })
    }

    /// The line given, if there is one and it ends in mate.
    fn given_line(&mut self) -> Result<Check, GivenLine> {
        if self.given.is_empty() {
            return Err(GivenLine::Nothing);
        }
        let given = std::mem::take(&mut self.given);
        Check::conventional(self.problem, given, self.solver, &self.limits).map_err(GivenLine::Bad)
    }

    /// Examines the line given, whether or not the length is known.
    fn by_given_line(&mut self, check: Check) -> Result<Conclusion, Trouble> {
        let strict = self.strict_length(&Limits {
            expansions: QUICK.min(self.request.nodes_each.unwrap_or(u64::MAX)),
            ..self.limits.clone()
        });
        if strict.no_mate {
            let certificate = self.certify()?;
            return Ok((State::NoMate, GivenLine::Refuted(None), certificate));
        }
        let length = self.conventional(&strict, QUICK);
        let mut examined = self.examine(check, length, strict.exact())?;
        if let Some(escape) = examined.escape() {
            self.expansions += spent(&examined);
            return self.by_found_line(GivenLine::Refuted(Some(escape.after + 1)));
        }
        if examined.length.exact().is_none()
            && !self.stage.is_over()
            && self.settle_length(&mut examined)
        {
            let certificate = self.certify()?;
            return Ok((State::NoMate, GivenLine::Refuted(None), certificate));
        }
        let certificate = self.certify()?;
        Ok((State::Examined(Box::new(examined)), GivenLine::Examined, certificate))
    }

    /// Looks for the length itself, where the moves beside the line do not say it. Is there no mate?
    fn settle_length(&mut self, examined: &mut Examined) -> bool {
        self.stage.part("length", Some(self.request.time_each.unwrap_or(TIME_EACH)));
        let expansions = self.request.nodes_each.unwrap_or(u64::MAX);
        let limits = Limits { expansions, stop: self.stage.stop(), ..self.limits.clone() };
        let strict = self.strict_length(&limits);
        let length = self.conventional(&strict, expansions);
        examined.length = examined.length.and(length);
        examined.strict = strict.exact();
        examined.stopped = strict.stopped.or(examined.stopped);
        strict.no_mate
    }

    fn strict_length(&mut self, limits: &Limits) -> Length {
        let length = self.solver.length(self.problem, limits, self.stage);
        self.expansions += length.stats.expansions;
        length
    }

    /// What a strict length says about the one in which futile interpositions do not count.
    fn conventional(&mut self, strict: &Length, expansions: u64) -> LengthBounds {
        let limits = Limits { expansions, ..self.limits.clone() };
        let length = self.solver.conventional_length(self.problem, strict, &limits, self.stage);
        self.expansions += length.stats.expansions;
        LengthBounds { at_least: length.at_least.max(1), at_most: length.at_most }
    }

    /// Settles the shortest mate and examines its main line.
    fn by_found_line(&mut self, given: GivenLine) -> Result<Conclusion, Trouble> {
        let (strict, line) = self.solution()?;
        if strict.no_mate {
            let certificate = self.certify()?;
            return Ok((State::NoMate, given, certificate));
        }
        let Some(found) = line else {
            let reason = strict.stopped.or(self.limits.interrupted()).unwrap_or(StopReason::Nodes);
            return Ok((State::Open(reason, strict.at_most), given, None));
        };
        let certificate = self.certify()?;
        let length = found.len() as u32;
        let length = LengthBounds { at_least: length, at_most: Some(length) };
        let Ok(check) = Check::conventional(self.problem, found, self.solver, &self.limits) else {
            // The end of the line was shown to be mate before; only a limit keeps it from being so again.
            let reason = self.limits.interrupted().unwrap_or(StopReason::Stopped);
            return Ok((State::Open(reason, strict.at_most), given, certificate));
        };
        let first = self.examine(check, length, strict.exact())?;
        let examined = self.choose(first)?;
        Ok((State::Examined(Box::new(examined)), given, certificate))
    }

    /// The strict length of the mate and its main line.
    fn solution(&mut self) -> Result<(Length, Option<Vec<Move>>), Trouble> {
        if let Some(known) = self.archive.solution(self.problem) {
            return Ok(known);
        }
        let expansions = self.request.nodes_each.unwrap_or(u64::MAX);
        let limits = Limits { expansions, ..self.limits.clone() };
        let length = self.strict_length(&limits);
        let line = length.exact();
        let line = line.and_then(|_| line_to_examine(self.problem, self.solver, &limits, self.stage));
        if length.no_mate || line.is_some() {
            self.archive.add_solution(self.problem, &length, line.as_deref())?;
        }
        Ok((length, line))
    }

    /// Writes the certificate of the problem itself, if certificates are wanted.
    fn certify(&mut self) -> Result<Option<PathBuf>, Trouble> {
        let Some(mut file) = self.archive.certificate(None)? else { return Ok(None) };
        let mut write = |text: &str| file.write(text);
        let answer = self.solver.solve_into(self.problem, &self.limits, &mut (), &mut write);
        Ok(if answer.claims.is_some() { Some(file.finish()?) } else { None })
    }

    /// Of several main lines the one that leaves the problem sound, if there is one; else the first.
    fn choose(&mut self, first: Examined) -> Result<Examined, Trouble> {
        let worth = |examined: &Examined| match examined.verdict(self.request.strict) {
            Soundness::Sound => 0,
            Soundness::Flawed => 1,
            _ => 2,
        };
        let mut tried = HashSet::from([first.check.line().to_vec()]);
        let mut others = VecDeque::from(self.other_lines(&first.check, &first.tasks));
        let mut best = first;
        while let Some(line) = others.pop_front() {
            if worth(&best) == 0 || tried.len() >= MOST_LINES || self.stage.is_over() {
                break;
            }
            if !tried.insert(line.clone()) {
                continue;
            }
            let check = Check::conventional(self.problem, line, self.solver, &self.limits);
            let Ok(check) = check else { continue };
            let next = self.examine(check, best.length, best.strict)?;
            others.extend(self.other_lines(&next.check, &next.tasks));
            let (better, worse) = if worth(&next) < worth(&best) { (next, best) } else { (best, next) };
            self.expansions += spent(&worse);
            best = better;
        }
        Ok(best)
    }

    /// Other main lines, if the one examined leaves something to be desired.
    fn other_lines(&mut self, check: &Check, tasks: &[Task]) -> Vec<Vec<Move>> {
        let verdict = sheet::verdict(check, tasks, self.request.strict);
        if !matches!(verdict, Soundness::Cooked | Soundness::Flawed) {
            return vec![];
        }
        // What comes before a second solution has it too.
        let until = sheet::first_cook(tasks, self.request.strict).unwrap_or(usize::MAX);
        let known = sheet::known(tasks.iter());
        let mut defences: Vec<_> =
            known.defences.iter().map(|(&one, &defence)| (one, defence)).collect();
        defences.retain(|(one, _)| one.after < until);
        defences.sort_by_key(|(one, _)| (one.after, one.m.to_bits()));
        let equal = defences.iter().filter_map(|(one, defence)| match defence {
            Defence::Equal(line) => Some(check.with_defence(*one, line)),
            _ => None,
        });
        let mut lines: Vec<Vec<Move>> = equal.collect();
        if !check.leftover().is_empty() {
            let limits = Limits { expansions: VARIATION, ..self.limits.clone() };
            lines.extend(check.shorter_lines(&defences, self.solver, &limits, self.stage));
        }
        lines
    }

    /// Is it certain that this line does not leave the problem sound, and that there is no other to examine?
    fn is_spoilt(&mut self, check: &Check, tasks: &[Task]) -> bool {
        // A defence that turns out to hold out as long makes another line.
        let unsettled = |task: &Task| {
            let open = task.known.open().is_some() || task.known.is_vague();
            open && matches!(task.known, Known::Defence(_))
        };
        !tasks.iter().any(unsettled)
            && matches!(
                sheet::verdict(check, tasks, self.request.strict),
                Soundness::Cooked | Soundness::Flawed
            )
            && self.other_lines(check, tasks).is_empty()
    }

    /// Where only soundness is asked for: looks for a second solution at the first move before anything else, since no other line
    /// could be without it.
    fn seek_cook(&mut self, check: &Check, tasks: &mut [Task]) -> bool {
        let most = self.request.nodes_each.unwrap_or(u64::MAX);
        let limits = Limits { expansions: FIRST_ROUND.min(most), ..self.limits.clone() };
        let (found, stats) = check.cook_at_once(self.solver, &limits, self.stage);
        self.expansions += stats.expansions;
        let Some((alternative, dual)) = found else { return false };
        for task in tasks.iter_mut().filter(|task| task.alternative == alternative) {
            task.known = Known::Check(Judgement::Mate(dual.clone()));
        }
        true
    }

    /// Examines a line of a problem, given what is known about its length.
    fn examine(
        &mut self,
        mut check: Check,
        length: LengthBounds,
        strict: Option<u32>,
    ) -> Result<Examined, Trouble> {
        let mut tasks = Task::all(&check);
        let mut own = if length.exact().is_none() { Task::own(&check) } else { vec![] };
        self.archive.recall(&check, &mut tasks);
        self.archive.recall(&check, &mut own);
        if !self.request.brief || !self.seek_cook(&check, &mut tasks) {
            self.settle(&mut tasks, &mut own, &mut check)?;
        }
        let tree = self.request.tree.then(|| {
            let limits = Limits { expansions: VARIATION, ..self.limits.clone() };
            tree::grow(&check, 1, self.solver, &limits, self.stage)
        });
        let stopped = self.limits.interrupted().or(Some(StopReason::Nodes));
        let length = match length.exact() {
            Some(_) => length,
            None => length.and(check.bounds(&sheet::known(tasks.iter().chain(&own)))),
        };
        Ok(Examined { check, length, stopped, strict, tasks, own, tree })
    }

    /// Settles what can be settled: a little effort for each, more for those left open, and so on. Defences come first:
    /// other mates are compared with the longest. One that escapes ends it.
    fn settle(
        &mut self,
        tasks: &mut [Task],
        own: &mut [Task],
        check: &mut Check,
    ) -> Result<(), Trouble> {
        let most = self.request.nodes_each.unwrap_or(u64::MAX);
        let seconds = self.request.time_each.unwrap_or(TIME_EACH);
        let mut budget = FIRST_ROUND.min(most);
        loop {
            let (checks, defences) = split(tasks);
            self.settle_defences(check, checks, defences, own, budget)?;
            let escapes = |task: &Task| task.known == Known::Defence(Defence::Escapes);
            if defences.iter().any(escapes) {
                return Ok(());
            }
            if self.request.brief {
                if self.settle_until_spoilt(check, tasks, budget)? {
                    return Ok(());
                }
            } else {
                let waiting = open(defences.iter().chain(&*own));
                let total = checks.len() + defences.len() + own.len();
                self.round(check, checks.iter_mut(), budget, (waiting, total))?;
            }
            let worth = |task: &Task| task.known.open().is_some() && is_worth_more(task, seconds);
            let left = tasks.iter().chain(&*own).any(worth);
            if !left || budget >= most || self.stage.is_over() {
                return Ok(());
            }
            budget = budget.saturating_mul(ROUND_FACTOR).min(most);
        }
    }

    /// Spends the budget on the checks, the last ones first, until it is certain that the problem is not sound. Is it?
    fn settle_until_spoilt(
        &mut self,
        check: &Check,
        tasks: &mut [Task],
        budget: u64,
    ) -> Result<bool, Trouble> {
        let (checks, _) = split(tasks);
        let places: Vec<usize> = checks
            .chunk_by(|one, other| one.alternative.after == other.alternative.after)
            .map(<[Task]>::len)
            .collect();
        let mut begin = 0;
        for count in places {
            if self.is_spoilt(check, tasks) {
                return Ok(true);
            }
            let (waiting, total) = (open(tasks[begin + count..].iter()), tasks.len());
            self.round(check, tasks[begin..begin + count].iter_mut(), budget, (waiting, total))?;
            begin += count;
        }
        Ok(false)
    }

    /// Spends the budget on each defence: the last first, and interpositions after the others, since whether they are futile
    /// depends on how long the others hold out.
    fn settle_defences(
        &mut self,
        check: &mut Check,
        checks: &[Task],
        defences: &mut [Task],
        own: &mut [Task],
        budget: u64,
    ) -> Result<(), Trouble> {
        let total = checks.len() + defences.len() + own.len();
        let mut waiting = open(checks.iter().chain(&*defences));
        for here in defences.chunk_by_mut(|one, other| one.alternative.after == other.alternative.after)
        {
            let at = here[0].alternative.after;
            waiting -= open(here.iter());
            for interposing in [false, true] {
                let fits = |task: &&mut Task| check.may_interpose(task.alternative) == interposing;
                let tasks = here.iter_mut().filter(fits);
                self.round(check, tasks, budget, (waiting, total))?;
                check.learn(at, &sheet::known(here.iter()));
            }
        }
        self.round(check, own.iter_mut(), budget, (waiting, total))
    }

    /// Proves what is known about the checks beside the line, in the time that is left.
    fn prove(&mut self, examined: &mut Examined) -> Result<(), Trouble> {
        let total = examined.tasks.len() + examined.own.len();
        let waiting = open(examined.tasks.iter().chain(&examined.own));
        let tasks = examined.tasks.iter_mut().filter(|task| task.awaits_proof());
        let tasks: Vec<&mut Task> = tasks.collect();
        let budget = self.request.nodes_each.unwrap_or(u64::MAX);
        self.go_round(Aim::Prove, &examined.check, tasks, budget, (total - waiting, total))
    }

    /// Spends the budget on each of these moves that is worth it. How many others wait to be settled, and how many there
    /// are in all, is for whoever watches.
    fn round<'t>(
        &mut self,
        check: &Check,
        tasks: impl Iterator<Item = &'t mut Task>,
        budget: u64,
        (waiting, total): (usize, usize),
    ) -> Result<(), Trouble> {
        let seconds = self.request.time_each.unwrap_or(TIME_EACH);
        let tasks: Vec<&mut Task> = tasks.filter(|task| is_worth_more(task, seconds)).collect();
        let settled = total.saturating_sub(tasks.len() + waiting);
        self.go_round(Aim::Settle, check, tasks, budget, (settled, total))
    }

    /// Has the threads go through these moves. Where there are fewer moves than threads, several search one.
    fn go_round(
        &mut self,
        aim: Aim,
        check: &Check,
        tasks: Vec<&mut Task>,
        budget: u64,
        (settled, total): (usize, usize),
    ) -> Result<(), Trouble> {
        self.stage.part("alternatives", None);
        self.stage.done(settled, total);
        let (all, count) = (self.request.threads as usize, tasks.len());
        let settings = Settings {
            prove: aim == Aim::Prove,
            threads: (all / count.max(1)).max(1),
            ..self.solver.settings().clone()
        };
        let solver = |_| {
            let mut solver = self.solver.sharing();
            solver.configure(settings.clone());
            solver
        };
        let solvers: Vec<Solver> = (0..all.min(count)).map(solver).collect();
        let round = Round {
            aim,
            check,
            budget,
            seconds: self.request.time_each.unwrap_or(TIME_EACH),
            limits: &self.limits,
            clock: self.stage.clock().clone(),
            whole: self.stage.whole().clone(),
            archive: self.archive,
            settled: AtomicUsize::new(settled),
            total,
            next: AtomicUsize::new(0),
            open: tasks.into_iter().map(Mutex::new).collect(),
            stage: Mutex::new(&mut *self.stage),
        };
        Ok(round.run(solvers)?)
    }

    /// What the variations that came with the problem are worth.
    fn judge_recorded(
        &mut self,
        check: &Check,
        recorded: &[Vec<Move>],
    ) -> Vec<(usize, Vec<Move>, Recorded)> {
        let limits = Limits { expansions: VARIATION, ..self.limits.clone() };
        let judge = |line: &Vec<Move>| {
            let left = check.leaves_at(line)?;
            let worth = check.judge_recorded(line, left, self.solver, &limits, self.stage);
            Some((left, line.clone(), worth))
        };
        recorded.iter().filter_map(judge).collect()
    }
}

/// What is known, what became of the line given, and the certificate of the problem.
type Conclusion = (State, GivenLine, Option<PathBuf>);

/// Expansions for the moves beside a line.
fn spent(examined: &Examined) -> u64 {
    examined.tasks.iter().chain(&examined.own).map(|task| task.effort.expansions).sum()
}

/// How many are open.
fn open<'t>(tasks: impl Iterator<Item = &'t Task>) -> usize {
    tasks.filter(|task| task.known.open().is_some()).count()
}

/// Checks and defences.
fn split(tasks: &mut [Task]) -> (&mut [Task], &mut [Task]) {
    let checks = tasks.iter().take_while(|task| matches!(task.known, Known::Check(_))).count();
    tasks.split_at_mut(checks)
}
