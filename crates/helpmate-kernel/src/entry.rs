//! The kernels as a GPU calls them: thread i does item i, if there is one.

use crate::{Arguments, Kernel};
use core::arch::nvptx::{_block_dim_x, _block_idx_x, _thread_idx_x, trap};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: it ends the kernel, and the host hears of it.
    unsafe { trap() }
}

/// Nothing is allocated here; the linker asks for it all the same.
struct NoMemory;

// SAFETY: it never hands out memory.
unsafe impl core::alloc::GlobalAlloc for NoMemory {
    unsafe fn alloc(&self, _: core::alloc::Layout) -> *mut u8 {
        core::ptr::null_mut()
    }
    unsafe fn dealloc(&self, _: *mut u8, _: core::alloc::Layout) {}
}

#[global_allocator]
static NO_MEMORY: NoMemory = NoMemory;

macro_rules! entry {
    ($name:ident, $kernel:expr) => {
        /// Does [`Arguments::run`] for a number of items.
        ///
        /// # Safety
        /// As there.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(arguments: *const Arguments, items: u32) {
            // SAFETY: registers are read; the rest is the host's promise.
            unsafe {
                let item = _block_idx_x() as u32 * _block_dim_x() as u32 + _thread_idx_x() as u32;
                if item < items {
                    (*arguments).run($kernel, item as usize);
                }
            }
        }
    };
}

entry!(list_replies, Kernel::ListReplies);
entry!(list_ways, Kernel::ListWays);
entry!(make_positions, Kernel::MakePositions);
entry!(insert, Kernel::Insert);
entry!(look_up, Kernel::LookUp);
