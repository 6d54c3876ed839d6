// A real server and a real browser, for the tests and for the pictures in the README.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The folder of the project, and its program. */
export const root = fileURLToPath(new URL("../..", import.meta.url));
export const program = process.env.TSUMUGI ?? `${process.env.CARGO_TARGET_DIR ?? `${root}target`}/debug/tsumugi`;

let server;

/** Starts the program's server; gives the address of its page. */
export async function startServer() {
  server = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const [first] = await once(server.stdout, "data");
  const found = /http:\/\/[\w.:[\]]+/.exec(String(first));
  assert.ok(found, `the server says where it is: ${first}`);
  return `${found[0]}/`;
}

export const stopServer = () => server?.kill("SIGINT");

export function startBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
}
