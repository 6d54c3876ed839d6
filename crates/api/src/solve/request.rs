//! `solve` as a request: its fields, and the work.

use super::{Found, Question, Solved, Verdict, explain, find, grow};
use crate::body::{self, Body, Posed};
use crate::work::{House, Outcome, limits, search_bytes};
use crate::{Fault, Stage};
use serde::Deserialize;
use tsumugi_andor::Engine;
use tsumugi_tsume::{Limits, Problem, Settings, Solver};

/// A longer certificate is not kept.
const MOST_CERTIFICATE: usize = 32 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Fields {
    question: Question,
    time: Option<f64>,
    nodes: Option<u64>,
    hash: Option<u32>,
    threads: u32,
    explain: bool,
    free_restorations: bool,
    tree: Option<u32>,
    tries: bool,
    certificate: bool,
}

impl Default for Fields {
    fn default() -> Fields {
        Fields {
            question: Question::Mate,
            time: None,
            nodes: None,
            hash: None,
            threads: 1,
            explain: false,
            free_restorations: false,
            tree: None,
            tries: false,
            certificate: false,
        }
    }
}

/// A problem to solve, and how.
pub(crate) struct Request {
    problem: Problem,
    hash: u32,
    time: Option<f64>,
    fields: Fields,
}

impl Request {
    pub(crate) fn read(mut body: Body, house: &House) -> Result<Request, Fault> {
        let posed: Posed = body.posed()?;
        let fields: Fields = body.rest()?;
        let hash = house.hash(fields.hash)?;
        let time = body::seconds("time", fields.time, house.most_seconds)?;
        body::within("threads", fields.threads, 1, house.most_threads)?;
        body::within("tree", fields.tree.unwrap_or(0), 0, 16)?;
        if fields.explain && fields.question != Question::Line {
            return Err(Fault::bad_request("explain is for the question line"));
        }
        if fields.free_restorations && fields.question != Question::Line {
            return Err(Fault::bad_request("free_restorations is for the question line"));
        }
        if fields.tries && fields.tree.is_none() {
            return Err(Fault::bad_request("tries needs tree"));
        }
        let brinkmate = fields.question == Question::Brinkmate;
        if brinkmate && (fields.certificate || fields.tree.is_some()) {
            return Err(Fault::bad_request("a brinkmate has no certificate and no tree"));
        }
        Ok(Request { problem: posed.problem()?, hash, time, fields })
    }

    /// Bytes it may use.
    pub(crate) fn bytes(&self) -> u64 {
        let certificate = if self.fields.certificate { MOST_CERTIFICATE as u64 } else { 0 };
        search_bytes(self.hash) + certificate
    }

    pub(crate) fn run(self, stage: &mut Stage<'_>) -> Outcome {
        let Request { problem, hash, time, fields } = self;
        stage.end_at(time);
        stage.pose(problem.position());
        let settings = Settings {
            threads: fields.threads as usize,
            bytes: (hash as usize) << 20,
            free_restorations: fields.free_restorations,
            // Explanations follow the proof, so one that is a courtesy must not use up their time.
            prove: fields.certificate || !fields.explain,
            ..Settings::default()
        };
        let mut solver = Solver::new(settings);
        let expansions = fields.nodes.unwrap_or(u64::MAX);
        let limits = limits(hash, expansions, stage);
        if !fields.certificate {
            stage.proof_is_courtesy();
        }
        let mut certificate = Text { kept: fields.certificate, text: String::new(), too_long: false };
        let mut write = |text: &str| certificate.write(text);
        let mut found = find(fields.question, &problem, &mut solver, &limits, stage, &mut write);
        if found.main_line().is_empty() && fields.question != Question::Brinkmate {
            last_line(&mut found, &problem, &mut solver, &limits, stage);
        }
        let has_mate = matches!(found.verdict, Verdict::Yes(_));
        if fields.explain && has_mate {
            stage.part("explanations", None);
            explain(&mut found, &problem, &mut solver, &limits, stage);
        }
        let shape = fields.tree.map(|depth| (depth, fields.tries)).filter(|_| has_mate);
        let tree = shape.and_then(|shape| {
            stage.part("variations", None);
            grow(&found, &problem, shape, &mut solver, &limits, stage)
        });
        let certificate = certificate.finish(found.proved);
        let solved = Solved {
            problem,
            question: fields.question,
            found,
            out_of_time: stage.out_of_time(),
            seconds: stage.seconds(),
            engine: Engine::Dfpn.name(),
            certificate: None,
            tree,
        };
        Outcome { answer: solved.json(), certificate }
    }
}

/// Seconds to look for a line of a mate after the time for everything is over.
const FAREWELL: f64 = 0.5;

/// A mate was found, and then the time was over: a moment more for a line of it, which the table should know.
fn last_line(
    found: &mut Found,
    problem: &Problem,
    solver: &mut Solver,
    limits: &Limits,
    stage: &mut Stage<'_>,
) {
    if matches!(found.verdict, Verdict::Yes(1..)) && stage.is_over() {
        stage.farewell(FAREWELL);
        let settings = solver.settings().clone();
        solver.configure(Settings { prove: false, ..settings });
        found.line = solver.solve(problem, limits, stage).line;
    }
}

/// A certificate in memory, as long as it is not too long.
struct Text {
    kept: bool,
    text: String,
    too_long: bool,
}

impl Text {
    fn write(&mut self, lines: &str) {
        if !self.kept || self.too_long {
            return;
        }
        if self.text.len() + lines.len() > MOST_CERTIFICATE {
            self.too_long = true;
            self.text = String::new();
        } else {
            self.text.push_str(lines);
        }
    }

    fn finish(self, proved: bool) -> Option<String> {
        (self.kept && proved && !self.too_long).then_some(self.text)
    }
}
