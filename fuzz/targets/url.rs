//! Addresses of positions and records on web sites.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_fuzz::{Keeps, round_trip};
use tsumugi_notation::urls;

fuzz_target!(|data: &[u8]| round_trip(data, Keeps::Variations, urls::read, |record| urls::write(record, urls::Site::ShogiHome)));
