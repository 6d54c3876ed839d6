// What the cook check found: each finding with the move it is about, what kind it is, and a line to follow on the board.

import { known, plies, t } from "../text/i18n.js";
import { el } from "../view/dom.js";

/** Findings that spoil a problem; composers put up with the others. */
const SERIOUS = new Set(["cook", "longer-defence", "leftover"]);

export function findings(lists, answer, jump) {
  const items = (answer.findings ?? []).map((finding) => findingItem(lists, finding, answer.line, jump));
  const open = (answer.open ?? []).map((one) => openItem(lists, one, answer.line, jump));
  if (items.length + open.length === 0) return el("p", { class: "calm" }, t(nothing(answer)));
  return el("ul", { class: "findings" }, items, open);
}

// Nothing found is good news only of a check that came to its end.
const nothing = ({ verdict }) =>
  ({ sound: "findings.none", nomate: "findings.no-mate" })[verdict] ?? "findings.unsettled";

function findingItem(lists, finding, line, jump) {
  const prefix = line.slice(0, finding.move_number - 1);
  const serious = SERIOUS.has(finding.class);
  return el(
    "li",
    { class: serious ? "serious" : "mild" },
    el(
      "div",
      { class: "finding-head" },
      atMove(finding.move_number, line, jump),
      el("strong", {}, t(`finding.${finding.class}`)),
      el("span", { class: "finding-notes" }, notes(finding).join(" · ")),
    ),
    lists.list(prefix, finding.line),
  );
}

function notes({ length, than, joins }) {
  const words = [];
  if (length) words.push(plies(length));
  if (than && known(`than.${than}`)) words.push(t(`than.${than}`));
  if (joins != null) words.push(t("finding.joins", { n: joins }));
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

function atMove(n, line, jump) {
  const button = el("button", { type: "button", class: "at" }, t("findings.at", { n }));
  button.addEventListener("click", () => jump(line, n - 1));
  return button;
}
