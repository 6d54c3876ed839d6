#!/usr/bin/env bash
# Draws the diagrams of the guides again: docs/images/NAME.svg, by `tsumugi show`.
#
#   scripts/diagrams.sh [PROGRAM]      by default target/release/tsumugi
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-target/release/tsumugi}

while IFS=$'\t' read -r name sfen; do
    "$program" show "$sfen" --format svg --output "docs/images/$name.svg"
done <<'DIAGRAMS'
seven	5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1
cooked	9/7k1/7p1/9/7N1/9/9/9/9 b GS 1
detour	8+n/7k1/9/8+B/7+s1/9/9/9/9 b GL 1
last-move	8k/6+L2/9/8S/9/9/9/9/9 b S 1
variation	9/8k/6s2/6G2/7L1/9/9/9/9 b G 1
futile	9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1
cooked-bishop	6B1b/8k/9/7+P1/9/9/9/9/9 b G 1
mended-bishop	6B1b/8k/6s2/7+P1/9/9/9/9/9 b G 1
DIAGRAMS
