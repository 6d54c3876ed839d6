//! The search through changed diagrams: in the order in which a composer would want them, by several threads, what is cheap to
//! ask first.
//!
//! All single changes are tried, then pairs, if nothing was found. There are millions of pairs; of a problem with known faults only
//! those are tried of which one change by itself makes a fault go away. A pair that works only together is not found.

use super::request::{Request, cooks};
use super::{Answer, Changed, Counts, Log, Mended, Refuted, Tried};
use crate::check::{self, Given, Soundness, Trouble};
use crate::conductor::Conductor;
use crate::{Progress, Stage};
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tsumugi_clock::{Clock, StopToken, threads};
use tsumugi_shogi::{FaultName, Hand, Move, Setup, Square, Waivers};
use tsumugi_tsume::canonical::fingerprint;
use tsumugi_tsume::{Limits, Problem, Settings, Solver, Verdict};
use tsumugi_workshop::changes::{Change, ChangeKind, all};
use tsumugi_workshop::mend::{
    Neighbourhood, Obstacle, Rank, Replay, Standing, captures, replay, verdict,
};

/// Expansions for the question whether a known fault still stands. Fewer: more diagrams go on to the check, which asks again.
/// More: one hard question keeps easy diagrams waiting.
const QUICK: u64 = 20_000;

/// Expansions for a move in the first check of a diagram, and in the last, unless the request says otherwise. What is left open
/// by the first waits until all others are done.
const FIRST_CHECK: u64 = 20_000;
const LAST_CHECK: u64 = 2_000_000;

/// Diagrams that a thread takes at a time. Fewer: a larger log. More: more is tried again after a stop, and the threads are
/// further apart in the order of ranks.
const PART: usize = 32;

/// How many faults are remembered and asked about first. Fewer: more checks. More: each diagram is asked more questions.
const REMEMBERED: usize = 24;

/// The fewest plies of a solution without an intended line: mates in one are no problems.
const SHORTEST: u32 = 3;

/// What is to be the only solution, and what stands in its way.
pub(super) struct Intention {
    /// The line; any will do if there is none.
    pub(super) line: Option<Vec<Move>>,
    /// The faults of the diagram as it is.
    pub(super) obstacles: Vec<Obstacle>,
}

/// All that does not change while diagrams are tried.
pub(super) struct Search<'a> {
    request: &'a Request,
    problem: &'a Problem,
    setup: Setup,
    waivers: Waivers,
    allow: &'a [FaultName],
    intention: Intention,
    changes: Vec<Change>,
    costs: Vec<u32>,
    log: &'a dyn Log,
    /// Names the request in the log.
    name: String,
}

/// How much is done for a diagram.
#[derive(Clone, Copy)]
struct Effort {
    /// Expansions for a move in its check.
    nodes: u64,
    /// Was it tried before, with less?
    again: bool,
}

/// One or two changes, by their numbers.
type Numbers = (u16, Option<u16>);

