//! Helpmates (協力詰): the request and the answer.

use crate::conductor::HASH;
use crate::request::{House, within};
use crate::{Fault, Japanese, Message, ProblemText, Reason, Stage, message, rounded};
use serde::{Deserialize, Serialize};
use tsumugi_helpmate::{
    self as helpmates, Conditions, Device, Engine, Goal, Limits, Problem, ProblemError, Settings,
    StopReason, solve, solve_on, storage::Storage,
};
use tsumugi_shogi::{Color, Move};
use tsumugi_verify::{LineFault, LineGoal, check_line};

/// Numbers from here on are texts: JavaScript and others keep numbers of JSON in doubles, which are exact below.
const EXACT_IN_JSON: u64 = 1 << 53;

/// Solutions that are written out at most. Fewer: a problem with some dozens is not seen whole. More: an answer of megabytes.
const MOST_SOLUTIONS: usize = 1000;

/// The answer, plain data: `web/openapi.yaml` says what the keys mean.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// What was solved.
    pub sfen: String,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The answer in a word.
    pub verdict: Verdict,
    /// Plies of the shortest mate.
    pub length: Option<u32>,
    /// If it is only known that there is none within this many plies.
    pub within: Option<u32>,
    /// How many shortest solutions there are, if they were counted.
    pub solutions: Option<Solutions>,
    /// Were they counted?
    pub complete: bool,
    /// Is there exactly one?
    pub unique: bool,
    /// Pieces the attacker holds at the end of the first line.
    pub surplus: u32,
    /// Solutions, no more than were asked for.
    pub lines: Vec<Vec<Move>>,
    /// Were the lines found good by the slow rules?
    pub verified: bool,
    /// Where solutions part, the first of them.
    pub branches: Vec<Parting>,
    /// How many such places there are.
    pub branch_count: u64,
    /// Positions told apart and remembered.
    pub positions: u64,
    /// Positions whose moves were generated.
    pub expansions: u64,
    /// The most bytes the engine used for its tables.
    pub bytes: u64,
    /// How many bits told positions apart.
    pub key_bits: u32,
    /// How long it took.
    pub seconds: f64,
    /// Why there is no answer.
    pub reason: Option<Reason>,
    /// That in words, where there is more to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The same in Japanese.
    pub message_ja: Option<String>,
    /// Which engine.
    pub engine: String,
    /// What the search met, ply by ply, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layers: Option<Layers>,
}

/// An answer in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// There is a mate.
    Mate,
    /// There is none, or none within the plies asked for.
    NoMate,
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
            Verdict::Unknown => "unknown",
        }
    }
}

/// How many solutions there are. A number that readers of JSON would round is written as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Solutions {
    /// A number.
    Few(u64),
    /// Its digits.
    Many(String),
}

/// A place where solutions part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Parting {
    /// How many moves come before.
    pub ply: u32,
    /// The position.
    pub sfen: String,
    /// The moves.
    pub moves: Vec<Move>,
}

/// The positions of every ply, in numbers that another program can compute again; defined in `tsumugi helpmate --help`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Layers {
    /// The hash of the whole table, sixteen hexadecimal digits.
    pub digest: String,
    /// The layers from ply 0 on.
    pub plies: Vec<Layer>,
}

/// The positions first reached after a given number of plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Layer {
    /// After how many plies.
    pub ply: u32,
    /// How many positions there are.
    pub positions: u64,
    /// The sum of their hashes, sixteen hexadecimal digits.
    pub digest: String,
}

impl From<helpmates::Digest> for Layers {
    fn from(found: helpmates::Digest) -> Layers {
        let digest = format!("{:016x}", found.total());
        let plies = (0..).zip(found.layers).map(|(ply, layer)| Layer {
            ply,
            positions: layer.positions,
            digest: format!("{:016x}", layer.digest),
        });
        Layers { digest, plies: plies.collect() }
    }
}

