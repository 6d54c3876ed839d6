//! Compiles the kernels for the GPU, or takes those that are given.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Names a file with kernels that were compiled before.
const GIVEN: &str = "TSUMUGI_KERNELS";

fn main() {
    println!("cargo:rerun-if-env-changed={GIVEN}");
    if env::var_os("CARGO_FEATURE_CUDA").is_none() {
        return;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it"));
    let kernels = match env::var_os(GIVEN) {
        Some(given) => PathBuf::from(given),
        None => compile(&out),
    };
    println!("cargo:rerun-if-changed={}", kernels.display());
    let mut text = fs::read(&kernels).unwrap_or_else(|why| panic!("{}: {why}", kernels.display()));
    // The driver reads up to a zero.
    text.push(0);
    fs::write(out.join("kernels.ptx"), text).expect("cargo's own directory can be written to");
}

/// Compiles the kernels with a nightly compiler; the file they are in.
fn compile(out: &Path) -> PathBuf {
    for source in ["../shogi/src", "../helpmate-kernel/src"] {
        println!("cargo:rerun-if-changed={source}");
    }
    println!("cargo:rerun-if-env-changed=TSUMUGI_NIGHTLY");
    let toolchain = env::var("TSUMUGI_NIGHTLY").unwrap_or_else(|_| "nightly".to_string());
    let kernels = out.join("kernels.s");
    // All crates become one file: there is no linker for what the compiler makes, and none is called.
    let status = Command::new("cargo")
        .arg(format!("+{toolchain}"))
        .args(["rustc", "--release", "--package", "tsumugi-helpmate-kernel", "--crate-type", "cdylib"])
        .args(["--target", "nvptx64-nvidia-cuda", "-Z", "build-std=core,alloc"])
        .args(["--config", "profile.release.lto='fat'", "--config", "profile.release.codegen-units=1"])
        .args(["--config", "profile.release.debug=false", "--config", "profile.release.panic='abort'"])
        .arg("--target-dir")
        .arg(out.join("target"))
        .arg("--")
        .arg(format!("--emit=asm={},link", kernels.display()))
        .args(["-C", "linker=true", "-C", "target-cpu=sm_80"])
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTC")
        .env_remove("RUSTUP_TOOLCHAIN")
        .status();
    let made = status.is_ok_and(|status| status.success());
    let hint = "it takes a clone of the repository, and rustup's nightly toolchain with the component rust-src";
    assert!(made, "the kernels could not be compiled: {hint}; or set {GIVEN} to a file with them");
    let text = fs::read_to_string(&kernels).expect("the compiler was asked for it");
    let whole = text.contains(".visible .entry list_ways") && !text.contains("\n.extern ");
    assert!(whole, "the compiler left something out of {}", kernels.display());
    kernels
}
