// A USI engine for ShogiHome in a browser, after its specs/wasm-engine-abi.md. It runs in Node.js too, for tests.
//
// What is said is decided in the module, which runs twice: here, where it holds the conversation and never takes long, and in
// search.js, a worker of its own, where it searches. A worker cannot be told to stop without memory that both share, which such
// a page does not get. So a search that is to stop is ended with its worker, and what it had learned is lost; one whose time is
// up stops by itself. The engine goes on by itself: there is no poll().

import { bytesAt, inNode, now, start } from './module.js';

const threads = inNode ? await import('node:worker_threads') : null;

/** Timers take no more milliseconds; who is woken too early is woken again. */
const LONGEST = 2 ** 31 - 1;

/** A worker that searches, wherever this runs. */
class Searcher {
  #worker;
  #ended = false;

  /** `hear` is called with its messages, `fail` when it dies. */
  constructor(url, module, hear, fail) {
    const alive = (listen) => (what) => this.#ended || listen(what);
    const heard = alive((message) => {
      if (message.failed !== undefined) return fail(message.failed);
      // A program may end while nothing is searched.
      if (message.last) this.#worker.unref?.();
      hear(message.event);
    });
    const died = alive((error) => fail(String(error?.message ?? error)));
    if (inNode) {
      this.#worker = new threads.Worker(new URL(url));
      this.#worker.on('message', heard);
      this.#worker.on('error', died);
      this.#worker.unref();
    } else {
      this.#worker = new Worker(url, { type: 'module' });
      this.#worker.onmessage = ({ data }) => heard(data);
      this.#worker.onerror = died;
    }
    this.#worker.postMessage({ module });
  }

  search(job) {
    this.#worker.ref?.();
    this.#worker.postMessage({ job });
  }

  end() {
    this.#ended = true;
    this.#worker.terminate();
  }
}

class Engine {
  #ask;
  #start;
  #searcher;
  #listeners = [];
  #lines = [];
  #saying = false;
  #timer;
  #over = false;

  constructor(ask, url, module, printErr) {
    const fail = (why) => {
      printErr(`tsumugi: the search has failed: ${why}`);
      this.#end();
      this.#do('failed');
    };
    this.#ask = ask;
    this.#start = () => new Searcher(url, module, (event) => this.#do({ hear: event }), fail);
    // It is ready by the time it is needed.
    this.#searcher = this.#start();
  }

  postMessage(command) {
    this.#do({ hear: { Line: String(command).trim() } });
  }

  addMessageListener(listener) {
    this.#listeners = [...this.#listeners, listener];
  }

  removeMessageListener(listener) {
    this.#listeners = this.#listeners.filter((other) => other !== listener);
  }

  terminate() {
    this.#over = true;
    this.#lines = [];
    clearTimeout(this.#timer);
    this.#end();
  }

  #end() {
    this.#searcher?.end();
    this.#searcher = null;
  }

  /** Asks the module and does what it says. */
  #do(request) {
    if (this.#over) return;
    const { give_up, job, lines, wake, over } = this.#ask(request);
    if (over) return this.terminate();
    if (give_up) this.#end();
    if (job || give_up) this.#searcher ??= this.#start();
    if (job) this.#searcher.search(job);
    clearTimeout(this.#timer);
    if (wake !== null) {
      const left = Math.max(0, Math.ceil((wake - now()) * 1000));
      this.#timer = setTimeout(() => this.#do('wake'), Math.min(left, LONGEST));
    }
    this.#say(lines);
  }

  /** A listener may say something at once: what is said then comes after these lines. */
  #say(lines) {
    this.#lines.push(...lines);
    if (this.#saying) return;
    this.#saying = true;
    try {
      while (this.#lines.length > 0) {
        const line = this.#lines.shift();
        for (const listener of this.#listeners) {
          if (!this.#over) listener(line);
        }
      }
    } finally {
      this.#saying = false;
    }
  }
}

/** Makes an engine. `locateFile` says where a file of this folder lies. */
export default async function createEngine({ printErr, locateFile } = {}) {
  const at = (file) => (locateFile ? locateFile(file, '') : new URL(file, import.meta.url).href);
  const module = await WebAssembly.compile(await bytesAt(at('tsumugi.wasm')));
  const ask = await start(module, () => {});
  return new Engine(ask, at('search.js'), module, printErr ?? ((line) => console.error(line)));
}