impl Answer {
    fn new(problem: &Problem, found: helpmates::Answer, seconds: f64) -> Answer {
        let (verdict, length, within) = match found.verdict {
            helpmates::Verdict::Mate(plies) => (Verdict::Mate, Some(plies), None),
            helpmates::Verdict::NoMate => (Verdict::NoMate, None, None),
            helpmates::Verdict::NotWithin(plies) => (Verdict::NoMate, None, Some(plies)),
            helpmates::Verdict::Unknown(_) => (Verdict::Unknown, None, None),
        };
        let (reason, message) = match &found.verdict {
            helpmates::Verdict::Unknown(reason) => why(reason),
            _ => (None, None),
        };
        let message_ja = message.as_ref().map(|message| message.japanese().to_string());
        let message = message.map(|message| message.to_string());
        let parting = |at: &helpmates::Parting| Parting {
            ply: at.ply,
            sfen: at.sfen.clone(),
            moves: at.moves.clone(),
        };
        Answer {
            sfen: problem.position().to_sfen(),
            name: None,
            verdict,
            length,
            within,
            solutions: found.solutions.as_ref().map(|count| {
                let few = count.to_u64().filter(|&n| n < EXACT_IN_JSON);
                few.map_or_else(|| Solutions::Many(count.to_string()), Solutions::Few)
            }),
            complete: found.solutions.is_some(),
            unique: found.is_unique(),
            surplus: found.surplus,
            verified: !found.lines.is_empty(),
            branches: found.branches.iter().map(parting).collect(),
            branch_count: found.branch_count,
            positions: found.positions,
            expansions: found.expansions,
            bytes: found.bytes,
            key_bits: found.key_bits,
            seconds: rounded(seconds),
            reason,
            message,
            message_ja,
            engine: found.engine.name().to_string(),
            layers: found.digest.map(Layers::from),
            lines: found.lines,
        }
    }

    /// No answer.
    pub fn unknown(sfen: String, reason: Reason) -> Answer {
        Answer { sfen, reason: Some(reason), ..Answer::default() }
    }
}

/// Why there is no answer: in a word, and in more where the word does not say it.
fn why(reason: &StopReason) -> (Option<Reason>, Option<Message>) {
    let (reason, message) = match reason {
        StopReason::Stopped => (Reason::Stopped, None),
        StopReason::Time => (Reason::Time, None),
        StopReason::Nodes => (Reason::Nodes, None),
        StopReason::Memory => (Reason::Memory, None),
        StopReason::Storage(why) => {
            let said = message!("{why}", "ファイルの読み書きに失敗しました（{why}）");
            (Reason::Storage, Some(said))
        }
        StopReason::Checkpoint(why) => (Reason::Checkpoint, Some(why.message())),
        StopReason::Device(why) => {
            (Reason::Device, Some(message!("{why}", "GPUが動作しませんでした（{why}）")))
        }
    };
    (Some(reason), message)
}

/// Replays every line by the rules of `tsumugi_verify`.
///
/// # Errors
/// What is wrong with one of them.
fn verify_lines(problem: &Problem, answer: &helpmates::Answer) -> Result<(), LineFault> {
    let sfen = problem.position().to_sfen();
    let goal = match problem.goal() {
        Goal::Helpmate => LineGoal::MateDefender,
        Goal::HelpSelfmate => LineGoal::MateAttacker,
    };
    for line in &answer.lines {
        let moves: Vec<String> = line.iter().map(Move::to_string).collect();
        let moves = moves.iter().map(String::as_str);
        check_line(&sfen, problem.attacker() == Color::Black, goal, moves)?;
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
    /// Time limit in seconds.
    pub time: Option<f64>,
    /// Limit on positions expanded.
    pub nodes: Option<u64>,
    /// MiB for positions.
    pub hash: Option<u32>,
    /// Threads.
    pub threads: u32,
    /// Look for nothing longer than this.
    pub plies: Option<u32>,
    /// How many solutions to write out; all are counted.
    pub max_solutions: usize,
    /// Mate the attacker's own king instead (協力自玉詰).
    pub selfmate: bool,
    /// Only mates that leave the attacker nothing in hand (駒余りなし).
    pub no_surplus: bool,
    /// Tell positions apart by 128 bits instead of 64.
    pub exact: bool,
    /// Say of every ply how many positions there are, with a digest of them; by the plain engine.
    pub digest: bool,
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
            digest: false,
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
        within("max_solutions", self.max_solutions, 0, MOST_SOLUTIONS)?;
        self.problem().map(|_| ())
    }

    /// The problem, with its name if it has one.
    fn problem(&self) -> Result<(Problem, Option<String>), Fault> {
        let posed = self.problem.there()?;
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
                why => Fault::new(422, "faulty", why.message()),
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
) -> Result<Answer, Fault> {
    let (problem, name) = request.problem()?;
    stage.end_at(request.time);
    stage.part("layers", None);
    let settings = Settings {
        // The others keep no whole layers.
        engine: if request.digest { Engine::Plain } else { request.engine },
        bytes: (request.hash.unwrap_or(HASH) as usize) << 20,
        threads: request.threads as usize,
        exact: request.exact,
        digest: request.digest,
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
        let message = message!(
            "a solution does not stand up to the slow rules: {why}",
            "見つかった手順が検算で確かめられません",
        );
        Fault::new(500, "wrong", message)
    })?;
    Ok(Answer { name, ..Answer::new(&problem, answer, stage.seconds()) })
}
