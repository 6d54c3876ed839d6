//! Answers as plain data, and what several of them have in common.

use crate::request::WORKSHOP;
use crate::{
    Request, check, compose, convert, helpmate, mend, mine, names, play, show, similar, solve, verify,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tsumugi_shogi::{Move, Setup};
use tsumugi_tsume::canonical::Turned;
use tsumugi_tsume::{StopReason, tree};

/// An answer, as typed as its request. Each kind is plain data that serde reads and writes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Is there a mate?
    Solve(Box<solve::Answer>),
    /// What a composer wants to know.
    Check(Box<check::Answer>),
    /// What would make it sound?
    Mend(Box<mend::Answer>),
    /// The sound problems that fit a pattern.
    Compose(Box<compose::Answer>),
    /// The shortest helpmates.
    Helpmate(Box<helpmate::Answer>),
    /// Is a certificate good?
    Verify(verify::Answer),
    /// The next move against a person.
    Play(Box<play::Answer>),
    /// The mates of a game.
    Mine(Box<mine::Answer>),
    /// Which problems of a collection are like it.
    Similar(Box<similar::Answer>),
    /// A picture of the board, and what is known at sight.
    Show(Box<show::Answer>),
    /// The same record in other formats.
    Convert(Box<convert::Answer>),
    /// The names of moves.
    Names(names::Answer),
}

impl Answer {
    /// The object that programs get; `web/openapi.yaml` says what the keys mean.
    pub fn json(&self) -> Value {
        match self {
            // See `Request::read`.
            Answer::Mend(_) | Answer::Mine(_) | Answer::Compose(_) | Answer::Similar(_)
                if !WORKSHOP =>
            {
                Value::Null
            }
            Answer::Solve(answer) => json!(answer),
            Answer::Check(answer) => json!(answer),
            Answer::Mend(answer) => json!(answer),
            Answer::Compose(answer) => json!(answer),
            Answer::Helpmate(answer) => json!(answer),
            Answer::Verify(answer) => json!(answer),
            Answer::Play(answer) => json!(answer),
            Answer::Mine(answer) => json!(answer),
            Answer::Similar(answer) => json!(answer),
            Answer::Show(answer) => json!(answer),
            Answer::Convert(answer) => json!(answer),
            Answer::Names(answer) => json!(answer),
        }
    }
}

impl Answer {
    /// Is it none: stopped by a limit before anything was settled?
    pub fn is_open(&self) -> bool {
        match self {
            Answer::Solve(answer) => answer.verdict == solve::Verdict::Unknown,
            Answer::Check(answer) => answer.verdict == check::Soundness::Unsettled,
            Answer::Mend(answer) => answer.mended.is_empty() && answer.reason.is_some(),
            Answer::Helpmate(answer) => answer.verdict == helpmate::Verdict::Unknown,
            Answer::Verify(answer) => answer.verified.is_none(),
            Answer::Mine(answer) => answer.reason.is_some(),
            Answer::Similar(answer) => answer.is_open(),
            Answer::Compose(answer) => answer.reason.is_some(),
            _ => false,
        }
    }

