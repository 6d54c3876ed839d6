// Rows of pieces beside the board: the hands (持駒) and the piece box (駒箱). A slot is a button that names its place, so
// that gestures treat it just like a square.

import { available } from "../model/edits.js";
import { HAND_KINDS, KINDS, makePiece } from "../model/pieces.js";
import { handIsEmpty } from "../model/position.js";
import { t } from "../text/i18n.js";
import { el } from "./dom.js";
import { komaPicture, pieceWords } from "./koma.js";

/** A slot that can show how many pieces it holds. */
function makeSlot(place, piece) {
  const count = el("span", { class: "slot-count", "aria-hidden": "true" });
  const button = el("button", { type: "button", class: "slot", "data-place": place }, komaPicture(piece), count);
  return { place, piece, button, count };
}

function fill(slot, held, words) {
  slot.count.textContent = held > 1 ? String(held) : "";
  slot.button.classList.toggle("empty", held === 0);
  slot.button.setAttribute("aria-label", words);
}

/** A hand: seven slots, and a word for an empty one that means "the rest". */
export class HandView {
  #slots;
  #rest = el("span", { class: "hand-rest" });

  constructor(element, side) {
    this.element = element;
    this.side = side;
    this.#slots = HAND_KINDS.map((kind) => ({ kind, ...makeSlot(`${side}:${kind}`, makePiece(side, kind)) }));
    this.mark = el("span", { class: "hand-side", "aria-hidden": "true" }, side === "b" ? "☗" : "☖");
    element.dataset.place = side;
    element.append(this.mark, ...this.#slots.map((slot) => slot.button), this.#rest);
  }

  /** Shows what a side holds; `restImplied` if its empty hand stands for the rest of the set. */
  show(position, { restImplied = false, selected = null, targets = null } = {}) {
    const side = t(`side.${this.side}`);
    this.element.setAttribute("aria-label", t("hand.of", { side }));
    this.element.classList.toggle("to-move", position.turn === this.side);
    for (const slot of this.#slots) {
      const held = position.hands[this.side][slot.kind];
      fill(slot, held, t("hand.slot", { side, kind: pieceWords(slot.piece), count: held }));
      slot.button.classList.toggle("selected", selected === slot.place);
      slot.button.classList.toggle("hint", targets?.has(slot.place) ?? false);
    }
    const rest = restImplied && handIsEmpty(position, this.side);
    this.#rest.textContent = rest ? t("hand.rest") : "";
    this.#rest.title = rest ? t("hand.rest.title") : "";
  }

  /** Whether the person may do something here at all. */
  enable(on) {
    for (const { button } of this.#slots) button.tabIndex = on ? 0 : -1;
    this.element.classList.toggle("still", !on);
  }
}

/** The piece box: every kind, for Black upright and for White turned round. */
export class BoxView {
  #slots = [];

  constructor(element) {
    this.element = element;
    element.dataset.place = "box";
    for (const side of ["b", "w"]) {
      const row = KINDS.map((kind) => ({ side, kind, ...makeSlot(`box:${side}:${kind}`, makePiece(side, kind)) }));
      this.#slots.push(...row);
      element.append(...row.map((slot) => slot.button));
    }
  }

  show(position, { selected = null } = {}) {
    this.element.setAttribute("aria-label", t("box"));
    for (const slot of this.#slots) {
      const left = available(position, slot.side, slot.kind);
      const words = { side: t(`side.${slot.side}`), kind: pieceWords(slot.piece), count: left };
      fill(slot, left, t("box.slot", words));
      slot.button.classList.toggle("selected", selected === slot.place);
    }
  }
}
