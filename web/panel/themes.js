// The themes (趣向・手筋) of a solution as tags; what each means is told by its tooltip, and by a click.

import { known, t } from "../text/i18n.js";
import { el } from "../view/dom.js";
import { notify } from "./notices.js";

/** The tags; null if there are none. */
export function themeTags(ids) {
  if (!ids?.length) return null;
  return el("ul", { class: "themes", "aria-label": t("themes.title") }, ids.map((id) => el("li", {}, tag(id))));
}

// A solver newer than this page may know themes that it has no words for.
function tag(id) {
  const name = known(`theme.${id}`) ? t(`theme.${id}`) : id;
  const why = known(`theme.${id}.why`) ? t(`theme.${id}.why`) : "";
  const made = el("button", { type: "button", class: "theme", title: why }, name);
  made.addEventListener("click", () => notify(`${name}: ${why}`));
  return made;
}
