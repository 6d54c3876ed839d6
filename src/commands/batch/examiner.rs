//! One problem in the form it is posed in goes in, the answer to the batch's request comes out.
//!
//! Each thread has an examiner, and so has each thread of a worker on another machine. What it learned is forgotten
//! before the next problem: the answer to a problem must not depend on which others were solved before it.

use crate::ladder::Rung;
use crate::problems::InputProblem;
use crate::report::Report;
use crate::stop::Stop;
use std::time::Instant;
use tsumugi_api::{Answer, Conductor, ProblemText, Progress, Request, Side, Stage, compose};
use tsumugi_api::{Japanese, message, no_king_to_mate};
use tsumugi_clock::Clock;
use tsumugi_helpmate as helpmate;
use tsumugi_notation::position_command;
use tsumugi_shogi::{Color, Move, Setup};
use tsumugi_tsume::{self as tsume, canonical::Canonical};
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

    /// What is said about problems of this form, which have the hands they are played with.
    pub fn posed(self, read: &ProblemText) -> ProblemText {
        let attacker = match self {
            Form::Canonical => Some(Side::Black),
            Form::AsWritten => read.attacker,
        };
        ProblemText { attacker, as_written: true, ..read.clone() }
    }

    fn pose(self, setup: &Setup, attacker: Color, moves: &[Move]) -> Canonical {
        match self {
            Form::Canonical => Canonical::new(setup, attacker, moves),
            Form::AsWritten => Canonical::as_written(setup, moves),
        }
    }
}

/// Answers one request about one problem after the other.
pub struct Examiner {
    /// What is asked; its problem says who mates whom and which rules diagrams may break, but not which problem.
    request: Request,
    form: Form,
    conductor: Conductor,
    clock: Clock,
    hash: u32,
    stop: Stop,
    /// Of the last answer, if proofs are asked for.
    certificate: Option<String>,
}

impl Examiner {
    /// An examiner with a table of this many MiB.
    pub fn new(request: Request, form: Form, hash: u32, stop: &Stop) -> Examiner {
        Examiner {
            request,
            form,
            conductor: Conductor::default(),
            clock: Clock::system(),
            hash,
            stop: stop.clone(),
            certificate: None,
        }
    }

    /// A problem as it is posed to the solver.
    ///
    /// # Errors
    /// What is wrong with the problem.
    pub fn pose(&self, source: &InputProblem) -> Result<Canonical, Report> {
        // A composer's own moves are part of what is to be checked; before any other question they are played.
        let (record, moves) = match self.request {
            Request::Check(_) => (source.record.clone(), source.record.main_line()),
            _ => (source.asked(None)?, vec![]),
        };
        let (setup, text) = (&record.setup, self.request.problem());
        let (attacker, as_written) = (text.attacker.map(Color::from), text.as_written);
        let here = || source.place.clone();
        let inadmissible = |error| Report::inadmissible(&error, setup, here());
        if let Request::Helpmate(_) = self.request {
            let conditions = helpmate::Conditions {
                attacker,
                as_written,
                waivers: text.waivers(),
                ..helpmate::Conditions::default()
            };
            let problem = helpmate::Problem::from_setup(setup, conditions);
            let problem = problem.map_err(|error| match error {
                helpmate::ProblemError::Setup(error) => inadmissible(error),
                error => Report::new(error.message()).at(here()),
            })?;
            return Ok(self.form.pose(&problem.position().to_setup(), problem.attacker(), &[]));
        }
        let problem = tsume::Problem::from_setup_for(setup, text.waivers(), as_written, attacker);
        let problem = problem.map_err(inadmissible)?;
        if problem.position().king(problem.defender()).is_none() {
            return Err(Report::new(no_king_to_mate()).at(here()));
        }
        Ok(self.form.pose(&problem.position().to_setup(), problem.attacker(), &moves))
    }

