// Small manners of every page: toasts can be closed, and go by themselves after a while unless somebody is reading them.
"use strict";

const TOAST_STAYS = 8000;

function leaveLater(toast) {
  setTimeout(() => {
    if (toast.matches(":hover, :focus-within")) leaveLater(toast);
    else toast.remove();
  }, TOAST_STAYS);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-dismiss]");
  if (button) button.closest(".toast").remove();
});

const toasts = document.getElementById("toasts");
new MutationObserver((changes) => {
  for (const change of changes) {
    for (const node of change.addedNodes) if (node.nodeType === Node.ELEMENT_NODE) leaveLater(node);
  }
}).observe(toasts, { childList: true });
toasts.querySelectorAll(".toast").forEach(leaveLater);
