// Bid Whist: keeps the verdict on a called renege on the page until it is closed, also across a reload.
"use strict";

function showVerdict() {
  const verdict = document.getElementById("verdict");
  if (!verdict || sessionStorage.getItem(location.pathname) === verdict.dataset.verdict || verdict.matches(":is(:popover-open)")) return;
  verdict.showPopover();
}
document.addEventListener("table:prepared", showVerdict);
document.addEventListener("toggle", ({ target, newState }) => {
  if (target.id === "verdict" && newState === "closed") sessionStorage.setItem(location.pathname, target.dataset.verdict);
}, { capture: true });
addEventListener("load", showVerdict);
