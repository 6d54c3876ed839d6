// Moves in USI notation ("7g7f", "8h2b+", "G*5b") and what they do to a diagram. Whether a move is legal is not asked
// here: lines come from the solver, and in a game the solver says which moves there are.

import { isPiece, kindOf, makePiece, otherSide, sideOf } from "./pieces.js";
import { withHand, withSquares, withTurn } from "./position.js";
import { squareNamed } from "./squares.js";

/** The parts of a move: `from` a square, or `drop` a kind; `to`; `promotes`. */
export function parseMove(usi) {
  const found = /^(?:([RBGSNLP])\*|([1-9][a-i]))([1-9][a-i])(\+?)$/.exec(usi);
  if (!found) throw new Error(`no move: ${usi}`);
  const [, drop, from, to, plus] = found;
  return {
    drop: drop ?? null,
    from: from ? squareNamed(from) : null,
    to: squareNamed(to),
    promotes: plus === "+",
  };
}

/** The position after a move. */
export function play(position, usi) {
  const move = parseMove(usi);
  const moved = move.drop ? droppedPiece(position, move) : shiftedPiece(position, move);
  return withTurn(moved, otherSide(position.turn));
}

function droppedPiece(position, { drop, to }) {
  const piece = makePiece(position.turn, drop);
  return withHand(withSquares(position, [[to, piece]]), position.turn, drop, -1);
}

function shiftedPiece(position, { from, to, promotes }) {
  const piece = position.board[from];
  const taken = position.board[to];
  const landed = promotes ? makePiece(sideOf(piece), kindOf(piece), true) : piece;
  const moved = withSquares(position, [[from, ""], [to, landed]]);
  return isPiece(taken) ? withHand(moved, position.turn, kindOf(taken), 1) : moved;
}

/** The positions along a line, the first one included. */
export function positionsAlong(position, line) {
  const positions = [position];
  for (const usi of line) positions.push(play(positions.at(-1), usi));
  return positions;
}
