//! `check` as plain data.

use super::archive::{Archive, StorageError};
use super::examination::Examination;
use super::{Answer, Sheet};
use crate::conductor::Conductor;
use crate::request::{House, admit_seconds};
use crate::{Fault, ProblemText, Stage, message};
use serde::{Deserialize, Serialize};
use std::fmt;
use tsumugi_shogi::Move;
use tsumugi_tsume::{FutileClasses, Settings};

/// A problem to examine, and how. The moves that come with it are taken for the solution that is meant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The problem.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// Time limit for the whole problem, in seconds.
    pub time: Option<f64>,
    /// Time limit for each alternative, in seconds.
    pub time_each: Option<f64>,
    /// Limit on positions expanded for each alternative, and for the solution.
    pub nodes_each: Option<u64>,
    /// MiB for the table.
    pub hash: Option<u32>,
    /// Threads, each with an alternative of its own.
    pub threads: u32,
    /// Does every dual count as a cook?
    pub strict: bool,
    /// Variations that belong to the problem, each from the diagram on. Those of a record in `text` count without being
    /// repeated here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Vec<Move>>,
    /// The classes of interpositions (無駄合) that conventional lengths do not count.
    #[serde(with = "crate::futile::classes")]
    pub futile: FutileClasses,
    /// Find the variations of the main line as well.
    #[serde(skip)]
    pub tree: bool,
    /// Is only soundness asked for? Where there is none, the check ends as soon as that is certain, and says little more.
    #[serde(skip)]
    pub brief: bool,
    /// Prove of the other checks what was settled about them.
    #[serde(skip)]
    pub prove: bool,
    /// Options of the search, by name.
    pub option: Vec<(String, String)>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            problem: ProblemText::default(),
            time: None,
            time_each: None,
            nodes_each: None,
            hash: None,
            threads: 1,
            strict: false,
            variations: vec![],
            futile: FutileClasses::default(),
            tree: false,
            brief: false,
            prove: true,
            option: vec![],
        }
    }
}

impl Request {
    pub(crate) fn admit(&mut self, house: &House) -> Result<(), Fault> {
        house.admit_hash(&mut self.hash)?;
        house.admit_time(&mut self.time)?;
        house.admit_threads(self.threads)?;
        admit_seconds("time_each", self.time_each, None)?;
        Conductor::settings(self.hash, 1, &self.option)?;
        self.problem.problem().map(|_| ())
    }
}

/// Why a check has no answer.
#[derive(Debug)]
pub enum Trouble {
    /// The request, read closely, makes no sense.
    Refused(Fault),
    /// What was settled could not be kept.
    Storage(StorageError),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Refused(fault) => fault.fmt(f),
            Trouble::Storage(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}

impl Trouble {
    /// As a caller over the network is told.
    pub fn into_fault(self) -> Fault {
        match self {
            Trouble::Refused(fault) => fault,
            Trouble::Storage(error) => {
                Fault::new(500, "storage", message!("{error}", "保存できません: {error}"))
            }
        }
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Refused(fault)
    }
}

impl From<StorageError> for Trouble {
    fn from(error: StorageError) -> Trouble {
        Trouble::Storage(error)
    }
}

/// Answers a request.
///
/// # Errors
/// When the problem is none, or the archive fails.
pub(crate) fn conduct(
    request: &Request,
    conductor: &mut Conductor,
    stage: &mut Stage<'_>,
    archive: &dyn Archive,
) -> Result<Answer, Trouble> {
    let (posed, problem) = request.problem.problem()?;
    let settings =
        Settings { futile: request.futile, ..Conductor::settings(request.hash, 1, &request.option)? };
    stage.end_at(request.time);
    stage.pose(problem.position());
    let limits = conductor.limits(&settings, u64::MAX, stage);
    let recorded = [posed.record.variations(), request.variations.clone()].concat();
    let examination = Examination {
        request,
        problem: &problem,
        given: posed.record.main_line(),
        limits,
        archive,
        solver: conductor.solver(settings),
        stage,
        expansions: 0,
    };
    let outcome = examination.run(&recorded)?;
    let sheet = Sheet {
        name: posed.name,
        problem,
        given: outcome.given,
        state: outcome.state,
        strict: request.strict,
        variations: outcome.variations,
        certificate: outcome.certificate,
        seconds: stage.seconds(),
        expansions: outcome.expansions,
    };
    Ok(sheet.answer())
}
