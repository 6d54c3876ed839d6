#!/usr/bin/env bash
# Makes the package for JavaScript: tsumugi-VERSION.tgz in a folder. Needs what scripts/wasm.sh needs, and npm.
#
#   scripts/npm.sh DIR [MODULE]      MODULE: a tsumugi.wasm that is there already
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { sed -n 's/^# \{0,1\}//; 2,4p' "$0"; exit 2; }
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
grep -q "\"version\": \"$version\"" js/package.json || { echo "js/package.json has another version than Cargo.toml: $version" >&2; exit 1; }
mkdir -p "$1"
out=$(realpath "$1")
package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT
cp js/package.json js/index.js js/index.d.ts js/worker.js js/module.js js/README.md LICENSE-MIT LICENSE-APACHE "$package"
if [ -n "${2:-}" ]; then
    cp "$2" "$package/tsumugi.wasm"
else
    scripts/wasm.sh "$package/tsumugi.wasm"
fi
(cd "$package" && npm pack --silent --pack-destination "$out")
