//! What each move comes to: every check with its mate or the reply that refutes it, every defence with the mate against it.
//!
//! The problem itself and the positions after its moves are looked at in turns, each turn with more positions to expand
//! than the last: one hard check does not keep the others waiting. They share the table, so that nothing is searched
//! twice, and each is asked the question of the request, as if it had been asked alone.

use super::{Answer, Found, Question, Verdict, better_of, find};
use crate::Stage;
use serde::{Deserialize, Serialize};
use tsumugi_andor::{Engine, Stats};
use tsumugi_clock::Interrupt;
use tsumugi_shogi::{Move, MoveList};
use tsumugi_tsume::{Length, Limits, Problem, Settings, Solver, StopReason};

/// No position has more legal moves.
pub const MOST_MOVES: u32 = 593;

/// Positions expanded in the first turn of a position; most checks are settled by then.
const FIRST_TURN: u64 = 4_096;
/// Fewer are not worth the trouble.
const LEAST_TURN: u64 = 64;
/// Each turn after it has this many times as many.
const GROWTH: u64 = 4;
/// Seconds to settle a root that one of its moves has settled, after the time for everything is over.
const FAREWELL: f64 = 0.03;

/// What a move comes to. Lengths count the move itself, and are settled or null as those of an [`Answer`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Outcome {
    /// The move.
    #[serde(rename = "move")]
    pub m: Move,
    /// Is there a mate after it?
    pub verdict: Verdict,
    /// Plies to the mate, as in [`Answer::length`].
    pub length: Option<u32>,
    /// `length` is no more than this.
    pub at_most: Option<u32>,
    /// Plies with everything counted.
    pub strict_length: Option<u32>,
    /// The strict length is no more than this.
    pub strict_at_most: Option<u32>,
    /// The move and what follows: the line of the mate, or the reply that refutes a check.
    pub line: Vec<Move>,
    /// If a main line was asked for: the line of the mate with everything counted.
    pub strict_line: Option<Vec<Move>>,
}

impl Outcome {
    /// The line to the very end, as [`Answer::whole_line`].
    pub fn whole_line(&self) -> &[Move] {
        self.strict_line.as_deref().unwrap_or(&self.line)
    }

    /// What is known about the position after a move, told of the move.
    fn of(m: Move, answer: &Answer) -> Outcome {
        let longer = |plies: Option<u32>| plies.map(|plies| plies + 1);
        let line = |rest: &[Move]| [&[m], rest].concat();
        let refutation = answer.best.filter(|_| answer.verdict == Verdict::NoMate);
        Outcome {
            m,
            verdict: answer.verdict,
            length: longer(answer.length),
            at_most: longer(answer.at_most),
            strict_length: longer(answer.strict_length),
            strict_at_most: longer(answer.strict_at_most),
            line: refutation.map_or_else(|| line(&answer.line), |reply| line(&[reply])),
            strict_line: answer.strict_line.as_deref().filter(|_| refutation.is_none()).map(line),
        }
    }

    /// Takes over the mate of the problem if it begins with this move and more is known of it than of the position after the
    /// move.
    fn take(&mut self, root: &Answer) {
        let no_worse = |own: Option<u32>, root: Option<u32>| own.is_none_or(|own| root <= Some(own));
        let begins = |line: &[Move]| root.verdict == Verdict::Mate && line.first() == Some(&self.m);
        let (strictly, counted) = (begins(root.whole_line()), begins(&root.line));
        if strictly
            && self.strict_length.is_none()
            && no_worse(self.strict_at_most, root.strict_at_most)
        {
            self.verdict = Verdict::Mate;
            (self.strict_length, self.strict_at_most) = (root.strict_length, root.strict_at_most);
            self.strict_line.clone_from(&root.strict_line);
            self.at_most = self.at_most.or(root.strict_at_most);
        }
        if counted && self.length.is_none() && no_worse(self.at_most, root.at_most) {
            self.verdict = Verdict::Mate;
            (self.length, self.at_most) = (root.length, root.at_most);
            self.strict_at_most = self.strict_at_most.or(root.strict_at_most);
            self.line.clone_from(&root.line);
        }
    }

    /// The best move of an attacker is the shortest mate; that of a defender one without a mate, or the longest. What is not
    /// known stands between.
    fn rank(&self, attacks: bool) -> (i8, i64, i64) {
        let plies = |plies: Option<u32>| i64::from(plies.unwrap_or(0));
        let (group, sign) = (if attacks { 1 } else { -1 }, if attacks { 1 } else { -1 });
        match self.verdict.is_yes() {
            Some(true) => (-group, sign * plies(self.at_most), sign * plies(self.strict_at_most)),
            Some(false) => (group, 0, 0),
            None => (0, 0, 0),
        }
    }
}

