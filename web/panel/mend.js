// "Mend" beside a verdict that is not good: small changes after which the solution is the only one, as diagrams to open.

import { plies, t } from "../text/i18n.js";
import { card, inLanguage } from "./workshop.js";

/** Verdicts of a check that call for it. */
const SPOILT = new Set(["cooked", "flawed", "nomate"]);

export const canMend = ({ kind, data, improving }) => kind === "check" && !improving && SPOILT.has(data.verdict);

/** So many diagrams are enough to choose from. */
const LIMIT = 8;

/** What to ask: the problem as it was checked, with the line its author gives. */
export const mendFields = ({ fields }) => ({ ...fields, limit: LIMIT });

/** The same for the program; the moves of a record are told as USI writes them. */
export function mendCommand({ asked, data }) {
  const line = data.given === "nothing" || !data.line?.length ? "" : ` moves ${data.line.join(" ")}`;
  return `tsumugi mend '${line ? "sfen " : ""}${asked}${line}'`;
}

/** The diagrams found; `open(sfen, moves)` puts one on the board. */
export function mendCards(mended, open) {
  return mended.map((one) => {
    const changes = one.changes.map(inLanguage).join(t("workshop.and"));
    const left = one.left.length > 0 && t(one.left.length === 1 ? "mend.left.one" : "mend.left", { count: one.left.length });
    return card(one.sfen, changes, [plies(one.length), left], () => open(one.sfen, one.line));
  });
}

/** How it ended. */
export function mendWords({ mended, complete, reason, tried }) {
  const found = mended.length;
  const diagrams = tried?.diagrams ?? 0;
  if (found > 0) return t(found === 1 ? "mend.found.one" : "mend.found", { found, diagrams });
  if (complete) return t("mend.none", { diagrams });
  return t("mend.open", { diagrams, why: reason ? t(`reason.${reason}`) : "" });
}
