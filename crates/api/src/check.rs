//! What a composer wants to know: the solution, the moves beside it, and what is known about each of them.
//!
//! While it works a check keeps a sheet: the line with its [`Task`]s. What it comes to is told as an [`Answer`].

mod archive;
mod request;

pub use archive::{Archive, CertificateSink, StorageError};
pub(crate) use request::conduct;
pub use request::{Request, Trouble};

use crate::{Branch, Reason, rounded};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use tsumugi_andor::Observer;
use tsumugi_shogi::{Hand, Move};
use tsumugi_tsume::check::{self as examined, Alternative, BadLine, Check, Defence, Judgement};
use tsumugi_tsume::{Limits, Problem, Solver, StopReason, tree};

/// The answer, plain data: `docs/CHECK.md` says what the keys mean.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// What was examined: hands completed.
    pub sfen: String,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// What became of the moves that came with it.
    pub given: Given,
    /// Of moves that are no solution: the number of the first that cannot be played or is no check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bad_move: Option<usize>,
    /// Where the length is not settled: it is no more than this, if there is a mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
    /// Why it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The solution and what is beside it, where the length is settled.
    #[serde(flatten)]
    pub solution: Option<Solution>,
    /// Positions expanded.
    pub expansions: u64,
    /// How long it took.
    pub seconds: f64,
    /// The certificates written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub certificates: Vec<Certificate>,
}

/// A solution and what is beside it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Solution {
    /// The shortest length, futile interpositions not counted.
    pub length: u32,
    /// The shortest length, everything counted.
    pub strict_length: u32,
    /// The line examined.
    pub line: Vec<Move>,
    /// What the attacker holds at its end.
    pub leftover: Hand,
    /// What was found beside the line, the first moves first.
    pub findings: Vec<Finding>,
    /// How many other checks there are.
    pub checks: usize,
    /// How many of them do not mate.
    pub no_mate: usize,
    /// Of how many of those that was proved.
    pub proved: usize,
    /// Moves that are not settled.
    pub open: Vec<Open>,
    /// The line with its variations, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Branch>,
}

/// A move beside the line that is worth telling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What it is.
    pub class: Class,
    /// The number of the move it replaces.
    pub move_number: usize,
    /// The move.
    #[serde(rename = "move")]
    pub m: Move,
    /// The line it begins.
    pub line: Vec<Move>,
    /// Plies from the start of the problem to the end of that.
    pub length: usize,
    /// How the length of a cook compares.
    pub than: Option<Than>,
    /// After how many moves it is back in the main line.
    pub joins: Option<usize>,
    /// Is it a second solution?
    pub spoils: bool,
    /// Why it is not clear whether it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Where its certificate is.
    pub certificate: Option<String>,
}

/// What a move beside the line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// 余詰: a second solution.
    Cook,
    /// 最終手余詰: another mate at the last move.
    LastMove,
    /// 手順前後: another order of moves.
    Transposition,
    /// 迂回手順: a way round.
    Detour,
    /// 以遠打: a drop from another distance.
    Distance,
    /// 成不成非限定: with or without promotion.
    Promotion,
    /// It mates, perhaps by way of the main line.
    Unclear,
    /// 変同: as long a defence.
    EqualDefence,
    /// 変長: a longer defence.
    LongerDefence,
}

/// How the length of a cook compares with that of the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Than {
    /// 早詰.
    Shorter,
    /// 同手数.
    Equal,
    /// Longer.
    Longer,
    /// Not known.
    Unknown,
}

/// A move beside the line that is not settled.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Open {
    /// The number of the move it replaces.
    pub move_number: usize,
    /// The move.
    #[serde(rename = "move")]
    pub m: Move,
    /// Positions expanded for it.
    pub expansions: u64,
    /// Seconds spent on it.
    pub seconds: f64,
}

/// A certificate that was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Certificate {
    /// The position it is about.
    pub sfen: String,
    /// Where it is.
    pub file: String,
    /// Does it prove a mate, or that there is none?
    pub mate: bool,
}

/// All that was found out about a problem.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What was examined: hands completed, attacker known.
    pub problem: Problem,
    /// Why the record's own moves are not the line examined, if it has moves and they are not.
    pub given: Result<Given, BadLine>,
    /// What is known.
    pub state: State,
    /// Does every dual count as a cook?
    pub strict: bool,
    /// The certificate of the problem itself, if certificates are wanted.
    pub certificate: Option<PathBuf>,
    /// How long it took.
    pub seconds: f64,
    /// What it took.
    pub expansions: u64,
}

/// What became of the moves that came with a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Given {
    /// There are none.
    Nothing,
    /// They are the line examined.
    Examined,
    /// One of them cannot be played, or is no check.
    Illegal,
    /// They do not end in mate.
    Unfinished,
}

/// How far the check came.
#[derive(Debug)]
pub(crate) enum State {
    /// There is no mate.
    NoMate,
    /// Whether there is a mate, or its length, is not known: why, and what the length is at most, if there is one.
    Open(StopReason, Option<u32>),
    /// There is one.
    Solved(Examined),
}

