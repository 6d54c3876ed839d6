// A piece (駒): five sides and what is written on it. Drawn in a box of 100 by 100 round its middle, so that whoever needs
// one places and scales it. Strong pieces are a little larger than weak ones, as real ones are. There are several sets of
// pieces; what is written on them is drawn in an em of 100.

import { slidesOf, stepsOf } from "../model/attacks.js";
import { carvedOn, glyphOf, isPromoted, kindOf, sideOf } from "../model/pieces.js";
import { t } from "../text/i18n.js";
import { svg } from "./dom.js";
import { KANJI, LETTERS } from "./glyphs.js";

const SIZES = { K: 1, R: 0.98, B: 0.98, G: 0.94, S: 0.94, N: 0.9, L: 0.88, P: 0.84 };
/** Letters are smaller than kanji, and two are smaller than one. */
const LETTER_SIZES = { 1: 0.86, 2: 0.68 };
const OUTLINE = "M0 -47 L29 -35 L40 45 L-40 45 L-29 -35 Z";
// The shaded foot gives the piece some thickness.
const FOOT = "M39 39 L40 45 L-40 45 L-39 39 Z";

/** What is written on the pieces. */
let set = "kanji";

/** Chooses a set of pieces: "kanji", "pair", "letters" or "guide". All that are on the page change. */
export function usePieces(name) {
  set = name;
  for (const face of document.querySelectorAll("[data-piece]")) face.replaceChildren(glyph(face.dataset));
}

/** A piece as an SVG group, White's turned round. */
export function koma(piece) {
  const size = SIZES[kindOf(piece)];
  const turned = sideOf(piece) === "w" ? "rotate(180) " : "";
  return svg(
    "g",
    { class: `koma${isPromoted(piece) ? " promoted" : ""}`, transform: `${turned}scale(${size})` },
    svg("path", { class: "koma-body", d: OUTLINE }),
    svg("path", { class: "koma-foot", d: FOOT }),
    face({ piece, look: "large" }, "translate(0 5) scale(0.56)"),
  );
}

/** One character or letter for a piece, as large as `size`, for places where more cannot be read. */
export const smallFace = (piece, size) => face({ piece, look: "small" }, `scale(${size / 100})`);

function face({ piece, look }, transform) {
  return svg("g", { "data-piece": piece, "data-look": look, transform }, glyph({ piece, look }));
}

function glyph({ piece, look }) {
  const small = { pair: kanji, guide: letters };
  const draw = (look === "small" && small[set]) || { kanji, pair, letters, guide }[set];
  return draw(piece);
}

const written = (text, ...shapes) => svg("g", { class: "koma-glyph", "data-text": text }, ...shapes);

const kanji = (piece) => written(glyphOf(piece), svg("path", { d: KANJI[glyphOf(piece)] }));

const lettersOf = (piece) => (isPromoted(piece) ? "+" : "") + kindOf(piece);

function letters(piece) {
  const text = lettersOf(piece);
  const shapes = inARow(text).map(([d, x]) => svg("path", { d, transform: `translate(${x} 0)` }));
  return written(text, svg("g", { transform: `scale(${LETTER_SIZES[text.length]})` }, shapes));
}

// Two characters, one above the other and somewhat wide, as on real pieces.
function pair(piece) {
  const place = (i) => `translate(0 ${i === 0 ? -34 : 29}) scale(0.79 0.63)`;
  return written(carvedOn(piece), [...carvedOn(piece)].map((c, i) => svg("path", { d: KANJI[c], transform: place(i) })));
}

// A letter, and how the piece moves: a dot for a step, a stroke for a way without end, two dots ahead for a knight's jump.
// Those of a promoted piece say that it is one, as its colour does.
function guide(piece) {
  const marks = [...stepsOf(piece).map(stepMark), ...slidesOf(piece).map(slideMark)];
  const letter = svg("path", { d: LETTERS[kindOf(piece)].path, transform: "scale(0.64)" });
  return written(lettersOf(piece), letter, marks);
}

// The marks stand on a ring that is narrower above, as the piece is.
function onRing([left, forward], far) {
  const wide = 39 - 9 * forward;
  return [-left * wide * far, -forward * 48 * far];
}

function stepMark(step) {
  const [cx, cy] = step[1] === 2 ? [-step[0] * 16, -62] : onRing(step, 1);
  return svg("circle", { cx, cy, r: 6.4 });
}

function slideMark(step) {
  const [x1, y1] = onRing(step, 0.82);
  const [x2, y2] = onRing(step, 1.2);
  return svg("line", { class: "slide-mark", x1, y1, x2, y2 });
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
