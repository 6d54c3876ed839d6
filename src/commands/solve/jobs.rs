//! `tsumugi solve --queue`: one hard problem, searched by the workers of a queue.
//!
//! This side keeps a small proof-number tree; its leaves are jobs, each a df-pn search by a worker. A leaf that is
//! solved comes back with its certificate. In the end all certificates are merged with what the tree itself says into
//! one, and that is checked by the independent verifier before anything is said.

use super::job_tree::{Jobs, Side};
use super::merge::Merged;
use super::{QUIET, Solved, rendered};
use crate::args::{Answers, QueueAccess, Solve};
use crate::certificate_file::CertificateFile;
use crate::commands::one_by_one;
use crate::exit::Exit;
use crate::ladder::Rung;
use crate::language::told;
use crate::problems::{self, InputProblem};
use crate::queue::of_a_worker;
use crate::queue::{Answered, Job, Master};
use crate::report::{Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tsumugi_andor::{Rules, Stats, Turn};
use tsumugi_api::solve::{Answer, Found, Question, Request};
use tsumugi_api::{self as api, ProblemText, Rule};
use tsumugi_api::{Japanese, message};
use tsumugi_shogi::{Color, Move};
use tsumugi_tsume::canonical::Canonical;
use tsumugi_tsume::{self as tsume, StopReason, TsumeGame};
use tsumugi_verify::verify;

/// A job that was not heard of for this many times the patience with a worker is given out again.
const SILENCES: f64 = 10.0;

/// Solves every problem with the workers of a queue.
pub fn run(args: &Solve, url: &str) -> Result<Exit, Failure> {
    let more = args.tree.is_some() || args.multipv.is_some() || args.line.is_some();
    if more || !matches!(args.question(), Question::Solution | Question::Mate) {
        let only = message!("--queue is for --question mate", "--queue は --question mate で使います");
        return Err(Report::new(only).into());
    }
    let problems = problems::load(&args.problems);
    if args.certificate.is_some() && problems.len() != 1 {
        return Err(Report::new(super::one_at_a_time()).into());
    }
    let stop = Stop::on_interrupt();
    let master = Master::start(url, &args.access)?;
    let problems = problems.into_iter().map(|problem| problem?.at(args.place.at)).collect();
    let json = args.format == Answers::Json;
    one_by_one(problems, json, &stop, |problem| one(problem, args, &master, &stop))
}

fn one(
    source: &InputProblem,
    args: &Solve,
    master: &Master,
    stop: &Stop,
) -> Result<(String, Exit), Report> {
    let setup = &source.record.setup;
    let problem = args
        .sides
        .problem(setup, args.admission.waivers())
        .map_err(|error| Report::inadmissible(&error, setup, source.place.clone()))?;
    let start = Instant::now();
    // Workers expect the attacker to be Black.
    let form = Canonical::new(&problem.position().to_setup(), problem.attacker(), &[]);
    let waivers = args.admission.waivers();
    let root = tsume::Problem::from_setup_for(&form.setup, waivers, true, Some(Color::Black));
    let root = root.map_err(|error| Report::inadmissible(&error, &form.setup, source.place.clone()))?;
    let mut search = Search::new(root, args, master);
    let found = search.run(args, stop, start)?;
    let (yes, line) = match &found {
        Ended::Solved(merged) => {
            let text = merged.text(&problem, form.turned).ok_or_else(|| {
                let report = Report::new(message!(
                    "the merged proof has a gap",
                    "合わせた証明に欠けたところがあります",
                ));
                report.at(source.place.clone())
            })?;
            let sfen = problem.position().to_sfen();
            verify(&sfen, &text).map_err(|fault| {
                let said = fault.japanese();
                Report::new(message!(
                    "the merged proof does not stand up: {fault}",
                    "合わせた証明が検証に通りません: {said}",
                ))
                .at(source.place.clone())
            })?;
            if let Some(path) = &args.certificate {
                let mut file = CertificateFile::create(path)?;
                file.write(&text);
                file.finish()?;
            }
            let line = merged.line().into_iter().map(|m| form.turned.m(m)).collect();
            (Ok(merged.plies()), line)
        }
        Ended::Stopped(reason) => (Err(*reason), vec![]),
    };
    let certificate = args.certificate.as_ref().filter(|_| matches!(found, Ended::Solved(_)));
    let found = Found {
        yes,
        best: None,
        line,
        length: None,
        solution: None,
        futile: None,
        proved: matches!(found, Ended::Solved(_)),
        stats: search.stats,
    };
    let mut answer = Answer::new(Question::Mate, &problem, found, "jobs");
    answer.seconds = api::rounded(start.elapsed().as_secs_f64());
    answer.certificate = certificate.map(|path| path.display().to_string());
    rendered(&Solved { source, answer, final_board: args.final_board }, args)
}

/// How a search ended.
enum Ended {
    Solved(Box<Merged>),
    Stopped(StopReason),
}

/// A search of one problem.
struct Search<'a> {
    root: tsume::Problem,
    jobs: Jobs<Move>,
    /// Leaves that are away, by the text of their problem.
    away: HashMap<String, (Vec<usize>, Instant)>,
    /// Answers with certificates, by the text of their problem.
    known: HashMap<String, (bool, String)>,
    template: Job,
    master: &'a Master,
    wait: f64,
    depth: usize,
    stats: Stats,
    sent: u64,
}

