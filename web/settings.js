// What the page remembers between visits. A browser may refuse to store anything; then it is simply forgotten.

const PREFIX = "tsumugi.";

export function recall(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows may have no storage: nothing is lost but the memory.
  }
}
