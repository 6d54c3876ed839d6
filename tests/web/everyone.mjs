// Keyboard only, small screens, two languages, dark and light.

import assert from "node:assert/strict";
import { PROBLEMS, test } from "./harness.mjs";

test("everything by keyboard alone", { sfen: PROBLEMS.empty }, async (screen, page) => {
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("Tab");
  assert.equal(await page.locator(":focus").textContent(), "Skip to the board");
  await press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), "5e");
  // From 5e four up: a king; two down a pawn; then silver, promoted, the other side's, away again.
  await press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "Shift+K", "ArrowDown", "ArrowDown", "p");
  assert.equal(await screen.notation(), "4k4/9/4P4/9/9/9/9/9/9 b - 1");
  await press("ArrowRight", "s", "+");
  assert.equal(await screen.label("4c"), "4c, Black promoted silver");
  await press("x");
  assert.equal(await screen.label("4c"), "4c, White promoted silver");
  await press("o");
  assert.equal(await screen.label("4c"), "4c, wall");
  await press("Delete");
  assert.equal(await screen.label("4c"), "4c, empty");
  await press("ArrowLeft", "Enter", "ArrowDown", "Enter");
  assert.equal(await screen.label("5d"), "5d, Black pawn", "picked up and put down");
  await press("Control+z");
  await screen.slot("b:G").focus();
  await press("+", "+", "-");
  assert.equal(await screen.notation(), PROBLEMS.gold);

  await press("Control+Enter");
  await screen.verdict().waitFor();
  assert.equal(await screen.verdict().textContent(), "Mate in 1");
  await press("ArrowRight");
  assert.equal(await screen.label("5b"), "5b, Black gold");

  await press("Alt+3");
  await page.locator("#play-start").focus();
  await press("Enter");
  await screen.until("the game", async () => /mate in 1/.test(await page.locator("#play-words").textContent()));
  await screen.slot("b:G").focus();
  await press("Enter");
  await screen.square("5b").focus();
  await press("Enter");
  await screen.until("mate", async () => /Mate!/.test(await page.locator("#play-words").textContent()));

  await press("?");
  assert.ok(await page.locator("#help").isVisible());
  await screen.isAccessible("help");
  await press("Escape");
  assert.equal(await page.locator("#help").isVisible(), false);
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("a phone", { sfen: PROBLEMS.cooked, ...PHONE }, async (screen, page) => {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok((await wide()) <= 390, "nothing sticks out");
  await screen.square("4a").tap();
  await screen.square("5b").tap();
  assert.equal(await screen.label("5b"), "5b, Black bishop");
  await page.waitForTimeout(400);
  await doubleTap(page, screen.square("5b"));
  assert.equal(await screen.label("5b"), "5b, Black horse", "a double tap promotes");
  await fingerDrag(page, screen.square("5b"), screen.square("7g"));
  assert.equal(await screen.label("7g"), "7g, Black horse", "dragged by finger");
  for (let i = 0; i < 3; i += 1) await page.locator("[data-tool=undo]").tap();
  assert.equal(await screen.notation(), PROBLEMS.cooked);
  await page.evaluate(() => scrollTo(0, 0));
  const button = await page.locator("#go").boundingBox();
  assert.ok(button.y + button.height <= 844, "one can solve without scrolling");
  await screen.isAccessible("phone");
  await screen.solve("solution");
  await page.getByRole("button", { name: "One move on" }).tap();
  assert.equal(await screen.label("2c"), "2c, Black silver");
  assert.ok((await wide()) <= 390, "nor does the answer");
  await screen.isAccessible("phone answer");
});

/** A finger, as the browser's own input sees it: lifted if it is nowhere. */
async function finger(page) {
  const client = await page.context().newCDPSession(page);
  return (type, box) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [],
    });
}

