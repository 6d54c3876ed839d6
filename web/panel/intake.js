// Taking in text: typed, pasted or dropped, in any notation. SFEN is read here; everything else, addresses of other sites
// and links to this page too, by the solver's readers.
// Text that cannot be read stays where it is, with the reason beside it, and the board is not touched.

import { readSfen, writeSfen } from "../model/sfen.js";
import { t } from "../text/i18n.js";
import { find, typesText } from "../view/dom.js";
import { explain, notify } from "./notices.js";

/** Larger files are no game records. */
const LARGEST = 1_000_000;

export class Intake {
  #api;
  #take;
  #field = find("#notation");
  #trouble = find("#notation-trouble");
  #touched = false;
  #offer;

  /** `take(position, moves, record)` sets up what was read, with the text of a record that has variations; `offer(problems)` lets the person choose, if there are several. */
  constructor(api, take, offer) {
    this.#api = api;
    this.#take = take;
    this.#offer = offer;
    this.#field.addEventListener("input", () => (this.#touched = true));
    find("#intake").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.read(this.#field.value);
    });
    find("#file").addEventListener("change", (event) => void this.#readFiles(event.target.files));
    // Browsers that let a page read the clipboard spare the person, on a phone above all, a long press into the field.
    find("#paste").hidden = !navigator.clipboard?.readText;
    find("#paste").addEventListener("click", () => void this.#pasteButton());
    document.addEventListener("paste", (event) => this.#pasted(event));
    this.#acceptDrops();
  }

  /** Shows the position on the board, unless the person is in the middle of writing something else. */
  show(position) {
    if (this.#touched) return;
    this.#field.value = writeSfen(position);
    this.#complain("");
  }

  /** Reads a text and sets up what it says. */
  async read(text) {
    if (text.trim() === "") return this.#complain(t("error.empty"));
    try {
      const { position, moves, count, name, problems, record } = await this.#understand(text);
      this.#touched = false;
      this.#complain("");
      this.#take(position, moves, record);
      if (count > 1) this.#offer(problems, count);
      else if (name) notify(t("open.done", { name }));
    } catch (error) {
      this.refuse(text, error);
    }
  }

  focus() {
    this.#field.focus();
    this.#field.select();
  }

  /** Shows a text that could not be read, and why. */
  refuse(text, error) {
    this.#keep(text);
    this.#complain(explain(error));
  }

  async #understand(text) {
    const plain = plainSfen(text);
    if (plain) return { position: plain, moves: [] };
    let fault = null;
    for (const written of readings(text)) {
      try {
        const found = await this.#api.convert(written, []);
        return { ...found, position: readSfen(found.sfen), record: found.variations ? written : null };
      } catch (error) {
        fault ??= error;
      }
    }
    throw fault;
  }

  #keep(text) {
    this.#field.value = text;
    this.#touched = true;
  }

  #complain(words) {
    this.#trouble.textContent = words;
    this.#field.setAttribute("aria-invalid", String(words !== ""));
    if (words) this.#trouble.scrollIntoView({ block: "nearest" });
  }

  #pasted(event) {
    const text = event.clipboardData?.getData("text/plain");
    if (!text || typesText(event.target) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    void this.read(text);
  }

  async #pasteButton() {
    const text = await navigator.clipboard.readText().catch(() => null);
    if (text === null) return notify(t("open.paste-failed"), "bad");
    await this.read(text);
  }

  #acceptDrops() {
    const holdsText = (event) => ["Files", "text/plain"].some((type) => event.dataTransfer?.types.includes(type));
    const sign = (on) => document.body.classList.toggle("dropping", on);
    document.addEventListener("dragover", (event) => {
      if (!holdsText(event)) return;
      event.preventDefault();
      sign(true);
    });
    document.addEventListener("dragleave", (event) => event.relatedTarget || sign(false));
    document.addEventListener("drop", (event) => {
      sign(false);
      if (!holdsText(event)) return;
      event.preventDefault();
      const { files } = event.dataTransfer;
      if (files.length > 0) void this.#readFiles(files);
      else void this.read(event.dataTransfer.getData("text/plain"));
    });
  }

  async #readFiles([file]) {
    if (!file) return;
    if (file.size > LARGEST) return notify(t("error.too-large", { size: Math.round(file.size / 1000) }), "bad");
    await this.read(decode(await file.arrayBuffer()));
    find("#file").value = "";
  }
}

// What a text may mean, the likeliest first. Chats put words before an address and behind it, on other lines too; but
// blanks may also belong to the address.
function readings(text) {
  const address = /(?:https?|piyoshogi):\/\/[^\n]*/.exec(text)?.[0].trim();
  if (!address) return [text];
  const alone = !text.trim().includes("\n");
  return [...new Set([...(alone ? [] : [text]), address, address.split(/\s/)[0]])];
}

// A text that is SFEN and nothing else needs no solver; whatever else it may be, the solver's readers say.
function plainSfen(text) {
  if (text.includes("://")) return null;
  try {
    return readSfen(text);
  } catch (error) {
    if (/^\s*(sfen\s+)?\S*(\/\S*){8}(\s+\S+){0,3}\s*$/.test(text)) throw error;
    return null;
  }
}

/** Records are UTF-8 or, older ones, Shift_JIS. */
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}
