// A small diagram for lists: lines and characters only.

import { WALL, isPromoted, sideOf } from "../model/pieces.js";
import { svg } from "./dom.js";
import { pieceText } from "./koma.js";

const SIZE = 20;

export function thumbnail(position) {
  const side = 9 * SIZE;
  let lines = "";
  for (let i = 1; i < 9; i += 1) lines += `M${i * SIZE} 0v${side}M0 ${i * SIZE}h${side}`;
  return svg(
    "svg",
    { class: "thumbnail", viewBox: `-2 -2 ${side + 4} ${side + 4}`, "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "wood", x: -2, y: -2, width: side + 4, height: side + 4, rx: 3 }),
    svg("path", { class: "lines", d: lines }),
    svg("rect", { class: "frame", width: side, height: side }),
    position.board.flatMap((cell, square) => (cell === "" ? [] : [mark(cell, square)])),
  );
}

function mark(cell, square) {
  const x = (square % 9) * SIZE;
  const y = Math.floor(square / 9) * SIZE;
  if (cell === WALL) return svg("rect", { class: "wall", x, y, width: SIZE, height: SIZE });
  const middle = `translate(${x + SIZE / 2} ${y + SIZE / 2})${sideOf(cell) === "w" ? " rotate(180)" : ""}`;
  const attributes = { class: isPromoted(cell) ? "promoted" : null, transform: middle };
  return svg("g", attributes, ...pieceText(cell, { y: 6, size: 17 }));
}
