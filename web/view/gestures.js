// Mouse and touch on places: a tap, a drag from one place to another, and the "other" gesture (right click, double tap).
// What they mean is the listener's business: an editor and a game differ there.

import { el } from "./dom.js";
import { komaPicture } from "./koma.js";

/** So far may a pointer wander, in pixels, before a press becomes a drag. */
const SLACK = 6;
/** Two taps within so many milliseconds are a double tap. */
const DOUBLE = 350;

const placeOf = (target) => target?.closest?.("[data-place]")?.dataset.place ?? null;

/**
 * Watches an element. The listener has `pick(place)`, which gives the piece that may be dragged from there or "",
 * `tap(place)`, `drop(from, to)` with `to` null outside of all places, and `alternate(place)`.
 */
export function watchGestures(root, listener) {
  let press = null;
  let lastTap = { place: null, time: 0 };

  root.addEventListener("pointerdown", (event) => {
    const place = placeOf(event.target);
    if (event.button !== 0 || !place || press) return;
    press = { id: event.pointerId, place, x: event.clientX, y: event.clientY, ghost: null };
    // A touch is captured by what it touched first; the drop needs to know what is under it later.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  });

  // A finger on a piece drags it; anywhere else it scrolls the page. Browsers do not heed touch-action inside a picture.
  root.addEventListener(
    "touchstart",
    (event) => {
      const place = placeOf(event.target);
      if (place && event.touches.length === 1 && listener.pick(place)) event.preventDefault();
    },
    { passive: false },
  );

  document.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
    if (!press.ghost && far) press.ghost = raise(listener.pick(press.place), event.pointerType);
    press.ghost?.follow(event);
  });

  document.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { place, ghost } = press;
    press = null;
    ghost?.remove();
    const under = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (ghost) listener.drop(place, under);
    else if (under === place) tapped(place, event.timeStamp);
  });

  document.addEventListener("pointercancel", (event) => {
    if (press?.id !== event.pointerId) return;
    press.ghost?.remove();
    press = null;
  });

  root.addEventListener("contextmenu", (event) => {
    const place = placeOf(event.target);
    if (!place) return;
    event.preventDefault();
    if (!press?.ghost) listener.alternate(place);
    press = null;
  });

  // Enter and Space press a focused slot; clicks of a pointer have been dealt with above.
  root.addEventListener("click", (event) => {
    const place = placeOf(event.target);
    if (place && event.detail === 0) listener.tap(place);
  });

  function tapped(place, time) {
    const double = lastTap.place === place && time - lastTap.time < DOUBLE;
    lastTap = double ? { place: null, time: 0 } : { place, time };
    if (double) listener.alternate(place);
    else listener.tap(place);
  }
}

/** A picture of the dragged piece under the pointer; with a finger, a little above it, where it can be seen. */
function raise(piece, pointerType) {
  if (!piece) return null;
  const ghost = el("div", { class: "ghost", "aria-hidden": "true" }, komaPicture(piece));
  const lift = pointerType === "touch" ? 34 : 0;
  document.body.append(ghost);
  return {
    follow: (event) => {
      ghost.style.transform = `translate(${event.clientX}px, ${event.clientY - lift}px)`;
    },
    remove: () => ghost.remove(),
  };
}
