// Opens a file with two readers of records and prints what they see, as one JSON object:
//
//   node read.mjs kif|ki2|csa|jkf FILE
//   {"tsshogi":{"sfen":…,"moves":[USI…],"end":…,"lines":n},"json-kifu-format":{"moves":[…],"end":…,"lines":n}}
//
// `moves` is the main line (json-kifu-format: its squares as in USI, drops with the CSA name of the piece), `end` how it
// ends, `lines` how many lines there are, variations included.
import { readFileSync } from "node:fs";
import jkf from "json-kifu-format";
import * as shogi from "tsshogi";

const [format, file] = process.argv.slice(2);
const text = readFileSync(file, "utf-8");

function byTsshogi() {
  const read = { kif: shogi.importKIF, ki2: shogi.importKI2, csa: shogi.importCSA, jkf: shogi.importJKFString };
  const record = read[format](text);
  if (record instanceof Error) throw record;
  const moves = [];
  let [lines, end] = [0, null];
  record.forEach((node) => {
    if (!node.next) lines += 1;
  });
  for (let node = record.first.next; node; node = node.next) {
    if (node.move instanceof shogi.Move) moves.push(node.move.usi);
    else end = node.move.type;
  }
  return { sfen: record.initialPosition.sfen, moves, end, lines };
}

function byJsonKifuFormat() {
  const { JKFPlayer } = jkf;
  const read = {
    kif: (t) => JKFPlayer.parseKIF(t).kifu,
    ki2: (t) => JKFPlayer.parseKI2(t).kifu,
    csa: (t) => JKFPlayer.parseCSA(t).kifu,
    jkf: (t) => JKFPlayer.parseJKF(t).kifu,
  };
  const kifu = read[format](text);
  const square = ({ x, y }) => `${x}${"abcdefghi"[y - 1]}`;
  const moves = [];
  let end = null;
  for (const { move, special } of kifu.moves) {
    if (special) end = special;
    if (move) moves.push((move.from ? square(move.from) : `${move.piece}*`) + square(move.to) + (move.promote ? "+" : ""));
  }
  const count = (line) => line.reduce((n, { forks }) => n + (forks ?? []).reduce((m, fork) => m + count(fork), 0), 1);
  return { moves, end, lines: count(kifu.moves) };
}

console.log(JSON.stringify({ tsshogi: byTsshogi(), "json-kifu-format": byJsonKifuFormat() }));