/// A position that is looked at in turns: the problem itself, or the one after a move.
struct Item {
    m: Option<Move>,
    problem: Problem,
    found: Option<Found>,
    done: bool,
}

impl Item {
    fn new(m: Option<Move>, problem: Problem) -> Item {
        Item { m, problem, found: None, done: false }
    }

    /// Is there a mate, if that is known?
    fn mates(&self) -> Option<bool> {
        self.found.as_ref().and_then(|found| found.yes.ok()).map(|yes| yes.is_some())
    }

    /// Is there a mate whose line and lengths were not looked at yet?
    fn has_new_mate(&self, question: Question) -> bool {
        let found = self.found.as_ref().filter(|found| matches!(found.yes, Ok(Some(_))));
        question == Question::Solution && found.is_some_and(|found| found.solution.is_none())
    }

    fn expansions(&self) -> u64 {
        self.found.as_ref().map_or(0, |found| found.stats.expansions)
    }

    fn outcome(&self, question: Question) -> Option<Outcome> {
        let sfen = || self.problem.position().to_sfen();
        let answer = match &self.found {
            Some(found) => Answer::new(question, &self.problem, found.clone(), Engine::Dfpn.name()),
            None => Answer::unknown(question, sfen(), crate::Reason::Nodes),
        };
        Some(Outcome::of(self.m?, &answer))
    }
}

/// A problem and its moves, and what is known about them.
pub(super) struct Survey<'a, 'b> {
    question: Question,
    /// How many moves are told.
    most: usize,
    attacks: bool,
    solver: &'a mut Solver,
    /// How the problem itself is searched; its moves are not proved.
    settings: Settings,
    limits: Limits,
    stage: &'a mut Stage<'b>,
    /// The problem itself comes first.
    items: Vec<Item>,
}

/// What a survey found: about the problem, and about its moves, the best first.
pub(super) struct Surveyed {
    pub(super) found: Found,
    pub(super) moves: Vec<Outcome>,
}

impl<'a, 'b> Survey<'a, 'b> {
    /// A survey of a problem that is to report on `most` of its moves. What is known about the problem itself already is not
    /// looked at again.
    pub(super) fn new(
        (question, most): (Question, u32),
        problem: &Problem,
        known: Option<Found>,
        solver: &'a mut Solver,
        limits: &Limits,
        stage: &'a mut Stage<'b>,
    ) -> Survey<'a, 'b> {
        let attacks = problem.position().turn() == problem.attacker();
        let after = |&m: &Move| Item::new(Some(m), problem.after(m));
        let moves = moves_of(problem, attacks);
        let root = Item { done: known.is_some(), found: known, ..Item::new(None, problem.clone()) };
        let items = [root].into_iter().chain(moves.iter().map(after));
        Survey {
            question,
            most: most as usize,
            attacks,
            settings: solver.settings().clone(),
            solver,
            limits: limits.clone(),
            stage,
            items: items.collect(),
        }
    }

    /// Looks at everything in turns until it is settled, or a limit is reached.
    pub(super) fn run(mut self) -> Surveyed {
        // Where few positions are allowed, each move has its share of them.
        let share = self.limits.expansions / self.items.len() as u64;
        let mut turn = share.clamp(LEAST_TURN, FIRST_TURN);
        while !self.is_over() && self.items.iter().any(|item| !item.done) {
            for i in 0..self.items.len() {
                if !self.items[i].done && !self.is_over() {
                    self.step(i, turn);
                    if self.items[i].has_new_mate(self.question) && !self.is_over() {
                        self.step(i, turn);
                    }
                    self.settle_root(turn);
                    self.tell();
                }
            }
            if turn == u64::MAX {
                break;
            }
            turn = turn.saturating_mul(GROWTH);
        }
        self.finish()
    }

    fn spent(&self) -> u64 {
        self.items.iter().map(Item::expansions).sum()
    }

    fn left(&self) -> u64 {
        match self.limits.expansions {
            u64::MAX => u64::MAX,
            most => most.saturating_sub(self.spent()),
        }
    }

    fn is_over(&self) -> bool {
        self.limits.stop.is_over() || self.left() == 0
    }

    /// Searches a position, with at most `most` expansions.
    fn step(&mut self, i: usize, most: u64) {
        let limits = Limits { expansions: most.min(self.left()), ..self.limits.clone() };
        self.step_within(i, &limits);
    }

