// What pieces attack: just enough of the rules to tell a person, while editing, that a king could be taken.

import { WALL, isPiece, isPromoted, kindOf, sideOf } from "./pieces.js";
import { fileOf, rankOf, squareAt } from "./squares.js";

// Steps as [files to the left, ranks forward], from Black's point of view.
const FORWARD = [0, 1];
const GOLD = [FORWARD, [-1, 1], [1, 1], [-1, 0], [1, 0], [0, -1]];
const DIAGONAL = [[-1, 1], [1, 1], [-1, -1], [1, -1]];
const STRAIGHT = [FORWARD, [-1, 0], [1, 0], [0, -1]];
const STEPS = {
  K: [...STRAIGHT, ...DIAGONAL],
  G: GOLD,
  S: [FORWARD, ...DIAGONAL],
  N: [[-1, 2], [1, 2]],
  P: [FORWARD],
};
const SLIDES = { R: STRAIGHT, B: DIAGONAL, L: [FORWARD] };

/** The steps of a piece, seen from its own side. */
export function stepsOf(piece) {
  const kind = kindOf(piece);
  if (!isPromoted(piece)) return STEPS[kind] ?? [];
  return { R: DIAGONAL, B: STRAIGHT }[kind] ?? GOLD;
}

/** The directions in which it goes as far as it likes. */
export const slidesOf = (piece) => (isPromoted(piece) && kindOf(piece) === "L" ? [] : (SLIDES[kindOf(piece)] ?? []));

function neighbour(square, side, [left, forward]) {
  const sign = side === "b" ? 1 : -1;
  const file = fileOf(square) + sign * left;
  const rank = rankOf(square) - sign * forward;
  return file >= 1 && file <= 9 && rank >= 1 && rank <= 9 ? squareAt(file, rank) : null;
}

/** The squares that the piece on a square attacks. */
export function attackedFrom(board, square) {
  const piece = board[square];
  const side = sideOf(piece);
  const near = stepsOf(piece).map((step) => neighbour(square, side, step));
  const far = slidesOf(piece).flatMap((step) => slide(board, square, side, step));
  return [...near, ...far].filter((target) => target !== null && board[target] !== WALL);
}

function slide(board, square, side, step) {
  const squares = [];
  for (let at = neighbour(square, side, step); at !== null && board[at] !== WALL; at = neighbour(at, side, step)) {
    squares.push(at);
    if (isPiece(board[at])) break;
  }
  return squares;
}

/** Does a side attack a square? */
export function isAttacked(board, target, by) {
  return board.some(
    (cell, square) => isPiece(cell) && sideOf(cell) === by && attackedFrom(board, square).includes(target),
  );
}
