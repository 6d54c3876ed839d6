// Dialogs: opened by a button that names them, closed by their own button, Escape, or a click beside them.

export function prepareDialogs() {
  for (const opener of document.querySelectorAll("[data-opens]")) {
    opener.addEventListener("click", () => openDialog(opener.dataset.opens));
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (isBeside(dialog, event) || event.target.closest("[data-closes]")) dialog.close();
    });
  }
}

// A click on the backdrop arrives at the dialog, from outside its frame. Keys make clicks without a place.
function isBeside(dialog, { target, clientX, clientY, detail }) {
  if (target !== dialog || detail === 0) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Opens a dialog by its id; it hears "open" first, to fill itself. */
export function openDialog(id) {
  const dialog = document.getElementById(id);
  if (dialog.open) return;
  dialog.dispatchEvent(new Event("open"));
  dialog.showModal();
}
