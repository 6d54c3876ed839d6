//! Zip archives: the files in them, one at a time and in the order of their names. Nothing is written to the disk.

use crate::folders::is_record;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rawzip::{CompressionMethod, FileReader, ReaderAt, ZipVerification};
use rawzip::{ZipArchive, ZipArchiveEntryWayfinder, ZipLocator};
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use tsumugi_api::{Message, message};
use tsumugi_notation::text;

/// A file or its bytes.
type Reader = Box<dyn ReaderAt + Send>;

/// How an archive begins: with a file, or with the directory of none.
const BEGINS: [[u8; 4]; 2] = [*b"PK\x03\x04", *b"PK\x05\x06"];

/// Does a file that begins with these bytes look like an archive?
pub fn is_archive(bytes: &[u8]) -> bool {
    BEGINS.iter().any(|begin| bytes.starts_with(begin))
}

/// Is a file called like an archive?
pub fn is_called_archive(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("zip"))
}

/// An archive being read.
pub struct Archive {
    zip: ZipArchive<Reader>,
    records: VecDeque<Entry>,
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive").field("records", &self.records).finish_non_exhaustive()
    }
}

/// A record in an archive, not read yet.
#[derive(Debug)]
struct Entry {
    path: String,
    way: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    encrypted: bool,
}

/// Why an archive, or a record in it, cannot be read.
#[derive(Debug)]
pub enum ArchiveFault {
    /// It is none, or damaged; what was found.
    Damaged(String),
    /// A record is larger than this many bytes.
    TooLarge(u64),
    /// A record is encrypted.
    Encrypted,
    /// A record is compressed by a method with this number, which is not known.
    Method(u16),
}

impl ArchiveFault {
    /// What a person is told.
    pub fn message(&self) -> Message {
        match self {
            ArchiveFault::Damaged(why) => message!(
                "no zip archive, or a damaged one: {why}",
                "zipファイルではないか、壊れています（{why}）",
            ),
            ArchiveFault::TooLarge(most) => {
                let most = most >> 20;
                message!(
                    "more than {most} MiB: not a collection of problems",
                    "{most} MiBを超えています。問題集ではありません",
                )
            }
            ArchiveFault::Encrypted => message!("it is encrypted", "暗号化されています"),
            ArchiveFault::Method(number) => message!(
                "its compression is not known (method {number})",
                "圧縮形式{number}には対応していません",
            ),
        }
    }
}

impl From<rawzip::Error> for ArchiveFault {
    fn from(error: rawzip::Error) -> ArchiveFault {
        ArchiveFault::Damaged(error.to_string())
    }
}

impl From<io::Error> for ArchiveFault {
    fn from(error: io::Error) -> ArchiveFault {
        ArchiveFault::Damaged(error.to_string())
    }
}

impl Archive {
    /// An archive on the disk.
    ///
    /// # Errors
    /// When it cannot be read or is none.
    pub fn of_file(file: File) -> Result<Archive, ArchiveFault> {
        let length = file.metadata()?.len();
        Archive::new(Box::new(FileReader::from(file)), length)
    }

    /// An archive in memory.
    ///
    /// # Errors
    /// When it is none.
    pub fn of_bytes(bytes: Vec<u8>) -> Result<Archive, ArchiveFault> {
        let length = bytes.len() as u64;
        Archive::new(Box::new(io::Cursor::new(bytes)), length)
    }

