// The parts of the page that need no screen: reading, writing and changing positions.

import assert from "node:assert/strict";
import { PROBLEMS, test } from "./harness.mjs";

test("positions, moves and attacks are those of the rules", {}, async (_screen, page) => {
  const sfens = [...Object.values(PROBLEMS), "OOOOOOO1k/OOOOOOO2/OOOOOOO+N1/9/9/9/9/9/9 w NL18p 1"];
  const found = await page.evaluate(async (list) => {
    const [{ readSfen, writeSfen }, { positionsAlong }, { attackedFrom }] = await Promise.all(
      ["sfen", "moves", "attacks"].map((name) => import(`./model/${name}.js`)),
    );
    const start = readSfen("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    const alone = (piece) => attackedFrom(readSfen(`9/9/9/9/4${piece}4/9/9/9/9 b - 1`).board, 40).length;
    const pieces = ["K", "G", "S", "N", "L", "P", "R", "B", "+R", "+B", "+P", "+L", "n"];
    return {
      back: list.map((sfen) => writeSfen(readSfen(sfen))),
      after: writeSfen(positionsAlong(start, ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]).at(-1)),
      attacks: Object.fromEntries(pieces.map((piece) => [piece, alone(piece)])),
    };
  }, sfens);
  assert.deepEqual(found.back, sfens, "written as read");
  assert.equal(found.after, "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 1");
  const attacks = { K: 8, G: 6, S: 5, N: 2, L: 4, P: 1, R: 16, B: 16, "+R": 20, "+B": 20, "+P": 6, "+L": 6, n: 2 };
  assert.deepEqual(found.attacks, attacks);
});
