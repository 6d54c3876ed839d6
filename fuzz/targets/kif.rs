//! KIF records.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_fuzz::round_trip;
use tsumugi_notation::kif;

fuzz_target!(|data: &[u8]| round_trip(data, kif::read, |record| Ok::<_, ()>(kif::write(record))));
