// The faults of a diagram in words.

import { faultsOf } from "../model/faults.js";
import { readSfen } from "../model/sfen.js";
import { t } from "../text/i18n.js";
import { squareWords } from "../view/board.js";

export function faultWords(fault) {
  return t(`fault.${fault.code}`, {
    ...fault,
    side: fault.side ? t(`side.${fault.side}`) : "",
    kind: fault.kind ? t(`kind.${fault.kind}`) : "",
    square: fault.squares.map(squareWords).join(", "),
  });
}

/** Why a position was refused, in the person's language: the solver says it in English. */
export const refusalWords = (sfen) =>
  t("error.faulty", { why: faultsOf(readSfen(sfen)).map(faultWords).join(" · ") || t("fault.other") });
