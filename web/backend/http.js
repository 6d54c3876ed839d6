// The solver behind `tsumugi serve`: plain requests for what is quick, a job with server-sent events for what may take
// long. Aborting a job asks the server to stop it; the server still sends the answer as far as it got. A page that is
// closed ends its jobs.

import { ApiError, unreachable } from "./error.js";

const BASE = "api/v1/";

export class HttpBackend {
  name = "server";
  #jobs = new Set();

  constructor() {
    // A request that outlives its page: the server would wait for a minute before it gave a job up.
    addEventListener("pagehide", () => {
      for (const job of this.#jobs) void fetch(`${BASE}jobs/${job}`, { method: "DELETE", keepalive: true });
    });
  }

  /** Asks for something quick. */
  async request(method, path, body, signal) {
    const response = await this.#fetch(method, path, body, signal);
    const answer = await response.json().catch(() => null);
    if (!response.ok) throw new ApiError(response.status, answer);
    return answer;
  }

  /** Asks for something that may take long: `progress` hears how it goes, `signal` stops it. */
  async work(path, body, progress, signal) {
    const { job } = await this.request("POST", path, { ...body, job: true });
    const stop = () => void this.#fetch("DELETE", `jobs/${job}`).catch(() => {});
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    this.#jobs.add(job);
    try {
      const end = await this.#listen(job, progress);
      // A stream that broke off may have done so because the page is being left: then the job is not over.
      this.#jobs.delete(job);
      if (end.error) throw new ApiError(500, end);
      return end.answer;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  /** The text at a path, such as a certificate. */
  async text(path) {
    const response = await this.#fetch("GET", path);
    if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => null));
    return response.text();
  }

  async #fetch(method, path, body, signal) {
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    const options = { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) };
    return fetch(BASE + path, options).catch((error) => {
      throw error.name === "AbortError" ? error : unreachable();
    });
  }

  #listen(job, progress) {
    return new Promise((resolve, reject) => {
      const events = new EventSource(`${BASE}jobs/${job}/events`);
      events.addEventListener("progress", (event) => progress(JSON.parse(event.data)));
      events.addEventListener("done", (event) => {
        events.close();
        resolve(JSON.parse(event.data));
      });
      events.addEventListener("error", () => {
        // The browser tries again by itself unless the server has said that there is nothing more to hear.
        if (events.readyState === EventSource.CLOSED) reject(unreachable());
        else this.request("GET", `jobs/${job}`).catch(() => (events.close(), reject(unreachable())));
      });
    });
  }
}
