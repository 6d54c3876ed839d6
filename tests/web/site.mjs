// The page without a server: `tsumugi site` writes a folder, any web server hands it out, the browser does the solving.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { PROBLEMS, addressOf, test } from "./harness.mjs";
import { program, root } from "./server.mjs";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Writes the site and serves it, as plainly as can be; gives its address and a way to end it. */
async function serveSite() {
  const folder = mkdtempSync(join(tmpdir(), "tsumugi-site-"));
  execFileSync(program, ["site", folder, ...solver()], { stdio: ["ignore", "ignore", "inherit"] });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://site").pathname).replace(/\/$/, "/index.html");
    const file = join(folder, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "text/plain" }).end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const end = () => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, end };
}

/** Where the solver for browsers is; without it this part cannot be tested. */
const wasm = process.env.TSUMUGI_WASM ?? `${root}web/tsumugi.wasm`;
const solver = () => ["--wasm", wasm];
const skip = existsSync(wasm) ? false : `no ${wasm}; scripts/wasm.sh builds it`;

test("a folder of files solves in the browser", { skip }, async (screen, page) => {
  const { address, end } = await serveSite();
  try {
    await page.goto(address + new URL(addressOf(PROBLEMS.seven)).hash);
    const backend = page.locator("#backend");
    await screen.until("the solver is there", async () => /in this browser/.test(await backend.textContent()));
    await screen.solve("solution");
    assert.equal(await screen.verdict().textContent(), "Mate in 7");
    assert.match(await page.locator("#answer .move").first().textContent(), /N\*2c/);
    await screen.until("the verifier agrees", async () => /verified/.test(await page.locator(".verify").textContent()));

    await page.locator(".every-check summary").click();
    await page.locator(".every-check .outcome").waitFor();
    assert.match(await page.locator(".every-check .outcome").first().textContent(), /^mate in 7$/);
    await page.locator("#language").selectOption("ja");
    await screen.paste("hello");
    const trouble = page.locator("#notation-trouble");
    await screen.until("a reason", async () => /^読み取れませんでした：SFEN、KIF/.test(await trouble.textContent()));
    await page.locator("#language").selectOption("en");

    await screen.tab("Play");
    await page.getByRole("button", { name: "Start" }).click();
    await screen.until("a game", async () => /mate in 7/.test(await page.locator("#play-words").textContent()));

    await page.goto(address + new URL(addressOf(PROBLEMS.bareKing)).hash);
    await screen.tab("Position");
    await page.locator("#go").click();
    await page.locator(".improving").waitFor();
    assert.match(await page.locator("#answer .move-name").first().textContent(), /^[A-Z]\*\d[a-i]$/);
    await page.getByRole("button", { name: "Share…" }).click();
    await page.locator("#share-site option[value=kento]:not([disabled])").waitFor({ state: "attached" });
    assert.equal(await page.locator(".improving").count(), 1, "all that while the search goes on");
    await page.keyboard.press("Escape");
    await page.locator(".stop-here").click();
    await screen.until("what was found stays", async () => /^Mate/.test(await screen.verdict().textContent()));

    await page.goto(address + new URL(addressOf(PROBLEMS.cooked)).hash);
    await screen.solve("check");
    await page.locator("[data-workshop=mend] .begin").click();
    await page.locator("[data-workshop=mend] .not-here").waitFor();
    assert.match(await page.locator("[data-workshop=mend] .command").textContent(), /^tsumugi mend '/);

    await page.goto(address + new URL(addressOf(PROBLEMS.endless)).hash);
    await page.locator("[name=ask][value=check]").check({ force: true });
    await page.locator("#go").click();
    await screen.until("figures", async () => !/^[–0]$/.test(await page.locator("#nodes").textContent()));
    await page.locator("#go").click();
    await screen.until("it has stopped", async () => (await page.locator("#stage").textContent()) === "Stopped");
    await screen.isAccessible("in the browser");
  } finally {
    end();
  }
});
