#!/usr/bin/env bash
# Makes the archives of this version: tsumugi-VERSION-linux-x86_64.tar.gz (static, runs on any Linux) and
# tsumugi-VERSION-windows-x86_64.zip, with their SHA256SUMS. The same source, compilers and date of the commit give the same
# bytes. Needs rustup's targets wasm32-unknown-unknown, x86_64-unknown-linux-musl and x86_64-pc-windows-gnu, python3, zip,
# and for the code in C musl-gcc and x86_64-w64-mingw32-gcc (Debian: musl-tools, gcc-mingw-w64-x86-64).
#
#   scripts/archives.sh DIR [linux]      linux: without the one for Windows
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { sed -n 's/^# \{0,1\}//; 2,8p' "$0"; exit 2; }
only=${2:-all}
mkdir -p "$1"
out=$(realpath "$1")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1767225600)}
export TZ=UTC LC_ALL=C
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT

# Names of folders on this machine do not belong into the programs.
cargo_home=${CARGO_HOME:-$HOME/.cargo}
flags="--remap-path-prefix=$PWD=tsumugi --remap-path-prefix=$cargo_home=cargo"
export CFLAGS="-ffile-prefix-map=$cargo_home=cargo"

# build TARGET FLAGS…: both programs, fast on new processors and running on old ones.
build() {
    RUSTFLAGS="$flags ${*:2}" scripts/anywhere.sh "$work/$1" --target "$1" --features full
}

# fill FOLDER TARGET ENDING: what an archive holds.
fill() {
    mkdir "$1"
    cp "$work/$2/tsumugi$3" "$work/$2/tsumugi-usi$3" "$1"
    cp -r "$work/page" "$1/page"
    cp archive/README.en.txt archive/README.ja.txt LICENSE-MIT LICENSE-APACHE "$1"
    scripts/licences.py "$2" >"$1/LICENCES.txt"
    cp "$(rustc --print sysroot)/share/doc/rust/COPYRIGHT-library.html" "$1/LICENCES-rust.html"
}

# seal FOLDER: checksums of its files; all as old as the commit.
seal() {
    (cd "$1" && find . -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs -d '\n' sha256sum >SHA256SUMS)
    chmod -R u=rwX,go=rX "$1"
    find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

# The page is part of the programs; a module that is the same is left alone, or they would be compiled again.
scripts/wasm.sh "$work/tsumugi.wasm"
cmp -s "$work/tsumugi.wasm" web/tsumugi.wasm || cp "$work/tsumugi.wasm" web/tsumugi.wasm

if [ "$only" != linux ]; then
    build x86_64-pc-windows-gnu -C link-arg=-Wl,--no-insert-timestamp &
fi
build x86_64-unknown-linux-musl
"$work/x86_64-unknown-linux-musl/tsumugi" site "$work/page"
linux=tsumugi-$version-linux-x86_64
fill "$work/$linux" x86_64-unknown-linux-musl ''
seal "$work/$linux"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --format=ustar -c "$linux" | gzip -9n >"$out/$linux.tar.gz"

if [ "$only" != linux ]; then
    wait $!
    windows=tsumugi-$version-windows-x86_64
    fill "$work/$windows" x86_64-pc-windows-gnu .exe
    cp archive/open-page.cmd "$work/$windows"
    seal "$work/$windows"
    rm -f "$out/$windows.zip"
    (cd "$work" && find "$windows" | sort | zip -q -9 -X -@ "$out/$windows.zip")
fi

(cd "$out" && sha256sum tsumugi-"$version"-*-x86_64.* >SHA256SUMS && cat SHA256SUMS && wc -c tsumugi-"$version"-*-x86_64.*)
