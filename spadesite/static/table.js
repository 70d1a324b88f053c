// The table in the browser: focus, keys, choosing. Without this script every form still works.
"use strict";

const table = () => document.getElementById("table");
const shown = () => Number(table().dataset.version);
const versionIn = (html) => Number(/data-version="(\d+)"/.exec(html)?.[1] ?? -1);

// Log no error for a request that another one aborts, and no second error for a failed request.
htmx.logger = (element, name, detail) => { if (/:(afterRequest|sendAbort)$/.test(name)) delete detail.error; };

// The content of an element with `data-anew` is replaced when it changes; if the attribute has a value, when the value
// changes. Morphed words would slide to new positions. An element with `data-stays` is not touched or announced again.
Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) => {
  if (fresh.dataset?.stays === "") return false;
  if (old.id === "reviewed" && old.dataset.hand === fresh.dataset.hand) return false;  // it was loaded separately
  const [before, after] = [old.dataset?.anew, fresh.dataset?.anew];
  if (before === undefined || after === undefined) return;
  const isOther = before || after ? before !== after : old.innerHTML !== fresh.innerHTML && !old.contains(document.activeElement);
  if (isOther) old.replaceChildren(...fresh.cloneNode(true).childNodes);
};

// Attributes that a swap keeps: picked cards, other picks while the version is the same, open folds, a seed of valid
// length, and the class of a sheet that the polyfill has opened.
const KEPT = {
  checked: (one) => one.name === "card" || shown() === shownVersion,
  open: () => true,
  class: (one) => one.matches(":is(:popover-open)"),  // Safari before 17 rejects it without :is()
  value: (one) => one.id === "seed" && one.value.length < 65,
};
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, one) => !KEPT[name]?.(one);

// ---------- focus: kept across swaps ----------
let focusBefore = null;
let placed = null;

const CARDS = "[data-hand] button.card, [data-hand] .card--pick input";
const isCard = (element) => element?.matches?.(CARDS);
const cards = () => [...table().querySelectorAll(CARDS)];
const isPlayable = (card) => card.getAttribute("aria-disabled") !== "true";

function rememberFocus() {
  const own = document.activeElement;
  if (own === document.body) return;  // lost in an earlier swap: the remembered focus still counts
  if (isCard(own)) focusBefore = { place: cards().indexOf(own), id: own.id };
  else focusBefore = table().contains(own) ? { place: 0, id: own.id } : null;
}
document.addEventListener("htmx:beforeSwap", rememberFocus);

let shownVersion = shown();
const phase = () => table().dataset.phase + table().dataset.number;
let shownPhase = phase();
// Actions of others and finished tricks need time to be seen; the player has already seen their own card.
const takesTime = () => trickIsFinished() || Boolean(table().querySelector("[data-others]"));

function afterSwap() {
  // A step of another player omits the hand, and may come before the response to the player's own card.
  table().querySelectorAll(".trick [data-mine], .cross > .s [data-card]").forEach(({ dataset }) => document.getElementById(`card-${dataset.card}`)?.closest("li").remove());
  if (shown() !== shownVersion) {
    shownVersion = shown();
    shownAt = takesTime() ? performance.now() : 0;
  }
  const where = document.getElementById("where-hand");
  const { number } = table().dataset;
  if (Number(number)) where.textContent = where.dataset.words.replace("#", number);
  prepare();
  tellAloud();
  restoreFocus();
  document.dispatchEvent(new Event("table:swapped"));
}

