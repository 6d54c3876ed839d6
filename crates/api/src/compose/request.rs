//! `compose` as plain data, and as it is conducted.

use super::Answer;
use super::search::Search;
use crate::conductor::Conductor;
use crate::request::{House, within};
use crate::{Fault, Japanese, ProblemText, Stage, check, message};
use serde::{Deserialize, Serialize};
use tsumugi_tsume::{FutileClasses, Problem};
use tsumugi_workshop::family::Family;
use tsumugi_workshop::pattern::Pattern;

/// Problems told at most. Fewer: nobody can choose from a large family. More: a part of a family becomes a long message.
const MOST_RESULTS: usize = 10_000;
/// Expansions for each move beside the solution, unless the request says otherwise. Fewer: chases over the open board stay open.
/// More: one of them holds up millions of diagrams.
const NODES_EACH: u64 = 1_000_000;
/// MiB for the table: it is emptied before every check, and these are small.
const HASH: u32 = 2;

/// A pattern, and which part of its family to try.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The diagrams of a pattern are no problems of a request: there is none.
    #[serde(skip)]
    pub problem: ProblemText,
    /// The pattern, as `tsumugi compose --help` describes it.
    pub pattern: String,
    /// The first number to try.
    pub from: u64,
    /// The first number not to try; by default all are.
    pub to: Option<u64>,
    /// The most problems to report, the best ones.
    pub limit: usize,
    /// Time limit in seconds.
    pub time: Option<f64>,
    /// Limit on positions expanded for each move beside a solution.
    pub nodes_each: Option<u64>,
    /// MiB for the table.
    pub hash: Option<u32>,
    /// The classes of interpositions (無駄合) that conventional lengths do not count.
    #[serde(with = "crate::futile::classes")]
    pub futile: FutileClasses,
    /// Options of the search, by name.
    pub option: Vec<(String, String)>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            problem: ProblemText::default(),
            pattern: String::new(),
            from: 0,
            to: None,
            limit: 10,
            time: None,
            nodes_each: None,
            hash: Some(HASH),
            futile: FutileClasses::default(),
            option: vec![],
        }
    }
}

/// What a pattern comes to before anything is tried.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// What is wanted.
    pub pattern: Pattern,
    /// The diagrams.
    pub family: Family,
}

impl Plan {
    /// Reads a pattern and counts its family.
    ///
    /// # Errors
    /// What is wrong with it; a fault of the text has its place.
    pub fn new(text: &str) -> Result<Plan, Fault> {
        let pattern: Pattern = text.parse().map_err(|error| Fault::unreadable_pattern(&error))?;
        let family = Family::new(&pattern).map_err(|fault| {
            let said = fault.japanese();
            Fault::new(422, "too-large", message!("{fault}", "{said}"))
        })?;
        Ok(Plan { pattern, family })
    }
}

impl Request {
    pub(crate) fn admit(&mut self, house: &House) -> Result<(), Fault> {
        self.hash = self.hash.or(Some(HASH));
        house.admit_hash(&mut self.hash)?;
        house.admit_time(&mut self.time)?;
        within("limit", self.limit, 1, MOST_RESULTS)?;
        Conductor::settings(self.hash, 1, &self.option)?;
        let plan = Plan::new(&self.pattern)?;
        self.part(&plan).map(|_| ())
    }

    /// The numbers to try.
    fn part(&self, plan: &Plan) -> Result<std::ops::Range<u64>, Fault> {
        let all = plan.family.len();
        let to = self.to.unwrap_or(all);
        within("to", to, 0, all)?;
        within("from", self.from, 0, to)?;
        Ok(self.from..to)
    }

    /// What is asked about a diagram.
    pub(super) fn check(&self, problem: &Problem, strict: bool) -> check::Request {
        check::Request {
            problem: ProblemText::of(problem, &[], &[]),
            nodes_each: self.nodes_each.or(Some(NODES_EACH)),
            hash: self.hash,
            strict,
            futile: self.futile,
            brief: true,
            prove: false,
            option: self.option.clone(),
            ..check::Request::default()
        }
    }
}

/// Answers a request.
///
/// # Errors
/// When the pattern is none.
pub(crate) fn conduct(
    request: &Request,
    conductor: &mut Conductor,
    stage: &mut Stage<'_>,
) -> Result<Answer, Fault> {
    let plan = Plan::new(&request.pattern)?;
    let part = request.part(&plan)?;
    stage.end_at(request.time);
    Search::new(request, &plan).run(part, conductor, stage)
}