/** Two taps, sent at once: however busy the machine is, they come in quick succession. */
async function doubleTap(page, target) {
  const [touch, place] = await Promise.all([finger(page), target.boundingBox()]);
  const taps = ["touchStart", "touchEnd", "touchStart", "touchEnd"];
  await Promise.all(taps.map((type) => touch(type, type === "touchStart" ? place : null)));
}

async function fingerDrag(page, from, to) {
  const [touch, start, end] = await Promise.all([finger(page), from.boundingBox(), to.boundingBox()]);
  await touch("touchStart", start);
  await touch("touchMove", { ...start, y: start.y + 20 });
  await touch("touchMove", end);
  await touch("touchEnd", null);
}

test("Japanese for those who read it", { sfen: PROBLEMS.seven, locale: "ja-JP" }, async (screen, page) => {
  assert.equal(await page.getAttribute("html", "lang"), "ja");
  assert.equal(await page.locator("#go").textContent(), "解く");
  assert.equal(await screen.label("1a"), "１一 後手の玉");
  await screen.solve("solution");
  assert.equal(await screen.verdict().textContent(), "7手詰");
  assert.match(await page.locator("#answer .move").first().textContent(), /▲２三桂/);
  await screen.isAccessible("japanese");

  await page.locator("#language").selectOption("en");
  assert.equal(await screen.verdict().textContent(), "Mate in 7");
  assert.match(await page.locator("#answer .move").first().textContent(), /N\*2c/);
  await page.reload();
  assert.equal(await page.locator("#go").textContent(), "Solve", "the choice is remembered");
  assert.equal(await page.evaluate(async () => {
    const [{ en }, { ja }] = await Promise.all([import("./text/en.js"), import("./text/ja.js")]);
    return Object.keys(en).sort().join() === Object.keys(ja).sort().join();
  }), true, "both languages have the same words");
});

test("dark as the system, or as chosen", { sfen: PROBLEMS.cooked, colorScheme: "dark" }, async (screen, page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await screen.isAccessible("dark");
  await screen.solve("check");
  await screen.isAccessible("dark check");
  await page.locator("#pieces").selectOption("letters");
  assert.equal(await screen.square("4a").locator(".koma-glyph:visible").getAttribute("data-text"), "B");
  await page.locator("#theme").selectOption("light");
  const light = await paper();
  assert.notEqual(light, dark);
  await page.reload();
  assert.equal(await paper(), light, "the choice is remembered");
});

test("the collection opens a problem to try", {}, async (screen, page) => {
  await page.getByRole("button", { name: "Problems" }).click();
  const items = page.locator(".problem");
  await items.nth(3).waitFor();
  await screen.isAccessible("problems");
  await items.nth(3).click();
  assert.equal(await page.locator("#problems").isVisible(), false);
  assert.notEqual(await screen.notation(), PROBLEMS.gold);
});

test("a phone shows the verdict when it has solved", { sfen: PROBLEMS.seven, ...PHONE, locale: "ja-JP" }, async (screen, page) => {
  await screen.solve("solution");
  const inSight = async (selector) => {
    const { y, height } = await page.locator(selector).boundingBox();
    const desk = await page.locator("#desk").boundingBox();
    return y >= desk.y + desk.height && y + height <= 844;
  };
  await screen.until("the verdict is in sight", () => inSight("#verdict"));
  assert.ok(await inSight(".badges"));
  await screen.isAccessible("phone verdict");
  await screen.tab("解いてみる");
  const { y, height } = await page.locator("#board").boundingBox();
  assert.ok(y >= 0 && y + height <= 844, "one plays on the whole board");
});

