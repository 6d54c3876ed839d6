#!/usr/bin/env bash
# Runs every fuzz target for a while, from the seeds in fuzz/seeds/ and whatever earlier runs have found.
#
#   scripts/fuzz.sh [SECONDS [TARGET…]]      60 seconds and all targets by default
#
# Needs cargo-fuzz (`cargo install cargo-fuzz`) and a C++ compiler. It takes rustup's nightly toolchain where there is one,
# and otherwise lets the stable compiler use what libFuzzer needs. An input that fails is kept in fuzz/artifacts/.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
[ $# -gt 0 ] && shift

if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "cargo-fuzz is missing: cargo install cargo-fuzz" >&2
    exit 1
fi
if command -v rustup >/dev/null && rustup run nightly rustc --version >/dev/null 2>&1; then
    export RUSTUP_TOOLCHAIN=nightly
else
    export RUSTC_BOOTSTRAP=1
fi

targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(cargo fuzz list)
failed=()
for target in "${targets[@]}"; do
    echo "== $target"
    mkdir -p "fuzz/corpus/$target"
    # Memory that a reader asks for beyond all measure is a fault as well, and so is a text that takes ten seconds.
    cargo fuzz run "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=4096 -verbosity=0 ||
        failed+=("$target")
done
if [ ${#failed[@]} -gt 0 ]; then
    echo "failed: ${failed[*]}" >&2
    exit 1
fi
