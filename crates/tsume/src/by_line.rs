//! Proofs from a given line: the solution that is meant is a skeleton, and what lies beside it is searched move by move.
//!
//! Trouble  From the diagram, the solution is looked for among everything else there is; and that nothing mates sooner is
//!          the hardest question of all when it is asked there.
//! Idea     Every other reply along the line is a job of its own: is it mated within the plies that the line leaves?
//!          So is every other check: does it mate at all, and if so, sooner? The last moves come first: they are easy, and
//!          their answers serve the ones before. All answers stay in the transposition table, where a search of the
//!          diagram finds them: the proofs of the jobs need no merging.
//! Truth    Nothing is believed of a line. One that is wrong fills the table with answers to other questions; between
//!          the rounds of its jobs the problem is searched without it.

use crate::check::moves_of;
use crate::game::TsumeGame;
use crate::problem::Problem;
use crate::solve::{Settings, Solver, Verdict, over_already, search};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use tsumugi_andor::{Limits, Observer, Stats};
use tsumugi_clock::threads;
use tsumugi_shogi::Move;

/// Expansions without the line at first. Fewer: problems that are easy without it take longer with it. More: spent twice on
/// the hard ones.
const EASY: u64 = 100_000;
/// Expansions for each question of a job in the first round. Fewer: most jobs are begun twice. More: easy ones wait for hard
/// ones.
const FIRST_ROUND: u64 = 20_000;
/// How many times more in each of the next. Fewer: more rounds, each of which begins again. More: a job that needs a little
/// more than one round keeps a whole one from others.
const ROUND_FACTOR: u64 = 4;
/// After each round the problem is searched without the line, with one in this many of the expansions of the round. Fewer (a
/// smaller number): hard problems are searched twice. More: a line that is no good costs more.
const WITHOUT_LINE: u64 = 4;

/// What a line is to help with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guide {
    /// Is there a mate? The attacker's other moves do not matter.
    Mate,
    /// How long does it take?
    Length,
}

/// A move beside the line.
struct Job {
    /// The position after it.
    after: Problem,
    /// Is it a check?
    is_check: bool,
    /// The plies that the line has left after its own move here.
    left: u32,
    settled: bool,
}

