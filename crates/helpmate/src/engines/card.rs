//! Breadth-first search on a graphics card, layer by layer.
//!
//! The same search as `layers`, by three kernels that run for a million items at once: see `tsumugi-helpmate-kernel`. The
//! table has all the card's memory that is left over, five bytes a position, and does not grow. The layers are there too; what is
//! too much waits in the computer's memory. Nothing is kept on disk.
//!
//! The kernels run on any [`Device`]; without one they run on the processor's own threads.

mod memory;

use crate::engines::backward::{self, Searched};
use crate::key::Key;
use crate::solutions::{self, Live};
use crate::{Answer, Context, Engine, Problem, Progress, StopReason, Verdict};
use memory::{Memory, PACKED_WORDS};
use std::collections::HashSet;
use std::io;
use tsumugi_helpmate_kernel::{Device, DeviceError, Processor};
use tsumugi_shogi::{MoveList, Packed};

/// Solves a problem.
pub fn run(mut context: Context<'_>) -> Answer {
    match context.device.take() {
        Some(device) => run_on(context, device),
        None => {
            let settings = context.settings;
            run_on(context, &mut Processor::within(settings.threads, settings.bytes))
        }
    }
}

fn run_on(context: Context<'_>, device: &mut dyn Device) -> Answer {
    let failed = |error: &DeviceError| {
        Answer::new(Verdict::Unknown(StopReason::Device(error.to_string())), Engine::Card)
    };
    if context.settings.exact {
        return failed(&DeviceError("a card's keys have 62 bits".to_string()));
    }
    match Memory::new(device, context.problem) {
        Ok(memory) => Search::new(context, memory).answer(),
        Err(error) => failed(&error),
    }
}

/// A search under way.
struct Search<'a, 'd> {
    context: Context<'a>,
    memory: Memory<'d>,
    /// Number of the layer being expanded.
    layer: u32,
    /// What is left of it: on the card, and here.
    now: Frontier,
    /// The next layer as far as it is known.
    next: Frontier,
    /// Mates that were found, all of the layer after this one; for selfmates, where a reply mates, of this one.
    ends: HashSet<Packed>,
    positions: u64,
    expansions: u64,
    last_told: u64,
}

/// A layer of positions: so many on the card, and blocks of words in the computer's memory.
#[derive(Default)]
struct Frontier {
    on_card: usize,
    blocks: Vec<Vec<u64>>,
}

impl Frontier {
    fn len(&self) -> u64 {
        (self.on_card + self.blocks.iter().map(|block| block.len() / PACKED_WORDS).sum::<usize>())
            as u64
    }

    fn bytes(&self) -> usize {
        self.blocks.iter().map(|block| block.len() * 8).sum()
    }
}

impl<'a, 'd> Search<'a, 'd> {
    fn new(context: Context<'a>, memory: Memory<'d>) -> Search<'a, 'd> {
        Search {
            context,
            memory,
            layer: 0,
            now: Frontier::default(),
            next: Frontier::default(),
            ends: HashSet::new(),
            positions: 0,
            expansions: 0,
            last_told: 0,
        }
    }

    fn answer(mut self) -> Answer {
        let verdict = self.search().unwrap_or_else(|error| Verdict::Unknown(reason(&error)));
        let mut answer = Answer::new(verdict, Engine::Card);
        answer.positions = self.positions;
        answer.expansions = self.expansions;
        answer.key_bits = 62;
        answer.bytes = self.memory.bytes() as u64;
        if let Verdict::Mate(length) = answer.verdict {
            let why = match self.live(length) {
                Ok(Some(live)) => match solutions::fill(&mut answer, &self.context, &live) {
                    true => return answer,
                    false => StopReason::Device("what the card found contradicts itself".to_string()),
                },
                Ok(None) => self.context.limits.interruption(),
                Err(error) => StopReason::Device(error.to_string()),
            };
            answer.verdict = Verdict::Unknown(why);
        }
        answer
    }

    fn search(&mut self) -> Result<Verdict, DeviceError> {
        let problem = self.context.problem;
        if problem.is_goal(problem.position()) {
            return Ok(Verdict::Mate(0));
        }
        if let Some(verdict) = self.first_layer()? {
            return Ok(verdict);
        }
        loop {
            while self.now.len() > 0 {
                if self.length(self.layer) > problem.plies() {
                    return Ok(Verdict::NotWithin(problem.plies()));
                }
                if let Some(reason) = self.reason_to_stop() {
                    return Ok(Verdict::Unknown(reason));
                }
                self.refill()?;
                if !self.expand_chunk()? {
                    return Ok(Verdict::Unknown(StopReason::Memory));
                }
                self.tell();
            }
            if !self.ends.is_empty() {
                return Ok(Verdict::Mate(self.length(self.layer)));
            }
            if self.next.len() == 0 {
                return Ok(Verdict::NoMate);
            }
            self.now = std::mem::take(&mut self.next);
            self.memory.swap_layers();
            self.layer += 1;
        }
    }

