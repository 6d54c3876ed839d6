// Dialogs: opened by a button that names them, closed by their own button, Escape, or a click beside them.

export function prepareDialogs() {
  for (const opener of document.querySelectorAll("[data-opens]")) {
    opener.addEventListener("click", () => openDialog(opener.dataset.opens));
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-closes]")) dialog.close();
    });
  }
}

/** Opens a dialog by its id; it hears "open" first, to fill itself. */
export function openDialog(id) {
  const dialog = document.getElementById(id);
  if (dialog.open) return;
  dialog.dispatchEvent(new Event("open"));
  dialog.showModal();
}
