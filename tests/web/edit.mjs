// Setting up a position.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PROBLEMS, addressOf, test } from "./harness.mjs";

const EMPTY_ROW = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
const DIAGRAM = [
  "後手の持駒：なし",
  "  ９ ８ ７ ６ ５ ４ ３ ２ １",
  "+---------------------------+",
  "| ・ ・ ・ ・ ・ ・ ・v玉 ・|一",
  `${EMPTY_ROW}二`,
  "| ・ ・ ・ ・ ・ ・ ・ 歩 ・|三",
  ...[..."四五六七八九"].map((rank) => EMPTY_ROW + rank),
  "+---------------------------+",
  "先手の持駒：金",
  "",
].join("\n");

test("pieces are moved, placed and removed by mouse", {}, async (screen, page) => {
  await screen.drag(screen.square("5c"), screen.square("5d"));
  assert.equal(await screen.label("5d"), "5d, Black pawn");
  assert.equal(await screen.label("5c"), "5c, empty");

  await screen.square("5d").click();
  await screen.square("5c").click();
  assert.equal(await screen.label("5c"), "5c, Black pawn", "click, click");

  await screen.drag(screen.slot("box:w:S"), screen.square("4b"));
  assert.equal(await screen.label("4b"), "4b, White silver");
  await screen.drag(screen.slot("b:G"), screen.square("6b"));
  assert.equal(await screen.label("6b"), "6b, Black gold");
  await screen.drag(screen.square("6b"), screen.slot("b:G"));
  assert.match(await screen.slot("b:G").getAttribute("aria-label"), /gold, 1/);

  await screen.drag(screen.square("4b"), page.locator("header h1"));
  assert.equal(await screen.label("4b"), "4b, empty", "off the board is into the box");
  assert.match(await screen.notation(), /^4k4\/9\/4P4\/9\/9\/9\/9\/9\/9 b G 1$/);
});

test("a right click promotes, then changes sides", {}, async (screen) => {
  const seen = [];
  for (let i = 0; i < 4; i += 1) {
    await screen.square("5c").click({ button: "right" });
    seen.push(await screen.label("5c"));
  }
  assert.deepEqual(seen, ["5c, Black tokin", "5c, White pawn", "5c, White tokin", "5c, Black pawn"]);
  await screen.slot("b:G").click({ button: "right" });
  assert.match(await screen.slot("w:G").getAttribute("aria-label"), /gold, 1/);
});

test("tools change the whole board, and all can be undone", { sfen: PROBLEMS.seven }, async (screen, page) => {
  const start = await screen.notation();
  const results = {
    mirror: "k8/9/9/P1L6/9/9/9/9/9 b GNP 1",
    flip: "9/9/9/9/9/p1l6/9/9/K8 w gnp 1",
    rest: "8k/9/9/6L1P/9/9/9/9/9 b GNP2r2b3g4s3n3l16p 1",
    "shift-left": "7k1/9/9/5L1P1/9/9/9/9/9 b GNP 1",
    "shift-down": "9/8k/9/9/6L1P/9/9/9/9 b GNP 1",
    turn: "8k/9/9/6L1P/9/9/9/9/9 w GNP 1",
    clear: PROBLEMS.empty,
  };
  for (const [tool, expected] of Object.entries(results)) {
    await page.locator(`[data-tool=${tool}]`).click();
    assert.equal(await screen.notation(), expected, tool);
    await page.keyboard.press("Control+z");
    assert.equal(await screen.notation(), start, `${tool} undone`);
  }
  await page.keyboard.press("Control+y");
  assert.equal(await screen.notation(), PROBLEMS.empty, "redone");
  await page.locator("[data-tool=undo]").click();
  await page.locator("[data-tool=rest]").click();
  await screen.drag(screen.slot("box:b:R"), screen.square("9i"));
  assert.equal(await screen.notation(), "8k/9/9/6L1P/9/9/9/9/R8 b GNPr2b3g4s3n3l16p 1", "the defender gives it");
  for (let i = 0; i < 2; i += 1) await page.locator("[data-tool=undo]").click();
  await page.locator("[data-tool=shift-right]").click();
  assert.match(await page.locator("#notices").textContent(), /fall off/);
  assert.equal(await screen.notation(), start);
});

