// The board as one SVG picture that is also a grid in the sense of ARIA: nine rows of nine cells, one of which can be
// reached by the Tab key. Cells are made once and only their contents change, so the focus stays where it is.

import { WALL, isPiece, sideOf } from "../model/pieces.js";
import { parseMove } from "../model/moves.js";
import { fileOf, japaneseSquare, kanjiNumber, rankOf, squareName } from "../model/squares.js";
import { currentLanguage, t } from "../text/i18n.js";
import { prefersStillness, svg } from "./dom.js";
import { koma, pieceWords } from "./koma.js";

const WIDTH = 100;
const HEIGHT = 108;
const LEFT = 16;
const TOP = 44;
const RIGHT = 46;
const BOTTOM = 16;
/** How large pieces are within their squares. */
const PIECE_SCALE = 0.98;

const cornerOf = (square) => [LEFT + (9 - fileOf(square)) * WIDTH, TOP + (rankOf(square) - 1) * HEIGHT];

/** A square's name as the reader's books have it. */
export const squareWords = (square) => (currentLanguage() === "ja" ? japaneseSquare(square) : squareName(square));

const rankWords = (rank) => (currentLanguage() === "ja" ? kanjiNumber(rank) : "abcdefghi"[rank - 1]);

export class BoardView {
  #cells = [];
  #shown = Array(81).fill("");
  #ranks = [];
  #cursor = 40;
  #position = null;

