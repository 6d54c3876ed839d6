//! The door to JavaScript: bytes in, bytes out, nothing generated.
//!
//! The page asks for a place of so many bytes ([`tsumugi_input`]), writes a request there as JSON, calls
//! [`tsumugi_answer`], and reads the answer at [`tsumugi_output`]. Nothing here is touched by two threads: a module
//! has one.

use crate::{Endpoint, Means};
use serde_json::{Value, json};
use std::cell::RefCell;
use tsumugi_api::Progress;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Seconds since any moment.
    safe fn now() -> f64;
    /// Hears so many bytes of JSON, which stay where they are until it returns.
    safe fn tell(text: *const u8, length: usize);
}

thread_local! {
    static ENDPOINT: RefCell<Endpoint> = RefCell::default();
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A place for a request of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn tsumugi_input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Answers the request: how many bytes the answer has, an object of `status` and `body`.
#[unsafe(no_mangle)]
pub extern "C" fn tsumugi_answer() -> usize {
    let request = INPUT.with_borrow(|input| serde_json::from_slice(input).unwrap_or(Value::Null));
    let mut told = |progress: &Progress| {
        let text = json!(progress).to_string();
        tell(text.as_ptr(), text.len());
    };
    let means = Means { clock: || now(), tell: &mut told };
    let (status, body) = ENDPOINT.with_borrow_mut(|endpoint| endpoint.answer(&request, means));
    let answer = json!({ "status": status, "body": body }).to_string().into_bytes();
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
