// Lines of moves to click on. A move is known by the whole way to it ("S*2c 2b1a"), since its name depends on what came
// before (同, 右, 打). Names are asked for once per answer, in both languages.

import { currentLanguage, t } from "../text/i18n.js";
import { el } from "../view/dom.js";

/** So many moves are named in one request. */
const BATCH = 20_000;

const keyOf = (path) => path.join(" ");

/** The keys of all moves of a line after the first `skip`; each is made from the one before. */
function keysAlong(path, skip = 0) {
  const keys = [];
  let key = keyOf(path.slice(0, skip));
  for (const move of path.slice(skip)) {
    key = key === "" ? move : `${key} ${move}`;
    keys.push(key);
  }
  return keys;
}

export class MoveLists {
  #unnamed = [];
  #names = new Map();
  #choose;

  /** Lines from a position on; `choose(path, ply)` is called when the person clicks a move. */
  constructor(sfen, choose) {
    this.sfen = sfen;
    this.#choose = choose;
  }

  /** The moves of a line, after those of `prefix`, as a numbered list of buttons. */
  list(prefix, moves) {
    const path = [...prefix, ...moves];
    this.#unnamed.push(path);
    const keys = keysAlong(path, prefix.length);
    const items = keys.map((key, i) => el("li", {}, this.#button(path, prefix.length + i + 1, key)));
    return el("ol", { class: "moves" }, items);
  }

  /** One move as a button. */
  single(prefix, move) {
    const path = [...prefix, move];
    this.#unnamed.push(path);
    return this.#button(path, path.length, keyOf(path));
  }

  /** A line whose last move the rules forbid: the solver has no name for that one, so `name` gives it by language. */
  listToForbidden(prefix, moves, name) {
    const path = [...prefix, ...moves];
    const made = this.list(prefix, moves);
    this.#unnamed[this.#unnamed.length - 1] = path.slice(0, -1);
    this.#names.set(keyOf(path), name);
    return made;
  }

  /** The name of the last move of a path, or its USI notation as long as no name is known. */
  name(path) {
    return this.#named(keyOf(path));
  }

  /** Asks for the names of all moves on show. Without them, USI notation has to do. */
  async learn(api) {
    for (const lines of this.#batches()) {
      const { ja, en } = await api.names(this.sfen, lines);
      for (const [i, line] of lines.entries()) {
        for (const [j, key] of keysAlong(line).entries()) this.#names.set(key, { ja: ja[i][j], en: en[i][j] });
      }
    }
  }

  /** Writes the names into the buttons inside an element. */
  label(root) {
    for (const button of root.querySelectorAll(".move")) {
      button.querySelector(".move-name").textContent = this.#named(button.dataset.key);
    }
  }

  /** Marks the move that has just been played on the board. */
  highlight(root, path) {
    const key = keyOf(path);
    for (const button of root.querySelectorAll(".move")) {
      const here = button.dataset.key === key && key !== "";
      button.classList.toggle("current", here);
      if (here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  /** The button of the next (or previous) move on show that could be played instead of the last one of a path. */
  sibling(root, path, step) {
    const parent = path.slice(0, -1).join(" ");
    const start = parent === "" ? "" : `${parent} `;
    const isSibling = (key) => key.startsWith(start) && !key.slice(start.length).includes(" ");
    const visible = [...root.querySelectorAll(".move")].filter((button) => button.offsetParent);
    const buttons = visible.filter((button) => isSibling(button.dataset.key));
    const keys = [...new Set(buttons.map((button) => button.dataset.key))];
    const next = keys.at((keys.indexOf(keyOf(path)) + step) % keys.length);
    return buttons.find((button) => button.dataset.key === next) ?? null;
  }

  #named(key) {
    return this.#names.get(key)?.[currentLanguage()] ?? key.slice(key.lastIndexOf(" ") + 1);
  }

  #batches() {
    const lines = new Map(this.#unnamed.map((path) => [keyOf(path), path]));
    this.#unnamed = [];
    const batches = [];
    let room = 0;
    for (const [key, path] of lines) {
      if (path.length === 0 || this.#names.has(key)) continue;
      if (batches.length === 0 || room < path.length) {
        batches.push([]);
        room = BATCH;
      }
      batches.at(-1).push(path);
      room -= path.length;
    }
    return batches;
  }

  #button(path, ply, key) {
    const button = el(
      "button",
      { type: "button", class: "move", "data-key": key },
      el("span", { class: "move-number" }, String(ply)),
      el("span", { class: "move-name" }, path[ply - 1]),
    );
    button.addEventListener("click", () => this.#choose(path, ply));
    return button;
  }
}

/** How many moves a position is away from the start, in words. */
export const stepWords = (ply, length) => (ply === 0 ? t("step.at-start") : t("step.count", { ply, length }));
