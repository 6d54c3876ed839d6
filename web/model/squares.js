// Squares are numbered as SFEN reads them: 0 is 9a (９一), 8 is 1a, 80 is 1i. Their names are those of USI.

const FULL_WIDTH = "１２３４５６７８９";
const KANJI = "一二三四五六七八九";

export const fileOf = (square) => 9 - (square % 9);
export const rankOf = (square) => Math.floor(square / 9) + 1;
export const squareAt = (file, rank) => (rank - 1) * 9 + (9 - file);
export const squareName = (square) => `${fileOf(square)}${"abcdefghi"[rankOf(square) - 1]}`;
export const japaneseSquare = (square) => FULL_WIDTH[fileOf(square) - 1] + KANJI[rankOf(square) - 1];
export const kanjiNumber = (n) => KANJI[n - 1];

/** The square called "5b", or null. */
export function squareNamed(name) {
  const found = /^([1-9])([a-i])$/.exec(name);
  return found ? squareAt(Number(found[1]), "abcdefghi".indexOf(found[2]) + 1) : null;
}
