//! Certificates in files, plain or compressed with Zstandard.

use crate::output::Whole;
use crate::report::Report;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tsumugi_shell::zstandard::{Decoder, Encoder, MAGIC};

/// A certificate being written. The file appears when [`CertificateFile::finish`] is called.
pub struct CertificateFile {
    path: PathBuf,
    to: To,
    /// The first thing that went wrong.
    error: Option<io::Error>,
}

enum To {
    Plain(BufWriter<Whole>),
    Compressed(Encoder<BufWriter<Whole>>),
}

impl CertificateFile {
    /// Begins a file; a name that ends in `.zst` asks for compression.
    pub fn create(path: &Path) -> Result<CertificateFile, Report> {
        let create = || {
            let file = BufWriter::new(Whole::create(path)?);
            Ok(match path.extension() == Some(OsStr::new("zst")) {
                true => To::Compressed(Encoder::new(file)),
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

/// A compressed file may become this many times as long when it is read, and [`ROOM`] more. Certificates of the solver become
/// three to twenty times as long. Less: a repetitive one that is in order is refused. More: a small file made for the purpose
/// keeps the checker busy for longer than a few seconds.
const MOST_LONGER: u64 = 48;
/// Bytes that any file may become.
const ROOM: u64 = 1 << 20;
/// It may have this many lines for every four bytes, and [`ROOM_FOR_LINES`] more, since every line is a claim to be checked.
/// Certificates of the solver have one or two. Less and more: see above.
const MOST_LINES: u64 = 3;
/// Lines that any file may have.
const ROOM_FOR_LINES: u64 = 50_000;

/// A certificate to be read.
pub struct Opened {
    /// Its text.
    pub text: Box<dyn BufRead>,
    /// How many bytes of the file were read so far.
    pub read: BytesRead,
}

/// A number of bytes that grows.
#[derive(Clone, Default)]
pub struct BytesRead(Arc<AtomicU64>);

impl BytesRead {
    /// How many there are now.
    pub fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Opens a certificate, compressed or not: its first bytes tell.
pub fn open(path: &Path) -> io::Result<Opened> {
    let read = BytesRead::default();
    let counted = Counted { file: File::open(path)?, read: read.clone() };
    let mut file = BufReader::with_capacity(1 << 16, counted);
    if !file.fill_buf()?.starts_with(&MAGIC) {
        return Ok(Opened { text: Box::new(file), read });
    }
    let bounded = Bounded { decoder: Decoder::new(file), read: read.clone(), written: 0, lines: 0 };
    Ok(Opened { text: Box::new(BufReader::with_capacity(1 << 16, bounded)), read })
}

/// Counts what is read.
struct Counted<R> {
    file: R,
    read: BytesRead,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.read.0.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Fails when a file becomes too long, or has too many lines, compared with what was read of it.
struct Bounded<R> {
    decoder: R,
    read: BytesRead,
    written: u64,
    lines: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.decoder.read(buffer)?;
        self.written += count as u64;
        self.lines += buffer[..count].iter().filter(|&&byte| byte == b'\n').count() as u64;
        let read = self.read.now();
        let why = if self.written > ROOM + MOST_LONGER * read {
            format!("it becomes more than {MOST_LONGER} times as long")
        } else if self.lines > ROOM_FOR_LINES + read / 4 * MOST_LINES {
            format!("it has more than {MOST_LINES} lines for every four bytes")
        } else {
            return Ok(count);
        };
        let why = format!("{why}; if it can be trusted, decompress it and check what comes out");
        Err(io::Error::new(io::ErrorKind::InvalidData, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_testkit::Scratch;

    /// What reading a compressed text comes to.
    fn read_back(text: &str) -> io::Result<usize> {
        let scratch = Scratch::new("certificate");
        let path = scratch.file("a.zst", tsumugi_shell::zstandard::encoded(text.as_bytes()));
        io::copy(&mut open(&path)?.text, &mut io::sink()).map(|count| count as usize)
    }

    #[test]
    fn a_file_that_becomes_too_long_is_refused() {
        let long = "h GSNLP 4a4b a long line that stands here again and again\n";
        for text in [long.repeat(18_000), "h - 4a4b\n".repeat(50_000)] {
            assert_eq!(read_back(&text).unwrap(), text.len());
        }
        let refused = |text: &str| read_back(text).unwrap_err().to_string();
        assert!(refused(&long.repeat(40_000)).contains("48 times as long"));
        assert!(refused(&"h - 4a4b\n".repeat(60_000)).contains("3 lines for every four bytes"));
    }
}
