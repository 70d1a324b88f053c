// The replay: taps and keys step without a new page, and quick ones are not lost. Without this file all are plain links.
"use strict";

const box = document.getElementById("replay");
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
let wanted = null;   // the step asked for last, while its answer is on its way

function shown() {
  const { step, last } = box.querySelector("[data-step]").dataset;
  return { step: Number(step), last: Number(last) };
}

function target(to) {
  const { step, last } = shown();
  const from = wanted ?? step;
  const steps = { first: 0, back: from - 1, on: from + 1, last };
  return Math.min(Math.max(steps[to] ?? Number(to), 0), last);
}

function go(to) {
  const step = target(to);
  if (step === (wanted ?? shown().step)) return;
  const isFree = wanted === null;
  wanted = step;
  if (isFree) load();
}

// One answer at a time: what was asked for meanwhile is fetched when it is there.
async function load() {
  const step = wanted;
  const address = `${location.pathname}?step=${step}`;
  await show(address);
  const isShown = shown().step === step;
  if (isShown) history.pushState(null, "", address);
  if (wanted === step || !isShown) wanted = null;
  else load();
}

async function show(address) {
  box.querySelectorAll(":popover-open").forEach((sheet) => sheet.hidePopover());
  try {
    await htmx.ajax("GET", address, { source: box, target: box, swap: "morph:innerHTML show:none" });
  } catch {
    location.assign(address);
  }
}

// No step in it: the words of a proxy that has lost the server. They get a page of their own, as without this file.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target !== box || detail.serverResponse.includes("data-step=")) return;
  detail.shouldSwap = false;
  location.assign(detail.pathInfo.finalRequestPath);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.dataset.to);
});

document.addEventListener("keydown", (event) => {
  const to = KEYS[event.key];
  if (!box || !to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, [popover]")) return;
  event.preventDefault();
  go(to);
});

document.addEventListener("change", (event) => {
  if (event.target.id === "at") go(event.target.value);
});

window.addEventListener("popstate", () => {
  if (box) show(location.href);
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-select]")) event.target.select();
});
