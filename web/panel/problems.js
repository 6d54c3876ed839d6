// Problems to choose from, as small diagrams: a collection to try at once, or those of a file that has several.

import { readSfen } from "../model/sfen.js";
import { currentLanguage, plies, t } from "../text/i18n.js";
import { el, find } from "../view/dom.js";
import { thumbnail } from "../view/thumbnail.js";
import { openDialog } from "./dialogs.js";
import { explain } from "./notices.js";

export class Problems {
  #api;
  #choose;
  #collection = null;
  /** What the last file with several has, and whether that is on show. */
  #offered = null;
  #showsFile = false;

  /** `choose(problem, position)` opens one. */
  constructor(api, choose) {
    this.#api = api;
    this.#choose = choose;
    find("#problems").addEventListener("open", () => void this.#fill());
    find("#problems-switch").addEventListener("click", () => {
      this.#showsFile = !this.#showsFile;
      void this.#fill();
    });
  }

  /** Shows the problems of a file, of which there are `count`. */
  offer(problems, count) {
    this.#offered = { problems, count };
    this.#showsFile = true;
    openDialog("problems");
  }

  async #fill() {
    const list = find("#problem-list");
    find("#problems-title").textContent = this.#showsFile ? fileWords(this.#offered) : t("problems.title");
    this.#labelSwitch();
    try {
      const problems = this.#showsFile ? this.#offered.problems : (this.#collection ??= await this.#api.problems());
      list.replaceChildren(...problems.map((problem, i) => this.#item(problem, i + 1)));
    } catch (error) {
      list.replaceChildren(el("li", { class: "calm" }, `${t("problems.none")} ${explain(error)}`));
    }
  }

  #labelSwitch() {
    const button = find("#problems-switch");
    button.hidden = !this.#offered;
    if (this.#offered) button.textContent = this.#showsFile ? t("problems.title") : fileWords(this.#offered);
  }

  #item(problem, number) {
    const position = readSfen(problem.sfen);
    const length = problem.length ?? problem.moves?.length;
    const notes = [length > 0 && plies(length), problem.kind === "helpmate" && t("problems.helpmate")];
    const button = el(
      "button",
      { type: "button", class: "problem" },
      thumbnail(position),
      el("span", { class: "problem-name" }, nameOf(problem, number)),
      el("span", { class: "problem-notes" }, notes.filter(Boolean).join(" · ")),
    );
    button.addEventListener("click", () => {
      find("#problems").close();
      this.#choose(problem, position);
    });
    return el("li", {}, button);
  }
}

const fileWords = ({ problems, count }) =>
  t(problems.length < count ? "problems.some" : "problems.all", { count, shown: problems.length });

// The collection has names in both languages, a file one or none.
function nameOf({ name }, number) {
  if (!name) return t("problems.number", { n: number });
  return typeof name === "string" ? name : (name[currentLanguage()] ?? name.en);
}
