// Putting the solver to work: the question, the button that starts and stops, and how the search is going. The place for
// progress is there from the start, so nothing jumps while figures come in.

import { recall, remember } from "../settings.js";
import { currentLanguage, seconds, shortNumber, t } from "../text/i18n.js";
import { find } from "../view/dom.js";
import { complain, dismiss, notify, say } from "./notices.js";

const DEFAULTS = { ask: "solution", time: 60, memory: 256, tree: 2, tries: true, strict: false, asWritten: false, threads: 1, selfmate: false };

/** What each question sends: the kind of work and its own fields. */
const QUESTIONS = {
  mate: (o) => ["solve", { ...searchFields(o), question: "mate", certificate: true }],
  shortest: (o) => ["solve", { ...searchFields(o), question: "shortest", tree: o.tree, certificate: true }],
  solution: (o) => ["solve", { ...searchFields(o), ...SOLUTION, tree: o.tree, tries: o.tries }],
  check: (o) => ["check", { ...searchFields(o), strict: o.strict }],
  helpmate: (o) => ["helpmate", { ...limits(o), max_solutions: 10, selfmate: o.selfmate }],
  brinkmate: (o) => ["solve", { ...searchFields(o), question: "brinkmate", certificate: true }],
};

/** No position has more legal moves. */
const MOST_MOVES = 593;

const SOLUTION = { question: "solution", explain: true, certificate: true };
const limits = (o) => ({ time: o.time, hash: o.memory, threads: o.threads });
const searchFields = (o) => ({ ...limits(o), as_written: o.asWritten });

export class WorkPanel {
  #api;
  #running = null;
  #startedAt = 0;
  #clock = null;
  #sfen = null;
  #naming = false;
  #foundSoFar = null;

