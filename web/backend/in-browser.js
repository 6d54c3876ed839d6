// The solver inside the page, for a folder of files without a server: workers run it as WebAssembly. One that is searching
// hears nothing, so there are two: one searches, the other answers what is quick meanwhile. Stopping a search means ending
// its worker; the next question gets a fresh one.

import { ApiError } from "./error.js";

export class WorkerBackend {
  name = "worker";
  #searcher = new Solver();
  #clerk = new Solver();

  /** Asks for something quick; a game is a search at every move. */
  async request(method, path, body, signal) {
    const solver = path === "play" ? this.#searcher : this.#clerk;
    return (await solver.ask(method, path, body, { signal })).body;
  }

  /** Asks for something that may take long. */
  async work(path, body, progress, signal) {
    // Who stops it gets what was known by then.
    const stopped = { body: { sfen: body.sfen, verdict: "unknown", reason: "stopped", line: [], lines: [] } };
    const hear = (news) => {
      if (news.found) stopped.body = { ...news.found, reason: "stopped" };
      progress(news);
    };
    return (await this.#searcher.ask("POST", path, body, { progress: hear, signal, stopped })).body;
  }

  /** A text that belongs to an answer: whoever gave that has it. */
  async text(path) {
    const { body } = await this.#searcher.ask("GET", path);
    return typeof body === "string" ? body : body.text;
  }
}

/** A worker with the questions it has not answered yet. */
class Solver {
  #worker = null;
  #waiting = new Map();
  #next = 1;

  /** Asks it something; `stopped` is the answer of a question that is given up, if there is one. */
  ask(method, path, body, { progress = () => {}, signal = null, stopped = null } = {}) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
      signal?.addEventListener("abort", () => this.#stop(id, stopped), { once: true });
      this.#start().postMessage({ id, method, path: `/api/v1/${path}`, body });
    });
  }

  #start() {
    if (this.#worker) return this.#worker;
    this.#worker = new Worker(new URL("../worker.js", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", (event) => this.#hear(event.data));
    this.#worker.addEventListener("error", () => this.#fail(new ApiError(0, { error: { code: "no-backend" } })));
    return this.#worker;
  }

  #hear({ id, event, data, status, body }) {
    const asker = this.#waiting.get(id);
    if (!asker) return;
    if (event === "progress") return asker.progress(data);
    this.#waiting.delete(id);
    if (status >= 400) asker.reject(new ApiError(status, body));
    else asker.resolve({ status, body });
  }

  #stop(id, stopped) {
    const asker = this.#waiting.get(id);
    if (!asker) return;
    this.#waiting.delete(id);
    if (stopped) asker.resolve(stopped);
    else asker.reject(new DOMException("stopped", "AbortError"));
    this.#fail(new DOMException("stopped", "AbortError"));
  }

  #fail(error) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const asker of this.#waiting.values()) asker.reject(error);
    this.#waiting.clear();
  }
}
