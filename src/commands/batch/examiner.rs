//! One problem in the form it is posed in goes in, the object that `solve`, `check` or `helpmate` would print comes out.
//!
//! Each thread has an examiner, and so has each thread of a worker on another machine. What it learned is forgotten
//! before the next problem: the answer to a problem must not depend on which others were solved before it.

use crate::args::{self, BatchQuestion, Sides, Work};
use crate::ladder::Rung;
use crate::problems::Problem;
use crate::report::Report;
use crate::stop::Stop;
use serde_json::{Value, json};
use std::time::Instant;
use tsumugi_api::solve::{self, Question};
use tsumugi_api::{Conductor, Fault, ProblemText, Progress, Rule, Side, Stage, check, helpmate};
use tsumugi_clock::Clock;
use tsumugi_helpmate::{self as helpmates, Conditions, Goal};
use tsumugi_notation::position_command;
use tsumugi_shell::searching::check_options;
use tsumugi_shogi::{Color, Move, Setup, Waivers};
use tsumugi_tsume::canonical::Canonical;
use tsumugi_verify::verify;

/// How problems are posed to the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One form for all images of a problem; the attacker is Black.
    Canonical,
    /// As they are read.
    AsWritten,
}

impl Form {
    /// The form for problems of which equal ones are one, or are not.
    pub fn of(dedup: bool) -> Form {
        if dedup { Form::Canonical } else { Form::AsWritten }
    }

    /// Who mates whom in problems of this form, which have the hands they are played with.
    pub fn sides(self, read: &Sides) -> Sides {
        let attacker = match self {
            Form::Canonical => Some(args::Attacker::Black),
            Form::AsWritten => read.attacker,
        };
        Sides { attacker, as_written: true }
    }

    fn pose(self, setup: &Setup, attacker: Color, moves: &[Move]) -> Canonical {
        match self {
            Form::Canonical => Canonical::new(setup, attacker, moves),
            Form::AsWritten => Canonical::as_written(setup, moves),
        }
    }
}

/// Answers one question about one problem after the other.
pub struct Examiner {
    work: Work,
    form: Form,
    conductor: Conductor,
    clock: Clock,
    waivers: Waivers,
    hash: u32,
    stop: Stop,
    /// Of the last answer, if proofs are asked for.
    certificate: Option<String>,
}

impl Examiner {
    /// An examiner with a table of so many MiB.
    ///
    /// # Errors
    /// When an option of the search does not exist or cannot have its value.
    pub fn new(work: &Work, form: Form, hash: u32, stop: &Stop) -> Result<Examiner, Report> {
        check_options(&work.option)?;
        Ok(Examiner {
            work: work.clone(),
            form,
            conductor: Conductor::default(),
            clock: Clock::system(),
            waivers: work.admission.waivers(),
            hash,
            stop: stop.clone(),
            certificate: None,
        })
    }

    /// A problem as it is posed to the solver.
    ///
    /// # Errors
    /// What is wrong with the problem.
    pub fn pose(&self, source: &Problem) -> Result<Canonical, Report> {
        let setup = &source.record.setup;
        let here = || source.place.clone();
        let inadmissible = |error| Report::inadmissible(&error, setup, here());
        if self.work.question == BatchQuestion::Helpmate {
            let problem = helpmates::Problem::from_setup(setup, self.conditions(&self.work.sides));
            let problem = problem.map_err(|error| match error {
                helpmates::ProblemError::Setup(error) => inadmissible(error),
                error => Report::new(error.to_string()).at(here()),
            })?;
            return Ok(self.form.pose(&problem.position().to_setup(), problem.attacker(), &[]));
        }
        let problem = self.work.sides.problem(setup, self.waivers).map_err(inadmissible)?;
        if problem.position().king(problem.defender()).is_none() {
            return Err(Report::new("the side to be mated has no king").at(here()));
        }
        // A composer's own moves are part of what is to be checked.
        let moves = match self.work.question {
            BatchQuestion::Check => source.record.main_line(),
            _ => vec![],
        };
        Ok(self.form.pose(&problem.position().to_setup(), problem.attacker(), &moves))
    }

