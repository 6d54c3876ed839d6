//! USI position lines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_fuzz::{Keeps, round_trip};
use tsumugi_notation::position_command;

fuzz_target!(|data: &[u8]| round_trip(data, Keeps::MainLine, position_command::read, |record| Ok::<_, ()>(position_command::write(record))));
