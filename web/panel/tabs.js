// Tabs as ARIA describes them: one of them can be reached by Tab, arrow keys go from one to the next.

import { find } from "../view/dom.js";

export class Tabs {
  #tabs = [...document.querySelectorAll("[role=tab]")];
  #chosen;

  /** `chosen(name)` is called when a tab has been opened. */
  constructor(chosen) {
    this.#chosen = chosen;
    for (const tab of this.#tabs) {
      tab.addEventListener("click", () => this.open(tab.dataset.tab));
      tab.addEventListener("keydown", (event) => this.#key(tab, event));
    }
  }

  open(name) {
    this.current = name;
    for (const tab of this.#tabs) {
      const on = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      find(`#panel-${tab.dataset.tab}`).hidden = !on;
    }
    this.#chosen(name);
  }

  #key(tab, event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = this.#tabs.at((this.#tabs.indexOf(tab) + step) % this.#tabs.length);
    this.open(next.dataset.tab);
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