    /// The answer about a problem as it is posed; `None` if it was stopped.
    ///
    /// # Errors
    /// When the problem is none, or an answer does not stand up to the independent check.
    pub fn answer(&mut self, posed: &Canonical, rung: &Rung) -> Result<Option<Answer>, Report> {
        self.conductor.clear();
        self.certificate = None;
        let request = self.asked(posed, rung);
        let mut certificate = String::new();
        let mut nobody = |_: &Progress| {};
        let mut stage = Stage::new(&self.clock, self.stop.token(), &mut nobody);
        let mut write = |lines: &str| certificate.push_str(lines);
        let start = Instant::now();
        let answered = self.conductor.run(&request, &mut stage, &mut write);
        let mut answer = answered.map_err(|fault| Report::new(fault.message().clone()))?;
        if answer.is_open() && self.stop.asked() {
            return Ok(None);
        }
        if let Answer::Solve(solved) = &answer
            && solved.proved
        {
            let sfen = &solved.sfen;
            verify(sfen, &certificate).map_err(|fault| {
                let said = fault.japanese();
                Report::new(message!(
                    "a proof of {sfen} does not stand up: {fault}",
                    "{sfen} の証明が検証に通りません: {said}",
                ))
            })?;
            self.certificate = Some(certificate);
        }
        // Short problems take less than the thousandths that a person is told.
        note_seconds(&mut answer, (start.elapsed().as_secs_f64() * 1e6).round() / 1e6);
        Ok(Some(answer))
    }

    /// The certificate of the last answer, if there is one; it has been checked.
    pub fn take_certificate(&mut self) -> Option<String> {
        self.certificate.take()
    }

    /// The same for a problem that is written down.
    ///
    /// # Errors
    /// When it is none, or an answer does not stand up to the independent check.
    pub fn answer_text(&mut self, canonical: &str, rung: &Rung) -> Result<Option<Answer>, Report> {
        if let Request::Compose(_) = self.request {
            let answer = self.part(canonical, rung)?;
            let stopped = answer.reason.is_some() && self.stop.asked();
            return Ok((!stopped).then(|| Answer::Compose(Box::new(answer))));
        }
        let record = position_command::read(canonical).map_err(|error| {
            let (why, said) = (&error.why, error.why.japanese());
            Report::new(message!(
                "{canonical} is no problem: {why}",
                "{canonical} は問題として読めません: {said}",
            ))
        })?;
        self.answer(&Canonical::as_written(&record.setup, &record.main_line()), rung)
    }

    /// The answer about a part of a family, two numbers with a hyphen between: also of one that was broken off.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn part(&mut self, part: &str, rung: &Rung) -> Result<compose::Answer, Report> {
        let numbers = part.split_once('-');
        let numbers = numbers.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        let (Request::Compose(request), Some((from, to))) = (&self.request, numbers) else {
            return Err(Report::new(message!("{part} is no part", "{part} は区間ではありません")));
        };
        let time = Some(rung.seconds).filter(|seconds| seconds.is_finite());
        let request = compose::Request { from, to: Some(to), time, ..request.clone() };
        let mut nobody = |_: &Progress| {};
        let mut stage = Stage::new(&self.clock, self.stop.token(), &mut nobody);
        let answered = self.conductor.run(&Request::Compose(request), &mut stage, &mut |_| {});
        match answered.map_err(|fault| Report::new(fault.message().clone()))? {
            Answer::Compose(answer) => Ok(*answer),
            _ => Err(Report::new(message!("{part} is no part", "{part} は区間ではありません"))),
        }
    }

    /// What is asked about a problem, with this limit.
    fn asked(&self, posed: &Canonical, rung: &Rung) -> Request {
        let mut sfen = posed.setup.to_sfen();
        if !posed.moves.is_empty() {
            sfen += " moves";
            sfen.extend(posed.moves.iter().map(|m| format!(" {m}")));
        }
        let mut request = self.request.clone();
        let text = self.form.posed(request.problem());
        let text = ProblemText { sfen: Some(sfen), ..text };
        let time = Some(rung.seconds).filter(|seconds| seconds.is_finite());
        let (nodes, hash) = (Some(rung.nodes), Some(self.hash));
        *request.problem_mut() = text;
        match &mut request {
            Request::Solve(request) => {
                (request.time, request.nodes, request.hash) = (time, nodes, hash);
            }
            Request::Check(request) => {
                (request.time, request.nodes_each, request.hash) = (time, nodes, hash);
                request.time_each = Some(rung.seconds.min(1e9));
            }
            Request::Helpmate(request) => {
                (request.time, request.nodes, request.hash) = (time, nodes, hash);
            }
            // A batch asks nothing else; the conductor would refuse the empty problem.
            _ => {}
        }
        request
    }
}

fn note_seconds(answer: &mut Answer, seconds: f64) {
    match answer {
        Answer::Solve(answer) => answer.seconds = seconds,
        Answer::Check(answer) => answer.seconds = seconds,
        Answer::Helpmate(answer) => answer.seconds = seconds,
        _ => {}
    }
}
