//! Is a certificate good? Asked of `tsumugi_verify`, which shares nothing with the solver.

use crate::request::House;
use crate::{Fault, Japanese, Message, ProblemText, Stage, message};
use serde::{Deserialize, Serialize};
use tsumugi_shogi::{Color, FaultName};
use tsumugi_verify::naive::{Color as Side, FaultName as Allowed};
use tsumugi_verify::{Failure, Proved, Settings, StopCheck, Verified, verify_stream};

/// What the check of a certificate came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// It holds.
    Verified(Verified),
    /// It does not: the line, if one is to blame, and the reason.
    Rejected(Option<usize>, Message),
    /// The user asked to stop.
    Stopped,
}

impl Checked {
    /// What a verifier said, asked about an attack of this side.
    ///
    /// # Errors
    /// When it could not come to a result: the certificate is unreadable or too large.
    pub fn new(said: Result<Verified, Failure>, attacker: Color) -> Result<Checked, Failure> {
        let attacker = if attacker == Color::Black { Side::Black } else { Side::White };
        match said {
            Ok(verified) if verified.attacker != attacker => {
                let reason = message!(
                    "the certificate is about the other side's attack",
                    "反対側が攻める場合の証明書です",
                );
                Ok(Checked::Rejected(None, reason))
            }
            Ok(verified) => Ok(Checked::Verified(verified)),
            Err(Failure::Rejected(fault)) => {
                let line = Some(fault.line).filter(|&line| line > 0);
                Ok(Checked::Rejected(line, fault.reason.message()))
            }
            Err(Failure::Stopped) => Ok(Checked::Stopped),
            Err(failure) => Err(failure),
        }
    }
}

/// The verifier's name for a fault that a diagram may have.
pub fn allowed(name: FaultName) -> Option<Allowed> {
    match name {
        FaultName::TooManyPieces => Some(Allowed::TooMany),
        FaultName::TwoPawns => Some(Allowed::TwoPawns),
        FaultName::DeadPiece => Some(Allowed::DeadPiece),
        _ => None,
    }
}

/// A certificate to check.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The problem.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// The certificate.
    pub certificate: String,
    /// Give up after so many seconds.
    #[serde(default)]
    pub time: Option<f64>,
}

impl Request {
    pub(crate) fn admit(&mut self, house: &House) -> Result<(), Fault> {
        house.admit_time(&mut self.time)?;
        self.problem.problem_there().map(|_| ())
    }

    /// Bytes it may use: the text, and a packed claim for each of its lines.
    pub(crate) fn bytes(&self) -> u64 {
        let lines = self.certificate.bytes().filter(|&byte| byte == b'\n').count() as u64 + 1;
        self.certificate.len() as u64 + lines * tsumugi_verify::BYTES_PER_CLAIM
    }
}

/// What became of a certificate, plain data: `docs/JSON.md` says what the keys mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The position it was held against.
    pub sfen: String,
    /// Does it hold? Null if that was not found out.
    pub verified: Option<bool>,
    /// What is proved.
    pub verdict: Option<Statement>,
    /// For a mate: plies that suffice against any defence.
    pub length: Option<u32>,
    /// How many claims it has.
    pub claims: Option<u64>,
    /// The line that is to blame, if it does not hold and one is.
    pub line: Option<usize>,
    /// Why it does not hold.
    pub reason: Option<String>,
}

/// What a certificate proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Statement {
    /// There is a mate within so many plies.
    Mate,
    /// There is none.
    NoMate,
    /// There is a mate in so many plies, and none in fewer.
    Shortest,
}

impl Answer {
    /// What the check of a certificate came to, held against this position.
    pub fn new(sfen: String, checked: Checked) -> Answer {
        let nothing = Answer {
            sfen,
            verified: None,
            verdict: None,
            length: None,
            claims: None,
            line: None,
            reason: None,
        };
        match checked {
            Checked::Verified(Verified { claim, claims, .. }) => {
                let (verdict, length) = match claim {
                    Proved::Mate(plies) => (Statement::Mate, Some(plies)),
                    Proved::NoMate => (Statement::NoMate, None),
                    Proved::Shortest(plies) => (Statement::Shortest, Some(plies)),
                };
                let (verdict, claims) = (Some(verdict), Some(claims as u64));
                Answer { verified: Some(true), verdict, length, claims, ..nothing }
            }
            Checked::Rejected(line, why) => {
                Answer { verified: Some(false), line, reason: Some(why.to_string()), ..nothing }
            }
            Checked::Stopped => Answer { reason: Some("stopped".to_string()), ..nothing },
        }
    }
}

/// Answers a request.
///
/// # Errors
/// When the problem is none, or the certificate cannot be read.
pub(crate) fn conduct(request: &Request, stage: &mut Stage<'_>) -> Result<Answer, Fault> {
    let (posed, problem) = request.problem.problem_there()?;
    stage.end_at(request.time);
    let stop = stage.stop();
    let settings = Settings {
        most_bytes: request.bytes(),
        threads: 1,
        allow: posed.allow.iter().filter_map(|&name| allowed(name)).collect(),
        stop: Some(StopCheck::new(move || stop.is_over())),
    };
    let sfen = problem.position().to_sfen();
    let said =
        verify_stream(&sfen, &mut request.certificate.as_bytes(), &settings, &mut |_| stage.breathe());
    let checked = Checked::new(said, problem.attacker());
    let checked = checked.map_err(|why| Fault::new(422, "unreadable", why.message()))?;
    Ok(Answer::new(sfen, checked))
}
