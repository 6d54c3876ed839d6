// Why there is no mate: every check with the reply that escapes it (逃れ順), and the pawn that must not be dropped (打歩詰),
// at once or at the end of a line.

import { readSfen } from "../model/sfen.js";
import { japaneseSquare, squareNamed } from "../model/squares.js";
import { currentLanguage, t } from "../text/i18n.js";
import { el } from "../view/dom.js";
import { tries } from "./tree.js";

/** What to say of an answer "no mate": paragraphs, and the list of checks. */
export function escapes(lists, data, show) {
  const checks = data.tries ?? [];
  const byDrop = pawnDropWords(data);
  return [
    byDrop && el("p", { class: "pawn-drop" }, byDrop),
    el("p", { class: "section-hint" }, t(checks.length > 0 ? "escapes.hint" : "escapes.no-check")),
    checks.length > 0 && tries(lists, checks, [], show, { open: true, nameDrop: (move) => dropName(data.sfen, move) }),
  ];
}

function pawnDropWords({ sfen, pawn_drop_mate: move, only_by_pawn_drop: later }) {
  if (move) return t("escapes.pawn-drop", { move: dropName(sfen, move)[currentLanguage()] });
  return later ? t("escapes.pawn-drop.later") : null;
}

// The solver names only moves that may be played. It is always the attacker, who moves first, that drops the pawn.
function dropName(sfen, move) {
  const mark = readSfen(sfen).turn === "b" ? "▲" : "△";
  return { ja: `${mark}${japaneseSquare(squareNamed(move.slice(2)))}歩`, en: move };
}
