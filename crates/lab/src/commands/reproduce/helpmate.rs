//! `tsumugi-lab reproduce helpmate`: the tables of \[Hoshi03\] on helpmates, with the paper's programs A to H.
//!
//! The paper's 95 problems of K. Hashimoto are not at hand, so the tables are made of the problems there are: those below
//! 1000 plies for table 2, the others for table 3, the three longest for table 4. Tables 5 and 6 compare the methods on the
//! problem of 40 to 100 plies with the fewest positions, but no mere line, and on that with the most; table 6 also on two
//! problems of our own in which a king walks about an open board: the order of the paper was seen only there. Table 7
//! shows what ProtectGC saves. Every program goes through everything within the stated length.

use super::collection;
use crate::args::{Counts, HelpmateTables};
use crate::exit::Exit;
use crate::output;
use crate::render::table::table;
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tsumugi_helpmate::engines::idwfs::{Outcome, Program, run_program};
use tsumugi_helpmate::{Conditions, Context, Limits, Problem, Settings, StopReason, Verdict};
use tsumugi_shogi::Setup;

/// Seconds for a program and a problem.
const USUAL: f64 = 60.0;
const QUICK: f64 = 1.5;
/// A problem of so many plies is a long one.
const LONG: u32 = 1000;
/// The longest problem of a quick run, tables 3 and 4 apart, and how many of those.
const QUICK_PLIES: u32 = 400;
const QUICK_FEW: usize = 2;
/// What the methods are compared on: problems of so many plies.
const COMPARED: std::ops::RangeInclusive<u32> = 40..=100;
/// With fewer positions a problem is a mere line.
const LINE: u64 = 1000;
/// A king on an open board, which a pawn in hand is to mate: a name, the problem and its plies.
const OPEN: [(&str, &str, u32); 2] = [
    ("open board, gold", "9/9/9/8k/9/9/9/9/1g7 b P 1", 37),
    ("open board, gold in the corner", "9/9/9/9/9/9/9/k8/8g b P 1", 49),
];
/// Positions in the table of program H fitted to a problem: what its two smaller tables had in the paper.
const FITTED: usize = 1 << 19;

/// A problem with its stated length.
struct Case {
    name: String,
    problem: Problem,
    plies: u32,
}

/// A program's run on a problem.
struct Trial<'a> {
    case: &'a Case,
    program: char,
    outcome: Outcome,
    seconds: f64,
}

impl Trial<'_> {
    fn solved(&self) -> bool {
        matches!(self.outcome.verdict, Verdict::Mate(_))
    }

    /// Did it find another length than the one stated?
    fn is_odd(&self) -> bool {
        match self.outcome.verdict {
            Verdict::Mate(plies) => plies != self.case.plies,
            Verdict::NoMate | Verdict::NotWithin(_) => true,
            Verdict::Unknown(_) => false,
        }
    }

    fn solved_word(&self) -> String {
        let word = match &self.outcome.verdict {
            Verdict::Mate(_) => "yes",
            Verdict::Unknown(StopReason::Memory) => "table full",
            Verdict::Unknown(_) => "no",
            Verdict::NoMate | Verdict::NotWithin(_) => "no mate",
        };
        word.to_string()
    }

    /// A figure that is not final if the problem was not solved.
    fn figure(&self, figure: u64) -> String {
        if self.solved() { figure.to_string() } else { format!(">{figure}") }
    }

    fn seconds(&self) -> String {
        if self.solved() { format!("{:.2}", self.seconds) } else { "–".to_string() }
    }

    fn json(&self) -> Value {
        let effort = &self.outcome.effort;
        json!({
            "problem": self.case.name,
            "plies": self.case.plies,
            "program": self.program.to_string(),
            "solved": self.solved(),
            "scanned": effort.scanned,
            "distinct": effort.distinct,
            "most_protected": effort.most_protected,
            "expansions": effort.expansions,
            "rounds": effort.rounds,
            "seconds": self.seconds,
        })
    }
}

/// Makes the runs.
struct Lab<'a> {
    seconds: f64,
    stop: &'a Stop,
    progress: Progress,
}

