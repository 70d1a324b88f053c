// What comes to the table: in its order and at the pace, nothing older than what is shown; and the line when it is lost.
"use strict";

// Milliseconds for which a finished trick lies there, and a computer player's card before the next one falls.
const REST = { instant: 0, fast: 200, normal: 700, slow: 1500 };
const STEP = { instant: 0, fast: 120, normal: 420, slow: 900 };
const TOGETHER = 30;  // what is sent as one comes within
const LINE_IS_LOST_AFTER = 1500;
const TRY_AGAIN_AFTER = 2000;
const TRY_LATE_AFTER = 15000;
const PATIENCE = 60;  // so many refusals, two minutes
const LOOK_AFTER = 3;

let waiting = [];
let timer = null;
let shownAt = 0;

const trickIsFinished = () => Boolean(table().querySelector("[data-finished]"));
const pace = (times) => times[document.documentElement.dataset.speed] ?? times.normal;
// What is finished may ask for more time: a round of a duel has more to read than a trick.
const restTimes = () => Number(table().querySelector("[data-finished]")?.dataset.finished) || 1;
const restsUntil = () => shownAt + (trickIsFinished() ? pace(REST) * restTimes() : pace(STEP));

function swapIn(html) {
  rememberFocus();
  if (isNews(html)) htmx.swap("#table", html, { swapStyle: "morph:outerHTML" }, { contextElement: document.querySelector("[sse-swap]") });
}

// What computer players do one after the other comes together. At once, where nobody looks, or as soon as somebody presses
// a key or taps, the table stands as it is now; what was passed over is heard all the same.
const isAtOnce = () => document.hidden || pace(STEP) === 0;
let passedOver = [];

function showNext(isLast = isAtOnce()) {
  timer = null;
  while (isLast && waiting.length > 1) passedOver.push(new DOMParser().parseFromString(waiting.shift(), "text/html").getElementById("say"));
  const html = waiting.shift();
  if (html) swapIn(html);
  if (waiting.length) timer ??= setTimeout(showNext, Math.max(0, restsUntil() - performance.now()));
}

// A press that hurries may turn what it fell on into a card that can be played, or bring the focus to one: its click,
// which comes after that, plays none. A key held down would forget so before it is let go.
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
  if (!isHurry || !event.isTrusted) return;  // a letter clicks by script
  isHurry = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

document.addEventListener("htmx:sseBeforeMessage", (event) => {
  const html = event.detail.data;
  speaks();
  // A stream that is opened anew tells again what waits to be shown.
  if (!isNews(html) || waiting.some((one) => one.split(">")[0] === html.split(">")[0])) return event.preventDefault();
  const rest = restsUntil() - performance.now();
  if (waiting.length || rest > 0 || isAtOnce()) {
    event.preventDefault();
    waiting.push(html);
    timer ??= setTimeout(showNext, isAtOnce() ? TOGETHER : Math.max(0, rest));
  }
  rememberFocus();
});
document.addEventListener("htmx:sseMessage", () => afterSwap());

// The same moment of the game is news once it is over, or once its people have come, gone or asked for something.
const isNews = (html) => versionIn(html) > shown() || (versionIn(html) === shown() && (isOver(html) || !html.includes(`data-moment="${table().dataset.moment}"`)));
const isOver = (html) => html.includes('data-phase="over"') && table().dataset.phase !== "over";

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "table") return;
  // Older than what is shown, or no table: the words of a proxy that has lost the server.
  if (versionIn(event.detail.serverResponse) < shown()) event.detail.shouldSwap = false;
});

// The timers of a page that nobody sees are late.
for (const kind of ["pointerdown", "keydown", "visibilitychange"]) document.addEventListener(kind, showAll, { capture: true });

// ---------- the line ----------
let lostTimer = null;
let againTimer = null;
let refusals = 0;
let source = null;
let heardAt = Date.now();

function speaks() {
  heardAt = Date.now();
  lineIsBack();
}
// One stream at a time, whose signs of life `watch.js` counts.
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
// A stream that was refused is closed for good, and htmx tries it ever more rarely: it is opened anew here.
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
  clearTimeout(againTimer);  // htmx was sooner
  refusals = 0;
  speaks();
});
// A post may fail while the stream stands: said until the next press. What a page asks for by itself is asked again.
function tellFailed({ detail }) {
  if (detail.requestConfig.verb !== "post") return;
  const note = document.getElementById("failed");
  note.hidden = false;
  document.addEventListener("click", () => { note.hidden = true; }, { capture: true, once: true });
}
// A stream may be refused again and again where pages are not; or nobody sits here any more, after a log-out elsewhere.
async function lookAgain() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok) swapIn(await answer.text());
  if (answer?.status === 404) location.reload();
}
document.addEventListener("htmx:sendError", tellFailed);
document.addEventListener("htmx:afterOnLoad", (event) => {
  const { xhr } = event.detail;
  const header = (name) => xhr.getResponseHeader(name);
  // Refused because another action was being made: the page keeps its table, and looks a moment later what it has become.
  if (xhr.status === 409 && header("HX-Reswap") === "none") setTimeout(lookAgain, 1000 * header("Retry-After"));
  else if (versionIn(xhr.responseText) >= 0) lineIsBack();
  else if (xhr.status >= 400 && !header("HX-Retarget")) tellFailed(event);
});
