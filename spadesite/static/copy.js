// Links that are given away: selected when they are come to, copied by a button that then says so.
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

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy]");
  if (button) copy(button);
});

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("[data-select]")) target.select();
});
