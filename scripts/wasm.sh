#!/usr/bin/env bash
# Builds web/tsumugi.wasm, which the page uses where there is no server. The same source and compiler give the same
# bytes, wherever the folder lies. Needs the target: rustup target add wasm32-unknown-unknown
#
#   scripts/wasm.sh [FILE]      default: web/tsumugi.wasm
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-web/tsumugi.wasm}
target=${CARGO_TARGET_DIR:-target}
# Names of folders on this machine do not belong into the file.
export RUSTFLAGS="--remap-path-prefix=$PWD=tsumugi --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
cargo build -p tsumugi-wasm --profile wasm --target wasm32-unknown-unknown
cp "$target/wasm32-unknown-unknown/wasm/tsumugi_wasm.wasm" "$out"
echo "$out: $(wc -c <"$out") bytes, $(sha256sum "$out" | cut -c1-16)"
