//! The GPU's memory: what is where, and the kernels called on it.

use crate::{Device, DeviceError, Goal, Problem};
use tsumugi_helpmate_kernel::{Arguments, Kernel, Room, Table};
use tsumugi_shogi::{Color, Packed};

/// Words of a packed position.
pub const PACKED_WORDS: usize = size_of::<Packed>() / 8;

/// A chunk has one position for this many bytes of the GPU's free memory, within the bounds that follow.
/// Fewer bytes: lists take memory from the table. More: chunks too small to keep the GPU busy.
const BYTES_A_CHUNK_ITEM: usize = 1 << 17;
/// Smaller: starting the kernels takes longer than running them.
const SMALLEST_CHUNK: usize = 1 << 8;
/// Larger: nothing is gained, every thread of a GPU has work with less.
const LARGEST_CHUNK: usize = 1 << 20;

/// Replies that fit for each position of a chunk. If there are more it is expanded in smaller parts. Fewer: that
/// happens often. More: memory.
const REPLIES: usize = 24;
/// Ways that fit for each reply of a chunk: more than there are checks on average in any million positions. Fewer: chunks are
/// expanded in parts. More: memory.
const WAYS: usize = 16;
/// Positions of a layer that fit, for each position of a chunk. Fewer: layers go to the main memory and back. More: the
/// table holds fewer positions.
const LAYER: usize = 32;
/// Keys of positions expanded lately, for each position of a chunk. Fewer: positions are expanded again. More: memory.
const RECENT: usize = 256;
/// With more mates than this all positions are read, not each of them: a transfer takes as long as some dozen positions.
const FEW_MATES: usize = 64;
/// What all that takes, for each position of a chunk.
const CHUNK_ITEM_BYTES: usize = (RECENT + REPLIES + 2 * WAYS + 2 * LAYER * PACKED_WORDS) * 8 + 12;
/// Lists whose lengths are kept.
const LISTS: usize = 4;

/// The GPU with its memory.
pub struct Memory<'a> {
    device: &'a mut dyn Device,
    arguments: Arguments,
    /// The two rooms for layers, as words; they take turns.
    now: Room,
    next: Room,
    /// The most positions expanded at once.
    pub chunk: usize,
    /// How many positions of a layer fit.
    pub layer_len: usize,
    bytes: usize,
}

