// How the page looks and sounds: light or dark (or as the system has it), Japanese or Latin letters on the pieces. Both are
// names on the root element; the style sheets do the rest. Pieces are silent unless the person wants to hear them.

import { recall, remember } from "../settings.js";
import { find } from "../view/dom.js";
import { setSound, soundIsOn } from "../view/sound.js";

export function prepareLooks() {
  prepare("theme", "auto");
  prepare("pieces", "kanji");
  const sound = find("#sound");
  const show = () => sound.setAttribute("aria-pressed", String(soundIsOn()));
  sound.addEventListener("click", () => (setSound(!soundIsOn()), show()));
  show();
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