    fn step_within(&mut self, i: usize, limits: &Limits) {
        let prove = self.settings.prove && i == 0;
        self.solver.configure(Settings { prove, ..self.settings.clone() });
        let item = &mut self.items[i];
        let found = item.found.take();
        let mate = found.as_ref().is_some_and(|found| matches!(found.yes, Ok(Some(_))));
        // A mate is found first, and its line and lengths then.
        let question = match self.question {
            Question::Solution if mate => Question::Line,
            question => question,
        };
        let more = find(question, &item.problem, self.solver, limits, self.stage, &mut |_| {});
        let found = match found {
            Some(found) if mate => better_of(found, more),
            Some(found) => Found { stats: found.stats.plus(&more.stats), ..more },
            None => more,
        };
        item.done = !is_worth_another_turn(&found, self.question);
        item.found = Some(found);
        self.solver.configure(self.settings.clone());
        self.note_mate(i, mate);
    }

    /// A mate of the problem is told as soon as it is found.
    fn note_mate(&mut self, i: usize, before: bool) {
        if i == 0 && !before && self.items[0].mates() == Some(true) {
            let answer = self.root();
            let seconds = crate::rounded(self.stage.seconds());
            answer.into_iter().for_each(|answer| self.stage.note_found(&Answer { seconds, ..answer }));
        }
    }

    /// A move that mates settles the problem, and so does the last one that does not.
    fn settle_root(&mut self, turn: u64) {
        let moves = &self.items[1..];
        let decides = |item: &Item| item.mates() == Some(self.attacks);
        let all = !moves.is_empty() && moves.iter().all(|item| item.mates() == Some(!self.attacks));
        if self.items[0].mates().is_some() || !(all || moves.iter().any(decides)) {
            return;
        }
        if self.is_over() {
            self.stage.farewell(FAREWELL);
            let limits =
                Limits { expansions: FIRST_TURN, stop: self.stage.stop(), ..self.limits.clone() };
            self.step_within(0, &limits);
        } else {
            self.step(0, turn);
        }
    }

    /// What is known about the problem itself.
    fn root(&self) -> Option<Answer> {
        let Item { found, problem, .. } = &self.items[0];
        let found = found.clone()?;
        Some(Answer::new(self.question, problem, found, Engine::Dfpn.name()))
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let mut moves: Vec<Outcome> =
            self.items.iter().filter_map(|item| item.outcome(self.question)).collect();
        // The mate of the problem is that of its first move.
        let root = self.root();
        if let Some(root) = root.as_ref().filter(|_| self.attacks) {
            moves.iter_mut().for_each(|outcome| outcome.take(root));
        }
        // Of equals the one that the answer itself begins with comes first.
        let best = root.and_then(|root| root.best);
        moves.sort_by_key(|outcome| (outcome.rank(self.attacks), Some(outcome.m) != best));
        moves.truncate(self.most);
        moves
    }

    fn tell(&mut self) {
        let done = self.items.iter().filter(|item| item.done).count();
        self.stage.done(done, self.items.len());
        let moves = self.outcomes();
        self.stage.note_moves(moves);
    }

    fn finish(self) -> Surveyed {
        let moves = self.outcomes();
        let stopped = match self.limits.stop.interrupt() {
            Some(Interrupt::Time) => StopReason::Time,
            Some(Interrupt::Stopped) => StopReason::Stopped,
            None => StopReason::Nodes,
        };
        let all = self.items.iter().filter_map(|item| item.found.as_ref());
        let stats = all.fold(Stats::default(), |all, found| all.plus(&found.stats));
        let found = self.items.into_iter().next().and_then(|root| root.found);
        let found = found.unwrap_or(Found::nothing(stopped));
        // A turn that was too short is not the reason.
        let yes =
            found.yes.map_err(|reason| if reason == StopReason::Nodes { stopped } else { reason });
        Surveyed { found: Found { yes, stats, ..found }, moves }
    }
}

/// Could more be found out with more positions?
fn is_worth_another_turn(found: &Found, question: Question) -> bool {
    let open = |length: &Length| !length.is_settled() && length.stopped == Some(StopReason::Nodes);
    match (found.yes, question) {
        (Ok(None), _) => false,
        (Err(reason), _) => reason == StopReason::Nodes,
        (Ok(Some(_)), Question::Mate | Question::Brinkmate) => false,
        (Ok(Some(_)), Question::Shortest) => found.length.as_ref().is_some_and(open),
        (Ok(Some(_)), Question::Solution | Question::Line) => {
            let Some(solution) = &found.solution else { return true };
            let strictly = found.length.as_ref();
            strictly.is_some_and(open) || open(&solution.conventional) || solution.strict_line.is_none()
        }
    }
}

/// The checks of an attacker, or every move of a defender.
fn moves_of(problem: &Problem, attacks: bool) -> Vec<Move> {
    let mut moves = MoveList::new();
    match attacks {
        true => problem.position().checks(&mut moves),
        false => problem.position().legal_moves(&mut moves),
    };
    moves.to_vec()
}
