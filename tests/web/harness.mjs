// Tests that share a server and a browser, and a page object whose words are those of a person at the screen.

import assert from "node:assert/strict";
import { readFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import { startBrowser, startServer, stopServer } from "./server.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = process.env.SHOTS ?? null;

let browser;
let address;

async function startAll() {
  [address, browser] = await Promise.all([startServer(), startBrowser()]);
}

async function stopAll() {
  await browser?.close();
  stopServer();
}

/** Small problems that the tests use by name. */
export const PROBLEMS = {
  gold: "4k4/9/4P4/9/9/9/9/9/9 b G 1",
  seven: "8k/9/9/6L1P/9/9/9/9/9 b GNP 1",
  silvers: "5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1",
  cooked: "5+S+s1+N/6k2/4pp3/9/8+B/9/9/9/9 b G 1",
  futile: "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1",
  helpmate: "9/7P1/1P2S2l1/8P/5K3/2k+s5/5+S3/4+p4/9 b S 1",
  // A mate is found at once; to find the shortest takes long.
  bareKing: "8k/9/9/9/9/9/9/9/9 b RBGSNLP 1",
  // The only way to mate would be a dropped pawn.
  pawnDrop: "7lk/7p1/9/7N1/9/9/9/9/9 b P 1",
  empty: "9/9/9/9/9/9/9/9/9 b - 1",
  // Too much to examine in any time a test has.
  endless: "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1",
};

/** The address of a page that shows a position. */
export const addressOf = (sfen) => `${address}#sfen=${sfen.replaceAll(" ", "_").replaceAll("+", "%2B")}`;

const tests = [];

/** Runs all tests, a few at a time: each has its own page, and much of their time is waiting. */
export function runTests() {
  describe("the page", { concurrency: 2 }, () => {
    before(startAll);
    after(stopAll);
    for (const [name, skip, body] of tests) it(name, { skip }, body);
  });
}

/**
 * A test on a page that shows `sfen` and remembers nothing; other options are those of a browser's context, `skip` says
 * why a test cannot be made. It fails if the page reports an error, wherever that comes from.
 */
export function test(name, options, body) {
  const { sfen = PROBLEMS.gold, skip = false, ...context } = options;
  const run = async () => {
    const kind = JSON.stringify(context);
    const page = idle.get(kind)?.pop() ?? (await freshPage(context));
    const errors = watchErrors(page);
    await forgetAll(page, addressOf(sfen));
    await body(new Screen(page), page);
    assert.deepEqual(errors(), [], "errors on the page");
    await putBack(page, kind);
  };
  tests.push([name, skip, run]);
}

/** Pages that tests have left, by the options of their context: using one again spares the start of two processes. */
const idle = new Map();

async function freshPage(context) {
  const usual = { locale: "en-US", viewport: { width: 1280, height: 820 }, reducedMotion: "reduce" };
  const session = await browser.newContext({ ...usual, ...context });
  const page = await session.newPage();
  await page.goto(address);
  return page;
}

/** Loads an address as on a first visit. */
async function forgetAll(page, url) {
  await page.evaluate((to) => {
    localStorage.clear();
    history.replaceState(null, "", to);
  }, url);
  await page.reload();
}

/** Gives a page back, or ends it if nobody else can use it. A test that fails leaves its page to the end. */
async function putBack(page, kind) {
  page.removeAllListeners("pageerror");
  page.removeAllListeners("console");
  if (page.url().startsWith(address)) idle.set(kind, [...(idle.get(kind) ?? []), page]);
  else await page.context().close();
}

function watchErrors(page) {
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.stack));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  return () => errors.filter((text) => !/status of 4\d\d|net::ERR_(ABORTED|FAILED)/.test(text));
}

/** What a person sees and does. */
export class Screen {
  constructor(page) {
    this.page = page;
  }

  square = (name) => this.page.locator(`#board [data-place="${name}"]`);
  slot = (place) => this.page.locator(`button[data-place="${place}"]`);
  label = (name) => this.square(name).getAttribute("aria-label");
  notation = () => this.page.locator("#notation").inputValue();
  verdict = () => this.page.locator("#verdict");
  move = (name) => this.page.locator("#answer .move", { hasText: name });

  async tab(name) {
    await this.page.getByRole("tab", { name, exact: true }).click();
  }

  /** Chooses a question and waits for its answer. */
  async solve(ask = "solution") {
    // On a narrow screen the board may lie over the questions, as for a person who has not scrolled back to them.
    await this.page.evaluate(() => scrollTo(0, 0));
    await this.page.locator(`[name=ask][value=${ask}]`).check({ force: true });
    await this.page.locator("#go").click();
    await this.page.locator("#work:not(.running)").waitFor({ timeout: 20_000 });
    await this.page.locator("#answer:not([aria-busy])").waitFor();
    await this.verdict().waitFor();
  }

  /** Pastes a text where the focus is. */
  paste(text) {
    return this.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    }, text);
  }

  /** Drags with the mouse from the middle of one thing to the middle of another. */
  async drag(from, to) {
    const [start, end] = await Promise.all([from.boundingBox(), to.boundingBox()]);
    const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    await this.page.mouse.move(...middle(start));
    await this.page.mouse.down();
    await this.page.mouse.move(...middle(end), { steps: 4 });
    await this.page.mouse.up();
  }

  /** Waits until something holds. */
  async until(what, check) {
    const end = Date.now() + 30_000;
    for (;;) {
      const value = await check();
      if (value) return value;
      assert.ok(Date.now() < end, `in time: ${what}`);
      await this.page.waitForTimeout(30);
    }
  }

  /** No fault that axe can find in the page as it stands; a picture of it if one is wanted. */
  async isAccessible(state) {
    await this.shot(state);
    if (!(await this.page.evaluate(() => "axe" in window))) await this.page.evaluate(axe);
    const options = { resultTypes: ["violations"], preload: false };
    const { violations } = await this.page.evaluate((wanted) => window.axe.run(document, wanted), options);
    const faults = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`,
    );
    assert.deepEqual(faults, [], `accessible: ${state}`);
  }

  async shot(state) {
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    await this.page.screenshot({ path: `${shots}/${state.replaceAll(" ", "-")}.png` });
  }
}
