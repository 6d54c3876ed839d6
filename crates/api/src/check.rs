//! What a composer wants to know: the solution, the moves beside it, and what is known about each of them.

mod archive;
mod request;

pub use archive::{Archive, CertificateSink, StorageError};
pub(crate) use request::conduct;
pub use request::{Request, Trouble};

use crate::{rounded, usi};
use serde_json::{Value, json};
use std::path::PathBuf;
use tsumugi_andor::Observer;
use tsumugi_tsume::check::{Alternative, BadLine, Check, Class, Defence, Judgement, Than};
use tsumugi_tsume::tree::Branch;
use tsumugi_tsume::{Limits, Problem, Solver, StopReason};

/// All that was found out about a problem.
#[derive(Debug)]
pub struct Sheet {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What was examined: hands completed, attacker known.
    pub problem: Problem,
    /// Why the record's own moves are not the line examined, if it has moves and they are not.
    pub given: Given,
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

/// What became of the moves the record gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// There are none.
    Nothing,
    /// They are the line examined.
    Examined,
    /// They are no solution.
    Bad(BadLine),
}

/// How far the check came.
#[derive(Debug)]
pub enum State {
    /// There is no mate.
    NoMate,
    /// Whether there is a mate, or its length, is not known: why, and what the length is at most, if there is one.
    Open(StopReason, Option<u32>),
    /// There is one.
    Solved(Solution),
}

/// A solution and what is beside it.
#[derive(Debug)]
pub struct Solution {
    /// The problem with the line examined.
    pub check: Check,
    /// The shortest length, futile interpositions not counted.
    pub length: u32,
    /// The shortest length, everything counted.
    pub strict: u32,
    /// All moves beside the line.
    pub tasks: Vec<Task>,
    /// The line with its variations, for a report.
    pub tree: Option<Branch>,
}

/// The verdict in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
                Class::Unclear(reason) => Some(reason),
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
    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        let solution = match &self.state {
            State::NoMate => return Verdict::NoMate,
            State::Open(..) => return Verdict::Unsettled,
            State::Solved(solution) => solution,
        };
        if solution.tasks.iter().any(|task| self.spoils(task)) {
            return Verdict::Cooked;
        }
        let longer = |task: &Task| matches!(task.known, Known::Defence(Defence::Longer(_)));
        if !solution.check.leftover().is_empty() || solution.tasks.iter().any(longer) {
            return Verdict::Flawed;
        }
        match solution.tasks.iter().any(|task| task.known.open().is_some()) {
            true => Verdict::Unsettled,
            false => Verdict::Sound,
        }
    }

    /// Is it a second solution?
    pub fn spoils(&self, task: &Task) -> bool {
        match &task.known {
            Known::Check(Judgement::Mate(dual)) => match dual.class {
                Class::Unclear(_) => false,
                class => self.strict || class.is_cook(),
            },
            _ => false,
        }
    }

    /// For programs; `docs/CHECK.md` says what the keys mean.
    pub fn json(&self) -> Value {
        let verdict = self.verdict().name();
        let sfen = self.problem.position().to_sfen();
        let mut object = json!({ "sfen": sfen, "name": self.name, "verdict": verdict });
        match &self.state {
            State::NoMate => {}
            State::Open(_, at_most) => object["at_most"] = json!(at_most),
            State::Solved(solution) => solution.note(self.given, &mut object),
        }
        object["expansions"] = json!(self.expansions);
        object["seconds"] = json!(rounded(self.seconds));
        object
    }
}

impl Solution {
    fn note(&self, given: Given, object: &mut Value) {
        object["length"] = json!(self.length);
        object["strict_length"] = json!(self.strict);
        object["line"] = json!(usi(self.check.line()));
        object["given"] = json!(given == Given::Examined);
        object["leftover"] = match self.check.leftover() {
            hand if hand.is_empty() => json!(""),
            hand => json!(format!("{hand:?}")),
        };
        let mut tasks: Vec<&Task> = self.tasks.iter().collect();
        tasks.sort_by_key(|task| task.alternative.after);
        object["findings"] = tasks.iter().filter_map(|task| finding_json(task)).collect();
        let count = |f: fn(&Known) -> bool| tasks.iter().filter(|task| f(&task.known)).count();
        object["checks"] = json!(count(|known| matches!(known, Known::Check(_))));
        object["no_mate"] =
            json!(count(|known| matches!(known, Known::Check(Judgement::NoMate { .. }))));
        object["proved"] =
            json!(count(|known| matches!(known, Known::Check(Judgement::NoMate { proved: true, .. }))));
        let open = tasks.iter().filter(|task| task.known.open().is_some());
        object["open"] = open.map(|task| open_json(task)).collect();
    }
}

fn finding_json(task: &Task) -> Option<Value> {
    let number = task.alternative.after + 1;
    let (class, than, joins, line, plies) = match &task.known {
        Known::Check(Judgement::Mate(dual)) => {
            let (class, than, joins) = class_words(dual.class);
            (class, than, joins, &dual.line, dual.plies as usize)
        }
        Known::Defence(Defence::Equal(line)) => ("equal-defence", None, None, line, line.len()),
        Known::Defence(Defence::Longer(line)) => ("longer-defence", None, None, line, line.len()),
        _ => return None,
    };
    Some(json!({
        "class": class,
        "move_number": number,
        "move": task.alternative.m.to_string(),
        "line": usi(line),
        "length": task.alternative.after + plies,
        "than": than,
        "joins": joins,
        "certificate": task.certificate,
    }))
}

fn open_json(task: &Task) -> Value {
    json!({
        "move_number": task.alternative.after + 1,
        "move": task.alternative.m.to_string(),
        "expansions": task.effort.expansions,
        "seconds": rounded(task.effort.seconds),
    })
}

/// The name of a class, how its length compares, and where it joins the main line.
pub fn class_words(class: Class) -> (&'static str, Option<&'static str>, Option<usize>) {
    match class {
        Class::Cook(than) => ("cook", Some(than_word(than)), None),
        Class::LastMove => ("last-move", None, None),
        Class::Transposition(at) => ("transposition", None, Some(at)),
        Class::Detour(at) => ("detour", None, Some(at)),
        Class::Distance => ("distance", None, None),
        Class::Promotion => ("promotion", None, None),
        Class::Unclear(_) => ("unclear", None, None),
    }
}

/// How a length compares, in a word.
pub fn than_word(than: Than) -> &'static str {
    match than {
        Than::Shorter => "shorter",
        Than::Equal => "equal",
        Than::Longer => "longer",
        Than::Unknown => "unknown",
    }
}
