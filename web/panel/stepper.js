// Stepping through a line: the board follows, by buttons, arrow keys or a click on a move.

import { parseMove, positionsAlong } from "../model/moves.js";
import { readSfen } from "../model/sfen.js";
import { find } from "../view/dom.js";
import { clack } from "../view/sound.js";
import { stepWords } from "./moves.js";
import { say } from "./notices.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
/** Milliseconds between two moves that play by themselves. */
const PACE = 1000;
/** Keys that lead to another move instead of the last one. */
const ASIDE = { ArrowUp: -1, ArrowDown: 1 };

export class Stepper {
  #path = [];
  #positions = [];
  #ply = 0;
  #playing = null;
  #moved;
  #aside;
  #words;

  /**
   * `moved(path)` hears the moves that lead to the position on the board; `aside(path, step)` is to show the next or the
   * previous alternative to the last of them; `words(path)` names it.
   */
  constructor(desk, { moved, aside, words }) {
    this.desk = desk;
    this.#moved = moved;
    this.#aside = aside;
    this.#words = words;
    for (const button of document.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this.step(button.dataset.step));
    }
    find("#autoplay").addEventListener("click", () => (this.#playing ? this.pause() : this.#autoplay()));
  }

  /** Lets the line play by itself, from its start if it has come to its end. */
  #autoplay() {
    this.go(this.#path, this.#ply === this.#path.length ? 0 : this.#ply + 1);
    if (this.#ply === this.#path.length) return;
    this.#playing = setInterval(() => {
      this.#show(this.#path, this.#ply + 1);
      if (this.#ply === this.#path.length) this.pause();
    }, PACE);
    find("#autoplay").setAttribute("aria-pressed", "true");
  }

  /** Ends that. */
  pause() {
    clearInterval(this.#playing);
    this.#playing = null;
    find("#autoplay").setAttribute("aria-pressed", "false");
  }

  /** Takes a new start and a line from there, so many moves of which are played. */
  load(sfen, path = [], ply = 0) {
    this.pause();
    this.start = readSfen(sfen);
    this.#take(path);
    this.#ply = ply;
  }

  /** Shows the position after so many moves of a line. */
  go(path, ply) {
    this.pause();
    this.#show(path, ply);
  }

  #show(path, ply) {
    const before = this.#path.slice(0, this.#ply).join(" ");
    const forward = ply === this.#ply + 1 && path.slice(0, ply - 1).join(" ") === before;
    this.#take(path);
    this.#ply = Math.min(Math.max(ply, 0), path.length);
    this.draw();
    if (!forward) return;
    this.desk.board.slide(path[ply - 1]);
    clack();
  }

  step(where) {
    const ply = { first: 0, back: this.#ply - 1, forward: this.#ply + 1, last: this.#path.length }[where];
    if (ply < 0 || ply > this.#path.length || ply === this.#ply) return;
    this.go(this.#path, ply);
    say(`${find("#step-words").textContent} ${this.#words(this.here)}`);
  }

  draw() {
    if (!this.start) return;
    const here = this.#path.slice(0, this.#ply);
    this.desk.show(this.#positions[this.#ply], moveMarks(here.at(-1)));
    find("#step-words").textContent = stepWords(this.#ply, this.#path.length);
    for (const button of document.querySelectorAll("[data-step]")) {
      const backwards = ["first", "back"].includes(button.dataset.step);
      button.disabled = backwards ? this.#ply === 0 : this.#ply === this.#path.length;
    }
    find("#autoplay").disabled = this.#path.length === 0;
    this.#moved(here);
  }

  get here() {
    return this.#path.slice(0, this.#ply);
  }

  get path() {
    return this.#path;
  }

  // What the desk asks: nothing can be moved here, but arrow keys step.

  ownsArrows = true;
  pick = () => "";
  tap = () => {};
  drop = () => {};
  alternate = () => {};

  knows = (key) => key in KEYS || key in ASIDE;

  key(_place, event) {
    if (!this.knows(event.key)) return false;
    if (event.key in ASIDE) this.#aside(this.here, ASIDE[event.key]);
    else this.step(KEYS[event.key]);
    return true;
  }

  #take(path) {
    if (path === this.#path && this.#positions.length > 0 && this.#positions[0] === this.start) return;
    this.#path = path;
    this.#positions = positionsAlong(this.start, path);
  }
}

/** The marks for the move just played. */
export function moveMarks(usi) {
  if (!usi) return {};
  const { from, to } = parseMove(usi);
  return { from, to };
}
