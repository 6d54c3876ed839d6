// The package for JavaScript in a browser: a page with nothing but the files of the package in a folder.
//
//   PACKAGE=folder/node_modules/tsumugi node --test tests/web/npm.test.mjs

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { startBrowser } from "./server.mjs";

const folder = process.env.PACKAGE;
const TYPES = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };

/** Hands out a page and the files of the package. */
async function serve(request, response) {
  const name = request.url === "/" ? "page.html" : request.url.slice(1).replaceAll("..", "");
  try {
    const bytes = name === "page.html" ? "<!doctype html><title>a page</title>" : await readFile(join(folder, name));
    response.writeHead(200, { "Content-Type": TYPES[name.split(".").pop()] ?? "text/plain" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

test("the package solves, is cancelled and goes on in a browser", { skip: folder ? false : "PACKAGE names no folder" }, async () => {
  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const answers = await page.evaluate(async () => {
      const { Solver } = await import("/index.js");
      const solver = new Solver();
      const seven = "5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1";
      const { length, certificate } = await solver.solve(seven, { certificate: true });
      const { verified } = await solver.verify(seven, certificate);
      const controller = new AbortController();
      // There is no mate, but to find that out takes hundreds of millions of positions.
      const hard = "9/9/9/9/4k4/9/9/9/9 b 2R2B4g4s4n4l18p 1";
      const long = solver.solve(hard, { signal: controller.signal }).catch((error) => error.name);
      const behind = solver.solve("4k4/9/4P4/9/9/9/9/9/9 b G 1");
      setTimeout(() => controller.abort(), 1000);
      return [length, verified, await long, (await behind).line];
    });
    assert.deepEqual(answers, [7, true, "AbortError", ["G*5b"]]);
  } finally {
    await browser.close();
    server.close();
  }
});