/// What the threads share.
struct Shared<'a, 's> {
    stage: &'a mut Stage<'s>,
    /// What is sound.
    found: Vec<(Rank, Mended)>,
    tried: Counts,
    expansions: u64,
    /// Known faults, and how many diagrams each has thrown out.
    obstacles: Vec<(Obstacle, u64)>,
    /// Diagrams that were not settled by little effort.
    open: Vec<Numbers>,
    /// Diagrams that were met.
    met: HashSet<(u128, Hand)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        request: &'a Request,
        problem: &'a Problem,
        waivers: Waivers,
        allow: &'a [FaultName],
        keep: Vec<Square>,
        intention: Intention,
        log: &'a dyn Log,
    ) -> Search<'a> {
        let setup = problem.position().to_setup();
        let kinds: Vec<ChangeKind> = match request.with.is_empty() {
            true => ChangeKind::ALL.to_vec(),
            false => request.with.iter().map(|&kind| kind.into()).collect(),
        };
        let changes = all(&setup, problem.attacker(), &kinds, &keep);
        let neighbourhood = Neighbourhood::new(problem, intention.line.as_deref().unwrap_or_default());
        let costs = changes.iter().map(|&change| neighbourhood.cost(change)).collect();
        let words = format!(
            "{} {:?} {:?} {} {} {}",
            setup.to_sfen(),
            intention.line,
            kinds,
            keep.iter().map(ToString::to_string).collect::<String>(),
            request.strict,
            request.futile,
        );
        let name = format!("{:016x}", fingerprint(words.as_bytes()));
        Search { request, problem, setup, waivers, allow, intention, changes, costs, log, name }
    }

    /// Tries one change, then two, and writes what it comes to into the answer.
    pub(super) fn run(
        self,
        solver: &mut Solver,
        stage: &mut Stage<'_>,
        answer: &mut Answer,
    ) -> Result<(), Trouble> {
        stage.part("mend", None);
        let known = self.intention.obstacles.iter().map(|&one| (one, 0)).collect();
        let shared = Mutex::new(Shared {
            stage,
            found: vec![],
            tried: Counts::default(),
            expansions: 0,
            obstacles: known,
            open: vec![],
            met: HashSet::new(),
        });
        let mut complete = self.try_all(1, &self.singles(), solver, &shared)?;
        answer.changes = 1;
        let enough = || !lock(&shared).found.is_empty();
        if complete && self.request.changes > 1 && !enough() {
            let pairs = self.pairs(solver, &shared);
            complete = self.try_all(2, &pairs, solver, &shared)?;
            answer.changes = 2;
        }
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        answer.reason = shared.stage.interrupted();
        let mut found = shared.found;
        found.sort_by(|one, other| (one.0, &one.1.sfen).cmp(&(other.0, &other.1.sfen)));
        found.truncate(self.request.limit);
        answer.mended = found.into_iter().map(|(_, mended)| mended).collect();
        answer.tried = shared.tried;
        // Also if the end came while the last diagram was looked at, or before the first pair.
        answer.complete = complete && shared.tried.open == 0 && answer.reason.is_none();
        answer.expansions += shared.expansions;
        Ok(())
    }

    /// All single changes, the most natural first.
    fn singles(&self) -> Vec<Numbers> {
        let mut all: Vec<u16> = (0..self.changes.len().min(usize::from(u16::MAX)) as u16).collect();
        all.sort_by_key(|&i| (self.captures(i), self.costs[usize::from(i)], i));
        all.into_iter().map(|i| (i, None)).collect()
    }

    fn captures(&self, i: u16) -> u32 {
        let line = self.intention.line.as_deref().unwrap_or_default();
        captures(self.changes[usize::from(i)], line)
    }

    /// The pairs that are worth trying, the most natural first.
    fn pairs(&self, solver: &mut Solver, shared: &Mutex<Shared<'_, '_>>) -> Vec<Numbers> {
        let helpful = self.helpful(solver, shared);
        let mut is_helpful = vec![false; self.changes.len()];
        helpful.iter().for_each(|&i| is_helpful[usize::from(i)] = true);
        // Where the line could be played before, a change that breaks it is no part of a pair.
        let plays = match &self.intention.line {
            Some(line) if replay(self.problem, line) == Replay::Mates => self.playing(line),
            _ => vec![true; self.changes.len()],
        };
        let captures: Vec<u32> = (0..self.changes.len() as u16).map(|i| self.captures(i)).collect();
        let stop = lock(shared).stage.whole().clone();
        // There may be millions: each goes where it belongs, and none has to be sorted when the time is over.
        let mut pairs: BTreeMap<(u32, u32), Vec<Numbers>> = BTreeMap::new();
        for &i in &helpful {
            if stop.is_over() {
                return vec![];
            }
            for j in 0..self.changes.len() as u16 {
                let (one, other) = (usize::from(i), usize::from(j));
                // Both helpful: once is enough.
                if i == j || !plays[one] || !plays[other] || is_helpful[other] && j < i {
                    continue;
                }
                if !apart(self.changes[one], self.changes[other]) {
                    continue;
                }
                let cost = self.costs[one] + self.costs[other];
                let rank = (captures[one] + captures[other], cost);
                pairs.entry(rank).or_default().push((i, Some(j)));
            }
        }
        pairs.into_values().flatten().collect()
    }

    /// After which single changes can the line be played?
    fn playing(&self, line: &[Move]) -> Vec<bool> {
        let plays = |&change: &Change| {
            self.pose(&[change]).is_some_and(|problem| replay(&problem, line) == Replay::Mates)
        };
        self.changes.iter().map(plays).collect()
    }

    /// The single changes that make one of the faults go away; all of them where no fault is known.
    fn helpful(&self, solver: &mut Solver, shared: &Mutex<Shared<'_, '_>>) -> Vec<u16> {
        let all = 0..self.changes.len() as u16;
        let (Some(line), false) = (&self.intention.line, self.intention.obstacles.is_empty()) else {
            return all.collect();
        };
        let stop = lock(shared).stage.whole().clone();
        let (next, limits) = (AtomicUsize::new(0), Limits { stop, ..Limits::expansions(QUICK) });
        let solvers: Vec<Solver> = (0..self.request.threads.max(1)).map(|_| solver.sharing()).collect();
        let found = threads::each(solvers, |mut solver| {
            let mut helpful = vec![];
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(&change) = self.changes.get(i) else { return helpful };
                if limits.interrupted().is_some() {
                    return helpful;
                }
                let Some(problem) = self.pose(&[change]) else { continue };
                let gone = |obstacle: &Obstacle| {
                    let standing = obstacle.stands(&problem, line, &mut solver, &limits);
                    matches!(standing, Some(Standing::Gone(_)))
                };
                if self.intention.obstacles.iter().any(gone) {
                    helpful.push(i as u16);
                }
            }
        });
        let mut found = found.concat();
        found.sort_unstable();
        found
    }

    /// Tries diagrams, a little effort for each first. Were all of them tried?
    fn try_all(
        &self,
        level: u32,
        candidates: &[Numbers],
        solver: &mut Solver,
        shared: &Mutex<Shared<'_, '_>>,
    ) -> Result<bool, Trouble> {
        let last = self.request.nodes_each.unwrap_or(LAST_CHECK);
        let first = Effort { nodes: FIRST_CHECK.min(last), again: false };
        let mut complete = self.round(level, candidates, first, solver, shared)?;
        let open = std::mem::take(&mut lock(shared).open);
        if complete && !open.is_empty() && first.nodes < last {
            lock(shared).tried.open = 0;
            let more = Effort { nodes: last, again: true };
            complete = self.round(level, &open, more, solver, shared)?;
            lock(shared).open.clear();
        }
        Ok(complete)
    }

    /// Has the threads try all of these diagrams with this level of effort. Did they come to the end?
    fn round(
        &self,
        level: u32,
        candidates: &[Numbers],
        effort: Effort,
        solver: &mut Solver,
        shared: &Mutex<Shared<'_, '_>>,
    ) -> Result<bool, Trouble> {
        let words: Vec<u8> = candidates
            .iter()
            .flat_map(|(i, j)| (u32::from(*i) | u32::from(j.unwrap_or(u16::MAX)) << 16).to_le_bytes())
            .collect();
        let round = format!("{level} {} {:016x}", effort.nodes, fingerprint(&words));
        let next = AtomicUsize::new(0);
        let (clock, stop) = {
            let shared = lock(shared);
            (shared.stage.clock().clone(), shared.stage.whole().clone())
        };
        let workers: Vec<Worker> = (0..self.request.threads.max(1))
            .map(|_| Worker::new(solver, clock.clone(), stop.clone()))
            .collect();
        let ended = threads::each(workers, |mut worker| -> Result<bool, Trouble> {
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                let Some(here) = candidates.chunks(PART).nth(part) else { return Ok(true) };
                let name = format!("{round} {part}");
                let known = self.log.is_done(&self.name, &name);
                for &numbers in here {
                    if worker.stop.is_over() || lock(shared).found.len() >= self.request.limit {
                        return Ok(false);
                    }
                    self.try_one(numbers, effort, known, &mut worker, shared)?;
                }
                if !known && !worker.stop.is_over() {
                    self.log.done(&self.name, &name)?;
                }
                let mut shared = lock(shared);
                let done = (part * PART + here.len()).min(candidates.len());
                shared.stage.done(done, candidates.len());
                shared.stage.breathe();
            }
        });
        let ended = ended.into_iter().collect::<Result<Vec<bool>, Trouble>>()?;
        Ok(ended.into_iter().all(|end| end))
    }

    /// The problem after these changes, if it is a legal diagram.
    fn pose(&self, changes: &[Change]) -> Option<Problem> {
        let attacker = self.problem.attacker();
        let mut setup = self.setup.clone();
        for change in changes {
            setup = change.apply(&setup, attacker)?;
        }
        Problem::from_setup_for(&setup, self.waivers, true, Some(attacker)).ok()
    }

    fn changes(&self, (i, j): Numbers) -> Vec<Change> {
        [Some(i), j].into_iter().flatten().map(|i| self.changes[usize::from(i)]).collect()
    }

    /// Tries one diagram: what is cheap first. Of a part that was done before, only what the log holds is told again.
    fn try_one(
        &self,
        numbers: Numbers,
        effort: Effort,
        known: bool,
        worker: &mut Worker,
        shared: &Mutex<Shared<'_, '_>>,
    ) -> Result<(), Trouble> {
        let changes = self.changes(numbers);
        let Some(problem) = self.pose(&changes) else { return Ok(()) };
        let key = (problem.position().wide_key(), problem.position().hand(problem.attacker()));
        // Two changes may come to one, or to another two.
        if !lock(shared).met.insert(key) && !effort.again {
            return Ok(());
        }
        let nodes = effort.nodes;
        let sfen = problem.position().to_sfen();
        let recalled = self.log.recall(&self.name, &sfen);
        if known && recalled.is_none() {
            lock(shared).tried.diagrams += 1;
            return Ok(());
        }
        // What was left open before may be settled by more.
        let recalled =
            recalled.filter(|tried| tried.verdict != Soundness::Unsettled || tried.nodes >= nodes);
        let tried = match recalled {
            Some(tried) => {
                let mut shared = lock(shared);
                shared.tried.diagrams += 1;
                shared.tried.checked += 1;
                tried
            }
            None => {
                if !self.is_worth_a_check(&problem, worker, shared) {
                    return Ok(());
                }
                let Some(tried) = self.check(&problem, &changes, nodes, worker, shared)? else {
                    return Ok(());
                };
                self.log.add(&self.name, &sfen, &tried)?;
                tried
            }
        };
        let mut shared = lock(shared);
        match (tried.verdict, tried.mended) {
            (Soundness::Sound, Some(mended)) => {
                let rank = Rank {
                    changes: changes.len() as u32,
                    captures: mended.captures,
                    cost: mended.cost,
                };
                shared.found.push((rank, mended));
                shared.tell();
            }
            (Soundness::Unsettled, _) => {
                shared.tried.open += 1;
                shared.open.push(numbers);
            }
            _ => {}
        }
        Ok(())
    }

    /// Does the line still mate, and is every known fault gone?
    fn is_worth_a_check(
        &self,
        problem: &Problem,
        worker: &mut Worker,
        shared: &Mutex<Shared<'_, '_>>,
    ) -> bool {
        let limits = Limits { stop: worker.stop.clone(), ..Limits::expansions(QUICK) };
        lock(shared).tried.diagrams += 1;
        let Some(line) = &self.intention.line else {
            let mates = !matches!(verdict(problem, &mut worker.solver, &limits).0, Verdict::NoMate);
            lock(shared).tried.line += !mates as u64;
            return mates;
        };
        if replay(problem, line) != Replay::Mates {
            lock(shared).tried.line += 1;
            return false;
        }
        let known: Vec<Obstacle> = lock(shared).obstacles.iter().map(|(one, _)| *one).collect();
        for obstacle in known {
            if obstacle.stands(problem, line, &mut worker.solver, &limits) == Some(Standing::Stands) {
                let mut shared = lock(shared);
                shared.tried.faults += 1;
                shared.threw_out(obstacle);
                return false;
            }
        }
        true
    }

    /// The full check; none if it was broken off.
    fn check(
        &self,
        problem: &Problem,
        changes: &[Change],
        nodes: u64,
        worker: &mut Worker,
        shared: &Mutex<Shared<'_, '_>>,
    ) -> Result<Option<Tried>, Trouble> {
        let line = self.intention.line.as_deref().unwrap_or_default();
        let asked = check::Request {
            nodes_each: Some(nodes),
            threads: 1,
            prove: false,
            ..self.request.check(problem, line, self.allow)
        };
        let checked = worker.check(&asked)?;
        {
            let mut shared = lock(shared);
            shared.tried.checked += 1;
            shared.expansions += checked.expansions;
            if self.intention.line.is_some() && checked.given == Given::Examined {
                cooks(&checked).into_iter().for_each(|cook| shared.learn(cook));
            }
        }
        let wanted = if line.is_empty() { Given::Nothing } else { Given::Examined };
        let verdict = match checked.verdict {
            Soundness::Sound if checked.given != wanted => Soundness::Flawed,
            Soundness::Unsettled if worker.stop.is_over() => return Ok(None),
            verdict => verdict,
        };
        let too_short =
            |solution: &check::Solution| line.is_empty() && (solution.line.len() as u32) < SHORTEST;
        let mended = match &checked.solution {
            Some(solution) if verdict == Soundness::Sound && !too_short(solution) => {
                // Once more, with every "does not mate" proved; the table knows the answers.
                let nodes_each = Some(self.request.nodes_each.unwrap_or(LAST_CHECK));
                let proved = worker.check(&check::Request { prove: true, nodes_each, ..asked })?;
                if proved.verdict != Soundness::Sound {
                    let open = Tried { verdict: Soundness::Unsettled, nodes, mended: None };
                    return Ok((!worker.stop.is_over()).then_some(open));
                }
                Some(self.mended(
                    problem,
                    changes,
                    proved.solution.as_ref().unwrap_or(solution),
                    worker,
                ))
            }
            _ => None,
        };
        let verdict = match (verdict, &mended) {
            (Soundness::Sound, None) => Soundness::Flawed,
            (verdict, _) => verdict,
        };
        Ok(Some(Tried { verdict, nodes, mended }))
    }

    /// All that is to be told about a sound diagram.
    fn mended(
        &self,
        problem: &Problem,
        changes: &[Change],
        solution: &check::Solution,
        worker: &mut Worker,
    ) -> Mended {
        let line = &solution.line;
        let limits = Limits { stop: worker.stop.clone(), ..Limits::expansions(QUICK) };
        let mut refutes = vec![];
        if self.intention.line.is_some() {
            for obstacle in &self.intention.obstacles {
                let &Obstacle::Cook { after, m } = obstacle else { continue };
                let standing = obstacle.stands(problem, line, &mut worker.solver, &limits);
                let reply = match standing {
                    Some(Standing::Gone(reply)) => reply,
                    _ => None,
                };
                refutes.push(Refuted { move_number: after + 1, m, reply });
            }
        }
        let rank = Rank::new(changes, self.problem, line);
        Mended {
            sfen: problem.position().to_sfen(),
            changes: changes.iter().map(|&change| Changed::from(change)).collect(),
            line: line.clone(),
            length: line.len() as u32,
            refutes,
            left: solution.findings.clone(),
            proved: solution.proved == solution.no_mate,
            captures: rank.captures,
            cost: rank.cost,
        }
    }
}

