// How the page looks: light or dark (or as the system has it), Japanese or Latin letters on the pieces. Both are names on
// the root element; the style sheets do the rest.

import { recall, remember } from "../settings.js";
import { find } from "../view/dom.js";

export function prepareLooks() {
  prepare("theme", "auto");
  prepare("pieces", "kanji");
}

function prepare(name, usual) {
  const select = find(`#${name}`);
  const apply = () => (document.documentElement.dataset[name] = select.value);
  select.value = recall(name, usual);
  apply();
  select.addEventListener("change", () => {
    remember(name, select.value);
    apply();
  });
}
