// Card Duel: previews the picked play and its value; at most one card other than a wand can be picked.
"use strict";

(() => {
  function read(pressed = null) {
    const form = table().querySelector("[data-duel]:has([data-preview])");
    if (!form) return;
    const boxes = [...form.querySelectorAll("input[name=card]")];
    const isWand = (box) => "wand" in box.dataset;
    if (pressed?.checked && !isWand(pressed)) boxes.forEach((box) => { if (box !== pressed && !isWand(box)) box.checked = false; });
    const picked = boxes.filter((box) => box.checked);
    const top = picked.findLast((box) => !isWand(box));
    const wands = picked.filter((box) => box !== top);
    const worth = picked.reduce((sum, box) => sum + Number(box.dataset.value), 0);
    const isPlay = picked.length > 1 || Boolean(top);
    const words = form.dataset;
    const deed = !top || (top.dataset.deed === "heal" && wands.length) ? words.nothing : words[top.dataset.deed];
    const sum = [...wands, ...(top ? [top] : [])].map((box) => box.dataset.value).join(" + ");
    const line = form.querySelector("[data-preview]");
    line.textContent = isPlay ? deed.replace("#", worth).replace("@", picked.length > 1 ? `${sum} = ${worth}` : worth) : (picked.length ? words.more : words.choose);
    form.querySelector(".btn--main").setAttribute("aria-disabled", String(!isPlay));
  }

  // Runs before table.js handles the change and reads out the button.
  document.addEventListener("change", ({ target }) => { if (target.matches("[data-duel] input")) read(target); }, { capture: true });
  document.addEventListener("table:prepared", () => read());
  read();
})();
