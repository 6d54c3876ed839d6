//! Requests of the local server, in JSON: read or refused with a code, and quick ones answered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_api::{House, Request};

fuzz_target!(|data: &[u8]| {
    let Some((&first, body)) = data.split_first() else { return };
    let Ok(body) = serde_json::from_slice(body) else { return };
    let names: Vec<&str> = Request::LONG.into_iter().chain(Request::QUICK).collect();
    let name = names[first as usize % names.len()];
    let refused = |fault: tsumugi_api::Fault| {
        assert!((400..500).contains(&fault.status), "{name}: {fault:?}");
    };
    match Request::read(name, body, &House::default()) {
        Ok(request) if Request::QUICK.contains(&name) => request.at_once().map(drop).unwrap_or_else(refused),
        Ok(request) => assert!(request.bytes() < 1 << 40),
        Err(fault) => refused(fault),
    }
});
