#!/usr/bin/env bash
# Makes the engine for ShogiHome in a browser: a folder to be put there as public/engines/tsumugi. Needs what scripts/wasm.sh
# needs, and Node.js.
#
#   scripts/shogihome.sh DIR [MODULE]      MODULE: a module with the feature usi that is there already
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { sed -n 's/^# \{0,1\}//; 2,5p' "$0"; exit 2; }
mkdir -p "$1"
out=$(realpath "$1")
if [ -n "${2:-}" ]; then
    cp "$2" "$out/tsumugi.wasm"
else
    scripts/wasm.sh "$out/tsumugi.wasm" --features usi
fi
cp js/module.js js/shogihome/tsumugi.js js/shogihome/search.js LICENSE-MIT LICENSE-APACHE "$out"
node js/shogihome/manifest.mjs "$out"
chmod 644 "$out"/*
