// A solution with its variations (変化) as JKF, the one notation for trees that is plain JSON. The solver's writers make
// every other notation of it.

import { isPiece, isPromoted, kindOf } from "./pieces.js";
import { parseMove, positionsAlong } from "./moves.js";
import { fileOf, rankOf } from "./squares.js";

const NAMES = { K: "OU", R: "HI", B: "KA", G: "KI", S: "GI", N: "KE", L: "KY", P: "FU" };
const PROMOTED = { R: "RY", B: "UM", S: "NG", N: "NK", L: "NY", P: "TO" };

const nameOf = (piece) => (isPromoted(piece) ? PROMOTED : NAMES)[kindOf(piece)];
const place = (square) => ({ x: fileOf(square), y: rankOf(square) });

function entryOf(position, usi) {
  const { drop, from, to, promotes } = parseMove(usi);
  const move = { color: position.turn === "b" ? 0 : 1, to: place(to) };
  if (drop) return { ...move, piece: NAMES[drop] };
  const piece = position.board[from];
  const canStay = promotes || !isPromoted(piece);
  return { ...move, from: place(from), piece: nameOf(piece), ...(canStay && { promote: promotes }), ...captured(position, to) };
}

function captured(position, to) {
  const taken = position.board[to];
  return isPiece(taken) ? { capture: nameOf(taken) } : {};
}

// A branch leaves its parent's line after so many moves of it, and ends in mate like it.
function entriesOf(position, { line, forks = [] }, ending) {
  const positions = positionsAlong(position, line);
  const entries = line.map((usi, i) => {
    const others = forks.filter((fork) => fork.after === i).map((fork) => entriesOf(positions[i], fork, ending));
    return { move: entryOf(positions[i], usi), ...(others.length > 0 && { forks: others }) };
  });
  return [...entries, ...ending];
}

/**
 * The record of a tree {line, forks: [{after, line, forks}]}. `start` is JKF of the position alone; `mates` says whether
 * its lines end in mate (詰み).
 */
export function jkfOf(start, position, tree, mates) {
  const { header = {}, initial } = JSON.parse(start);
  const ending = mates ? [{ special: "TSUMI" }] : [];
  return JSON.stringify({ header, initial, moves: [{}, ...entriesOf(position, tree, ending)] });
}
