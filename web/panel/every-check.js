// What every check in a position comes to: those that mate with their length and line, those that fail with the reply
// that refutes them. It takes a search of its own, so it is asked for only when a person opens it.

import { faultsOf } from "../model/faults.js";
import { readSfen } from "../model/sfen.js";
import { t } from "../text/i18n.js";
import { el, find } from "../view/dom.js";
import { tries } from "./tree.js";

/** Is there more to learn about the checks of an answer? Where none mates, the escapes have them all. */
export function hasChecks({ kind, improving, data }) {
  if (kind !== "solve" || improving || /brinkmate/.test(data.question)) return false;
  return !(data.verdict === "nomate" && data.tries) && attackerMoves(data.sfen);
}

const attackerMoves = (sfen) => !faultsOf(readSfen(sfen)).some(({ code }) => code === "no-king");

/** The part of the page that shows them; `opened()` hears that somebody wants to know. */
export function everyCheck(lists, checks, { opened, stop, show }) {
  const body = el("div", { class: "every-body" });
  const details = el("details", { class: "every-check", open: Boolean(checks) }, el("summary", {}, t("every.title")), body);
  fillChecks(details, lists, checks, { stop, show });
  details.addEventListener("toggle", () => details.open && opened());
  return details;
}

/** Shows what is known: nothing, that it is "asked", or the outcome of each check. */
export function fillChecks(details, lists, checks, { stop, show }) {
  const body = find(".every-body", details);
  if (!checks) body.replaceChildren();
  else if (checks === "asked") body.replaceChildren(...waiting(stop));
  else body.replaceChildren(...outcomes(lists, checks, show));
}

function waiting(stop) {
  const button = el("button", { type: "button", class: "stop-here" }, t("work.stop"));
  button.addEventListener("click", stop);
  return [el("p", { class: "calm", role: "status" }, t("every.running")), button];
}

function outcomes(lists, checks, show) {
  const those = (verdict) => checks.filter((one) => one.verdict === verdict);
  const [mates, fails, open] = ["mate", "nomate", "unknown"].map(those);
  if (mates.length + fails.length === 0) return [el("p", { class: "calm" }, t("every.nothing"))];
  const failing = fails.map(({ move, line }) => ({ after: 0, move, refutation: line[1] }));
  return [
    el("p", { class: "section-hint" }, t("every.hint")),
    ...group("mates", mates, () => el("ul", { class: "tree" }, mates.map((one) => mateItem(lists, one)))),
    ...group("fails", fails, () => tries(lists, failing, [], show, { open: true })),
    ...group("open", open, () => el("div", { class: "try-group" }, open.map(({ move }) => lists.single([], move)))),
  ];
}

const group = (name, list, content) =>
  list.length === 0 ? [] : [el("h4", {}, t(`every.${name}`, { count: list.length })), content()];

function mateItem(lists, outcome) {
  const line = el("div", { class: "tree-line" }, lists.list([], outcome.line));
  return el("li", { class: "tree-row" }, el("span", { class: "outcome" }, lengthWords(outcome)), line);
}

function lengthWords({ length, at_most }) {
  if (length != null) return t("every.length", { length });
  return at_most == null ? t("every.any") : t("every.at-most", { length: at_most });
}
