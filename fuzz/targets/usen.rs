//! USEN texts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_fuzz::{Keeps, round_trip};
use tsumugi_notation::usen;

fuzz_target!(|data: &[u8]| round_trip(data, Keeps::Variations, usen::read, usen::write));
