// What an editor can do to a diagram. A place is where a piece can be: a square ("5e"), a hand ("b:G") or the piece
// box, which offers every kind for either side ("box:w:G"). Every edit gives a new position, or the same one if there is
// nothing to do.

import { HAND_KINDS, WALL, changedSides, isPiece, kindOf, makePiece, nextForm, otherSide } from "./pieces.js";
import { makePosition, pieceBox, withHand, withSquares, withTurn } from "./position.js";
import { fileOf, rankOf, squareAt, squareNamed } from "./squares.js";

/** The parts of a place. */
export function parsePlace(place) {
  const square = squareNamed(place);
  if (square !== null) return { where: "board", square };
  const [first, second, third] = place.split(":");
  if (first === "box") return { where: "box", side: second ?? null, kind: third ?? null };
  return { where: "hand", side: first, kind: second ?? null };
}

/** The piece that would be picked up at a place, or "". */
export function pieceAt(position, place) {
  const { where, square, side, kind } = parsePlace(place);
  if (where === "board") return position.board[square];
  if (!kind) return "";
  const count = where === "hand" ? position.hands[side][kind] : available(position, side, kind);
  return count > 0 ? makePiece(side, kind) : "";
}

/**
 * How many more pieces of a kind can be placed for a side. A king is one for each side; of other kinds, pieces still in
 * the box may be either side's, and when the box has run out the defender's hand helps, since that is where the rest of
 * a set belongs in a mate problem.
 */
export function available(position, side, kind) {
  if (kind === "K") return position.board.includes(makePiece(side, "K")) ? 0 : 1;
  return pieceBox(position)[kind] + position.hands[otherSide(position.turn)][kind];
}

/** Takes the piece at one place to another. A piece that stood there goes to the box. */
export function movePiece(position, from, to) {
  const piece = pieceAt(position, from);
  if (!isPiece(piece) || from === to) return position;
  const target = parsePlace(to);
  if (target.where === "hand" && kindOf(piece) === "K") return position;
  return putDown(pickUp(position, from), piece, target);
}

function pickUp(position, place) {
  const { where, square, side, kind } = parsePlace(place);
  if (where === "board") return withSquares(position, [[square, ""]]);
  if (where === "hand") return withHand(position, side, kind, -1);
  const inBox = kind === "K" || pieceBox(position)[kind] > 0;
  return inBox ? position : withHand(position, otherSide(position.turn), kind, -1);
}

function putDown(position, piece, target) {
  if (target.where === "board") return withSquares(position, [[target.square, piece]]);
  if (target.where === "hand") return withHand(position, target.side, kindOf(piece), 1);
  return position;
}

/** Places a new piece of a kind; of kings, the old one moves. Null if the set has no such piece left. */
export function placeNew(position, square, side, kind) {
  const king = makePiece(side, "K");
  if (kind === "K") {
    const old = position.board.indexOf(king);
    return withSquares(position, [...(old < 0 ? [] : [[old, ""]]), [square, king]]);
  }
  const cleared = withSquares(position, [[square, ""]]);
  if (available(cleared, side, kind) === 0) return null;
  return putDown(pickUp(cleared, `box:${side}:${kind}`), makePiece(side, kind), { where: "board", square });
}

/** One piece more or fewer in a hand; null if the set has none left. */
export function changeHand(position, side, kind, difference) {
  if (difference < 0) return withHand(position, side, kind, -1);
  // The defender's hand cannot help itself.
  const left = side === otherSide(position.turn) ? pieceBox(position)[kind] : available(position, side, kind);
  if (left === 0) return null;
  return withHand(pickUp(position, `box:${side}:${kind}`), side, kind, 1);
}

/** What a right click does: the next form of a piece on the board, a piece in hand to the other hand. */
export function cycle(position, place) {
  const { where, square, side, kind } = parsePlace(place);
  const piece = pieceAt(position, place);
  if (!isPiece(piece) || where === "box") return position;
  if (where === "hand") return withHand(withHand(position, side, kind, -1), otherSide(side), kind, 1);
  return withSquares(position, [[square, nextForm(piece)]]);
}

/** Changes the piece on a square by a function such as `turnedOver`. */
export function changePiece(position, square, change) {
  const piece = position.board[square];
  return isPiece(piece) ? withSquares(position, [[square, change(piece)]]) : position;
}

export const removeAt = (position, square) => withSquares(position, [[square, ""]]);
export const putWall = (position, square) =>
  withSquares(position, [[square, position.board[square] === WALL ? "" : WALL]]);

/** Gives the defender all that a full set has left (残り全部). */
export function restToDefender(position) {
  const box = pieceBox(position);
  const side = otherSide(position.turn);
  return HAND_KINDS.reduce((changed, kind) => withHand(changed, side, kind, box[kind]), position);
}

/** Left and right exchanged. */
export function mirror(position) {
  return rearranged(position, (square) => squareAt(10 - fileOf(square), rankOf(square)));
}

/** The board turned round and the sides exchanged: the same problem for the other side. */
export function flipColours(position) {
  const turned = rearranged(position, (square) => 80 - square);
  const board = turned.board.map((cell) => (isPiece(cell) ? changedSides(cell) : cell));
  return makePosition({
    board,
    hands: { b: position.hands.w, w: position.hands.b },
    turn: otherSide(position.turn),
  });
}

/** All pieces moved by a square; null if one would fall off the board. */
export function shift(position, left, down) {
  const board = Array(81).fill("");
  for (const [square, cell] of position.board.entries()) {
    if (cell === "") continue;
    const [file, rank] = [fileOf(square) + left, rankOf(square) + down];
    if (file < 1 || file > 9 || rank < 1 || rank > 9) return null;
    board[squareAt(file, rank)] = cell;
  }
  return makePosition({ ...position, board });
}

function rearranged(position, place) {
  const board = Array(81).fill("");
  for (const [square, cell] of position.board.entries()) board[place(square)] = cell;
  return makePosition({ ...position, board });
}

export const clearAll = (position) => makePosition({ turn: position.turn });
export const passTurn = (position) => withTurn(position, otherSide(position.turn));
