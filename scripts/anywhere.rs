//! The program for any x86-64 and the same program for newer ones, linked into one file by `scripts/anywhere.sh`: starts the
//! one that this processor can run.

use std::process::ExitCode;

/// Whether the processor has what x86-64-v3 stands for. `TSUMUGI_PROCESSOR=any` says no, to try the other one.
fn is_newer() -> bool {
    macro_rules! has {
        ($($feature:tt)*) => { $(std::is_x86_feature_detected!($feature))&&* };
    }
    has!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "popcnt" "sse3" "sse4.1" "sse4.2" "ssse3" "xsave")
        && std::env::var_os("TSUMUGI_PROCESSOR").is_none_or(|name| name != "any")
}

#[cfg(not(engine))]
fn main() -> ExitCode {
    if is_newer() { v3::run() } else { any::run() }
}

#[cfg(engine)]
fn main() -> ExitCode {
    if is_newer() { v3::engine() } else { any::engine() }
}