test("faults are told while editing", { sfen: "P3k4/9/4P4/4P4/4L4/9/9/9/4R4 b - 1" }, async (screen, page) => {
  const faults = page.locator("#faults");
  assert.match(await faults.textContent(), /Two pawns on one file.*file 5/);
  assert.match(await faults.textContent(), /pawn that can never move: 9a/);
  assert.equal(await page.locator("#board .fault").count(), 3, "marked on the board");
  await screen.isAccessible("faults");

  await screen.drag(screen.square("5c"), screen.slot("b:P"));
  await screen.drag(screen.square("5d"), screen.slot("b:P"));
  assert.match(await faults.textContent(), /in check already/);
  await screen.drag(screen.square("5a"), screen.slot("box:w:K"));
  assert.match(await faults.textContent(), /no king/);
  await page.locator("[data-tool=clear]").click();
  assert.match(await faults.textContent(), /empty/);
});

test("any notation can be pasted, and what cannot be read is kept with a reason", {}, async (screen, page) => {
  const field = page.locator("#notation");
  const trouble = page.locator("#notation-trouble");
  const apply = page.getByRole("button", { name: "Set up" });

  for (const [text, reason] of [
    ["4k4/9/4X4/9/9/9/9/9/9 b G 1", /column 8.*no such piece/],
    ["手合割：平手\n1 ９九玉(59)\n", /could not be read/],
    ["hello", /could not be read/],
    ["   ", /nothing to read/],
  ]) {
    await field.fill(text);
    await apply.click();
    await screen.until(`reason for ${text}`, async () => reason.test(await trouble.textContent()));
    assert.equal(await field.inputValue(), text, "what was written is still there");
    assert.equal(await screen.label("5a"), "5a, White king", "the board is untouched");
  }
  await screen.shot("bad input");

  await field.fill(DIAGRAM);
  await apply.click();
  await screen.until("the diagram is set up", async () => (await screen.label("2a")) === "2a, White king");
  assert.equal(await trouble.textContent(), "");
});

test("files are dropped on the page, in Shift_JIS too", {}, async (screen, page) => {
  const drop = (name, content) =>
    page.evaluate(
      ([fileName, data]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(data)], fileName));
        const event = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      },
      [name, content],
    );
  await drop("problem.sfen", [...Buffer.from(PROBLEMS.silvers)]);
  await screen.until("the file is open", async () => (await screen.label("4a")) === "4a, Black bishop");
  const shiftJis = readFileSync(new URL("even.kif", import.meta.url));
  await drop("even.kif", [...shiftJis]);
  await screen.until("the old file is open", async () => (await screen.label("5i")) === "5i, Black king");
});

test("pasting anywhere sets up a position", {}, async (screen) => {
  await screen.square("5e").focus();
  await screen.paste(`position sfen ${PROBLEMS.silvers} moves S*2c`);
  await screen.until("it is there", async () => (await screen.label("4a")) === "4a, Black bishop");
});

