// SFEN, the one-line form in which positions travel: to the server, into the address of the page, into the memory of
// the browser. Reading says where it went wrong, so that the person can mend it.

import { HAND_KINDS, WALL, makePiece } from "./pieces.js";
import { makePosition } from "./position.js";

/** Thrown for text that is no SFEN; `code` names the trouble, `column` its place, counted from 1. */
export class SfenError extends Error {
  constructor(code, column) {
    super(`${code} at column ${column}`);
    this.code = code;
    this.column = column;
  }
}

/** The position in a text such as "4k4/9/4P4/9/9/9/9/9/9 b G 1"; "sfen" before it and a move count are optional. */
export function readSfen(text) {
  const words = text.trim().replace(/^(position\s+)?sfen\s+/, "").split(/\s+/);
  const [board, turn = "b", hands = "-"] = words;
  if (words.length > 4) throw new SfenError("sfen-too-long", words.slice(0, 4).join(" ").length + 1);
  if (turn !== "b" && turn !== "w") throw new SfenError("sfen-turn", board.length + 2);
  return makePosition({
    board: readBoard(board),
    turn,
    hands: readHands(hands, board.length + turn.length + 3),
  });
}

function readBoard(text) {
  const board = [];
  let column = 1;
  for (const [index, row] of text.split("/").entries()) {
    if (index > 8) throw new SfenError("sfen-rows", column);
    board.push(...readRow(row, column));
    column += row.length + 1;
  }
  if (board.length !== 81) throw new SfenError("sfen-rows", column - 1);
  return board;
}

function readRow(row, column) {
  const cells = [];
  for (const [token] of row.matchAll(/\+?./g)) {
    if (/^[1-9]$/.test(token)) cells.push(...Array(Number(token)).fill(""));
    else if (/^(\+?[RBSNLPrbsnlp]|[KGkg]|O)$/.test(token)) cells.push(token === "O" ? WALL : token);
    else throw new SfenError("sfen-piece", column);
    column += token.length;
  }
  if (cells.length !== 9) throw new SfenError("sfen-columns", column);
  return cells;
}

function readHands(text, column) {
  const hands = { b: {}, w: {} };
  if (text === "-") return hands;
  let end = 0;
  for (const found of text.matchAll(/(\d*)([RBGSNLPrbgsnlp])/g)) {
    if (found.index !== end) break;
    end += found[0].length;
    const kind = found[2].toUpperCase();
    const hand = hands[kind === found[2] ? "b" : "w"];
    hand[kind] = Math.min(99, (hand[kind] ?? 0) + Number(found[1] || 1));
  }
  if (end !== text.length) throw new SfenError("sfen-hand", column + end);
  return hands;
}

/** A position as SFEN, without a move number worth mentioning. */
export function writeSfen(position) {
  return `${writeBoard(position.board)} ${position.turn} ${writeHands(position.hands)} 1`;
}

function writeBoard(board) {
  const rows = [];
  for (let start = 0; start < 81; start += 9) {
    const cells = board.slice(start, start + 9).map((cell) => cell || " ").join("");
    rows.push(cells.replace(/ +/g, (gap) => gap.length));
  }
  return rows.join("/");
}

function writeHands(hands) {
  const held = (side) =>
    HAND_KINDS.filter((kind) => hands[side][kind] > 0)
      .map((kind) => (hands[side][kind] > 1 ? hands[side][kind] : "") + makePiece(side, kind))
      .join("");
  return held("b") + held("w") || "-";
}
