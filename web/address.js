// The position in the address of the page, after the #: a link to a problem needs no server to remember it. Spaces
// become underscores, so that the address survives being pasted into a chat. A plus sign (a promoted piece) is written
// %2B, but chats decode it, to "+" or even to a space, so all three are read.

import { parseMove } from "./model/moves.js";
import { SfenError, readSfen, writeSfen } from "./model/sfen.js";

const ASKS = { line: "solution" };

/**
 * What the address asks for: a position, the moves of a line from there, a question; each null or empty if it does not
 * say. `fault` is the error of an address that says something else.
 */
export function readAddress(hash = location.hash) {
  const fields = fieldsOf(hash.replace(/^#/, ""));
  const ask = ASKS[fields.ask] ?? fields.ask ?? null;
  const nothing = { position: null, moves: [], ask, fault: null };
  try {
    if (fields.sfen) return { ...nothing, position: readSfen(blanks(fields.sfen)), moves: movesIn(fields.moves ?? "") };
    if (hash.length > 1 && !ask) throw new SfenError("sfen-missing", 1);
    return nothing;
  } catch (error) {
    return { ...nothing, fault: error };
  }
}

// URLSearchParams would make a blank of every plus sign.
function fieldsOf(text) {
  const pairs = text.split("&").map((part) => /^(\w+)=(.*)$/s.exec(part)).filter(Boolean);
  return Object.fromEntries(pairs.map(([, name, value]) => [name, decoded(value)]));
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Where underscores separate the parts, a space was a plus sign once.
const blanks = (text) => (text.includes("_") ? text.replaceAll(" ", "+").replaceAll("_", " ") : text);

function movesIn(text) {
  const moves = blanks(`${text}_`).split(" ").filter(Boolean);
  for (const move of moves) parseMove(move);
  return moves;
}

const encoded = (text) => text.replaceAll(" ", "_").replaceAll("+", "%2B").replaceAll("*", "%2A");

// The position comes last: whatever cuts blanks off the end of an address finds none there.
function fragment(position, moves, ask) {
  const parts = [
    ask && `ask=${ask}`,
    moves.length > 0 && `moves=${encoded(moves.join(" "))}`,
    `sfen=${encoded(writeSfen(position))}`,
  ];
  return `#${parts.filter(Boolean).join("&")}`;
}

/** Keeps the address up to date without filling the browser's history. */
export function writeAddress(position, moves = []) {
  history.replaceState(null, "", fragment(position, moves));
}

/** The address to give to somebody else. */
export const shareAddress = (position, moves = [], ask = null) =>
  location.href.replace(/[#?].*$/, "") + fragment(position, moves, ask);
