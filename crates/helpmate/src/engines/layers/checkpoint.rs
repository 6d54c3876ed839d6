//! What a search needs to be continued: a list of files, in a text that is replaced in one step.
//!
//! Whenever the program is killed, the text names files that are whole: they were made safe before, and are removed
//! only after a newer text has taken its place.

use super::files::File;
use crate::CheckpointFault;
use crate::storage::Storage;
use crate::{Goal, Problem};
use std::fmt::Write as _;
use std::io::{self, Read};
use twox_hash::XxHash3_64;

/// The name of the text.
pub const NAME: &str = "checkpoint";
const NEW: &str = "checkpoint.new";
/// Changes whenever a file of a checkpoint would be read differently. 2: checksums are XXH3.
const TITLE: &str = "tsumugi helpmate checkpoint 2";

/// The text, read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checkpoint {
    /// What is being solved, in words.
    pub problem: String,
    /// The layer being expanded.
    pub layer: u32,
    /// Layers are known modulo this.
    pub window: u32,
    pub positions: u64,
    pub expansions: u64,
    /// The number of the last file.
    pub number: u64,
    /// The keys in memory.
    pub table: Vec<File>,
    /// What is left of the layer.
    pub now: Vec<File>,
    /// The next layer so far.
    pub next: Vec<File>,
    /// Keys that were not in memory.
    pub runs: Vec<File>,
}

/// What is being solved and how, as far as a checkpoint depends on it.
pub fn describe(problem: &Problem, exact: bool) -> String {
    let goal = match problem.goal() {
        Goal::Helpmate => "helpmate",
        Goal::HelpSelfmate => "selfmate",
    };
    let surplus = if problem.conditions().no_surplus { " no-surplus" } else { "" };
    let bits = if exact { 128 } else { 64 };
    format!("{} {goal} by {}{surplus}, {bits} bits", problem.position().to_sfen(), problem.attacker())
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the checkpoint is damaged: {what}"))
}

impl Checkpoint {
    /// Writes the text; from then on the search continues from here.
    pub fn commit(&self, storage: &mut dyn Storage) -> io::Result<()> {
        let mut out = storage.create(NEW)?;
        out.write_all(self.text().as_bytes())?;
        out.flush()?;
        drop(out);
        storage.sync(NEW)?;
        storage.rename(NEW, NAME)
    }

    /// Reads the text, if there is one.
    pub fn load(storage: &dyn Storage) -> io::Result<Option<Checkpoint>> {
        let mut text = String::new();
        match storage.open(NAME) {
            Ok(mut input) => input.read_to_string(&mut text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        Checkpoint::parse(&text).map(Some)
    }

    fn text(&self) -> String {
        let mut text = format!("{TITLE}\nproblem {}\n", self.problem);
        let numbers = [
            ("layer", self.layer as u64),
            ("window", self.window as u64),
            ("positions", self.positions),
            ("expansions", self.expansions),
            ("number", self.number),
        ];
        for (name, number) in numbers {
            let _ = writeln!(text, "{name} {number}");
        }
        let lists =
            [("table", &self.table), ("now", &self.now), ("next", &self.next), ("run", &self.runs)];
        for (name, files) in lists {
            for File { name: file, items, sum } in files {
                let _ = writeln!(text, "{name} {file} {items} {sum:016x}");
            }
        }
        let sum = sum_of(&text);
        let _ = writeln!(text, "end {sum:016x}");
        text
    }

    fn parse(text: &str) -> io::Result<Checkpoint> {
        let title = text.lines().next().unwrap_or_default();
        if title != TITLE && title.starts_with(TITLE.trim_end_matches(char::is_numeric)) {
            return Err(CheckpointFault::OtherVersion.error());
        }
        let (body, end) = text.rsplit_once("end ").ok_or_else(|| damaged("it does not end"))?;
        if end != format!("{:016x}\n", sum_of(body)) {
            return Err(damaged("its checksum is wrong"));
        }
        let mut lines = body.lines();
        if lines.next() != Some(TITLE) {
            return Err(damaged("it does not begin as one"));
        }
        let mut checkpoint = Checkpoint::default();
        lines.try_for_each(|line| checkpoint.add_line(line).ok_or_else(|| damaged(line)))?;
        Ok(checkpoint)
    }

    fn add_line(&mut self, line: &str) -> Option<()> {
        let (name, rest) = line.split_once(' ')?;
        match name {
            "problem" => self.problem = rest.to_string(),
            "layer" => self.layer = rest.parse().ok()?,
            "window" => self.window = rest.parse().ok()?,
            "positions" => self.positions = rest.parse().ok()?,
            "expansions" => self.expansions = rest.parse().ok()?,
            "number" => self.number = rest.parse().ok()?,
            "table" => self.table.push(file(rest)?),
            "now" => self.now.push(file(rest)?),
            "next" => self.next.push(file(rest)?),
            "run" => self.runs.push(file(rest)?),
            _ => return None,
        }
        Some(())
    }

    /// Every file it names.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        [&self.table, &self.now, &self.next, &self.runs].into_iter().flatten()
    }
}

fn sum_of(text: &str) -> u64 {
    XxHash3_64::oneshot(text.as_bytes())
}

fn file(text: &str) -> Option<File> {
    let mut words = text.split(' ');
    let (name, items, sum) = (words.next()?, words.next()?, words.next()?);
    let sum = u64::from_str_radix(sum, 16).ok()?;
    Some(File { name: name.to_string(), items: items.parse().ok()?, sum })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::InMemory;

    fn example() -> Checkpoint {
        let file = |name: &str| File { name: name.to_string(), items: 7, sum: 0xFEED };
        Checkpoint {
            problem: "4k4/9/9/9/9/9/9/9/9 b G 1 helpmate by black, 64 bits".to_string(),
            layer: 3,
            window: 7936,
            positions: 10,
            expansions: 20,
            number: 5,
            table: vec![file("table-1")],
            now: vec![file("now-2"), file("layer-3")],
            next: vec![],
            runs: vec![file("run-4")],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut storage = InMemory::default();
        assert_eq!(Checkpoint::load(&storage).unwrap(), None);
        example().commit(&mut storage).unwrap();
        assert_eq!(Checkpoint::load(&storage).unwrap(), Some(example()));
        assert_eq!(storage.names(), [NAME]);
    }

    #[test]
    fn a_checkpoint_of_another_version_is_named_so() {
        let old = example().text().replace("checkpoint 2", "checkpoint 1");
        let error = Checkpoint::parse(&old).unwrap_err().to_string();
        assert!(error.contains("another version"), "{error}");
    }

    #[test]
    fn a_changed_text_is_refused() {
        let text = example().text();
        assert!(Checkpoint::parse(&text).is_ok());
        for i in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[i] ^= 1;
            assert!(
                String::from_utf8(bytes).is_ok_and(|text| Checkpoint::parse(&text).is_err()),
                "{i}"
            );
            assert!(Checkpoint::parse(&text[..i]).is_err());
        }
    }
}
