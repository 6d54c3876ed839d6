// Two languages. Words live in ja.js and en.js under the same keys; markup names them by data-t (text), data-t-label
// (aria-label and tooltip) and data-t-placeholder, so that switching the language needs no rebuilding of the page.

import { en } from "./en.js";
import { ja } from "./ja.js";

const WORDS = { ja, en };
let language = "en";

/** The language a browser asks for: Japanese if it says so, else English. */
export function preferredLanguage(wanted = navigator.languages ?? [navigator.language]) {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in WORDS);
  return known ?? "en";
}

export const currentLanguage = () => language;

/** Chooses a language and rewrites all marked text. */
export function setLanguage(tag) {
  language = tag in WORDS ? tag : "en";
  document.documentElement.lang = language;
  document.title = t("app.title");
  translate(document);
}

/** The words for a key, with {names} filled in. An unknown key shows itself, which a test would notice. */
export function t(key, values = {}) {
  const words = WORDS[language][key] ?? WORDS.en[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Is there a text for this key? */
export const known = (key) => key in WORDS.en;

/** Fills in all marked text inside an element. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-t-label]")) label(element, t(element.dataset.tLabel));
  for (const element of root.querySelectorAll("[data-t-placeholder]")) {
    element.placeholder = t(element.dataset.tPlaceholder);
  }
}

function label(element, words) {
  element.setAttribute("aria-label", words);
  if (element instanceof HTMLButtonElement) element.title = words;
}

/** A length in plies. */
export const plies = (n) => t(n === 1 ? "plies.one" : "plies", { n });

/** A number with its thousands set apart. */
export const number = (n) => new Intl.NumberFormat(language).format(n);

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** A large number in three digits, such as 1.23 M. */
export function shortNumber(n) {
  if (n == null) return "–";
  return n < 10_000 ? number(n) : COMPACT.format(n);
}

export const seconds = (s) => (s == null ? "–" : s < 10 ? s.toFixed(1) : number(Math.round(s)));
