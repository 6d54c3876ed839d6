// Light, dark, or as the system has it.

import { recall, remember } from "../settings.js";
import { find } from "../view/dom.js";

export function prepareTheme() {
  const select = find("#theme");
  const apply = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  select.value = recall("theme", "auto");
  apply(select.value);
  select.addEventListener("change", () => {
    remember("theme", select.value);
    apply(select.value);
  });
}
