#!/usr/bin/env bash
# Builds web/tsumugi.wasm, which the page uses where there is no server. The same source and compiler give the same
# bytes, wherever the folder lies. Needs the target: rustup target add wasm32-unknown-unknown
#
#   scripts/wasm.sh [FILE [CARGO OPTION…]]      default: web/tsumugi.wasm
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-web/tsumugi.wasm}
shift || true
target=${CARGO_TARGET_DIR:-target}
# Names of folders on this machine do not belong into the file. What is not marked for it is put into its callers only if
# it is tiny: the file is an eighth smaller, and the search takes no more instructions.
export RUSTFLAGS="-C llvm-args=-inline-threshold=5 --remap-path-prefix=$PWD=tsumugi --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
# As a module alone: cargo would not optimise it as a whole if it made a library for Rust with it.
cargo rustc -p tsumugi-wasm --lib --crate-type cdylib --profile wasm --target wasm32-unknown-unknown "$@"
cp "$target/wasm32-unknown-unknown/wasm/tsumugi_wasm.wasm" "$out"
echo "$out: $(wc -c <"$out") bytes, $(sha256sum "$out" | cut -c1-16)"
