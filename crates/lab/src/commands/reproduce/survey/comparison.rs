//! Problems × ways: what each came to, side by side.

use crate::commands::spread::spread;
use crate::render::table::table;
use crate::stop::Stop;
use crate::terminal::Progress;
use serde_json::{Value, json};
use std::time::Duration;
use tsumugi_andor::GameValue;

/// What came of one way on one problem.
#[derive(Clone, Copy)]
pub struct Found {
    /// The answer.
    pub verdict: GameValue,
    /// Positions whose moves were generated.
    pub expansions: u64,
    /// Moves played.
    pub plays: u64,
}

/// Problems × ways.
pub struct Comparison {
    part: &'static str,
    title: String,
    ways: Vec<String>,
    /// By problem, then by way; `None` if the user stopped before.
    found: Vec<Vec<Option<Found>>>,
}

/// What came of a way.
#[derive(Default)]
struct Tally {
    yes: u64,
    no: u64,
    open: u64,
    /// On problems that all ways solved.
    expansions: u64,
    plays: u64,
}

impl Comparison {
    /// Tries every way on every problem, until all is done or the user asks to stop.
    pub fn new(
        (part, title): (&'static str, String),
        ways: Vec<String>,
        (problems, workers): (usize, u32),
        stop: &Stop,
        one: impl Fn(usize, usize) -> Found + Sync,
    ) -> Comparison {
        let mut progress = Progress::after(Duration::from_millis(800));
        let count = ways.len();
        let tell = |begun: usize| {
            progress.tell(|| {
                format!("{part}: problem {} of {problems}", (begun / count + 1).min(problems))
            });
            !stop.asked()
        };
        let all = spread(problems * count, workers, |pair| one(pair / count, pair % count), tell);
        let found = all.chunks(count).map(<[Option<Found>]>::to_vec).collect();
        Comparison { part, title, ways, found }
    }

    /// Was everything tried?
    pub fn is_complete(&self) -> bool {
        self.found.iter().flatten().all(Option::is_some)
    }

    /// Problems about which two ways say opposite things. There must be none.
    pub fn contradictions(&self) -> usize {
        let says = |row: &[Option<Found>], answer| {
            row.iter().flatten().any(|found| found.verdict.answer() == Some(answer))
        };
        self.found.iter().filter(|row| says(row, true) && says(row, false)).count()
    }

    /// How many problems all ways solved, and what came of each way.
    fn tallies(&self) -> (usize, Vec<Tally>) {
        let mut tallies: Vec<Tally> = self.ways.iter().map(|_| Tally::default()).collect();
        let mut common = 0;
        for row in &self.found {
            let solved = |found: &Option<Found>| found.is_some_and(|f| f.verdict.answer().is_some());
            let by_all = row.iter().all(solved);
            common += usize::from(by_all);
            for (tally, found) in tallies.iter_mut().zip(row).filter_map(|(t, f)| Some((t, (*f)?))) {
                match found.verdict.answer() {
                    Some(true) => tally.yes += 1,
                    Some(false) => tally.no += 1,
                    None => tally.open += 1,
                }
                if by_all {
                    tally.expansions += found.expansions;
                    tally.plays += found.plays;
                }
            }
        }
        (common, tallies)
    }

    /// The table.
    pub fn text(&self) -> String {
        let (common, tallies) = self.tallies();
        let head = ["", "wins", "no wins", "open", "expansions", "moves played"];
        let row = |(name, tally): (&String, &Tally)| {
            let numbers = [tally.yes, tally.no, tally.open, tally.expansions, tally.plays];
            std::iter::once(name.clone()).chain(numbers.map(|n| n.to_string())).collect::<Vec<String>>()
        };
        let rows: Vec<_> = self.ways.iter().zip(&tallies).map(row).collect();
        let title = format!("{}; effort on the {common} that all of these solved", self.title);
        table(&title, &head, &rows)
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let (common, tallies) = self.tallies();
        let row = |(name, tally): (&String, &Tally)| {
            json!({
                "name": name,
                "wins": tally.yes,
                "no_wins": tally.no,
                "open": tally.open,
                "common_expansions": tally.expansions,
                "common_nodes": tally.plays,
            })
        };
        json!({
            "part": self.part,
            "problems": self.found.len(),
            "solved_by_all": common,
            "rows": self.ways.iter().zip(&tallies).map(row).collect::<Vec<Value>>(),
            "contradictions": self.contradictions(),
        })
    }
}
