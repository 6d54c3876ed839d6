//! Files compressed with Zstandard (RFC 8878), by a library that needs no C compiler.
//!
//! What is written is a sequence of frames, one a block of text: every reader of Zstandard reads them as one file. It takes
//! about one and a half times the space that `zstd` needs.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fmt;
use std::io::{self, BufRead, Read, Write};

/// What a file begins with.
pub const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The most memory a file may ask for when it is read, in bytes.
const LARGEST_WINDOW: u64 = 1 << 27;
/// Bytes in a frame. Less: repetitions across the seams are missed. More: memory.
const FRAME: usize = 1 << 22;

/// Compresses what is written to it.
#[derive(Debug)]
pub struct Encoder<W: Write> {
    to: W,
    waiting: Vec<u8>,
}

impl<W: Write> Encoder<W> {
    /// Compresses into a file.
    pub fn new(to: W) -> Encoder<W> {
        Encoder { to, waiting: vec![] }
    }

    /// Writes what is left, and gives the file back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.frame()?;
        Ok(self.to)
    }

    fn frame(&mut self) -> io::Result<()> {
        self.to.write_all(&encoded(&self.waiting))?;
        self.waiting.clear();
        Ok(())
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(FRAME - self.waiting.len());
        self.waiting.extend_from_slice(&bytes[..taken]);
        if self.waiting.len() == FRAME {
            self.frame()?;
        }
        Ok(taken)
    }

    /// Half a frame cannot be written: nothing happens before the end.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes, compressed.
pub fn encoded(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

/// All that a compressed text holds.
///
/// # Errors
/// When it is damaged.
pub fn decoded(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = vec![];
    Decoder::new(bytes).read_to_end(&mut out)?;
    Ok(out)
}

/// Reads a compressed file: any number of frames, one after the other.
pub struct Decoder<R: BufRead> {
    from: R,
    frame: FrameDecoder,
    /// Has a frame begun and not ended?
    inside: bool,
}

impl<R: BufRead> fmt::Debug for Decoder<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").field("inside", &self.inside).finish_non_exhaustive()
    }
}

impl<R: BufRead> Decoder<R> {
    /// Reads a file.
    pub fn new(from: R) -> Decoder<R> {
        let mut frame = FrameDecoder::new();
        frame.set_max_window_size(LARGEST_WINDOW);
        Decoder { from, frame, inside: false }
    }

    /// Reads the head of a frame. A frame that holds no text, but notes of some other program, is skipped.
    fn begin(&mut self) -> io::Result<()> {
        match self.frame.init(&mut self.from) {
            Ok(()) => self.inside = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let skipped = io::copy(&mut (&mut self.from).take(length.into()), &mut io::sink())?;
                if skipped < length.into() {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            Err(error) => return Err(damaged(error)),
        }
        Ok(())
    }

    /// Reads on in a frame: no bytes at its end.
    fn within(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.frame.can_collect() == 0 && !self.frame.is_finished() {
            let one = BlockDecodingStrategy::UptoBlocks(1);
            self.frame.decode_blocks(&mut self.from, one).map_err(damaged)?;
        }
        self.frame.read(buffer)
    }

    /// Does the text have the checksum that the frame gives, if it gives one?
    fn end(&mut self) -> io::Result<()> {
        self.inside = false;
        match self.frame.get_checksum_from_data() {
            Some(told) if self.frame.get_calculated_checksum() != Some(told) => {
                Err(damaged("the checksum is another"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            if !self.inside {
                if self.from.fill_buf()?.is_empty() {
                    break;
                }
                self.begin()?;
                continue;
            }
            match self.within(buffer)? {
                0 => self.end()?,
                count => return Ok(count),
            }
        }
        Ok(0)
    }
}

fn damaged(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let line = |i: usize| format!("h {i} 4a4b\n");
        for lines in [0, 1, 700_000] {
            let text: String = (0..lines).map(line).collect();
            let mut encoder = Encoder::new(vec![]);
            text.as_bytes().chunks(999).for_each(|chunk| encoder.write_all(chunk).unwrap());
            let packed = encoder.finish().unwrap();
            assert!(packed.starts_with(&MAGIC) && packed.len() <= text.len() / 2 + 20);
            assert_eq!(decoded(&packed).unwrap(), text.as_bytes());
        }
    }

    /// Written by `zstd`: "tsumugi\n" with a checksum.
    const BY_ZSTD: [u8; 21] = [
        0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x41, 0x00, 0x00, 0x74, 0x73, 0x75, 0x6d, 0x75, 0x67, 0x69,
        0x0a, 0xc9, 0xa7, 0x66, 0xae,
    ];

    #[test]
    fn frames_follow_each_other_and_notes_between_them_are_skipped() {
        let note = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, b'a', b'b', b'c'];
        let three = [&BY_ZSTD[..], &note, &encoded(b"usi\n"), &BY_ZSTD].concat();
        assert_eq!(decoded(&three).unwrap(), b"tsumugi\nusi\ntsumugi\n");
    }

    #[test]
    fn what_is_damaged_is_refused() {
        let whole = encoded("claim after claim\n".repeat(100).as_bytes());
        for length in 1..whole.len() {
            assert!(decoded(&whole[..length]).is_err(), "{length}");
        }
        for garbage in [&b"x"[..], b"more text", &MAGIC] {
            assert!(decoded(&[&whole[..], garbage].concat()).is_err());
        }
        let mut other = BY_ZSTD;
        other[10] ^= 1;
        assert!(decoded(&other).unwrap_err().to_string().contains("checksum"));
        // A frame that asks for two gigabytes.
        let greedy = [&MAGIC[..], &[0x00, 21 << 3, 0x01, 0x00, 0x00]].concat();
        assert!(decoded(&greedy).is_err());
    }
}
