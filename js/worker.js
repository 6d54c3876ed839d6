// The worker behind index.js: answers requests by WebAssembly, in a browser or in Node.js.
//
//   to it      { method, path, body }
//   from it    { event: "progress", data }, any number of times, then { status, body } once

const inNode = typeof process !== 'undefined' && Boolean(process.versions?.node);
const decoder = new TextDecoder();
const encoder = new TextEncoder();

let post = (message) => self.postMessage(message);
let engine = null;

/** The bytes of the module's memory; a view of it is worth nothing once the memory has grown. */
function bytes(at, length) {
  return new Uint8Array(engine.memory.buffer, at, length);
}

const host = {
  now: () => performance.now() / 1000,
  tell: (at, length) => post({ event: 'progress', data: JSON.parse(decoder.decode(bytes(at, length))) }),
};

async function module() {
  const url = new URL('./tsumugi.wasm', import.meta.url);
  if (inNode) {
    const files = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:fs/promises');
    return files.readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`tsumugi.wasm: ${response.status}`);
  // Some servers do not know the type of .wasm files, so the module is not compiled from the stream.
  return response.arrayBuffer();
}

function answer(request) {
  const text = encoder.encode(JSON.stringify(request));
  // The place is asked for first: it may move the memory.
  const at = engine.tsumugi_input(text.length);
  bytes(at, text.length).set(text);
  const length = engine.tsumugi_answer();
  return JSON.parse(decoder.decode(bytes(engine.tsumugi_output(), length)));
}

async function hear(request) {
  try {
    engine ??= (await WebAssembly.instantiate(await module(), { host })).instance.exports;
    post(answer(request));
  } catch (error) {
    // A module that has failed is in no state to go on.
    engine = null;
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
