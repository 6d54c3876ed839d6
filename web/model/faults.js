// What is wrong with a diagram, told while it is being edited. A fault has a code, for the words, and the squares it is
// about, for the board. The solver has the last word; these are the faults a person can see and mend at once.

import { isAttacked } from "./attacks.js";
import { FULL_SET, KINDS, isPiece, isPromoted, kindOf, makePiece, otherSide, sideOf } from "./pieces.js";
import { boardIsEmpty, piecesUsed } from "./position.js";
import { fileOf, rankOf } from "./squares.js";

/** All faults of a diagram, as seen by somebody who wants the side to move to mate. */
export function faultsOf(position) {
  if (boardIsEmpty(position)) return [{ code: "empty", squares: [] }];
  return [
    ...kingFaults(position),
    ...tooMany(position),
    ...twoPawns(position, "b"),
    ...twoPawns(position, "w"),
    ...deadPieces(position),
    ...capturableKing(position),
  ];
}

const squaresOf = (position, test) =>
  position.board.flatMap((cell, square) => (isPiece(cell) && test(cell) ? [square] : []));
const kings = (position, side) => squaresOf(position, (cell) => cell === makePiece(side, "K"));

function kingFaults(position) {
  const faults = [];
  if (kings(position, otherSide(position.turn)).length === 0) faults.push({ code: "no-king", squares: [] });
  for (const side of ["b", "w"]) {
    const squares = kings(position, side);
    if (squares.length > 1) faults.push({ code: "two-kings", squares, side });
  }
  return faults;
}

function tooMany(position) {
  const used = piecesUsed(position);
  return KINDS.filter((kind) => kind !== "K" && used[kind] > FULL_SET[kind]).map((kind) => ({
    code: "too-many",
    squares: squaresOf(position, (cell) => kindOf(cell) === kind),
    kind,
    count: used[kind],
    full: FULL_SET[kind],
  }));
}

function twoPawns(position, side) {
  const pawns = squaresOf(position, (cell) => cell === makePiece(side, "P"));
  const files = new Set(pawns.map(fileOf));
  return [...files]
    .map((file) => ({ code: "two-pawns", file, side, squares: pawns.filter((square) => fileOf(square) === file) }))
    .filter((fault) => fault.squares.length > 1);
}

function deadPieces(position) {
  const rowsLeft = (square) => (sideOf(position.board[square]) === "b" ? rankOf(square) - 1 : 9 - rankOf(square));
  const needs = { P: 1, L: 1, N: 2 };
  return squaresOf(position, (cell) => !isPromoted(cell))
    .filter((square) => rowsLeft(square) < (needs[kindOf(position.board[square])] ?? 0))
    .map((square) => ({ code: "dead-piece", squares: [square], kind: kindOf(position.board[square]) }));
}

function capturableKing(position) {
  return kings(position, otherSide(position.turn))
    .filter((square) => isAttacked(position.board, square, position.turn))
    .map((square) => ({ code: "in-check", squares: [square] }));
}
