//! `tsumugi usi` driven by somebody else's engine driver: the Python package cshogi, if it is installed.
//!
//! `pip install cshogi`; `TSUMUGI_PYTHON` names another interpreter than `python3`.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

#[test]
fn cshogi_gets_its_answers_and_finds_them_right() {
    let scratch = crate::program::Scratch::new("usi-client");
    let link = scratch.join("tsumugi-usi");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_tsumugi"), &link).expect("a link");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/usi_client.py");
    let python = std::env::var("TSUMUGI_PYTHON").unwrap_or_else(|_| "python3".to_string());
    let Ok(output) = Command::new(&python).arg(script).arg(link).output() else {
        println!("skipped: no {python}");
        return;
    };
    let (said, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    println!("{said}");
    // 77: the package is missing, and the script has said so.
    assert!(matches!(output.status.code(), Some(0 | 77)), "{said}{errors}");
}
