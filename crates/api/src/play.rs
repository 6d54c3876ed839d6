//! A person attacks, and the solver defends as well as it can.
//!
//! A request carries all moves so far, so nothing has to be remembered between two of them.

use crate::conductor::Conductor;
use crate::names::{self, Named};
use crate::request::House;
use crate::{Fault, ProblemText, Stage, message};
use serde::{Deserialize, Serialize};
use tsumugi_shogi::{Move, MoveList};
use tsumugi_tsume::check::best_line;
use tsumugi_tsume::{Count, Limits, Problem, Settings, Solver, Verdict};

/// Seconds to think, unless the request says otherwise. Less: replies to hard problems are not the best. More: nobody waits
/// that long for a move.
const TIME: f64 = 10.0;

/// A position in play.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// Where play started.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// The moves so far.
    pub moves: Vec<String>,
    /// Tell the next move of the mate?
    pub hint: bool,
    /// Time limit for its move, in seconds.
    pub time: Option<f64>,
    /// MiB for the table.
    pub hash: Option<u32>,
}

impl Request {
    pub(crate) fn admit(&mut self, house: &House) -> Result<(), Fault> {
        house.admit_hash(&mut self.hash)?;
        let asked = self.time.is_some();
        house.admit_time(&mut self.time)?;
        if !asked {
            self.time = Some(self.time.map_or(TIME, |most| most.min(TIME)));
        }
        Game::read(self).map(|_| ())
    }
}

/// Where play stands, plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// The position now.
    pub sfen: String,
    /// All moves so far, the reply included.
    pub moves: Vec<Move>,
    /// Their names.
    pub names: Named,
    /// The defender's reply, if there is one.
    pub reply: Option<Move>,
    /// How it stands.
    pub status: Status,
    /// Did the person's last move keep the mate? Null if that is not known.
    pub keeps: Option<bool>,
    /// Is there a mate now? Null if that is not known.
    pub mates: Option<bool>,
    /// Plies to the mate, where that is settled.
    pub length: Option<usize>,
    /// The checks there are.
    pub checks: Vec<Move>,
    /// The next move of the mate, if asked for and known.
    pub hint: Option<Move>,
}

/// How play stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Mate.
    Mate,
    /// There is no check any more.
    Failed,
    /// The person is to move.
    Playing,
}

/// Answers a request.
///
/// # Errors
/// When the problem is none, or a move cannot be played.
pub(crate) fn conduct(
    request: &Request,
    conductor: &mut Conductor,
    stage: &mut Stage<'_>,
) -> Result<Answer, Fault> {
    let game = Game::read(request)?;
    stage.end_at(request.time.or(Some(TIME)));
    stage.pose(game.here.position());
    let settings = Conductor::settings(request.hash, 1, &[])?;
    let settings = Settings { prove: false, ..settings };
    let limits = conductor.limits(&settings, u64::MAX, stage);
    Ok(game.answer(conductor.solver(settings), &limits, request.hint, stage))
}

/// A game between a person and the solver.
struct Game {
    /// Where play started.
    start: Problem,
    /// The position now.
    here: Problem,
    /// How it came about.
    moves: Vec<Move>,
}

impl Game {
    fn read(request: &Request) -> Result<Game, Fault> {
        let moves = names::moves(&request.moves)?;
        let (_, start) = request.problem.problem_there()?;
        let here = played(start.clone(), &moves)?;
        Ok(Game { start, here, moves })
    }

    fn answer(
        mut self,
        solver: &mut Solver,
        limits: &Limits,
        hint: bool,
        stage: &mut Stage<'_>,
    ) -> Answer {
        let attacked = !self.moves.is_empty() && !is_attackers_turn(&self.here);
        let mut judged = self.judge(solver, limits, stage);
        // What the last move of the person was worth.
        let keeps = if attacked { judged.mates } else { None };
        let mated = !is_attackers_turn(&self.here) && self.here.position().is_mate();
        let reply = judged.best.filter(|_| !is_attackers_turn(&self.here));
        if let Some(m) = reply {
            self.here = self.here.after(m);
            self.moves.push(m);
            judged.plies = judged.plies.map(|plies| plies.saturating_sub(1));
            judged.best = judged.next;
        }
        let checks = if mated { vec![] } else { checks(&self.here) };
        let status = match (mated, checks.is_empty()) {
            (true, _) => Status::Mate,
            (false, true) => Status::Failed,
            (false, false) => Status::Playing,
        };
        Answer {
            sfen: self.here.position().to_sfen(),
            names: names::both(&self.start.position().to_setup(), &self.moves),
            moves: self.moves,
            reply,
            status,
            keeps,
            mates: judged.mates,
            length: judged.plies,
            hint: judged.best.filter(|_| hint && !checks.is_empty()),
            checks,
        }
    }

    /// What is known about the position.
    fn judge(&self, solver: &mut Solver, limits: &Limits, stage: &mut Stage<'_>) -> Judged {
        let answer = solver.solve(&self.here, limits, stage);
        match answer.verdict {
            Verdict::NoMate => {
                Judged { mates: Some(false), plies: None, best: answer.best, next: None }
            }
            Verdict::Unknown(_) => {
                Judged { mates: None, plies: None, best: first_reply(&self.here), next: None }
            }
            Verdict::Mate(_) => {
                let best = best_line(&self.here, Count::Strict, solver, limits, stage);
                let exact = best.is_some();
                let line = best.unwrap_or(answer.line);
                let plies = exact.then_some(line.len());
                let (best, next) = (line.first().copied(), line.get(1).copied());
                Judged { mates: Some(true), plies, best: best.or(answer.best), next }
            }
        }
    }
}

/// What is known about a position.
struct Judged {
    /// Is there a mate?
    mates: Option<bool>,
    /// How many plies it takes, where that is settled.
    plies: Option<usize>,
    /// The move to play, and the one to answer it with.
    best: Option<Move>,
    next: Option<Move>,
}

fn is_attackers_turn(problem: &Problem) -> bool {
    problem.position().turn() == problem.attacker()
}

/// A reply, where nothing better is known.
fn first_reply(problem: &Problem) -> Option<Move> {
    let mut moves = MoveList::new();
    problem.position().legal_moves(&mut moves);
    moves.first().copied().filter(|_| !is_attackers_turn(problem))
}

fn checks(problem: &Problem) -> Vec<Move> {
    let mut moves = MoveList::new();
    problem.position().checks(&mut moves);
    moves.to_vec()
}

/// The position after moves, each a legal check or a legal reply.
fn played(start: Problem, moves: &[Move]) -> Result<Problem, Fault> {
    let mut here = start;
    for (i, &m) in moves.iter().enumerate() {
        let illegal = |message| Err(Fault::new(422, "illegal-move", message));
        let number = i + 1;
        if !here.position().is_legal(m) {
            return illegal(message!(
                "move {number}, {m}, is not legal",
                "{number}手目の{m}は指せません"
            ));
        }
        if is_attackers_turn(&here) && !here.position().gives_check(m) {
            let message =
                message!("move {number}, {m}, gives no check", "{number}手目の{m}は王手ではありません");
            return illegal(message);
        }
        here = here.after(m);
    }
    Ok(here)
}
