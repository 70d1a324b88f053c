// Functions for the JavaScript expressions of `make engines`; sent to the browser with each expression.
const [SHIFT, TAB, RIGHT, ENTER] = ["\ue008", "\ue004", "\ue014", "\ue007"];  // WebDriver's key codes
const all = (selector) => [...document.querySelectorAll(selector)];
const seen = (selector) => all(selector).filter((one) => one.checkVisibility({ visibilityProperty: true }));
const click = (selector) => { all(selector)[0].click(); };

// The top left corner of a card, which no other card covers; the middle of any other element.
const pointOf = (element) => {
  const { left, top, width, height } = (element.closest("label") ?? element).getBoundingClientRect();
  return element.closest(".card") ? [left + 10, top + 14] : [left + width / 2, top + height / 2];
};
const pointAt = (selector) => seen(selector).map(pointOf)[0];

// The state of the table, or null before the first deal and while the page is being loaded. Turns animations off.
function table() {
  const found = document.querySelector("#table:not([data-phase=first])");
  if (!found || typeof tellBusy !== "function") return null;
  document.documentElement.dataset.speed = "instant";
  const { version, phase, turn } = found.dataset;
  return { version: Number(version), isOver: ["between", "over"].includes(phase), isTurn: turn !== undefined };
}

// Set `window.target` to the next control of a player who always takes the first allowed action; return its point or null.
function next() {
  if (!table()?.isTurn) return null;
  const first = (selector) => seen(`#table ${selector}`).find((one) => !one.matches("[aria-disabled=true], :disabled"));
  window.target = first("#verdict .btn") ?? first("[data-commit]")
    ?? first("form:has(.btn--main[aria-disabled=true]) .card--pick input:not(:checked)")
    ?? first("form:not(:has([data-bid-key]:checked)) [data-bid-key]") ?? first("[data-hand] button.card")
    ?? first(".btn--main") ?? first(":is(.pick, .mid) .btn");
  return window.target && pointOf(window.target);
}

// The keys that activate the next control or move the focus towards it, forwards or backwards within the page.
function keysToNext() {
  if (!next()) return "";
  const [now, { target }] = [document.activeElement, window];
  if (now === target || (target.type === "radio" && now.name === target.name))
    return now.matches("[type=checkbox], [type=radio]") ? " " : ENTER;
  if (now.closest("[data-hand] .card") && target.closest(".card")) return RIGHT;
  return target.compareDocumentPosition(now) === Node.DOCUMENT_POSITION_FOLLOWING ? SHIFT + TAB : TAB;
}

const sheets = () => seen(":is(.tools, .bar) [popovertarget]:not([aria-disabled=true])")
  .map((one) => one.getAttribute("popovertarget"));
const isAtRest = (name, isOpen) => all(`#${name}`)
  .some((sheet) => sheet.checkVisibility() === isOpen && !sheet.getAnimations().length);
const escape = () => "\ue00c";
const openerOf = (name) => pointAt(`[popovertarget=${name}]`);
const closerOf = (name) => pointAt(`#${name} [popovertargetaction=hide]`);
// A point above the open sheet: on a playable card if there is one, else on the table.
const besideOf = (name) => {
  const { top } = document.getElementById(name).getBoundingClientRect();
  const cards = seen("[data-hand] button.card:not([aria-disabled=true])").map(pointOf);
  return cards.find(([, y]) => y < top) ?? [20, top - 40];
};

const leaveBy = (go) => { window.isLeft = true; setTimeout(go, 10); };
// A review is fetched after its page, and its style sheet after that.
const isLoaded = async () => document.readyState === "complete" && !window.isLeft && (await document.fonts.ready)
  && !all("#reviewed[hx-trigger=load]").length && all("link[rel=stylesheet]").every((one) => one.sheet);
const choices = () => all("main :is([type=radio], [type=checkbox])");
const changeChoices = () => choices().forEach((one) => { one.checked = !one.checked; });
const changedChoices = () => choices().filter((one) => one.defaultChecked !== one.checked).map((one) => one.id);
