// Questions and answers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PROBLEMS, addressOf, test } from "./harness.mjs";

test("a problem is solved, verified, and its line stepped through", { sfen: PROBLEMS.seven }, async (screen, page) => {
  await screen.solve("solution");
  assert.equal(await screen.verdict().textContent(), "Mate in 7");
  const mark = page.locator(".verify");
  await screen.until("the verifier agrees", async () => /Mate verified: \d+ claims/.test(await mark.textContent()));
  const names = await page.locator("#answer > section:first-of-type .move-name").allTextContents();
  assert.deepEqual(names, ["N*2c", "K-2a", "P*2b", "Kx2b", "G*1c", "K-2a", "L-3a+"]);

  await page.keyboard.press("ArrowRight");
  assert.equal(await screen.label("2c"), "2c, Black knight");
  assert.equal(await page.locator("#step-words").textContent(), "1 of 7");
  await page.keyboard.press("End");
  assert.equal(await screen.label("3a"), "3a, Black promoted lance");
  assert.equal(await page.locator(".move.current").first().textContent(), "7L-3a+");
  await page.getByRole("button", { name: "One move back" }).click();
  assert.equal(await screen.label("3a"), "3a, empty");
  await screen.move("G*1c").first().click();
  assert.equal(await screen.label("1c"), "1c, Black gold");
  await screen.shot("answer");

  const save = page.locator(".certificate button").last();
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /tsumugi|certificate/i);
});

test("a certificate that proves something else is rejected", { sfen: PROBLEMS.seven }, async (screen, page) => {
  await page.route("**/certificate", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.split("\n").slice(0, -3).join("\n") });
  });
  await screen.solve("solution");
  await screen.until("the verifier objects", async () => /Rejected/.test(await page.locator(".verify").textContent()));
  await page.unroute("**/certificate");
});

test("a server that is gone is missed", { sfen: PROBLEMS.seven }, async (screen, page) => {
  await screen.until("the server was there", async () => /server/.test(await page.locator("#backend").textContent()));
  await page.route("**/api/v1/solve", (route) => route.abort());
  await page.locator("#go").click();
  await screen.until("the news", async () => /cannot be reached/.test(await page.locator("#notices").textContent()));
  assert.equal(await page.locator("#go").textContent(), "Solve", "one can try again");
  await page.unroute("**/api/v1/solve");
  await screen.solve("solution");
});

test("variations unfold, tries show what refutes them", { sfen: PROBLEMS.silvers }, async (screen, page) => {
  await screen.solve("solution");
  const toggle = page.locator(".tree-toggle").first();
  const inner = page.locator(".tree .tree").first();
  assert.equal(await inner.isVisible(), false);
  await toggle.click();
  assert.equal(await toggle.getAttribute("aria-expanded"), "true");
  assert.equal(await inner.isVisible(), true);
  await inner.locator(".move").last().click();
  await screen.until("the board follows", async () => (await page.locator("#step-words").textContent()) !== "Start");
  await screen.move("K-1c").first().click();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator(".move.current").first().textContent(), "2K-1a", "the next variation by key");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.locator(".move.current").first().textContent(), "2K-1c");
  await page.getByRole("button", { name: "Fold all", exact: true }).click();
  assert.equal(await inner.isVisible(), false);

  const failing = page.locator(".failed").first();
  await failing.click();
  const refutation = page.locator(".refutation:visible .move").first();
  assert.match(await refutation.textContent(), /K|x|\*/);
  await refutation.click();
  assert.equal(await page.locator("#step-words").textContent(), "2 of 2");
  await screen.isAccessible("tree");
});

test("no mate is explained by the escapes, and by the pawn that must not be dropped", { sfen: PROBLEMS.pawnDrop }, async (screen, page) => {
  await screen.solve("solution");
  assert.equal(await screen.verdict().textContent(), "No mate");
  assert.match(await page.locator(".pawn-drop").textContent(), /^P\*1b would be mate/);
  await page.locator("#language").selectOption("ja");
  assert.equal(await page.locator(".pawn-drop").textContent(), "▲１二歩なら詰みますが、打歩詰の禁手です。");
  await page.goto("about:blank");
  await page.goto(addressOf("4k4/9/9/9/9/9/9/9/9 b GP 1"));
  await screen.solve("solution");
  assert.match(await page.locator("#answer h3").textContent(), /逃れ順/);
  const replies = page.locator(".refutation .move");
  assert.ok((await replies.count()) >= 3, "each check with its reply, in sight");
  await replies.first().click();
  assert.equal(await page.locator("#step-words").textContent(), "2/2手");
});

