//! Helpmates (協力詰): the request, what was found, and how it reads in JSON.

use crate::body::{self, Body};
use crate::work::House;
use crate::{Fault, Stage, rounded, usi};
use serde::Deserialize;
use serde_json::{Value, json};
use tsumugi_helpmate::{
    Answer, Conditions, Goal, Limits, Problem, ProblemError, Settings, StopReason, Verdict, solve,
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
    /// Did the time run out?
    pub out_of_time: bool,
    /// How long it took.
    pub seconds: f64,
}

impl Solved {
    /// Why there is no answer, in a word.
    fn reason(&self) -> Option<&'static str> {
        match &self.answer.verdict {
            Verdict::Unknown(_) if self.out_of_time => Some("time"),
            Verdict::Unknown(StopReason::Stopped) => Some("stopped"),
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Fields {
    time: Option<f64>,
    nodes: Option<u64>,
    hash: Option<u32>,
    threads: u32,
    plies: Option<u32>,
    max_solutions: usize,
    selfmate: bool,
    no_surplus: bool,
    exact: bool,
}

impl Default for Fields {
    fn default() -> Fields {
        Fields {
            time: None,
            nodes: None,
            hash: None,
            threads: 1,
            plies: None,
            max_solutions: 1,
            selfmate: false,
            no_surplus: false,
            exact: false,
        }
    }
}

/// A helpmate to solve, and how.
pub(crate) struct Request {
    problem: Problem,
    name: Option<String>,
    hash: u32,
    time: Option<f64>,
    fields: Fields,
}

impl Request {
    pub(crate) fn read(mut body: Body, house: &House) -> Result<Request, Fault> {
        let posed = body.posed()?;
        let fields: Fields = body.rest()?;
        let hash = house.hash(fields.hash)?;
        let time = body::seconds("time", fields.time, house.most_seconds)?;
        body::within("threads", fields.threads, 1, house.most_threads)?;
        body::within("max_solutions", fields.max_solutions, 0, 1000)?;
        let conditions = Conditions {
            goal: if fields.selfmate { Goal::HelpSelfmate } else { Goal::Helpmate },
            attacker: posed.attacker,
            as_written: posed.as_written,
            waivers: posed.waivers,
            plies: fields.plies,
            no_surplus: fields.no_surplus,
        };
        let problem =
            Problem::from_setup(&posed.record.setup, conditions).map_err(|why| match why {
                ProblemError::Setup(error) => Fault::inadmissible(&error),
                why => Fault::new(422, "faulty", why.to_string()),
            })?;
        Ok(Request { problem, name: posed.name, hash, time, fields })
    }

    /// Bytes it may use.
    pub(crate) fn bytes(&self) -> u64 {
        u64::from(self.hash) << 20
    }

    pub(crate) fn run(self, stage: &mut Stage<'_>) -> Result<Value, Fault> {
        let Request { problem, name, hash, time, fields } = self;
        stage.end_at(time);
        stage.part("layers", None);
        let settings = Settings {
            bytes: (hash as usize) << 20,
            threads: fields.threads as usize,
            exact: fields.exact,
            max_solutions: fields.max_solutions,
            ..Settings::default()
        };
        let expansions = fields.nodes.unwrap_or(u64::MAX);
        let limits = Limits { expansions, stop: Some(stage.flag()) };
        let answer = solve(&problem, &settings, &limits, None, stage);
        verify_lines(&problem, &answer).map_err(|why| {
            let what = "a solution does not stand up to the slow rules";
            Fault::new(500, "wrong", format!("{what}: {why}"))
        })?;
        let verified = !answer.lines.is_empty();
        let (out_of_time, seconds) = (stage.out_of_time(), stage.seconds());
        Ok(Solved { name, problem, answer, verified, out_of_time, seconds }.json())
    }
}