    /// Makes layer 0; a verdict if that is the end of it.
    fn first_layer(&mut self) -> Result<Option<Verdict>, DeviceError> {
        let problem = self.context.problem;
        let mut position = problem.position().clone();
        let mut first = Vec::new();
        if !problem.attacks(&position) {
            first.push(problem.packer().pack(&position));
        } else {
            if problem.plies() == 0 {
                return Ok(Some(Verdict::NotWithin(0)));
            }
            let mut checks = MoveList::new();
            position.checks(&mut checks);
            self.expansions += 1;
            for &check in &checks {
                let undo = position.play(check);
                let packed = problem.packer().pack(&position);
                if problem.is_goal(&position) {
                    self.ends.insert(packed);
                } else {
                    first.push(packed);
                }
                position.undo(undo);
            }
        }
        if !self.ends.is_empty() {
            return Ok(Some(Verdict::Mate(1)));
        }
        let keys: Vec<u64> =
            first.iter().map(|packed| problem.key(&problem.packer().unpack(packed))).collect();
        self.memory.insert(&keys, 0)?;
        self.positions = first.len() as u64;
        self.now.blocks = vec![first.iter().flat_map(|packed| packed.0).collect()];
        Ok(None)
    }

    fn reason_to_stop(&self) -> Option<StopReason> {
        if let Some(reason) = self.context.limits.interrupted() {
            Some(reason)
        } else if self.expansions >= self.context.limits.expansions {
            Some(StopReason::Nodes)
        } else {
            None
        }
    }

    /// What it takes of the computer's memory.
    fn bytes_here(&self) -> usize {
        self.memory.shared_bytes() + self.now.bytes() + self.next.bytes()
    }

    /// If no position of the layer is left on the card, brings some there.
    fn refill(&mut self) -> Result<(), DeviceError> {
        if self.now.on_card == 0
            && let Some(block) = self.now.blocks.pop()
        {
            self.memory.write_now(&block)?;
            self.now.on_card = block.len() / PACKED_WORDS;
        }
        Ok(())
    }

    /// Expands the last positions of the layer on the card; false if there is no more room, on the card or here.
    fn expand_chunk(&mut self) -> Result<bool, DeviceError> {
        let mut taken = self.now.on_card.min(self.memory.chunk);
        let replies = loop {
            match self.memory.list_replies(self.now.on_card - taken, taken)? {
                Some(replies) => break replies,
                // Too many: what was noted as expanded lately was not.
                None => taken = taken.div_ceil(2),
            }
        };
        self.now.on_card -= taken;
        self.expansions += (taken + replies) as u64;
        for start in (0..replies).step_by(self.memory.chunk) {
            let some = self.memory.chunk.min(replies - start);
            let Some(ways) = self.memory.list_ways(start, some, self.layer + 1)? else {
                return Ok(false);
            };
            self.ends.extend(self.memory.selfmates()?);
            if !self.make_room(ways)? {
                return Ok(false);
            }
            self.make_positions(ways)?;
        }
        Ok(true)
    }

    /// Makes room on the card for so many positions of the next layer; false if there is none here for those that are there.
    fn make_room(&mut self, ways: usize) -> Result<bool, DeviceError> {
        if self.next.on_card + ways <= self.memory.layer_len {
            return Ok(true);
        }
        let more = self.next.on_card * size_of::<Packed>();
        if self.bytes_here() + more > self.context.settings.bytes {
            return Ok(false);
        }
        self.next.blocks.push(self.memory.read_next(0, self.next.on_card)?);
        self.next.on_card = 0;
        Ok(true)
    }

    fn make_positions(&mut self, ways: usize) -> Result<(), DeviceError> {
        self.positions += ways as u64;
        self.ends.extend(self.memory.make_positions(self.next.on_card, ways)?);
        // Once a mate is known, only others of the same length matter.
        if self.ends.is_empty() {
            self.next.on_card += ways;
        } else {
            self.next = Frontier::default();
        }
        Ok(())
    }

    /// Tells how far the search is.
    fn tell(&mut self) {
        if self.expansions >= self.last_told + (1 << 20) {
            self.last_told = self.expansions;
            let frontier = self.now.len() + self.next.len();
            self.tell_stage("searching", self.layer, frontier);
        }
    }

    fn tell_stage(&mut self, stage: &'static str, layer: u32, frontier: u64) {
        let progress = Progress {
            ply: self.ply(layer),
            frontier,
            positions: self.positions,
            expansions: self.expansions,
            bytes: (self.memory.bytes() + self.now.bytes() + self.next.bytes()) as u64,
            stage,
        };
        self.context.observer.progress(&progress);
    }

    /// The positions on shortest solutions of this length; none if the search is to stop.
    fn live(&mut self, length: u32) -> io::Result<Option<Live>> {
        let ends = std::mem::take(&mut self.ends);
        backward::live(self, length, self.layer, ends)
    }
}

impl Searched for Search<'_, '_> {
    fn problem(&self) -> &Problem {
        self.context.problem
    }

    fn exact(&self) -> bool {
        false
    }

    fn were_met(&mut self, keys: &[Key], layer: u32) -> io::Result<Vec<bool>> {
        let keys: Vec<u64> = keys.iter().map(|key| key.main).collect();
        let layers = self.memory.look_up(&keys).map_err(io::Error::other)?;
        Ok(layers.into_iter().map(|found| found == layer % 256).collect())
    }

    fn goes_on(&mut self, layer: u32, positions: usize) -> bool {
        self.tell_stage("going back", layer, positions as u64);
        self.context.limits.interrupted().is_none()
    }
}

fn reason(error: &DeviceError) -> StopReason {
    StopReason::Device(error.to_string())
}
