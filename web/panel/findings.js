// What the cook check found: each finding with the move it is about, what kind it is, and a line to follow on the board.

import { known, plies, t } from "../text/i18n.js";
import { el } from "../view/dom.js";
import { leftoverWords } from "./verdict.js";

/** Findings that spoil a problem even if they are no second solution; composers put up with the others. */
const SERIOUS = new Set(["cook", "longer-defence"]);

export function findings(lists, answer, jump) {
  const flaws = flawsOf(answer).map((words) => el("li", { class: "serious flaw" }, el("strong", {}, words)));
  const items = (answer.findings ?? []).map((finding) => findingItem(lists, finding, answer.line, jump));
  const open = (answer.open ?? []).map((one) => openItem(lists, one, answer.line, jump));
  if (flaws.length + items.length + open.length === 0) return el("p", { class: "calm" }, t(nothing(answer)));
  return el("ul", { class: "findings" }, flaws, items, open);
}

/** What spoils the line itself, in words. */
function flawsOf({ given, bad_move, leftover }) {
  const words = [];
  if (["illegal", "unfinished"].includes(given) || (given === "refuted" && bad_move)) {
    words.push(t(`badge.given.${given}`, { n: bad_move }));
  }
  if (leftover && leftover !== "-") words.push(leftoverWords(leftover));
  return words;
}

// Nothing found is good news only of a check that came to its end.
const nothing = ({ verdict }) =>
  ({ sound: "findings.none", nomate: "findings.no-mate" })[verdict] ?? "findings.unsettled";

function findingItem(lists, finding, line, jump) {
  const prefix = line.slice(0, finding.move_number - 1);
  const serious = finding.spoils || SERIOUS.has(finding.class);
  return el(
    "li",
    { class: serious ? "serious" : "mild" },
    el(
      "div",
      { class: "finding-head" },
      atMove(finding.move_number, line, jump),
      el("strong", {}, classWords(finding.class)),
      el("span", { class: "finding-notes" }, notes(finding).join(" · ")),
    ),
    lists.list(prefix, finding.line),
  );
}

// A solver newer than this page may know classes that it has no words for.
const classWords = (name) => (known(`finding.${name}`) ? t(`finding.${name}`) : t("finding.other", { name }));

function notes({ length, than, joins, leftover }) {
  const words = [];
  if (length) words.push(plies(length));
  if (than && known(`than.${than}`)) words.push(t(`than.${than}`));
  if (joins != null) words.push(t("finding.joins", { n: joins }));
  if (leftover) words.push(leftoverWords(leftover));
  return words;
}

function openItem(lists, { move_number, move }, line, jump) {
  return el(
    "li",
    { class: "open" },
    el("div", { class: "finding-head" }, atMove(move_number, line, jump), el("strong", {}, t("findings.open"))),
    lists.list(line.slice(0, move_number - 1), [move]),
  );
}

/** What the variations that came with the record are worth; null if there were none. */
export function recorded(lists, { variations, line }, jump) {
  if (!variations?.length) return null;
  return el("ul", { class: "findings recorded" }, variations.map((one) => recordedItem(lists, one, line, jump)));
}

/** What a variation comes to if it is not as its author says; the rest is as it should be, or open. */
const WRONG = new Set(["slow", "refuted", "illegal", "mates"]);

function recordedItem(lists, { move_number, line: moves, worth, length, bad_move }, line, jump) {
  const tone = WRONG.has(worth) ? "serious" : worth === "open" ? "open" : "mild";
  const words = known(`recorded.${worth}`) ? t(`recorded.${worth}`, { length, n: bad_move }) : worth;
  return el(
    "li",
    { class: tone },
    el("div", { class: "finding-head" }, atMove(move_number, line, jump), el("strong", {}, words)),
    lists.list(line.slice(0, move_number - 1), moves),
  );
}

function atMove(n, line, jump) {
  const button = el("button", { type: "button", class: "at" }, t("findings.at", { n }));
  button.addEventListener("click", () => jump(line, n - 1));
  return button;
}
