//! Checkpoints: what a solver has learned, written to a file and read from one, so that a search of hours can go on after it was
//! stopped or killed.
//!
//! A checkpoint is a text and then the entries of the table, all numbers little-endian:
//!
//! | bytes | contents |
//! |---|---|
//! | text | the title; version, problem, keys, options, what was spent, entries; `end` and a checksum of all before |
//! | 8, then 64 each | a portion: how many entries, and each with its key ([`Copied`]) |
//! | 8 | checksum of the portion, seeded with its number from 0 |
//! | 8, 8, 8 | after the last portion: 0, how many entries there were, checksum as above |
//!
//! Disproofs that hold on one line only are not in it, nor is the line: the search walks down from the root again by the numbers
//! in the table. 図巧 8, killed at two fifths, took 2 483 491 expansions in all and 2 482 619 in one run, 無双 40 as first published,
//! which has no mate, stopped at a half 2 186 463 and 2 197 478 (`solve --question mate --checkpoint`, `--nodes` for the latter).
//!
//! Checksums are XXH3. They find what went wrong by accident, and so does the line of versions: keys of positions and the
//! learned guess are in it. They do not find what somebody wrote on purpose: the entries are believed like those of the
//! solver's own table. A certificate believes none of them: it is put together move by move, and checked by another program.

use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::learned::Guess;
use crate::problem::Problem;
use crate::solve::Solver;
use std::fmt::{self, Write as _};
use std::hash::Hasher;
use std::io::{self, Read, Write};
use std::sync::Arc;
use tsumugi_andor::table::{Copied, PORTION};
use tsumugi_andor::{Options, Rules, Table};
use tsumugi_shogi::MoveList;
use twox_hash::XxHash3_64;

/// Begins every checkpoint, before the number of its format.
const TITLE: &str = "tsumugi solve checkpoint ";
/// Changes whenever a checkpoint would be read differently, or an entry would mean something else.
const FORMAT: &str = "1";
/// The longest text at the beginning. Shorter: there is no room for more options. Longer: a file that is no checkpoint is read
/// for longer.
const MOST_TEXT: usize = 1 << 14;
/// The entries of a larger table must fit into this fraction of a smaller one. Less: there would be room for more. More: some are
/// dropped where the table is crowded.
const FITS: (u64, u64) = (3, 4);
/// Thirty years.
const MOST_SECONDS: f64 = 1e9;
/// Bytes of an entry.
const ENTRY: usize = size_of::<Copied>();
/// Bytes of a number.
const NUMBER: usize = size_of::<u64>();

/// What a search took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spent {
    /// Positions expanded.
    pub expansions: u64,
    /// Moves played.
    pub plays: u64,
    /// The longest line looked at.
    pub depth: u32,
    /// Seconds.
    pub seconds: f64,
}

/// Why a search cannot go on from a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckpointFault {
    /// It is none.
    NoCheckpoint,
    /// Another version of tsumugi wrote it: which.
    OtherVersion(String),
    /// It is of another problem: which.
    OtherProblem(String),
    /// Its search had other options: one of them, what it was, and what it is now.
    OtherOption(String, String, String),
    /// It was written with a larger table, of this many MiB, and has more entries than fit.
    DoesNotFit(u64),
    /// It is not as it was written: from which byte on, and what is wrong.
    Damaged(u64, Damage),
    /// It cannot be read; in the words of the system.
    Unreadable(String),
}

/// What is wrong with a part of a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// The file ends in it.
    Ends,
    /// Its checksum is another.
    Checksum,
    /// It is nothing that is ever written.
    Nonsense,
    /// There should be nothing any more.
    TooLong,
}

