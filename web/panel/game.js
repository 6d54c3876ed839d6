// Play against it: the person attacks, tsumugi defends as long as it can. The solver says which checks there are, so an
// illegal move cannot be made, and whether a move has let the mate slip.

import { pieceAt } from "../model/edits.js";
import { parseMove, play } from "../model/moves.js";
import { isPiece, sideOf, turnedOver } from "../model/pieces.js";
import { readSfen } from "../model/sfen.js";
import { squareName, squareNamed } from "../model/squares.js";
import { t } from "../text/i18n.js";
import { el, find } from "../view/dom.js";
import { komaPicture } from "../view/koma.js";
import { clack } from "../view/sound.js";
import { MoveLists } from "./moves.js";
import { complain, say } from "./notices.js";
import { moveMarks } from "./stepper.js";

export class Game {
  #api;
  #question;
  #start = null;
  #state = null;
  #position = null;
  #lists = null;
  #held = null;
  #hint = null;
  #busy = null;
  #message = () => t("play.ready");

  /** `question()` gives the problem to play, as {sfen}; `giveUp` shows its solution. */
  constructor(api, desk, question, giveUp) {
    this.#api = api;
    this.desk = desk;
    this.#question = question;
    const on = (id, action) => find(id).addEventListener("click", action);
    on("#play-start", () => void this.begin());
    on("#play-hint", () => void this.#askHint());
    on("#play-back", () => void this.takeBack());
    on("#play-solution", giveUp);
  }

  /** Starts from the position on the board. */
  async begin() {
    this.#start = { sfen: this.#question().sfen };
    this.#state = null;
    this.#lists = null;
    await this.#exchange([]);
  }

  /** Forgets the game if the position it was about has changed. */
  positionChanged() {
    this.#busy?.abort();
    this.#start = null;
    this.#state = null;
    this.#position = null;
    this.#message = () => t("play.ready");
  }

  draw() {
    const position = this.#position ?? readSfen(this.#question().sfen);
    this.desk.show(position, this.#marks());
    this.#drawPanel();
  }

  async takeBack() {
    const moves = this.#state?.moves ?? [];
    if (moves.length === 0) return;
    // Back to the person's own last move: one if the defender has not answered, else two.
    const back = moves.length % 2 === 0 ? 2 : 1;
    await this.#exchange(moves.slice(0, -back));
  }

  // What the desk asks.

  // Any piece of one's own can be taken up; whether it can give check shows when it is put down.
  pick(place) {
    const piece = this.#checks().length > 0 ? pieceAt(this.#position, place) : "";
    return isPiece(piece) && sideOf(piece) === this.#position.turn ? piece : "";
  }

  tap(place) {
    const aimed = this.#held && this.#held !== place && !this.pick(place);
    if (aimed) return void this.#move(this.#held, place);
    this.#held = this.#held === place || !this.pick(place) ? null : place;
    this.draw();
  }

  drop(from, to) {
    if (to && to !== from) return void this.#move(from, to);
    this.#held = null;
    this.draw();
  }

  alternate() {}

  key(place, event) {
    if (event.key === "Escape" && this.#held) {
      this.#held = null;
      this.draw();
      return true;
    }
    if (squareNamed(place) === null || (event.key !== "Enter" && event.key !== " ")) return false;
    this.tap(place);
    return true;
  }

  #checks() {
    return this.#busy || this.#state?.status !== "playing" ? [] : this.#state.checks;
  }

  #movesFrom(place) {
    return this.#checks().filter((usi) => originOf(usi, this.#position.turn) === place);
  }