    fn new(reader: Reader, length: u64) -> Result<Archive, ArchiveFault> {
        let mut buffer = vec![0; rawzip::MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
        let located = ZipLocator::new().locate_in_reader(reader, &mut buffer, length);
        let zip = located.map_err(|(_, error)| error)?;
        let (mut records, mut count) = (vec![], 0);
        let mut entries = zip.entries(&mut buffer);
        while let Some(entry) = entries.next_entry()? {
            count += 1;
            let path = name_of(entry.file_path().as_bytes());
            if entry.is_dir() || !is_record(&path) {
                continue;
            }
            records.push(Entry {
                path,
                way: entry.wayfinder(),
                method: entry.compression_method(),
                encrypted: entry.flags().is_encrypted(),
            });
        }
        // Without the extension for large archives the count is kept in 16 bits.
        if (count ^ zip.entries_hint()) & 0xffff != 0 {
            return Err(ArchiveFault::Damaged("the directory is cut off".to_string()));
        }
        records.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Archive { zip, records: records.into() })
    }

    /// Are there no records that were not read yet?
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The next record: its path in the archive, and what it holds if that is at most so many bytes.
    pub fn next(&mut self, most: u64) -> Option<(String, Result<Vec<u8>, ArchiveFault>)> {
        let entry = self.records.pop_front()?;
        let bytes = self.bytes_of(&entry, most);
        Some((entry.path, bytes))
    }

    fn bytes_of(&self, entry: &Entry, most: u64) -> Result<Vec<u8>, ArchiveFault> {
        if entry.encrypted {
            return Err(ArchiveFault::Encrypted);
        }
        // Where the directory tells too little, unpacking ends with an error.
        let (packed, unpacked) = (entry.way.compressed_size_hint(), entry.way.uncompressed_size_hint());
        if packed > most || unpacked > most {
            return Err(ArchiveFault::TooLarge(most));
        }
        let reader = self.zip.get_entry(entry.way)?.reader();
        let expected = reader.claim_verifier();
        let mut bytes = vec![];
        reader.take(most).read_to_end(&mut bytes)?;
        match entry.method {
            CompressionMethod::STORE => {}
            CompressionMethod::DEFLATE => {
                let inflated = decompress_to_vec_with_limit(&bytes, unpacked as usize);
                bytes = inflated.map_err(|error| ArchiveFault::Damaged(error.to_string()))?;
            }
            method => return Err(ArchiveFault::Method(method.as_u16())),
        }
        let crc = rawzip::crc32(&bytes);
        expected.valid(ZipVerification { crc, uncompressed_size: bytes.len() as u64 })?;
        Ok(bytes)
    }
}

