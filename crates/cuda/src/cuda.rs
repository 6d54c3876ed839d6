//! A GPU as a device.

use cudarc::driver::{DriverError, result, sys};
use std::ffi::{CString, c_void};
use std::fmt;
use std::ptr::from_mut;
use tsumugi_helpmate::{Device, DeviceError};
use tsumugi_helpmate_kernel::{Arguments, Kernel};

/// What the compiler made of the kernels, up to a zero.
static KERNELS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/kernels.ptx"));

/// Threads of a block.
const BLOCK: u32 = 128;
/// Bytes of a thread's stack: what the kernels take, and some more.
const STACK: usize = 6 << 10;
/// Bytes left to the driver besides the stacks of all threads that can run at once.
const LEFT: usize = 1 << 29;

/// A GPU, with its memory.
pub struct Cuda {
    device: sys::CUdevice,
    module: sys::CUmodule,
    kernels: Vec<(Kernel, sys::CUfunction)>,
    arguments: sys::CUdeviceptr,
    /// Where memory was taken, and how many bytes.
    taken: Vec<(sys::CUdeviceptr, usize)>,
    /// Bytes that are the driver's.
    left: usize,
    name: String,
}

impl fmt::Debug for Cuda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cuda").field("name", &self.name).finish_non_exhaustive()
    }
}

fn failed(what: &str) -> impl Fn(DriverError) -> DeviceError {
    move |error| {
        let words = error.error_string().map(|words| words.to_string_lossy().into_owned());
        DeviceError(format!("{what}: {}", words.unwrap_or_else(|_| error.to_string())))
    }
}

impl Cuda {
    /// Opens the GPU with this number; the first is 0.
    ///
    /// # Errors
    /// There is no driver, no such GPU, or it cannot run the kernels.
    pub fn open(number: u32) -> Result<Cuda, DeviceError> {
        // SAFETY: asks the loader whether there is a library of that name, which runs what it does when it is loaded.
        if !unsafe { sys::is_culib_present() } {
            return Err(DeviceError("there is no driver for NVIDIA GPUs (libcuda)".to_string()));
        }
        result::init().map_err(failed("the driver does not start"))?;
        let device = result::device::get(number as i32).map_err(failed("there is no such GPU"))?;
        let name = result::device::get_name(device).map_err(failed("the GPU has no name"))?;
        let number_of = |what| {
            // SAFETY: the GPU is one that the driver named.
            let number = unsafe { result::device::get_attribute(device, what) };
            number
                .map(|number| number.max(0) as usize)
                .map_err(failed("the GPU does not say how large it is"))
        };
        let threads = number_of(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?
            * number_of(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)?;
        let left = LEFT + threads * STACK;
        // SAFETY: the GPU is one that the driver named, the kernels end with a zero, and what is asked of the
        // driver is what it gave out before.
        unsafe {
            let context =
                result::primary_ctx::retain(device).map_err(failed("the GPU cannot be used"))?;
            result::ctx::set_current(context).map_err(failed("the GPU cannot be used"))?;
            let module = result::module::load_data(KERNELS.as_ptr().cast())
                .map_err(failed("the GPU does not take the kernels"))?;
            let mut kernels = Vec::new();
            for (kernel, name) in Kernel::ALL {
                let text = CString::new(name).map_err(|error| DeviceError(error.to_string()))?;
                let function = result::module::get_function(module, text)
                    .map_err(failed("the GPU does not take a kernel"))?;
                kernels.push((kernel, function));
            }
            let arguments =
                result::malloc_sync(size_of::<Arguments>()).map_err(failed("the GPU has no memory"))?;
            Ok(Cuda { device, module, kernels, arguments, taken: Vec::new(), left, name })
        }
    }

    /// Fails unless these bytes were taken.
    fn check(&self, at: u64, bytes: usize) -> Result<(), DeviceError> {
        let inside = |&(start, len): &(u64, usize)| {
            let before = at.checked_sub(start).map(|before| before as usize);
            before.and_then(|before| before.checked_add(bytes)).is_some_and(|end| end <= len)
        };
        if bytes == 0 || self.taken.iter().any(inside) {
            return Ok(());
        }
        Err(DeviceError(format!("no memory was taken at {at:#x} for {bytes} bytes")))
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        self.give_back();
        // SAFETY: all were given out by the driver and are not used any more. A failure to give something back is no
        // concern of a program that has done with it.
        unsafe {
            let _ = result::free_sync(self.arguments);
            let _ = result::module::unload(self.module);
            let _ = result::primary_ctx::release(self.device);
        }
    }
}

impl Device for Cuda {
    fn free_bytes(&mut self) -> Result<usize, DeviceError> {
        let (free, _) = result::mem_get_info().map_err(failed("the GPU does not say what is free"))?;
        Ok(free.saturating_sub(self.left))
    }

    fn take(&mut self, bytes: usize) -> Result<u64, DeviceError> {
        // SAFETY: the GPU is open.
        let at = unsafe { result::malloc_sync(bytes) }
            .map_err(failed(&format!("the GPU has no room for {bytes} bytes")))?;
        self.taken.push((at, bytes));
        self.clear(at, bytes)?;
        Ok(at)
    }

    fn give_back(&mut self) {
        for (at, _) in self.taken.drain(..) {
            // SAFETY: it was taken, and is not used any more. If the driver cannot take it back, nobody else can.
            let _ = unsafe { result::free_sync(at) };
        }
    }

    fn clear(&mut self, at: u64, bytes: usize) -> Result<(), DeviceError> {
        self.check(at, bytes)?;
        // SAFETY: that memory was taken.
        unsafe { result::memset_d8_sync(at, 0, bytes) }.map_err(failed("the GPU cannot be written to"))
    }

    fn write(&mut self, at: u64, words: &[u64]) -> Result<(), DeviceError> {
        self.check(at, size_of_val(words))?;
        // SAFETY: that memory was taken.
        unsafe { result::memcpy_htod_sync(at, words) }.map_err(failed("the GPU cannot be written to"))
    }

    fn read(&mut self, at: u64, words: &mut [u64]) -> Result<(), DeviceError> {
        self.check(at, size_of_val(words))?;
        // SAFETY: that memory was taken.
        unsafe { result::memcpy_dtoh_sync(words, at) }.map_err(failed("the GPU cannot be read"))
    }

    fn run(&mut self, kernel: Kernel, items: u32, arguments: &Arguments) -> Result<(), DeviceError> {
        let known = self.kernels.iter().find(|(known, _)| *known == kernel);
        let Some(&(_, function)) = known else {
            return Err(DeviceError(format!("the GPU does not know {kernel:?}")));
        };
        if items == 0 {
            return Ok(());
        }
        arguments.rooms().iter().try_for_each(|&(room, bytes)| self.check(room.at, bytes))?;
        let (mut at, mut items) = (self.arguments, items);
        let mut parameters: [*mut c_void; 2] = [from_mut(&mut at).cast(), from_mut(&mut items).cast()];
        // SAFETY: the arguments are plain numbers and there is room for them; the kernel takes two parameters of these
        // types. Its rooms are of memory that was taken.
        unsafe {
            result::memcpy_htod_sync(at, std::slice::from_ref(arguments))
                .map_err(failed("the GPU cannot be written to"))?;
            let grid = (items.div_ceil(BLOCK), 1, 1);
            let stream = std::ptr::null_mut();
            result::launch_kernel(function, grid, (BLOCK, 1, 1), 0, stream, &mut parameters)
                .map_err(failed("the GPU does not run the kernel"))
        }
    }
}
