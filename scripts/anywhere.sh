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

# build NAME PROCESSOR CARGO OPTION…: the program as a library for a processor. The name makes it another crate. What runs in the
# compiler (macros) must be the same for both, and cargo knows it by its folder. So both are built in one folder, in turns, and what
# was made for the processor is put aside.
build() {
    local name=$1 processor=$2
    shift 2
    [ ! -d "$shared/$name-$triple" ] || mv "$shared/$name-$triple" "$shared/$triple"
    RUSTFLAGS="$flags -C target-cpu=$processor -C metadata=$name" CARGO_TARGET_DIR=$shared \
        cargo build --locked --profile dist -p tsumugi --lib --target "$triple" "$@"
    mv "$shared/$triple" "$shared/$name-$triple"
}

# link FILE OPTION…
link() {
    local file=$1
    shift
    # shellcheck disable=SC2086
    rustc --edition 2024 --target "$triple" $flags -C opt-level=3 -C lto=fat -C codegen-units=1 -C strip=symbols "$@" \
        --extern "v3=$shared/v3-$triple/dist/libtsumugi.rlib" --extern "any=$shared/any-$triple/dist/libtsumugi.rlib" \
        -L "dependency=$shared/v3-$triple/dist/deps" -L "dependency=$shared/any-$triple/dist/deps" \
        -L "dependency=$shared/dist/deps" scripts/anywhere.rs -o "$file"
}

shared=$target/anywhere
mkdir -p "$shared"
# Another run waits until what it shares is built, and builds while this one links, which keeps one processor busy.
exec 9>"$shared/lock"
! command -v flock >/dev/null || flock 9
# A run that was broken off may have left one there.
rm -rf "${shared:?}/$triple"
build any x86-64 "${options[@]}" 9>&-
build v3 x86-64-v3 "${options[@]}" 9>&-
exec 9>&-
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
link "$folder/tsumugi-usi$ending" --cfg engine &
link "$folder/tsumugi$ending"
wait $!
