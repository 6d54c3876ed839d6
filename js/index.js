// tsumugi in JavaScript: a solver in a worker of its own, in a browser or in Node.js.
//
// The requests and answers are those of the JSON API (docs/API.md). The worker answers one request at a time and hears nothing
// meanwhile, so the queue is kept here, and to cancel a request its worker is ended.

const inNode = typeof process !== 'undefined' && Boolean(process.versions?.node);

/** Why a request was refused. */
export class TsumugiError extends Error {
  constructor(status, error) {
    super(error?.message ?? `status ${status}`);
    this.name = 'TsumugiError';
    this.status = status;
    this.code = error?.code ?? 'unknown';
    this.line = error?.line ?? null;
    this.column = error?.column ?? null;
    this.faults = error?.faults ?? [];
  }
}

/** A worker, wherever this runs: `hear` is called with its messages, `fail` when it dies. */
async function startWorker(hear, fail) {
  if (!inNode) {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => fail(new Error(event.message ?? 'the worker cannot be started'));
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate(), busy: () => {} };
  }
  const threads = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:worker_threads');
  const worker = new threads.Worker(new URL('./worker.js', import.meta.url));
  worker.on('message', hear);
  worker.on('error', fail);
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    // A program may end while nothing is asked.
    busy: (yes) => (yes ? worker.ref() : worker.unref()),
  };
}

function aborted(signal) {
  return signal?.reason ?? new DOMException('This operation was aborted', 'AbortError');
}

/** Answers requests, one after the other. */
export class Solver {
  #worker = null;
  #waiting = [];
  #current = null;
  #closed = false;

  /** Is there a mate, and by which line? */
  solve(problem, options = {}) {
    return this.#ask('solve', problem, options);
  }

  /** Is the problem sound, as its composer would ask? */
  check(problem, options = {}) {
    return this.#ask('check', problem, options);
  }

  /** The shortest helpmate, and how many there are. */
  helpmate(problem, options = {}) {
    return this.#ask('helpmate', problem, options);
  }

  /** Does a certificate prove its claim about the problem? */
  verify(problem, certificate, options = {}) {
    return this.#ask('verify', problem, { ...options, certificate });
  }

  /** The board as SVG, text or JSON. */
  show(problem, options = {}) {
    return this.#ask('show', problem, options);
  }

  /** The problem in other notations. */
  convert(problem, options = {}) {
    return this.#ask('convert', problem, options);
  }

  /** Ends the worker. What was asked and not answered fails. */
  close() {
    this.#closed = true;
    this.#end();
    const left = [this.#current, ...this.#waiting].filter(Boolean);
    [this.#current, this.#waiting] = [null, []];
    for (const request of left) request.reject(new DOMException('The solver was closed', 'AbortError'));
  }

  #ask(path, problem, { signal, onProgress, ...body }) {
    if (this.#closed) return Promise.reject(new DOMException('The solver was closed', 'AbortError'));
    if (signal?.aborted) return Promise.reject(aborted(signal));
    const posed = typeof problem === 'string' ? { text: problem } : (problem ?? {});
    return new Promise((resolve, reject) => {
      const request = { message: { method: 'POST', path: `/api/v1/${path}`, body: { ...posed, ...body } }, onProgress };
      const cancel = () => this.#cancel(request, aborted(signal));
      const settle = (how) => (value) => {
        signal?.removeEventListener('abort', cancel);
        how(value);
      };
      [request.resolve, request.reject] = [settle(resolve), settle(reject)];
      signal?.addEventListener('abort', cancel);
      this.#waiting.push(request);
      this.#next();
    });
  }

  /** Gives the worker something to do. */
  async #next() {
    if (this.#current || this.#waiting.length === 0) return;
    const request = this.#waiting.shift();
    this.#current = request;
    try {
      this.#worker ??= startWorker((message) => this.#hear(message), (error) => this.#fail(error));
      const started = this.#worker;
      const worker = await started;
      // Meanwhile it may have been cancelled, or the worker ended.
      if (this.#current !== request || this.#worker !== started) return;
      worker.busy(true);
      worker.post(request.message);
    } catch (error) {
      this.#fail(error);
    }
  }

  #hear(message) {
    const request = this.#current;
    if (!request) return;
    if (message.event === 'progress') {
      request.onProgress?.(message.data);
      return;
    }
    const path = message.status === 200 && !request.answer && message.body.certificate;
    if (typeof path === 'string') {
      // The worker keeps a certificate for a while: it is fetched before anything else is asked.
      request.answer = message.body;
      this.#worker.then((worker) => worker.post({ method: 'GET', path, body: null }));
      return;
    }
    this.#current = null;
    this.#worker?.then((worker) => worker.busy(this.#current !== null));
    if (message.status !== 200) request.reject(new TsumugiError(message.status, message.body?.error));
    else if (request.answer) request.resolve({ ...request.answer, certificate: message.body });
    else request.resolve(message.body);
    this.#next();
  }

  /** The worker has died: so has what it was working on. The next request starts another one. */
  #fail(error) {
    this.#worker = null;
    const request = this.#current;
    this.#current = null;
    request?.reject(error);
    this.#next();
  }

  #cancel(request, reason) {
    if (request === this.#current) {
      this.#end();
      this.#current = null;
    } else {
      this.#waiting = this.#waiting.filter((waiting) => waiting !== request);
    }
    request.reject(reason);
    this.#next();
  }

  #end() {
    const ended = this.#worker;
    this.#worker = null;
    ended?.then((worker) => worker.end(), () => {});
  }
}
