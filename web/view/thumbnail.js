// A small diagram for lists: lines and characters only, the attacker's hand below as books have it beside.

import { HAND_KINDS, WALL, isPromoted, makePiece, sideOf } from "../model/pieces.js";
import { svg } from "./dom.js";
import { smallFace } from "./koma.js";

const SIZE = 20;
/** Room for the hand. */
const HAND = 24;

export function thumbnail(position) {
  const side = 9 * SIZE;
  let lines = "";
  for (let i = 1; i < 9; i += 1) lines += `M${i * SIZE} 0v${side}M0 ${i * SIZE}h${side}`;
  return svg(
    "svg",
    { class: "thumbnail", viewBox: `-2 -2 ${side + 4} ${side + 4 + HAND}`, "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "wood", x: -2, y: -2, width: side + 4, height: side + 4, rx: 3 }),
    svg("path", { class: "lines", d: lines }),
    svg("rect", { class: "frame", width: side, height: side }),
    position.board.flatMap((cell, square) => (cell === "" ? [] : [mark(cell, square)])),
    hand(position, side),
  );
}

// Pieces side by side, with a small number where there are several.
function hand(position, top) {
  const held = HAND_KINDS.filter((kind) => position.hands[position.turn][kind] > 0);
  let x = 2;
  const pieces = held.map((kind) => {
    const count = position.hands[position.turn][kind];
    const at = x + SIZE / 2;
    x += SIZE + (count > 1 ? 11 : 0);
    const number = count > 1 && svg("text", { class: "thumbnail-count", x: at + 10, y: 6 }, String(count));
    return [svg("g", { transform: `translate(${at} 0)` }, smallFace(makePiece("b", kind), 17)), number];
  });
  return svg("g", { class: "thumbnail-hand", transform: `translate(0 ${top + 2 + HAND / 2})` }, pieces.flat());
}

function mark(cell, square) {
  const x = (square % 9) * SIZE;
  const y = Math.floor(square / 9) * SIZE;
  if (cell === WALL) return svg("rect", { class: "wall", x, y, width: SIZE, height: SIZE });
  const middle = `translate(${x + SIZE / 2} ${y + SIZE / 2})${sideOf(cell) === "w" ? " rotate(180)" : ""}`;
  const attributes = { class: isPromoted(cell) ? "promoted" : null, transform: middle };
  return svg("g", attributes, smallFace(cell, 17));
}
