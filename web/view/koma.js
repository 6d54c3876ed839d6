// A piece (駒): five sides and a character. Drawn in a box of 100 by 100 round its middle, so that whoever needs one
// places and scales it. Strong pieces are a little larger than weak ones, as real ones are.

import { glyphOf, isPromoted, kindOf, sideOf } from "../model/pieces.js";
import { t } from "../text/i18n.js";
import { svg } from "./dom.js";

const SIZES = { K: 1, R: 0.98, B: 0.98, G: 0.94, S: 0.94, N: 0.9, L: 0.88, P: 0.84 };
/** Letters are smaller than kanji, and two are smaller than one. */
const LETTERS = { 1: 0.86, 2: 0.68 };
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
    ...pieceText(piece, { y: 26, size: 56 }),
  );
}

/** What is written on a piece, in both scripts; the style of the page shows one of them. */
export function pieceText(piece, { y, size }) {
  const letters = (isPromoted(piece) ? "+" : "") + kindOf(piece);
  const attributes = { "text-anchor": "middle", y };
  return [
    svg("text", { ...attributes, class: "koma-glyph kanji", "font-size": size }, glyphOf(piece)),
    svg("text", { ...attributes, class: "koma-glyph letters", "font-size": size * LETTERS[letters.length] }, letters),
  ];
}

/** A picture of one piece, to stand in a button or follow the pointer. */
export function komaPicture(piece) {
  const frame = { class: "koma-picture", viewBox: "-50 -50 100 100", "aria-hidden": "true", focusable: "false" };
  return svg("svg", frame, koma(piece));
}

/** The name of a piece in words. */
export const pieceWords = (piece) => t(`kind.${isPromoted(piece) ? "+" : ""}${kindOf(piece)}`);