    /// The verdict in a word, of an answer that has one.
    pub fn verdict(&self) -> &'static str {
        match self {
            Answer::Solve(answer) => answer.verdict.name(),
            Answer::Check(answer) => answer.verdict.name(),
            Answer::Mend(answer) => answer.verdict.name(),
            Answer::Helpmate(answer) => answer.verdict.name(),
            // Of a part of a family it is known which problems are sound, or it is not.
            Answer::Compose(answer) if answer.reason.is_some() => "unknown",
            Answer::Compose(_) => "done",
            _ => "",
        }
    }

    /// How long it took, where that is told.
    pub fn seconds(&self) -> f64 {
        match self {
            Answer::Solve(answer) => answer.seconds,
            Answer::Check(answer) => answer.seconds,
            Answer::Mend(answer) => answer.seconds,
            Answer::Helpmate(answer) => answer.seconds,
            Answer::Mine(answer) => answer.seconds,
            Answer::Similar(answer) => answer.seconds,
            Answer::Compose(answer) => answer.seconds,
            _ => 0.0,
        }
    }

    /// No answer to a request about this position.
    pub fn none(request: &Request, sfen: String, reason: Reason) -> Option<Answer> {
        Some(match request {
            Request::Solve(request) => {
                Answer::Solve(Box::new(solve::Answer::unknown(request.question, sfen, reason)))
            }
            Request::Check(_) => Answer::Check(Box::new(check::Answer::unsettled(sfen, reason))),
            Request::Mend(_) => Answer::Mend(Box::new(mend::Answer::none(sfen, reason))),
            Request::Similar(_) => Answer::Similar(Box::new(similar::Answer::none(sfen, reason))),
            Request::Helpmate(_) => Answer::Helpmate(Box::new(helpmate::Answer::unknown(sfen, reason))),
            _ => return None,
        })
    }

    /// The same about the problem turned round or mirrored.
    #[must_use]
    pub fn turned(mut self, turned: Turned) -> Answer {
        let change = &|m: &mut Move| *m = turned.m(*m);
        let setup = |sfen: &mut String| {
            if let Ok(setup) = sfen.parse::<Setup>() {
                *sfen = turned.setup(&setup).to_sfen();
            }
        };
        match &mut self {
            Answer::Solve(answer) => {
                setup(&mut answer.sfen);
                answer.line.iter_mut().for_each(change);
                answer.strict_line.iter_mut().flatten().for_each(change);
                answer.best.iter_mut().for_each(change);
                for futile in answer.futile.iter_mut().flatten() {
                    change(&mut futile.reply);
                    change(&mut futile.capture);
                }
                answer.tree.iter_mut().for_each(|tree| tree.change(change));
                for failed in answer.tries.iter_mut().flatten() {
                    change(&mut failed.m);
                    failed.refutation.iter_mut().for_each(change);
                }
                answer.pawn_drop_mate.iter_mut().for_each(change);
                for outcome in answer.moves.iter_mut().flatten() {
                    change(&mut outcome.m);
                    outcome.line.iter_mut().for_each(change);
                    outcome.strict_line.iter_mut().flatten().for_each(change);
                }
            }
            Answer::Check(answer) => {
                setup(&mut answer.sfen);
                answer.certificates.iter_mut().for_each(|certificate| setup(&mut certificate.sfen));
                for solution in answer.solution.iter_mut() {
                    solution.line.iter_mut().for_each(change);
                    for finding in &mut solution.findings {
                        change(&mut finding.m);
                        finding.line.iter_mut().for_each(change);
                    }
                    solution.open.iter_mut().for_each(|open| change(&mut open.m));
                    solution.tree.iter_mut().for_each(|tree| tree.change(change));
                }
            }
            Answer::Helpmate(answer) => {
                setup(&mut answer.sfen);
                answer.lines.iter_mut().flatten().for_each(change);
                for place in &mut answer.branches {
                    setup(&mut place.sfen);
                    place.moves.iter_mut().for_each(change);
                }
            }
            _ => {}
        }
        self
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The time is up.
    Time,
    /// The limit of nodes is reached.
    Nodes,
    /// The memory is used up.
    Memory,
    /// Somebody stopped it.
    Stopped,
    /// The engine gave up.
    #[serde(rename = "gave up")]
    GaveUp,
    /// A file failed.
    Storage,
    /// What was kept does not fit the problem.
    Checkpoint,
    /// The GPU failed.
    Device,
    /// Every worker that tried it fell silent.
    #[serde(rename = "too hard")]
    TooHard,
}

impl Reason {
    /// As JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Time => "time",
            Reason::Nodes => "nodes",
            Reason::Memory => "memory",
            Reason::Stopped => "stopped",
            Reason::GaveUp => "gave up",
            Reason::Storage => "storage",
            Reason::Checkpoint => "checkpoint",
            Reason::Device => "device",
            Reason::TooHard => "too hard",
        }
    }
}

impl From<StopReason> for Reason {
    fn from(reason: StopReason) -> Reason {
        match reason {
            StopReason::Time => Reason::Time,
            StopReason::Nodes => Reason::Nodes,
            StopReason::Memory => Reason::Memory,
            StopReason::Stopped => Reason::Stopped,
            StopReason::GaveUp => Reason::GaveUp,
        }
    }
}

/// A line of play, and the variations (変化) that leave it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Branch {
    /// The moves, to the mate.
    pub line: Vec<Move>,
    /// Other first moves after which the rest of the line is the same.
    pub same: Vec<Move>,
    /// Its variations.
    pub forks: Vec<Branch>,
    /// Of a variation: how many moves of the line it leaves come before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
}

impl Branch {
    fn change(&mut self, change: &dyn Fn(&mut Move)) {
        self.line.iter_mut().for_each(change);
        self.same.iter_mut().for_each(change);
        self.forks.iter_mut().for_each(|fork| fork.change(change));
    }
}

impl From<tree::Branch> for Branch {
    fn from(branch: tree::Branch) -> Branch {
        let tree::Branch { line, same, forks, .. } = branch;
        let fork = |(after, fork): (usize, tree::Branch)| Branch { after: Some(after), ..fork.into() };
        Branch { line, same, forks: forks.into_iter().map(fork).collect(), after: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_json_has() {
        for verdict in ["mate", "nomate", "brinkmate", "nobrinkmate", "unknown"] {
            let read: solve::Verdict = serde_json::from_value(json!(verdict)).unwrap();
            assert_eq!(read.name(), verdict);
        }
        for verdict in ["sound", "cooked", "nomate", "flawed", "unsettled"] {
            let read: check::Soundness = serde_json::from_value(json!(verdict)).unwrap();
            assert_eq!(read.name(), verdict);
        }
        for verdict in ["mate", "nomate", "unknown"] {
            let read: helpmate::Verdict = serde_json::from_value(json!(verdict)).unwrap();
            assert_eq!(read.name(), verdict);
        }
        let reasons =
            ["time", "nodes", "memory", "stopped", "gave up", "storage", "checkpoint", "device"];
        for reason in reasons.into_iter().chain(["too hard"]) {
            let read: Reason = serde_json::from_value(json!(reason)).unwrap();
            assert_eq!(read.name(), reason);
        }
    }
}
