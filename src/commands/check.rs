//! `tsumugi check`: what a composer wants to know about a problem.

mod store;

use crate::args::{Check as Args, Counts};
use crate::certificate_file::CertificateFile;
use crate::exit::Exit;
use crate::language::{spoken, told};
use crate::memory;
use crate::output;
use crate::problems::{self, InputProblem};
use crate::render::{self, page, sheet};
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::path::{Path, PathBuf};
use store::Store;
use tsumugi_api::check::{
    Answer, Archive, Certificate, CertificateSink, Request, Soundness, StorageError, Task, Trouble,
};
use tsumugi_api::{self as api, Conductor, ProblemText, Stage, message};
use tsumugi_clock::Clock;
use tsumugi_notation::Record;
use tsumugi_shell::searching::{QUIET, check_options};
use tsumugi_shogi::Move;
use tsumugi_tsume::check::{Alternative, Check};
use tsumugi_tsume::{self as tsume, Length};

fn exit(verdict: Soundness) -> Exit {
    match verdict {
        Soundness::Sound => Exit::Yes,
        Soundness::Cooked | Soundness::NoMate | Soundness::Flawed => Exit::No,
        Soundness::Unsettled => Exit::GaveUp,
    }
}

/// Checks every problem that can be read and reports the others.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    check_options(&args.option)?;
    memory::check(args.hash)?;
    if let Some(dir) = &args.certificates {
        output::make_directory(dir)?;
    }
    let store = Store::open(args.resume.as_deref(), args.futile)?;
    let stop = Stop::on_interrupt();
    let mut conductor = Conductor::default();
    let (mut exits, mut sections, mut index) = (Vec::new(), Vec::new(), String::new());
    let problems = problems::load(&args.problems);
    let tongue = spoken();
    for (i, problem) in problems.into_iter().enumerate() {
        let name = (i + 1).to_string();
        let checked = problem.and_then(|problem| {
            let answer = examine(&problem, name, args, &mut conductor, &store, &stop)?;
            let text = match args.format {
                Counts::Text => sheet::text(&answer, tongue),
                Counts::Json => render::json_at(&problem.place, &answer),
            };
            if args.report.is_some() {
                sections.push(page::section(&problem, &answer, tongue));
            }
            index.extend(answer.certificates.iter().map(row));
            Ok((text, exit(answer.verdict)))
        });
        exits.push(match checked {
            Ok((text, exit)) => {
                output::to_stdout(text.as_bytes())?;
                exit
            }
            Err(report) => {
                report::print(&report);
                if args.format == Counts::Json {
                    output::to_stdout(render::json_error(&report).as_bytes())?;
                }
                Exit::Misuse
            }
        });
        if stop.asked() {
            break;
        }
    }
    if let Some(dir) = &args.certificates {
        output::to_file(&dir.join("index.tsv"), index.as_bytes())?;
    }
    if let Some(path) = &args.report {
        output::to_file(path, page::page(&sections, tongue).as_bytes())?;
    }
    Ok(Exit::of_all(&exits))
}

/// A certificate as a line of the index: the position, the file, what it claims.
fn row(certificate: &Certificate) -> String {
    let name = Path::new(&certificate.file).file_name().unwrap_or_default().to_string_lossy();
    let what = if certificate.mate { "mate" } else { "nomate" };
    format!("{}\t{name}\t{what}\n", certificate.sfen)
}

/// Examines one problem.
fn examine(
    source: &InputProblem,
    name: String,
    args: &Args,
    conductor: &mut Conductor,
    store: &Store,
    stop: &Stop,
) -> Result<Answer, Report> {
    let setup = &source.record.setup;
    let problem = args
        .sides
        .problem(setup, args.admission.waivers())
        .map_err(|error| Report::inadmissible(&error, setup, source.place.clone()))?;
    let request = request(args, &problem, &source.record);
    let files = Files { store, certificates: args.certificates.as_deref(), name };
    let mut line = Progress::after(QUIET);
    let mut tell = |progress: &api::Progress| line.tell(|| words(progress));
    let mut stage = Stage::new(&Clock::system(), stop.token(), &mut tell);
    let mut answer =
        conductor.check(&request, &mut stage, &files).map_err(|trouble| match trouble {
            Trouble::Refused(fault) => Report::new(fault.message().clone()).at(source.place.clone()),
            Trouble::Storage(error) => match error.downcast::<Report>() {
                Ok(report) => *report,
                Err(error) => Report::new(message!("{error}", "保存できません（{error}）")),
            },
        })?;
    answer.name = source.name.clone();
    Ok(answer)
}

/// What the command line asks about a problem with the moves of its record.
fn request(args: &Args, problem: &tsume::Problem, record: &Record) -> Request {
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    Request {
        problem: ProblemText::of(problem, &record.main_line(), &args.admission.allow),
        time: args.time,
        time_each: Some(args.time_each),
        nodes_each: args.nodes_each,
        hash: Some(args.hash),
        threads: args.threads.unwrap_or_else(processors),
        strict: args.strict,
        variations: record.variations(),
        futile: args.futile,
        tree: args.report.is_some(),
        brief: false,
        prove: true,
        option: args.option.clone(),
    }
}

/// How the check goes, for a person at the terminal.
fn words(progress: &api::Progress) -> String {
    let seconds = progress.seconds;
    match (progress.done, progress.total) {
        (Some(done), Some(total)) => {
            let left = total - done;
            told(&message!(
                "{seconds:.0} s, {left} alternatives to settle",
                "{seconds:.0}秒 残り{left}手を検討中",
            ))
        }
        _ => told(&message!("{seconds:.0} s, solving", "{seconds:.0}秒 作意を探索中")),
    }
}

/// What a check of one problem reads and writes.
struct Files<'a> {
    store: &'a Store,
    /// Where certificates go.
    certificates: Option<&'a Path>,
    /// What their names begin with.
    name: String,
}

impl Archive for Files<'_> {
    fn solution(&self, problem: &tsume::Problem) -> Option<(Length, Option<Vec<Move>>)> {
        self.store.solution(&problem.position().to_sfen())
    }

    fn add_solution(
        &self,
        problem: &tsume::Problem,
        length: &Length,
        line: Option<&[Move]>,
    ) -> Result<(), StorageError> {
        Ok(self.store.add_solution(&problem.position().to_sfen(), length, line)?)
    }

    fn recall(&self, check: &Check, tasks: &mut [Task]) {
        self.store.recall(check, tasks);
    }

    fn add(&self, check: &Check, task: &Task) -> Result<(), StorageError> {
        Ok(self.store.add(check, task)?)
    }

    /// `proofs/1.cert` for the first problem, `proofs/1-03-G5b.cert` for its third move.
    fn certificate(
        &self,
        of: Option<Alternative>,
    ) -> Result<Option<Box<dyn CertificateSink>>, StorageError> {
        let Some(directory) = self.certificates else { return Ok(None) };
        let name = match of {
            None => format!("{}.cert", self.name),
            Some(Alternative { after, m }) => {
                let m = m.to_string().replace('*', "");
                format!("{}-{:02}-{m}.cert", self.name, after + 1)
            }
        };
        Ok(Some(Box::new(CertificateFile::create(&directory.join(name))?)))
    }
}

impl CertificateSink for CertificateFile {
    fn write(&mut self, lines: &str) {
        _ = CertificateFile::write(self, lines);
    }

    fn finish(self: Box<Self>) -> Result<PathBuf, StorageError> {
        let path = self.path().to_path_buf();
        CertificateFile::finish(*self)?;
        Ok(path)
    }
}