impl Shared<'_, '_> {
    /// A fault that was found on another diagram: it may be on the next, too.
    fn learn(&mut self, obstacle: Obstacle) {
        if self.obstacles.iter().all(|(known, _)| *known != obstacle) {
            if self.obstacles.len() >= REMEMBERED {
                self.obstacles.pop();
            }
            self.obstacles.push((obstacle, 0));
        }
    }

    /// What throws out most is asked about first.
    fn threw_out(&mut self, obstacle: Obstacle) {
        if let Some((_, count)) = self.obstacles.iter_mut().find(|(known, _)| *known == obstacle) {
            *count += 1;
            self.obstacles.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        }
    }

    /// Tells what was found by now, the best first.
    fn tell(&mut self) {
        self.found.sort_by(|one, other| (one.0, &one.1.sfen).cmp(&(other.0, &other.1.sfen)));
        let found = self.found.iter().map(|(_, mended)| mended.clone()).collect();
        self.stage.note_mended(found);
    }
}

/// What a thread works with.
struct Worker {
    conductor: Conductor,
    solver: Solver,
    clock: Clock,
    stop: StopToken,
}

impl Worker {
    fn new(solver: &mut Solver, clock: Clock, stop: StopToken) -> Worker {
        let mut own = solver.sharing();
        own.configure(Settings { prove: false, ..own.settings().clone() });
        Worker { conductor: Conductor::of(solver.sharing()), solver: own, clock, stop }
    }

    fn check(&mut self, request: &check::Request) -> Result<check::Answer, Trouble> {
        let mut nobody = |_: &Progress| {};
        let mut stage = Stage::new(&self.clock, self.stop.clone(), &mut nobody);
        self.conductor.check(request, &mut stage, &())
    }
}

/// Do two changes touch different squares, and do they not undo each other?
fn apart(one: Change, other: Change) -> bool {
    let undone = match (one, other) {
        (Change::Give(kind), Change::Take(same)) | (Change::Take(kind), Change::Give(same)) => {
            kind == same
        }
        _ => false,
    };
    !undone && other.squares().all(|square| one.squares().all(|own| own != square))
}

fn lock<'m, 'a, 's>(shared: &'m Mutex<Shared<'a, 's>>) -> MutexGuard<'m, Shared<'a, 's>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