test("futile interpositions are explained", { sfen: PROBLEMS.futile }, async (screen, page) => {
  await screen.solve("solution");
  assert.equal(await screen.verdict().textContent(), "Mate in 3");
  assert.match(await page.locator(".badges").textContent(), /9 strictly/);
  const futile = page.locator(".futile");
  assert.match(await futile.textContent(), /does not count/);
  await futile.locator(".move").first().click();
  assert.equal(await page.locator("#step-words").textContent(), "4 of 4");
});

test("the cook check lists its findings, which lead to the board", { sfen: PROBLEMS.cooked }, async (screen, page) => {
  await screen.solve("check");
  assert.equal(await screen.verdict().textContent(), "Cooked");
  const cook = page.locator(".findings .serious").first();
  assert.match(await cook.textContent(), /Move 5.*second solution.*7 plies · as long/);
  await cook.getByRole("button", { name: "Move 5" }).click();
  assert.equal(await page.locator("#step-words").textContent(), "4 of 7");
  await cook.locator(".move").first().click();
  assert.equal(await screen.label("3c"), "3c, Black horse");
  await screen.shot("check");
});

test("a check examines the line that came with the problem", { sfen: PROBLEMS.empty }, async (screen, page) => {
  await page.locator("#notation").fill(`sfen ${PROBLEMS.silvers} moves S*2c 2b1a S*1b`);
  await page.getByRole("button", { name: "Set up" }).click();
  await screen.until("it is set up", async () => (await screen.label("4a")) === "4a, Black bishop");
  await screen.solve("check");
  assert.match(await page.locator(".badges").textContent(), /line given/);
  assert.match(await page.locator(".findings").textContent(), /a longer defence/);
});

test("a check says what is wrong with the line itself", { sfen: "8k/9/6+S2/6l2/9/9/9/9/9 b SNP 1" }, async (screen, page) => {
  await screen.solve("check");
  assert.equal(await page.locator(".findings").textContent(), "left over: pawn");
  await page.locator("#tab-position").click();
  await page.locator("#notation").fill(`sfen ${PROBLEMS.seven} moves N*2c 1a2a`);
  await page.getByRole("button", { name: "Set up" }).click();
  await screen.until("it is set up", async () => /2 moves/.test(await page.locator("#notices").textContent()));
  await screen.solve("check");
  assert.match(await page.locator(".findings").textContent(), /does not end in mate/);
});

test("a check is sent the author's variations too", { sfen: PROBLEMS.empty }, async (screen, page) => {
  const kif = "手合割：詰将棋\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n" +
    "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n" +
    "四五六七八九".split("").map((rank) => `| ・ ・ ・ ・ ・ ・ ・ ・ ・|${rank}\n`).join("") +
    "+---------------------------+\n先手の持駒：金\n手数----指手---------消費時間--\n   1 ５二金打\n\n変化：1手\n   1 ６二金打\n";
  await page.locator("#notation").fill(kif);
  await page.getByRole("button", { name: "Set up" }).click();
  await screen.until("it is set up", async () => (await screen.label("5c")) === "5c, Black pawn");
  await page.locator("[name=ask][value=check]").check({ force: true });
  const [request] = await Promise.all([page.waitForRequest("**/api/v1/check"), page.locator("#go").click()]);
  assert.match(request.postDataJSON().text, /変化：1手/);
});

test("mate, shortest and helpmate", { sfen: PROBLEMS.helpmate }, async (screen, page) => {
  await screen.solve("helpmate");
  assert.equal(await screen.verdict().textContent(), "Helpmate in 9");
  assert.match(await page.locator(".badges").textContent(), /3 solutions.*line verified/);
  await screen.tab("Position");
  await page.locator("#notation").fill("4k4/9/9/9/9/9/9/9/9 b G 1");
  await page.getByRole("button", { name: "Set up" }).click();
  await screen.solve("mate");
  await screen.until("the new answer", async () => (await screen.verdict().textContent()) === "No mate");
  await screen.tab("Position");
  await page.locator("#notation").fill(PROBLEMS.gold);
  await page.getByRole("button", { name: "Set up" }).click();
  await screen.solve("shortest");
  await screen.until("the third answer", async () => (await screen.verdict().textContent()) === "Mate in 1");
});

