#!/usr/bin/env bash
# Asks a server everything that web/openapi.yaml allows and much that it does not, with the Python package schemathesis:
# nothing may fail with a 5xx status, and every answer must be as described. Exit code 77: it cannot be installed.
#
#   scripts/schemathesis.sh [PROGRAM [WORDS FOR SCHEMATHESIS…]]      default: target/release/tsumugi, built with --features serve
#   scripts/schemathesis.sh --install                                only installs it
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
program=${1:-$target/release/tsumugi}
shift || true
venv=$target/schemathesis
if [ ! -x "$venv/bin/schemathesis" ]; then
    { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet 'schemathesis>=4,<5'; } >/dev/null 2>&1 || {
        rm -rf "$venv"
        echo "schemathesis cannot be installed"
        exit 77
    }
fi
[ "$program" = --install ] && exit
folder=$(mktemp -d)
address=$folder/address
# Random strings are no positions, and most searches would never begin. So half of the run has real ones, with small
# tables: what is refused for want of memory (503) would count as a failure.
"$venv/bin/python" - "$folder/real.yaml" <<'END'
import sys, yaml
description = yaml.safe_load(open("web/openapi.yaml"))
schemas = description["components"]["schemas"]
schemas["Sfen"] = {"enum": [
    "4k4/9/4P4/9/9/9/9/9/9 b G 1",
    "5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1 moves S*2c 2b1c",
    "3K5/6S2/9/9/3k5/9/9/9/3+s5 b Pbsl 1",
    "9/9/4k4/9/9/9/9/9/4K4 w rb2G 1",
    "4k4/4P4/4P4/9/9/9/9/9/9 b - 1",
]}
schemas["Hash"]["maximum"] = 16
moves = {"type": "array", "items": {"enum": ["G*5b", "S*2c", "2b1c", "5a5b", "7g7f"]}}
def fields(name):
    return description["components"]["requestBodies"][name]["content"]["application/json"]["schema"]["properties"]
fields("Play")["moves"] = moves
fields("Names")["lines"]["items"] = moves
# Every check is a job, so that there are jobs to ask about.
fields("Check")["job"] = {"const": True}
description["components"]["requestBodies"]["Check"]["content"]["application/json"]["schema"]["required"] = ["job"]
description["components"]["requestBodies"]["Check"]["content"]["application/json"].pop("example")
yaml.safe_dump(description, open(sys.argv[1], "w"))
END
# Jobs pile up on a slow machine; a server without memory for another one answers 503, which is no fault.
"$program" serve --port 0 --time 2 --queue 1000 --memory 16384 >"$address" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
    [ -s "$address" ] && break
    sleep 0.1
done
url=$(head -1 "$address")
# What schemathesis leaves behind belongs into the folder that goes away. DELETE ends a job and leaves its answer to be
# fetched, as the description says: that is no use after free.
ask() {
    (cd "$folder" && "$venv/bin/schemathesis" run "$@" --url "${url}api/v1" --seed 1734 --max-examples 25 \
        --checks all --exclude-checks positive_data_acceptance,use_after_free --warnings off)
}
ask "$PWD/web/openapi.yaml" "$@"
ask "$folder/real.yaml" --mode positive "$@"
kill -0 "$server"
