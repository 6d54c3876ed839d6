// What grows while a search goes on, as a section of an answer: diagrams that were found so far, how far it is, a button to
// stop. The solver in the browser leaves such searches to the program; then the page says so, and how to ask the program.

import { currentLanguage, t } from "../text/i18n.js";
import { el } from "../view/dom.js";
import { thumbnail } from "../view/thumbnail.js";
import { readSfen } from "../model/sfen.js";
import { explain } from "./notices.js";
import { copyText } from "./share.js";

/**
 * A section with a heading, a hint, and what `state` says: nothing yet (a button that begins), running, done, or not possible.
 * `command` is what to type where the program has to be asked.
 */
export function workshopSection(name, state, { begin, stop, cards, command }) {
  const body = el("div", { class: "workshop", "data-workshop": name });
  fillWorkshop(body, name, state, { begin, stop, cards, command });
  return el("section", {}, el("h3", {}, el("span", {}, t(`${name}.title`))), body);
}

/** Shows what is known by now. */
export function fillWorkshop(body, name, state, { begin, stop, cards, command }) {
  body.replaceChildren(...[...content(name, state, { begin, stop, cards, command })].filter(Boolean));
}

function* content(name, state, { begin, stop, cards, command }) {
  if (!state) {
    yield el("p", { class: "section-hint" }, t(`${name}.hint`));
    yield button(t(`${name}.go`), "primary begin", begin);
    return;
  }
  if (state.error?.code === "not-here") {
    yield* elsewhere(command);
    return;
  }
  if (state.error) yield el("p", { class: "trouble" }, explain(state.error));
  const { running } = state;
  if (running) {
    yield el("p", { class: "calm how-far" }, farWords(name, state));
    yield button(t("work.stop"), "stop-here", stop);
  }
  yield el("ul", { class: "problem-list" }, cards.map((card) => el("li", {}, card)));
  if (!running && !state.error) yield el("p", { class: "calm", role: "status" }, state.words());
  if (!running) yield button(t("workshop.again"), "quiet small begin", begin);
}

const farWords = (name, { done, total }) => t(`${name}.running`) + (total == null ? "" : ` ${done} / ${total}`);

/** Says how far a search is, and leaves everything else as it is. */
export function tellHowFar(root, name, state) {
  const line = root.querySelector(`[data-workshop="${name}"] .how-far`);
  if (line) line.textContent = farWords(name, state);
}

/** What to type into a terminal instead. */
function elsewhere(command) {
  const copy = button(t("share.copy"), "small", () => void copyText(command));
  return [
    el("p", { class: "calm not-here" }, t("workshop.not-here")),
    el("div", { class: "row" }, el("code", { class: "command" }, command), copy),
  ];
}

/** A small diagram with its name, some notes, and what a click does. */
export function card(sfen, name, notes, act) {
  const made = button("", "problem", act);
  made.append(
    thumbnail(readSfen(sfen)),
    el("span", { class: "problem-name" }, name),
    ...notes.filter(Boolean).map((words) => el("span", { class: "problem-notes" }, words)),
  );
  return made;
}

function button(words, kind, act) {
  const made = el("button", { type: "button", class: kind }, words);
  made.addEventListener("click", act);
  return made;
}

/** Words that came in both languages. */
export const inLanguage = ({ text, text_ja }) => (currentLanguage() === "ja" ? text_ja : text);