test("a long search shows progress, moves nothing, stops at once", { sfen: PROBLEMS.endless }, async (screen, page) => {
  const places = () =>
    page.evaluate(() =>
      ["#go", "#progress", "#stage", "#best-line", ".tabs", "#board", "#notation"].map((id) => {
        const { x, y, width, height } = document.querySelector(id).getBoundingClientRect();
        return [id, x, y, width, height].join();
      }),
    );
  const before = await places();
  await page.locator("[name=ask][value=check]").check({ force: true });
  const chosen = await places();
  await page.locator("#go").click();
  const nodes = page.locator("#nodes");
  const first = await screen.until("figures", async () => {
    const text = await nodes.textContent();
    return text !== "–" && text !== "0" && text;
  });
  await screen.until("more figures", async () => (await nodes.textContent()) !== first);
  assert.deepEqual(await places(), chosen, "nothing has moved");
  assert.equal(before.length, chosen.length);
  assert.equal(await page.locator("#go").textContent(), "Stop");
  await screen.isAccessible("searching");

  const stopped = Date.now();
  await page.locator("#go").click();
  await screen.verdict().waitFor();
  assert.ok(Date.now() - stopped < 5000, "stopped soon");
  assert.equal(await screen.verdict().textContent(), "Not settled");
  assert.equal(await page.locator("#stage").textContent(), "Stopped");
  assert.equal(await page.locator("#go").textContent(), "Check");
  assert.match(await page.locator("#answer").textContent(), /not everything has been examined/);
});

test("an answer survives further editing, and says so", { sfen: PROBLEMS.seven }, async (screen, page) => {
  await screen.solve("mate");
  await screen.tab("Position");
  await screen.drag(screen.square("1d"), screen.square("1e"));
  await screen.tab("Answer");
  assert.equal(await screen.label("1d"), "1d, Black pawn", "the answer shows its own position");
  assert.ok(await page.locator("#stale").isVisible());
  await page.getByRole("button", { name: "Show it again" }).click();
  assert.equal(await screen.notation(), PROBLEMS.seven);
});

const KINGLESS = "9/9/4P4/9/9/9/9/9/9 b G 1";

test("a position that cannot be solved is refused with a reason", { sfen: KINGLESS }, async (screen, page) => {
  await page.locator("#go").click();
  await screen.until("a reason", async () => /there is no king/.test(await page.locator("#notices").textContent()));
  await screen.isAccessible("refused");
});


test("a mate is shown as soon as it is found, and replaced when its line is settled", { sfen: PROBLEMS.seven }, async (screen, page) => {
  // What is known so far, then the server's own answer when the test wants it.
  const known = { line: ["N*2c", "1a2a", "P*2b", "2a2b", "G*1c", "2b2a", "3d3a+"], length: null, at_most: 9 };
  await page.evaluate((found) => {
    const real = EventTarget.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (name, hear) {
      if (name === "error") real.call(this, name, hear);
      if (name === "done") {
        const answer = new Promise((resolve) => real.call(this, name, resolve));
        window.finish = () => answer.then(hear);
      }
      if (name !== "progress") return;
      const sfen = "8k/9/9/6L1P/9/9/9/9/9 b GNP2r2b3g4s3n3l16p 1";
      const data = { stage: "improving", nodes: 5, found: { ...found, sfen, question: "solution", verdict: "mate" } };
      setTimeout(() => hear({ data: JSON.stringify(data) }), 50);
    };
  }, known);
  const sent = page.waitForRequest("**/api/v1/solve");
  await page.locator("#go").click();
  assert.equal((await sent).postDataJSON().question, "solution");
  await page.locator(".badges .improving").waitFor();
  assert.equal(await screen.verdict().textContent(), "Mate in at most 9");
  assert.equal(await page.locator("#stage").textContent(), "Looking for the shortest line");
  assert.equal(await page.locator("#go").textContent(), "Stop", "the search goes on");
  await screen.isAccessible("improving");
  await page.keyboard.press("ArrowRight");
  await page.evaluate(() => window.finish());
  await screen.until("the final answer", async () => (await screen.verdict().textContent()) === "Mate in 7");
  assert.equal(await page.locator(".improving").count(), 0);
  assert.equal(await page.locator("#step-words").textContent(), "1 of 7", "the board stays where it was");
});

