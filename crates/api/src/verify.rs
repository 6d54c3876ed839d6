//! Is a certificate good? Asked of `tsumugi_verify`, which shares nothing with the solver.

use crate::request::House;
use crate::{Fault, Japanese, Message, ProblemText, Side, Stage, message};
use serde::{Deserialize, Serialize};
use std::io::BufRead;
use tsumugi_clock::{Interrupt, StopToken};
use tsumugi_shogi::{Color, FaultName};
use tsumugi_verify::naive::{self, FaultName as Allowed};
use tsumugi_verify::{
    Failure, Limit, Progress, Proved, Settings, StopCheck, Verified, steps_of_file, verify_stream,
};

/// What the check of a certificate came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// It holds.
    Verified(Verified),
    /// It does not: the line, if one is to blame, and the reason.
    Rejected(Option<usize>, Message),
    /// The user asked to stop, or the time is up.
    Stopped(Interrupt),
}

/// What a certificate is held against: every door comes down to this.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The problem as the verifier reads it.
    pub sfen: String,
    /// Who must be the attacker; none if whoever asked did not say, and the position was not read by anybody but the verifier.
    pub attacker: Option<Color>,
    /// Rules that the problem may break.
    pub allow: Vec<FaultName>,
    /// Memory for the claims, in bytes.
    pub bytes: Limit,
    /// Steps that it may take.
    pub steps: Limit,
    /// Threads to check with.
    pub threads: usize,
    /// When to stop.
    pub stop: StopToken,
}

impl Terms {
    /// Holds a certificate against them.
    ///
    /// # Errors
    /// When there is no result: the certificate is unreadable, too large or too much work.
    pub fn check(
        &self,
        certificate: &mut dyn BufRead,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<Checked, Failure> {
        let stop = self.stop.clone();
        let settings = Settings {
            most_bytes: self.bytes.clone(),
            most_steps: self.steps.clone(),
            threads: self.threads,
            allow: self.allow.iter().filter_map(|&name| allowed(name)).collect(),
            stop: Some(StopCheck::new(move || stop.is_over())),
        };
        let is_ours = |verified: &Verified| {
            let attacker = side(verified.attacker);
            self.attacker.is_none_or(|expected| expected == Color::from(attacker))
        };
        match verify_stream(&self.sfen, certificate, &settings, on_progress) {
            Ok(verified) if is_ours(&verified) => Ok(Checked::Verified(verified)),
            Ok(_) => {
                let reason = message!(
                    "the certificate is about the other side's attack",
                    "反対側が攻める場合の証明書です",
                );
                Ok(Checked::Rejected(None, reason))
            }
            Err(Failure::Rejected(fault)) => {
                let line = Some(fault.line).filter(|&line| line > 0);
                Ok(Checked::Rejected(line, fault.reason.message()))
            }
            Err(Failure::Stopped) => {
                Ok(Checked::Stopped(self.stop.interrupt().unwrap_or(Interrupt::Stopped)))
            }
            Err(failure) => Err(failure),
        }
    }
}

fn side(color: naive::Color) -> Side {
    match color {
        naive::Color::Black => Side::Black,
        naive::Color::White => Side::White,
    }
}

/// The verifier's name for a fault that a diagram may have.
fn allowed(name: FaultName) -> Option<Allowed> {
    match name {
        FaultName::TooManyPieces => Some(Allowed::TooMany),
        FaultName::TwoPawns => Some(Allowed::TwoPawns),
        FaultName::DeadPiece => Some(Allowed::DeadPiece),
        _ => None,
    }
}

/// Memory that any certificate may take to be checked, and more for each line: a claim of the third version is kept, or stands on a stack
/// together with what branches off from it. Less: a certificate with long lines of play and many replies is refused. More: less
/// room for others.
const LEAST_BYTES: u64 = 1 << 20;
const BYTES_PER_LINE: u64 = 512;

/// A certificate to check.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The problem.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// The certificate.
    pub certificate: String,
    /// Time limit in seconds.
    #[serde(default)]
    pub time: Option<f64>,
    /// Let the verifier read `sfen` itself: hands as they are written, and no other reader to be trusted.
    #[serde(default)]
    pub exact: bool,
    /// Threads to check with, no fewer than one.
    #[serde(skip)]
    pub threads: u32,
}

impl Request {
    pub(crate) fn admit(&mut self, house: &House) -> Result<(), Fault> {
        house.admit_time(&mut self.time)?;
        self.terms(StopToken::default()).map(|_| ())
    }

