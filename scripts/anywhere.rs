//! The program for any x86-64 and the same program for newer ones, linked into one file by `scripts/anywhere.sh`: starts the
//! best that this processor can run.

use std::process::ExitCode;

/// What the program was compiled for.
enum Processor {
    Any,
    V3,
    V4,
}

/// The best for this processor. `TSUMUGI_PROCESSOR`, which may be `any` or `v3`, asks for an older one, to try it.
fn best() -> Processor {
    macro_rules! has {
        ($($feature:tt)*) => { $(std::is_x86_feature_detected!($feature))&&* };
    }
    let v3 = has!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "popcnt" "sse3" "sse4.1" "sse4.2" "ssse3" "xsave");
    let v4 = has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl");
    let asked = std::env::var_os("TSUMUGI_PROCESSOR");
    let no_newer_than = |name: &str| asked.as_ref().is_some_and(|asked| asked == name);
    if !v3 || no_newer_than("any") {
        Processor::Any
    } else if !v4 || no_newer_than("v3") {
        Processor::V3
    } else {
        Processor::V4
    }
}

#[cfg(not(engine))]
fn main() -> ExitCode {
    match best() {
        Processor::Any => any::run(),
        Processor::V3 => v3::run(),
        Processor::V4 => v4::run(),
    }
}

#[cfg(engine)]
fn main() -> ExitCode {
    match best() {
        Processor::Any => any::engine(),
        Processor::V3 => v3::engine(),
        Processor::V4 => v4::engine(),
    }
}