impl fmt::Display for CheckpointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointFault::NoCheckpoint => f.write_str("not a checkpoint of tsumugi solve"),
            CheckpointFault::OtherVersion(theirs) => {
                let ours = version();
                write!(f, "a checkpoint of another version of tsumugi ({theirs}; this is {ours})")
            }
            CheckpointFault::OtherProblem(theirs) => {
                write!(f, "a checkpoint of another problem ({theirs})")
            }
            CheckpointFault::OtherOption(name, theirs, ours) => {
                write!(f, "a checkpoint of a search with another option ({name}={theirs}, not {ours})")
            }
            CheckpointFault::DoesNotFit(mebibytes) => {
                write!(
                    f,
                    "the checkpoint does not fit into the table: it was written with {mebibytes} MiB"
                )
            }
            CheckpointFault::Damaged(byte, damage) => {
                write!(f, "the checkpoint is damaged from byte {byte} on: {damage}")
            }
            CheckpointFault::Unreadable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for CheckpointFault {}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Damage::Ends => "the file is cut off",
            Damage::Checksum => "the checksum is wrong",
            Damage::Nonsense => "no such thing is ever written",
            Damage::TooLong => "the file goes on after its end",
        })
    }
}

/// Writes and reads what one solver knows about one problem.
#[derive(Debug)]
pub struct Checkpoint {
    table: Arc<Table<AttackerHand>>,
    /// A checksum of the keys that the positions have.
    keys: u64,
    /// The problem, in words.
    problem: String,
    options: Options,
}

/// The version of the program, and the learned guess that came with it.
fn version() -> String {
    let guess = Guess::shipped().map_or(0, |guess| XxHash3_64::oneshot(&guess.to_bytes()));
    format!("{} guess {guess:016x}", env!("CARGO_PKG_VERSION"))
}

/// A checksum of keys: of the position, and of those after its moves.
fn keys(problem: &Problem) -> u64 {
    let mut game = TsumeGame::new(problem.position().clone(), problem.attacker());
    let (mut sum, mut moves) = (XxHash3_64::new(), MoveList::new());
    problem.position().legal_moves(&mut moves);
    sum.write(&game.key().to_le_bytes());
    for &m in &moves {
        game.play(m);
        sum.write(&game.key().to_le_bytes());
        game.undo();
    }
    sum.finish()
}

impl Solver {
    /// For checkpoints of what this solver knows about a problem. Good until the solver forgets, or gets a table of another size.
    pub fn checkpoint(&mut self, problem: &Problem) -> Checkpoint {
        let sfen = problem.position().to_sfen();
        // Not the number of the move.
        let diagram = sfen.rsplit_once(' ').map_or(&sfen[..], |(diagram, _)| diagram);
        Checkpoint {
            table: self.table(),
            keys: keys(problem),
            problem: format!("{diagram} by {}", problem.attacker()),
            options: self.settings().options,
        }
    }
}

impl Checkpoint {
    /// Writes all that is known by now, with what it took. Other threads may search meanwhile. Returns how many bytes it are.
    ///
    /// # Errors
    /// Of the output.
    pub fn write(&self, spent: &Spent, out: &mut dyn Write) -> io::Result<u64> {
        let text = self.text(spent);
        out.write_all(text.as_bytes())?;
        let (mut number, mut entries, mut written) = (0, 0, text.len());
        let mut bytes = Vec::with_capacity(NUMBER + PORTION * ENTRY + NUMBER);
        let mut write = |head: u64, words: &mut dyn Iterator<Item = u64>| {
            bytes.clear();
            bytes.extend_from_slice(&head.to_le_bytes());
            words.for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
            let sum = XxHash3_64::oneshot_with_seed(number, &bytes);
            bytes.extend_from_slice(&sum.to_le_bytes());
            number += 1;
            written += bytes.len();
            out.write_all(&bytes)
        };
        self.table.copy(|portion| {
            entries += portion.len() as u64;
            write(portion.len() as u64, &mut portion.iter().flatten().copied())
        })?;
        write(0, &mut [entries].into_iter())?;
        out.flush()?;
        Ok(written as u64)
    }

    fn text(&self, spent: &Spent) -> String {
        let Spent { expansions, plays, depth, seconds } = spent;
        let options = named(&self.options).map(|(name, value)| format!(" {name}={value}"));
        let mut text = format!("{TITLE}{FORMAT}\nversion {}\nproblem {}\n", version(), self.problem);
        let _ = writeln!(text, "keys {:016x}", self.keys);
        let _ = writeln!(text, "options{}", options.collect::<String>());
        let _ = writeln!(text, "spent {expansions} {plays} {depth} {seconds}");
        let _ = writeln!(text, "entries {} of {}", self.table.len(), self.table.capacity());
        let sum = XxHash3_64::oneshot(text.as_bytes());
        let _ = writeln!(text, "end {sum:016x}");
        text
    }

