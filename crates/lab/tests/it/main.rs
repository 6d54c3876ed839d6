//! Black-box tests of the built laboratory, which is run as the product is.

mod bench;
#[path = "../../../../tests/it/examples.rs"]
mod examples;
// The product's tests use all of it.
#[allow(dead_code)]
#[path = "../../../../tests/it/program.rs"]
mod program;
mod readme;
mod reproduce;
mod solve;
mod train;