/// A solution and what is beside it.
#[derive(Debug)]
pub(crate) struct Examined {
    /// The problem with the line examined.
    pub check: Check,
    /// The shortest length, futile interpositions not counted.
    pub length: u32,
    /// The shortest length, everything counted.
    pub strict: u32,
    /// All moves beside the line.
    pub tasks: Vec<Task>,
    /// The line with its variations, for a report.
    pub tree: Option<tree::Branch>,
}

/// The verdict in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// 完全作: one solution only, nothing left over.
    Sound,
    /// 余詰: there is a second solution.
    Cooked,
    /// 不詰: there is no solution.
    NoMate,
    /// 不完全: one solution only, but pieces are left over, or the line given is not the longest defence.
    Flawed,
    /// 未確認: something is not settled.
    Unsettled,
}

impl Verdict {
    /// As JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Sound => "sound",
            Verdict::Cooked => "cooked",
            Verdict::NoMate => "nomate",
            Verdict::Flawed => "flawed",
            Verdict::Unsettled => "unsettled",
        }
    }
}

/// A move beside the main line, and what is known about it.
#[derive(Clone, Debug)]
pub struct Task {
    /// The move.
    pub alternative: Alternative,
    /// What was found out.
    pub known: Known,
    /// What it took so far.
    pub effort: Effort,
    /// Where the certificate is.
    pub certificate: Option<PathBuf>,
}

/// What is known about a move beside the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// Of a check.
    Check(Judgement),
    /// Of a defence.
    Defence(Defence),
}

/// What was spent.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Effort {
    /// Positions expanded.
    pub expansions: u64,
    /// Seconds.
    pub seconds: f64,
}

impl Known {
    /// Nothing yet.
    fn nothing(attacking: bool) -> Known {
        match attacking {
            true => Known::Check(Judgement::Open(StopReason::Nodes)),
            false => Known::Defence(Defence::Open(StopReason::Nodes)),
        }
    }

