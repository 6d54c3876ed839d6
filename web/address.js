// The position in the address of the page, after the #: a link to a problem needs no server to remember it. Spaces
// become underscores, so that the address survives being pasted into a chat.

import { readSfen, writeSfen } from "./model/sfen.js";

/** What the address asks for: a position and a question, each or null. Rubbish in it counts as nothing. */
export function readAddress(hash = location.hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  return { position: positionIn(fields.get("sfen")), ask: fields.get("ask") };
}

function positionIn(text) {
  try {
    return text ? readSfen(text.replaceAll("_", " ")) : null;
  } catch {
    return null;
  }
}

const fragment = (position, ask) => {
  const sfen = writeSfen(position).replaceAll(" ", "_").replaceAll("+", "%2B");
  return `#sfen=${sfen}${ask ? `&ask=${ask}` : ""}`;
};

/** Keeps the address up to date without filling the browser's history. */
export function writeAddress(position) {
  history.replaceState(null, "", fragment(position));
}

/** The address to give to somebody else. */
export const shareAddress = (position, ask) => location.href.replace(/[#?].*$/, "") + fragment(position, ask);