impl<'a> Memory<'a> {
    /// Takes all memory the device has.
    pub fn new(device: &'a mut dyn Device, problem: &Problem) -> Result<Memory<'a>, DeviceError> {
        let mut memory = Memory {
            device,
            arguments: Arguments::default(),
            now: Room::default(),
            next: Room::default(),
            chunk: 0,
            layer_len: 0,
            bytes: 0,
        };
        memory.furnish(problem)?;
        Ok(memory)
    }

    /// Decides what goes where. What was taken is given back even if this fails.
    fn furnish(&mut self, problem: &Problem) -> Result<(), DeviceError> {
        let device = &mut *self.device;
        let free = device.free_bytes()?;
        let chunk: usize =
            1 << (free / BYTES_A_CHUNK_ITEM).clamp(SMALLEST_CHUNK, LARGEST_CHUNK).ilog2();
        // Half of it for the table at least.
        if free < 2 * chunk * CHUNK_ITEM_BYTES {
            return Err(DeviceError(format!("{} KiB of memory are too little for a GPU", free >> 10)));
        }
        let mut take = |len: usize, item_bytes: usize| -> Result<Room, DeviceError> {
            Ok(Room { at: device.take((len * item_bytes).next_multiple_of(64))?, len: len as u64 })
        };
        let walls = problem.packer().walls().bits();
        let layer_len = chunk * LAYER;
        let mut arguments = Arguments {
            walls: [walls as u64, (walls >> 64) as u64],
            total: problem.packer().total().to_bits(),
            attacker: (problem.attacker() == Color::White) as u32,
            selfmate: (problem.goal() == Goal::HelpSelfmate) as u32,
            no_surplus: problem.conditions().no_surplus as u32,
            recent: take(chunk * RECENT, 8)?,
            lengths: take(LISTS, 4)?,
            replies: take(chunk * REPLIES, 8)?,
            ways: take(chunk * WAYS, 8)?,
            mates: take(chunk * WAYS, 8)?,
            full: take(1, 8)?,
            keys: take(chunk, 8)?,
            found: take(chunk, 4)?,
            ..Arguments::default()
        };
        (self.chunk, self.layer_len) = (chunk, layer_len);
        self.now = take(layer_len * PACKED_WORDS, 8)?;
        self.next = take(layer_len * PACKED_WORDS, 8)?;
        let free_for_table = device.free_bytes()?;
        let slots = free_for_table.saturating_sub(128) / Table::SLOT_BYTES / 64 * 64;
        arguments.slots = Room { at: device.take(slots * 4)?, len: slots as u64 };
        arguments.layers = Room { at: device.take(slots)?, len: slots as u64 };
        self.arguments = arguments;
        self.bytes = free - device.free_bytes()?;
        Ok(())
    }

    /// What is taken, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What of that is the computer's own memory.
    pub fn shared_bytes(&self) -> usize {
        if self.device.shares_memory() { self.bytes } else { 0 }
    }

    /// What was the next layer is this one.
    pub fn swap_layers(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// Puts positions of this layer, as words, at the beginning of its room.
    pub fn write_now(&mut self, words: &[u64]) -> Result<(), DeviceError> {
        self.device.write(self.now.at, words)
    }

    /// Reads positions of the next layer, as words.
    pub fn read_next(&mut self, start: usize, len: usize) -> Result<Vec<u64>, DeviceError> {
        let mut words = vec![0; len * PACKED_WORDS];
        self.device.read(part(self.next, start, len).at, &mut words)?;
        Ok(words)
    }

    fn lengths(&mut self) -> Result<[usize; LISTS], DeviceError> {
        let mut words = [0; LISTS / 2];
        self.device.read(self.arguments.lengths.at, &mut words)?;
        let low = |word: u64| word as u32 as usize;
        Ok([low(words[0]), low(words[0] >> 32), low(words[1]), low(words[1] >> 32)])
    }

    /// Lists the replies to positions of this layer: how many. None if there was no room for them; then nothing was done.
    pub fn list_replies(&mut self, start: usize, len: usize) -> Result<Option<usize>, DeviceError> {
        self.arguments.positions = part(self.now, start, len);
        self.device.clear(self.arguments.lengths.at, LISTS * 4)?;
        self.arguments.first = 0;
        self.device.run(Kernel::ListReplies, len as u32, &self.arguments)?;
        let [replies, ..] = self.lengths()?;
        if replies as u64 > self.arguments.replies.len {
            if len == 1 {
                return Err(DeviceError("more replies than fit".to_string()));
            }
            self.device.clear(self.arguments.recent.at, self.arguments.recent.len as usize * 8)?;
            return Ok(None);
        }
        Ok(Some(replies))
    }

    /// Lists the ways to new positions from some of these replies: how many. None if the table is full.
    pub fn list_ways(
        &mut self,
        start: usize,
        len: usize,
        layer: u32,
    ) -> Result<Option<usize>, DeviceError> {
        self.device.clear(self.arguments.lengths.at, LISTS * 4)?;
        self.arguments.first = start as u64;
        self.arguments.layer = layer % 256;
        self.device.run(Kernel::ListWays, len as u32, &self.arguments)?;
        let [_, ways, _, full] = self.lengths()?;
        if ways as u64 > self.arguments.ways.len {
            return Err(DeviceError(format!("{len} replies led to {ways} positions, more than fit")));
        }
        Ok((full == 0).then_some(ways))
    }

    /// Makes this many positions, from this place of the next layer on, and returns those that are mates.
    pub fn make_positions(&mut self, start: usize, len: usize) -> Result<Vec<Packed>, DeviceError> {
        if len == 0 {
            return Ok(Vec::new());
        }
        self.arguments.next = part(self.next, start, len);
        self.arguments.first = 0;
        self.device.run(Kernel::MakePositions, len as u32, &self.arguments)?;
        if self.arguments.selfmate != 0 {
            return Ok(Vec::new());
        }
        self.mates(self.arguments.next)
    }

    /// The positions of this layer from which a reply just listed mates: where selfmates end.
    pub fn selfmates(&mut self) -> Result<Vec<Packed>, DeviceError> {
        if self.arguments.selfmate == 0 {
            return Ok(Vec::new());
        }
        self.mates(self.arguments.positions)
    }

    /// Those of some positions that were noted as mates.
    fn mates(&mut self, all: Room) -> Result<Vec<Packed>, DeviceError> {
        let [_, _, mates, _] = self.lengths()?;
        let mut numbers = vec![0; mates];
        self.device.read(self.arguments.mates.at, &mut numbers)?;
        let packed =
            |words: &[u64]| words.first_chunk().map_or(Packed::default(), |&words| Packed(words));
        if mates > FEW_MATES {
            let mut words = vec![0; all.len as usize];
            self.device.read(all.at, &mut words)?;
            return Ok(numbers.iter().map(|&i| packed(&words[i as usize * PACKED_WORDS..])).collect());
        }
        let mut words = [0; PACKED_WORDS];
        let mut read = |i: u64| -> Result<Packed, DeviceError> {
            self.device.read(all.at + i * size_of::<Packed>() as u64, &mut words)?;
            Ok(packed(&words))
        };
        numbers.iter().map(|&i| read(i)).collect()
    }

    /// Adds keys to the table.
    pub fn insert(&mut self, keys: &[u64], layer: u32) -> Result<(), DeviceError> {
        self.arguments.layer = layer % 256;
        self.arguments.first = 0;
        for keys in keys.chunks(self.arguments.keys.len as usize) {
            self.device.write(self.arguments.keys.at, keys)?;
            self.device.run(Kernel::Insert, keys.len() as u32, &self.arguments)?;
        }
        Ok(())
    }

    /// The layers of keys modulo 256, or 256 where a key was not met.
    pub fn look_up(&mut self, keys: &[u64]) -> Result<Vec<u32>, DeviceError> {
        self.arguments.first = 0;
        let mut layers = Vec::with_capacity(keys.len());
        for keys in keys.chunks(self.arguments.keys.len as usize) {
            self.device.write(self.arguments.keys.at, keys)?;
            self.device.run(Kernel::LookUp, keys.len() as u32, &self.arguments)?;
            let mut words = vec![0; keys.len().div_ceil(2)];
            self.device.read(self.arguments.found.at, &mut words)?;
            let both = words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
            layers.extend(both.take(keys.len()));
        }
        Ok(layers)
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        self.device.give_back();
    }
}

/// Some positions of a layer.
fn part(layer: Room, start: usize, len: usize) -> Room {
    let words = (start * PACKED_WORDS) as u64;
    Room { at: layer.at + words * 8, len: (len * PACKED_WORDS) as u64 }
}
