//! All that a check finds out about a problem, and how it is told.

use super::{
    Answer, Certificate, Class, Finding, Given, Known, Open, Solution, Soundness, Task, Variation,
    Worth,
};
use crate::{Branch, Reason, rounded, themes};
use std::path::PathBuf;
use tsumugi_shogi::Move;
use tsumugi_tsume::check::{
    self as examined, Alternative, BadLine, Check, Defence, Judgement, LengthBounds, Recorded,
};
use tsumugi_tsume::{Problem, StopReason, tree};

/// All that was found out about a problem.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What was examined: hands completed, attacker known.
    pub problem: Problem,
    /// What became of the record's own moves.
    pub given: GivenLine,
    /// What is known.
    pub state: State,
    /// Does every dual count as a cook?
    pub strict: bool,
    /// The variations that came with it: where they leave the line, and what they are worth.
    pub variations: Vec<(usize, Vec<Move>, Recorded)>,
    /// The certificate of the problem itself, if certificates are wanted.
    pub certificate: Option<PathBuf>,
    /// How long it took.
    pub seconds: f64,
    /// What it took.
    pub expansions: u64,
}

/// What became of the moves that came with a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GivenLine {
    /// There are none.
    Nothing,
    /// They are the line examined.
    Examined,
    /// They are no line of mate.
    Bad(BadLine),
    /// There is no mate after the defence with this number; or, without one, none at all.
    Refuted(Option<usize>),
}

impl GivenLine {
    fn is_wrong(self) -> bool {
        matches!(self, GivenLine::Bad(_) | GivenLine::Refuted(_))
    }

    fn told(self) -> (Given, Option<usize>) {
        match self {
            GivenLine::Nothing => (Given::Nothing, None),
            GivenLine::Examined => (Given::Examined, None),
            GivenLine::Bad(BadLine::Illegal(i)) => (Given::Illegal, Some(i + 1)),
            GivenLine::Bad(BadLine::NoMate) => (Given::Unfinished, None),
            GivenLine::Refuted(number) => (Given::Refuted, number),
        }
    }
}

/// How far the check came.
#[derive(Debug)]
pub(crate) enum State {
    /// There is no mate.
    NoMate,
    /// There is no line to examine: why, and what the length is at most, if there is a mate.
    Open(StopReason, Option<u32>),
    /// There is one.
    Examined(Box<Examined>),
}

/// A solution and what is beside it.
#[derive(Debug)]
pub(crate) struct Examined {
    /// The problem with the line examined.
    pub check: Check,
    /// The shortest length, futile interpositions not counted, as far as it is known.
    pub length: LengthBounds,
    /// Why it is not settled.
    pub stopped: Option<StopReason>,
    /// The shortest length, everything counted, if it is settled.
    pub strict: Option<u32>,
    /// All moves beside the line.
    pub tasks: Vec<Task>,
    /// The line's own interpositions, where the length depends on them.
    pub own: Vec<Task>,
    /// The line with its variations, for a report.
    pub tree: Option<tree::Branch>,
}

impl Examined {
    /// What the moves beside the line make of the problem. With `strict` every dual counts as a cook.
    pub(crate) fn verdict(&self, strict: bool) -> Soundness {
        verdict(&self.check, &self.tasks, strict)
    }

    /// The defence after which there is no mate, if one was found: the line examined is no solution then.
    pub(crate) fn escape(&self) -> Option<Alternative> {
        let escapes = |task: &&Task| task.known == Known::Defence(Defence::Escapes);
        self.tasks.iter().find(escapes).map(|task| task.alternative)
    }
}

/// What these moves beside a line make of its problem.
pub(crate) fn verdict(check: &Check, tasks: &[Task], strict: bool) -> Soundness {
    if tasks.iter().any(|task| task.spoils(strict)) {
        return Soundness::Cooked;
    }
    let longer = |task: &Task| matches!(task.known, Known::Defence(Defence::Longer { .. }));
    if !check.leftover().is_empty() || tasks.iter().any(longer) {
        return Soundness::Flawed;
    }
    match tasks.iter().any(|task| task.known.open().is_some()) {
        true => Soundness::Unsettled,
        false => Soundness::Sound,
    }
}

/// After how many moves of the line the first second solution begins.
pub(crate) fn first_cook(tasks: &[Task], strict: bool) -> Option<usize> {
    let spoiling = tasks.iter().filter(|task| task.spoils(strict));
    spoiling.map(|task| task.alternative.after).min()
}

/// What is known about these moves.
pub(crate) fn known<'a>(tasks: impl Iterator<Item = &'a Task>) -> examined::Known<'a> {
    let mut known = examined::Known::default();
    for task in tasks {
        match &task.known {
            Known::Check(judgement) => {
                known.checks.insert(task.alternative, judgement);
            }
            Known::Defence(defence) => {
                known.defences.insert(task.alternative, defence);
            }
        }
    }
    known
}

impl Task {
    /// Is it a second solution?
    fn spoils(&self, strict: bool) -> bool {
        match &self.known {
            Known::Check(Judgement::Mate(dual)) => match dual.class {
                examined::Class::Unclear(_) => false,
                class => strict || class.is_cook(),
            },
            _ => false,
        }
    }
}

