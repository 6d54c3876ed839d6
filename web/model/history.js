// Undo and redo: the positions an editor went through.

export class History {
  #past = [];
  #future = [];

  constructor(present) {
    this.present = present;
  }

  /** Goes on to a new state; what had been undone is forgotten. */
  push(state) {
    if (state === this.present) return;
    this.#past.push(this.present);
    this.#future = [];
    this.present = state;
  }

  undo() {
    if (this.#past.length === 0) return false;
    this.#future.push(this.present);
    this.present = this.#past.pop();
    return true;
  }

  redo() {
    if (this.#future.length === 0) return false;
    this.#past.push(this.present);
    this.present = this.#future.pop();
    return true;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }
}