test("errors in Japanese are Japanese", { locale: "ja-JP" }, async (screen, page) => {
  const field = page.locator("#notation");
  const trouble = page.locator("#notation-trouble");
  for (const text of [
    "hello", "https://example.com/", "手合割：平手\n1 ９九玉(59)\n", "4k4/9/4X4/9/9/9/9/9/9 b G 1", "▲５二金右",
    "sfen 4k4/9/9/9/9/9/9/9/9 b - 1 moves 1a1b", "sfen 4k4/9/9/9/9/9/9/9/9 b - 1 moves 7", "V2\nP1", "{\"moves\": 3}", "",
  ]) {
    await field.fill(text);
    await page.getByRole("button", { name: "反映" }).click();
    await screen.until(text, async () => (await trouble.textContent()) !== "");
    assert.doesNotMatch(await trouble.textContent(), /[a-z]{2}/, text);
    await field.fill(PROBLEMS.gold);
    await page.getByRole("button", { name: "反映" }).click();
    await screen.until("mended", async () => (await trouble.textContent()) === "");
  }
  const notice = page.locator("#notices");
  for (const [status, code] of [[429, "busy"], [422, "memory"], [422, "bad-request"], [422, "crashed"], [422, "faulty"]]) {
    await page.route("**/api/v1/solve", (route) =>
      route.fulfill({ status, json: { error: { code, message: "something in English" } } }));
    await page.locator("#go").click();
    await screen.until(code, async () => (await notice.textContent()) !== "");
    assert.doesNotMatch(await notice.textContent(), /[a-z]{2}/, code);
    await page.unroute("**/api/v1/solve");
  }
  await screen.isAccessible("japanese error");
});

test("pieces are outlines, thumbnails have hands, the words are a solver's", { locale: "ja-JP" }, async (screen, page) => {
  assert.equal(await page.locator("#board .koma text").count(), 0, "no font is needed");
  assert.equal(await screen.square("5a").locator(".koma-glyph:visible").getAttribute("data-text"), "玉");
  assert.equal(await page.locator("#tab-play").textContent(), "解いてみる");
  assert.equal(await page.locator("#bounds").isVisible(), false, "proof numbers are a detail");
  await page.getByRole("button", { name: "問題集" }).click();
  const first = page.locator(".problem").first();
  await first.waitFor();
  assert.equal(await first.locator(".thumbnail-hand .koma-glyph:visible").getAttribute("data-text"), "金");
  const { ja } = await page.evaluate(() => import("./text/ja.js").then(({ ja: words }) => ({ ja: words })));
  const told = Object.entries(ja).filter(([, words]) => /主張|対局/.test(words)).map(([key]) => key);
  assert.deepEqual(told, []);
});

const WALK = [["ja-JP", "light"], ["ja-JP", "dark"], ["en-US", "light"], ["en-US", "dark"]].flatMap(([locale, colorScheme]) =>
  [{}, PHONE].map((device) => ({ locale, colorScheme, ...device })));

for (const options of WALK) {
  const name = [options.locale.slice(0, 2), options.colorScheme, options.isMobile ? "phone" : "desktop"].join(" ");
  test(`every state is accessible: ${name}`, { sfen: PROBLEMS.cooked, ...options }, async (screen, page) => {
    const state = (what) => screen.isAccessible(`${name} ${what}`);
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    await page.locator("#stamp").click();
    await screen.slot("box:w:S").click();
    await state("position");
    await page.locator("#notation").fill("hello");
    await page.locator("#intake [type=submit]").click();
    await screen.until("a reason", async () => (await page.locator("#notation-trouble").textContent()) !== "");
    await state("trouble");
    await screen.solve("solution");
    await page.locator(".failed").first().click();
    await state("solution");
    await screen.solve("check");
    await state("check");
    await page.locator("#tab-play").click();
    await page.locator("#play-start").click();
    await screen.until("a game", async () => !(await page.locator("#play-hint").isDisabled()));
    await screen.slot("b:S").click();
    await state("play");
    for (const dialog of ["problems", "share", "help"]) {
      await page.locator(`[data-opens=${dialog}]`).click();
      await page.waitForTimeout(200);
      await state(dialog);
      await page.keyboard.press("Escape");
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "nothing sticks out");
  });
}
