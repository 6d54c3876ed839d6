// The desk: board, hands and piece box together. Whoever is in charge (editor, answer, game) shows positions on it and
// hears what the person does there.

import { otherSide } from "../model/pieces.js";
import { BoardView } from "./board.js";
import { find } from "./dom.js";
import { watchGestures } from "./gestures.js";
import { BoxView, HandView } from "./slots.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Desk {
  #listener = null;

  constructor(root) {
    this.root = root;
    this.board = new BoardView(find("#board", root));
    this.hands = { b: new HandView(find("#hand-b", root), "b"), w: new HandView(find("#hand-w", root), "w") };
    this.box = new BoxView(find("#box", root));
    watchGestures(root, {
      pick: (place) => this.#listener?.pick(place) ?? "",
      tap: (place) => this.#listener?.tap(place),
      drop: (from, to) => this.#listener?.drop(from, to),
      alternate: (place) => this.#listener?.alternate(place),
    });
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Puts somebody in charge: an object with pick, tap, drop, alternate, key. */
  listen(listener, { editable, playable }) {
    this.#listener = listener;
    this.root.classList.toggle("editing", editable);
    this.root.classList.toggle("playing", playable);
    for (const hand of Object.values(this.hands)) hand.enable(editable || playable);
  }

  /** Shows a position with marks (see BoardView) and `selectedPlace`, `hintPlaces` for what is not on the board. */
  show(position, marks = {}) {
    this.board.show(position, marks);
    const defender = otherSide(position.turn);
    for (const hand of Object.values(this.hands)) {
      const restImplied = (marks.restImplied ?? false) && hand.side === defender;
      hand.show(position, { restImplied, selected: marks.selectedPlace, targets: marks.hintPlaces });
    }
    this.box.show(position, { selected: marks.selectedPlace });
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = event.target.closest?.("[data-place]")?.dataset.place;
    if (!place) return;
    const onBoard = this.board.element.contains(event.target);
    if (onBoard && event.key in ARROWS && !this.#listener?.ownsArrows) this.board.step(...ARROWS[event.key]);
    else if (!this.#listener?.key(place, event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
