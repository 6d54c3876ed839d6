//! CSA records.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_fuzz::round_trip;
use tsumugi_notation::csa;

fuzz_target!(|data: &[u8]| round_trip(data, csa::read, csa::write));