/// The path of a record: older programs write it in Shift_JIS. What would move the cursor is not shown.
fn name_of(bytes: &[u8]) -> String {
    let decoded = text::decode(bytes, None);
    let name = decoded.map_or_else(|_| String::from_utf8_lossy(bytes).into_owned(), |(name, _)| name);
    name.replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rawzip::ZipArchiveWriter;
    use std::io::Write;

    const GAME: &[u8] = b"position startpos moves 7g7f 3c3d\n";

    /// An archive of these files, packed or stored.
    fn zip(files: &[(&str, &[u8], CompressionMethod)]) -> Vec<u8> {
        let mut out = vec![];
        let mut archive = ZipArchiveWriter::new(&mut out);
        for &(path, bytes, method) in files {
            let file = archive.new_file(path).compression_method(method);
            let (mut entry, config) = file.start().unwrap();
            let mut plain = config.wrap(io::sink());
            plain.write_all(bytes).unwrap();
            let (_, descriptor) = plain.finish().unwrap();
            match method {
                CompressionMethod::DEFLATE => {
                    entry.write_all(&miniz_oxide::deflate::compress_to_vec(bytes, 6)).unwrap();
                }
                _ => entry.write_all(bytes).unwrap(),
            }
            entry.finish(descriptor).unwrap();
        }
        archive.finish().unwrap();
        out
    }

    /// Every record, or why it cannot be read.
    fn all(bytes: Vec<u8>, most: u64) -> Vec<(String, Result<Vec<u8>, String>)> {
        let mut archive = Archive::of_bytes(bytes).unwrap();
        let mut next = || archive.next(most);
        std::iter::from_fn(|| {
            let (path, bytes) = next()?;
            Some((path, bytes.map_err(|fault| fault.message().english().to_string())))
        })
        .collect()
    }

    const STORE: CompressionMethod = CompressionMethod::STORE;
    const DEFLATE: CompressionMethod = CompressionMethod::DEFLATE;

    #[test]
    fn records_come_in_the_order_of_their_names_and_other_files_not_at_all() {
        let long = GAME.repeat(2_000);
        let files = [
            ("b/2.usi", &long[..], DEFLATE),
            ("b/1.USI", GAME, STORE),
            ("a.txt", b"notes", STORE),
            ("a.kif", b"", DEFLATE),
        ];
        let bytes = zip(&files);
        assert!(is_archive(&bytes) && bytes.len() < long.len() / 4);
        let found = all(bytes, 1 << 20);
        let wanted = [("a.kif", vec![]), ("b/1.USI", GAME.to_vec()), ("b/2.usi", long)];
        assert_eq!(found, wanted.map(|(path, bytes)| (path.to_string(), Ok(bytes))));
        assert!(is_archive(&zip(&[])) && Archive::of_bytes(zip(&[])).unwrap().is_empty());
    }

    #[test]
    fn what_is_too_large_is_refused_whatever_the_directory_says() {
        let huge = vec![b' '; 1 << 20];
        let bytes = zip(&[("a.usi", &huge, DEFLATE), ("b.usi", GAME, DEFLATE)]);
        let found = all(bytes.clone(), 1 << 19);
        assert!(found[0].1.as_ref().unwrap_err().starts_with("more than 0 MiB"), "{found:?}");
        assert_eq!(found[1].1.as_deref(), Ok(GAME));
        // The size in the directory, 24 bytes after the beginning of its first line.
        let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        let mut lying = bytes;
        lying[directory + 24..directory + 28].copy_from_slice(&100u32.to_le_bytes());
        let found = all(lying, 1 << 19);
        assert!(found[0].1.as_ref().unwrap_err().contains("damaged"), "{found:?}");
        assert_eq!(found[1].1.as_deref(), Ok(GAME));
    }

    #[test]
    fn what_is_damaged_is_told_and_nothing_panics() {
        let whole = zip(&[("a.usi", GAME, DEFLATE), ("b.usi", GAME, STORE)]);
        let (mut refused, mut bad) = (0, 0);
        for i in 0..whole.len() {
            for change in [1, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[i] ^= change;
                match Archive::of_bytes(bytes) {
                    Err(_) => refused += 1,
                    Ok(mut archive) => {
                        while let Some((_, read)) = archive.next(1 << 20) {
                            bad += read.is_err() as usize;
                            // Names and times are not covered by a checksum; what the records hold is.
                            assert!(read.map_or(true, |bytes| bytes == GAME));
                        }
                    }
                }
            }
            let cut = Archive::of_bytes(whole[..i].to_vec());
            assert!(cut.is_err(), "{i}");
        }
        assert!(refused > 20 && bad > 100, "{refused} {bad}");
    }

    #[test]
    fn methods_that_are_not_known_and_encryption_are_named() {
        let bytes = zip(&[("a.usi", GAME, CompressionMethod::LZMA)]);
        let why = all(bytes, 1 << 20)[0].1.clone().unwrap_err();
        assert!(why.contains("method 14"), "{why}");
        let mut bytes = zip(&[("a.usi", GAME, STORE)]);
        let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        bytes[directory + 8] |= 1;
        let why = all(bytes, 1 << 20)[0].1.clone().unwrap_err();
        assert!(why.contains("encrypted"), "{why}");
    }

    #[test]
    fn names_may_be_in_shift_jis_and_do_not_move_the_cursor() {
        assert_eq!(name_of(b"\x8a\xfb\x95\x88/1.kif"), "棋譜/1.kif");
        assert_eq!(name_of("棋譜/\u{1b}[2J1.kif".as_bytes()), "棋譜/\u{fffd}[2J1.kif");
    }
}