    /// The answer to the question about a problem as it is posed, as an object; `None` if it was stopped.
    ///
    /// # Errors
    /// When the problem is none, or an answer does not stand up to the independent check.
    pub fn answer(&mut self, posed: &Canonical, rung: &Rung) -> Result<Option<Value>, Report> {
        self.conductor.clear();
        self.certificate = None;
        let mut sfen = posed.setup.to_sfen();
        if !posed.moves.is_empty() {
            sfen += " moves";
            sfen.extend(posed.moves.iter().map(|m| format!(" {m}")));
        }
        let text = ProblemText {
            sfen: Some(sfen),
            text: None,
            attacker: self.form.sides(&self.work.sides).attacker().map(Side::from),
            as_written: true,
            allow: self.work.admission.allow.iter().copied().map(Rule).collect(),
        };
        let start = Instant::now();
        let mut object = match self.work.question {
            BatchQuestion::Mate => self.mate(text, rung, Question::Mate),
            BatchQuestion::Shortest => self.mate(text, rung, Question::Shortest),
            BatchQuestion::Check => self.check(text, rung),
            BatchQuestion::Helpmate => self.helpmate(text, rung),
        }?;
        if is_open(&object) && self.stop.asked() {
            return Ok(None);
        }
        // Short problems take less than the thousandths that a person is told.
        object["seconds"] = json!((start.elapsed().as_secs_f64() * 1e6).round() / 1e6);
        Ok(Some(object))
    }

    /// The certificate of the last answer, if there is one; it has been checked.
    pub fn take_certificate(&mut self) -> Option<String> {
        self.certificate.take()
    }

    /// The same for a problem that is written down.
    ///
    /// # Errors
    /// When it is none, or an answer does not stand up to the independent check.
    pub fn answer_text(&mut self, canonical: &str, rung: &Rung) -> Result<Option<Value>, Report> {
        let record = position_command::read(canonical)
            .map_err(|error| Report::new(format!("{canonical} is no problem: {}", error.why)))?;
        self.answer(&Canonical::as_written(&record.setup, &record.main_line()), rung)
    }

    fn mate(&mut self, text: ProblemText, rung: &Rung, question: Question) -> Result<Value, Report> {
        let mut certificate = String::new();
        let request = solve::Request {
            problem: text,
            question,
            time: seconds(rung),
            nodes: Some(rung.nodes),
            hash: Some(self.hash),
            certificate: self.work.verify,
            prove: false,
            option: self.work.option.clone(),
            ..solve::Request::default()
        };
        let mut nobody = |_: &Progress| {};
        let mut stage = Stage::new(&self.clock, self.stop.token(), &mut nobody);
        let mut write = |lines: &str| certificate.push_str(lines);
        let solved = self.conductor.solve(&request, &mut stage, &mut write).map_err(refused)?;
        if solved.found.proved {
            let sfen = solved.problem.position().to_sfen();
            let checked = verify(&sfen, &certificate);
            checked.map_err(|fault| {
                Report::new(format!("a proof of {sfen} does not stand up: {fault}"))
            })?;
            self.certificate = Some(certificate);
        }
        Ok(solved.json())
    }

    fn check(&mut self, text: ProblemText, rung: &Rung) -> Result<Value, Report> {
        let request = check::Request {
            problem: text,
            time: seconds(rung),
            time_each: Some(rung.seconds.min(1e9)),
            nodes_each: Some(rung.nodes),
            hash: Some(self.hash),
            option: self.work.option.clone(),
            ..check::Request::default()
        };
        let mut nobody = |_: &Progress| {};
        let mut stage = Stage::new(&self.clock, self.stop.token(), &mut nobody);
        let sheet = self.conductor.check(&request, &mut stage, &());
        Ok(sheet.map_err(|trouble| refused(trouble.into_fault()))?.json())
    }

    fn helpmate(&mut self, text: ProblemText, rung: &Rung) -> Result<Value, Report> {
        let request = helpmate::Request {
            problem: text,
            time: seconds(rung),
            nodes: Some(rung.nodes),
            hash: Some(self.hash),
            ..helpmate::Request::default()
        };
        let mut nobody = |_: &Progress| {};
        let mut stage = Stage::new(&self.clock, self.stop.token(), &mut nobody);
        Ok(helpmate::conduct(&request, None, None, &mut stage).map_err(refused)?.json())
    }

    fn conditions(&self, sides: &Sides) -> Conditions {
        Conditions {
            goal: Goal::Helpmate,
            attacker: sides.attacker(),
            as_written: sides.as_written,
            waivers: self.waivers,
            plies: None,
            no_surplus: false,
        }
    }
}

fn seconds(rung: &Rung) -> Option<f64> {
    Some(rung.seconds).filter(|seconds| seconds.is_finite())
}

fn refused(fault: Fault) -> Report {
    Report::new(fault.message())
}

/// Is an answer none?
pub fn is_open(object: &Value) -> bool {
    matches!(object["verdict"].as_str(), Some("unknown" | "unsettled") | None)
}
