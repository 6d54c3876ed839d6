//! `tsumugi-lab reproduce helpmate`: the tables of \[Hoshi03\] on helpmates, with the paper's programs A to H, beside the paper's.
//!
//! The paper's 95 problems of K. Hashimoto are nowhere to be had, so the tables are made of the problems there are: those below
//! 1000 plies for table 2, the others for table 3, the three longest for table 4. Tables 5 and 6 compare the methods on the
//! problem of 40 to 100 plies with the fewest positions, but no mere line, and on that with the most; table 6 also on open
//! boards on which a king walks about: the order of the paper was seen only there. Table 7
//! shows what ProtectGC saves. Every program goes through everything within the stated length.
//!
//! Without lists there are the one diagram that the paper prints, and boards of our own.

mod paper;
mod problems;
mod tables;
mod trials;

use crate::args::{Counts, HelpmateTables};
use crate::exit::Exit;
use crate::output;
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use problems::Case;
use trials::{Lab, Trial};

/// Seconds for a program and a problem.
const USUAL: f64 = 300.0;
const QUICK: f64 = 1.5;
/// A problem of this many plies is a long one.
const LONG: u32 = 1000;
/// The longest problem of a quick run, tables 3 and 4 apart, and how many of those.
const QUICK_PLIES: u32 = 400;
const QUICK_FEW: usize = 2;
/// What the methods are compared on: problems with lengths in this range.
const COMPARED: std::ops::RangeInclusive<u32> = 40..=100;
/// With fewer positions a problem is a mere line.
const LINE: u64 = 1000;

/// The tables, by their number in the paper.
pub struct Tables<'a> {
    tables: Vec<(u8, &'static str, Vec<Trial<'a>>)>,
    /// Were there no lists?
    ours: bool,
}

/// Runs the programs and prints the tables; the answer is no if a length differs from the stated one.
pub fn run(args: &HelpmateTables) -> Result<Exit, Failure> {
    let (cases, ours) = problems::load(args)?;
    let open = if ours { Vec::new() } else { problems::open_boards()? };
    let stop = Stop::on_interrupt();
    let seconds = args.time.unwrap_or(if args.quick { QUICK } else { USUAL });
    let mut lab = Lab::new(seconds, args.workers, &stop);
    let tables = match args.program.as_slice() {
        [] => Tables::make(&mut lab, &cases, &open, args.quick),
        programs => vec![(0, "As asked for", lab.run(&cases.iter().collect::<Vec<_>>(), programs))],
    };
    drop(lab);
    let tables = Tables { tables, ours };
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

impl<'a> Tables<'a> {
    fn make(
        lab: &mut Lab<'a>,
        cases: &'a [Case],
        open: &'a [Case],
        quick: bool,
    ) -> Vec<(u8, &'static str, Vec<Trial<'a>>)> {
        let most = if quick { QUICK_PLIES } else { LONG - 1 };
        let short: Vec<&Case> = cases.iter().filter(|case| case.plies <= most).collect();
        let mut long: Vec<&Case> = cases.iter().rev().filter(|case| case.plies >= LONG).collect();
        long.truncate(if quick { QUICK_FEW } else { long.len() });
        let longest: Vec<&Case> = long.iter().copied().take(3).collect();
        let second = lab.run(&short, &['A']);
        let compared = compared(&second);
        let methods = ['B', 'C', 'D', 'E', 'F'];
        // All that takes long at once, so that no worker waits for another.
        lab.run(&longest, &['G', 'A', 'H', 'h']);
        let third = lab.run(&long, &['G']);
        let fourth = lab.run(&longest, &['A', 'H', 'h']);
        let fifth = lab.run(&compared[..compared.len().min(1)], &methods);
        let many: Vec<&Case> = compared.last().copied().into_iter().chain(open).collect();
        let sixth = lab.run(&many, &methods);
        let longest_solved = fourth.iter().find(|trial| trial.program == 'A' && trial.solved());
        let of_seven =
            compared.last().copied().into_iter().chain(longest_solved.map(|trial| trial.case));
        let seventh = lab.run(&of_seven.collect::<Vec<_>>(), &['A', 'B']);
        vec![
            (2, "Solved by program A", second),
            (3, "Long problems, program G", third),
            (4, "The longest problems; h is H with a table of another size", fourth),
            (5, "The methods where positions are few", fifth),
            (6, "The methods where positions are many, or ways to them", sixth),
            (7, "What ProtectGC saves (A has it, B has not)", seventh),
        ]
    }

    fn all(&self) -> impl Iterator<Item = &Trial<'a>> {
        self.tables.iter().flat_map(|(_, _, trials)| trials)
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
