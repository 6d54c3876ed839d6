#!/usr/bin/env bash
# Uses an archive as somebody does who has nothing else, and prints the transcript:
#
#   tests/archives/use.sh ARCHIVE.tar.gz     in a bare root folder without a C library or a shell; needs root
#   tests/archives/use.sh ARCHIVE.zip        under wine; needs x86_64-w64-mingw32-gcc for a stand-in of what wine 8 lacks
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
archive=$(realpath "$1")
scratch=$(mktemp -d)
server=
# A server is ended before its files are taken away.
end() {
    [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || true
    [ ! -d "$scratch/prefix" ] || wineserver_ends
    rm -rf "$scratch"
}
wineserver_ends() { WINEPREFIX=$scratch/prefix "$(command -v wineserver || echo /usr/lib/wine/wineserver)" -k || true; }
trap end EXIT

case $archive in
*.tar.gz) tar -C "$scratch" -xzf "$archive" ;;
*.zip) python3 -m zipfile -e "$archive" "$scratch" ;;
esac
folder=$(echo "$scratch"/tsumugi-*)
(cd "$folder" && sha256sum --quiet -c SHA256SUMS)
echo "$(basename "$archive"): $(wc -c <"$archive") bytes, $(find "$folder" -type f | wc -l) files, all as SHA256SUMS says"
(cd "$folder" && ls -s --block-size=1 --format=single-column)

if [ -e "$folder/tsumugi.exe" ]; then
    export WINEPREFIX=$scratch/prefix WINEDEBUG=-all WINEDLLOVERRIDES='bcryptprimitives=n,b;mscoree,mshtml='
    unset DISPLAY
    writes_to=$folder
    # run PROGRAM WORD…
    run() { (cd "$folder" && exec wine "./$1.exe" "${@:2}"); }
    x86_64-w64-mingw32-gcc -shared -o "$folder/bcryptprimitives.dll" "$here/bcryptprimitives.c" -ladvapi32
    wine wineboot -i >/dev/null 2>&1 || true
    # Nothing that only a compiler's installation has.
    dlls=$(x86_64-w64-mingw32-objdump -p "$folder/tsumugi.exe" "$folder/tsumugi-usi.exe" | sed -n 's/.*DLL Name: //p' | sort -fu)
    echo "it needs:" $dlls
    if grep -iE 'libgcc|pthread|stdc' <<<"$dlls"; then
        echo "that is not part of Windows"
        exit 1
    fi
else
    # The folder is all there is.
    mkdir "$scratch/root"
    mv "$folder" "$scratch/root/tsumugi"
    folder=$scratch/root/tsumugi
    writes_to=$scratch/root
    run() { (exec chroot "$scratch/root" "/tsumugi/$1" "${@:2}"); }
fi
export LC_ALL=C.UTF-8

# say WORD…: shows a command and runs it.
say() {
    printf '$' && printf ' %q' "$@" && echo
    run "$@"
}

# expect PATTERN FILE: it is there, or all is shown and over.
expect() {
    grep -q -e "$1" "$2" || { echo "expected: $1"; cat "$2"; exit 1; }
}

said=$scratch/said
gold='4k4/9/4P4/9/9/9/9/9/9 b G 1'
seven='5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1'

say tsumugi --version
say tsumugi solve "$gold" --certificate gold.cert | tee "$said"
expect '^mate in 1   (shortest, proved)' "$said"
say tsumugi verify "$gold" gold.cert | tee "$said"
expect '^verified: the attacker mates in at most 1' "$said"
{ say tsumugi solve '4k4/9/9/9/9/9/9/9/9 b G 1' --certificate none.cert || [ $? = 1 ]; } | tee "$said"
expect '^no mate' "$said"
say tsumugi verify '4k4/9/9/9/9/9/9/9/9 b G 1' none.cert | tee "$said"
expect '^verified: ' "$said"
say tsumugi check "$seven" --lang ja --threads 2 | tee "$said"
expect '^7手詰' "$said"

# A database, and with it what was compiled from C.
printf '%s\tgold\n%s\tseven\n' "$gold" "$seven" | run tsumugi batch - --out results.sqlite --verify >/dev/null 2>&1
say tsumugi stats results.sqlite | tee "$said"
expect '2' "$said"

# The engine, as a user interface starts it.
ask="usi
isready
position sfen $seven
go mate 20000"
sed 's/^/> /' <<<"$ask"
run tsumugi-usi <<<"$ask" | tee "$said" | grep -vE '^(option|info)'
expect '^usiok' "$said"
expect '^readyok' "$said"
expect '^checkmate S\*2c ' "$said"

# The page as a folder: what the archive has.
say tsumugi site again
diff -r "$folder/page" "$writes_to/again"

# The page from the program, and a question to its API.
echo '$ tsumugi serve --port 0'
run tsumugi serve --port 0 >"$said" 2>/dev/null &
server=$!
for _ in $(seq 150); do
    grep -q http "$said" && break
    sleep 0.2
done
address=$(tr -d '\r\n' <"$said")
echo "$address"
address=${address%/}
curl -sSf "$address/" >"$scratch/index.html"
expect '<title>tsumugi</title>' "$scratch/index.html"
curl -sSf "$address/tsumugi.wasm" | cmp - "$folder/page/tsumugi.wasm"
curl -sSf "$address/api/v1/solve" -H 'Content-Type: application/json' -d "{\"sfen\":\"$gold\"}" | tee "$said"
expect '"verdict":"mate"' "$said"
echo
