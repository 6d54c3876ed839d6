#!/usr/bin/env bash
# Makes a program that is fast anywhere: one file with the program for any x86-64 and the program for x86-64-v3 (AVX2 and
# BMI: processors since about 2013), which chooses when it starts. The gain is spread over all of the search, so no
# choice inside the source would do.
#
#   scripts/anywhere.sh FOLDER [CARGO OPTION…]
#
#   scripts/anywhere.sh ~/bin
#   scripts/anywhere.sh out --target x86_64-unknown-linux-musl --features full
#
# Writes FOLDER/tsumugi and FOLDER/tsumugi-usi (.exe for Windows), the USI engine that needs no arguments. RUSTFLAGS are passed
# on to all that is compiled. Needs python3.
set -euo pipefail
[ $# -ge 1 ] && [ "${1#-}" = "$1" ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | grep -v '^set'; exit 2; }
mkdir -p "$1"
folder=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
flags=${RUSTFLAGS:-}
# With a target named, what compiles runs apart from what is compiled, whatever the flags.
triple=$(rustc -vV | sed -n 's/^host: //p')
previous=
for word; do
    [ "$previous" != --target ] || triple=$word
    previous=$word
done
[[ $triple == x86_64-* ]] || { echo "error: $triple is no x86-64: cargo build --profile dist makes all there is to make" >&2; exit 2; }
ending=
[[ $triple != *windows* ]] || ending=.exe

# build NAME PROCESSOR CARGO OPTION…: the program as a library for a processor. The name makes it another crate. What runs in the
# compiler (macros) must be the same for both, so they share a folder.
build() {
    local name=$1 processor=$2
    shift 2
    RUSTFLAGS="$flags -C target-cpu=$processor -C metadata=$name" CARGO_TARGET_DIR=$target/any \
        cargo build --locked --profile dist -p tsumugi --lib --target "$triple" "$@" \
        --message-format json-render-diagnostics >"$made/$name.json"
    cp "$target/any/$triple/dist/libtsumugi.rlib" "$made/libtsumugi-$name.rlib"
}

# search NAME: where the compiler finds the parts in C.
search() {
    python3 - "$made/$1.json" <<'LIST'
import json, sys
for line in open(sys.argv[1]):
    message = json.loads(line)
    for path in message.get("linked_paths", []):
        print("-L", path, sep="\n")
LIST
}

# link FILE OPTION…
link() {
    local file=$1 parts
    shift
    mapfile -t parts < <(search v3; search any)
    # shellcheck disable=SC2086
    rustc --edition 2024 --target "$triple" $flags -C opt-level=3 -C lto=fat -C codegen-units=1 -C strip=symbols "$@" \
        --extern "v3=$made/libtsumugi-v3.rlib" --extern "any=$made/libtsumugi-any.rlib" \
        -L "dependency=$target/any/$triple/dist/deps" -L "dependency=$target/any/dist/deps" "${parts[@]}" scripts/anywhere.rs -o "$file"
}

made=$target/any/made
mkdir -p "$made"
build any x86-64 "$@"
build v3 x86-64-v3 "$@"
link "$folder/tsumugi$ending"
link "$folder/tsumugi-usi$ending" --cfg engine
