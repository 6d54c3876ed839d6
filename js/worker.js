// The worker behind index.js: answers requests by WebAssembly, in a browser or in Node.js.
//
//   to it      { method, path, body }
//   from it    { event: "progress", data }, any number of times, then { status, body } once

import { bytesAt, inNode, start } from './module.js';

let post = (message) => self.postMessage(message);
let ask = null;

async function started() {
  const module = await WebAssembly.compile(await bytesAt(new URL('./tsumugi.wasm', import.meta.url)));
  return start(module, (data) => post({ event: 'progress', data }));
}

async function hear(request) {
  try {
    ask ??= await started();
    post(ask(request));
  } catch (error) {
    // A module that has failed is in no state to go on.
    ask = null;
    post({ status: 500, body: { error: { code: 'module-failed', message: String(error?.message ?? error) } } });
  }
}

if (inNode) {
  const { parentPort } = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:worker_threads');
  post = (message) => parentPort.postMessage(message);
  parentPort.on('message', hear);
} else {
  self.onmessage = ({ data }) => hear(data);
}
