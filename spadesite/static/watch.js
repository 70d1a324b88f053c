// Loaded after the table: whose turn it is, in the title and the icon; a line that hangs, of which a browser says
// nothing; an action that fails; the log at its end; a tool at work; and sounds, as soon as the player wants them.
"use strict";

const icon = document.querySelector("link[rel=icon]");
const { turnWords, turnIcon } = document.getElementById("live").dataset;
const plainTitle = document.title.replace(`${turnWords} · `, "");
// Kept as data: a browser asks anew for each address that it is given.
let icons = null;
Promise.all([icon.href, turnIcon].map(asData)).then((both) => { icons = both; tellTurn(); }).catch(() => {});  // without them the title tells it
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

// The log stands at its end once something has happened, and else where somebody has scrolled it to.
function scrollLog() {
  const log = table().querySelector("[data-log]");
  if (!log || log.version === shown()) return;
  log.scrollTop = log.scrollHeight;
  if (log.clientHeight) log.version = shown();  // a sheet that is closed is not scrolled
}
document.addEventListener("table:prepared", scrollLog);
document.addEventListener("toggle", scrollLog, true);
scrollLog();

// What comes next after a choice is asked for until the table is another: whoever reads it through finds no old request.
document.addEventListener("table:swapped", () => {
  const line = document.getElementById("aloud");
  const asks = line.dataset.next?.slice(1);  // without the sign that stands for the button
  if (asks && line.textContent.endsWith(asks)) line.textContent = "";
});

// A tool that is at work says so.
function tellBusy({ type, detail }) {
  if (detail.elt.matches(".tool")) detail.elt.setAttribute("aria-busy", String(type === "htmx:beforeRequest"));
}
for (const kind of ["htmx:beforeRequest", "htmx:afterRequest"]) document.addEventListener(kind, tellBusy);

// ---------- a line that hangs ----------
// A stream gives a sign of life every fifteen seconds at least, and one that is being opened has less time. While it is refused, `line.js` tries again.
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
  // An answer that does not come: the table is free again, and shows what has become of the action.
  document.addEventListener("htmx:timeout", () => breakSilence(0));
}

// ---------- an action that fails ----------
// Loaded late: an action can be taken before, and fail, only in the first second of a page.
function tellFailed({ detail }) {
  if (detail.requestConfig.verb !== "post") return;
  const note = document.getElementById("failed");
  note.hidden = false;
  document.addEventListener("click", () => { note.hidden = true; }, { capture: true, once: true });
}

// Fetch the table as it is: the stream may be refused where pages are not. 404: the seat was lost by a log-out elsewhere.
async function lookAgain() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok) swapIn(await answer.text());
  if (answer?.status === 404) location.reload();
}

function readAnswer(event) {
  const { xhr } = event.detail;
  const header = (name) => xhr.getResponseHeader(name);
  // Another action was being made: the page keeps its table, and looks a moment later what it has become.
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
