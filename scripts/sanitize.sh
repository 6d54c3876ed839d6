#!/usr/bin/env bash
# Looks for data races (ThreadSanitizer) in the AND/OR library, and for undefined behaviour (Miri) there, in the rules
# and in the kernels for GPUs.
#
#   scripts/sanitize.sh            both; needs rustup's nightly toolchain with rust-src and miri
#   scripts/sanitize.sh miri       Miri alone
#   TSUMUGI_SOAK_SECONDS=600 scripts/sanitize.sh
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(rustc -vV | sed -n 's/^host: //p')
build=${CARGO_TARGET_DIR:-target}
export TSUMUGI_SOAK_SECONDS=${TSUMUGI_SOAK_SECONDS:-20}

for component in rust-src miri; do
    if ! rustup component add --toolchain nightly "$component"; then
        echo "nightly has no $component here and it cannot be added" >&2
        exit 1
    fi
done

# miri CPU PACKAGE ARGUMENT…: runs tests of a package as if compiled for a kind of processor.
miri() {
    local cpu=$1
    shift
    RUSTFLAGS="-C target-cpu=$cpu" MIRIFLAGS='-Zmiri-disable-isolation -Zmiri-permissive-provenance' \
        CARGO_TARGET_DIR=$build/miri cargo +nightly miri test -p "$@"
}

if [ "${1:-}" != miri ]; then
    echo "== ThreadSanitizer: the soak test, with a standard library that is instrumented too"
    RUSTFLAGS='-Zsanitizer=thread' CARGO_TARGET_DIR=$build/tsan \
        cargo +nightly test -Zbuild-std --target "$target" --release -p tsumugi-andor --test it soak:: -- --nocapture
fi

# Miri is a hundred to a thousand times slower than the machine, so it is given what it alone can judge: code that is unsafe
# (the rules, the kernels and what runs them) and atomics that are read and written at the same time. The rest of the AND/OR
# library forbids unsafe code, and whole searches would take hours.
echo "== Miri: readers and writers of the transposition table, with weak memory"
miri native tsumugi-andor --lib -- table::tests::readers_and_writers_meet_without_tearing_entries

# Vector instructions are chosen when compiling, so both kinds are tried.
for cpu in x86-64 x86-64-v3; do
    [ "$(uname -m)" = x86_64 ] || break
    echo "== Miri: the rules, on $cpu"
    miri "$cpu" tsumugi-shogi --lib -- attacks:: bitboard:: moves:: perft:: setup:: square::
done

echo "== Miri: the kernels for GPUs, run on the processor"
miri native tsumugi-helpmate-kernel --lib
miri native tsumugi-helpmate --lib -- device::
