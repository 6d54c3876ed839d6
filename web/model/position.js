// A diagram: 81 squares, two hands, whose turn. Positions are never changed; whoever edits one gets a new one, so that
// undo and stepping only have to remember references.

import { FULL_SET, HAND_KINDS, KINDS, isPiece, kindOf } from "./pieces.js";

const emptyHand = () => Object.fromEntries(HAND_KINDS.map((kind) => [kind, 0]));

/** A position of these parts; what is left out is empty. */
export function makePosition({ board = Array(81).fill(""), hands = {}, turn = "b" } = {}) {
  return Object.freeze({
    board: Object.freeze([...board]),
    hands: Object.freeze({
      b: Object.freeze({ ...emptyHand(), ...hands.b }),
      w: Object.freeze({ ...emptyHand(), ...hands.w }),
    }),
    turn,
  });
}

/** The same with some squares changed, given as pairs of square and content. */
export function withSquares(position, changes) {
  const board = [...position.board];
  for (const [square, cell] of changes) board[square] = cell;
  return makePosition({ ...position, board });
}

/** The same with so many more (or fewer) pieces of a kind in a hand. */
export function withHand(position, side, kind, difference) {
  const count = position.hands[side][kind] + difference;
  const hand = { ...position.hands[side], [kind]: Math.max(0, count) };
  return makePosition({ ...position, hands: { ...position.hands, [side]: hand } });
}

export const withTurn = (position, turn) => makePosition({ ...position, turn });

/** How many of each kind are on the board and in both hands. */
export function piecesUsed(position) {
  const used = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
  for (const cell of position.board) if (isPiece(cell)) used[kindOf(cell)] += 1;
  for (const kind of HAND_KINDS) used[kind] += position.hands.b[kind] + position.hands.w[kind];
  return used;
}

/** What a full set has left: the piece box (駒箱). */
export function pieceBox(position) {
  const used = piecesUsed(position);
  return Object.fromEntries(KINDS.map((kind) => [kind, Math.max(0, FULL_SET[kind] - used[kind])]));
}

export const handIsEmpty = (position, side) => HAND_KINDS.every((kind) => position.hands[side][kind] === 0);
export const boardIsEmpty = (position) => position.board.every((cell) => cell === "");