    /// What the certificate is held against.
    fn terms(&self, stop: StopToken) -> Result<Terms, Fault> {
        // Whoever sets a time has said how long it may take.
        let steps = match self.time {
            Some(_) => Limit::none(),
            None => Limit::fixed(steps_of_file(self.certificate.len() as u64)),
        };
        let terms = |sfen, attacker, allow| Terms {
            sfen,
            attacker,
            allow,
            bytes: Limit::fixed(self.bytes()),
            steps,
            threads: self.threads.max(1) as usize,
            stop,
        };
        if self.exact {
            let sfen = self.problem.sfen.clone().ok_or_else(|| {
                Fault::bad_request(message!("exact needs sfen", "exactにはsfenが必要です"))
            })?;
            let allow = self.problem.allow.iter().map(|rule| rule.0).collect();
            return Ok(terms(sfen, self.problem.attacker.map(Color::from), allow));
        }
        let (posed, problem) = self.problem.problem_there()?;
        Ok(terms(problem.position().to_sfen(), Some(problem.attacker()), posed.allow.clone()))
    }

    /// Bytes it may use: the text, and what the verifier needs for each of its lines.
    pub(crate) fn bytes(&self) -> u64 {
        let lines = self.certificate.bytes().filter(|&byte| byte == b'\n').count() as u64 + 1;
        self.certificate.len() as u64 + LEAST_BYTES + lines * BYTES_PER_LINE
    }
}

/// What became of a certificate, plain data: `web/openapi.yaml` says what the keys mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// The position it was held against.
    pub sfen: String,
    /// With `exact`: whose attack it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<Side>,
    /// Does it hold? Null if that was not found out.
    pub verified: Option<bool>,
    /// What is proved.
    pub verdict: Option<Statement>,
    /// For a mate or brinkmate: plies that suffice against any defence.
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
    /// There is a mate within the given number of plies.
    Mate,
    /// There is none.
    NoMate,
    /// There is a mate in the given number of plies, and none in fewer.
    Shortest,
    /// There is a brinkmate within the given number of plies.
    Brinkmate,
    /// There is none.
    NoBrinkmate,
}

impl Answer {
    /// What the check of a certificate came to, held against this position.
    pub fn new(sfen: String, checked: &Checked) -> Answer {
        let nothing = Answer {
            sfen,
            attacker: None,
            verified: None,
            verdict: None,
            length: None,
            claims: None,
            line: None,
            reason: None,
        };
        match checked {
            Checked::Verified(Verified { claim, claims, .. }) => {
                let (verdict, length) = match *claim {
                    Proved::Mate(plies) => (Statement::Mate, Some(plies)),
                    Proved::NoMate => (Statement::NoMate, None),
                    Proved::Shortest(plies) => (Statement::Shortest, Some(plies)),
                    Proved::Brinkmate(plies) => (Statement::Brinkmate, Some(plies)),
                    Proved::NoBrinkmate => (Statement::NoBrinkmate, None),
                };
                let (verdict, claims) = (Some(verdict), Some(*claims as u64));
                Answer { verified: Some(true), verdict, length, claims, ..nothing }
            }
            Checked::Rejected(line, why) => {
                Answer { verified: Some(false), line: *line, reason: Some(why.to_string()), ..nothing }
            }
            Checked::Stopped(interrupt) => {
                let reason = match interrupt {
                    Interrupt::Stopped => "stopped",
                    Interrupt::Time => "time",
                };
                Answer { reason: Some(reason.to_string()), ..nothing }
            }
        }
    }

    /// The same, with whose attack it is about: nobody but the verifier knows.
    #[must_use]
    pub fn exactly(self, checked: &Checked) -> Answer {
        match checked {
            Checked::Verified(verified) => Answer { attacker: Some(side(verified.attacker)), ..self },
            _ => self,
        }
    }
}

/// Answers a request.
///
/// # Errors
/// When the problem is none, or the certificate cannot be read.
pub(crate) fn conduct(request: &Request, stage: &mut Stage<'_>) -> Result<Answer, Fault> {
    stage.end_at(request.time);
    let terms = request.terms(stage.stop())?;
    let checked = terms.check(&mut request.certificate.as_bytes(), &mut |_| stage.breathe());
    let checked = checked.map_err(|why| Fault::new(422, "unreadable", why.message()))?;
    let answer = Answer::new(terms.sfen, &checked);
    Ok(if request.exact { answer.exactly(&checked) } else { answer })
}
