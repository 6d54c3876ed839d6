//! USEN texts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_fuzz::round_trip;
use tsumugi_notation::usen;

fuzz_target!(|data: &[u8]| round_trip(data, usen::read, usen::write));
