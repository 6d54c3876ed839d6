//! Copies of a table: its entries one after the other, to be kept in a file and put into another table.
//!
//! A copy may be made while other threads search: each entry is one that the table had, though not all of them at the same
//! moment. That is enough. A solved entry says what is true whatever other entries say, an open one only where to search
//! first, and losing one is always allowed.

use super::entry::flags_are_known;
use super::memory::{ENTRY, WAYS};
use super::{CROWDED, Table, Tidying};
use crate::{Bounds, Resource};

/// An entry and its key, as the table has them.
pub type Copied = [u64; ENTRY + 1];

/// Entries that are copied at a time: 256 KiB. Fewer: each portion has its checksum and its call. More: memory beside the table.
pub const PORTION: usize = 4096;

impl<R: Resource> Table<R> {
    /// Shows every entry to `see`, at most [`PORTION`] at a time. Meanwhile the table neither grows nor drops entries.
    ///
    /// # Errors
    /// The first of `see`, which ends it.
    pub fn copy<E>(&self, mut see: impl FnMut(&[Copied]) -> Result<(), E>) -> Result<(), E> {
        let _nobody_else = Tidying::wait(self);
        let mut portion = Vec::with_capacity(PORTION);
        for index in 0..self.live() {
            let (found, count) = self.memory.read(index, |cluster| {
                let (mut found, mut count) = ([[0; ENTRY + 1]; WAYS], 0);
                for way in (0..WAYS).filter(|&way| cluster.key(way) != 0) {
                    found[count][0] = cluster.key(way);
                    found[count][1..].copy_from_slice(&cluster.entry(way));
                    count += 1;
                }
                (found, count)
            });
            if portion.len() + count > PORTION {
                see(&portion)?;
                portion.clear();
            }
            portion.extend_from_slice(&found[..count]);
        }
        if portion.is_empty() { Ok(()) } else { see(&portion) }
    }

    /// Bytes of memory for each entry that fits.
    pub fn bytes_each(&self) -> u64 {
        self.span().1 as u64 / self.capacity()
    }

    /// Takes as much memory into use as this many entries need, so that it need not grow while they are put in. For an empty
    /// table.
    pub fn make_room(&self, entries: u64) {
        let crowded = |clusters: usize| entries * CROWDED.1 > (clusters * WAYS) as u64 * CROWDED.0;
        while self.is_empty() && self.live() < self.memory.clusters() && crowded(self.live()) {
            self.extend(&mut || true);
            // Nothing is where it would have to be moved from.
            self.unmoved.store(0, std::sync::atomic::Ordering::Relaxed);
        }
    }

    /// Puts in entries that [`Table::copy`] showed, of a table of any size. Where there are more than fit, those with the least
    /// work behind them are dropped.
    ///
    /// # Errors
    /// The place of the first that no table can have; those before it are in.
    pub fn put_in(&self, entries: &[Copied]) -> Result<(), usize> {
        for (place, &[key, ref words @ ..]) in entries.iter().enumerate() {
            if key == 0 || !is_entry::<R>(words) {
                return Err(place);
            }
            self.insert(key, *words, self.home(key), None);
        }
        if self.is_nearly_full() {
            self.collect(true);
        }
        Ok(())
    }
}

/// Could a table have stored this?
fn is_entry<R: Resource>(words: &[u64; ENTRY]) -> bool {
    let is_resource = |bits: u32| R::from_bits(bits).to_bits() == bits;
    let (pn, dn) = (words[3] as u32, (words[3] >> 32) as u32);
    let bounds = Bounds::from_numbers(pn, dn);
    is_resource(words[2] as u32)
        && is_resource((words[2] >> 32) as u32)
        && (bounds.pn(), bounds.dn()) == (pn, dn)
        && flags_are_known(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Found;
    use crate::table::tests::open;
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicBool, Ordering};

    fn all(table: &Table<()>) -> Vec<Copied> {
        let mut all = Vec::new();
        let Ok(()) = table.copy(|portion| {
            assert!(!portion.is_empty() && portion.len() <= PORTION);
            all.extend_from_slice(portion);
            Ok::<(), Infallible>(())
        });
        all
    }

    fn filled(bytes: usize, entries: u32) -> Table<()> {
        let table = Table::with_bytes(bytes);
        (1..=entries).for_each(|n| table.store(n.into(), (), &open(n)));
        table
    }

    #[test]
    fn a_table_of_any_size_takes_the_entries_of_another() {
        let table = filled(8 << 20, 60_000);
        let copied = all(&table);
        assert_eq!(copied.len() as u64, table.len());
        for bytes in [8 << 20, 64 << 20, 2 << 20] {
            let other: Table<()> = Table::with_bytes(bytes);
            other.make_room(copied.len() as u64);
            copied.chunks(PORTION).for_each(|portion| other.put_in(portion).unwrap());
            let known = |n: &u32| other.look_up((*n).into(), (), true) == Found::Entry(open(*n));
            let found = (1..=60_000).filter(known).count() as u64;
            assert_eq!(found, other.len(), "{bytes}");
            // The smallest has room for half of them.
            assert!(found > if bytes < 8 << 20 { 15_000 } else { 59_900 }, "{bytes}: {found}");
            // And it goes on as any table does.
            other.store(99_999, (), &open(9));
            assert_eq!(other.look_up(99_999, (), true), Found::Entry(open(9)));
        }
    }

    #[test]
    fn what_no_table_has_is_not_put_in() {
        let copied = all(&filled(1 << 20, 10));
        let other: Table<()> = Table::with_bytes(1 << 20);
        let pn = |pn: u64, dn: u64| pn | dn << 32;
        let inf = u64::from(Bounds::INF);
        for (place, word) in
            [(0, 0), (4, pn(0, 3)), (4, pn(3, 0)), (4, pn(inf, 3)), (6, 2 << 32), (7, 1 << 32), (3, 1)]
        {
            let mut entries = copied.clone();
            entries[4][place] = word;
            assert_eq!(other.put_in(&entries), Err(4), "{place}: {word}");
        }
        assert_eq!(other.put_in(&copied), Ok(()));
    }

    #[test]
    fn a_copy_that_fails_leaves_the_table_as_it_was() {
        let table = filled(8 << 20, 30_000);
        assert_eq!(table.copy(|_| Err("no space")), Err("no space"));
        // It can still grow.
        (30_000..60_000).for_each(|n| table.store(n.into(), (), &open(n)));
        assert!(table.evicted() < 100, "{}", table.evicted());
    }

    #[test]
    fn a_copy_made_while_others_write_has_whole_entries() {
        let rounds = if cfg!(miri) { 200 } else { 40_000 };
        let table: Table<()> = Table::with_bytes(8 << 20);
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for start in 0..2 {
                let (table, stop) = (&table, &stop);
                scope.spawn(move || {
                    (1 + start..rounds).step_by(2).for_each(|n| table.store(n.into(), (), &open(n)));
                    stop.store(true, Ordering::Relaxed);
                });
            }
            let mut copies = 0;
            while !stop.load(Ordering::Relaxed) || copies == 0 {
                let other: Table<()> = Table::with_bytes(8 << 20);
                let copied = all(&table);
                other.make_room(copied.len() as u64);
                assert_eq!(other.put_in(&copied), Ok(()));
                for n in 1..rounds {
                    if let Found::Entry(entry) = other.look_up(n.into(), (), true) {
                        assert_eq!(entry, open(n));
                    }
                }
                copies += 1;
            }
        });
    }
}