impl Lab<'_> {
    fn run<'c>(&mut self, case: &'c Case, letter: char) -> Option<Trial<'c>> {
        let program = match letter {
            // H with a table fitted to the problem.
            'h' => Program { entries: FITTED, ..Program::of('H')? },
            letter => Program::of(letter)?,
        };
        if self.stop.asked() {
            return None;
        }
        self.progress.tell(|| format!("program {letter} on {}", case.name));
        let start = Instant::now();
        let stop = self.stop.token_within(Some(self.seconds));
        let limits = Limits { expansions: u64::MAX, stop };
        let settings = Settings::default();
        let (problem, settings, limits) = (&case.problem, &settings, &limits);
        let mut context =
            Context { problem, settings, limits, storage: None, device: None, observer: &mut () };
        let outcome = run_program(&mut context, program);
        let seconds = start.elapsed().as_secs_f64();
        Some(Trial { case, program: letter, outcome, seconds })
    }

    fn run_all<'c>(&mut self, cases: &[&'c Case], programs: &[char]) -> Vec<Trial<'c>> {
        let mut trials = Vec::new();
        for case in cases {
            trials.extend(programs.iter().filter_map(|&program| self.run(case, program)));
        }
        trials
    }
}

/// The tables, by their number in the paper.
struct Tables<'a> {
    tables: Vec<(u8, &'static str, Vec<Trial<'a>>)>,
}

/// Runs the programs and prints the tables; the answer is no if a length differs from the stated one.
pub fn run(args: &HelpmateTables) -> Result<Exit, Failure> {
    let cases = load(args)?;
    let open = open_boards()?;
    let stop = Stop::on_interrupt();
    let seconds = args.time.unwrap_or(if args.quick { QUICK } else { USUAL });
    let progress = Progress::after(Duration::from_millis(800));
    let mut lab = Lab { seconds, stop: &stop, progress };
    let tables = Tables::make(&mut lab, &cases, &open, args.quick);
    let text = match args.format {
        Counts::Text => tables.text(seconds),
        Counts::Json => tables.json(seconds, stop.asked()).to_string() + "\n",
    };
    output::to_stdout(text.as_bytes())?;
    let odd = tables.all().filter(|trial| trial.is_odd());
    let odd: Vec<_> = odd.map(|trial| (trial, &trial.outcome.verdict)).collect();
    for (trial, verdict) in &odd {
        let (name, program) = (&trial.case.name, trial.program);
        let message = format!("{name}: program {program} says {verdict:?}, not {}", trial.case.plies);
        report::print(&Report::english(message));
    }
    if stop.asked() {
        report::print(&Report::english("stopped before the end"));
    }
    Ok(match (odd.is_empty(), stop.asked()) {
        (false, _) => Exit::No,
        (true, true) => Exit::GaveUp,
        (true, false) => Exit::Yes,
    })
}

/// The problems with a stated length that is not in doubt, the shortest first.
fn load(args: &HelpmateTables) -> Result<Vec<Case>, Report> {
    let mut cases = Vec::new();
    for problem in collection::read(&args.problems, &["helpmate.tsv"])? {
        let Some(plies) = problem.rest.first().and_then(|text| text.parse().ok()) else { continue };
        let conditions = Conditions { plies: Some(plies), ..Conditions::default() };
        let admitted = Problem::from_setup(&problem.record.setup, conditions)
            .map_err(|error| Report::english(error.to_string()).at(problem.place.clone()))?;
        let name = problem.name.unwrap_or_else(|| problem.place.to_string());
        // An incomplete set of pieces comes with a remark in brackets, and with a shorter solution.
        if !name.contains('[') {
            cases.push(Case { name, problem: admitted, plies });
        }
    }
    cases.sort_by_key(|case| case.plies);
    if cases.is_empty() {
        return Err(Report::english("there are no problems with a length in these lists"));
    }
    Ok(cases)
}

/// The problems of our own.
fn open_boards() -> Result<Vec<Case>, Report> {
    let case = |(name, sfen, plies): (&str, &str, u32)| {
        let setup =
            sfen.parse::<Setup>().map_err(|error| Report::english(format!("{name}: {error}")))?;
        let conditions = Conditions { plies: Some(plies), ..Conditions::default() };
        let problem = Problem::from_setup(&setup, conditions)
            .map_err(|error| Report::english(format!("{name}: {error}")))?;
        Ok(Case { name: name.to_string(), problem, plies })
    };
    OPEN.into_iter().map(case).collect()
}

