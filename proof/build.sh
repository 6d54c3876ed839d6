set -e
cd "$(dirname "$0")"
for f in Board Moves Game Monotone PawnDrop Lines Generate Faults Checker Sound Extract Assumptions; do coqc -Q . Tsumugi $f.v; done
mkdir -p build; mv proved.ml proved.mli build/; cp reader/*.ml build/; cd build
ocamlfind ocamlopt -O3 -package unix -linkpkg -inline 200 proved.mli proved.ml sfen.ml certificate.ml main.ml -o ../check
