// The pieces, named as in SFEN: an upper-case letter is Black's (先手), a lower-case one White's (後手), a plus sign
// before it means promoted. A wall, a square that no piece may enter, is "O". An empty square is "".

/** Kinds a box can hold, in the order books list them. */
export const KINDS = ["K", "R", "B", "G", "S", "N", "L", "P"];
/** Kinds a hand (持駒) can hold. */
export const HAND_KINDS = KINDS.slice(1);
/** How many of each kind a full set has. */
export const FULL_SET = { K: 2, R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
/** A square that no piece may enter. */
export const WALL = "O";

const PROMOTES = "RBSNLP";

export const otherSide = (side) => (side === "b" ? "w" : "b");
export const isPiece = (cell) => cell !== "" && cell !== WALL;
export const kindOf = (piece) => piece.at(-1).toUpperCase();
export const sideOf = (piece) => (piece.at(-1) === piece.at(-1).toUpperCase() ? "b" : "w");
export const isPromoted = (piece) => piece.startsWith("+");
export const canPromote = (kind) => PROMOTES.includes(kind);

/** The piece of a side and a kind. */
export function makePiece(side, kind, promoted = false) {
  return (promoted ? "+" : "") + (side === "b" ? kind : kind.toLowerCase());
}

export const turnedOver = (piece) =>
  canPromote(kindOf(piece)) ? makePiece(sideOf(piece), kindOf(piece), !isPromoted(piece)) : piece;

export const changedSides = (piece) => makePiece(otherSide(sideOf(piece)), kindOf(piece), isPromoted(piece));

/** What a right click makes of a piece: promoted, then the other side's, then that promoted, then as before. */
export function nextForm(piece) {
  const unpromoted = makePiece(sideOf(piece), kindOf(piece));
  if (!isPromoted(piece) && canPromote(kindOf(piece))) return turnedOver(piece);
  return changedSides(unpromoted);
}

const GLYPHS = { K: "玉", R: "飛", B: "角", G: "金", S: "銀", N: "桂", L: "香", P: "歩" };
const PROMOTED_GLYPHS = { R: "龍", B: "馬", S: "全", N: "圭", L: "杏", P: "と" };

/** The character that stands for a piece on the board. */
export const glyphOf = (piece) => (isPromoted(piece) ? PROMOTED_GLYPHS : GLYPHS)[kindOf(piece)];

const NAMES = { K: "玉将", R: "飛車", B: "角行", G: "金将", S: "銀将", N: "桂馬", L: "香車", P: "歩兵" };
const PROMOTED_NAMES = { R: "龍王", B: "龍馬", S: "成銀", N: "成桂", L: "成香", P: "と金" };

/** What is carved into a real one, in two characters. */
export const carvedOn = (piece) => (isPromoted(piece) ? PROMOTED_NAMES : NAMES)[kindOf(piece)];
