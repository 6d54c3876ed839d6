// Keyboard only, small screens, two languages, dark and light.

import assert from "node:assert/strict";
import { PROBLEMS, addressOf, test } from "./harness.mjs";

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
  await screen.shot("help");
  await press("Escape");
  assert.equal(await page.locator("#help").isVisible(), false);
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("a phone", { sfen: PROBLEMS.silvers, ...PHONE }, async (screen, page) => {
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
  const undo = page.locator("[data-tool=undo]");
  const { y, height } = await undo.boundingBox();
  assert.ok(y > 0 && y + height <= 844, "what went wrong is undone beside the board");
  for (let i = 0; i < 3; i += 1) await undo.tap();
  assert.equal(await screen.notation(), PROBLEMS.silvers);
  await page.evaluate(() => scrollTo(0, 0));
  const button = await page.locator("#go").boundingBox();
  assert.ok(button.y + button.height <= 844, "one can solve without scrolling");
  await screen.shot("phone");
  await screen.solve("solution");
  await page.getByRole("button", { name: "One move on" }).tap();
  assert.equal(await screen.label("2c"), "2c, Black silver");
  assert.ok((await wide()) <= 390, "nor does the answer");
  await screen.shot("phone answer");
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
  await screen.shot("japanese");

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

test("dark as the system, or as chosen", { sfen: PROBLEMS.silvers, colorScheme: "dark" }, async (screen, page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await screen.shot("dark");
  await screen.solve("check");
  await screen.shot("dark check");
  await page.locator("#theme").selectOption("light");
  const light = await paper();
  assert.notEqual(light, dark);
  await page.reload();
  assert.equal(await paper(), light, "the choice is remembered");
});

test("there are several sets of pieces", { sfen: "3+Bk4/9/9/9/9/9/9/9/9 b G 1" }, async (screen, page) => {
  const on = (place) => place.locator(".koma-glyph").getAttribute("data-text");
  const seen = async () => [await on(screen.square("6a")), await on(screen.square("5a")), await on(screen.slot("b:G"))];
  assert.deepEqual(await seen(), ["馬", "玉", "金"]);
  for (const [set, ...texts] of [["pair", "龍馬", "玉将", "金将"], ["letters", "+B", "K", "G"], ["guide", "+B", "K", "G"]]) {
    await page.locator("#pieces").selectOption(set);
    assert.deepEqual(await seen(), texts, set);
    await screen.shot(`pieces ${set}`);
  }
  assert.equal(await screen.square("6a").locator(".slide-mark").count(), 4, "a horse goes far in four directions");
  assert.equal(await screen.square("6a").locator("circle:not(.dot)").count(), 4, "and one step in four");
  await page.locator("#pieces").selectOption("pair");
  await page.reload();
  assert.equal(await on(screen.square("5a")), "玉将", "the choice is remembered");
  await page.getByRole("button", { name: "Problems" }).click();
  await page.locator(".problem").first().waitFor();
  assert.equal(await page.locator(".problem .koma-glyph").first().getAttribute("data-text"), "玉", "small ones have one character");
});

test("the collection opens a problem to try", {}, async (screen, page) => {
  await page.getByRole("button", { name: "Problems" }).click();
  const items = page.locator(".problem");
  await items.nth(3).waitFor();
  await screen.shot("problems");
  await items.nth(3).click();
  assert.equal(await page.locator("#problems").isVisible(), false);
  assert.notEqual(await screen.notation(), PROBLEMS.gold);
});

test("both classic books are in the collection, and words find a problem of them", {}, async (screen, page) => {
  await page.getByRole("button", { name: "Problems" }).click();
  const names = page.locator(".problem:visible .problem-name");
  await page.locator(".problem").nth(220).waitFor({ state: "attached" });
  const search = page.locator("#problem-search");
  await search.fill("zuko 100");
  assert.deepEqual(await names.allTextContents(), ["Shogi Zuko 100"]);
  assert.equal(await page.locator("#problem-count").textContent(), "1 of 221");
  assert.match(await page.locator(".problem:visible .problem-notes").textContent(), /611 plies/);
  await search.fill("煙詰");
  assert.deepEqual(await names.allTextContents(), ["Shogi Zuko 99"], "in either language");
  await search.fill("無双　第６番 異本");
  assert.deepEqual(await names.allTextContents(), ["Shogi Muso 6, other diagram"], "full-width characters too");
  await screen.isAccessible("search");
  await screen.shot("search");
  await search.fill("no such thing");
  assert.deepEqual(await names.allTextContents(), []);
  await search.fill("zuko 99");
  await page.locator(".problem:visible").first().click();
  await screen.until("it is set up", async () => (await screen.notation()).includes("/"));
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
  await screen.shot("phone verdict");
  await screen.tab("解いてみる");
  const { y, height } = await page.locator("#board").boundingBox();
  assert.ok(y >= 0 && y + height <= 844, "one plays on the whole board");
});

test("a phone shows a mate at once, and the search for a shorter one can be stopped there", { sfen: PROBLEMS.bareKing, ...PHONE, locale: "ja-JP" }, async (screen, page) => {
  await page.locator("#go").tap();
  await page.locator(".improving").waitFor();
  assert.match(await screen.verdict().textContent(), /^\d+手以内で詰み$/);
  assert.equal(await page.locator("#answer h3").first().textContent(), "見つかった詰手順");
  await screen.isAccessible("phone improving");
  const stop = page.locator(".stop-here");
  const { y, height } = await stop.boundingBox();
  assert.ok(y > 0 && y + height <= 844, "the button is in sight");
  await stop.tap();
  await page.locator("#work:not(.running)").waitFor();
  await screen.until("it has ended", async () => (await page.locator(".improving").count()) === 0);
  assert.match(await screen.verdict().textContent(), /^\d+手(以内で詰み|詰)$/, "what was found stays");
});

/** What a message in Japanese may quote: the text itself, the names of an address's fields, the letters of pieces. */
const QUOTED = /「[^」]*」|\b(sfen|position|body|usen|initpos|plnsgbrk)\b/g;

test("errors in Japanese are Japanese", { locale: "ja-JP" }, async (screen, page) => {
  const field = page.locator("#notation");
  const trouble = page.locator("#notation-trouble");
  for (const text of [
    "hello", "https://example.com/", "手合割：平手\n1 ９九玉(59)\n", "4k4/9/4X4/9/9/9/9/9/9 b G 1", "▲５二金右",
    "piyoshogi://?url=https://example.com/a.kif", "https://www.kento-shogi.com/?moves=7f7e", "http://a.example/#sfen=nonsense",
    "sfen 4k4/9/9/9/9/9/9/9/9 b - 1 moves 1a1b", "sfen 4k4/9/9/9/9/9/9/9/9 b - 1 moves 7", "V2\nP1", "{\"moves\": 3}",
  ]) {
    await screen.paste(text);
    await screen.until(text, async () => (await trouble.textContent()) !== "");
    assert.doesNotMatch((await trouble.textContent()).replace(QUOTED, ""), /[a-z]{2}/, text);
    await trouble.evaluate((element) => (element.textContent = ""));
  }
  await field.fill("");
  await page.getByRole("button", { name: "反映" }).click();
  await screen.until("nothing", async () => (await trouble.textContent()) === "何も書かれていません。");
  const notice = page.locator("#notices");
  const words = { message: "something in English", message_ja: "駒が足りません" };
  for (const [status, code] of [[429, "busy"], [422, "memory"], [422, "bad-request"], [422, "crashed"], [422, "faulty"]]) {
    await page.route("**/api/v1/solve", (route) => route.fulfill({ status, json: { error: { code, ...words } } }));
    await page.locator("#go").click();
    await screen.until(code, async () => /駒が足りません/.test(await notice.textContent()));
    assert.doesNotMatch(await notice.textContent(), /[a-z]{2}/, code);
    await page.unroute("**/api/v1/solve");
  }
  await screen.isAccessible("japanese error");
});

test("pieces are outlines, thumbnails have hands, the words are a solver's", { locale: "ja-JP" }, async (screen, page) => {
  assert.equal(await page.locator("#board .koma text").count(), 0, "no font is needed");
  assert.equal(await screen.square("5a").locator(".koma-glyph:visible").getAttribute("data-text"), "玉");
  const different = await page.evaluate(async () => {
    const [{ KANJI }, { Api }] = await Promise.all([import("./view/glyphs.js"), import("./api.js")]);
    const picture = await new Api().picture("+r+b+s+n+l+pkgs/rbnlp4/9/9/9/9/9/9/9 b - 1");
    return [..."玉飛角金銀桂香歩龍馬全圭杏と"].filter((c) => !picture.includes(KANJI[c]));
  });
  assert.deepEqual(different, [], "pictures have the same outlines");
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

/** Both languages, both kinds of brightness and both devices; with TSUMUGI_FULL every two of them come together somewhere. */
const WALK = [
  { locale: "ja-JP", colorScheme: "light", ...PHONE },
  { locale: "en-US", colorScheme: "dark" },
];
if (!["", "0", undefined].includes(process.env.TSUMUGI_FULL)) {
  WALK.push({ locale: "ja-JP", colorScheme: "dark" }, { locale: "en-US", colorScheme: "light" });
  WALK.push({ locale: "en-US", colorScheme: "dark", ...PHONE });
}

/** What a dialog has when it is filled. */
const READY = { problems: ".problem", share: "#share-site option[value=kento]:not([disabled])", help: "#help[open]" };

for (const options of WALK) {
  const name = [options.locale.slice(0, 2), options.colorScheme, options.isMobile ? "phone" : "desktop"].join(" ");
  test(`every state is accessible: ${name}`, { sfen: PROBLEMS.silvers, ...options }, async (screen, page) => {
    const state = (what) => screen.isAccessible(`${name} ${what}`);
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    await page.locator("#stamp").click();
    await screen.slot("box:w:S").click();
    await screen.shot(`${name} position`);
    await page.locator("#notation").fill("hello");
    await page.locator("#intake [type=submit]").click();
    await screen.until("a reason", async () => (await page.locator("#notation-trouble").textContent()) !== "");
    await state("position and trouble");
    await screen.solve("solution");
    await page.locator(".failed").first().click();
    await state("solution");
    await screen.solve("check");
    await state("check");
    await page.goto("about:blank");
    await page.goto(addressOf(PROBLEMS.pawnDrop));
    await screen.solve("solution");
    await state("no mate");
    await page.goto("about:blank");
    await page.goto(addressOf(PROBLEMS.silvers));
    await page.locator("#tab-play").click();
    await page.locator("#play-start").click();
    await screen.until("a game", async () => !(await page.locator("#play-hint").isDisabled()));
    await screen.slot("b:S").click();
    await state("play");
    for (const dialog of ["problems", "share", "help"]) {
      await page.locator(`[data-opens=${dialog}]`).click();
      await page.locator(READY[dialog]).first().waitFor({ state: "attached" });
      await state(dialog);
      await page.keyboard.press("Escape");
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "nothing sticks out");
  });
}
