// Loaded after the table. Shows the turn in title and icon, failed actions and busy tools; scrolls the log; loads
// sounds when they are switched on; reopens a stalled connection, which browsers do not report.
"use strict";

const icon = document.querySelector("link[rel=icon]");
const { turnWords, turnIcon } = document.getElementById("live").dataset;
const plainTitle = document.title.replace(`${turnWords} · `, "");
// Icons are kept as data URLs, because a browser requests the URL of an icon at each change.
let icons = null;
Promise.all([icon.href, turnIcon].map(asData)).then((both) => { icons = both; tellTurn(); }).catch(() => {});  // without icons only the title shows the turn
async function asData(address) {
  return `data:image/svg+xml,${encodeURIComponent(await (await fetch(address)).text())}`;
}

function tellTurn() {
  const isMine = table().hasAttribute("data-turn");
  document.title = isMine ? `${turnWords} · ${plainTitle}` : plainTitle;
  const wanted = icons?.[Number(isMine)];
  if (wanted && icon.href !== wanted) icon.href = wanted;
}
document.addEventListener("table:prepared", tellTurn);
tellTurn();

// The log is scrolled to its end after each action, and otherwise stays where the player scrolled it.
function scrollLog() {
  const log = table().querySelector("[data-log]");
  if (!log || log.version === shown()) return;
  log.scrollTop = log.scrollHeight;
  if (log.clientHeight) log.version = shown();  // a closed sheet cannot scroll
}
document.addEventListener("table:prepared", scrollLog);
document.addEventListener("toggle", scrollLog, true);
scrollLog();

// A swap clears the spoken prompt for the next step, so that screen readers find no stale prompt.
document.addEventListener("table:swapped", () => {
  const line = document.getElementById("aloud");
  const asks = line.dataset.next?.slice(1);  // without the placeholder of the button
  if (asks && line.textContent.endsWith(asks)) line.textContent = "";
});

function tellBusy({ type, detail }) {
  if (detail.elt.matches(".tool")) detail.elt.setAttribute("aria-busy", String(type === "htmx:beforeRequest"));
}
for (const kind of ["htmx:beforeRequest", "htmx:afterRequest"]) document.addEventListener(kind, tellBusy);

// ---------- a stalled connection ----------
// Maximum silence of a stream in milliseconds: while it opens, while it is open (a heartbeat comes every 15 seconds),
// and once it is closed (`line.js` retries). `SOON` applies after the device was asleep or the page hidden.
const SILENCE = [10_000, 40_000, Infinity];
const SOON = 20_000;

function breakSilence(patience) {
  if (Date.now() - heardAt < patience) return;
  heardAt = Date.now();
  lineIsLost();
  openAnew();
  lookAgain();
}

if (document.getElementById("live").hasAttribute("sse-connect")) {
  setInterval(() => breakSilence(SILENCE[source?.readyState ?? 0]), 5000);
  document.addEventListener("visibilitychange", () => document.hidden || breakSilence(SOON));
  addEventListener("online", () => breakSilence(0));
  document.addEventListener("resume", () => breakSilence(SOON));
  // After a timeout the table accepts actions again, and the newest table shows whether the last one was stored.
  document.addEventListener("htmx:timeout", () => breakSilence(0));
}

// ---------- an action that fails ----------
// This script loads late, so an action can fail without a message only in a page's first second.
function tellFailed({ detail }) {
  if (detail.requestConfig.verb !== "post") return;
  const note = document.getElementById("failed");
  note.hidden = false;
  document.addEventListener("click", () => { note.hidden = true; }, { capture: true, once: true });
}

// Fetch the current table: pages may work while the stream is refused. Reload after a 404 (a log-out elsewhere).
async function lookAgain() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok) swapIn(await answer.text());
  if (answer?.status === 404) location.reload();
}

function readAnswer(event) {
  const { xhr } = event.detail;
  const header = (name) => xhr.getResponseHeader(name);
  // Another action is in progress: the page keeps its table and fetches the new one a moment later.
  if (xhr.status === 409 && header("HX-Reswap") === "none") setTimeout(lookAgain, 1000 * header("Retry-After"));
  else if (versionIn(xhr.responseText) >= 0) lineIsBack();
  else if (xhr.status >= 400 && !header("HX-Retarget")) tellFailed(event);
}

if (document.getElementById("live").hasAttribute("sse-connect")) {
  document.addEventListener("htmx:sendError", tellFailed);
  document.addEventListener("htmx:afterOnLoad", readAnswer);
}

addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

// ---------- sounds ----------
document.addEventListener("change", ({ target }) => {
  if (target.name !== "sounds" || !target.checked || document.querySelector("script[src*=sounds]")) return;
  document.head.append(Object.assign(document.createElement("script"), { src: target.form.dataset.sounds }));
});
