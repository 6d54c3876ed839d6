//! Is a certificate good? Asked of `tsumugi_verify`, which shares nothing with the solver.

use crate::request::House;
use crate::{Fault, ProblemText, Stage};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tsumugi_shogi::{Color, FaultName};
use tsumugi_verify::naive::{Color as Side, FaultName as Allowed};
use tsumugi_verify::{Failure, Proved, Settings, StopCheck, Verified, verify_stream};

/// What the check of a certificate came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// It holds.
    Verified(Verified),
    /// It does not: the line, if one is to blame, and the reason.
    Rejected(Option<usize>, String),
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
                let reason = "the certificate is about the other side's attack";
                Ok(Checked::Rejected(None, reason.to_string()))
            }
            Ok(verified) => Ok(Checked::Verified(verified)),
            Err(Failure::Rejected(fault)) => {
                let line = Some(fault.line).filter(|&line| line > 0);
                Ok(Checked::Rejected(line, fault.reason.to_string()))
            }
            Err(Failure::Stopped) => Ok(Checked::Stopped),
            Err(failure) => Err(failure),
        }
    }

    /// For programs; `docs/JSON.md` says what the keys mean.
    pub fn json(&self, sfen: &str) -> Value {
        let (mut claim, mut length, mut claims, mut line, mut reason) = (None, None, None, None, None);
        match self {
            Checked::Verified(verified) => {
                claims = Some(verified.claims);
                (claim, length) = match verified.claim {
                    Proved::Mate(plies) => (Some("mate"), Some(plies)),
                    Proved::NoMate => (Some("nomate"), None),
                    Proved::Shortest(plies) => (Some("shortest"), Some(plies)),
                };
            }
            Checked::Rejected(at, why) => (line, reason) = (*at, Some(why.as_str())),
            Checked::Stopped => reason = Some("stopped"),
        }
        let verified = match self {
            Checked::Stopped => Value::Null,
            _ => json!(claim.is_some()),
        };
        json!({
            "sfen": sfen,
            "verified": verified,
            "verdict": claim,
            "length": length,
            "claims": claims,
            "line": line,
            "reason": reason,
        })
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
        self.problem.problem().map(|_| ())
    }

    /// Bytes it may use: the text, and a packed claim for each of its lines.
    pub(crate) fn bytes(&self) -> u64 {
        let lines = self.certificate.bytes().filter(|&byte| byte == b'\n').count() as u64 + 1;
        self.certificate.len() as u64 + lines * tsumugi_verify::BYTES_PER_CLAIM
    }
}

/// What became of a certificate, and which position it was held against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The position.
    pub sfen: String,
    /// What became of it.
    pub checked: Checked,
}

/// Answers a request.
///
/// # Errors
/// When the problem is none, or the certificate cannot be read.
pub(crate) fn conduct(request: &Request, stage: &mut Stage<'_>) -> Result<Answer, Fault> {
    let (posed, problem) = request.problem.problem()?;
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
    let checked = checked.map_err(|why| Fault::new(422, "unreadable", why.to_string()))?;
    Ok(Answer { sfen, checked })
}