    /// Reads what was written before; the solver, which must know nothing yet, knows it then. If it cannot be read, the solver
    /// knows as little as before.
    ///
    /// # Errors
    /// Why the search cannot go on from it.
    pub fn read(&self, input: &mut dyn Read) -> Result<Spent, CheckpointFault> {
        let mut input = Input { input, at: 0 };
        let text = input.text()?;
        let (spent, entries) = self.accept(&text)?;
        self.table.make_room(entries);
        let read = self.read_entries(&mut input);
        if read.is_err() {
            self.table.clear();
        }
        read.map(|()| spent)
    }

    /// What a text says was spent, and how many entries follow, about; if all it says fits.
    fn accept(&self, text: &str) -> Result<(Spent, u64), CheckpointFault> {
        let nonsense = || CheckpointFault::Damaged(0, Damage::Nonsense);
        let mut lines = text.lines().skip(1);
        let mut line = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name)).ok_or_else(nonsense);
            line.map(str::trim_start)
        };
        let (version, problem) = (line("version")?, line("problem")?);
        let (keys, options) = (line("keys")?, line("options")?);
        if version != self::version() {
            return Err(CheckpointFault::OtherVersion(version.to_string()));
        }
        if problem != self.problem {
            return Err(CheckpointFault::OtherProblem(problem.to_string()));
        }
        if keys != format!("{:016x}", self.keys) {
            return Err(CheckpointFault::OtherVersion(format!("{version} keys {keys}")));
        }
        let mut theirs = options.split(' ').filter_map(|word| word.split_once('='));
        for (name, ours) in named(&self.options) {
            let (_, value) = theirs.next().filter(|(its, _)| *its == name).ok_or_else(nonsense)?;
            if value != ours {
                return Err(CheckpointFault::OtherOption(name.to_string(), value.to_string(), ours));
            }
        }
        let spent = spent(line("spent")?).ok_or_else(nonsense)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| nonsense());
        let (entries, capacity) = line("entries")?.split_once(" of ").ok_or_else(nonsense)?;
        let (entries, capacity) = (number(entries)?, number(capacity)?);
        // What does not fit would be dropped, and be missing from the next checkpoint.
        let most = self.table.capacity();
        if most < capacity && entries > most / FITS.1 * FITS.0 {
            let mebibytes = capacity.saturating_mul(self.table.bytes_each()).div_ceil(1 << 20);
            return Err(CheckpointFault::DoesNotFit(mebibytes));
        }
        Ok((spent, entries))
    }

    fn read_entries(&self, input: &mut Input<'_>) -> Result<(), CheckpointFault> {
        let (mut number, mut entries) = (0, 0);
        let mut portion = Vec::with_capacity(PORTION);
        loop {
            let begin = input.at;
            let damaged = |damage| Err(CheckpointFault::Damaged(begin, damage));
            let mut head = [0; NUMBER];
            input.fill(&mut head)?;
            let count = u64::from_le_bytes(head);
            if count > PORTION as u64 {
                return damaged(Damage::Nonsense);
            }
            let size = if count == 0 { NUMBER } else { count as usize * ENTRY };
            let mut bytes = vec![0; NUMBER + size];
            bytes[..NUMBER].copy_from_slice(&head);
            input.fill(&mut bytes[NUMBER..])?;
            let mut sum = [0; NUMBER];
            input.fill(&mut sum)?;
            if u64::from_le_bytes(sum) != XxHash3_64::oneshot_with_seed(number, &bytes) {
                return damaged(Damage::Checksum);
            }
            number += 1;
            if count == 0 {
                if word(&bytes[NUMBER..]) != entries {
                    return damaged(Damage::Nonsense);
                }
                return input.end();
            }
            entries += count;
            portion.clear();
            portion.extend(bytes[NUMBER..].chunks_exact(ENTRY).map(|entry| -> Copied {
                std::array::from_fn(|i| word(&entry[i * NUMBER..][..NUMBER]))
            }));
            if let Err(place) = self.table.put_in(&portion) {
                let byte = begin + (NUMBER + place * ENTRY) as u64;
                return Err(CheckpointFault::Damaged(byte, Damage::Nonsense));
            }
        }
    }
}

