// The page as a folder on any web server: it can be installed, is small, works when the server is gone, and takes a new
// version as a whole.
//
//   SITE=folder node --test tests/web/offline.test.mjs      the folder is one that `tsumugi site` wrote

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Screen } from "./harness.mjs";
import { startBrowser } from "./server.mjs";

const site = process.env.SITE;
const skip = site ? false : "SITE names no folder";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png" };
const SEVEN = "#sfen=8k/9/9/6L1P/9/9/9/9/9_b_GNP_1";

/** Bytes of the whole page on its way through a network: a mebibyte from servers that know gzip only, a megabyte from others. */
const LIMIT = { gzip: 1 << 20, brotli: 1_000_000 };

const files = () => readdirSync(site, { recursive: true }).filter((name) => statSync(join(site, name)).isFile());

test("the whole page is small", { skip }, (t) => {
  const all = files().map((name) => readFileSync(join(site, name)));
  const sum = (sizes) => sizes.reduce((a, b) => a + b, 0);
  const plain = sum(all.map((bytes) => bytes.length));
  const gzip = sum(all.map((bytes) => gzipSync(bytes, { level: 9 }).length));
  const brotli = sum(all.map((bytes) => brotliCompressSync(bytes).length));
  t.diagnostic(`${all.length} files, ${plain} bytes; gzip ${gzip}, brotli ${brotli}`);
  assert.ok(gzip <= LIMIT.gzip && brotli <= LIMIT.brotli, `gzip ${gzip}, brotli ${brotli}`);
});

/** Serves a folder at a port. */
async function serve(folder, port = 0) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://site").pathname).replace(/\/$/, "/index.html");
    try {
      const bytes = readFileSync(join(folder, path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function end(server) {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}

/** The list in the service worker of a folder. */
function listOf(folder) {
  const path = join(folder, "service-worker.js");
  const script = readFileSync(path, "utf8");
  const [line, version, list] = /const SITE = \{ version: "(\w+)", files: (\{.*\}) \};/.exec(script);
  const write = (next, entries) =>
    writeFileSync(path, script.replace(line, `const SITE = { version: "${next}", files: ${JSON.stringify(entries)} };`));
  return { version, entries: JSON.parse(list), write };
}

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const inBrowser = (screen) =>
  screen.until("the solver is there", async () => /in this browser/.test(await screen.page.locator("#backend").textContent()));
const caches = (page) => page.evaluate(async () => (await globalThis.caches.keys()).map((name) => name.split(" ").at(-1)));

/** In the page: looks for a new version, and waits for what becomes of it; null if it was too quick to be seen. */
async function fateOfUpdate() {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const fresh = registration.installing;
  if (fresh?.state === "installing") await new Promise((done) => fresh.addEventListener("statechange", done, { once: true }));
  return fresh?.state ?? null;
}

async function solves(screen) {
  await inBrowser(screen);
  await screen.solve("solution");
  assert.equal(await screen.verdict().textContent(), "Mate in 7");
  await screen.until("the verifier agrees", async () => /verified/.test(await screen.page.locator(".verify").textContent()));
}

test("the page works without its server, and takes a new version as a whole", { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "tsumugi-offline-"));
  cpSync(site, folder, { recursive: true });
  const browser = await startBrowser();
  let server = await serve(folder);
  const { port } = server.address();
  try {
    const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" });
    const page = await context.newPage();
    const screen = new Screen(page);
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.stack));
    await page.goto(`http://127.0.0.1:${port}/${SEVEN}`);
    await inBrowser(screen);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const { version, entries, write } = listOf(folder);
    assert.deepEqual(await caches(page), [version]);

    const chromium = await context.newCDPSession(page);
    const { errors: faults, url } = await chromium.send("Page.getAppManifest");
    assert.deepEqual([faults, new URL(url).pathname], [[], "/manifest.webmanifest"]);
    const { installabilityErrors } = await chromium.send("Page.getInstallabilityErrors");
    // A context of its own counts as private browsing, where nothing can be installed.
    assert.deepEqual(installabilityErrors.map((error) => error.errorId).filter((id) => id !== "in-incognito"), []);

    await end(server);
    await assert.rejects(fetch(`http://127.0.0.1:${port}/`), "the server is gone");
    await page.reload();
    await solves(screen);
    t.diagnostic("without the server: a mate in 7 solved and verified");

    // A new version, of which the server has half: the page stays as it was.
    const index = readFileSync(join(folder, "index.html"), "utf8").replace("</footer>", "<b>new</b></footer>");
    write("0123456789abcdef", { ...entries, "index.html": sha256(index) });
    server = await serve(folder, port);
    await page.reload();
    await inBrowser(screen);
    await screen.until("half a version is refused", async () => (await page.evaluate(fateOfUpdate)) === "redundant");
    assert.equal(await page.locator("footer b").count(), 0);

    // The other half: it is offered, and in use after a click.
    writeFileSync(join(folder, "index.html"), index);
    await page.reload();
    await page.locator(".notice.offer").waitFor();
    assert.equal(await page.locator("footer b").count(), 0);
    await page.locator(".notice.offer button").first().click();
    await page.locator("footer b").waitFor();
    await screen.until("the old version is gone", async () => (await caches(page)).join() === "0123456789abcdef");
    await end(server);
    await page.reload();
    await page.locator("footer b").waitFor();
    await solves(screen);
    assert.deepEqual(errors, []);
    t.diagnostic("a new version: none while half of it is there, offered when it is whole, used after a click");
  } finally {
    await browser.close();
    if (server.listening) await end(server);
    rmSync(folder, { recursive: true });
  }
});
