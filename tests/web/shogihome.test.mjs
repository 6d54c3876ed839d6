// The engine for ShogiHome in a browser: a worker loads it, as ShogiHome's does, and it searches in a worker below that.
//
//   ENGINE=folder node --test tests/web/shogihome.test.mjs      ENGINE: made by scripts/shogihome.sh

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { startBrowser } from "./server.mjs";

const folder = process.env.ENGINE;
const TYPES = { html: "text/html", js: "text/javascript", json: "application/json", wasm: "application/wasm" };

/** A worker that hands lines to the engine and back. */
const RELAY = `
  const base = new URL("engines/tsumugi/", location.href);
  const manifest = await (await fetch(new URL("engine.json", base))).json();
  const { default: createEngine } = await import(new URL(manifest.module, base).href);
  const engine = await createEngine({
    printErr: (line) => self.postMessage("ERR " + line),
    locateFile: (file) => new URL(file, base).href,
  });
  engine.addMessageListener((line) => self.postMessage(line));
  self.onmessage = ({ data }) => engine.postMessage(data);
  self.postMessage("loaded");
`;

/** Hands out a page, the relay and the files of the engine. No header isolates the page: it has no memory that threads share. */
async function serve(request, response) {
  const made = { "/": ["page.html", "<!doctype html><title>a page</title>"], "/relay.js": ["relay.js", RELAY] };
  const [name, text] = made[request.url] ?? [request.url.replace("/engines/tsumugi/", "").replaceAll("..", "")];
  try {
    const bytes = text ?? (await readFile(join(folder, name)));
    response.writeHead(200, { "Content-Type": TYPES[name.split(".").pop()] ?? "text/plain" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

test("the engine answers, is stopped and goes on in a browser", { skip: folder ? false : "ENGINE names no folder" }, async () => {
  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const said = await page.evaluate(async () => {
      const worker = new Worker("/relay.js", { type: "module" });
      const lines = [];
      worker.onmessage = ({ data }) => lines.push(data);
      worker.onerror = ({ message }) => lines.push(`ERR ${message}`);
      const until = async (start) => {
        for (let tries = 0; tries < 6000; tries += 1) {
          const at = lines.findIndex((line) => line.startsWith(start) || line.startsWith("ERR "));
          if (at >= 0) return lines.splice(0, at + 1).at(-1);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        return `nothing: ${lines}`;
      };
      const answers = [await until("loaded")];
      const ask = async (start, ...commands) => {
        for (const command of commands) worker.postMessage(command);
        answers.push(await until(start));
      };
      await ask("usiok", "usi");
      await ask("readyok", "isready");
      const gold = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1";
      await ask("checkmate ", gold, "go mate 10000");
      worker.postMessage("position sfen 4k4/9/9/9/9/9/9/9/9 b 2R2B 1");
      worker.postMessage("go mate infinite");
      await new Promise((resolve) => setTimeout(resolve, 500));
      await ask("checkmate ", "stop");
      await ask("bestmove ", gold, "go btime 0 wtime 0 byoyomi 1000");
      return [...answers, self.crossOriginIsolated];
    });
    const answers = ["loaded", "usiok", "readyok", "checkmate G*5b", "checkmate timeout", "bestmove G*5b", false];
    assert.deepEqual(said, answers);
  } finally {
    await browser.close();
    server.close();
  }
});