impl Sheet {
    fn verdict(&self) -> Soundness {
        match &self.state {
            State::NoMate => Soundness::NoMate,
            State::Open(..) if self.given.is_wrong() => Soundness::Flawed,
            State::Open(..) => Soundness::Unsettled,
            State::Examined(examined) => match examined.verdict(self.strict) {
                Soundness::Sound | Soundness::Unsettled if self.given.is_wrong() => Soundness::Flawed,
                verdict => verdict,
            },
        }
    }

    /// What is told.
    pub(crate) fn answer(&self) -> Answer {
        let (given, bad_move) = self.given.told();
        let (at_most, reason) = match &self.state {
            State::Open(reason, at_most) => (*at_most, Some((*reason).into())),
            State::Examined(examined) if examined.length.exact().is_none() => {
                (examined.length.at_most, examined.stopped.map(Reason::from))
            }
            _ => (None, None),
        };
        let solution = match &self.state {
            State::Examined(examined) => Some(self.solution(examined)),
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
            variations: self.variations.iter().map(variation).collect(),
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
            length: examined.length.exact(),
            strict_length: examined.strict,
            line: examined.check.line().to_vec(),
            leftover: examined.check.leftover(),
            findings: self.findings(examined, &tasks),
            checks: count(|known| matches!(known, Known::Check(_))),
            no_mate: count(|known| matches!(known, Known::Check(Judgement::NoMate { .. }))),
            proved: count(|known| {
                matches!(known, Known::Check(Judgement::NoMate { proved: true, .. }))
            }),
            open: tasks.iter().filter(|task| task.known.open().is_some()).map(open).collect(),
            themes: themes::of(&self.problem, examined.check.line(), examined.length.exact()),
            tree: examined.tree.clone().map(Branch::from),
        }
    }

    /// What is worth telling, the first moves first.
    fn findings(&self, examined: &Examined, tasks: &[&Task]) -> Vec<Finding> {
        let mut all: Vec<Finding> = tasks.iter().filter_map(|task| self.finding(task)).collect();
        let futile = |task: &&Task| task.known == Known::Defence(Defence::Futile);
        all.extend(examined.own.iter().filter(futile).map(|task| {
            let line = &examined.check.line()[task.alternative.after..];
            Finding::new(Class::FutileInterposition, task, line, line.len())
        }));
        all.sort_by_key(|finding| finding.move_number);
        all
    }

    fn finding(&self, task: &Task) -> Option<Finding> {
        let told = |class, line: &[Move], plies| Finding {
            spoils: task.spoils(self.strict),
            ..Finding::new(class, task, line, plies)
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
                    examined::Class::GivenAway(at) => {
                        Finding { joins: Some(at), ..told(Class::GivenAway) }
                    }
                    examined::Class::Mirror(at) => Finding { joins: Some(at), ..told(Class::Mirror) },
                    examined::Class::Distance => told(Class::Distance),
                    examined::Class::Promotion => told(Class::Promotion),
                    examined::Class::Unpromoted => told(Class::Unpromoted),
                    examined::Class::Unclear(reason) => {
                        Finding { reason: Some(reason.into()), ..told(Class::Unclear) }
                    }
                }
            }
            Known::Defence(Defence::Equal(line)) => told(Class::EqualDefence, line, line.len()),
            Known::Defence(Defence::Longer { line, settled }) => {
                let finding = told(Class::LongerDefence, line, line.len());
                Finding { length: finding.length.filter(|_| *settled), ..finding }
            }
            Known::Defence(Defence::LongerLeftover { line, leftover }) => {
                Finding { leftover: Some(*leftover), ..told(Class::LongerLeftover, line, line.len()) }
            }
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
        if let State::Examined(examined) = &self.state {
            for task in &examined.tasks {
                let after = || examined.check.at(task.alternative.after).after(task.alternative.m);
                let mates = matches!(task.known, Known::Check(Judgement::Mate(_)));
                all.extend(task.certificate.iter().map(|file| one(&after(), file, mates)));
            }
        }
        all
    }
}

impl Finding {
    fn new(class: Class, task: &Task, line: &[Move], plies: usize) -> Finding {
        let Alternative { after, m } = task.alternative;
        Finding {
            class,
            move_number: after + 1,
            m,
            line: line.to_vec(),
            length: Some(after + plies),
            than: None,
            joins: None,
            spoils: false,
            leftover: None,
            reason: None,
            certificate: task.certificate.as_ref().map(|path| path.display().to_string()),
        }
    }
}

/// A variation that came with the problem.
fn variation((left, line, recorded): &(usize, Vec<Move>, Recorded)) -> Variation {
    let (worth, length, bad_move) = match *recorded {
        Recorded::Agrees => (Worth::Agrees, None, None),
        Recorded::Slow(plies) => (Worth::Slow, Some(plies as usize), None),
        Recorded::Unfinished(more) => (Worth::Unfinished, Some(line.len() + more as usize), None),
        Recorded::Refuted => (Worth::Refuted, None, None),
        Recorded::Illegal(i) => (Worth::Illegal, None, Some(i + 1)),
        Recorded::Fails => (Worth::Fails, None, None),
        Recorded::Mates => (Worth::Mates, None, None),
        Recorded::Open(_) => (Worth::Open, None, None),
    };
    Variation { move_number: left + 1, line: line[*left..].to_vec(), worth, length, bad_move }
}
