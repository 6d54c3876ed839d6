//! Breadth-first search on a GPU.
//!
//! The same search as `layers`, by three kernels that run for a million items at once: see `tsumugi-helpmate-kernel`. The
//! table has all of the GPU's memory that is left over, five bytes a position, and does not grow. The layers are there too; what
//! is too much waits in the computer's memory. Nothing is kept on disk.
//!
//! The kernels run on any [`Device`]; without one they run on the processor's own threads.

mod memory;

use crate::engines::breadth_first::{self, LayerSearch, State};
use crate::key::Key;
use crate::{Answer, Context, Device, DeviceError, Engine, Processor, StopReason, Verdict};
use memory::{Memory, PACKED_WORDS};
use std::io;
use tsumugi_shogi::Packed;

/// Solves a problem.
pub fn run(mut context: Context<'_>) -> Answer {
    // A browser has none, and the module for it has no room for a pretended one.
    if cfg!(target_family = "wasm") {
        return failed(&DeviceError("there is no GPU".to_string()));
    }
    match context.device.take() {
        Some(device) => run_on(context, device),
        None => {
            let settings = context.settings;
            run_on(context, &mut Processor::within(settings.threads, settings.bytes))
        }
    }
}

fn failed(error: &DeviceError) -> Answer {
    Answer::new(Verdict::Unknown(StopReason::Device(error.to_string())), Engine::Gpu)
}

fn run_on(context: Context<'_>, device: &mut dyn Device) -> Answer {
    if context.settings.exact {
        return failed(&DeviceError("keys on a GPU have 62 bits".to_string()));
    }
    match Memory::new(device, context.problem) {
        Ok(memory) => breadth_first::run(Search::new(context, memory)),
        Err(error) => failed(&error),
    }
}

/// A search under way.
struct Search<'a, 'd> {
    state: State<'a>,
    memory: Memory<'d>,
    /// What is left of the layer being expanded: on the GPU, and here.
    now: Frontier,
    /// The next layer as far as it is known.
    next: Frontier,
}

/// A layer of positions: some on the GPU, and blocks of words in the computer's memory.
#[derive(Default)]
struct Frontier {
    on_gpu: usize,
    blocks: Vec<Vec<u64>>,
}

impl Frontier {
    fn len(&self) -> u64 {
        (self.on_gpu + self.blocks.iter().map(|block| block.len() / PACKED_WORDS).sum::<usize>()) as u64
    }

    fn bytes(&self) -> usize {
        self.blocks.iter().map(|block| block.len() * 8).sum()
    }
}

impl<'a, 'd> Search<'a, 'd> {
    fn new(context: Context<'a>, memory: Memory<'d>) -> Search<'a, 'd> {
        Search {
            state: State::new(context),
            memory,
            now: Frontier::default(),
            next: Frontier::default(),
        }
    }

    /// What it takes of the computer's memory.
    fn bytes_here(&self) -> usize {
        self.memory.shared_bytes() + self.now.bytes() + self.next.bytes()
    }

    /// If no position of the layer is left on the GPU, brings some there.
    fn refill(&mut self) -> Result<(), DeviceError> {
        if self.now.on_gpu == 0
            && let Some(block) = self.now.blocks.pop()
        {
            self.memory.write_now(&block)?;
            self.now.on_gpu = block.len() / PACKED_WORDS;
        }
        Ok(())
    }

    /// Expands the last positions of the layer on the GPU; false if there is no more room, on the GPU or here.
    fn expand_last(&mut self) -> Result<bool, DeviceError> {
        let mut taken = self.now.on_gpu.min(self.memory.chunk);
        let replies = loop {
            match self.memory.list_replies(self.now.on_gpu - taken, taken)? {
                Some(replies) => break replies,
                // Too many: what was noted as expanded lately was not.
                None => taken = taken.div_ceil(2),
            }
        };
        self.now.on_gpu -= taken;
        self.state.expansions += (taken + replies) as u64;
        for start in (0..replies).step_by(self.memory.chunk) {
            let some = self.memory.chunk.min(replies - start);
            let Some(ways) = self.memory.list_ways(start, some, self.state.layer + 1)? else {
                return Ok(false);
            };
            self.state.ends.extend(self.memory.selfmates()?);
            if !self.make_room_for(ways)? {
                return Ok(false);
            }
            self.make_positions(ways)?;
        }
        Ok(true)
    }

    /// Makes room on the GPU for this many more positions of the next layer; false if there is none here for those already there.
    fn make_room_for(&mut self, ways: usize) -> Result<bool, DeviceError> {
        if self.next.on_gpu + ways <= self.memory.layer_len {
            return Ok(true);
        }
        let more = self.next.on_gpu * size_of::<Packed>();
        if self.bytes_here() + more > self.state.context.settings.bytes {
            return Ok(false);
        }
        self.next.blocks.push(self.memory.read_next(0, self.next.on_gpu)?);
        self.next.on_gpu = 0;
        Ok(true)
    }

    fn make_positions(&mut self, ways: usize) -> Result<(), DeviceError> {
        self.state.positions += ways as u64;
        self.state.ends.extend(self.memory.make_positions(self.next.on_gpu, ways)?);
        // Once a mate is known, only others of the same length matter.
        if self.state.ends.is_empty() {
            self.next.on_gpu += ways;
        } else {
            self.next = Frontier::default();
        }
        Ok(())
    }
}

impl<'a> LayerSearch<'a> for Search<'a, '_> {
    const ENGINE: Engine = Engine::Gpu;

    fn state(&self) -> &State<'a> {
        &self.state
    }

    fn state_mut(&mut self) -> &mut State<'a> {
        &mut self.state
    }

    fn start(&mut self, first: Vec<Packed>) -> io::Result<()> {
        let problem = self.problem();
        let key = |packed: &Packed| problem.key(&problem.packer().unpack(packed));
        let keys: Vec<u64> = first.iter().map(key).collect();
        self.memory.insert(&keys, 0)?;
        self.now.blocks = vec![first.iter().flat_map(|packed| packed.0).collect()];
        Ok(())
    }

    fn left(&self) -> u64 {
        self.now.len()
    }

    fn found(&self) -> u64 {
        self.next.len()
    }

    fn make_room(&mut self) -> io::Result<Option<StopReason>> {
        // Whether there is room is seen when positions are made.
        Ok(None)
    }

    fn expand_chunk(&mut self) -> io::Result<Option<StopReason>> {
        self.refill()?;
        Ok((!self.expand_last()?).then_some(StopReason::Memory))
    }

    fn next_layer(&mut self) -> io::Result<()> {
        self.now = std::mem::take(&mut self.next);
        self.memory.swap_layers();
        Ok(())
    }

    fn were_met(&mut self, keys: &[Key], layer: u32) -> io::Result<Vec<bool>> {
        let keys: Vec<u64> = keys.iter().map(|key| key.main).collect();
        let layers = self.memory.look_up(&keys)?;
        Ok(layers.into_iter().map(|found| found == layer % 256).collect())
    }

    fn key_bits(&self) -> u32 {
        62
    }

    fn bytes(&self) -> usize {
        self.memory.bytes() + self.now.bytes() + self.next.bytes()
    }

    fn most_bytes(&self) -> usize {
        self.memory.bytes()
    }

    fn reason(error: &io::Error) -> StopReason {
        StopReason::Device(error.to_string())
    }
}
