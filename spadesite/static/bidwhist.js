// How a called renege was judged, in Bid Whist: it stays until it is dismissed, also over a reload.
"use strict";

function showVerdict() {
  const verdict = document.getElementById("verdict");
  if (!verdict || sessionStorage.getItem(location.pathname) === verdict.dataset.verdict || verdict.matches(":is(:popover-open)")) return;
  verdict.showPopover();
}
document.addEventListener("table:prepared", showVerdict);
document.addEventListener("click", ({ target }) => {
  const verdict = target.closest("[data-dismiss]")?.closest("[data-verdict]");
  if (verdict) sessionStorage.setItem(location.pathname, verdict.dataset.verdict);
});
addEventListener("load", showVerdict);
