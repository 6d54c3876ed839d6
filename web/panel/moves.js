// Lines of moves to click on. A move is known by the whole way to it ("S*2c 2b1a"), since its name depends on what came
// before (同, 右, 打). Names are asked for once per answer, in both languages.

import { currentLanguage, t } from "../text/i18n.js";
import { el } from "../view/dom.js";

const keyOf = (path) => path.join(" ");

export class MoveLists {
  #paths = [];
  #names = new Map();
  #choose;

  /** Lines from a position on; `choose(path, ply)` is called when the person clicks a move. */
  constructor(sfen, choose) {
    this.sfen = sfen;
    this.#choose = choose;
  }

  /** The moves of a line, after those of `prefix`, as a numbered list of buttons. */
  list(prefix, moves, { className = "moves" } = {}) {
    const path = [...prefix, ...moves];
    const items = moves.map((_, index) => el("li", {}, this.#button(path, prefix.length + index + 1)));
    return el("ol", { class: className }, items);
  }

  /** One move as a button. */
  single(prefix, move) {
    return this.#button([...prefix, move], prefix.length + 1);
  }

  /** The name of the last move of a path, or its USI notation as long as no name is known. */
  name(path) {
    return this.#names.get(keyOf(path))?.[currentLanguage()] ?? path.at(-1);
  }

  /** Asks for the names of all moves on show. Without them, USI notation has to do. */
  async learn(api) {
    const lines = this.#newLines();
    if (lines.length === 0) return;
    const { ja, en } = await api.names(this.sfen, lines);
    for (const [i, line] of lines.entries()) {
      for (const j of line.keys()) this.#names.set(keyOf(line.slice(0, j + 1)), { ja: ja[i][j], en: en[i][j] });
    }
  }

  /** Writes the names into the buttons inside an element. */
  label(root) {
    for (const button of root.querySelectorAll(".move")) {
      button.querySelector(".move-name").textContent = this.name(button.dataset.key.split(" "));
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

  // Lines whose last move has no name yet; a line that another one continues would be asked for twice.
  #newLines() {
    const wanted = new Map(this.#paths.map((path) => [keyOf(path), path]));
    for (const path of this.#paths) {
      for (let n = 1; n < path.length; n += 1) wanted.delete(keyOf(path.slice(0, n)));
    }
    this.#paths = [];
    return [...wanted.values()].filter((path) => path.length > 0 && !this.#names.has(keyOf(path)));
  }

  #button(path, ply) {
    const here = path.slice(0, ply);
    this.#paths.push(here);
    const button = el(
      "button",
      { type: "button", class: "move", "data-key": keyOf(here) },
      el("span", { class: "move-number" }, String(ply)),
      el("span", { class: "move-name" }, path[ply - 1]),
    );
    button.addEventListener("click", () => this.#choose(path, ply));
    return button;
  }
}

/** How many moves a position is away from the start, in words. */
export const stepWords = (ply, length) => (ply === 0 ? t("step.at-start") : t("step.count", { ply, length }));