  #movesBetween(from, to) {
    return this.#movesFrom(from).filter((usi) => squareName(parseMove(usi).to) === to);
  }

  async #move(from, to) {
    const choices = this.#movesBetween(from, to);
    this.#held = null;
    if (choices.length === 0) {
      this.#tell(() => t("play.must-check"));
      return this.draw();
    }
    const usi = choices.length === 1 ? choices[0] : await askPromotion(pieceAt(this.#position, from), choices);
    if (!usi) return this.draw();
    const before = this.#state.moves;
    this.#position = play(this.#position, usi);
    clack();
    await this.#exchange([...before, usi]);
  }

  // Sends the moves so far; the answer has the defender's reply already played.
  async #exchange(moves, hint = false) {
    const mine = new AbortController();
    this.#busy?.abort();
    this.#busy = mine;
    this.#hint = null;
    this.#tell(() => t("play.thinking"));
    this.draw();
    const [answer, error] = await this.#api
      .play({ ...this.#start, moves, hint }, mine.signal)
      .then((found) => [found, null], (trouble) => [null, trouble]);
    if (this.#busy !== mine) return;
    this.#busy = null;
    if (error) this.#failed(error);
    else await this.#take(answer, moves, hint);
  }

  #failed(error) {
    complain(error);
    this.#tell(() => "");
    if (this.#state) this.#position = readSfen(this.#state.sfen);
    this.draw();
  }

  async #take(state, sent, hint) {
    this.#state = state;
    this.#position = readSfen(state.sfen);
    this.#hint = hint ? state.hint : null;
    await this.#nameMoves();
    this.#tell(() => (hint ? this.#hintWords() : stateWords(state, sent)));
    this.draw();
    if (!state.reply || sent.length === 0) return;
    this.desk.board.slide(state.reply);
    clack();
  }

  async #nameMoves() {
    this.#lists ??= new MoveLists(this.#start.sfen, () => {});
    const line = this.#hint ? [...this.#state.moves, this.#hint] : this.#state.moves;
    this.#lists.list([], line);
    await this.#lists.learn(this.#api).catch(() => {});
  }

  async #askHint() {
    if (this.#state) await this.#exchange(this.#state.moves, true);
  }

  #hintWords() {
    if (!this.#hint) return t("play.no-hint");
    return t("play.hint-is", { move: this.#lists.name([...this.#state.moves, this.#hint]) });
  }

  #tell(message) {
    this.#message = message;
    if (message()) say(message());
  }

  #marks() {
    const targets = new Set(this.#held ? this.#movesFrom(this.#held).map((usi) => parseMove(usi).to) : []);
    const marks = {
      ...moveMarks(this.#state?.moves.at(-1)),
      selected: this.#held ? squareNamed(this.#held) : null,
      selectedPlace: this.#held,
      targets,
      restImplied: !this.#state,
    };
    if (!this.#hint) return marks;
    const { from, to } = parseMove(this.#hint);
    const places = new Set(from === null ? [originOf(this.#hint, this.#position.turn)] : []);
    return { ...marks, hintFrom: from, hintTo: to, hintPlaces: places };
  }

  #drawPanel() {
    const started = this.#state !== null;
    const over = started && this.#state.status !== "playing";
    find("#play-words").textContent = this.#message();
    find("#play-words").dataset.state = this.#tone();
    find("#play-start-words").textContent = t(started ? "play.again" : "play.start");
    find("#play-hint").disabled = !started || over || this.#busy !== null;
    find("#play-back").disabled = !started || this.#state.moves.length === 0 || this.#busy !== null;
    const moves = find("#play-moves");
    const line = this.#state?.moves ?? [];
    moves.replaceChildren(...line.map((_, i) => moveItem(i + 1, this.#lists.name(line.slice(0, i + 1)))));
    moves.scrollTop = moves.scrollHeight;
  }

  #tone() {
    if (this.#busy || !this.#state) return "idle";
    if (this.#state.status === "mate") return "good";
    return this.#state.status === "failed" || this.#state.keeps === false ? "bad" : "idle";
  }
}

const moveItem = (n, name) =>
  el("li", {}, el("span", { class: "move-number" }, String(n)), el("span", { class: "move-name" }, name));

/** The place a move takes its piece from: a square or a hand. */
function originOf(usi, turn) {
  const { drop, from } = parseMove(usi);
  return drop ? `${turn}:${drop}` : squareName(from);
}

function stateWords(state, sent) {
  if (state.status === "mate") return t("play.mate", { length: state.moves.length });
  if (state.status === "failed") return t("play.escaped");
  const left = state.length == null ? t("play.in-unknown") : t("play.in", { length: state.length });
  if (sent.length === 0) return state.mates === false ? t("play.no-mate") : `${t("play.your-turn")} ${left}`;
  if (state.keeps === false) return t("play.loses");
  if (state.keeps == null) return t("play.unsure");
  return `${t("play.keeps")} ${left}`;
}

/** Lets the person choose between promoting and not; gives the move, or null if they changed their mind. */
function askPromotion(piece, choices) {
  const dialog = find("#promotion");
  const buttons = find("#promotion-choices");
  const faces = [turnedOver(piece), piece];
  const options = [choices.find((usi) => usi.endsWith("+")), choices.find((usi) => !usi.endsWith("+"))];
  return new Promise((resolve) => {
    buttons.replaceChildren(
      ...options.map((usi, i) => {
        const button = el("button", { type: "button" }, komaPicture(faces[i]), t(i === 0 ? "play.yes" : "play.no"));
        button.addEventListener("click", () => dialog.close(usi));
        return button;
      }),
    );
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue || null), { once: true });
    dialog.showModal();
  });
}
