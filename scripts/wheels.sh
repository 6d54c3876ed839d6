#!/usr/bin/env bash
# Makes the wheels for Python 3.10 and later, each for any x86-64 processor: tsumugi-VERSION-cp310-abi3-manylinux2014_x86_64….whl
# (glibc 2.17 or later) and tsumugi-VERSION-cp310-abi3-win_amd64.whl. Needs python3 with venv, into which it installs maturin and
# zig; the one for Windows needs rustup's target x86_64-pc-windows-gnu and x86_64-w64-mingw32-gcc (Debian: gcc-mingw-w64-x86-64).
#
#   scripts/wheels.sh DIR [linux|windows]      without a name: both
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { sed -n 's/^# \{0,1\}//; 2,6p' "$0"; exit 2; }
only=${2:-both}
mkdir -p "$1"
out=$(realpath "$1")
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
version() { sed -n 's/^version = "\(.*\)"/\1/p' "$1" | head -n 1; }
[ "$(version Cargo.toml)" = "$(version python/Cargo.toml)" ] ||
    { echo "python/Cargo.toml has another version than Cargo.toml: $(version Cargo.toml)" >&2; exit 1; }
cargo metadata --locked --format-version 1 --manifest-path python/Cargo.toml >/dev/null 2>&1 ||
    { echo "python/Cargo.lock is behind: cargo update --workspace --manifest-path python/Cargo.toml" >&2; exit 1; }

tools=$target/wheel-tools
[ -x "$tools/bin/maturin" ] || python3 -m venv "$tools"
"$tools/bin/pip" install -q maturin==1.16.0 ziglang==0.17.0
export PATH=$tools/bin:$PATH

# For any x86-64, whatever the machine at hand can do: faster instructions are chosen at run time. Names of its folders do not
# belong into a wheel.
export RUSTFLAGS="-C target-cpu=x86-64 --remap-path-prefix=$PWD=tsumugi --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
export CARGO_TARGET_DIR=$target/python
licences=python/LICENSE-THIRD-PARTY
trap 'rm -f "$licences"' EXIT

# build TARGET OPTION…
build() {
    python3 scripts/licences.py "$1" python >"$licences"
    maturin build --release --locked --manifest-path python/Cargo.toml --target "$1" --out "$out" "${@:2}"
}

[ "$only" = windows ] || build x86_64-unknown-linux-gnu --zig --compatibility manylinux2014
[ "$only" = linux ] || build x86_64-pc-windows-gnu