impl<'a> Search<'a> {
    fn new(root: tsume::Problem, args: &Solve, master: &'a Master) -> Search<'a> {
        let QueueAccess { queue_wait, .. } = args.access;
        let problem = ProblemText {
            attacker: Some(api::Side::Black),
            as_written: true,
            allow: args.admission.allow.iter().copied().map(Rule).collect(),
            ..ProblemText::default()
        };
        let request = api::Request::Solve(Request {
            problem,
            question: Question::Mate,
            certificate: true,
            prove: false,
            option: args.option.clone(),
            ..Request::default()
        });
        let rung = Rung { seconds: f64::INFINITY, nodes: args.job_nodes };
        let template = Job { request, rung, problems: vec![], tries: 0, certificates: true };
        let side = side_of(&root);
        Search {
            root,
            jobs: Jobs::new(side),
            away: HashMap::new(),
            known: HashMap::new(),
            template,
            master,
            wait: queue_wait,
            depth: args.jobs as usize,
            stats: Stats::default(),
            sent: 0,
        }
    }

    fn run(&mut self, args: &Solve, stop: &Stop, start: Instant) -> Result<Ended, Report> {
        let mut progress = Progress::after(QUIET);
        loop {
            if self.jobs.answer().is_some() {
                let merged = Merged::new(&self.root, &self.jobs, &self.known)?;
                return Ok(Ended::Solved(Box::new(merged)));
            }
            if stop.asked() {
                return Ok(Ended::Stopped(StopReason::Stopped));
            }
            if args.time.is_some_and(|time| start.elapsed().as_secs_f64() >= time) {
                return Ok(Ended::Stopped(StopReason::Time));
            }
            if args.nodes.is_some_and(|most| self.stats.expansions >= most) {
                return Ok(Ended::Stopped(StopReason::Nodes));
            }
            self.hand_out();
            for answered in self.master.receive(Duration::from_millis(20)) {
                self.hear(answered)?;
            }
            self.send_again();
            let (pn, dn) = self.jobs.numbers();
            progress.tell(|| {
                let (seconds, jobs, away) = (start.elapsed().as_secs(), self.sent, self.away.len());
                let size = self.jobs.len();
                told(&message!(
                    "{seconds} s, {jobs} jobs, {away} away, tree of {size}, pn {pn} dn {dn}",
                    "{seconds}秒 {jobs}ジョブ（処理中{away}） 木{size} pn {pn} dn {dn}",
                ))
            });
        }
    }

    /// The problem at a node.
    fn problem(&self, node: usize) -> tsume::Problem {
        self.jobs.path(node).into_iter().fold(self.root.clone(), |problem, m| problem.after(m))
    }

    fn hand_out(&mut self) {
        while self.away.len() < self.depth {
            let Some(leaf) = self.jobs.take() else { return };
            let problem = self.problem(leaf);
            if self.repeats(leaf) {
                // Coming back to where one was leads nowhere: the defender need do nothing new.
                self.jobs.settle(leaf, false);
                continue;
            }
            let text = text_of(&problem);
            if let Some((yes, _)) = self.known.get(&text) {
                self.jobs.settle(leaf, *yes);
                continue;
            }
            match self.away.get_mut(&text) {
                Some((leaves, _)) => leaves.push(leaf),
                None => {
                    self.send(&text);
                    self.away.insert(text, (vec![leaf], Instant::now()));
                }
            }
        }
    }

    /// Was the position of a leaf on the way to it already?
    fn repeats(&self, leaf: usize) -> bool {
        let mut problem = self.root.clone();
        let mut seen = vec![text_of(&problem)];
        for m in self.jobs.path(leaf) {
            problem = problem.after(m);
            seen.push(text_of(&problem));
        }
        let last = seen.pop();
        last.is_some_and(|last| seen.contains(&last))
    }

    fn send(&mut self, text: &str) {
        self.sent += 1;
        self.master.send(&Job { problems: vec![text.to_string()], ..self.template.clone() });
    }

    fn send_again(&mut self) {
        let all = self.master.lost();
        let late = |sent: &Instant| all || sent.elapsed().as_secs_f64() > SILENCES * self.wait;
        let lost: Vec<String> = self
            .away
            .iter()
            .filter(|(_, (_, sent))| late(sent))
            .map(|(text, _)| text.clone())
            .collect();
        for text in lost {
            self.send(&text);
            if let Some((_, sent)) = self.away.get_mut(&text) {
                *sent = Instant::now();
            }
        }
    }

    fn hear(&mut self, answered: Answered) -> Result<(), Report> {
        let Some((leaves, _)) = self.away.remove(&answered.canonical) else { return Ok(()) };
        let api::Answer::Solve(answer) = answered.answer.map_err(of_a_worker)? else { return Ok(()) };
        self.stats.expansions += answer.expansions;
        self.stats.plays += answer.nodes;
        // Without a certificate an answer is worth nothing here.
        let yes = answer.verdict.is_yes().filter(|_| answered.certificate.is_some());
        if let (Some(yes), Some(certificate)) = (yes, answered.certificate) {
            self.known.insert(answered.canonical, (yes, certificate));
        }
        for leaf in leaves {
            match yes {
                Some(yes) => self.jobs.settle(leaf, yes),
                None => self.open(leaf),
            }
        }
        Ok(())
    }

    fn open(&mut self, leaf: usize) {
        let problem = self.problem(leaf);
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let mut moves = Vec::new();
        game.moves(&mut moves);
        self.jobs.open(leaf, &moves);
    }
}

fn side_of(problem: &tsume::Problem) -> Side {
    match TsumeGame::new(problem.position().clone(), problem.attacker()).turn() {
        Turn::Or => Side::Or,
        Turn::And => Side::And,
    }
}

/// A problem as a job has it. The number of the move does not count.
pub fn text_of(problem: &tsume::Problem) -> String {
    let sfen = problem.position().to_sfen();
    let three = sfen.rsplit_once(' ').map_or(sfen.as_str(), |(three, _)| three);
    format!("{three} 1")
}
