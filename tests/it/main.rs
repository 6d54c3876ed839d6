//! Black-box tests of the built program, a module per command. One binary, because each more is linked once more.
//!
//! `./test` runs them with all features; without, those of what is missing are left out and `lean` takes their place.

// Helpers of what is left out.
#![cfg_attr(not(feature = "full"), allow(dead_code))]

mod bad_input;
#[cfg(feature = "full")]
mod batch;
mod bench;
mod census;
mod check;
mod checkpoint;
mod completions;
mod compose;
mod convert;
#[cfg(feature = "full")]
mod doors;
mod engine;
mod examples;
mod exit_codes;
mod helpmate;
#[cfg(feature = "full")]
mod http;
#[cfg(feature = "full")]
mod japanese;
#[cfg(not(feature = "full"))]
mod lean;
mod ledger;
mod mend;
mod mine;
mod perft;
mod program;
#[cfg(feature = "full")]
mod queue;
mod readers;
mod readme;
#[cfg(feature = "full")]
mod serve;
#[cfg(feature = "full")]
mod serve_load;
mod show;
mod similar;
#[cfg(feature = "full")]
mod site;
mod solve;
mod usi;
mod usi_client;
mod usi_soak;
mod usi_transcript;
mod verify;
mod worst;
