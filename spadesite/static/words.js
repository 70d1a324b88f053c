// Phrases between players: shown for a while at the speaker's seat, and read out. A phrase does not redraw the table: a
// chosen card stays chosen, and the focus stays where it is.
"use strict";

const WORD_STAYS = 6000;
const talk = () => document.getElementById("heard");
const atSeats = new Map();  // by seat, the phrase shown there
let lastHeard = Number(talk().dataset.said);

function hear(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("heard");
  if (!fresh || Number(fresh.dataset.said) < Number(talk().dataset.said)) return;
  Idiomorph.morph(talk(), fresh);
  const notice = talk().querySelector("[data-notice]");
  if (notice) overhear(notice.textContent);
  [...talk().querySelectorAll("[data-fresh]")].reverse().filter((word) => Number(word.dataset.number) > lastHeard).forEach(tell);
  lastHeard = Number(talk().dataset.said);
}

function tell(word) {
  const dataset = { ...word.dataset };  // the element may be reused for another phrase in the meantime
  if ("own" in dataset) document.getElementById("words").hidePopover();
  const bubble = Object.assign(document.createElement("p"), { className: "said", textContent: dataset.words });
  atSeats.get(dataset.at)?.remove();
  atSeats.set(dataset.at, bubble);
  setTimeout(() => { bubble.remove(); if (atSeats.get(dataset.at) === bubble) atSeats.delete(dataset.at); }, WORD_STAYS);
  putAtSeats();
  if (bubble.isConnected) return overhear(dataset.aloud);
  // Between hands no seats are shown, so the phrase is a toast, which is read out, too.
  document.getElementById("toasts").append(Object.assign(document.createElement("p"), { className: "toast", textContent: dataset.aloud }));
}

const overhear = (text) => { document.getElementById("overheard").textContent = text; };

function putAtSeats() {
  for (const [seat, bubble] of atSeats) table().querySelector(`[data-sits="${seat}"]`)?.append(bubble);
}
document.addEventListener("table:swapped", putAtSeats);

// Each time the stream opens it has a new source.
const fromTheLine = ({ data }) => hear(data);
document.addEventListener("htmx:sseOpen", ({ detail }) => detail.source.addEventListener("words", fromTheLine));

// The response to the player's own phrase is the same partial as in the stream.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target?.id !== "heard") return;
  detail.shouldSwap = false;
  hear(detail.serverResponse);
});
