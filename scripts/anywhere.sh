#!/usr/bin/env bash
# Makes a program that is fast anywhere: one file with the program for any x86-64, for x86-64-v3 (AVX2 and BMI: processors since
# about 2013) and for x86-64-v4 (AVX-512), which chooses when it starts. The gain is spread over all of the search, so no choice
# inside the source would do.
#
#   scripts/anywhere.sh FOLDER [CARGO OPTION…]
#
#   scripts/anywhere.sh ~/bin
#   scripts/anywhere.sh out --target x86_64-unknown-linux-musl --features full
#
# Writes FOLDER/tsumugi and FOLDER/tsumugi-usi (.exe for Windows), the USI engine that needs no arguments. RUSTFLAGS are passed
# on to all that is compiled.
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
options=()
while [ $# -gt 0 ]; do
    case $1 in
    --target) triple=$2 && shift 2 ;;
    *) options+=("$1") && shift ;;
    esac
done
[[ $triple == x86_64-* ]] || { echo "error: $triple is no x86-64: cargo build --profile dist makes all there is to make" >&2; exit 2; }
ending=
[[ $triple != *windows* ]] || ending=.exe

# build NAME PROCESSOR CARGO OPTION…: the program as a library for a processor. Only our crates are compiled for it: what others wrote
# searches nothing, and is compiled once for all. What runs in the compiler, as build scripts do, has no target and is left alone.
build() {
    local name=$1 processor=$2 wrapper=$shared/for-$2
    shift 2
    cat >"$wrapper" <<WRAPPER
#!/bin/sh
case " \$* " in *" --target "*) exec "\$@" -C target-cpu=$processor ;; esac
exec "\$@"
WRAPPER
    chmod +x "$wrapper"
    RUSTC_WORKSPACE_WRAPPER=$wrapper CARGO_TARGET_DIR=$shared cargo build --locked --profile dist -p tsumugi --lib --target "$triple" "$@"
    mkdir -p "$made/$name"
    cp "$made/libtsumugi.rlib" "$made/$name"
}

# link FILE OPTION…
link() {
    local file=$1
    shift
    # shellcheck disable=SC2086
    rustc --edition 2024 --target "$triple" $flags -C opt-level=3 -C lto=fat -C codegen-units=1 -C strip=symbols "$@" \
        --extern "v4=$made/v4/libtsumugi.rlib" --extern "v3=$made/v3/libtsumugi.rlib" --extern "any=$made/any/libtsumugi.rlib" \
        -L "dependency=$made/deps" -L "dependency=$shared/dist/deps" scripts/anywhere.rs -o "$file"
}

shared=$target/anywhere
made=$shared/$triple/dist
mkdir -p "$shared"
# Another run waits until what it shares is built, and builds while this one links, which keeps one processor busy.
exec 9>"$shared/lock"
! command -v flock >/dev/null || flock 9
build any x86-64 "${options[@]}" 9>&-
build v3 x86-64-v3 "${options[@]}" 9>&-
build v4 x86-64-v4 "${options[@]}" 9>&-
exec 9>&-
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
link "$folder/tsumugi-usi$ending" --cfg engine &
link "$folder/tsumugi$ending"
wait $!
