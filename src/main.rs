//! The tsumugi program.

fn main() {}