/// The options of a search with their values.
fn named(options: &Options) -> impl Iterator<Item = (&'static str, String)> {
    Options::rows().into_iter().map(|row| row.name).zip(options.values())
}

/// What the line about it says was spent.
fn spent(line: &str) -> Option<Spent> {
    let mut words = line.split(' ');
    let mut next = || words.next();
    let (expansions, plays): (u64, u64) = (next()?.parse().ok()?, next()?.parse().ok()?);
    let (depth, seconds): (u32, f64) = (next()?.parse().ok()?, next()?.parse().ok()?);
    let spent = Spent { expansions, plays, depth, seconds };
    // What can be added to.
    let counts = expansions.max(plays) < 1 << 62 && (0.0..MOST_SECONDS).contains(&seconds);
    counts.then_some(spent)
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// A checkpoint as it is read.
struct Input<'a> {
    input: &'a mut dyn Read,
    /// Bytes read.
    at: u64,
}

impl Input<'_> {
    /// Fills all of it.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), CheckpointFault> {
        self.input.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => CheckpointFault::Damaged(self.at, Damage::Ends),
            _ => CheckpointFault::Unreadable(error.to_string()),
        })?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// The text that a checkpoint begins with, but for its last line, which is right.
    fn text(&mut self) -> Result<String, CheckpointFault> {
        let title = format!("{TITLE}{FORMAT}");
        let first = self.line()?;
        if first != title {
            return Err(match first.strip_prefix(TITLE) {
                Some(other) => CheckpointFault::OtherVersion(format!("format {other}")),
                None if title.starts_with(&first) => CheckpointFault::Damaged(0, Damage::Ends),
                None => CheckpointFault::NoCheckpoint,
            });
        }
        let mut text = first + "\n";
        while text.len() <= MOST_TEXT {
            let begin = self.at;
            let line = self.line()?;
            if let Some(sum) = line.strip_prefix("end ") {
                let right = format!("{:016x}", XxHash3_64::oneshot(text.as_bytes()));
                let damage = Err(CheckpointFault::Damaged(0, Damage::Checksum));
                return if sum == right { Ok(text) } else { damage };
            }
            if line.is_empty() {
                return Err(CheckpointFault::Damaged(begin, Damage::Nonsense));
            }
            text += &line;
            text.push('\n');
        }
        Err(CheckpointFault::Damaged(0, Damage::Nonsense))
    }

    /// A line of the text, without its line feed.
    fn line(&mut self) -> Result<String, CheckpointFault> {
        let (begin, mut line) = (self.at, Vec::new());
        let mut byte = [0];
        while line.len() <= MOST_TEXT {
            match self.fill(&mut byte) {
                // What is no checkpoint need not have a line.
                Err(CheckpointFault::Damaged(..)) if begin == 0 => break,
                read => read?,
            }
            if byte == *b"\n" {
                break;
            }
            line.push(byte[0]);
        }
        let nonsense = match begin {
            0 => CheckpointFault::NoCheckpoint,
            begin => CheckpointFault::Damaged(begin, Damage::Nonsense),
        };
        String::from_utf8(line).map_err(|_| nonsense)
    }

    /// There is nothing more.
    fn end(&mut self) -> Result<(), CheckpointFault> {
        let end = self.at;
        match self.fill(&mut [0]) {
            Err(CheckpointFault::Damaged(_, Damage::Ends)) => Ok(()),
            Ok(()) => Err(CheckpointFault::Damaged(end, Damage::TooLong)),
            Err(why) => Err(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Settings, Verdict};
    use tsumugi_shogi::Position;

    /// 将棋図巧 20: a mate after some 45 000 positions, of which a portion does not hold a half.
    const LONG: &str = "4ng2+r/5+r1+L1/4P1k1G/4l2P1/3spS1p+p/9/3N1L+p2/3+b5/1+B7 b 2g2s2nl12p 1";
    /// A mate in three.
    const THREE: &str = "3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1";

    fn solver(mebibytes: usize) -> Solver {
        let bytes = mebibytes << 20;
        Solver::new(Settings { bytes, prove: false, ..Settings::default() })
    }

    fn problem(sfen: &str) -> Problem {
        Problem::new(Position::from_sfen(sfen).unwrap())
    }

    const SPENT: Spent = Spent { expansions: 12, plays: 345, depth: 6, seconds: 7.25 };

    fn written(solver: &mut Solver, problem: &Problem) -> Vec<u8> {
        let mut bytes = Vec::new();
        let size = solver.checkpoint(problem).write(&SPENT, &mut bytes).unwrap();
        assert_eq!(size, bytes.len() as u64);
        bytes
    }

    fn read(bytes: &[u8], problem: &Problem) -> Result<Spent, CheckpointFault> {
        solver(16).checkpoint(problem).read(&mut &bytes[..])
    }

    /// What a solver knows about a problem after some expansions.
    fn begun(sfen: &str, expansions: u64) -> (Problem, Solver) {
        let (problem, mut solver) = (problem(sfen), solver(16));
        solver.solve(&problem, &Limits::expansions(expansions), &mut ());
        (problem, solver)
    }

    #[test]
    fn a_search_goes_on_where_it_was() {
        let problem = problem(LONG);
        let whole = solver(16).solve(&problem, &Limits::default(), &mut ());
        let half = whole.stats.expansions / 2;
        let (_, mut first) = begun(LONG, half);
        let bytes = written(&mut first, &problem);
        assert!(bytes.len() > 2 * PORTION * ENTRY, "{}", bytes.len());
        for mebibytes in [16, 12, 64] {
            let mut second = solver(mebibytes);
            assert_eq!(second.checkpoint(&problem).read(&mut &bytes[..]), Ok(SPENT));
            let rest = second.solve(&problem, &Limits::default(), &mut ());
            assert!(matches!(rest.verdict, Verdict::Mate(_)), "{:?}", rest.verdict);
            let all = half + rest.stats.expansions;
            assert!(
                all <= whole.stats.expansions * 5 / 4,
                "{mebibytes}: {all} instead of {}",
                whole.stats.expansions
            );
        }
        let small = solver(1).checkpoint(&problem).read(&mut &bytes[..]);
        assert_eq!(small, Err(CheckpointFault::DoesNotFit(16)));
    }

    #[test]
    fn what_was_written_is_written_again() {
        let (problem, mut first) = begun(THREE, 1000);
        let bytes = written(&mut first, &problem);
        let mut second = solver(16);
        assert_eq!(second.checkpoint(&problem).read(&mut &bytes[..]), Ok(SPENT));
        assert_eq!(written(&mut second, &problem), bytes);
    }

    #[test]
    fn a_checkpoint_that_was_changed_or_cut_off_is_refused() {
        let (problem, mut first) = begun(THREE, 1000);
        let bytes = written(&mut first, &problem);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(read(&changed, &problem).is_err(), "{at}");
            assert!(read(&bytes[..at], &problem).is_err(), "{at}");
        }
        let longer = [&bytes[..], b"x"].concat();
        let end = bytes.len() as u64;
        assert_eq!(read(&longer, &problem), Err(CheckpointFault::Damaged(end, Damage::TooLong)));
    }

    #[test]
    fn nothing_of_a_damaged_checkpoint_is_kept() {
        let (problem, mut first) = begun(LONG, 5_000);
        let mut bytes = written(&mut first, &problem);
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        let mut second = solver(16);
        let checkpoint = second.checkpoint(&problem);
        assert!(checkpoint.read(&mut &bytes[..]).is_err());
        assert!(checkpoint.table.is_empty());
    }

    #[test]
    fn each_refusal_says_why() {
        let (mate, mut first) = begun(THREE, 1000);
        let bytes = written(&mut first, &mate);
        let refusal = |bytes: &[u8]| read(bytes, &mate).unwrap_err().to_string();
        // A text that was changed, with the checksum it should have.
        let changed = |from: &str, to: &str| {
            let end = bytes.windows(5).position(|bytes| bytes == b"\nend ").unwrap() + 1;
            let text = std::str::from_utf8(&bytes[..end]).unwrap();
            assert!(text.contains(from), "{text}");
            let text = text.replacen(from, to, 1);
            let sum = XxHash3_64::oneshot(text.as_bytes());
            refusal(
                &[text.as_bytes(), format!("end {sum:016x}\n").as_bytes(), &bytes[end + 21..]].concat(),
            )
        };
        for (said, expected) in [
            (changed("checkpoint 1", "checkpoint 2"), "another version of tsumugi (format 2; this is "),
            (changed("version 0.", "version 9."), "another version of tsumugi (9."),
            (changed("guess ", "guess 0"), "another version of tsumugi"),
            (changed("keys ", "keys 0"), "another version of tsumugi"),
            (changed("problem 3lkl3", "problem 3l1kl2"), "another problem (3l1kl2/9/R8"),
            (changed("by black", "by white"), "another problem"),
            (changed("epsilon=", "epsilon=1"), "another option (epsilon=1"),
            (changed("spent 12", "spent x"), "damaged from byte 0 on: no such thing is ever written"),
            (refusal(b"tsumugi helpmate checkpoint 2\n"), "not a checkpoint of tsumugi solve"),
            (refusal(b"\xFF\xFE"), "not a checkpoint of tsumugi solve"),
            (refusal(b""), "damaged from byte 0 on: the file is cut off"),
            (refusal(&bytes[..bytes.len() - 3]), "the file is cut off"),
        ] {
            assert!(said.contains(expected), "{said:?}: {expected:?}");
        }
        assert!(matches!(read(&bytes, &problem(LONG)), Err(CheckpointFault::OtherProblem(_))));
    }

    /// The same bytes with every open entry changed by `lie`, and the checksums that belong to them.
    fn lying(bytes: &[u8], lie: impl Fn(&mut [u8])) -> Vec<u8> {
        let text = bytes.windows(5).position(|bytes| bytes == b"\nend ").unwrap() + 22;
        let (mut out, mut at, mut number) = (bytes[..text].to_vec(), text, 0);
        loop {
            let count = word(&bytes[at..][..NUMBER]) as usize;
            let size = NUMBER + if count == 0 { NUMBER } else { count * ENTRY };
            let mut portion = bytes[at..at + size].to_vec();
            if count > 0 {
                portion[NUMBER..].chunks_exact_mut(ENTRY).for_each(&lie);
            }
            out.extend_from_slice(&portion);
            out.extend_from_slice(&XxHash3_64::oneshot_with_seed(number, &portion).to_le_bytes());
            (at, number) = (at + size + NUMBER, number + 1);
            if count == 0 {
                return out;
            }
        }
    }

    #[test]
    fn a_checkpoint_that_lies_makes_no_certificate() {
        // Two lances and a knight do not mate here, but check for a while.
        let (none, mate) = ("4k4/9/9/9/9/9/9/9/9 b R2P 1", LONG);
        for (sfen, truth) in [(none, Verdict::NoMate), (mate, Verdict::Mate(0))] {
            let (problem, mut first) = begun(sfen, 2_000);
            let bytes = written(&mut first, &problem);
            let (pn, dn) = (4 * NUMBER, 4 * NUMBER + 4);
            // Word 4 has the bounds, word 5 the plies.
            let decide = |entry: &mut [u8], proved: bool| {
                let inf = u32::MAX.to_le_bytes();
                let numbers = if proved { ([0; 4], inf) } else { (inf, [0; 4]) };
                entry[pn..dn].copy_from_slice(&numbers.0);
                entry[dn..dn + 4].copy_from_slice(&numbers.1);
                entry[dn + 4..dn + 8].copy_from_slice(&if proved { [5, 0, 0, 0] } else { inf });
            };
            for proved in [true, false] {
                let lies = lying(&bytes, |entry| decide(entry, proved));
                let settings = Settings { bytes: 16 << 20, ..Settings::default() };
                let mut second = Solver::new(settings);
                assert_eq!(second.checkpoint(&problem).read(&mut &lies[..]), Ok(SPENT));
                let answer = second.solve(&problem, &Limits::expansions(20_000), &mut ());
                let Some(certificate) = answer.certificate else { continue };
                let verified = tsumugi_verify::verify(&problem.position().to_sfen(), &certificate);
                let claim = verified.unwrap().claim;
                let is_mate = matches!(claim, tsumugi_verify::Proved::Mate(_));
                assert_eq!(is_mate, truth != Verdict::NoMate, "{sfen}: {claim:?}");
            }
        }
    }
}
