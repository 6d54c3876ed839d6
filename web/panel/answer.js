// The answer: verdict, lines, variations, tries, findings. It keeps the position it is about, so that editing the board
// afterwards loses nothing.

import { t } from "../text/i18n.js";
import { el, find } from "../view/dom.js";
import { certificateControls } from "./certificate.js";
import { escapes } from "./escapes.js";
import { everyCheck, fillChecks, hasChecks } from "./every-check.js";
import { findings, recorded } from "./findings.js";
import { canMend, mendCards, mendCommand, mendFields, mendWords } from "./mend.js";
import { isGame, mateCards, mineCommand, mineFields, mineWords } from "./mine.js";
import { MoveLists } from "./moves.js";
import { say } from "./notices.js";
import { Stepper } from "./stepper.js";
import { themeTags } from "./themes.js";
import { foldAll, futile, tries, variations } from "./tree.js";
import { badges, effort, headline } from "./verdict.js";
import { fillWorkshop, tellHowFar, workshopSection } from "./workshop.js";

export class AnswerPanel {
  #api;
  #answer = null;
  #lists = null;
  #root = find("#answer");
  #certificate = null;
  #go = (path, ply) => this.stepper.go(path, ply);

  #ask;

  /**
   * `ask` is what can be asked for: `stop()` ends the search that is going on; `survey(sfen)` finds out what every check comes to;
   * `workshop(kind, sfen, fields, hear)` mends a problem or mines a game; `open(sfen, moves)` sets up a problem, `play(sfen)` plays it.
   */
  constructor(api, desk, ask) {
    this.#api = api;
    this.#ask = ask;
    this.stepper = new Stepper(desk, {
      moved: (path) => this.#moved(path),
      aside: (path, step) => this.#lists?.sibling(this.#root, path, step)?.click(),
      words: (path) => (path.length > 0 ? this.#lists.name(path) : ""),
    });
  }

  get isEmpty() {
    return this.#answer === null;
  }

  /** The SFEN of the answer, its line, how far that is played, and the whole tree, for export; null without an answer. */
  get shown() {
    if (!this.#answer) return null;
    const { kind, data } = this.#answer;
    const mates = kind !== "record" && data.verdict !== "unknown" && mainLine(data).length > 0;
    const tree = data.tree ?? { line: mainLine(data), forks: [] };
    return { sfen: data.sfen, moves: this.stepper.path, here: this.stepper.here, tree, mates: mates && data.verdict !== "brinkmate" };
  }

  /** The position that was asked about, as it was written then. */
  get asked() {
    return this.#answer?.asked ?? null;
  }

  /**
   * Takes a new answer: {kind, asked, data, improving}. Its lines are named before it is shown. One that comes after
   * another about the same position leaves the person where they are, as long as the moves are the same.
   * False if yet another one has come in the meantime.
   */
  async take(answer) {
    const before = this.#answer;
    const here = before?.improving && before.asked === answer.asked ? this.stepper.here : [];
    const lists = new MoveLists(answer.data.sfen, this.#go);
    this.#root.setAttribute("aria-busy", "true");
    this.#answer = answer;
    this.#lists = lists;
    this.#certificate = answer.improving ? null : certificateControls(this.#api, answer);
    const line = mainLine(answer.data);
    this.stepper.load(answer.data.sfen, line, here.every((move, i) => move === line[i]) ? here.length : 0);
    const content = this.#content();
    await lists.learn(this.#api).catch(() => {});
    if (this.#answer !== answer) return false;
    this.#root.removeAttribute("aria-busy");
    this.#put(content);
    return true;
  }

  /** Shows everything again, for instance in another language. */
  redraw() {
    if (this.#answer) this.#put(this.#content());
  }

  /** The search has failed: what is shown gets no better. */
  settle() {
    if (!this.#answer?.improving) return;
    this.#answer = { ...this.#answer, improving: false };
    this.redraw();
  }

  /** Says whether the answer is still about the position being edited. */
  markStale(stale) {
    find("#stale").hidden = this.isEmpty || !stale;
  }

  #put(content) {
    find("#answer-empty").hidden = true;
    this.#root.replaceChildren(...content);
    this.#lists.label(this.#root);
    this.#lists.highlight(this.#root, this.stepper.here);
  }

  #moved(path) {
    this.#lists.highlight(this.#root, path);
    this.#root.querySelector(".moves .current")?.scrollIntoView({ block: "nearest" });
  }

  #content() {
    const { kind, data } = this.#answer;
    const lines = kind === "helpmate" ? this.#solutions(data) : this.#main(data);
    // The mates of a game are what it was opened for; its moves are many.
    const first = isGame(this.#answer) ? this.#workshop("mine") : null;
    return [this.#head(), first, ...lines, ...this.#beside(kind, data)].filter(Boolean);
  }

  #head() {
    const { words, tone } = headline(this.#answer);
    return el(
      "header",
      { class: `verdict ${tone}` },
      el("h2", { id: "verdict" }, words),
      el("ul", { class: "badges" }, improvingBadge(this.#answer), badges(this.#answer).map((badge) => el("li", {}, badge))),
      themeTags(this.#answer.data.themes),
      this.#answer.improving && this.#stopButton(),
      this.#certificate,
      el("p", { class: "effort" }, effort(this.#answer)),
    );
  }

  // On a phone the button that has started the search is out of sight by now.
  #stopButton() {
    const button = el("button", { type: "button", class: "stop-here" }, t("work.stop"));
    button.addEventListener("click", () => this.#ask.stop());
    return button;
  }

  #main(data) {
    const sections = [];
    const note = this.#answer.improving ? "answer.improving" : lineNote(data);
    if (note) sections.push(el("p", { class: "calm" }, t(note)));
    if (data.line?.length) sections.push(section(lineTitle(this.#answer), this.#lists.list([], data.line)));
    if (data.strict_line?.length && data.strict_line.join() !== data.line.join()) {
      sections.push(section("line.strict", this.#lists.list([], data.strict_line)));
    }
    return sections;
  }

  #solutions(data) {
    return (data.lines ?? []).map((line, index) =>
      el(
        "section",
        {},
        el("h3", {}, data.lines.length > 1 ? t("line.solution", { n: index + 1 }) : t("line.main")),
        this.#lists.list([], line),
      ),
    );
  }

  #beside(kind, data) {
    if (kind === "check") return this.#checked(data);
    const line = data.line ?? [];
    return [this.#futile(data, line), this.#tree(data), this.#tries(data, line), this.#everyCheck()];
  }

  #checked(data) {
    const variations = recorded(this.#lists, data, this.#go);
    const found = section("findings.title", findings(this.#lists, data, this.#go));
    return [found, variations && section("recorded.title", variations), canMend(this.#answer) && this.#workshop("mend")];
  }

  /** Begins to look for the mates of the game that is shown, if it is one. */
  mine() {
    if (this.#answer && isGame(this.#answer)) void this.#begin("mine");
  }

  #workshop(name) {
    const state = this.#answer[name];
    return workshopSection(name, state, this.#workshopDeeds(name, state));
  }

  #workshopDeeds(name, state) {
    const answer = this.#answer;
    const cards = { mend: () => mendCards(state.found, this.#ask.open), mine: () => mateCards(state.found, state.names, this.#ask.play) };
    return {
      begin: () => void this.#begin(name),
      stop: this.#ask.stop,
      cards: state ? cards[name]() : [],
      command: { mend: mendCommand, mine: mineCommand }[name](answer),
    };
  }

  // What was found stays with the answer, for the next time it is drawn.
  async #begin(name) {
    const answer = this.#answer;
    const game = name === "mine";
    if (answer[name]?.running) return;
    const state = { running: true, found: [], names: game ? await this.#gameNames(answer) : null };
    const hear = ({ done, total, mended, mate }) => {
      const before = state.found.length;
      if (mended?.length) state.found = mended;
      if (mate) state.found = [...state.found, mate];
      Object.assign(state, { done, total });
      // Cards that are drawn anew under the pointer cannot be clicked.
      if (state.found.length !== before) this.#showWorkshop(answer, name);
      else if (this.#answer === answer) tellHowFar(this.#root, name, state);
    };
    const before = answer[name];
    answer[name] = state;
    this.#showWorkshop(answer, name);
    const fields = game ? mineFields(answer) : mendFields(answer);
    const ended = await this.#ask.workshop(name, answer.asked, fields, hear);
    if (ended === null) answer[name] = before;
    else Object.assign(state, { running: false }, ended.error ? { error: ended.error } : endState(name, ended.answer));
    this.#showWorkshop(answer, name);
    if (state.words) say(state.words());
  }

  async #gameNames({ data }) {
    return this.#api.namesOf(data.sfen, data.line).catch(() => null);
  }

  #showWorkshop(answer, name) {
    if (this.#answer !== answer) return;
    const body = this.#root.querySelector(`[data-workshop="${name}"]`);
    if (body) fillWorkshop(body, name, answer[name], this.#workshopDeeds(name, answer[name]));
  }

  #everyCheck() {
    if (!hasChecks(this.#answer)) return null;
    return everyCheck(this.#lists, this.#answer.checks, { opened: () => void this.#askChecks(), stop: this.#ask.stop, show: this.#go });
  }

  // What was found stays with the answer, for the next time it is drawn.
  async #askChecks() {
    const [answer, lists] = [this.#answer, this.#lists];
    if (answer.checks) return;
    answer.checks = "asked";
    this.#showChecks();
    answer.checks = await this.#ask.survey(answer.data.sfen);
    if (this.#answer !== answer) return;
    this.#showChecks();
    await lists.learn(this.#api).catch(() => {});
    if (this.#lists !== lists) return;
    lists.label(this.#root);
    say(this.#root.querySelector(".every-body > :is(h4, .calm)")?.textContent ?? "");
  }

  #showChecks() {
    const { checks } = this.#answer;
    const details = find(".every-check", this.#root);
    if (!checks) details.open = false;
    fillChecks(details, this.#lists, checks, { stop: this.#ask.stop, show: this.#go });
  }

  #tries(data, line) {
    if (data.verdict === "nomate" && data.tries) return section("escapes.title", ...escapes(this.#lists, data, this.#go));
    if (!data.tries?.length) return null;
    const hint = el("p", { class: "section-hint" }, t("tries.hint"));
    return section("tries.title", hint, tries(this.#lists, data.tries, line, this.#go));
  }

  #futile(data, line) {
    return data.futile?.length ? section("futile.title", futile(this.#lists, data.futile, line)) : null;
  }

  #tree(data) {
    const forks = variations(this.#lists, data.tree);
    if (!forks) return null;
    const made = section("tree.title", forks);
    if (forks.querySelector(".tree-toggle")) made.firstChild.append(...foldButtons(forks));
    return made;
  }
}

/** What a search in the workshop left: what was found, and how it ended in words. */
function endState(name, answer) {
  const words = name === "mend" ? () => mendWords(answer) : () => mineWords(answer);
  // A search that was stopped may know no more than it told on the way.
  const found = name === "mend" ? answer.mended : answer.mates;
  return { found: found ?? [], words };
}

function section(key, ...children) {
  return el("section", {}, el("h3", {}, el("span", {}, t(key))), ...children);
}

function foldButtons(root) {
  return [true, false].map((open) => {
    const button = el("button", { type: "button", class: "quiet small" }, t(open ? "tree.unfold" : "tree.fold"));
    button.addEventListener("click", () => foldAll(root, open));
    return button;
  });
}

const improvingBadge = ({ improving }) => improving && el("li", { class: "improving" }, t("badge.improving"));

/** What the line is: the author's solution (作意), or a way to mate of which that is not known. */
function lineTitle({ kind, data }) {
  if (kind === "record") return "line.record";
  const settled = kind === "check" || (data.length != null && data.question !== "mate");
  return settled || data.verdict !== "mate" ? "line.main" : "line.found";
}

/** Why there is no line to show, if there is none though there could be one. */
function lineNote({ verdict, line }) {
  if (verdict === "unknown") return "answer.unsettled";
  return verdict === "mate" && !line?.length ? "answer.no-line" : null;
}

const mainLine = (data) => data.line ?? data.lines?.[0] ?? [];
