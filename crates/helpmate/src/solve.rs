//! The door: a problem, settings and limits in, an answer out.

use crate::storage::Storage;
use crate::{Answer, Device, Engine, Problem, StopReason};
use std::fmt;
use tsumugi_clock::{Interrupt, StopToken};

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Which engine.
    pub engine: Engine,
    /// Memory for tables and lists of positions, in bytes. It is not exceeded.
    pub bytes: usize,
    /// Threads, where the engine uses more than one.
    pub threads: usize,
    /// Tell positions apart by 128 bits instead of 64.
    pub exact: bool,
    /// Count the solutions; else one is enough.
    pub count: bool,
    /// How many solutions to write out.
    pub max_solutions: usize,
    /// Say of every layer how many positions it has, with a digest of them. Only [`Engine::Plain`] keeps whole layers.
    pub digest: bool,
    /// Continue from what the storage holds.
    pub resume: bool,
}

/// Bytes for a search, unless somebody says otherwise. Less: long problems need files or do not end. More: more than a caller
/// who says nothing would expect a library to take.
const USUAL_BYTES: usize = 1 << 30;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            engine: Engine::DEFAULT,
            bytes: USUAL_BYTES,
            threads: 1,
            exact: false,
            count: true,
            max_solutions: 1,
            digest: false,
            resume: false,
        }
    }
}

/// When to give up.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Expand no more positions than this.
    pub expansions: u64,
    /// A deadline, and flags that the caller may raise from any thread.
    pub stop: StopToken,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { expansions: u64::MAX, stop: StopToken::default() }
    }
}

impl Limits {
    /// Why work was broken off that asks [`Limits::interrupted`] whether to go on.
    pub(crate) fn interruption(&self) -> StopReason {
        self.interrupted().unwrap_or(StopReason::Stopped)
    }

    /// Why to stop at once, if there is a reason: somebody asked for it, or time is up.
    pub fn interrupted(&self) -> Option<StopReason> {
        self.stop.interrupt().map(|interrupt| match interrupt {
            Interrupt::Stopped => StopReason::Stopped,
            Interrupt::Time => StopReason::Time,
        })
    }
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Plies searched.
    pub ply: u32,
    /// Positions to be expanded next.
    pub frontier: u64,
    /// Positions remembered.
    pub positions: u64,
    /// Positions expanded.
    pub expansions: u64,
    /// Memory used, in bytes.
    pub bytes: u64,
    /// What is being done, in a word.
    pub stage: &'static str,
}

/// Hears how a search goes on.
pub trait Observer {
    /// Called now and then.
    fn progress(&mut self, _progress: &Progress) {}
}

/// Hears nothing.
impl Observer for () {}

/// All that an engine works with.
pub struct Context<'a> {
    /// What is to be solved.
    pub problem: &'a Problem,
    /// How.
    pub settings: &'a Settings,
    /// When to give up.
    pub limits: &'a Limits,
    /// Where to keep what does not fit into memory.
    pub storage: Option<&'a mut dyn Storage>,
    /// What kernels run on; none: the processor.
    pub device: Option<&'a mut dyn Device>,
    /// Who is told.
    pub observer: &'a mut dyn Observer,
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("problem", &self.problem)
            .field("settings", &self.settings)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// Solves a problem.
pub fn solve(
    problem: &Problem,
    settings: &Settings,
    limits: &Limits,
    storage: Option<&mut dyn Storage>,
    observer: &mut dyn Observer,
) -> Answer {
    let storage = storage.map(|storage| storage as _);
    settings.engine.run(Context { problem, settings, limits, storage, device: None, observer })
}

/// Solves a problem on a device, with [`Engine::Gpu`].
pub fn solve_on(
    device: &mut dyn Device,
    problem: &Problem,
    settings: &Settings,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let device = Some(device as _);
    Engine::Gpu.run(Context { problem, settings, limits, storage: None, device, observer })
}