impl<'a> Tables<'a> {
    fn make(lab: &mut Lab<'_>, cases: &'a [Case], open: &'a [Case], quick: bool) -> Tables<'a> {
        let most = if quick { QUICK_PLIES } else { LONG - 1 };
        let short: Vec<&Case> = cases.iter().filter(|case| case.plies <= most).collect();
        let mut long: Vec<&Case> = cases.iter().rev().filter(|case| case.plies >= LONG).collect();
        long.truncate(if quick { QUICK_FEW } else { long.len() });
        let longest: Vec<&Case> = long.iter().copied().take(3).collect();
        let second = lab.run_all(&short, &['A']);
        let compared = compared(&second);
        let methods =
            |lab: &mut Lab<'_>, cases: &[&'a Case]| lab.run_all(cases, &['B', 'C', 'D', 'E', 'F']);
        let third = lab.run_all(&long, &['G']);
        let fourth = lab.run_all(&longest, &['A', 'H', 'h']);
        let fifth = methods(lab, &compared[..compared.len().min(1)]);
        let many: Vec<&Case> = compared.last().copied().into_iter().chain(open).collect();
        let sixth = methods(lab, &many);
        let longest_solved = third.iter().chain(&fourth).find(|trial| trial.solved());
        let of_seven =
            compared.last().copied().into_iter().chain(longest_solved.map(|trial| trial.case));
        let seventh = lab.run_all(&of_seven.collect::<Vec<_>>(), &['A', 'B']);
        Tables {
            tables: vec![
                (2, "Solved by program A", second),
                (3, "Long problems, program G", third),
                (4, "The longest problems; h is H with a smaller table", fourth),
                (5, "The methods where positions are few", fifth),
                (6, "The methods where positions are many, or ways to them", sixth),
                (7, "What ProtectGC saves (A has it, B has not)", seventh),
            ],
        }
    }

    fn all(&self) -> impl Iterator<Item = &Trial<'a>> {
        self.tables.iter().flat_map(|(_, _, trials)| trials)
    }

    fn text(&self, seconds: f64) -> String {
        let mut out = format!("at most {seconds} seconds each\n\n");
        for (number, title, trials) in &self.tables {
            let title = format!("Table {number}: {title}");
            let head =
                ["", "plies", "program", "solved", "scanned", "distinct", "most protected", "seconds"];
            let row = |trial: &Trial<'_>| {
                let effort = &trial.outcome.effort;
                vec![
                    trial.case.name.clone(),
                    trial.case.plies.to_string(),
                    trial.program.to_string(),
                    trial.solved_word(),
                    trial.figure(effort.scanned),
                    trial.figure(effort.distinct),
                    trial.figure(effort.most_protected),
                    trial.seconds(),
                ]
            };
            out += &table(&title, &head, &trials.iter().map(row).collect::<Vec<_>>());
        }
        out
    }

    fn json(&self, seconds: f64, stopped: bool) -> Value {
        let table = |(number, _, trials): &(u8, &str, Vec<Trial<'_>>)| json!({ "table": number, "trials": trials.iter().map(Trial::json).collect::<Vec<_>>() });
        json!({
            "experiment": "helpmate",
            "time": seconds,
            "tables": self.tables.iter().map(table).collect::<Vec<_>>(),
            "odd": self.all().filter(|trial| trial.is_odd()).count(),
            "reason": stopped.then_some("stopped"),
        })
    }
}

/// The solved problems of a suitable length, those with fewest positions first.
fn compared<'a>(trials: &[Trial<'a>]) -> Vec<&'a Case> {
    let is_fit = |trial: &&Trial<'a>| {
        trial.solved() && COMPARED.contains(&trial.case.plies) && trial.outcome.effort.distinct >= LINE
    };
    let mut fit: Vec<&Trial<'a>> = trials.iter().filter(is_fit).collect();
    fit.sort_by_key(|trial| trial.outcome.effort.distinct);
    fit.into_iter().map(|trial| trial.case).collect()
}
