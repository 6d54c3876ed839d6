//! Helpmates (協力詰): the request, what was found, and how it reads in JSON.

use crate::request::{House, within};
use crate::{Fault, ProblemText, Stage, rounded, usi};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tsumugi_helpmate::{
    Answer, Conditions, Device, Engine, Goal, Limits, Problem, ProblemError, Settings, StopReason,
    Verdict, solve, solve_on, storage::Storage,
};
use tsumugi_shogi::{Color, Move};
use tsumugi_verify::{LineGoal, check_line};

/// A problem with its answer.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What was solved.
    pub problem: Problem,
    /// What was found.
    pub answer: Answer,
    /// Were the lines found good by the slow rules?
    pub verified: bool,
    /// How long it took.
    pub seconds: f64,
}

impl Solved {
    /// Why there is no answer, in a word.
    fn reason(&self) -> Option<&'static str> {
        match &self.answer.verdict {
            Verdict::Unknown(StopReason::Stopped) => Some("stopped"),
            Verdict::Unknown(StopReason::Time) => Some("time"),
            Verdict::Unknown(StopReason::Nodes) => Some("nodes"),
            Verdict::Unknown(StopReason::Memory) => Some("memory"),
            Verdict::Unknown(StopReason::Storage(_)) => Some("storage"),
            Verdict::Unknown(StopReason::Checkpoint(_)) => Some("checkpoint"),
            Verdict::Unknown(StopReason::Device(_)) => Some("device"),
            _ => None,
        }
    }

    /// For programs; `docs/HELPMATE.md` says what the keys mean.
    pub fn json(&self) -> Value {
        let answer = &self.answer;
        let (verdict, length) = match answer.verdict {
            Verdict::Mate(plies) => ("mate", Some(plies)),
            Verdict::NoMate | Verdict::NotWithin(_) => ("nomate", None),
            Verdict::Unknown(_) => ("unknown", None),
        };
        let within = match answer.verdict {
            Verdict::NotWithin(plies) => Some(plies),
            _ => None,
        };
        // A number that JSON readers would round is written as text.
        let solutions =
            answer.solutions.as_ref().map(|count| match count.to_u64().filter(|&n| n < 1 << 53) {
                Some(n) => json!(n),
                None => json!(count.to_string()),
            });
        let branches = answer.branches.iter();
        let branches: Vec<_> =
            branches.map(|b| json!({"ply": b.ply, "sfen": b.sfen, "moves": usi(&b.moves)})).collect();
        json!({
            "sfen": self.problem.position().to_sfen(),
            "name": self.name,
            "verdict": verdict,
            "length": length,
            "within": within,
            "solutions": solutions,
            "complete": answer.solutions.is_some(),
            "unique": answer.is_unique(),
            "surplus": answer.surplus,
            "lines": answer.lines.iter().map(|line| usi(line)).collect::<Vec<_>>(),
            "verified": self.verified,
            "branches": branches,
            "branch_count": answer.branch_count,
            "positions": answer.positions,
            "expansions": answer.expansions,
            "bytes": answer.bytes,
            "key_bits": answer.key_bits,
            "seconds": rounded(self.seconds),
            "reason": self.reason(),
            "engine": answer.engine.name(),
        })
    }
}

/// Replays every line by the rules of `tsumugi_verify`.
///
/// # Errors
/// What is wrong with one of them, in words.
pub fn verify_lines(problem: &Problem, answer: &Answer) -> Result<(), String> {
    let sfen = problem.position().to_sfen();
    let goal = match problem.goal() {
        Goal::Helpmate => LineGoal::MateDefender,
        Goal::HelpSelfmate => LineGoal::MateAttacker,
    };
    for line in &answer.lines {
        let moves: Vec<String> = line.iter().map(Move::to_string).collect();
        let moves = moves.iter().map(String::as_str);
        check_line(&sfen, problem.attacker() == Color::Black, goal, moves)
            .map_err(|fault| fault.to_string())?;
    }
    Ok(())
}

/// A helpmate to solve, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The problem.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// Give up after so many seconds.
    pub time: Option<f64>,
    /// Give up after so many positions expanded.
    pub nodes: Option<u64>,
    /// MiB for positions.
    pub hash: Option<u32>,
    /// Threads.
    pub threads: u32,
    /// Look for nothing longer than this.
    pub plies: Option<u32>,
    /// Write out so many solutions; all are counted.
    pub max_solutions: usize,
    /// Mate the attacker's own king instead (協力自玉詰).
    pub selfmate: bool,
    /// Only mates that leave the attacker nothing in hand (駒余りなし).
    pub no_surplus: bool,
    /// Tell positions apart by 128 bits instead of 64.
    pub exact: bool,
    /// Which engine.
    #[serde(skip)]
    pub engine: Engine,
    /// Continue from what the storage holds.
    #[serde(skip)]
    pub resume: bool,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            problem: ProblemText::default(),
            time: None,
            nodes: None,
            hash: None,
            threads: 1,
            plies: None,
            max_solutions: 1,
            selfmate: false,
            no_surplus: false,
            exact: false,
            engine: Engine::DEFAULT,
            resume: false,
        }
    }
}

impl Request {
    pub(crate) fn admit(&mut self, house: &House) -> Result<(), Fault> {
        house.admit_hash(&mut self.hash)?;
        house.admit_time(&mut self.time)?;
        house.admit_threads(self.threads)?;
        within("max_solutions", self.max_solutions, 0, 1000)?;
        self.problem().map(|_| ())
    }

    /// The problem, with its name if it has one.
    fn problem(&self) -> Result<(Problem, Option<String>), Fault> {
        let posed = self.problem.read()?;
        let conditions = Conditions {
            goal: if self.selfmate { Goal::HelpSelfmate } else { Goal::Helpmate },
            attacker: posed.attacker,
            as_written: posed.as_written,
            waivers: posed.waivers,
            plies: self.plies,
            no_surplus: self.no_surplus,
        };
        let problem =
            Problem::from_setup(&posed.record.setup, conditions).map_err(|why| match why {
                ProblemError::Setup(error) => Fault::inadmissible(&error),
                why => Fault::new(422, "faulty", why.to_string()),
            })?;
        Ok((problem, posed.name))
    }
}

/// Answers a request: on a device if there is one, with files if there is a storage for them. Every line of the answer
/// stands up to the slow rules.
///
/// # Errors
/// When the problem is none, or a line does not stand up.
pub fn conduct(
    request: &Request,
    storage: Option<&mut dyn Storage>,
    device: Option<&mut dyn Device>,
    stage: &mut Stage<'_>,
) -> Result<Solved, Fault> {
    let (problem, name) = request.problem()?;
    stage.end_at(request.time);
    stage.part("layers", None);
    let settings = Settings {
        engine: request.engine,
        bytes: (request.hash.unwrap_or(64) as usize) << 20,
        threads: request.threads as usize,
        exact: request.exact,
        count: true,
        max_solutions: request.max_solutions,
        resume: request.resume,
    };
    let limits = Limits { expansions: request.nodes.unwrap_or(u64::MAX), stop: stage.stop() };
    let answer = match device {
        Some(device) => solve_on(device, &problem, &settings, &limits, stage),
        None => solve(&problem, &settings, &limits, storage, stage),
    };
    verify_lines(&problem, &answer).map_err(|why| {
        let what = "a solution does not stand up to the slow rules";
        Fault::new(500, "wrong", format!("{what}: {why}"))
    })?;
    let verified = !answer.lines.is_empty();
    Ok(Solved { name, problem, answer, verified, seconds: stage.seconds() })
}
