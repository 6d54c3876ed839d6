// Telling the person something: a line that stays until it is dismissed, and a region that a screen reader speaks.

import { known, t } from "../text/i18n.js";
import { reasonWords } from "../text/reasons.js";
import { el, find } from "../view/dom.js";

const live = () => find("#live");
const notices = () => find("#notices");

/** Says something to those who listen instead of looking. */
export function say(words) {
  live().textContent = words;
}

/** Shows what went wrong, or else what happened; the newest replaces the one before. */
export function notify(words, kind = "info") {
  const close = el("button", { type: "button", class: "notice-close", "aria-label": t("error.dismiss") }, "×");
  const notice = el("div", { class: `notice ${kind}` }, el("span", {}, words), close);
  close.addEventListener("click", () => notice.remove());
  notices().replaceChildren(notice);
  if (kind === "info") setTimeout(() => notice.remove(), 4000);
}

export const dismiss = () => notices().replaceChildren();

/** Says in the person's language what an error of the solver means. */
export function explain(error) {
  const { code, message: why } = error;
  if (code === "unreadable") return t("error.unreadable", { why: withPlace(error) });
  if (code?.startsWith?.("sfen-")) return t("error.sfen", { column: error.column, why: t(code) });
  if (known(`error.${code}`)) return t(`error.${code}`, { why });
  return error.status === 503 || error.status === 429 ? t("error.busy", { why }) : t("error.other", { why });
}

function withPlace({ message, line, column }) {
  const words = reasonWords(message);
  return line == null ? words : t("error.place", { why: words, line, column: column ?? 1 });
}

/** Shows an error, unless it only says that the person stopped something. */
export function complain(error) {
  if (error.name === "AbortError") return;
  notify(explain(error), "bad");
}
