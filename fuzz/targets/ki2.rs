//! KI2 records.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_fuzz::{Keeps, round_trip};
use tsumugi_notation::ki2;

fuzz_target!(|data: &[u8]| round_trip(data, Keeps::Variations, ki2::read, |record| Ok::<_, ()>(ki2::write(record))));
