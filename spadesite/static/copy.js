// Links to share: a field selected on focus, a button that copies the link, and a button for the system's dialog, if it
// exists.
"use strict";

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return;   // without HTTPS there is no clipboard: the link stays selected
  }
  button.firstElementChild.textContent = button.dataset.done;
}

async function handOn(button) {
  const text = document.getElementById(button.dataset.share).value;
  try {
    await navigator.share({ text });
  } catch (error) {
    if (error.name !== "AbortError") throw error;   // AbortError: the dialog was closed without a choice
  }
}

function offerSheet() {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
}

document.addEventListener("click", ({ target }) => {
  const [toCopy, toShare] = [target.closest("[data-copy]"), target.closest("[data-share]")];
  if (toCopy) copy(toCopy);
  if (toShare) handOn(toShare);
});
// A swap keeps the button for the same link, with its focus and its text “Copied”.
const given = ({ dataset, className }) => (dataset?.copy ?? dataset?.share) && className + dataset.copy + dataset.share;
Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) => !given(old) || given(old) !== given(fresh);
document.addEventListener("htmx:afterSettle", offerSheet);
offerSheet();

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("[data-select]")) target.select();
});
