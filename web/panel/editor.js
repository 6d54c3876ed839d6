// The editor: what mouse, touch and keys do to the diagram while the "Position" tab is open.

import {
  changeHand, changePiece, clearAll, cycle, flipColours, mirror, movePiece, parsePlace, passTurn, pieceAt, placeNew,
  putWall, removeAt, restToDefender, shift,
} from "../model/edits.js";
import { faultsOf } from "../model/faults.js";
import { History } from "../model/history.js";
import { HAND_KINDS, KINDS, changedSides, isPiece, makePiece, turnedOver } from "../model/pieces.js";
import { squareNamed } from "../model/squares.js";
import { t } from "../text/i18n.js";
import { squareWords } from "../view/board.js";
import { el, find } from "../view/dom.js";
import { faultWords } from "./fault-words.js";
import { notify, say } from "./notices.js";

const TOOLS = {
  rest: restToDefender,
  mirror,
  flip: flipColours,
  clear: clearAll,
  turn: passTurn,
  "shift-left": (position) => shift(position, 1, 0),
  "shift-right": (position) => shift(position, -1, 0),
  "shift-up": (position) => shift(position, 0, -1),
  "shift-down": (position) => shift(position, 0, 1),
};

const emptySquares = ({ board }) => new Set(board.flatMap((cell, square) => (cell === "" ? [square] : [])));

export class Editor {
  #history;
  #held = null;
  #stamping = false;
  #changed;

  /** Starts with a position; `changed` is called after every change of it. */
  constructor(desk, position, changed) {
    this.desk = desk;
    this.#history = new History(position);
    this.#changed = changed;
    for (const button of document.querySelectorAll("[data-tool]")) {
      button.addEventListener("click", () => this.#tool(button.dataset.tool));
    }
    find("#stamp").addEventListener("click", () => this.#setStamping(!this.#stamping));
  }

  get position() {
    return this.#history.present;
  }

  /** Takes a new position as one step that can be undone. */
  set(position) {
    if (!position) return;
    this.#held = null;
    this.#history.push(position);
    this.#after();
  }

  undo() {
    if (this.#history.undo()) this.#after();
  }

  redo() {
    if (this.#history.redo()) this.#after();
  }

  /** Shows the position, its faults, and which tools can be used. */
  draw() {
    const faults = faultsOf(this.position);
    this.desk.show(this.position, {
      selected: this.#held ? squareNamed(this.#held) : null,
      selectedPlace: this.#held,
      targets: this.#held ? emptySquares(this.position) : null,
      faults: new Set(faults.flatMap((fault) => fault.squares)),
      restImplied: true,
    });
    this.#listFaults(faults);
    find("[data-tool=undo]").disabled = !this.#history.canUndo;
    find("[data-tool=redo]").disabled = !this.#history.canRedo;
    find("#turn-words").textContent = t("edit.turn", { side: t(`side.${this.position.turn}`) });
  }

  // What the desk asks.

  pick(place) {
    const piece = pieceAt(this.position, place);
    return isPiece(piece) ? piece : "";
  }

  tap(place) {
    if (this.#stamping && this.#held?.startsWith("box:") && squareNamed(place) !== null) return this.#stamp(place);
    if (this.#held && this.#held !== place) return this.drop(this.#held, place);
    this.#held = this.#held === place || !this.pick(place) ? null : place;
    this.draw();
  }

  drop(from, to) {
    this.#held = null;
    this.set(movePiece(this.position, from, to ?? "box"));
    this.draw();
  }

  alternate(place) {
    const held = this.#stamping ? this.#held : null;
    this.set(cycle(this.position, place));
    this.#hold(held);
  }

  /** Puts the chosen piece on a square and keeps it chosen; a piece of that kind there is taken away again. */
  #stamp(place) {
    const [held, square] = [this.#held, squareNamed(place)];
    const { side, kind } = parsePlace(held);
    const there = this.position.board[square] === makePiece(side, kind);
    const changed = there ? removeAt(this.position, square) : placeNew(this.position, square, side, kind);
    if (!changed) return this.#refuse("edit.none-left", { kind: t(`kind.${kind}`) });
    this.set(changed);
    this.#hold(kind === "K" || pieceAt(this.position, held) ? held : null);
    this.#tell(square);
  }

  #hold(place) {
    this.#held = place;
    this.draw();
  }

  #setStamping(on) {
    this.#stamping = on;
    find("#stamp").setAttribute("aria-pressed", String(on));
    if (on) this.#refuse("edit.stamp.hint");
    // On a phone the board has been scrolled away by whoever reaches this button.
    if (on) this.desk.root.scrollIntoView({ block: "nearest" });
    this.#hold(null);
  }

  key(place, event) {
    if (event.key === "Enter" || event.key === " ") return this.#press(place);
    if (event.key === "Escape") return this.#letGo();
    const square = squareNamed(place);
    return square === null ? this.#handKey(place, event) : this.#squareKey(square, event);
  }

  #press(place) {
    // A slot is a button and presses itself; a square is not.
    if (squareNamed(place) === null) return false;
    this.tap(place);
    return true;
  }

  #letGo() {
    if (!this.#held) return false;
    this.#held = null;
    this.draw();
    return true;
  }

  #squareKey(square, event) {
    const kind = event.key.toUpperCase();
    if (KINDS.includes(kind)) return this.#place(square, event.shiftKey ? "w" : "b", kind);
    const change = {
      Delete: () => removeAt(this.position, square),
      Backspace: () => removeAt(this.position, square),
      "+": () => changePiece(this.position, square, turnedOver),
      "=": () => changePiece(this.position, square, turnedOver),
      ";": () => changePiece(this.position, square, turnedOver),
      X: () => changePiece(this.position, square, changedSides),
      O: () => putWall(this.position, square),
    }[event.key.length === 1 ? kind : event.key];
    if (!change) return false;
    this.set(change());
    this.#tell(square);
    return true;
  }

  #place(square, side, kind) {
    const placed = placeNew(this.position, square, side, kind);
    if (!placed) return this.#refuse("edit.none-left", { kind: t(`kind.${kind}`) });
    this.set(placed);
    this.#tell(square);
    return true;
  }

  #handKey(place, event) {
    const { where, side, kind } = parsePlace(place);
    const difference = { "+": 1, "=": 1, ";": 1, "-": -1, Delete: -1, Backspace: -1 }[event.key];
    if (where !== "hand" || !HAND_KINDS.includes(kind) || !difference) return false;
    const changed = changeHand(this.position, side, kind, difference);
    if (!changed) return this.#refuse("edit.none-left", { kind: t(`kind.${kind}`) });
    this.set(changed);
    return true;
  }

  #tool(name) {
    if (name === "undo") return this.undo();
    if (name === "redo") return this.redo();
    const changed = TOOLS[name](this.position);
    if (!changed) return this.#refuse("edit.no-room");
    this.set(changed);
  }

  #refuse(key, values) {
    notify(t(key, values), "info");
    say(t(key, values));
    return true;
  }

  #tell(square) {
    say(this.desk.board.element.querySelector(`[tabindex="0"]`)?.getAttribute("aria-label") ?? squareWords(square));
  }

  #after() {
    this.draw();
    this.#changed(this.position);
  }

  #listFaults(faults) {
    const list = find("#faults");
    const words = faults.length === 0 ? [t("edit.sound")] : faults.map(faultWords);
    // The same list is not written again: a screen reader would read it again.
    if (words.join() === list.dataset.words) return;
    list.dataset.words = words.join();
    list.classList.toggle("good", faults.length === 0);
    list.replaceChildren(...words.map((text) => el("li", {}, text)));
  }
}
