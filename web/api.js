// All questions the page asks of the solver. Two back ends answer them alike: a server (`tsumugi serve`), or the solver
// compiled to WebAssembly in a worker (a static folder made by `tsumugi site`).

import { ApiError } from "./backend/error.js";
import { HttpBackend } from "./backend/http.js";
import { WorkerBackend } from "./backend/in-browser.js";

/** Finds a solver: the server this page came from, else one in the browser, else none. */
async function findBackend() {
  for (const backend of [new HttpBackend(), new WorkerBackend()]) {
    const version = await backend.request("GET", "version").catch(() => null);
    if (version?.version) return { backend, version: version.version, threads: version.most_threads ?? 1 };
  }
  return { backend: null, version: null, threads: 1 };
}

export class Api {
  #found = findBackend();

  /** Which solver answers: {name: "server", "worker" or "none", version, threads: at most}. */
  async about() {
    const { backend, version, threads } = await this.#found;
    return { name: backend?.name ?? "none", version, threads };
  }

  /** Long work: `kind` is "solve", "check", "helpmate", "mend" or "mine". Gives its answer. */
  async work(kind, body, progress, signal) {
    return (await this.#backend()).work(kind, body, progress, signal);
  }

  /** Any notation → position, moves, faults and all other notations. */
  convert(text, to) {
    return this.#post("convert", to ? { text, to } : { text });
  }

  /** The moves of lines in words: {ja: [[…]], en: [[…]]}. */
  names(sfen, lines) {
    return this.#post("names", { sfen, lines });
  }

  /** The moves of one line in words: {ja: […], en: […]}. */
  async namesOf(sfen, line) {
    const { ja, en } = await this.names(sfen, [line]);
    return { ja: ja[0], en: en[0] };
  }

  /** A diagram as a picture, as books print it; after the moves of a line, with the last one marked. */
  async picture(sfen, moves = []) {
    const text = moves.length > 0 ? `sfen ${sfen} moves ${moves.join(" ")}` : sfen;
    return (await this.#post("show", { text, ply: moves.length, format: "svg" })).text;
  }

  /** One exchange of a game: the person's moves so far in, the defender's reply out. */
  play(body, signal) {
    return this.#post("play", body, signal);
  }

  /** The certificate at the address that an answer gives for it. */
  async certificate(address) {
    return (await this.#backend()).text(address.replace(/^\/?api\/v1\//, ""));
  }

  verify(sfen, certificate) {
    return this.#post("verify", { sfen, certificate });
  }

  async problems() {
    return (await this.#backend()).request("GET", "problems");
  }

  async #post(path, body, signal) {
    return (await this.#backend()).request("POST", path, body, signal);
  }

  async #backend() {
    const { backend } = await this.#found;
    if (!backend) throw new ApiError(0, { error: { code: "no-backend", message: "no solver" } });
    return backend;
  }
}
