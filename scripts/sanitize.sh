#!/usr/bin/env bash
# Looks for data races (ThreadSanitizer) in the AND/OR library, and for undefined behaviour (Miri) there, in the rules
# and in the kernels for graphics cards.
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

echo "== ThreadSanitizer: the soak test, with a standard library that is instrumented too"
RUSTFLAGS='-Zsanitizer=thread' CARGO_TARGET_DIR=$build/tsan \
    cargo +nightly test -Zbuild-std --target "$target" --release -p tsumugi-andor --test it soak:: -- --nocapture

echo "== Miri: the table, the line, the numbers and the techniques"
# Filling a table of 10,000 entries takes Miri minutes; the other tests of the table go the same ways.
MIRIFLAGS=-Zmiri-disable-isolation CARGO_TARGET_DIR=$build/miri \
    cargo +nightly miri test -p tsumugi-andor --lib -- \
    table:: techniques:: bounds:: path:: options:: --skip a_full_table_keeps_answering
