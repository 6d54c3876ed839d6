#!/usr/bin/env bash
# The long runs of the tests, which by themselves try a sample. TSUMUGI_SEED chooses other cases; TSUMUGI_PROBLEMS names a folder
# with collections that are not ours to publish.
#
#   scripts/long.sh              says what there is
#   scripts/long.sh NAME...      runs some of it
set -euo pipefail
cd "$(dirname "$0")/.."

# name | command | what
runs() {
    cat <<'END'
rules | TSUMUGI_CASES=200000 cargo test --release -p tsumugi-shogi --test it against_naive:: | random positions against the slow rules
peers | TSUMUGI_CASES=20000 cargo test --release -p tsumugi-rules-bench --test it against_peers:: | random positions against the rules of others
formats | TSUMUGI_FULL=1 cargo test --release -p tsumugi-notation | every line of the collections through every format, every move named
files | cargo test --release -p tsumugi-notation -- --ignored | the KIF and KI2 files of your own in the folder TSUMUGI_KIF_FILES
kif | PROPTEST_CASES=100000 cargo test --release -p tsumugi-notation --test it kif_fuzz:: | damaged KIF and KI2 texts
graphs | TSUMUGI_CASES=100000 cargo test --release -p tsumugi-andor --test it ground_truth:: | random graphs for every engine and technique
dominance | TSUMUGI_CASES=100000 cargo test --release -p tsumugi-andor --test it dominance:: | the same for resources and dominance
reproduce | cargo run --release -p tsumugi-lab -- reproduce graphs --long | 125,000 random graphs
boards | TSUMUGI_CASES=20000 cargo test --release -p tsumugi-tsume --test it small_boards:: | mate problems on small boards against the whole truth
families | TSUMUGI_CASES=1000000 cargo test -p tsumugi-tsume --test it whole_families:: -- --include-ignored --nocapture | every position of small families
positions | TSUMUGI_CASES=50000 cargo test -p tsumugi-tsume --test it small_positions:: -- --nocapture | positions of small boards
brinkmates | TSUMUGI_CASES=4000 cargo test --release -p tsumugi-tsume --test it brinkmate_small_boards:: -- --nocapture | brinkmates: answers, tables and certificates
table | TSUMUGI_CASES=5000 cargo test --release -p tsumugi-tsume --test it shared_table:: | many problems in one table
certified | TSUMUGI_CASES=5000 cargo test --release -p tsumugi-tsume --test it certified::random -- --nocapture | random positions: every verdict certified
collections | TSUMUGI_FULL=1 cargo test --release -p tsumugi-tsume --test it certified::collections -- --nocapture | ten times as many problems of the collections certified
lines | TSUMUGI_EXPANSIONS=100000 cargo test --release -p tsumugi-tsume --test it lines::every_long -- --nocapture | long mates and their lines
conventional | TSUMUGI_CASES=100000 cargo test --release -p tsumugi-tsume --test it conventional:: -- --nocapture | lengths by convention against the definition
cooks | TSUMUGI_CASES=5000 cargo test -p tsumugi-tsume --test it cooks::every_judgement -- --nocapture | judgements about other solutions against the whole truth
avoid | TSUMUGI_CASES=100000 cargo test --release -p tsumugi-tsume --lib avoid:: -- --nocapture | mates that keep out of the main line against the plain rules
truth | TSUMUGI_CASES=50000 cargo test --release -p tsumugi-verify --test it the_truth | certificates of brute force, and what is made of them
games | TSUMUGI_EVERY=1 cargo test --release -p tsumugi-tsume --test it game_mates::every_mate -- --nocapture | 100,000 mates from games certified
switches | TSUMUGI_EVERY=100 cargo test --release -p tsumugi-tsume --test it game_mates::no_switch -- --nocapture | every preset, thread method and table size on mates from games
mine | TSUMUGI_GAMES=20 cargo test --release --test it mine::all_mates -- --ignored --nocapture | every position of twenty games by a search of its own (TSUMUGI_NODES=2000000: with ten times the limit)
mend | cargo test --release -p tsumugi-api --test it mend::a_hundred -- --ignored --nocapture | a hundred problems without one of their pieces (TSUMUGI_MEND_LINE=no: without the solution)
similar | TSUMUGI_CASES=2000 cargo test --release -p tsumugi-workshop --lib similar:: -- --nocapture | the index of diagrams against comparing square by square
helpmates | TSUMUGI_FULL=1 cargo test --release -p tsumugi-helpmate --test it problems:: | published helpmates of tens of thousands of plies
moves | TSUMUGI_CASES=2000 cargo test --release -p tsumugi-api --test it moves:: | what each move comes to, by the slow rules
digests | TSUMUGI_FULL=1 cargo test --release -p tsumugi-helpmate --test it digest::published -- --nocapture | published helpmates by a second implementation
forgeries | TSUMUGI_FORGERIES=200 TSUMUGI_PROVED=$PWD/proof/check cargo test --release -p tsumugi-tsume --test it forgeries:: -- --nocapture | forged certificates, judged by the proved checker too (proof/test makes it)
worst | cargo test --release --test it worst:: -- --ignored --nocapture | the worst certificates of a megabyte: each within 10 s and 200 MB (Linux)
usi | TSUMUGI_USI_SECONDS=600 cargo test --release --features full --test it usi_soak:: -- --nocapture | random conversations with the USI engine
page | TSUMUGI_FULL=1 node --test tests/web/page.test.mjs | the page's states in every two of language, brightness and device
fuzz | scripts/fuzz.sh | every reader against random bytes; needs cargo-fuzz
sanitize | scripts/sanitize.sh | data races and undefined behaviour; needs rustup's nightly toolchain
END
}

if [ $# = 0 ]; then
    runs | while IFS='|' read -r name _ what; do printf '%-13s%s\n' $name "$what"; done
    exit
fi
for wanted in "$@"; do
    command=$(runs | awk -F' [|] ' -v name="$wanted" '$1 == name { print $2 }')
    [ -n "$command" ] || { echo "there is no run called $wanted" >&2; exit 2; }
    echo "$command"
    eval "$command"
done