    /// If it is not settled: why.
    pub fn open(&self) -> Option<StopReason> {
        match self {
            Known::Check(Judgement::Open(reason)) | Known::Defence(Defence::Open(reason)) => {
                Some(*reason)
            }
            Known::Check(Judgement::Mate(dual)) => match dual.class {
                examined::Class::Unclear(reason) => Some(reason),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Task {
    /// All moves beside the main line, nothing known about them: first checks, then defences.
    pub fn all(check: &Check) -> Vec<Task> {
        let task = |alternative: Alternative, attacking| Task {
            alternative,
            known: Known::nothing(attacking),
            effort: Effort::default(),
            certificate: None,
        };
        let checks = check.alternatives().into_iter().map(|one| task(one, true));
        checks.chain(check.variations().into_iter().map(|one| task(one, false))).collect()
    }

    /// Finds out what the limits allow; a certificate goes into `sink` as it is made.
    pub fn judge(
        &mut self,
        check: &Check,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
        sink: &mut dyn FnMut(&str),
    ) {
        let stats = match self.known {
            Known::Check(_) => {
                let judged = check.judge(self.alternative, solver, limits, observer, sink);
                self.known = Known::Check(judged.judgement);
                judged.stats
            }
            Known::Defence(_) => {
                let judged = check.judge_variation(self.alternative, solver, limits, observer);
                self.known = Known::Defence(judged.defence);
                judged.stats
            }
        };
        self.effort.expansions += stats.expansions;
    }

    /// Was what is known proved, claim by claim?
    pub fn is_proved(&self) -> bool {
        match &self.known {
            Known::Check(Judgement::NoMate { proved, .. }) => *proved,
            Known::Check(Judgement::Mate(dual)) => dual.proved,
            Known::Check(Judgement::Open(_)) | Known::Defence(_) => false,
        }
    }

    /// It was never started, or broken off: that is not the limit of nodes.
    pub fn note_stopped(&mut self, why: StopReason) {
        match &mut self.known {
            Known::Check(Judgement::Open(reason)) | Known::Defence(Defence::Open(reason)) => {
                *reason = why;
            }
            _ => {}
        }
    }
}

impl Sheet {
    fn verdict(&self) -> Verdict {
        let solution = match &self.state {
            State::NoMate => return Verdict::NoMate,
            State::Open(..) => return Verdict::Unsettled,
            State::Solved(solution) => solution,
        };
        if solution.tasks.iter().any(|task| self.spoils(task)) {
            return Verdict::Cooked;
        }
        let longer = |task: &Task| matches!(task.known, Known::Defence(Defence::Longer(_)));
        let flawed = self.given.is_err() || !solution.check.leftover().is_empty();
        if flawed || solution.tasks.iter().any(longer) {
            return Verdict::Flawed;
        }
        match solution.tasks.iter().any(|task| task.known.open().is_some()) {
            true => Verdict::Unsettled,
            false => Verdict::Sound,
        }
    }

    /// Is it a second solution?
    fn spoils(&self, task: &Task) -> bool {
        match &task.known {
            Known::Check(Judgement::Mate(dual)) => match dual.class {
                examined::Class::Unclear(_) => false,
                class => self.strict || class.is_cook(),
            },
            _ => false,
        }
    }

    /// What is told.
    pub(crate) fn answer(&self) -> Answer {
        let (given, bad_move) = match self.given {
            Ok(given) => (given, None),
            Err(BadLine::Illegal(i)) => (Given::Illegal, Some(i + 1)),
            Err(BadLine::NoMate) => (Given::Unfinished, None),
        };
        let (at_most, reason) = match self.state {
            State::Open(reason, at_most) => (at_most, Some(reason.into())),
            _ => (None, None),
        };
        let solution = match &self.state {
            State::Solved(solution) => Some(self.solution(solution)),
            _ => None,
        };
        Answer {
            sfen: self.problem.position().to_sfen(),
            name: self.name.clone(),
            verdict: self.verdict(),
            given,
            bad_move,
            at_most,
            reason,
            solution,
            expansions: self.expansions,
            seconds: rounded(self.seconds),
            certificates: self.certificates(),
        }
    }

    fn solution(&self, examined: &Examined) -> Solution {
        let mut tasks: Vec<&Task> = examined.tasks.iter().collect();
        tasks.sort_by_key(|task| task.alternative.after);
        let count = |f: fn(&Known) -> bool| tasks.iter().filter(|task| f(&task.known)).count();
        let open = |task: &&Task| Open {
            move_number: task.alternative.after + 1,
            m: task.alternative.m,
            expansions: task.effort.expansions,
            seconds: rounded(task.effort.seconds),
        };
        Solution {
            length: examined.length,
            strict_length: examined.strict,
            line: examined.check.line().to_vec(),
            leftover: examined.check.leftover(),
            findings: tasks.iter().filter_map(|task| self.finding(task)).collect(),
            checks: count(|known| matches!(known, Known::Check(_))),
            no_mate: count(|known| matches!(known, Known::Check(Judgement::NoMate { .. }))),
            proved: count(|known| {
                matches!(known, Known::Check(Judgement::NoMate { proved: true, .. }))
            }),
            open: tasks.iter().filter(|task| task.known.open().is_some()).map(open).collect(),
            tree: examined.tree.clone().map(Branch::from),
        }
    }

    fn finding(&self, task: &Task) -> Option<Finding> {
        let Alternative { after, m } = task.alternative;
        let told = |class, line: &[Move], plies: usize| Finding {
            class,
            move_number: after + 1,
            m,
            line: line.to_vec(),
            length: after + plies,
            than: None,
            joins: None,
            spoils: self.spoils(task),
            reason: None,
            certificate: task.certificate.as_ref().map(|path| path.display().to_string()),
        };
        Some(match &task.known {
            Known::Check(Judgement::Mate(dual)) => {
                let told = |class| told(class, &dual.line, dual.plies as usize);
                match dual.class {
                    examined::Class::Cook(than) => {
                        Finding { than: Some(than.into()), ..told(Class::Cook) }
                    }
                    examined::Class::LastMove => told(Class::LastMove),
                    examined::Class::Transposition(at) => {
                        Finding { joins: Some(at), ..told(Class::Transposition) }
                    }
                    examined::Class::Detour(at) => Finding { joins: Some(at), ..told(Class::Detour) },
                    examined::Class::Distance => told(Class::Distance),
                    examined::Class::Promotion => told(Class::Promotion),
                    examined::Class::Unclear(reason) => {
                        Finding { reason: Some(reason.into()), ..told(Class::Unclear) }
                    }
                }
            }
            Known::Defence(Defence::Equal(line)) => told(Class::EqualDefence, line, line.len()),
            Known::Defence(Defence::Longer(line)) => told(Class::LongerDefence, line, line.len()),
            _ => return None,
        })
    }

    fn certificates(&self) -> Vec<Certificate> {
        let one = |problem: &Problem, file: &PathBuf, mate| Certificate {
            sfen: problem.position().to_sfen(),
            file: file.display().to_string(),
            mate,
        };
        let own = self.certificate.iter();
        let own = own.map(|file| one(&self.problem, file, !matches!(self.state, State::NoMate)));
        let mut all: Vec<Certificate> = own.collect();
        if let State::Solved(Examined { check, tasks, .. }) = &self.state {
            for task in tasks {
                let after = || check.at(task.alternative.after).after(task.alternative.m);
                let mates = matches!(task.known, Known::Check(Judgement::Mate(_)));
                all.extend(task.certificate.iter().map(|file| one(&after(), file, mates)));
            }
        }
        all
    }
}

impl Answer {
    /// No answer.
    pub fn unsettled(sfen: String, reason: Reason) -> Answer {
        Answer {
            sfen,
            name: None,
            verdict: Verdict::Unsettled,
            given: Given::Nothing,
            bad_move: None,
            at_most: None,
            reason: Some(reason),
            solution: None,
            expansions: 0,
            seconds: 0.0,
            certificates: vec![],
        }
    }
}

impl From<examined::Than> for Than {
    fn from(than: examined::Than) -> Than {
        match than {
            examined::Than::Shorter => Than::Shorter,
            examined::Than::Equal => Than::Equal,
            examined::Than::Longer => Than::Longer,
            examined::Than::Unknown => Than::Unknown,
        }
    }
}
