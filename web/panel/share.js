// Sharing: the address of a position, the position and the line on the board in other notations, pictures.

import { shareAddress } from "../address.js";
import { jkfOf } from "../model/jkf.js";
import { readSfen } from "../model/sfen.js";
import { recall, remember } from "../settings.js";
import { t } from "../text/i18n.js";
import { find } from "../view/dom.js";
import { apngOf } from "./apng.js";
import { pngOf, saveBlob, saveText } from "./download.js";
import { complain, notify, say } from "./notices.js";

/** Longer lines make pictures too large to be passed on. */
const MOST_FRAMES = 200;
/** Milliseconds: the start, each move, the end. */
const PACE = { first: 1500, move: 1000, last: 3000 };

export class Share {
  #api;
  #subject;
  #formats = {};
  #links = {};

  /** `subject()` gives {sfen, moves, ask}, what is on the board now, and of a solution its whole `tree` and the moves played, `here`. */
  constructor(api, subject) {
    this.#api = api;
    this.#subject = subject;
    find("#share").addEventListener("open", () => void this.#fill());
    find("#share-format").addEventListener("change", ({ target }) => (remember(target.id, target.value), this.#showText()));
    find("#share-site").addEventListener("change", ({ target }) => (remember(target.id, target.value), this.#showLink()));
    find("#copy-link").addEventListener("click", () => void copy(find("#share-link")));
    find("#send-link").hidden = !navigator.share;
    find("#send-link").addEventListener("click", () => void send(find("#share-link").value));
    find("#copy-text").addEventListener("click", () => void copy(find("#share-text")));
    find("#save-svg").addEventListener("click", () => void this.#save("svg"));
    find("#save-png").addEventListener("click", () => void this.#save("png"));
    find("#save-animation").addEventListener("click", () => void this.#saveAnimation());
    find("#save-kif").addEventListener("click", () => void this.#save("kif"));
  }

  async #fill() {
    const { sfen, moves, ask, tree, mates } = this.#subject();
    this.#links = { tsumugi: shareAddress(readSfen(sfen), moves, ask) };
    this.#showLink();
    find("#save-animation").disabled = moves.length === 0;
    this.#formats = { sfen };
    this.#showText();
    try {
      const text = moves.length > 0 ? `sfen ${sfen} moves ${moves.join(" ")}` : sfen;
      const { formats, links } = await this.#api.convert(text);
      this.#formats = { ...formats, ...(tree && (await this.#trees(sfen, tree, mates))), sfen };
      // No site but this one knows walls.
      this.#links = { ...this.#links, ...links };
      this.#showText();
      this.#showLink();
    } catch (error) {
      complain(error);
    }
  }

  /** A solution in the notations that have variations. */
  async #trees(sfen, tree, mates) {
    const start = (await this.#api.convert(sfen, ["jkf"])).formats.jkf;
    if (!start || tree.line.length === 0) return {};
    const { formats } = await this.#api.convert(jkfOf(start, readSfen(sfen), tree, mates), ["kif", "ki2", "jkf", "usen"]);
    return formats;
  }

  #showLink() {
    const address = choice("#share-site", this.#links, "tsumugi");
    find("#share-link").value = address;
    find("#open-link").href = address;
  }

  #showText() {
    find("#share-text").value = choice("#share-format", this.#formats, "sfen");
  }

  async #saveAnimation() {
    const { sfen, moves } = this.#subject();
    if (moves.length > MOST_FRAMES) return notify(t("share.too-long", { most: MOST_FRAMES }), "bad");
    notify(t("share.drawing"));
    try {
      saveBlob("problem-animated.png", await animationOf(this.#api, sfen, moves));
    } catch (error) {
      complain(error);
    }
  }

  async #save(kind) {
    try {
      if (kind === "kif") return saveText("problem.kifu", this.#formats.kif ?? "");
      const { sfen, here } = this.#subject();
      const picture = await this.#api.picture(sfen, here);
      if (kind === "svg") saveText("problem.svg", picture, "image/svg+xml");
      else saveBlob("problem.png", await pngOf(picture));
    } catch (error) {
      complain(error);
    }
  }
}

/** What the person has chosen, today or the last time, of what there is. */
function choice(selector, offered, usual) {
  const select = find(selector);
  for (const option of select.options) option.disabled = !offered[option.value];
  const wanted = recall(select.id, usual);
  select.value = offered[wanted] ? wanted : usual;
  return offered[select.value] ?? "";
}

/** A picture that plays a line, one frame for each position. */
async function animationOf(api, sfen, moves) {
  const frames = [];
  for (let ply = 0; ply <= moves.length; ply += 1) {
    const png = await pngOf(await api.picture(sfen, moves.slice(0, ply)), 1);
    frames.push(new Uint8Array(await png.arrayBuffer()));
  }
  const delays = frames.map((_, i) => (i === 0 ? PACE.first : i === moves.length ? PACE.last : PACE.move));
  return apngOf(frames, delays);
}

/** Hands an address to another app, as phones can. */
async function send(url) {
  try {
    await navigator.share({ title: t("app.title"), url });
  } catch (error) {
    if (error.name !== "AbortError") notify(t("share.send-failed"), "bad");
  }
}

async function copy(field) {
  if (!(await copyText(field.value))) field.select();
}

/** Puts a text on the clipboard and says so; false if that is not allowed. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    notify(t("share.copied"));
    say(t("share.copied"));
    return true;
  } catch {
    notify(t("share.copy-failed"), "bad");
    return false;
  }
}