test("a reload keeps the position, and so does the address alone", {}, async (screen, page) => {
  await screen.drag(screen.slot("box:b:R"), screen.square("9i"));
  const sfen = await screen.notation();
  await page.reload();
  assert.equal(await screen.notation(), sfen, "after a reload");
  await page.goto("about:blank");
  await page.goto(addressOf(PROBLEMS.empty).replace(/#.*/, ""));
  assert.equal(await screen.notation(), sfen, "from the browser's memory");
  await page.goto(addressOf(PROBLEMS.silvers));
  assert.equal(await screen.notation(), PROBLEMS.silvers, "an address wins over the memory");
});

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

test("a shared address restores it for somebody else", { sfen: PROBLEMS.silvers, ...clipboard }, async (screen, page) => {
  await page.locator("[name=ask][value=check]").check({ force: true });
  await page.getByRole("button", { name: "Share…" }).click();
  const kif = page.locator("#share-format option[value=kif]:not([disabled])");
  await screen.until("formats are there", () => kif.count());
  await screen.shot("share");
  await page.locator("#copy-link").click();
  await screen.until("it is copied", async () => /Copied/.test(await page.locator("#notices").textContent()));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.locator("#share-format").selectOption("kif");
  assert.match(await page.locator("#share-text").inputValue(), /先手の持駒：銀二/);
  for (const [button, name] of [["#save-svg", /\.svg$/], ["#save-png", /\.png$/], ["#save-kif", /\.kifu$/]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(button).click()]);
    assert.match(download.suggestedFilename(), name);
    const content = readFileSync(await download.path());
    assert.ok(content.length > 200, `${button} has content`);
    if (button === "#save-svg") assert.doesNotMatch(content.toString(), /<text/, "no font is needed");
  }
  await page.reload();
  await page.getByRole("button", { name: "Share…" }).click();
  await screen.until("the choice is remembered", async () => /先手の持駒：銀二/.test(await page.locator("#share-text").inputValue()));
  const other = await page.context().browser().newContext({ locale: "en-US" });
  const visitor = await other.newPage();
  await visitor.goto(link);
  assert.equal(await visitor.locator("#notation").inputValue(), PROBLEMS.silvers);
  assert.ok(await visitor.locator("[name=ask][value=check]").isChecked(), "the question too");
  await other.close();
});

test("addresses of other sites, and of this page, can be pasted", { sfen: PROBLEMS.empty }, async (screen, page) => {
  const board = "8k/9/9/6L1P/9/9/9/9/9";
  const promoted = "9/7P1/1P2S2l1/8P/5K3/2k+s5/5+S3/4+p4/9 b S 1";
  const spaced = promoted.replaceAll(" ", "_");
  const addresses = [
    [`https://lishogi.org/analysis/${board}_b_GNP_1?moves=N%2A2c_1a2a`, PROBLEMS.seven],
    [`https://lishogi.org/editor/standard/${board}_b_GNP_1`, PROBLEMS.seven],
    [`https://www.shogi-extend.com/share-board?body=position.sfen.${board}.b.GNP.1.moves.N%2A2c`, PROBLEMS.seven],
    [`http://sfenreader.appspot.com/sfen?sfen=${encodeURIComponent(PROBLEMS.seven)}`, PROBLEMS.seven],
    [`https://www.studiok-i.net/ps/?num=1&sfen=${encodeURIComponent(promoted)}`, promoted],
    [`A nice one: https://lishogi.org/analysis/${board}_b_GNP_1`, PROBLEMS.seven],
    [`今日の一題\nhttps://lishogi.org/analysis/${board}_b_GNP_1 解けますか\n#詰将棋`, PROBLEMS.seven],
    [`https://www.kento-shogi.com/?initpos=${encodeURIComponent(promoted)}#0`, promoted],
    [`https://www.kento-shogi.com/?initpos=${encodeURIComponent(PROBLEMS.seven).replaceAll("%20", "+")}&moves=N%2A2c.1a2a`, PROBLEMS.seven],
    [`piyoshogi://?num=0&sfen=${encodeURIComponent(promoted)}`, promoted],
    [`ぴよ将棋で piyoshogi://?sfen=position%20sfen%20${encodeURIComponent(PROBLEMS.seven)}%20moves%20N%2A2c`, PROBLEMS.seven],
    [`http://somewhere.example/tsume/#sfen=${spaced}`, promoted],
    [`http://somewhere.example/tsume/#sfen=${spaced.replaceAll("+", "%2B")}&ask=check`, promoted],
    [`http://somewhere.example/tsume/#sfen=${spaced.replaceAll("+", " ")}`, promoted],
    [`http://somewhere.example/tsume/#sfen=${spaced.replaceAll("+", "%20")}`, promoted],
  ];
  for (const [address, sfen] of addresses) {
    await screen.paste(PROBLEMS.empty);
    await screen.until("an empty board", async () => (await screen.notation()) === PROBLEMS.empty);
    await screen.paste(address);
    await screen.until(address, async () => (await screen.notation()) === sfen);
  }
  await page.locator("#notation").fill("https://example.com/8k/9/9/9/9/9/9/9/9");
  await page.getByRole("button", { name: "Set up" }).click();
  const trouble = page.locator("#notation-trouble");
  await screen.until("a reason", async () => /board in the address/.test(await trouble.textContent()));
  await page.locator("#notation").fill("piyoshogi://?url=https://example.com/a.kif");
  await page.getByRole("button", { name: "Set up" }).click();
  await screen.until("another", async () => /only names a file/.test(await trouble.textContent()));
});

const SITES = [
  ["lishogi", "https://lishogi.org/analysis/"],
  ["shogi-extend", "https://www.shogi-extend.com/"],
  ["shogihome", "https://sunfish-shogi.github.io/shogihome/"],
  ["kento", "https://www.kento-shogi.com/?initpos="],
  ["piyo-shogi", "piyoshogi://?"],
  ["piyo-shogi-web", "https://www.studiok-i.net/ps/?"],
];

test("a shared address carries the moves, here and to other sites", { sfen: PROBLEMS.seven }, async (screen, page) => {
  await screen.solve("solution");
  await page.getByRole("button", { name: "Share…" }).click();
  const link = page.locator("#share-link");
  const own = await link.inputValue();
  assert.match(own, /moves=N%2A2c_1a2a_P%2A2b_2a2b_G%2A1c_2b2a_3d3a%2B&sfen=/);
  await page.locator("#share-site option[value=lishogi]:not([disabled])").waitFor({ state: "attached" });
  const made = [own];
  for (const [site, start] of SITES) {
    await page.locator("#share-site").selectOption(site);
    made.push(await link.inputValue());
    assert.ok(made.at(-1).startsWith(start), made.at(-1));
    assert.equal(await page.locator("#open-link").getAttribute("href"), made.at(-1), "it can be opened at once");
  }
  await page.keyboard.press("Escape");
  await screen.tab("Position");
  // Chats decode what they like: the plus sign may come back as it is, or as a space.
  made.push(own.replaceAll("%2B", "+").replaceAll("%2A", "*"), own.replaceAll("%2B", " "));
  for (const address of made) {
    await screen.paste(PROBLEMS.empty);
    await screen.until("an empty board", async () => (await screen.notation()) === PROBLEMS.empty);
    await screen.paste(address);
    await screen.until(address, async () => /7 moves/.test(await page.locator("#notices").textContent()));
    await page.keyboard.press("Alt+2");
    await page.keyboard.press("End");
    assert.equal(await screen.label("3a"), "3a, Black promoted lance", address);
    await page.locator("#notices").evaluate((notices) => notices.replaceChildren());
  }
  await page.goto("about:blank");
  await page.goto(own);
  await screen.until("opened", async () => /7 moves/.test(await page.locator("#notices").textContent()));
  await screen.tab("Answer");
  assert.equal(await screen.verdict().textContent(), "Line of 7 plies, as given");
  await screen.isAccessible("record");
  await page.reload();
  await screen.until("after a reload", async () => /7 moves/.test(await page.locator("#notices").textContent()));
});

test("a link that cannot be read says so", {}, async (screen, page) => {
  const notice = page.locator("#notices");
  const address = addressOf(PROBLEMS.gold).replace(/#.*/, "");
  for (const [hash, why] of [
    ["#sfen=4k4/9/4X4_b_G_1", /link cannot be read.*no such piece/],
    ["#moves=7g&sfen=4k4/9/4P4/9/9/9/9/9/9_b_G_1", /link cannot be read/],
    ["#position=4k4", /link cannot be read.*no position/],
  ]) {
    await page.goto("about:blank");
    await page.goto(address + hash);
    await screen.until(hash, async () => why.test(await notice.textContent()));
    assert.match(await screen.notation(), /#/, "the link is there to be mended");
  }
  await page.evaluate(() => (location.hash = "#sfen=nonsense"));
  await screen.until("in an open page", async () => /nonsense/.test(await screen.notation()));
  await screen.isAccessible("bad link");
});

test("of several problems one is chosen", { sfen: PROBLEMS.empty }, async (screen, page) => {
  await page.locator("#notation").fill(`${PROBLEMS.gold}\n${PROBLEMS.seven} moves N*2c 1a2a\tSeven\n${PROBLEMS.silvers}\n`);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.locator(".problem").nth(2).waitFor();
  assert.equal(await page.locator("#problems-title").textContent(), "3 problems of the file");
  assert.equal(await screen.notation(), PROBLEMS.gold, "the first is there at once");
  assert.deepEqual(await page.locator(".problem-name").allTextContents(), ["No. 1", "Seven", "No. 3"]);
  await screen.isAccessible("several problems");
  await page.locator(".problem").nth(1).click();
  assert.equal(await screen.notation(), PROBLEMS.seven);
  await screen.until("its moves", async () => /2 moves/.test(await page.locator("#notices").textContent()));
  await page.getByRole("button", { name: "Problems", exact: true }).click();
  assert.equal(await page.locator(".problem").count(), 3, "they are there for the next one");
  await page.locator("#problems-switch").click();
  await screen.until("the collection", async () => (await page.locator(".problem").count()) > 3);
  assert.equal(await page.locator("#problems-title").textContent(), "Problems to try");
});

test("the clipboard is read where the browser allows it", { sfen: PROBLEMS.empty, ...clipboard }, async (screen, page) => {
  await page.evaluate((text) => navigator.clipboard.writeText(text), PROBLEMS.seven);
  await page.getByRole("button", { name: "Paste" }).click();
  await screen.until("it is set up", async () => (await screen.notation()) === PROBLEMS.seven);
});

test("stamping puts a chosen piece on many squares", { sfen: "4k4/9/9/9/9/9/9/9/9 b - 1" }, async (screen, page) => {
  const stamp = page.getByRole("button", { name: "Stamp" });
  await stamp.click();
  assert.equal(await stamp.getAttribute("aria-pressed"), "true");
  await screen.slot("box:b:G").click();
  assert.equal(await page.locator(".slot.selected").count(), 1, "the choice is seen");
  assert.equal(await page.locator("#board .target").count(), 80, "and where it can go");
  await screen.shot("stamping");
  for (const square of ["5c", "6c", "7c", "8c"]) await screen.square(square).click();
  assert.equal(await screen.notation(), "4k4/9/1GGGG4/9/9/9/9/9/9 b - 1");
  await screen.slot("box:w:P").click();
  for (const square of ["1b", "2b"]) await screen.square(square).click();
  await page.waitForTimeout(400);
  await screen.square("2b").click();
  assert.equal(await screen.notation(), "4k4/8p/1GGGG4/9/9/9/9/9/9 b - 1", "a second time takes it away");
  await stamp.click();
  await screen.square("3c").click();
  assert.equal(await screen.label("3c"), "3c, empty");
});

test("a line is saved as a picture that moves, and each of its positions as one", { sfen: PROBLEMS.gold }, async (screen, page) => {
  await screen.solve("solution");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Share…" }).click();
  const [picture] = await Promise.all([page.waitForEvent("download"), page.locator("#save-svg").click()]);
  assert.match(readFileSync(await picture.path(), "utf8"), /fill="#e3dabd"/, "the move just played is marked");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-animation").click()]);
  const bytes = readFileSync(await download.path());
  const names = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) names.push(bytes.toString("latin1", at + 4, at + 8));
  assert.deepEqual(names.filter((name, i) => name !== names[i - 1]), ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"]);
  assert.equal(bytes.readUInt32BE(8 + 25 + 8), 2, "two frames");
  const shown = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    return image.naturalWidth;
  }, bytes.toString("base64"));
  assert.equal(shown, 560, "browsers read it");
});
