// A worker that answers what the server would: the same paths, the same bodies, by WebAssembly.
//
//   to it      { id, method, path, body }
//   from it    { id, event: "progress", data }, any number of times, then { id, status, body } once
//
// It hears nothing while it works. Who wants no answer any more ends it and starts another one.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The request being answered. */
let current = null;
let engine = null;

/** The bytes of the module's memory; a view of it is worth nothing once the memory has grown. */
function bytes(at, length) {
  return new Uint8Array(engine.memory.buffer, at, length);
}

const host = {
  now: () => performance.now() / 1000,
  tell: (at, length) => {
    const data = JSON.parse(decoder.decode(bytes(at, length)));
    postMessage({ id: current, event: 'progress', data });
  },
};

async function start() {
  const response = await fetch(new URL('tsumugi.wasm', import.meta.url));
  if (!response.ok) throw new Error(`tsumugi.wasm: ${response.status}`);
  // Some servers do not know the type of .wasm files, so the module is not compiled from the stream.
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), { host });
  return instance.exports;
}

/** Answers one request. */
function answer(request) {
  const text = encoder.encode(JSON.stringify(request));
  // The place is asked for first: it may move the memory.
  const at = engine.tsumugi_input(text.length);
  bytes(at, text.length).set(text);
  const length = engine.tsumugi_answer();
  return JSON.parse(decoder.decode(bytes(engine.tsumugi_output(), length)));
}

function failure(error) {
  const message = String(error?.message ?? error);
  return { status: 500, body: { error: { code: 'module-failed', message, line: null, column: null, excerpt: null, faults: [] } } };
}

// Requests are answered in the order they come in.
let queue = Promise.resolve();
onmessage = ({ data: { id, method, path, body } }) => {
  queue = queue.then(async () => {
    let result;
    try {
      engine ??= await start();
      current = id;
      result = answer({ method, path, body: body ?? null });
    } catch (error) {
      // A module that has failed is in no state to go on.
      engine = null;
      result = failure(error);
    }
    postMessage({ id, ...result });
  });
};
