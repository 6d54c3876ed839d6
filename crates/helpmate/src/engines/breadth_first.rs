//! Breadth-first search, layer by layer: what is done when, the same on the processor and on a GPU.
//!
//! Only positions with the defender to move are kept. Layer 0 is the start, or what its checks lead to; from each position of a
//! layer the defender's moves and then the attacker's checks lead to the next. A search ends with the first layer that leads to
//! mates, or when a layer is empty. All shortest solutions are then found from the mates back: see `engines/backward.rs`.
//!
//! A [`LayerSearch`] has the layers and the table of positions met, and expands them: `layers` or `gpu`.

use crate::engines::backward;
use crate::key::Key;
use crate::solutions;
use crate::{Answer, Context, Engine, Goal, Problem, Progress, StopReason, Verdict};
use std::collections::HashSet;
use std::io;
use tsumugi_shogi::{MoveList, Packed};

/// Expansions between two reports within a layer. Fewer: the observer is called for nothing. More: it seems to hang.
const WITHIN_A_LAYER: u64 = 1 << 16;
/// And when a layer is done: more often, because the number of the layer is news.
const BETWEEN_LAYERS: u64 = 1 << 14;

/// How a search stands.
pub struct State<'a> {
    pub context: Context<'a>,
    /// Number of the layer being expanded.
    pub layer: u32,
    /// Where solutions end that were found while expanding it: mates of the defender, or for selfmates the positions one move
    /// before.
    pub ends: HashSet<Packed>,
    /// Positions met.
    pub positions: u64,
    /// Positions expanded, of both sides.
    pub expansions: u64,
    last_told: u64,
}

impl<'a> State<'a> {
    pub fn new(context: Context<'a>) -> State<'a> {
        let ends = HashSet::new();
        State { context, layer: 0, ends, positions: 0, expansions: 0, last_told: 0 }
    }
}

/// Layers of positions and the table of all that were met, wherever they are kept.
pub trait LayerSearch<'a> {
    /// Which engine this is.
    const ENGINE: Engine;

    fn state(&self) -> &State<'a>;

    fn state_mut(&mut self) -> &mut State<'a>;

    /// Continues a search that was broken off, if there is one to continue.
    fn resume(&mut self) -> io::Result<bool> {
        Ok(false)
    }

    /// Takes the positions of layer 0, none of them a mate.
    fn start(&mut self, first: Vec<Packed>) -> io::Result<()>;

    /// How many positions of the layer are left.
    fn left(&self) -> u64;

    /// How many positions of the next layer are known.
    fn found(&self) -> u64;

    /// Sees to it that there is memory for the next chunk; why the search must stop if there is none.
    fn make_room(&mut self) -> io::Result<Option<StopReason>>;

    /// Expands some of the positions that are left; why the search must stop if that is not possible.
    fn expand_chunk(&mut self) -> io::Result<Option<StopReason>>;

    /// The next layer becomes the one to be expanded.
    fn next_layer(&mut self) -> io::Result<()>;

    /// Called between chunks while no mate is known: time to write a checkpoint.
    fn between_chunks(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The search is broken off and may be continued.
    fn save(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// No layer is needed any more, only the table.
    fn drop_layers(&mut self) {}

    /// The answer is known.
    fn clean_up(&mut self) {}

    /// Which of these were met in this layer, or cannot be told from one that was?
    fn were_met(&mut self, keys: &[Key], layer: u32) -> io::Result<Vec<bool>>;

    /// The bits of a key.
    fn key_bits(&self) -> u32;

    /// Memory used now.
    fn bytes(&self) -> usize;

    /// The most memory used so far.
    fn most_bytes(&self) -> usize;

    /// What an error means for the search.
    fn reason(error: &io::Error) -> StopReason;

    /// What is solved.
    fn problem(&self) -> &'a Problem {
        self.state().context.problem
    }

    /// Do 128 bits tell positions apart?
    fn exact(&self) -> bool {
        self.state().context.settings.exact
    }

    /// How many plies were played before a position of a layer.
    fn ply(&self, layer: u32) -> u32 {
        2 * layer + self.problem().attacks(self.problem().position()) as u32
    }

    /// How many plies a solution found while expanding a layer has.
    fn length(&self, layer: u32) -> u32 {
        match self.problem().goal() {
            Goal::Helpmate => self.ply(layer) + 2,
            Goal::HelpSelfmate => self.ply(layer) + 1,
        }
    }

    /// Reports how far the search is, if `every` positions were expanded since the last time.
    fn tell(&mut self, stage: &'static str, every: u64) {
        let state = self.state();
        if state.expansions < state.last_told + every {
            return;
        }
        let (layer, frontier) = (state.layer, self.left() + self.found());
        self.tell_of(stage, layer, frontier);
    }

    fn tell_of(&mut self, stage: &'static str, layer: u32, frontier: u64) {
        let (ply, bytes) = (self.ply(layer), self.bytes() as u64);
        let state = self.state_mut();
        state.last_told = state.expansions;
        let (positions, expansions) = (state.positions, state.expansions);
        let progress = Progress { ply, frontier, positions, expansions, bytes, stage };
        state.context.observer.progress(&progress);
    }
}

/// Solves a problem.
pub fn run<'a, S: LayerSearch<'a>>(mut search: S) -> Answer {
    let verdict = match expand_layers(&mut search) {
        Ok(verdict) => save_if_open(&mut search, verdict),
        Err(error) => Verdict::Unknown(S::reason(&error)),
    };
    answer(search, verdict)
}

fn expand_layers<'a>(search: &mut impl LayerSearch<'a>) -> io::Result<Verdict> {
    let problem = search.problem();
    if problem.is_goal(problem.position()) {
        return Ok(Verdict::Mate(0));
    }
    if !search.resume()?
        && let Some(verdict) = first_layer(search)?
    {
        return Ok(verdict);
    }
    loop {
        while search.left() > 0 {
            if search.length(search.state().layer) > problem.plies() {
                return Ok(Verdict::NotWithin(problem.plies()));
            }
            if let Some(reason) = reason_to_stop(search)? {
                return Ok(Verdict::Unknown(reason));
            }
            if let Some(reason) = search.expand_chunk()? {
                return Ok(Verdict::Unknown(reason));
            }
            search.tell("searching", WITHIN_A_LAYER);
        }
        if !search.state().ends.is_empty() {
            return Ok(Verdict::Mate(search.length(search.state().layer)));
        }
        if search.found() == 0 {
            return Ok(Verdict::NoMate);
        }
        search.state_mut().layer += 1;
        search.next_layer()?;
        search.tell("searching", BETWEEN_LAYERS);
    }
}

