// Shows the tables of the stream in order and at the player's pace, but none older than the page's table. Shows that
// the connection is lost.
"use strict";

// Milliseconds between a bot's card and the next one.
const STEP = { instant: 0, fast: 120, normal: 420, slow: 900 };
// Milliseconds that a finished trick stays, by the player's setting; the default is `data-finished` times REST_BY_PACE.
const REST = { off: 0, one: 1000, two: 2000, tap: Infinity };
const REST_BY_PACE = { instant: 0, fast: 0.5, normal: 1, slow: 2 };
const TOGETHER = 30;  // milliseconds in which all messages sent together arrive
const LINE_IS_LOST_AFTER = 1500;
const TRY_AGAIN_AFTER = 2000;
const TRY_LATE_AFTER = 15000;
const PATIENCE = 60;  // refusals until retries become rare: two minutes of them
const LOOK_AFTER = 3;  // refusals until the page fetches the table itself

let waiting = [];
let timer = null;
let shownAt = 0;

const finished = () => table().querySelector("[data-finished]");
const trickIsFinished = () => Boolean(finished());
const pace = (times) => times[document.documentElement.dataset.speed] ?? times.normal;
const chosenRest = () => REST[document.documentElement.dataset.rest];
const trickRest = () => chosenRest() ?? pace(REST_BY_PACE) * finished().dataset.finished;
const restsUntil = () => (document.hidden ? 0 : shownAt + Math.max(pace(STEP), trickIsFinished() ? trickRest() : 0));

function swapIn(html) {
  rememberFocus();
  document.dispatchEvent(new Event("table:leaves"));
  if (isNews(html)) htmx.swap("#table", html, { swapStyle: "morph:outerHTML" }, { contextElement: document.querySelector("[sse-swap]") });
}

// At the pace "instant", on a hidden page or after a press, only the newest table is shown. Messages of skipped tables
// are still read out. A finished trick is skipped on a hidden page, or if the player has set no time for it.
const isAtOnce = () => document.hidden || pace(STEP) === 0;
let passedOver = [];
const mayPassOver = (html) => document.hidden || !(chosenRest() > 0) || !html.includes("data-finished");

function waitForNext(atLeast = 0) {
  const rest = Math.max(atLeast, restsUntil() - performance.now());
  if (waiting.length && rest < Infinity) timer ??= setTimeout(showNext, rest);
  document.getElementById("go-on").hidden = !waiting.length || rest < Infinity;
}
document.addEventListener("table:swapped", () => waitForNext());  // also after a swap that bypassed the queue

function showNext(isLast = isAtOnce()) {
  timer = null;
  while (isLast && waiting.length > 1 && mayPassOver(waiting[0])) passedOver.push(new DOMParser().parseFromString(waiting.shift(), "text/html").getElementById("say"));
  const html = waiting.shift();
  if (html) swapIn(html);
  waitForNext();
}

// A press skips to the newest table, which may make the pressed card playable, or focus a card. The click that follows
// must not play that card. Key repeats are ignored: they would clear the flag before the key is released.
let isHurry = false;

function showAll({ target, key, repeat }) {
  if (repeat) return;
  isHurry = false;
  if (!waiting.length) return;
  const isOff = target.closest?.("[data-hand] [aria-disabled=true]");
  clearTimeout(timer);
  if (isNews(waiting.at(-1))) document.dispatchEvent(new Event("table:hurry"));
  showNext(true);
  isHurry = isOff || (key && document.activeElement !== target);
}
document.addEventListener("click", (event) => {
  if (!isHurry || !event.isTrusted) return;  // letter keys click by script
  isHurry = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

document.addEventListener("htmx:sseBeforeMessage", (event) => {
  const html = event.detail.data;
  speaks();
  // A reopened stream may send a table that is already waiting to be shown.
  if (!isNews(html) || waiting.some((one) => one.split(">")[0] === html.split(">")[0])) return event.preventDefault();
  const rest = restsUntil() - performance.now();
  if (waiting.length || rest > 0 || isAtOnce()) {
    event.preventDefault();
    waiting.push(html);
    waitForNext(isAtOnce() ? TOGETHER : 0);
  }
  rememberFocus();
});
document.addEventListener("htmx:sseMessage", () => afterSwap());

// A table of the same version is news if the game is over, or if people have come, gone or asked a question.
const isNews = (html) => versionIn(html) > shown() || (versionIn(html) === shown() && (isOver(html) || !html.includes(`data-moment="${table().dataset.moment}"`)));
const isOver = (html) => html.includes('data-phase="over"') && table().dataset.phase !== "over";

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "table") return;
  // Keep the table if the response is older, or no table, such as the error page of a proxy without a server.
  if (versionIn(event.detail.serverResponse) < shown()) event.detail.shouldSwap = false;
});

// `visibilitychange` too, because browsers delay the timers of a hidden page.
for (const kind of ["pointerdown", "keydown", "visibilitychange"]) document.addEventListener(kind, showAll, { capture: true });

// ---------- the connection ----------
let lostTimer = null;
let againTimer = null;
let refusals = 0;
let source = null;
let heardAt = Date.now();

function speaks() {
  heardAt = Date.now();
  lineIsBack();
}
// One stream at a time; `watch.js` checks its heartbeats.
htmx.createEventSource = (address) => {
  source?.close();
  source = new EventSource(address);
  source.addEventListener("here", speaks);
  return source;
};

function lineIsLost() {
  lostTimer ??= setTimeout(() => { document.getElementById("lost").hidden = false; }, LINE_IS_LOST_AFTER);
}
function lineIsBack() {
  clearTimeout(lostTimer);
  lostTimer = null;
  document.getElementById("lost").hidden = true;
}
// After a refusal an EventSource stays closed, and htmx retries with growing delays. So it is reopened here.
function openAnew() {
  clearTimeout(againTimer);
  const old = document.getElementById("live");
  const fresh = old.cloneNode(true);
  const address = new URL(old.getAttribute("sse-connect"), location.href);
  address.searchParams.set("v", shown());
  fresh.setAttribute("sse-connect", address.pathname + address.search);
  old.removeAttribute("sse-connect");
  old.replaceWith(fresh);
  htmx.process(fresh);
}
document.addEventListener("htmx:sseError", () => {
  lineIsLost();
  if (source.readyState !== EventSource.CLOSED) return;
  refusals += 1;
  if (refusals % LOOK_AFTER === 0) lookAgain();
  clearTimeout(againTimer);
  againTimer = setTimeout(openAnew, refusals < PATIENCE ? TRY_AGAIN_AFTER : TRY_LATE_AFTER);
});
document.addEventListener("htmx:sseOpen", () => {
  clearTimeout(againTimer);  // htmx has reopened the stream first
  refusals = 0;
  speaks();
});
