//! Any bytes, in any encoding, with or without a format: the one door for all files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_fuzz::in_order;
use tsumugi_notation::{Format, read_all};

fuzz_target!(|data: &[u8]| {
    let Some((&first, bytes)) = data.split_first() else { return };
    // One more than there are formats: none given.
    let format = Format::ALL.get(first as usize % (Format::ALL.len() + 1)).copied();
    match read_all(None, bytes, format) {
        Ok(problems) => problems.iter().filter_map(|problem| problem.as_ref().err()).for_each(in_order),
        Err(error) => in_order(&error),
    }
});