function restoreFocus() {
  const isNew = phase() !== shownPhase;
  shownPhase = phase();
  if (!focusBefore) return;
  const heading = table().querySelector("[data-heading]");
  if (isNew && heading) return heading.focus();
  const now = document.activeElement;
  // Browsers blur a disabled or hidden element only with the next frame.
  const isLost = now === document.body || now.disabled || !now.getClientRects().length;
  // While others think, the focus stays on a card or on the table. At the player's turn it moves to a legal action.
  const isIdle = now.id === "room" || (isCard(now) && !isPlayable(now));
  const isWaiting = now.id === placed && isIdle && table().hasAttribute("data-turn");
  if (!isLost && !isWaiting) return;
  const same = isLost && focusBefore.id && document.getElementById(focusBefore.id);
  if (same) return same.focus();
  if (heading) return heading.focus();
  const own = cards();
  const near = (a, b) => Math.abs(own.indexOf(a) - focusBefore.place) - Math.abs(own.indexOf(b) - focusBefore.place);
  const pick = table().querySelector(".pick input:checked") ?? table().querySelector(".pick [data-bid-key]");
  const next = own.filter(isPlayable).sort(near)[0] ?? own[Math.min(focusBefore.place, own.length - 1)] ?? pick ?? document.getElementById("room");
  placed = next?.id;
  moveTo(next);
}

document.addEventListener("htmx:afterSwap", (event) => { if (event.detail.target?.id === "table" || event.detail.elt?.id === "table") afterSwap(); });
document.addEventListener("htmx:afterSettle", () => prepare());

// ---------- the hand: one tab stop, arrows ----------
function prepare() {
  showHint();
  countPicked();
  const own = cards();
  const stop = own.find((card) => card === document.activeElement) ?? own.find(isPlayable) ?? own[0];
  own.forEach((card) => { card.tabIndex = card === stop ? 0 : -1; });
  prepareChoice();
  prepareDeal();
  document.dispatchEvent(new Event("table:prepared"));
}

// The server marks a hinted card. A hinted bid is marked here, and picked once, so that the player may change it.
let hinted = null;

function showHint() {
  const action = table().dataset.hint;
  const buttons = [...table().querySelectorAll("button[name=action]:not(.card)")].filter((one) => one.value === action);
  const radio = [...table().querySelectorAll("[data-bid-key]")].find((one) => buttons.includes(buttonOf(one)));
  (radio ? [radio.closest(".bid") ?? radio] : buttons).forEach((one) => one.classList.add("is-hint"));
  if (radio && hinted !== shown()) pick(radio);
  if (buttons.length) hinted = shown();
}

// The button that shows the picked bid; other buttons next to it (a misdeal) belong to no bid.
const buttonOf = (radio) => radio.form.querySelector(`.offer[data-bid="${radio.value}"] [name=action]`);

// The focus follows the picked bid: otherwise Enter and the arrows would act on another bid than the button.
function pick(radio) {
  radio.checked = true;
  if (document.activeElement?.matches("[data-bid-key]")) radio.focus();
}

function moveTo(card) {
  if (!card) return;
  cards().forEach((one) => { one.tabIndex = one === card ? 0 : -1; });
  card.focus();
}

// While nothing has the focus, the left and right arrows enter the hand, as Tab would.
function enterHand(event) {
  const stop = cards().find((card) => card.tabIndex === 0);
  if (stop) event.preventDefault();
  moveTo(stop);
}

function moveBy(key) {
  const own = cards();
  const at = own.indexOf(document.activeElement);
  if (key === "Home") return moveTo(own[0]);
  if (key === "End") return moveTo(own.at(-1));
  if (key === "ArrowLeft" || key === "ArrowRight") return moveTo(own[(at + (key === "ArrowRight" ? 1 : -1) + own.length) % own.length]);
  const x = own[at].getBoundingClientRect().left;
  const row = own[at].closest("ul");
  const others = own.filter((card) => card.closest("ul") !== row && card.getBoundingClientRect().top !== own[at].getBoundingClientRect().top);
  moveTo(others.sort((a, b) => Math.abs(a.getBoundingClientRect().left - x) - Math.abs(b.getBoundingClientRect().left - x))[0]);
}

function say(text) {
  const line = document.getElementById("say");
  if (!line) return;
  line.classList.add("say--refuse");
  line.classList.remove("say--you");
  line.querySelector("span").textContent = text;
  document.getElementById("said").textContent = text;
}

