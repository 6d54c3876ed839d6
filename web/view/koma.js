// A piece (駒): five sides and a character. Drawn in a box of 100 by 100 round its middle, so that whoever needs one
// places and scales it. Strong pieces are a little larger than weak ones, as real ones are.

import { glyphOf, isPromoted, kindOf, sideOf } from "../model/pieces.js";
import { t } from "../text/i18n.js";
import { svg } from "./dom.js";
import { KANJI, LETTERS } from "./glyphs.js";

const SIZES = { K: 1, R: 0.98, B: 0.98, G: 0.94, S: 0.94, N: 0.9, L: 0.88, P: 0.84 };
/** Letters are smaller than kanji, and two are smaller than one. */
const LETTER_SIZES = { 1: 0.86, 2: 0.68 };
const OUTLINE = "M0 -47 L29 -35 L40 45 L-40 45 L-29 -35 Z";
// The shaded foot gives the piece some thickness.
const FOOT = "M39 39 L40 45 L-40 45 L-39 39 Z";

/** A piece as an SVG group, White's turned round. */
export function koma(piece) {
  const size = SIZES[kindOf(piece)];
  const turned = sideOf(piece) === "w" ? "rotate(180) " : "";
  return svg(
    "g",
    { class: `koma${isPromoted(piece) ? " promoted" : ""}`, transform: `${turned}scale(${size})` },
    svg("path", { class: "koma-body", d: OUTLINE }),
    svg("path", { class: "koma-foot", d: FOOT }),
    ...pieceText(piece, { y: 5, size: 56 }),
  );
}

/** What is written on a piece, round a middle at (0, y), in both scripts; the style of the page shows one of them. */
export function pieceText(piece, { y = 0, size }) {
  const letters = (isPromoted(piece) ? "+" : "") + kindOf(piece);
  return [
    written("kanji", glyphOf(piece), [[KANJI[glyphOf(piece)], 0]], y, size),
    written("letters", letters, inARow(letters), y, size * LETTER_SIZES[letters.length]),
  ];
}

function written(script, text, paths, y, size) {
  const transform = `translate(0 ${y}) scale(${size / 100})`;
  const shapes = paths.map(([d, x]) => svg("path", { d, transform: x === 0 ? null : `translate(${x} 0)` }));
  return svg("g", { class: `koma-glyph ${script}`, "data-text": text, transform }, shapes);
}

/** The outlines of letters side by side, each with the place of its middle. */
function inARow(letters) {
  const widths = [...letters].map((letter) => LETTERS[letter].width);
  let left = -widths.reduce((a, b) => a + b, 0) / 2;
  return [...letters].map((letter, i) => {
    left += widths[i];
    return [LETTERS[letter].path, left - widths[i] / 2];
  });
}

/** A picture of one piece, to stand in a button or follow the pointer. */
export function komaPicture(piece) {
  const frame = { class: "koma-picture", viewBox: "-50 -50 100 100", "aria-hidden": "true", focusable: "false" };
  return svg("svg", frame, koma(piece));
}

/** The name of a piece in words. */
export const pieceWords = (piece) => t(`kind.${isPromoted(piece) ? "+" : ""}${kindOf(piece)}`);
