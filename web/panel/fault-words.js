// The faults of a diagram in words.

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