// A message may repeat the one before it; screen readers announce each sentence once.
const sentencesIn = (line) => (line && spoken(line).match(/\S.*?([.!?](?=\s)|$)/gs)) || [];
let heard = new Set(sentencesIn(document.getElementById("say")));

function tellAloud() {
  const fresh = [];
  for (const line of [...passedOver, document.getElementById("say")]) {
    const told = sentencesIn(line);
    fresh.push(...(line?.matches(".say--refuse") ? told : told.filter((one) => !heard.has(one))));
    heard = new Set(told);
  }
  passedOver = [];
  if (fresh.length) document.getElementById("said").textContent = fresh.join(" ");
}

// A choice survives a swap: the opponent's card may come while the player thinks about it.
let chosen = null;

function prepareChoice() {
  const commit = table().querySelector("[data-commit]");
  const card = chosen && document.getElementById(chosen);
  if (commit && card?.matches("[data-chooses] .card") && isPlayable(card)) return choose(card);
  chosen = null;
  if (commit) commit.hidden = true;
}

function choose(card) {
  const commit = table().querySelector("[data-commit]");
  chosen = card.id;
  cards().forEach((one) => {
    one.classList.toggle("is-selected", one === card);
    one.setAttribute("aria-pressed", String(one === card));
  });
  commit.textContent = commit.dataset.commit.replace("%(card)s", card.dataset.name);
  commit.hidden = false;
  table().querySelector("[data-slot]")?.replaceChildren(card.querySelector(".paper").cloneNode(true));
  // Replace only the prompt, not a hint or a refusal.
  if (card.dataset.told) table().querySelector(".say--you span")?.replaceChildren(card.dataset.told);
}

document.addEventListener("click", (event) => {
  const commit = event.target.closest("[data-commit]");
  if (commit && chosen) {
    // The card is sent as a field: htmx forgets a button that has lost the focus.
    const card = document.getElementById(chosen);
    const field = card.form.querySelector("[data-chosen]");
    field.value = card.value;
    field.disabled = false;
    return card.form.requestSubmit();
  }
  const card = event.target.closest("[data-hand] button.card");
  if (!card) return;
  if (!isPlayable(card)) {
    event.preventDefault();
    moveTo(card);
    return say(card.dataset.why);
  }
  if (card.form.hasAttribute("data-chooses")) {
    event.preventDefault();
    moveTo(card);
    choose(card);
    sayNext(card.form);
  }
}, { capture: true });

// ---------- cards to be given away ----------
function countPicked() {
  const form = table().querySelector("[data-passing]");
  if (!form) return;
  const picked = form.querySelectorAll("input:checked").length;
  const { least, most } = form.dataset;
  form.querySelectorAll(".card--pick input:not(:checked)").forEach((box) => box.setAttribute("aria-disabled", String(picked >= Number(most))));
  form.querySelector("[data-count]").textContent = `${picked}/${most}`;
  form.querySelector(".btn--main").setAttribute("aria-disabled", String(picked < Number(least)));
}
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".card--pick input")) return;
  countPicked();
  sayNext(target.form);
});
document.addEventListener("click", (event) => {
  const refused = event.target.closest(".passing [aria-disabled=true]");
  if (!refused) return;
  event.preventDefault();
  const { tooMany, tooFew } = refused.form.dataset;
  say(refused.matches("button") ? tooFew : tooMany);
}, { capture: true });

// ---------- choosing is not committing ----------
const commitOf = (form) => (form.hasAttribute("data-chooses") ? table().querySelector("[data-commit]") : form.querySelector(".btn--main"));
const isReady = (commit) => Boolean(commit) && !commit.hidden && isPlayable(commit);

function sayNext(form) {
  const commit = commitOf(form);
  if (isReady(commit)) saySecond(commit);
  else aloud(commit?.textContent ?? "");
}
const saySecond = (commit) => aloud(document.getElementById("aloud").dataset.next.replace("#", commit.textContent.trim()));

