// How the page looks and sounds: light or dark (or as the system has it), which set of pieces, and whether one hears them.

import { recall, remember } from "../settings.js";
import { find } from "../view/dom.js";
import { usePieces } from "../view/koma.js";
import { setSound, soundIsOn } from "../view/sound.js";

export function prepareLooks() {
  prepare("theme", "auto", (name) => (document.documentElement.dataset.theme = name));
  prepare("pieces", "kanji", usePieces);
  const sound = find("#sound");
  const show = () => sound.setAttribute("aria-pressed", String(soundIsOn()));
  sound.addEventListener("click", () => (setSound(!soundIsOn()), show()));
  show();
}

function prepare(name, usual, use) {
  const select = find(`#${name}`);
  select.value = recall(name, usual);
  if (select.selectedIndex < 0) select.value = usual;
  use(select.value);
  select.addEventListener("change", () => {
    remember(name, select.value);
    use(select.value);
  });
}
