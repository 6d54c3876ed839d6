//! One problem in the form it is posed in goes in, the object that `solve`, `check` or `helpmate` would print comes out.
//!
//! Each thread has an examiner, and so has each thread of a worker on another machine. What it learned is forgotten
//! before the next problem: the answer to a problem must not depend on which others were solved before it.

use crate::args::{self, BatchQuestion, Sides, Work};
use crate::commands::check;
use crate::deadline::Deadline;
use crate::problems::Problem;
use crate::report::{Report, Source};
use crate::stop::Stop;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tsumugi_andor::Engine;
use tsumugi_api::helpmate::{self, verify_lines};
use tsumugi_api::solve::{Found, Question, Solved};
use tsumugi_batch::{Canonical, Rung};
use tsumugi_helpmate::{self as helpmates, Conditions, Goal};
use tsumugi_notation::{Record, position_command};
use tsumugi_shogi::{Color, Move, Setup, Waivers};
use tsumugi_tsume::{self as tsume, Limits, Settings, Solver};
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

/// A problem in the form it is posed in.
pub struct Posed {
    /// The form.
    pub form: Canonical,
    /// The same as the solver takes it, where reading it has made that already.
    problem: Option<tsume::Problem>,
}

/// Answers one question about one problem after the other.
pub struct Examiner {
    work: Work,
    form: Form,
    solver: Solver,
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
        let mut settings =
            Settings { bytes: (hash as usize) << 20, prove: work.verify, ..Settings::default() };
        for (name, value) in &work.option {
            let set = settings.options.set(name, value);
            set.map_err(|error| Report::new(format!("--option {error}")))?;
        }
        let waivers = work.admission.waivers();
        Ok(Examiner {
            work: work.clone(),
            form,
            solver: Solver::new(settings),
            waivers,
            hash,
            stop: stop.clone(),
            certificate: None,
        })
    }

    /// A problem as it is posed to the solver.
    ///
    /// # Errors
    /// What is wrong with the problem.
    pub fn pose(&self, source: &Problem) -> Result<Posed, Report> {
        let setup = &source.record.setup;
        let here = || source.place.clone();
        let inadmissible = |error| Report::inadmissible(&error, setup, here());
        if self.work.question == BatchQuestion::Helpmate {
            let problem = helpmates::Problem::from_setup(setup, self.conditions(&self.work.sides));
            let problem = problem.map_err(|error| match error {
                helpmates::ProblemError::Setup(error) => inadmissible(error),
                error => Report::new(error.to_string()).at(here()),
            })?;
            let form = self.form.pose(&problem.position().to_setup(), problem.attacker(), &[]);
            return Ok(Posed { form, problem: None });
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
        let form = self.form.pose(&problem.position().to_setup(), problem.attacker(), &moves);
        let as_it_is = self.form == Form::AsWritten && setup.ply == form.setup.ply;
        Ok(Posed { form, problem: as_it_is.then_some(problem) })
    }

    /// The answer to the question about a problem as it is posed, as an object; `None` if it was stopped.
    ///
    /// # Errors
    /// When the problem is none, or an answer does not stand up to the independent check.
    pub fn answer(
        &mut self,
        posed: Posed,
        rung: &Rung,
        deadline: &Deadline,
    ) -> Result<Option<Value>, Report> {
        self.solver.clear();
        self.certificate = None;
        let Posed { form, problem } = posed;
        let setup = &form.setup;
        let record = Record::of_line(form.setup.clone(), form.moves);
        let source =
            Problem { place: Source::Stdin.into(), number: (0, 1), name: None, record, rest: vec![] };
        let start = Instant::now();
        let flag = deadline.start(rung.seconds);
        let answered = match self.work.question {
            BatchQuestion::Mate => self.mate(setup, problem, rung, flag.clone(), Question::Mate),
            BatchQuestion::Shortest => {
                self.mate(setup, problem, rung, flag.clone(), Question::Shortest)
            }
            BatchQuestion::Check => self.check(&source, rung),
            BatchQuestion::Helpmate => self.helpmate(setup, &source, rung, flag.clone()),
        };
        deadline.end();
        let mut object = answered?;
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
    pub fn answer_text(
        &mut self,
        canonical: &str,
        rung: &Rung,
        deadline: &Deadline,
    ) -> Result<Option<Value>, Report> {
        let record = position_command::read(canonical)
            .map_err(|error| Report::new(format!("{canonical} is no problem: {}", error.why)))?;
        let form = Canonical::as_written(&record.setup, &record.main_line());
        self.answer(Posed { form, problem: None }, rung, deadline)
    }

    fn mate(
        &mut self,
        setup: &Setup,
        problem: Option<tsume::Problem>,
        rung: &Rung,
        flag: Arc<AtomicBool>,
        question: Question,
    ) -> Result<Value, Report> {
        let read = || self.form.sides(&self.work.sides).problem(setup, self.waivers);
        let problem = problem
            .map_or_else(read, Ok)
            .map_err(|error| Report::inadmissible(&error, setup, Source::Stdin.into()))?;
        let limits = Limits { expansions: rung.nodes, stop: Some(flag.clone()), ..Limits::default() };
        let solved = match question {
            Question::Shortest => self.solver.shortest(&problem, &limits, &mut ()),
            _ => self.solver.solve(&problem, &limits, &mut ()),
        };
        if let Some(certificate) = &solved.certificate {
            let sfen = problem.position().to_sfen();
            let checked = verify(&sfen, certificate);
            checked.map_err(|fault| {
                Report::new(format!("a proof of {sfen} does not stand up: {fault}"))
            })?;
        }
        self.certificate = solved.certificate.clone();
        let solved = Solved {
            problem,
            question,
            found: Found::from(solved),
            out_of_time: flag.load(Ordering::Relaxed) && !self.stop.asked(),
            seconds: 0.0,
            engine: Engine::Dfpn.name(),
            certificate: None,
            tree: None,
        };
        Ok(solved.json())
    }

    fn check(&mut self, source: &Problem, rung: &Rung) -> Result<Value, Report> {
        let admission = self.work.admission.clone();
        let sides = self.form.sides(&self.work.sides);
        let args = args::Check { admission, sides, ..check::plain(self.hash, rung) };
        Ok(check::quietly(source, &args, &mut self.solver, &self.stop)?.sheet.json())
    }

    fn helpmate(
        &mut self,
        setup: &Setup,
        source: &Problem,
        rung: &Rung,
        flag: Arc<AtomicBool>,
    ) -> Result<Value, Report> {
        let sides = self.form.sides(&self.work.sides);
        let problem = helpmates::Problem::from_setup(setup, self.conditions(&sides))
            .map_err(|error| Report::new(error.to_string()))?;
        let bytes = (self.hash as usize) << 20;
        let settings = helpmates::Settings { bytes, ..helpmates::Settings::default() };
        let limits = helpmates::Limits { expansions: rung.nodes, stop: Some(flag.clone()) };
        let answer = helpmates::solve(&problem, &settings, &limits, None, &mut ());
        verify_lines(&problem, &answer)
            .map_err(|why| Report::new(format!("a solution does not stand up: {why}")))?;
        let solved = helpmate::Solved {
            name: source.name.clone(),
            problem,
            verified: !answer.lines.is_empty(),
            answer,
            out_of_time: flag.load(Ordering::Relaxed) && !self.stop.asked(),
            seconds: 0.0,
        };
        Ok(solved.json())
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

/// Is an answer none?
pub fn is_open(object: &Value) -> bool {
    matches!(object["verdict"].as_str(), Some("unknown" | "unsettled") | None)
}