// Enter chooses a card; on a chosen card it presses the button.
function enterCard(event) {
  const card = event.target;
  const commit = commitOf(card.form);
  const commits = isReady(commit) && (card.checked || card.id === chosen);
  if (!commits && !card.matches("input")) return;
  event.preventDefault();
  (commits ? commit : card).click();
}

// Enter presses the button of the picked bid. Without one it does nothing: Space, an arrow or a number picks a bid.
function enterBid(event) {
  event.preventDefault();
  const picked = event.target.form.querySelector("[data-bid-key]:checked");
  if (picked) buttonOf(picked).click();
}

// ---------- keys ----------
const SHEETS = { l: "last", s: "score", g: "log", "?": "keys", ",": "settings" };

function press(key) {
  const sheet = document.getElementById(SHEETS[key]);
  if (sheet) {
    if (getComputedStyle(sheet).position === "fixed") sheet.togglePopover();
    else aloud(spoken(sheet));
    return true;
  }
  const asked = key === "n" ? table().querySelector("[data-next]") : document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const open = document.querySelector(":is(:popover-open)");
  if (open && asked?.popoverTargetElement !== open) return false;  // a sheet covers the table
  focusBefore ??= { place: 0, id: "room" };  // Tab continues from the result
  if (asked) return asked.click(), true;
  if (key === "b") return aloud([...table().querySelectorAll("[data-aloud]")].map((one) => one.dataset.aloud).join(" ")), true;
  const bid = document.querySelector(`[data-bid-key="${key === "t" ? 10 : CSS.escape(key)}"]`);
  if (!bid) return false;
  bid.checked = true;
  bid.focus();
  return true;
}

// Graphics have a visually hidden name next to them. Only the name is read.
function spoken(element) {
  const copy = element.cloneNode(true);
  copy.querySelectorAll("*").forEach((one) => (one.matches("[aria-hidden=true], button, details:not([open])") ? one.remove() : one.append(" ")));
  return copy.textContent.replace(/\s+(?=[\s.,:;!?)])/g, "").trim();
}

function aloud(text) {
  document.getElementById("aloud").textContent = text.replace(/\s+/g, " ");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" && event.repeat) return event.preventDefault();  // a held key acts once
  if (event.key === "Enter" && event.target.matches("[data-bid-key]")) return enterBid(event);
  if (event.key === "Enter" && isCard(event.target)) return enterCard(event);
  const inField = event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
  if (isCard(document.activeElement) && /^(Arrow|Home|End)/.test(event.key)) {
    event.preventDefault();
    return moveBy(event.key);
  }
  if (/^Arrow[LR]/.test(event.key) && document.activeElement.matches("body, #room")) return enterHand(event);
  if (inField || event.repeat || !table().hasAttribute("data-letters")) return;
  if (event.key.length !== 1 || !press(event.key.toLowerCase())) return;
  event.preventDefault();
  document.querySelector(":is(:popover-open):not(:focus-within) .iconbtn")?.focus({ preventScroll: true });
});

// ---------- the seed of the next deal ----------
function prepareDeal() {
  const form = table().querySelector("[data-deal]");
  if (!form) return;
  const seed = form.elements.seed;  // empty in a new form
  if (!seed.value && seed !== document.activeElement) seed.value = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (form.prepared || !form.hasAttribute("data-first")) return;
  form.prepared = true;
  focusBefore = { place: 0, id: "room" };  // nothing has been pressed yet: Tab starts at the table, not at the bar
  document.addEventListener("DOMContentLoaded", () => form.requestSubmit());  // not earlier: htmx must be ready
}

// ---------- scripts that load after the first card ----------
addEventListener("load", () => document.getElementById("live").dataset.late.split(" ").forEach((src) => document.head.append(Object.assign(document.createElement("script"), { src }))));

prepare();