  constructor(element) {
    this.element = element;
    element.setAttribute("viewBox", `0 0 ${LEFT + 9 * WIDTH + RIGHT} ${TOP + 9 * HEIGHT + BOTTOM}`);
    element.append(...this.#wood(), this.#labels(), this.#rows());
    this.#moveCursor(40);
    element.addEventListener("focusin", (event) => this.#follow(event.target));
  }

  /** Shows a position; `marks` may name squares: selected, from, to, targets, faults, hintFrom, hintTo. */
  show(position, marks = {}) {
    this.#position = position;
    for (let square = 0; square < 81; square += 1) {
      this.#put(square, position.board[square]);
      this.#mark(square, marks);
    }
    this.#label();
  }

  // Ranks are numbered as moves name them: 一 to 九, or a to i.
  #label() {
    for (const [index, label] of this.#ranks.entries()) label.textContent = rankWords(index + 1);
    for (const [square, cell] of this.#cells.entries()) {
      cell.setAttribute("aria-label", this.#words(square));
    }
  }

  /** Lets the piece that a move has brought to its square slide there. */
  slide(usi) {
    const { from, to } = parseMove(usi);
    if (from === null || prefersStillness()) return;
    const [x1, y1] = cornerOf(from);
    const [x2, y2] = cornerOf(to);
    this.#cells[to]
      .querySelector(".piece")
      ?.animate([{ transform: `translate(${x1 - x2}px, ${y1 - y2}px)` }, { transform: "none" }], {
        duration: 160,
        easing: "ease-out",
      });
  }

  /** Moves the keyboard's cursor by so many squares; it stops at the edge. */
  step(right, down) {
    const column = Math.min(8, Math.max(0, (this.#cursor % 9) + right));
    const row = Math.min(8, Math.max(0, Math.floor(this.#cursor / 9) + down));
    this.focus(row * 9 + column);
  }

  focus(square = this.#cursor) {
    this.#moveCursor(square);
    this.#cells[square].focus();
  }

  get cursor() {
    return this.#cursor;
  }

  #follow(target) {
    const square = this.#cells.indexOf(target);
    if (square >= 0) this.#moveCursor(square);
  }

  #moveCursor(square) {
    this.#cells[this.#cursor].setAttribute("tabindex", "-1");
    this.#cells[square].setAttribute("tabindex", "0");
    this.#cursor = square;
  }

  #put(square, content) {
    if (this.#shown[square] === content) return;
    this.#shown[square] = content;
    const cell = this.#cells[square];
    cell.querySelector(".piece, .wall")?.remove();
    cell.classList.toggle("occupied", isPiece(content));
    if (content === WALL) cell.append(svg("rect", { class: "wall", width: WIDTH, height: HEIGHT }));
    else if (content !== "") cell.append(placedPiece(content));
  }

  #mark(square, marks) {
    const cell = this.#cells[square];
    cell.classList.toggle("selected", marks.selected === square);
    cell.classList.toggle("came-from", marks.from === square);
    cell.classList.toggle("went-to", marks.to === square);
    cell.classList.toggle("target", marks.targets?.has(square) ?? false);
    cell.classList.toggle("fault", marks.faults?.has(square) ?? false);
    cell.classList.toggle("hint", marks.hintFrom === square || marks.hintTo === square);
    cell.setAttribute("aria-selected", String(marks.selected === square));
  }

  #words(square) {
    const content = this.#position.board[square];
    const values = { square: squareWords(square) };
    if (content === "") return t("square.empty", values);
    if (content === WALL) return t("square.wall", values);
    return t("square.piece", { ...values, side: t(`side.${sideOf(content)}`), kind: pieceWords(content) });
  }

  #wood() {
    const [width, height] = [9 * WIDTH, 9 * HEIGHT];
    let lines = "";
    for (let i = 1; i < 9; i += 1) {
      lines += `M${LEFT + i * WIDTH} ${TOP}v${height}M${LEFT} ${TOP + i * HEIGHT}h${width}`;
    }
    const stars = [[3, 3], [6, 3], [3, 6], [6, 6]].map(([x, y]) =>
      svg("circle", { class: "star", cx: LEFT + x * WIDTH, cy: TOP + y * HEIGHT, r: 6 }),
    );
    return [
      svg("rect", { class: "wood", width: "100%", height: "100%", rx: 10 }),
      svg("path", { class: "lines", d: lines }),
      svg("rect", { class: "frame", x: LEFT, y: TOP, width, height }),
      ...stars,
    ];
  }

  #labels() {
    const labels = svg("g", { class: "labels", "aria-hidden": "true", "text-anchor": "middle" });
    for (let i = 1; i <= 9; i += 1) {
      const x = LEFT + (9 - i) * WIDTH + WIDTH / 2;
      const y = TOP + (i - 1) * HEIGHT + HEIGHT / 2;
      labels.append(svg("text", { x, y: TOP - 13 }, String(i)));
      this.#ranks.push(svg("text", { x: LEFT + 9 * WIDTH + RIGHT / 2, y: y + 10 }));
    }
    labels.append(...this.#ranks);
    return labels;
  }

  #rows() {
    const rows = svg("g", { class: "squares" });
    for (let rank = 0; rank < 9; rank += 1) {
      const cells = Array.from({ length: 9 }, (_, column) => this.#cell(rank * 9 + column));
      this.#cells.push(...cells);
      rows.append(svg("g", { role: "row" }, cells));
    }
    return rows;
  }

  #cell(square) {
    const [x, y] = cornerOf(square);
    return svg(
      "g",
      {
        class: "square",
        role: "gridcell",
        tabindex: "-1",
        "data-place": squareName(square),
        transform: `translate(${x} ${y})`,
      },
      svg("rect", { class: "ground", width: WIDTH, height: HEIGHT }),
      svg("circle", { class: "dot", cx: WIDTH / 2, cy: HEIGHT / 2, r: 14 }),
      svg("rect", { class: "ring", x: 3, y: 3, width: WIDTH - 6, height: HEIGHT - 6, rx: 4 }),
    );
  }
}

function placedPiece(piece) {
  const middle = `translate(${WIDTH / 2} ${HEIGHT / 2 + 1}) scale(${PIECE_SCALE})`;
  return svg("g", { class: "piece" }, svg("g", { transform: middle }, koma(piece)));
}
