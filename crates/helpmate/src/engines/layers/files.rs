//! The files of a search: keys with their layers, and positions. All numbers are little-endian; `N` in a name is a number that no
//! other file of the directory has.
//!
//! | file | contents |
//! |---|---|
//! | `table-N`, `run-N` | keys in ascending order: 8 bytes (16 with `--exact`), then 4 bytes for the layer |
//! | `layer-N` | positions, 40 bytes each ([`Packed`]) |
//! | `checkpoint` | text: title with the version; a line each for problem, layer, window, positions, expansions, number; a line for each file with its use, name, items and checksum (XXH3); `end` and a checksum of all before |
//!
//! The *window* is the number of layers that the table can tell apart; layers are stored modulo it.

use crate::key::Key;
use crate::storage::Storage;
use std::hash::Hasher;
use std::io::{self, Read, Write};
use tsumugi_shogi::Packed;
use twox_hash::XxHash3_64;

/// Something stored one after the other, each of the same size.
pub trait Item: Copy {
    /// Adds its bytes.
    fn write(&self, out: &mut Vec<u8>, exact: bool);
    /// Reads it from exactly its bytes.
    fn read(bytes: &[u8], exact: bool) -> Self;
    /// How many bytes it takes.
    fn size(exact: bool) -> usize;
}

/// A key and the layer it was met in.
pub type Met = (Key, u32);

fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

impl Item for Met {
    fn write(&self, out: &mut Vec<u8>, exact: bool) {
        out.extend_from_slice(&self.0.main.to_le_bytes());
        if exact {
            out.extend_from_slice(&self.0.more.to_le_bytes());
        }
        out.extend_from_slice(&self.1.to_le_bytes());
    }

    fn read(bytes: &[u8], exact: bool) -> Met {
        let more = if exact { word(bytes, 8) } else { 0 };
        let mut layer = [0; 4];
        layer.copy_from_slice(&bytes[bytes.len() - 4..]);
        (Key { main: word(bytes, 0), more }, u32::from_le_bytes(layer))
    }

    fn size(exact: bool) -> usize {
        size_of::<u64>() * if exact { 2 } else { 1 } + size_of::<u32>()
    }
}

impl Item for Packed {
    fn write(&self, out: &mut Vec<u8>, _: bool) {
        self.0.iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
    }

    fn read(bytes: &[u8], _: bool) -> Packed {
        Packed(std::array::from_fn(|i| word(bytes, i * 8)))
    }

    fn size(_: bool) -> usize {
        size_of::<Packed>()
    }
}

/// A file that was written: enough to read it back and to notice if it is not what was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub name: String,
    pub items: u64,
    /// XXH3 of its bytes.
    pub sum: u64,
}

/// Bytes written or read at once, about. Fewer: more system calls. More: memory for each open file.
const PIECE: usize = 1 << 18;

/// Writes a file item by item.
pub struct Items {
    out: Box<dyn Write + Send>,
    held: Vec<u8>,
    file: File,
    sum: XxHash3_64,
    exact: bool,
}

impl Items {
    pub fn create(storage: &mut dyn Storage, name: String, exact: bool) -> io::Result<Items> {
        let out = storage.create(&name)?;
        let file = File { name, items: 0, sum: 0 };
        Ok(Items {
            out,
            held: Vec::with_capacity(PIECE + size_of::<Packed>()),
            file,
            sum: XxHash3_64::new(),
            exact,
        })
    }

    pub fn push(&mut self, item: &impl Item) -> io::Result<()> {
        item.write(&mut self.held, self.exact);
        self.file.items += 1;
        if self.held.len() >= PIECE { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> io::Result<()> {
        self.sum.write(&self.held);
        self.out.write_all(&self.held)?;
        self.held.clear();
        Ok(())
    }

    /// Ends the file. A checkpoint that names it must make it safe first.
    pub fn finish(mut self) -> io::Result<File> {
        self.write()?;
        self.out.flush()?;
        self.file.sum = self.sum.finish();
        Ok(self.file)
    }
}

/// Reads a whole file item by item, and fails in the end if it is not what was written.
pub fn read_all<T: Item>(
    storage: &dyn Storage,
    file: &File,
    exact: bool,
    mut each: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    let size = T::size(exact);
    let mut input = storage.open(&file.name)?;
    let mut sum = XxHash3_64::new();
    let mut left = file.items as usize * size;
    let piece = PIECE.div_ceil(size) * size;
    let mut bytes = vec![0; piece];
    while left > 0 {
        let bytes = &mut bytes[..piece.min(left)];
        input.read_exact(bytes)?;
        sum.write(bytes);
        left -= bytes.len();
        bytes.chunks_exact(size).try_for_each(|item| each(T::read(item, exact)))?;
    }
    if input.read(&mut [0])? > 0 || sum.finish() != file.sum {
        let message = format!("{} is damaged", file.name);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(())
}