  /**
   * `question(kind)` gives what to solve: {sfen, fields of the request}; `done(answer)` takes the answer, and while a
   * search goes on, with `improving`, each that is known so far; `failed()` hears that no more will come.
   */
  constructor(api, question, done, failed) {
    this.#api = api;
    this.question = question;
    this.done = done;
    this.failed = failed;
    this.form = find("#work");
    this.#restore();
    this.form.addEventListener("submit", (event) => (event.preventDefault(), this.toggle()));
    this.form.addEventListener("change", () => this.#changed());
    this.#changed();
  }

  get ask() {
    return this.options.ask;
  }

  get options() {
    const fields = new FormData(this.form);
    const wholeNumber = (name) => Math.max(0, Math.round(Number(fields.get(name)) || DEFAULTS[name]));
    return {
      ask: fields.get("ask"),
      time: Math.max(1, wholeNumber("time")),
      memory: Math.max(1, wholeNumber("memory")),
      tree: Math.min(16, wholeNumber("tree")),
      tries: fields.has("tries"),
      threads: Math.min(Math.max(1, wholeNumber("threads")), Number(this.form.elements.threads.max)),
      selfmate: fields.has("selfmate"),
      strict: fields.has("strict"),
      asWritten: fields.has("asWritten"),
    };
  }

  /** Says how many threads a search may have. */
  allowThreads(most) {
    this.form.elements.threads.max = most;
  }

  choose(ask) {
    const input = this.form.querySelector(`[name=ask][value="${CSS.escape(ask)}"]`);
    if (input) input.checked = true;
    this.#changed();
  }

  toggle() {
    if (this.#running) this.stop();
    else void this.start();
  }

  stop() {
    this.#running?.abort();
  }

  async start() {
    if (this.#running) return;
    const options = this.options;
    const [kind, fields] = QUESTIONS[options.ask](options);
    const asked = this.question(kind);
    // A mark that all answers of one search share.
    const search = {};
    const body = { ...asked.fields, ...fields };
    const found = (data) => this.#found({ kind, search, asked: asked.sfen, data, improving: true });
    const data = await this.#search(kind, asked.sfen, body, found);
    const whole = { kind, search, asked: asked.sfen, data, fields: asked.fields, selfmate: fields.selfmate };
    if (data) await this.done(whole);
    else this.failed();
  }

  /** What every check in a position comes to, best first; null if that could not be asked now. */
  async survey(sfen) {
    if (this.#running) return notify(t("work.busy")), null;
    const fields = { ...limits(this.options), sfen, as_written: true, question: "solution", multipv: MOST_MOVES };
    const answer = await this.#search("solve", sfen, fields);
    return answer && (answer.moves ?? []);
  }

  /** Has a problem mended, or a game mined: `hear` is told how it goes. {answer} or {error}; null if that could not be asked now. */
  async workshop(kind, sfen, fields, hear) {
    if (this.#running) return notify(t("work.busy")), null;
    const { options } = this;
    const own = kind === "mend" ? searchFields(options) : { hash: options.memory, time: options.time };
    const strict = kind === "mend" ? { strict: options.strict } : {};
    return this.#run(kind, sfen, { ...fields, ...own, ...strict }, hear);
  }

  // Runs a search to its end; null if it failed, and then the person has been told why.
  async #search(kind, sfen, body, found = () => {}) {
    const { answer, error } = await this.#run(kind, sfen, body, (news) => news.found && found(news.found));
    if (error) complain(error);
    return answer ?? null;
  }

  async #run(kind, sfen, body, hear) {
    this.#begin();
    const { signal } = this.#running;
    this.#sfen = sfen;
    const told = (news) => {
      this.#progress(news);
      hear(news);
    };
    try {
      const answer = await this.#api.work(kind, body, told, signal);
      this.#end(answer, signal.aborted);
      return { answer };
    } catch (error) {
      this.#end(null);
      return { error };
    }
  }

  // What is known so far comes with every piece of news; it is handed on when it says something new.
  #found(answer) {
    const { line, length, at_most } = answer.data;
    const words = JSON.stringify([line, length, at_most]);
    if (words === this.#foundSoFar || !this.#running) return;
    this.#foundSoFar = words;
    void this.done(answer);
  }

  /** Shows the words again in the language of the day. */
  relabel() {
    this.#labelButton();
    if (!this.#running) find("#stage").textContent = this.lastWords?.() ?? t("work.idle");
  }

  #begin() {
    dismiss();
    this.#running = new AbortController();
    this.#foundSoFar = null;
    this.#startedAt = performance.now();
    this.#clock = setInterval(() => this.#tick(), 100);
    this.form.classList.add("running");
    find("#progress").setAttribute("aria-busy", "true");
    for (const id of ["#nodes", "#parts", "#bounds", "#fill-words"]) find(id).textContent = "–";
    find("#best-line").textContent = "";
    find("#fill").value = 0;
    find("#stage").textContent = t("work.stage.search");
    this.#labelButton();
    say(t("work.started"));
  }

  #end(answer, stopped = false) {
    clearInterval(this.#clock);
    this.#running = null;
    this.form.classList.remove("running");
    find("#progress").removeAttribute("aria-busy");
    find("#best-line").textContent = "";
    this.lastWords = () => endWords(answer, stopped);
    find("#stage").textContent = this.lastWords();
    if (answer?.seconds != null) find("#seconds").textContent = seconds(answer.seconds);
    if (answer) find("#nodes").textContent = shortNumber(answer.nodes ?? answer.positions ?? answer.expansions);
    this.#labelButton();
  }

  #tick() {
    find("#seconds").textContent = seconds((performance.now() - this.#startedAt) / 1000);
  }

  #progress(news) {
    const { stage, nodes, expansions, pn, dn, fill, line, done, total } = news;
    find("#stage").textContent = t(`work.stage.${stage ?? "search"}`);
    find("#nodes").textContent = shortNumber(nodes ?? expansions);
    if (total != null) find("#parts").textContent = `${done ?? 0} / ${total}`;
    if (pn != null) find("#bounds").textContent = `${boundWords(pn)} / ${boundWords(dn)}`;
    find("#fill").value = fill ?? 0;
    find("#fill-words").textContent = fill == null ? "–" : `${Math.round(fill * 100)} %`;
    if (line?.length) void this.#showLine(line.slice(0, 24));
  }

  // The line in words. One that does not start on the board, as in a search beside the main line, has none.
  async #showLine(line) {
    if (this.#naming) return;
    this.#naming = true;
    const named = await this.#api.namesOf(this.#sfen, line).catch(() => null);
    this.#naming = false;
    if (this.#running && named) find("#best-line").textContent = named[currentLanguage()].join(" ");
  }

  #changed() {
    const options = this.options;
    remember("work", options);
    this.form.dataset.ask = options.ask;
    find("#ask-hint").dataset.t = `ask.${options.ask}.hint`;
    find("#ask-hint").textContent = t(`ask.${options.ask}.hint`);
    this.#labelButton();
  }

  #labelButton() {
    const idle = this.options.ask === "check" ? "work.go.check" : "work.go";
    find("#go-words").textContent = t(this.#running ? "work.stop" : idle);
  }

  #restore() {
    const saved = { ...DEFAULTS, ...recall("work", {}) };
    if (!(saved.ask in QUESTIONS)) saved.ask = DEFAULTS.ask;
    for (const [name, value] of Object.entries(saved)) {
      const field = this.form.elements[name];
      if (!field) continue;
      if (field.type === "checkbox") field.checked = value;
      else field.value = value;
    }
  }
}

/** A proof number; one that cannot be reached any more is as large as numbers get. */
const boundWords = (n) => (n == null || n >= 0xffff_0000 ? "∞" : shortNumber(n));

function endWords(answer, stopped) {
  if (!answer) return t("work.idle");
  if (stopped) return t("work.stopped");
  return t("work.done", { seconds: seconds(answer.seconds ?? 0) });
}
