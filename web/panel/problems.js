// A small collection to try at once.

import { readSfen } from "../model/sfen.js";
import { currentLanguage, plies, t } from "../text/i18n.js";
import { el, find } from "../view/dom.js";
import { thumbnail } from "../view/thumbnail.js";
import { explain } from "./notices.js";

export class Problems {
  #api;
  #choose;
  #problems = null;

  /** `choose(problem, position)` opens one. */
  constructor(api, choose) {
    this.#api = api;
    this.#choose = choose;
    find("#problems").addEventListener("open", () => void this.#fill());
  }

  async #fill() {
    const list = find("#problem-list");
    try {
      this.#problems ??= await this.#api.problems();
      list.replaceChildren(...this.#problems.map((problem) => this.#item(problem)));
    } catch (error) {
      list.replaceChildren(el("li", { class: "calm" }, `${t("problems.none")} ${explain(error)}`));
    }
  }

  #item(problem) {
    const position = readSfen(problem.sfen);
    const name = problem.name[currentLanguage()] ?? problem.name.en;
    const notes = [problem.length && plies(problem.length), problem.kind === "helpmate" && t("problems.helpmate")];
    const button = el(
      "button",
      { type: "button", class: "problem" },
      thumbnail(position),
      el("span", { class: "problem-name" }, name),
      el("span", { class: "problem-notes" }, notes.filter(Boolean).join(" · ")),
    );
    button.addEventListener("click", () => {
      find("#problems").close();
      this.#choose(problem, position);
    });
    return el("li", {}, button);
  }
}
