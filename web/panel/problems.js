// Problems to choose from, as small diagrams: a collection to try at once, or those of a file that has several. With many,
// words find some of them: of their names, lengths and hands, in either language.

import { HAND_KINDS, glyphOf, makePiece } from "../model/pieces.js";
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
  /** What is on show: the words of each problem, and its item. */
  #items = [];

  /** `choose(problem, position)` opens one. */
  constructor(api, choose) {
    this.#api = api;
    this.#choose = choose;
    find("#problems").addEventListener("open", () => void this.#fill());
    find("#problems-switch").addEventListener("click", () => {
      this.#showsFile = !this.#showsFile;
      void this.#fill();
    });
    find("#problem-search").addEventListener("input", () => this.#search());
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
      this.#items = problems.map((problem, i) => this.#item(problem, i + 1));
      list.replaceChildren(...this.#items.map(({ item }) => item));
      this.#search();
    } catch (error) {
      this.#items = [];
      list.replaceChildren(el("li", { class: "calm" }, `${t("problems.none")} ${explain(error)}`));
    }
  }

  // A place for a diagram, which is drawn when it comes into sight: there are hundreds.
  #place(position) {
    const place = el("span", { class: "problem-place" });
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      place.replaceChildren(thumbnail(position));
    });
    observer.observe(place);
    return place;
  }

  // All words must be there.
  #search() {
    const field = find("#problem-search");
    field.parentElement.hidden = this.#items.length < MANY;
    const wanted = field.parentElement.hidden ? [] : folded(field.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { words, item } of this.#items) {
      item.hidden = !wanted.every((word) => words.includes(word));
      if (!item.hidden) shown += 1;
    }
    find("#problem-count").textContent = t("problems.found", { shown, count: this.#items.length });
  }

  #labelSwitch() {
    const button = find("#problems-switch");
    button.hidden = !this.#offered;
    if (this.#offered) button.textContent = this.#showsFile ? t("problems.title") : fileWords(this.#offered);
  }

  #item(problem, number) {
    const position = readSfen(problem.sfen);
    const length = problem.length ?? problem.moves?.length;
    const notes = [length > 0 && plies(length), problem.kind === "helpmate" && t("problems.helpmate"), handOf(position)];
    const button = el(
      "button",
      { type: "button", class: "problem" },
      this.#place(position),
      el("span", { class: "problem-name" }, nameOf(problem, number)),
      el("span", { class: "problem-notes" }, notes.filter(Boolean).join(" · ")),
    );
    button.addEventListener("click", () => {
      find("#problems").close();
      this.#choose(problem, position);
    });
    const names = problem.name && typeof problem.name === "object" ? Object.values(problem.name) : [];
    const words = folded([nameOf(problem, number), ...names, ...notes.filter(Boolean)].join(" "));
    return { words, item: el("li", {}, button) };
  }
}

/** Fewer are seen at a glance. */
const MANY = 12;

// Full-width digits and letters are found as plain ones.
const folded = (text) => text.normalize("NFKC").toLowerCase();

// What the attacker holds, in kanji or in letters: 金銀歩2, G S 2P.
function handOf(position) {
  const held = HAND_KINDS.filter((kind) => position.hands[position.turn][kind] > 0);
  const japanese = currentLanguage() === "ja";
  const one = (kind) => {
    const count = position.hands[position.turn][kind];
    const number = count > 1 ? count : "";
    return japanese ? `${glyphOf(makePiece("b", kind))}${number}` : `${number}${kind.toUpperCase()}`;
  };
  const hand = held.map(one).join(japanese ? "" : " ") || t("problems.no-hand");
  return t("problems.hand", { hand });
}

const fileWords = ({ problems, count }) =>
  t(problems.length < count ? "problems.some" : "problems.all", { count, shown: problems.length });

// The collection has names in both languages, a file one or none.
function nameOf({ name }, number) {
  if (!name) return t("problems.number", { n: number });
  return typeof name === "string" ? name : (name[currentLanguage()] ?? name.en);
}
