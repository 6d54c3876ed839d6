//! The door to JavaScript: bytes in, bytes out, nothing generated.
//!
//! The page asks for a place of some length ([`tsumugi_input`]), writes a request there as JSON, calls
//! [`tsumugi_answer`], and reads the answer at [`tsumugi_output`]. Nothing here is touched by two threads: a module
//! has one.

use serde::Serialize;
use serde_json::Value;
use std::cell::RefCell;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Seconds since any moment; of several modules of one engine since the same.
    safe fn now() -> f64;
    /// Receives this many bytes of JSON, which stay where they are until it returns.
    #[link_name = "tell"]
    safe fn hear(text: *const u8, length: usize);
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A place for a request of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn tsumugi_input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Answers the request: how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn tsumugi_answer() -> usize {
    let request = INPUT.with_borrow(|input| serde_json::from_slice(input).unwrap_or(Value::Null));
    let answer = answer(request).to_string().into_bytes();
    OUTPUT.with_borrow_mut(|output| {
        *output = answer;
        output.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn tsumugi_output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

fn tell(what: &impl Serialize) {
    let text = serde_json::to_string(what).unwrap_or_default();
    hear(text.as_ptr(), text.len());
}

/// A request of the page: the answer is an object of `status` and `body`.
#[cfg(not(feature = "usi"))]
fn answer(request: Value) -> Value {
    use crate::{Endpoint, Means};
    thread_local! {
        static ENDPOINT: RefCell<Endpoint> = RefCell::default();
    }
    let mut told = |progress: &tsumugi_api::Progress| tell(progress);
    let means = Means { clock: || now(), tell: &mut told };
    let (status, body) = ENDPOINT.with_borrow_mut(|endpoint| endpoint.answer(&request, means));
    serde_json::json!({ "status": status, "body": body })
}

/// A request of the USI engine.
#[cfg(feature = "usi")]
fn answer(request: Value) -> Value {
    use crate::usi::Engine;
    thread_local! {
        static ENGINE: RefCell<Engine> = RefCell::new(Engine::new(|| now()));
    }
    ENGINE.with_borrow_mut(|engine| engine.answer(request, &mut |event| tell(event)))
}
