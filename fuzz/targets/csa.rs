//! CSA records.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_fuzz::{Keeps, round_trip};
use tsumugi_notation::csa;

fuzz_target!(|data: &[u8]| round_trip(data, Keeps::MainLine, csa::read, csa::write));
