// What is made of problems and games: mended diagrams, mates of a game to play, themes as tags.

import assert from "node:assert/strict";
import { PROBLEMS, test } from "./harness.mjs";

/** Cooked at the first move; one piece more on the board is enough. */
const COOKED = "6B1b/8k/9/7+P1/9/9/9/9/9 b G 1";

/** A gold is left over. */
const SURPLUS = "4k4/9/4P4/9/9/9/9/9/9 b 2G 1";

/** The end of a game: Black has a mate in five and does not see it. */
const GAME = "sfen lnsg1+B1nl/1r7/1ppppp1pp/p5pk1/9/2P4P1/PP1PPPP1P/7R1/LNSGKGSNL b BGS 1 moves 4i5h";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const workshop = (page, name) => page.locator(`[data-workshop=${name}]`);

test("a cooked problem is mended, and a mended diagram put on the board", { sfen: COOKED }, async (screen, page) => {
  await screen.solve("check");
  assert.equal(await screen.verdict().textContent(), "Cooked");
  const mend = workshop(page, "mend");
  await mend.getByRole("button", { name: "Mend" }).click();
  await mend.locator(".problem").first().waitFor();
  await screen.until("it is over", async () => /sound diagrams among \d+/.test(await mend.locator("[role=status]").allTextContents()));
  const first = mend.locator(".problem").first();
  assert.match(await first.textContent(), /^[^]*add a defender's silver on 3c3 plies/);
  assert.ok((await mend.locator(".problem").count()) >= 2);
  await screen.isAccessible("mended");
  await page.locator("#language").selectOption("ja");
  assert.match(await first.textContent(), /３三に玉方銀を追加3手/, "what was found stays, in the other language");
  await page.locator("#language").selectOption("en");
  await first.click();
  await screen.until("it is on the board", async () => (await screen.label("3c")) === "3c, White silver");
  await screen.solve("check");
  assert.equal(await screen.verdict().textContent(), "Sound");
  assert.equal(await workshop(page, "mend").count(), 0, "there is nothing to mend");
});

test("mending can be stopped", { sfen: PROBLEMS.cooked }, async (screen, page) => {
  await screen.solve("check");
  const mend = workshop(page, "mend");
  await mend.locator(".begin").click();
  await mend.locator(".stop-here").click();
  await screen.until("it has ended", async () => (await mend.locator(".begin").count()) === 1);
  assert.match(await mend.locator("[role=status]").textContent(), /diagrams|diagram among/);
});

test("a game that is pasted offers its mates as cards to play", {}, async (screen, page) => {
  await screen.paste(GAME);
  await page.locator(".notice", { hasText: "A game of 1 moves" }).getByRole("button", { name: "Find the mates" }).click();
  const mine = workshop(page, "mine");
  await mine.locator(".problem").first().waitFor({ timeout: 60_000 });
  const card = mine.locator(".problem").first();
  const words = await card.textContent();
  assert.match(words, /Black Mate in 5before move 1missed: .* was playeddifficulty \d+/);
  await screen.isAccessible("mates of a game");
  await page.locator("#language").selectOption("ja");
  assert.match(await card.textContent(), /先手 5手詰1手目の局面見逃し：実戦は▲５八金右難度\d+/);
  await page.locator("#language").selectOption("en");
  await card.click();
  await screen.until("it can be played", async () => /mate in 5/.test(await page.locator("#play-words").textContent()));
  assert.equal(await screen.label("2d"), "2d, White king");
});

test("a game on a phone", PHONE, async (screen, page) => {
  await screen.paste(GAME);
  await page.locator(".notice button.small").tap();
  const mine = workshop(page, "mine");
  await mine.locator(".problem").first().waitFor({ timeout: 60_000 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, "nothing sticks out");
  await screen.shot("mates on a phone");
});

test("a problem with its solution is no game", { sfen: PROBLEMS.gold }, async (screen, page) => {
  await screen.paste("sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b");
  await screen.until("the notice", async () => /1 moves? came/.test(await page.locator("#notices").textContent()));
  await screen.tab("Answer");
  assert.equal(await workshop(page, "mine").count(), 0);
});

test("where the program has to be asked the page says how", { sfen: SURPLUS }, async (screen, page) => {
  await screen.solve("check");
  const refusal = { error: { code: "not-here", message: "ask the program", message_ja: "プログラムへ" } };
  await page.route("**/api/v1/mend", (route) => route.fulfill({ status: 422, json: refusal }));
  const mend = workshop(page, "mend");
  await mend.locator(".begin").click();
  await mend.locator(".not-here").waitFor();
  assert.equal(await mend.locator(".command").textContent(), `tsumugi mend '${SURPLUS}'`);
  assert.equal(await page.locator(".notice.bad").count(), 0, "that is no fault");
  await screen.isAccessible("mend is not here");
  await page.unroute("**/api/v1/mend");
});

test("themes are tags that say what they mean", { sfen: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" }, async (screen, page) => {
  await screen.solve("solution");
  const tag = page.locator(".themes .theme");
  assert.deepEqual(await tag.allTextContents(), ["two kings"]);
  assert.equal(await tag.getAttribute("title"), "both kings stand on the board");
  await tag.click();
  assert.match(await page.locator("#notices").textContent(), /two kings: both kings stand on the board/);
  await screen.isAccessible("themes");
  await page.locator("#language").selectOption("ja");
  assert.deepEqual(await tag.allTextContents(), ["双玉"]);
  assert.equal(await tag.getAttribute("title"), "双方の玉が盤上にある");
  await screen.solve("check");
  assert.deepEqual(await tag.allTextContents(), ["双玉"], "a check has them too");
});

test("the page has words for every theme", {}, async (screen, page) => {
  const missing = await page.evaluate(async () => {
    const [{ en }, { ja }] = await Promise.all([import("./text/en.js"), import("./text/ja.js")]);
    const ids = Object.keys(en).filter((key) => /^theme\.[a-z-]+$/.test(key)).map((key) => key.slice(6));
    const two = ["auto", "light", "dark"];
    const themes = ids.filter((id) => !two.includes(id));
    return { count: themes.length, missing: themes.filter((id) => !en[`theme.${id}.why`] || !ja[`theme.${id}.why`]) };
  });
  assert.deepEqual(missing, { count: 15, missing: [] });
});
