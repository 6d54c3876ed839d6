//! Compiles the kernels for the card, or takes those that are given.

use std::path::PathBuf;
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
        None => compile(out.join("target")),
    };
    println!("cargo:rerun-if-changed={}", kernels.display());
    let mut text = fs::read(&kernels).unwrap_or_else(|why| panic!("{}: {why}", kernels.display()));
    // The driver reads up to a zero.
    text.push(0);
    fs::write(out.join("kernels.ptx"), text).expect("cargo's own directory can be written to");
}

/// Compiles the kernels with a nightly compiler; the file they are in.
fn compile(target: PathBuf) -> PathBuf {
    for source in ["../shogi/src", "../helpmate-kernel/src"] {
        println!("cargo:rerun-if-changed={source}");
    }
    let toolchain = env::var("TSUMUGI_NIGHTLY").unwrap_or_else(|_| "nightly".to_string());
    let status = Command::new("cargo")
        .arg(format!("+{toolchain}"))
        .args(["rustc", "--release", "--package", "tsumugi-helpmate-kernel", "--crate-type", "cdylib"])
        .args(["--target", "nvptx64-nvidia-cuda", "-Z", "build-std=core,alloc"])
        .args(["--config", "profile.release.debug=false", "--config", "profile.release.panic='abort'"])
        .arg("--target-dir")
        .arg(&target)
        .args(["--", "--emit=asm,link", "-C", "linker=true", "-C", "linker-flavor=llbc"])
        .args(["-C", "target-cpu=sm_80"])
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTC")
        .env_remove("RUSTUP_TOOLCHAIN")
        .status();
    let made = status.is_ok_and(|status| status.success());
    let hint = "it takes rustup's nightly toolchain with the component rust-src";
    assert!(made, "the kernels could not be compiled: {hint}; or set {GIVEN} to a file with them");
    let deps = target.join("nvptx64-nvidia-cuda/release/deps");
    let files = fs::read_dir(&deps).expect("cargo has written there");
    let mut files = files.filter_map(|file| Some(file.ok()?.path()));
    let ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("tsumugi_helpmate_kernel") && name.ends_with(".s")
    };
    files.find(ours).expect("the compiler was asked for it")
}
