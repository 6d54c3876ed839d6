//! Checkpoints: whatever the bytes, they are read or refused; and entries whose checksums are right are put in or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_andor::Table;
use tsumugi_andor::table::Copied;
use tsumugi_shogi::Position;
use tsumugi_tsume::{AttackerHand, Problem, Settings, Solver};

fuzz_target!(|bytes: &[u8]| {
    let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").unwrap();
    let mut solver = Solver::new(Settings { bytes: 1 << 16, ..Settings::default() });
    let mut input = bytes;
    _ = solver.checkpoint(&Problem::new(position)).read(&mut input);
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let entry = |bytes: &[u8]| -> Copied { std::array::from_fn(|i| word(&bytes[8 * i..8 * i + 8])) };
    let entries: Vec<Copied> = bytes.chunks_exact(64).map(entry).collect();
    let table: Table<AttackerHand> = Table::with_bytes(1 << 12);
    table.make_room(entries.len() as u64);
    if let Err(place) = table.put_in(&entries) {
        assert!(place < entries.len());
    }
});
