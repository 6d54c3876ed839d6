//! A question takes no memory: a leaf of a search has no time for it.

use crate::calls::Owned;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ffi::CString;

thread_local! {
    /// Blocks that this thread has asked for.
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: it does what the system does.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        _ = TAKEN.try_with(|taken| taken.set(taken.get() + 1));
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn a_question_takes_no_memory() {
    let rows = ["bench.tsv", "zuko.tsv"].map(tsumugi_testkit::rows).concat();
    let sfens: Vec<_> = rows.iter().map(|row| CString::new(&*row.sfen).expect("no zero")).collect();
    assert!(sfens.len() > 100);
    let solver = Owned::new();
    let (mut mates, mut none, mut unknown) = (0, 0, 0);
    for sfen in &sfens {
        let before = TAKEN.get();
        let verdict = solver.ask(sfen, 3_000).verdict;
        assert_eq!(TAKEN.get() - before, 0, "{sfen:?}");
        match verdict {
            1 => mates += 1,
            2 => none += 1,
            _ => unknown += 1,
        }
    }
    println!("{mates} mates, {none} no mates, {unknown} open");
    assert!(mates > 20 && none > 0 && unknown > 0);
    let before = TAKEN.get();
    drop(Box::new(before));
    assert!(TAKEN.get() > before, "blocks are counted");
}
