//! The tsumugi program, for the processor it was compiled for.

use std::process::ExitCode;

fn main() -> ExitCode {
    tsumugi::run()
}
