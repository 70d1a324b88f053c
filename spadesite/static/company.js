// Tables with several people: the clock of a decision, and questions, which are read out and can be postponed.
"use strict";

// The device's clock may differ from the server's. So the page has the remaining time, counted from its arrival.
let told = null;
let owed = null;
let before = 0;
let endsAt = 0;

function tellClock() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    const now = clock.dateTime + clock.dataset.left;
    if (told !== now) endsAt = performance.now() + 1000 * clock.dataset.left;
    told = now;
    if (owed !== clock.dateTime) before = 0;
    owed = clock.dateTime;
    const left = Math.max(0, Math.round((endsAt - performance.now()) / 1000));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const parts = hours ? [hours, minutes] : [minutes, seconds];
    const text = left ? [parts[0], String(parts[1]).padStart(2, "0")].join(":") + (hours ? " h" : "") : clock.dataset.over;
    if (clock.textContent !== text) clock.textContent = text;
    if (before > 10 && left <= 10 && table().hasAttribute("data-turn")) aloud(clock.dataset.soon);
    before = left;
    clock.classList.toggle("clock--short", left < 10);
  }
}

setInterval(tellClock, 250);
tellClock();

// Questions are read out by script: some expire within seconds, and few screen readers announce an inserted element.
const questionNow = () => {
  const words = document.querySelector(".question > div");
  return words ? [...words.children].map(spoken).join(". ") : "";
};
let asked = questionNow();

function tellQuestion() {
  const now = questionNow();
  if (now && now !== asked) aloud(now);
  asked = now;
}
document.addEventListener("table:swapped", tellQuestion);

// A postponed question returns when the table is redrawn, or after a minute.
const A_MINUTE = 60_000;

document.addEventListener("click", (event) => {
  const wait = event.target.closest("[data-wait]");
  if (!wait) return;
  const question = wait.closest(".question"), here = document.createComment("");
  question.replaceWith(here);
  asked = "";
  setTimeout(() => {
    if (!here.isConnected || document.querySelector(".question")) return;
    here.replaceWith(question);
    tellQuestion();
  }, A_MINUTE);
  document.getElementById("room")?.focus({ preventScroll: true });
});
