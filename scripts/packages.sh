#!/usr/bin/env bash
# Packs every crate that is for others, as it would be published, and compiles what is in the packages and nothing else.
#
#   scripts/packages.sh [DIR]     the packages are left in DIR
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
made=${1:-$target/packages}
# What is not for others says so.
mapfile -t excluded < <(sed -n 's/^name = "\(tsumugi.*\)"/\1/p' $(grep -l '^publish = false' crates/*/Cargo.toml) | sort -u)
rm -rf "$target/package" "$made"
cargo package --workspace "${excluded[@]/#/--exclude=}" --no-verify --allow-dirty --quiet 2>&1 |
    # Where the repository is, is not known yet; tests and examples stay in it.
    { grep -v -e '^warning: manifest has no documentation' -e '^warning: ignoring \(test\|example\)' -e '^ *|$' \
        -e '^  = note: see .*package-metadata' -e '^$' || true; } >&2
mkdir -p "$made"
mv "$target"/package/*.crate "$made"

# A folder with the packages alone, each taking the others from there. `cargo package` would build every one of them to the end,
# and most of them twice: that takes more than three times as long and shows no more.
alone=$(mktemp -d)
trap 'rm -rf "$alone"' EXIT
for package in "$made"/*.crate; do
    # As new files: cargo tells by their times what has to be compiled.
    tar -xmzf "$package" -C "$alone"
done
cp Cargo.lock "$alone"
(
    cd "$alone"
    printf '[workspace]\nmembers = ["tsumugi*"]\nresolver = "3"\n\n[patch.crates-io]\n'
    for folder in tsumugi*; do
        [ -e "$folder/LICENSE-MIT" ] && [ -e "$folder/LICENSE-APACHE" ] && [ -e "$folder/README.md" ] ||
            { echo "$folder lacks a licence or its README" >&2; exit 1; }
        ! find "$folder" -size +1000k | grep . >&2 || { echo "$folder has a large file" >&2; exit 1; }
        printf '%s = { path = "%s" }\n' "${folder%-[0-9]*}" "$folder"
    done
) >"$alone/Cargo.toml"
(cd "$alone" && CARGO_TARGET_DIR=$target/packages-check cargo check --workspace --features tsumugi/serve --quiet)

(cd "$made" && wc -c *.crate)
