// Why a text could not be read. The solver says it in English; the reasons that people meet are known here by how they
// begin, so that they can be told in either language.

import { t } from "./i18n.js";

const REASONS = [
  [/^not recognised/, "why.format"],
  [/board in the address|^expected https|Base64/, "why.address"],
  [/^the board has|^the rank|board of nine rows|line of a diagram/, "why.board"],
  [/is no piece|must stand before/, "why.piece"],
  [/^the side to move (is missing|must be)/, "why.turn"],
  [/hands? (are|is) missing|in hand \(|count in hand|twice in hand|count from 1 to 99|line for each hand/, "why.hand"],
  [/stands on|is not free|cannot promote|can go to|cannot be dropped|in hand to|a move of|move must change/, "why.move"],
  [/^the move ends|^a file must|^a rank must|^a drop names|text after the move$|square of departure/, "why.move-text"],
  [/move number|move from 1 to/, "why.number"],
  [/nothing to read|is empty/, "why.empty"],
  [/neither UTF-8/, "why.encoding"],
];

/** The reason that an error of the solver's readers gives, in the person's language. */
export function reasonWords(message) {
  const key = REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? "why.other";
  return t(key, { message });
}
