//! Requests of the local server, in JSON: read or refused with a code, and quick ones answered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_api::{House, Work};

fuzz_target!(|data: &[u8]| {
    let Some((&first, body)) = data.split_first() else { return };
    let Ok(body) = serde_json::from_slice(body) else { return };
    let names: Vec<&str> = Work::LONG.into_iter().chain(Work::QUICK).collect();
    let name = names[first as usize % names.len()];
    match Work::read(name, body, &House::default()) {
        Ok(work) if Work::QUICK.contains(&name) => assert!(work.answered().is_ok()),
        Ok(work) => assert!(work.bytes() < 1 << 40),
        Err(fault) => assert!((400..500).contains(&fault.status), "{name}: {fault:?}"),
    }
});
