// The mates of a game, played and missed, as cards: a click plays one.

import { isPiece } from "../model/pieces.js";
import { readSfen } from "../model/sfen.js";
import { currentLanguage, plies, t } from "../text/i18n.js";
import { card } from "./workshop.js";

/** Is a record shown that can be looked through for mates: both kings on the board, and moves? */
export function isGame({ kind, data }) {
  return kind === "record" && data.line.length > 0 && kingsOf(data.sfen) === 2;
}

/** A whole game, which starts with every piece on the board or nearly so. */
export const isWholeGame = (sfen, moves) => moves.length > 0 && kingsOf(sfen) === 2 && piecesOf(sfen) >= WHOLE;

/** Handicaps leave out up to ten pieces; problems with both kings and so many pieces on the board are rare. */
const WHOLE = 30;

const board = (sfen) => readSfen(sfen).board;
const kingsOf = (sfen) => board(sfen).filter((cell) => /k/i.test(cell)).length;
const piecesOf = (sfen) => board(sfen).filter(isPiece).length;

export const mineFields = ({ data }) => ({ sfen: gameText(data) });
export const mineCommand = ({ data }) => `tsumugi mine - <<< 'sfen ${gameText(data)}'`;

const gameText = ({ sfen, line }) => `${sfen} moves ${line.join(" ")}`;

/** The first of each mate; `play(sfen)` plays it. `names` has the moves of the game in words, by language. */
export function mateCards(mates, names, play) {
  const first = mates.filter((mate) => !mate.follows);
  return first.map((mate) => card(mate.sfen, title(mate), notes(mate, names), () => play(mate.sfen)));
}

function title({ side, length, at_most }) {
  const mate = length == null ? t("verdict.mate.at-most", { length: at_most }) : t("verdict.mate", { length });
  return `${t(side === "black" ? "side.b" : "side.w")} ${mate}`;
}

function notes({ after, outcome, difficulty, problem }, names) {
  const played = names?.[currentLanguage()]?.[after];
  return [
    t("mine.move", { n: after + 1 }),
    t(`mine.${outcome}`, { move: played ?? "" }),
    difficulty != null && t("mine.difficulty", { n: difficulty }),
    problem && t(`verdict.${problem.soundness}`) + t("workshop.and") + plies(problem.length),
  ];
}

/** How it ended. */
export function mineWords({ mates, open, reason, positions }) {
  const found = mates.filter((mate) => !mate.follows).length;
  const words = [t(found === 1 ? "mine.found.one" : found === 0 ? "mine.none" : "mine.found", { found, positions })];
  if (open?.length > 0) words.push(t("mine.open", { count: open.length }));
  if (reason) words.push(t(`reason.${reason}`));
  return words.join(" · ");
}