test("the job of a closed page ends", { sfen: PROBLEMS.endless }, async (screen, page) => {
  await page.locator("[name=ask][value=check]").check({ force: true });
  const [response] = await Promise.all([page.waitForResponse("**/api/v1/check"), page.locator("#go").click()]);
  const { job } = await response.json();
  const api = new URL("/api/v1/", page.url());
  const state = async () => (await (await fetch(new URL(`jobs/${job}`, api))).json()).state;
  assert.match(await state(), /queued|running/);
  await page.goto("about:blank");
  const closed = Date.now();
  await screen.until("the job has ended", async () => (await state()) === "done");
  assert.ok(Date.now() - closed < 20_000, "at once, not when the server has lost patience");
});

test("a saved record has variations and ends in mate", { sfen: PROBLEMS.seven }, async (screen, page) => {
  await screen.solve("solution");
  await page.getByRole("button", { name: "Share…" }).click();
  await page.locator("#share-format").selectOption("kif");
  await screen.until("variations", async () => /変化/.test(await page.locator("#share-text").inputValue()));
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-kif").click()]);
  const kif = readFileSync(await download.path(), "utf8");
  assert.match(kif, / 7 ３一香成\(34\)\n +8 詰み\n/);
  assert.match(kif, /変化：4手\n +4 １二玉\(21\)\n +5 １三金打\n +6 詰み\n/);
  assert.equal(kif.match(/変化：2手/g).length, 2);
  await page.keyboard.press("Escape");
  await screen.tab("Position");
  await page.locator("#notation").fill(kif);
  await page.getByRole("button", { name: "Set up" }).click();
  await screen.until("it is read back", async () => /7 moves/.test(await page.locator("#notices").textContent()));
});

test("brinkmate, selfmate and threads are in reach", { sfen: "7nl/6gk1/5pppp/9/9/9/9/9/9 b 2G 1" }, async (screen, page) => {
  await page.locator("summary", { hasText: "Options" }).click();
  assert.equal(await page.locator("[name=selfmate]").isVisible(), false);
  const threads = page.locator("[name=threads]");
  await screen.until("the server's threads", async () => Number(await threads.getAttribute("max")) >= 1);
  await threads.fill("1");
  const brinkmate = page.waitForRequest("**/api/v1/solve");
  await screen.solve("brinkmate");
  assert.equal((await brinkmate).postDataJSON().question, "brinkmate");
  assert.equal((await brinkmate).postDataJSON().threads, 1);
  assert.match(await screen.verdict().textContent(), /rinkmate|Not settled/);
  await page.locator("[name=ask][value=helpmate]").check({ force: true });
  await screen.isAccessible("options");
  await page.locator("[name=selfmate]").check();
  await page.locator("[name=time]").fill("2");
  const selfmate = page.waitForRequest("**/api/v1/helpmate");
  await page.locator("#go").click();
  assert.equal((await selfmate).postDataJSON().selfmate, true);
  await page.locator("#work:not(.running)").waitFor();
});

test("a line plays by itself, with a sound if one wants it", { sfen: PROBLEMS.gold }, async (screen, page) => {
  const sound = page.getByRole("button", { name: "Sound of the pieces" });
  assert.equal(await sound.getAttribute("aria-pressed"), "false", "silent at first");
  await page.evaluate(() => {
    const { start } = OscillatorNode.prototype;
    window.sounds = 0;
    OscillatorNode.prototype.start = function (...when) {
      window.sounds += 1;
      return start.apply(this, when);
    };
  });
  await screen.solve("solution");
  const autoplay = page.getByRole("button", { name: "Play the line" });
  await autoplay.click();
  await screen.until("it has played", async () => (await page.locator("#step-words").textContent()) === "1 of 1");
  await screen.until("it has ended", async () => (await autoplay.getAttribute("aria-pressed")) === "false");
  assert.equal(await page.evaluate(() => window.sounds), 0);
  await sound.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => window.sounds), 2, "once for the choice, once for the move");
});
