// Links that are given away: selected when they are come to, copied by a button that then says so, or handed on by the
// sheet of the system where it has one.
"use strict";

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return;   // an address without HTTPS has no clipboard; the link stands selected
  }
  button.firstElementChild.textContent = button.dataset.done;
}

async function handOn(button) {
  const text = document.getElementById(button.dataset.share).value;
  try {
    await navigator.share({ text });
  } catch (error) {
    if (error.name !== "AbortError") throw error;   // the sheet was closed without a choice
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
// A page that comes again has the same buttons for the same link, and leaves them as they are: found, in focus, “Copied”.
const given = ({ dataset, className }) => (dataset?.copy ?? dataset?.share) && className + dataset.copy + dataset.share;
Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) => !given(old) || given(old) !== given(fresh);
document.addEventListener("htmx:afterSettle", offerSheet);
offerSheet();

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("[data-select]")) target.select();
});
