//! What runs kernels: a GPU, or the processor's own threads.

mod processor;

pub use processor::Processor;

use std::{fmt, io};
use tsumugi_helpmate_kernel::{Arguments, Kernel};

/// A device could not do what it was asked to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceError(pub String);

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DeviceError {}

impl From<DeviceError> for io::Error {
    fn from(error: DeviceError) -> io::Error {
        io::Error::other(error)
    }
}

/// Something with memory of its own that runs kernels. Each call is done when it returns, except that a kernel may still run;
/// what is read or written after it is read or written when it has ended.
pub trait Device {
    /// The bytes of its memory that can be taken.
    ///
    /// # Errors
    /// What the device says.
    fn free_bytes(&mut self) -> Result<usize, DeviceError>;

    /// Is its memory part of the computer's?
    fn shares_memory(&self) -> bool {
        false
    }

    /// Allocates this many bytes, all zero, until they are [given back](Device::give_back).
    ///
    /// # Errors
    /// What the device says, above all that there is no room.
    fn take(&mut self, bytes: usize) -> Result<u64, DeviceError>;

    /// Gives back all that was taken.
    fn give_back(&mut self);

    /// Makes bytes that were taken zero.
    ///
    /// # Errors
    /// What the device says; so it is with all that follows.
    fn clear(&mut self, at: u64, bytes: usize) -> Result<(), DeviceError>;

    /// Writes words to memory that was taken.
    ///
    /// # Errors
    /// What the device says.
    fn write(&mut self, at: u64, words: &[u64]) -> Result<(), DeviceError>;

    /// Reads words from memory that was taken.
    ///
    /// # Errors
    /// What the device says.
    fn read(&mut self, at: u64, words: &mut [u64]) -> Result<(), DeviceError>;

    /// Runs a kernel for this many items. All rooms must be of memory that was allocated.
    ///
    /// # Errors
    /// What the device says.
    fn run(&mut self, kernel: Kernel, items: u32, arguments: &Arguments) -> Result<(), DeviceError>;
}
