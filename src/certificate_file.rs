//! Certificates in files, plain or compressed with Zstandard.

use crate::output::Whole;
use crate::report::Report;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a Zstandard file begins with.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Certificates shrink to about a tenth, and are compressed faster than they are found.
const LEVEL: i32 = 6;
/// The most memory a compressed file may ask for when it is read: 2 to this power, in bytes.
const WINDOW_LOG: u32 = 27;

/// A certificate being written. The file appears when [`CertificateFile::finish`] is called.
pub struct CertificateFile {
    path: PathBuf,
    to: To,
    /// The first thing that went wrong.
    error: Option<io::Error>,
}

enum To {
    Plain(BufWriter<Whole>),
    Compressed(zstd::Encoder<'static, BufWriter<Whole>>),
}

impl CertificateFile {
    /// Begins a file; a name that ends in `.zst` asks for compression.
    pub fn create(path: &Path) -> Result<CertificateFile, Report> {
        let create = || {
            let file = BufWriter::new(Whole::create(path)?);
            Ok(match path.extension() == Some(OsStr::new("zst")) {
                true => To::Compressed(zstd::Encoder::new(file, LEVEL)?),
                false => To::Plain(file),
            })
        };
        let to = create().map_err(|error| Report::cannot_write(path, &error))?;
        Ok(CertificateFile { path: path.to_path_buf(), to, error: None })
    }

    /// Adds to the file. False if that failed, now or before; [`CertificateFile::finish`] says why.
    pub fn write(&mut self, text: &str) -> bool {
        if self.error.is_none() {
            let written = match &mut self.to {
                To::Plain(file) => file.write_all(text.as_bytes()),
                To::Compressed(file) => file.write_all(text.as_bytes()),
            };
            self.error = written.err();
        }
        self.error.is_none()
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Did something go wrong?
    pub fn failed(&self) -> bool {
        self.error.is_some()
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), Report> {
        let CertificateFile { path, to, error } = self;
        let finish = || {
            if let Some(error) = error {
                return Err(error);
            }
            let file = match to {
                To::Plain(file) => file,
                To::Compressed(file) => file.finish()?,
            };
            file.into_inner().map_err(io::IntoInnerError::into_error)?.commit()
        };
        finish().map_err(|error| Report::cannot_write(&path, &error))
    }
}

/// A compressed file may become so many times as long when it is read, and [`ROOM`] more. Certificates of the solver become
/// five to twenty times as long. Less: a repetitive one that is in order is refused. More: a small file made for the purpose keeps the checker
/// busy for longer than a few seconds.
const MOST_LONGER: u64 = 48;
/// Bytes that any file may become.
const ROOM: u64 = 1 << 20;

/// Opens a certificate, compressed or not: its first bytes tell.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    if !file.fill_buf()?.starts_with(&MAGIC) {
        return Ok(Box::new(file));
    }
    let read = Arc::new(AtomicU64::new(0));
    let counted = BufReader::with_capacity(1 << 16, Counted { file, read: read.clone() });
    let mut decoder = zstd::Decoder::with_buffer(counted)?;
    decoder.window_log_max(WINDOW_LOG)?;
    let bounded = Bounded { decoder, read, written: 0 };
    Ok(Box::new(BufReader::with_capacity(1 << 16, bounded)))
}

/// Counts what is read.
struct Counted<R> {
    file: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Fails when a file becomes too long compared with what was read of it.
struct Bounded<R> {
    decoder: R,
    read: Arc<AtomicU64>,
    written: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.decoder.read(buffer)?;
        self.written += count as u64;
        if self.written > ROOM + MOST_LONGER * self.read.load(Ordering::Relaxed) {
            let why = format!(
                "it becomes more than {MOST_LONGER} times as long; \
                 if it can be trusted, decompress it and check what comes out"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        Ok(count)
    }
}
