// The time that is left for a decision, told each second from when it ends.
"use strict";

function tell() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.round((Date.parse(clock.dateTime) - Date.now()) / 1000));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const parts = hours ? [hours, minutes] : [minutes, seconds];
    const text = [parts[0], String(parts[1]).padStart(2, "0")].join(":") + (hours ? " h" : "");
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("clock--short", left < 10);
  }
}

setInterval(tell, 250);
tell();