impl Solver {
    /// Searches what lies beside a line of the problem, as far as the line can be played, and keeps what it finds in the
    /// table. Ends when everything is settled, when the problem itself is, when the line turns out to be no solution or not
    /// the longest defence, or at a limit. Returns what it took.
    pub fn follow(
        &mut self,
        problem: &Problem,
        line: &[Move],
        guide: Guide,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Stats {
        self.follow_after(EASY, problem, line, guide, limits, observer)
    }

    /// The same after `easy` expansions without the line.
    fn follow_after(
        &mut self,
        easy: u64,
        problem: &Problem,
        line: &[Move],
        guide: Guide,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Stats {
        let positions = playable(problem, line);
        let mut jobs = jobs(&positions, line, guide);
        let left = |stats: &Stats, most: u64| Limits {
            expansions: limits.expansions.saturating_sub(stats.expansions).min(most),
            ..limits.clone()
        };
        let easy = left(&Stats::default(), easy);
        let (mut settled, mut stats) = self.without_line(problem, guide, &easy, observer);
        let mut budget = FIRST_ROUND;
        while !settled && limits.interrupted().is_none() {
            let (spent, refuted) = self.round(&mut jobs, budget, &left(&stats, u64::MAX));
            stats = stats.plus(&spent);
            stats = stats.plus(&self.connect(&positions, &left(&stats, u64::MAX)));
            // Nothing spent: what is left of the limit is less than a share for each thread.
            if refuted || spent.expansions == 0 || jobs.iter().all(|job| job.settled) {
                break;
            }
            let share = left(&stats, spent.expansions / WITHOUT_LINE);
            let more;
            (settled, more) = self.without_line(problem, guide, &share, observer);
            stats = stats.plus(&more);
            budget = budget.saturating_mul(ROUND_FACTOR);
        }
        stats
    }

    /// Spends the budget on each job that is open. Is there a reply that is not mated, or not in time?
    fn round(&mut self, jobs: &mut [Job], budget: u64, limits: &Limits) -> (Stats, bool) {
        let open: Vec<Mutex<&mut Job>> =
            jobs.iter_mut().filter(|job| !job.settled).map(Mutex::new).collect();
        let all = self.settings().threads.max(1);
        // Where there are fewer jobs than threads, several search one.
        let settings =
            Settings { threads: (all / open.len().max(1)).max(1), ..self.settings().clone() };
        let solver = |_| {
            let mut solver = self.sharing();
            solver.configure(settings.clone());
            solver
        };
        let solvers: Vec<Solver> = (0..all.min(open.len())).map(solver).collect();
        let (share, next) = (limits.expansions / solvers.len().max(1) as u64, AtomicUsize::new(0));
        let work = |mut solver: Solver| {
            let (mut stats, mut refuted) = (Stats::default(), false);
            while let Some(job) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                let left = share.saturating_sub(stats.expansions);
                if refuted || left == 0 || limits.interrupted().is_some() {
                    break;
                }
                let mut job = job.lock().unwrap_or_else(PoisonError::into_inner);
                let limits = Limits { expansions: left.min(job.cost(budget)), ..limits.clone() };
                let (spent, escapes) = job.search(&mut solver, &limits);
                stats = stats.plus(&spent);
                refuted = escapes;
            }
            (stats, refuted)
        };
        let done = threads::each(solvers, work);
        done.into_iter().fold((Stats::default(), false), |(all, any), (stats, refuted)| {
            (all.plus(&stats), any || refuted)
        })
    }

    /// Puts together what is known about the positions of the line itself, the last first: where the jobs of a position are
    /// settled that takes next to nothing.
    fn connect(&mut self, positions: &[Problem], limits: &Limits) -> Stats {
        let mut stats = Stats::default();
        for position in positions.iter().rev() {
            let most = LINK.min(limits.expansions.saturating_sub(stats.expansions));
            let limits = Limits { expansions: most, ..limits.clone() };
            let (verdict, spent) = self.mates(position, &limits, &mut ());
            stats = stats.plus(&spent);
            if matches!(verdict, Verdict::Unknown(_)) {
                break;
            }
        }
        stats
    }

    /// Is there a mate? Nothing is proved.
    fn mates(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> (Verdict, Stats) {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        if let Some(verdict) = over_already(&game) {
            return (verdict, Stats::default());
        }
        let table = self.table();
        let outcome = search(&game, self.settings(), &table, limits, observer);
        (outcome.verdict.into(), outcome.stats)
    }

    /// A search of the problem itself: is it settled?
    fn without_line(
        &mut self,
        problem: &Problem,
        guide: Guide,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> (bool, Stats) {
        match guide {
            Guide::Mate => {
                let (verdict, stats) = self.mates(problem, limits, observer);
                (!matches!(verdict, Verdict::Unknown(_)), stats)
            }
            Guide::Length => {
                let length = self.length(problem, limits, observer);
                (length.is_settled(), length.stats)
            }
        }
    }
}

/// Expansions to put together what is known about a position of the line. Fewer: some moves whose answers were found at sight
/// must be looked at again. More: spent in vain where a job is open.
const LINK: u64 = 100;

impl Job {
    /// What it may cost in a round with this budget for a question.
    fn cost(&self, budget: u64) -> u64 {
        if self.is_check { budget.saturating_mul(2) } else { budget }
    }

    /// Looks for the answer within the limits. Does a reply show that the line is not what it seems: is it not mated at all,
    /// or not in time?
    fn search(&mut self, solver: &mut Solver, limits: &Limits) -> (Stats, bool) {
        // Half for the question whether a check mates at all, whose answer serves every length.
        let half = if self.is_check { limits.expansions.div_ceil(2) } else { limits.expansions };
        let first = Limits { expansions: half, ..limits.clone() };
        let (verdict, stats) = solver.mates(&self.after, &first, &mut ());
        let expansions = limits.expansions.saturating_sub(stats.expansions);
        let rest = Limits { expansions, ..limits.clone() };
        let (asked, more) = match (verdict, self.is_check) {
            (Verdict::Mate(plies), false) if plies > self.left => {
                solver.within(&self.after, self.left, &rest, &mut ())
            }
            (Verdict::NoMate, _) | (_, false) => (verdict, Stats::default()),
            (_, true) => match self.left.checked_sub(2) {
                Some(fewer) => solver.within(&self.after, fewer, &rest, &mut ()),
                None => (Verdict::NoMate, Stats::default()),
            },
        };
        self.settled = !matches!(asked, Verdict::Unknown(_));
        (stats.plus(&more), !self.is_check && asked == Verdict::NoMate)
    }
}

/// The positions of a line, the diagram first, as far as its moves are checks and legal replies.
fn playable(problem: &Problem, line: &[Move]) -> Vec<Problem> {
    let mut positions = vec![problem.clone()];
    for &m in line {
        let here = &positions[positions.len() - 1];
        if !moves_of(here).contains(&m) {
            break;
        }
        let next = here.after(m);
        positions.push(next);
    }
    positions
}

/// What is asked beside a line: the last moves first, replies before checks.
fn jobs(positions: &[Problem], line: &[Move], guide: Guide) -> Vec<Job> {
    let played = positions.len() - 1;
    let mut jobs = Vec::new();
    for (at, here) in positions[..played].iter().enumerate().rev() {
        let is_check = here.position().turn() == here.attacker();
        if is_check && guide == Guide::Mate {
            continue;
        }
        let left = (played - at - 1) as u32;
        let others = moves_of(here).into_iter().filter(|&m| m != line[at]);
        jobs.extend(others.map(|m| Job { after: here.after(m), is_check, left, settled: false }));
    }
    jobs.sort_by_key(|job| job.is_check);
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::Position;

    /// A mate in seven, with equal defences on the way.
    const SEVEN: &str = "5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1";
    const SOLUTION: &str = "S*2c 2b1c 2c1d+ 1c1b 1d2c 1b1a S*1b";

    fn problem(sfen: &str) -> Problem {
        Problem::new(Position::from_sfen(sfen).unwrap())
    }

    fn line(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|m| m.parse().unwrap()).collect()
    }

    fn solver(threads: usize) -> Solver {
        Solver::new(Settings { bytes: 8 << 20, threads, ..Settings::default() })
    }

    /// The length after a line was followed, with its proof verified.
    fn length_after(
        sfen: &str,
        moves: &str,
        (easy, guide, threads): (u64, Guide, usize),
    ) -> Option<u32> {
        let (problem, mut solver) = (problem(sfen), solver(threads));
        let stats =
            solver.follow_after(easy, &problem, &line(moves), guide, &Limits::default(), &mut ());
        assert!(moves.is_empty() || stats.expansions > 0, "{moves}");
        let answer = solver.shortest(&problem, &Limits::default(), &mut ());
        let certificate = answer.certificate.unwrap();
        let sfen = problem.position().to_sfen();
        assert!(tsumugi_verify::verify(&sfen, &certificate).is_ok(), "{moves}");
        answer.length.unwrap().exact()
    }

    #[test]
    fn no_line_changes_the_length() {
        let lines = [
            SOLUTION,
            // Broken off; a shorter defence; a check that does not mate; no check; not even legal.
            "S*2c 2b1c 2c1d+",
            "S*2c 2b1a S*1b",
            "4a2c+ 2b2c S*3d 2c2d",
            "S*5e 2b1c",
            "1i1h",
            "",
        ];
        for moves in lines {
            for how in [
                (0, Guide::Mate, 1),
                (0, Guide::Length, 1),
                (0, Guide::Length, 2),
                (20, Guide::Length, 1),
                (EASY, Guide::Length, 1),
            ] {
                assert_eq!(length_after(SEVEN, moves, how), Some(7), "{moves} {how:?}");
            }
        }
        // No mate, whatever the line says.
        assert_eq!(length_after("4k4/9/9/9/9/9/9/9/9 b G 1", "G*5b 5a5b", (0, Guide::Length, 1)), None);
    }

    #[test]
    fn after_the_solution_there_is_next_to_nothing_left_to_search() {
        let (problem, mut solver) = (problem(SEVEN), solver(1));
        let limits = Limits::default();
        solver.follow_after(0, &problem, &line(SOLUTION), Guide::Length, &limits, &mut ());
        let after = solver.length(&problem, &Limits::default(), &mut ());
        let before = self::solver(1).length(&problem, &Limits::default(), &mut ());
        assert_eq!((after.exact(), before.exact()), (Some(7), Some(7)));
        assert!(after.stats.expansions < 20, "{} {}", after.stats.expansions, before.stats.expansions);
    }

    #[test]
    fn limits_hold_for_all_jobs_together() {
        let (problem, mut solver) = (problem(SEVEN), solver(2));
        // Every one anew: what is in the table costs nothing.
        for most in [0, 1, 10, 100] {
            solver.forget();
            let limits = Limits::expansions(most);
            for easy in [0, 5] {
                let moves = line(SOLUTION);
                let stats =
                    solver.follow_after(easy, &problem, &moves, Guide::Length, &limits, &mut ());
                assert!(stats.expansions <= most, "{} of {most}", stats.expansions);
            }
        }
    }
}
