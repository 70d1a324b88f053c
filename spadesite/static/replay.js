// The replay: taps and keys step without loading a page, and fast ones are not lost. Automatic play ends at the last
// step, or when the player steps. Without this script all controls are plain links.
"use strict";

const box = document.getElementById("replay");
const LETTERS = { p: "[data-play]", v: "[data-pace]", m: "#mark-later", M: "#mark-earlier", w: "#thought-of", "?": "[popovertarget=keys]" };
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const PAUSES = { slow: 2800, normal: 1600, fast: 800 };
const SIGNS = { slow: "½×", normal: "1×", fast: "2×" };
const opened = box && shown().step;   // the step that a URL without a step shows
const stepInAddress = () => Number(new URLSearchParams(location.search).get("step") ?? opened);
let wanted = null;   // the last requested step, while its response is pending
let pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? "slow" : "normal";
let timer = null;   // for the next step of automatic play

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

// One request at a time: a step that is requested in between is fetched afterwards.
async function load() {
  const step = wanted;
  const address = `${location.pathname}?step=${step}`;
  const write = timer ? "replaceState" : "pushState";   // read before the response: the last step clears it
  await show(address);
  const isShown = shown().step === step;
  // Back and forward have already set the URL, and may be pressed before the response.
  if (isShown && step === wanted && step !== stepInAddress()) history[write](null, "", address);
  if (wanted === step || !isShown) wanted = null;
  else load();
}

async function show(address) {
  box.querySelectorAll(":is(:popover-open)").forEach((sheet) => sheet.hidePopover());
  try {
    await htmx.ajax("GET", address, { source: box, target: box, swap: "morph:innerHTML show:none" });
  } catch {
    location.assign(address);
  }
}

function play() {
  if (shown().step === shown().last) go("first");
  rest();
}

// The next step comes after a pause, but not before the response to the current one.
function rest() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (wanted === null) go("on");
    if ((wanted ?? shown().step) === shown().last) stop();
    else rest();
  }, PAUSES[pace]);
  mark();
}

function stop() {
  clearTimeout(timer);
  timer = null;
  mark();
}

function byHand(to) {
  stop();
  go(to);
}

function nextPace() {
  const paces = Object.keys(PAUSES);
  pace = paces[(paces.indexOf(pace) + 1) % paces.length];
  if (timer) rest();
  else mark();
}

// Set the state of the buttons, which each response replaces.
function mark() {
  const [button, speed] = [box?.querySelector("[data-play]"), box?.querySelector("[data-pace]")];
  if (!button) return;
  button.setAttribute("aria-pressed", String(timer !== null));
  speed.setAttribute("aria-label", speed.dataset[pace]);
  speed.firstElementChild.textContent = SIGNS[pace];
}

// A response without a step is an error page, such as that of a proxy without a server. Load it as a page.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target !== box || detail.serverResponse.includes("data-step=")) return;
  detail.shouldSwap = false;
  location.assign(detail.pathInfo.finalRequestPath);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  byHand(link.dataset.to);
});

document.addEventListener("click", ({ target: pressed }) => {
  const button = pressed.closest("[data-play], [data-pace]");
  if (!button) return;
  if ("pace" in button.dataset) nextPace();
  else if (timer) stop();
  else play();
});

document.addEventListener("keydown", (event) => {
  const to = KEYS[event.key];
  const button = LETTERS[event.key] ?? LETTERS[event.key.toLowerCase()];
  if (!box || !(to || button) || event.altKey || event.ctrlKey || event.metaKey || (event.shiftKey && !"M?".includes(event.key))) return;
  if (event.target.closest("input, select, textarea, :is(:popover-open)")) return;
  if (to) event.preventDefault();
  if (to) byHand(to);
  else if (box.querySelector("[data-letters]")) box.querySelector(button)?.click();
});

document.addEventListener("change", (event) => {
  if (event.target.id === "at") byHand(event.target.value);
});

window.addEventListener("popstate", () => {
  stop();
  if (box) go(stepInAddress());
});

document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
document.addEventListener("htmx:afterSwap", mark);
mark();
