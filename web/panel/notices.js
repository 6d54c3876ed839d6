// Telling the person something: a line that stays until it is dismissed, and a region that a screen reader speaks.

import { currentLanguage, known, t } from "../text/i18n.js";
import { el, find } from "../view/dom.js";

const live = () => find("#live");
const notices = () => find("#notices");

/** Says something to those who listen instead of looking. */
export function say(words) {
  live().textContent = words;
}

/** Shows what went wrong, or else what happened; the newest replaces the one before. */
export function notify(words, kind = "info") {
  const notice = show(words, kind);
  if (kind === "info") setTimeout(() => notice.remove(), 4000);
}

/** Shows something that the person may do about it. */
export function offer(words, deed, act) {
  const button = el("button", { type: "button", class: "small" }, deed);
  button.addEventListener("click", act);
  show(words, "offer", button);
}

function show(words, kind, ...buttons) {
  const close = el("button", { type: "button", class: "notice-close", "aria-label": t("error.dismiss") }, "×");
  const notice = el("div", { class: `notice ${kind}` }, el("span", {}, words), ...buttons, close);
  close.addEventListener("click", () => notice.remove());
  notices().replaceChildren(notice);
  return notice;
}

export const dismiss = () => notices().replaceChildren();

/** Says in the person's language what went wrong: the solver's own words where it gave any. */
export function explain(error) {
  const { code, words, column } = error;
  if (code?.startsWith?.("sfen-")) return t("error.sfen", { column, why: t(code) });
  const key = known(`error.${code}`) ? `error.${code}` : "error.other";
  return t(key, { why: withPlace(error, words?.[currentLanguage()] ?? error.message) });
}

const withPlace = ({ line, column }, why) => (line == null ? why : t("error.place", { why, line, column: column ?? 1 }));

/** Shows an error, unless it only says that the person stopped something. */
export function complain(error) {
  if (error.name === "AbortError") return;
  notify(explain(error), "bad");
}