/// Makes layer 0; a verdict if that is the end of it.
fn first_layer<'a>(search: &mut impl LayerSearch<'a>) -> io::Result<Option<Verdict>> {
    let problem = search.problem();
    let mut position = problem.position().clone();
    let mut first = Vec::new();
    let state = search.state_mut();
    if !problem.attacks(&position) {
        first.push(problem.packer().pack(&position));
    } else {
        if problem.plies() == 0 {
            return Ok(Some(Verdict::NotWithin(0)));
        }
        let mut checks = MoveList::new();
        position.checks(&mut checks);
        state.expansions += 1;
        for &check in &checks {
            let undo = position.play(check);
            let packed = problem.packer().pack(&position);
            match problem.is_goal(&position) {
                true => drop(state.ends.insert(packed)),
                false => first.push(packed),
            }
            position.undo(undo);
        }
    }
    state.positions = (first.len() + state.ends.len()) as u64;
    if !state.ends.is_empty() {
        return Ok(Some(Verdict::Mate(1)));
    }
    search.start(first)?;
    Ok(None)
}

/// Makes room, lets a checkpoint be written, and says why the search should stop, if it should.
fn reason_to_stop<'a>(search: &mut impl LayerSearch<'a>) -> io::Result<Option<StopReason>> {
    if let Some(reason) = search.make_room()? {
        return Ok(Some(reason));
    }
    let state = search.state();
    if let Some(reason) = state.context.limits.interrupted() {
        return Ok(Some(reason));
    }
    if state.expansions >= state.context.limits.expansions {
        return Ok(Some(StopReason::Nodes));
    }
    if state.ends.is_empty() {
        search.between_chunks()?;
    }
    Ok(None)
}

/// A search that met a limit is saved; the verdict, or what kept it from being saved.
fn save_if_open<'a, S: LayerSearch<'a>>(search: &mut S, verdict: Verdict) -> Verdict {
    let begun = search.left() > 0 || search.found() > 0;
    match verdict {
        Verdict::Unknown(
            StopReason::Stopped | StopReason::Time | StopReason::Nodes | StopReason::Memory,
        ) if begun && search.state().ends.is_empty() => {
            search.save().map_or_else(|error| Verdict::Unknown(S::reason(&error)), |()| verdict)
        }
        _ => verdict,
    }
}

fn answer<'a, S: LayerSearch<'a>>(mut search: S, verdict: Verdict) -> Answer {
    let mut answer = Answer::new(verdict, S::ENGINE);
    answer.positions = search.state().positions;
    answer.expansions = search.state().expansions;
    answer.key_bits = search.key_bits();
    answer.bytes = search.most_bytes() as u64;
    if let Verdict::Mate(length) = answer.verdict
        && let Err(reason) = find_solutions(&mut search, length, &mut answer)
    {
        answer.verdict = Verdict::Unknown(reason);
    }
    if !matches!(answer.verdict, Verdict::Unknown(_)) {
        search.clean_up();
    }
    answer
}

/// Finds all shortest solutions, of this length, or why they cannot be found.
fn find_solutions<'a, S: LayerSearch<'a>>(
    search: &mut S,
    length: u32,
    answer: &mut Answer,
) -> Result<(), StopReason> {
    search.drop_layers();
    let ends = std::mem::take(&mut search.state_mut().ends);
    let layer = search.state().layer;
    let live = backward::live(search, length, layer, ends).map_err(|error| S::reason(&error))?;
    let context = &search.state().context;
    let live = live.ok_or_else(|| context.limits.interruption())?;
    match solutions::fill(answer, context, &live) {
        true => Ok(()),
        false => {
            let error = io::Error::new(io::ErrorKind::InvalidData, "what is stored contradicts itself");
            Err(S::reason(&error))
        }
    }
}
