// What the checks of a position come to: which mate, which fail and why; and the variations of a record.

import assert from "node:assert/strict";
import { PROBLEMS, test } from "./harness.mjs";

test("a check that fails by the forbidden pawn drop shows the way to it", { sfen: "8k/9/9/7L1/9/9/9/9/9 b SP 1" }, async (screen, page) => {
  await screen.solve("solution");
  assert.equal(await screen.verdict().textContent(), "No mate");
  assert.match(await page.locator(".pawn-drop").textContent(), /^There would be a mate if a pawn might be dropped/);
  const silver = page.locator(".to-drop", { hasText: "S*2b" });
  assert.match(await silver.textContent(), /K-1b.*P\*1c.*forbidden pawn drop/);
  await silver.locator(".failed").click();
  assert.equal(await page.locator("#step-words").textContent(), "1 of 3", "the whole line can be walked");
  await page.keyboard.press("End");
  assert.equal(await screen.label("1c"), "1c, Black pawn");
  await page.locator("#language").selectOption("ja");
  assert.match(await page.locator(".pawn-drop").textContent(), /^打歩詰が禁じ手でなければ詰む局面です。/);
  assert.match(await page.locator(".to-drop", { hasText: "▲２二銀" }).textContent(), /△１二玉.*▲１三歩.*打歩詰の禁手/);
  await screen.isAccessible("pawn drop");
});

test("every check with what it comes to", { sfen: PROBLEMS.silvers }, async (screen, page) => {
  await screen.solve("solution");
  const details = page.locator(".every-check");
  assert.equal(await details.locator(".move").count(), 0, "nothing is asked before it is opened");
  const asked = page.waitForRequest("**/api/v1/solve");
  await details.locator("summary").click();
  assert.equal((await asked).postDataJSON().multipv, 593);
  await details.locator("h4").first().waitFor();
  assert.deepEqual(await details.locator("h4").allTextContents(), ["Checks that mate: 1", "Checks that do not mate: 5"]);
  assert.equal(await details.locator(".outcome").textContent(), "mate in 7");
  await screen.until("names", async () => (await details.locator(".tree .move-name").first().textContent()) === "S*2c");
  await details.locator(".tree .move").nth(6).click();
  assert.equal(await page.locator("#step-words").textContent(), "7 of 7");
  await details.locator(".refutation .move").first().click();
  assert.equal(await page.locator("#step-words").textContent(), "2 of 2");
  assert.equal(await screen.verdict().textContent(), "Mate in 7", "the answer stays");

  await page.locator("#language").selectOption("ja");
  assert.equal(await details.locator("summary").textContent(), "すべての王手");
  assert.equal(await details.locator(".outcome").textContent(), "7手詰", "what was found stays");
  await screen.isAccessible("every check");
});

const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true, locale: "ja-JP" };

test("every check on a phone, stopped", { sfen: PROBLEMS.bareKing, ...PHONE }, async (screen, page) => {
  await screen.solve("mate");
  await page.locator(".every-check summary").click();
  await page.locator(".every-check .stop-here").click();
  await page.locator(".every-body > :is(h4, .calm:not([role]))").first().waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 375, `nothing sticks out: ${width}`);
  await screen.isAccessible("every check on a phone");
});

test("no mate, asked as plainly as can be, has its checks too", { sfen: "4k4/9/9/9/9/9/9/9/9 b G 1" }, async (screen, page) => {
  await screen.solve("mate");
  assert.equal(await screen.verdict().textContent(), "No mate");
  assert.doesNotMatch(await page.locator("#answer").textContent(), /no check to give/);
  await page.locator(".every-check summary").click();
  await page.locator(".every-check h4").waitFor();
  assert.match(await page.locator(".every-check h4").textContent(), /^Checks that do not mate: \d+$/);
});

test("a check says what the variations of a record are worth", { sfen: PROBLEMS.empty }, async (screen, page) => {
  const rows = ["・ ・ ・ ・ ・ 角 ・ ・ ・", "・ ・ ・ ・ ・ ・ ・v玉 ・", "・ ・ ・ ・ ・ ・v桂 ・ ・"];
  const board = "一二三四五六七八九".split("").map((rank, i) => `|${rows[i]?.replace(/^/, " ") ?? " ・".repeat(9)}|${rank}\n`).join("");
  const moves = ["２三銀打", "１三玉(22)", "１四銀成(23)", "１二玉(13)", "２三成銀(14)", "１一玉(12)", "１二銀打"];
  const kif = `手合割：詰将棋\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n${board}` +
    "+---------------------------+\n先手の持駒：銀二\n手数----指手---------消費時間--\n" +
    moves.map((move, i) => `${i + 1} ${move}\n`).join("") +
    "\n変化：2手\n2 １一玉(22)\n3 １二銀打\n\n変化：1手\n1 １一銀打\n";
  await page.locator("#notation").fill(kif);
  await page.getByRole("button", { name: "Set up" }).click();
  await screen.until("it is set up", async () => (await screen.label("4a")) === "4a, Black bishop");
  await screen.solve("check");
  const items = page.locator(".recorded > li");
  assert.deepEqual(await items.locator("strong").allTextContents(), ["as recorded", "a try that does not mate"]);
  await items.first().locator(".move").last().click();
  assert.equal(await page.locator("#step-words").textContent(), "3 of 3");
  await page.locator("#language").selectOption("ja");
  assert.deepEqual(await items.locator("strong").allTextContents(), ["記載どおり", "紛れ、不詰"]);
});

test("a check whose length is open says how many plies suffice", { sfen: PROBLEMS.gold }, async (screen, page) => {
  await page.evaluate(() => {
    const real = EventTarget.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (name, hear) {
      const open = (event) => {
        const news = JSON.parse(event.data);
        Object.assign(news.answer, { length: null, strict_length: null, at_most: 3, reason: "time", verdict: "unsettled" });
        hear({ data: JSON.stringify(news) });
      };
      real.call(this, name, name === "done" ? open : hear);
    };
  });
  await screen.solve("check");
  assert.match(await page.locator(".badges").textContent(), /Mate in at most 3/);
  await page.locator("#language").selectOption("ja");
  assert.match(await page.locator(".badges").textContent(), /3手以内で詰み/);
});
