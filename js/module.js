// The module of WebAssembly, asked by objects: in a browser or in Node.js.

export const inNode = typeof process !== 'undefined' && Boolean(process.versions?.node);

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Seconds since a moment that is the same for all workers of a page. */
export const now = () => (performance.timeOrigin + performance.now()) / 1000;

/** The bytes of a file that lies at a URL. */
export async function bytesAt(url) {
  if (inNode) {
    const files = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:fs/promises');
    return files.readFile(new URL(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // Some servers do not know the type of .wasm files, so the module is not compiled from the stream.
  return response.arrayBuffer();
}

/** Starts a compiled module: a function that takes a request and returns its answer. `tell` hears what is told meanwhile. */
export async function start(module, tell) {
  let engine = null;
  // A view of the memory is worth nothing once the memory has grown.
  const bytes = (at, length) => new Uint8Array(engine.memory.buffer, at, length);
  const object = (at, length) => JSON.parse(decoder.decode(bytes(at, length)));
  const host = { now, tell: (at, length) => tell(object(at, length)) };
  engine = (await WebAssembly.instantiate(module, { host })).exports;
  return (request) => {
    const text = encoder.encode(JSON.stringify(request));
    // The place is asked for first: it may move the memory.
    const at = engine.tsumugi_input(text.length);
    bytes(at, text.length).set(text);
    const length = engine.tsumugi_answer();
    return object(engine.tsumugi_output(), length);
  };
}
