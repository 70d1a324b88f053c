// On every page: toasts, the line about a lost connection, previews of preferences, local times, and forms that are
// sent only once.
"use strict";

// Safari before 17 has no popovers: a polyfill opens and closes the sheets.
if (!("popover" in HTMLElement.prototype)) {
  document.head.append(Object.assign(document.createElement("script"), { src: document.querySelector("[name=popover]").content }));
}

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

// A failing periodic request shows no toast, but one line until a request succeeds again.
function tellPoll({ requestConfig, xhr }) {
  if (!requestConfig.elt.getAttribute("hx-trigger")?.includes("every")) return true;
  const isGood = xhr.status > 0 && xhr.status < 400;
  const line = document.getElementById("lost");
  if (line && !document.querySelector("#live[sse-connect]")) line.hidden = isGood;  // `line.js` shows a lost stream
  return isGood;
}
document.addEventListener("htmx:beforeSwap", ({ detail }) => { detail.shouldSwap &&= tellPoll(detail); });
for (const kind of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(kind, ({ detail }) => tellPoll(detail));

// A preference for the appearance applies before it is saved, also to the browser's own bars.
document.addEventListener("change", ({ target }) => {
  if (target.dataset.look) document.documentElement.dataset[target.dataset.look] = target.value;
  if (target.dataset.look !== "theme") return;
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
    const { of } = meta.dataset;
    meta.media = target.value === "system" ? `(prefers-color-scheme: ${of})` : target.value === of ? "all" : "not all";
  }
});

// While the browser is offline, the line is shown. Once it is online, the note about a failed request is hidden.
const lost = document.getElementById("lost");
const lostWords = lost?.textContent;
function tellOffline() {
  if (!lost) return;
  lost.textContent = navigator.onLine ? lostWords : lost.dataset.unplugged;
  if (!navigator.onLine) lost.hidden = false;
  else document.getElementById("failed")?.setAttribute("hidden", "");
}
for (const kind of ["offline", "online"]) addEventListener(kind, tellOffline);
if (!navigator.onLine) tellOffline();

// A form that loads a page is sent only once, even if its button is pressed again before the response.
const SENT_FOR = 10000;
const sent = new Set();
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (sent.has(form)) return event.preventDefault();
  sent.add(form);
  setTimeout(() => sent.delete(form), SENT_FOR);  // the page may stay, as after a download
});
addEventListener("pageshow", ({ persisted }) => {
  sent.clear();
  // Back may show a cached front page, without a table that has been opened since then.
  if (persisted && document.querySelector("[data-reloads]")) location.reload();
});

// A form with errors focuses its first invalid field.
document.querySelector("[aria-invalid=true]")?.focus();

// Times are in UTC in the HTML. They are shown in the zone of the person's settings, or else of the browser, which is
// sent to the site once.
const { lang, dataset: { zone, zoneTo } } = document.documentElement;
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const DATE = { day: "numeric", month: "long", year: "numeric" }, TIME = { hour: "numeric", minute: "2-digit" };
const FORMATS = { moment: { ...DATE, ...TIME }, day: DATE, clock: TIME };

function showLocally(root) {
  for (const time of root.querySelectorAll("time[data-as]")) {
    const format = { ...FORMATS[time.dataset.as], timeZone: zone || ownZone };
    try {
      time.textContent = new Intl.DateTimeFormat(lang === "en" ? "en-US" : lang, format).format(new Date(time.dateTime));
    } catch { /* the browser lacks this zone: UTC stays */ }
  }
}
showLocally(document);
document.addEventListener("htmx:load", ({ target }) => showLocally(target));

if (zoneTo && ownZone) {
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  fetch(zoneTo, { method: "POST", headers, body: new URLSearchParams({ time_zone: ownZone }) }).catch(() => null);
}

// A page of today's boards shows that their day has ended, also after the device was asleep.
for (const note of document.querySelectorAll("[data-ends]")) {
  const ends = Date.parse(note.dataset.ends);
  const tell = () => { note.hidden = Date.now() < ends; };
  setTimeout(tell, ends - Date.now() + 1000);
  for (const kind of ["visibilitychange", "pageshow"]) addEventListener(kind, tell);
}
