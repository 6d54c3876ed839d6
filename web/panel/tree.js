// Variations (変化) as a tree that folds, tries (紛れ) that show their refutation on demand, futile interpositions
// (無駄合) with what makes them so.

import { plies, t } from "../text/i18n.js";
import { el } from "../view/dom.js";

/** The forks of a tree, as nested lists; null if there are none. */
export function variations(lists, tree, prefix = []) {
  if (!tree?.forks?.length) return null;
  const forks = [...tree.forks].sort((a, b) => a.after - b.after);
  const before = (fork) => [...prefix, ...tree.line.slice(0, fork.after)];
  return el("ul", { class: "tree" }, forks.map((fork) => forkItem(lists, fork, before(fork))));
}

function forkItem(lists, fork, prefix) {
  const children = variations(lists, fork, prefix);
  const same = fork.same?.length ? sameMoves(lists, fork.same, prefix) : null;
  const row = el(
    "div",
    { class: "tree-row" },
    children ? toggle(children) : el("span", { class: "tree-leaf", "aria-hidden": "true" }),
    el("div", { class: "tree-line" }, lists.list(prefix, fork.line), same),
    el("span", { class: "tree-length" }, plies(prefix.length + fork.line.length)),
  );
  return el("li", {}, row, children);
}

function sameMoves(lists, moves, prefix) {
  const [before, after] = t("tree.same").split("{moves}");
  return el("div", { class: "tree-same" }, before, moves.map((move) => lists.single(prefix, move)), after);
}

function toggle(children) {
  const button = el("button", {
    type: "button",
    class: "tree-toggle",
    "aria-expanded": "false",
    "aria-label": t("tree.toggle"),
  });
  const set = (open) => {
    button.setAttribute("aria-expanded", String(open));
    children.hidden = !open;
  };
  set(false);
  button.addEventListener("click", () => set(button.getAttribute("aria-expanded") === "false"));
  button.addEventListener("fold", (event) => set(event.detail));
  return button;
}

/** Folds or unfolds everything inside an element. */
export function foldAll(root, open) {
  for (const button of root.querySelectorAll(".tree-toggle")) {
    button.dispatchEvent(new CustomEvent("fold", { detail: open }));
  }
}

const atMove = (n) => el("span", { class: "at" }, t("tree.after", { n }));

/**
 * Checks that fail, by the move they replace; a click on one shows what refutes it, unless all are `open`. `nameDrop` names
 * the forbidden drop at the end of a `pawn_drop_line`.
 */
export function tries(lists, list, line, show, { open = false, nameDrop = null } = {}) {
  const numbers = [...new Set(list.map((one) => one.after))].sort((a, b) => a - b);
  const groups = numbers.map((after) => {
    const here = list.filter((one) => one.after === after);
    const items = here.map((one) => tryItem(lists, one, line.slice(0, after), show, { open, nameDrop }));
    return el("li", {}, !open && atMove(after + 1), el("ul", { class: "try-group" }, items));
  });
  return el("ul", { class: "tries" }, groups);
}

function tryItem(lists, { move, refutation, pawn_drop_line: toDrop = [] }, prefix, show, { open, nameDrop }) {
  const path = [...prefix, move];
  const tried = lists.single(prefix, move);
  const answer = refutation
    ? lists.single(path, refutation)
    : el("span", { class: "refuted" }, t("tries.none-known"));
  const shown = el("span", { class: "refutation", hidden: !open }, el("span", { "aria-hidden": "true" }, "→"), answer);
  tried.classList.add("failed");
  tried.setAttribute("aria-expanded", String(open));
  tried.addEventListener("click", () => {
    shown.hidden = false;
    tried.setAttribute("aria-expanded", "true");
    if (refutation) show([...path, refutation, ...toDrop], path.length);
  });
  if (toDrop.length === 0) return el("li", {}, tried, shown);
  const rest = lists.listToForbidden([...path, refutation], toDrop, nameDrop(toDrop.at(-1)));
  return el("li", { class: "to-drop" }, tried, shown, rest, el("span", { class: "why" }, t("escapes.forbidden")));
}

/** Interpositions that only delay, each with the capture that shows it. */
export function futile(lists, list, line) {
  const groups = new Map();
  for (const one of list) {
    const key = `${one.after} ${one.capture} ${one.plies} ${one.class}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return el("ul", { class: "futile" }, [...groups.values()].map((group) => futileItem(lists, group, line)));
}

// Whatever is put in the way on one square, the same capture answers it.
function futileItem(lists, group, line) {
  const { after, reply, capture, plies: left, class: rule } = group[0];
  const prefix = line.slice(0, after);
  return el(
    "li",
    {},
    atMove(after + 1),
    group.map((one) => lists.single(prefix, one.reply)),
    el("span", { "aria-hidden": "true" }, "→"),
    lists.single([...prefix, reply], capture),
    el("span", { class: "why" }, left > 0 ? t("futile.why", { plies: left }) : t("futile.why.mate")),
    el("span", { class: "rule" }, t(`futile.class.${rule}`)),
  );
}
