//! The computer's own memory and threads as a device: no faster than a search written for them, but all that a GPU does can be
//! tried there.

#![allow(unsafe_code)]

use crate::{Device, DeviceError};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use tsumugi_clock::threads;
use tsumugi_helpmate_kernel::{Arguments, Kernel};

/// Items a thread takes at once. Fewer: threads queue for the counter. More: the last of them works while the others wait.
const BATCH: u32 = 64;

/// One part in this many of the memory is left to what does not live on the device. A smaller part: solutions do not fit. A
/// larger one: the table holds fewer positions.
const REST: usize = 8;

/// A device with a number of threads and an amount of memory.
#[derive(Debug)]
pub struct Processor {
    threads: usize,
    bytes: usize,
    taken: Vec<Box<[AtomicU64]>>,
}

impl Processor {
    /// With this number of threads and bytes of memory, which are allocated only when they are asked for.
    pub fn new(threads: usize, bytes: usize) -> Processor {
        Processor { threads: threads.max(1), bytes, taken: Vec::new() }
    }

    /// With this number of threads, and what a search within this many bytes can give it: the rest is for what does not fit.
    pub fn within(threads: usize, bytes: usize) -> Processor {
        Processor::new(threads, bytes - bytes / REST)
    }

    /// Words that were taken.
    fn words(&self, at: u64, words: usize) -> Result<&[AtomicU64], DeviceError> {
        let outside = || DeviceError(format!("no memory was taken at {at:#x} for {words} words"));
        let found = self.taken.iter().find_map(|block| {
            let start = (at as usize).checked_sub(block.as_ptr() as usize)? / 8;
            block.get(start..start.checked_add(words)?)
        });
        found.filter(|_| at.is_multiple_of(8)).ok_or_else(outside)
    }
}

impl Device for Processor {
    fn free_bytes(&mut self) -> Result<usize, DeviceError> {
        Ok(self.bytes - self.taken.iter().map(|block| block.len() * 8).sum::<usize>())
    }

    fn shares_memory(&self) -> bool {
        true
    }

    fn take(&mut self, bytes: usize) -> Result<u64, DeviceError> {
        let free = self.free_bytes()?;
        if bytes.div_ceil(8) * 8 > free {
            return Err(DeviceError(format!("{bytes} bytes were asked for, and {free} are free")));
        }
        // Zeros of the system, which take no memory until they are written to.
        let block: Box<[AtomicU64]> = bytemuck::zeroed_slice_box(bytes.div_ceil(8));
        let at = block.as_ptr() as u64;
        self.taken.push(block);
        Ok(at)
    }

    fn give_back(&mut self) {
        self.taken.clear();
    }

    fn clear(&mut self, at: u64, bytes: usize) -> Result<(), DeviceError> {
        self.words(at, bytes.div_ceil(8))?.iter().for_each(|word| word.store(0, Relaxed));
        Ok(())
    }

    fn write(&mut self, at: u64, words: &[u64]) -> Result<(), DeviceError> {
        let places = self.words(at, words.len())?;
        places.iter().zip(words).for_each(|(place, &word)| place.store(word, Relaxed));
        Ok(())
    }

    fn read(&mut self, at: u64, words: &mut [u64]) -> Result<(), DeviceError> {
        let places = self.words(at, words.len())?;
        places.iter().zip(words).for_each(|(place, word)| *word = place.load(Relaxed));
        Ok(())
    }

    fn run(&mut self, kernel: Kernel, items: u32, arguments: &Arguments) -> Result<(), DeviceError> {
        for (room, bytes) in arguments.rooms() {
            if bytes > 0 {
                self.words(room.at, bytes.div_ceil(8))?;
            }
        }
        let next = AtomicU32::new(0);
        let work = || loop {
            let start = next.fetch_add(BATCH, Relaxed);
            if start >= items {
                return;
            }
            for item in start..items.min(start + BATCH) {
                // SAFETY: all rooms are of memory that was taken and are large enough; this device is borrowed
                // until every thread has ended, so nobody else writes.
                unsafe { arguments.run(kernel, item as usize) };
            }
        };
        let threads = if items <= BATCH { 1 } else { self.threads };
        threads::each(0..threads, |_| work());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_helpmate_kernel::Room;

    #[test]
    fn memory_that_was_not_taken_is_refused() {
        let mut device = Processor::new(2, 1000);
        let at = device.take(100).unwrap();
        assert_eq!(device.free_bytes(), Ok(1000 - 104));
        assert!(device.take(900).is_err());
        let mut words = [1; 13];
        assert_eq!(device.read(at, &mut words), Ok(()));
        assert_eq!(words, [0; 13]);
        assert!(device.write(at + 8, &words).is_err());
        assert!(device.read(at + 4, &mut words[..2]).is_err());
        assert!(device.clear(8, 8).is_err());
        let mut arguments = Arguments { keys: Room { at, len: 14 }, ..Arguments::default() };
        assert!(device.run(Kernel::Insert, 0, &arguments).is_err());
        arguments.keys.len = 13;
        assert_eq!(device.run(Kernel::Insert, 0, &arguments), Ok(()));
        device.give_back();
        assert_eq!(device.free_bytes(), Ok(1000));
        assert!(device.run(Kernel::Insert, 0, &arguments).is_err());
    }
}
