//! Black-box tests of the built laboratory, which is run as the product is.

#[path = "../../../../tests/examples/mod.rs"]
mod examples;
#[path = "../../../../tests/program/mod.rs"]
mod program;
mod readme;
mod reproduce;
mod solve;
mod train;
