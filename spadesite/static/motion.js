// Cards that move: dealt, turned over, played, won, and the rest of a hand that the table played. Nothing waits for a
// movement; a tap or a key ends all. Only the paper moves: its button is in place from the first moment.
"use strict";

(() => {
  const TAKES = { instant: 0, fast: 120, normal: 220, slow: 380 };
  const EASE = "cubic-bezier(.2, .7, .3, 1)";
  const STAGGER = 0.09;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const root = document.documentElement;
  const table = () => document.getElementById("table");
  const time = () => (still.matches ? 0 : TAKES[root.dataset.speed] ?? TAKES.normal);
  let running = new Set();
  let isHurried = false;

  const boxOf = (element) => element?.getBoundingClientRect();
  const middle = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

  function move(card, frames, options) {
    const animation = (card.querySelector(".paper") ?? card).animate(frames, { easing: EASE, fill: "backwards", ...options });
    running.add(animation);
    animation.finished.catch(() => {}).then(() => running.delete(animation));
    return animation;
  }

  function endAll() {
    running.forEach((one) => one.finish());
    running = new Set();
  }

  // ---------- the rest of a hand, over its summary ----------
  let stage = null;

  function endSweep(event) {
    if (!stage?.isConnected) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    stage.remove();
  }

  function sweep(skipped) {
    const now = document.querySelector("[data-sweep]")?.content.firstElementChild.cloneNode(true);
    if (!now) return;
    document.body.append(stage = now);
    const tricks = [...now.children].slice(skipped);
    const duration = (time() || TAKES.normal) * 9 / tricks.length;
    tricks.forEach((trick, at) => { trick.animate({ visibility: ["visible", "visible"], opacity: [0, 1, 1] }, { duration, delay: at * duration }).onfinish = () => tricks[at + 1] || now.remove(); });
  }

  // ---------- what lies where ----------
  const inHand = () => [...table().querySelectorAll("[data-hand] :is([id^='card-'], [data-card])")].map((one) => one.closest(".card"));
  const keyOf = (card) => card.dataset.card ?? (card.id || card.querySelector("[id^='card-']").id).slice(5);
  const onTable = () => [...table().querySelectorAll(":is(.trick, .cross, .duel) [data-card]")];

  function looked() {
    const isFinished = Boolean(table().querySelector("[data-finished]"));
    return {
      moment: `${table().dataset.version} ${table().dataset.phase}`,
      number: table().dataset.number,
      isFinished,
      hidden: table().querySelectorAll(".hand .back").length,
      hand: new Map(inHand().map((card) => [keyOf(card), boxOf(card)])),
      trick: new Map(onTable().map((card) => [card.dataset.card, { box: boxOf(card), winner: takerOf(card), copy: isFinished ? card.cloneNode(true) : null }])),
    };
  }

  // Where a finished trick goes: to whoever won it, in a duel to the discards.
  function takerOf(card) {
    if (card.closest(".duel")) return [...table().querySelectorAll("[popovertarget=last], #last")].find((one) => boxOf(one).width);
    return seatOf(card.closest(":has(.is-wins)")?.querySelector(".is-wins"));
  }

  // Where a card's player sits: beside the card's own place in the cross, above or below it at a table of two.
  function seatOf(card) {
    if (!card) return null;
    const place = card.closest(".cross > *")?.classList[0];
    if (place === "s") return table().querySelector(".mine, [data-hand]");
    if (place) return table().querySelector(`.seat--${place}`);
    return card.hasAttribute("data-mine") ? table().querySelector("[data-hand]") : table().querySelector(".seat--other");
  }

  // ---------- what has changed ----------
  function from(card, box, options = {}) {
    const here = boxOf(card);
    if (!box || !here.width) return;
    const [a, b] = [middle(box), middle(here)];
    const scale = Math.min(1, box.width / here.width) || 1;
    move(card, [{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px) scale(${scale})`, opacity: options.opacity ?? 1 }], { duration: time(), delay: options.delay ?? 0 });
  }

  function turnOver(card, delay = 0) {
    move(card, [{ transform: "rotateY(90deg)" }], { duration: time(), delay });
  }

  function played(before) {
    for (const card of onTable()) {
      if (before.trick.has(card.dataset.card)) continue;
      if (before.trick.has("covered") && !card.hasAttribute("data-mine")) {
        turnOver(card);
        continue;
      }
      const own = before.hand.get(card.dataset.card);
      from(card, own ?? boxOf(seatOf(card)), { opacity: own ? 1 : 0 });
    }
  }

  function taken(before, now) {
    for (const [name, { box, winner, copy }] of before.trick) {
      if (!copy || now.trick.has(name) || !winner?.isConnected) continue;
      const [a, b] = [middle(box), middle(boxOf(winner))];
      Object.assign(copy.style, { position: "fixed", left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, zIndex: 5, pointerEvents: "none" });
      copy.setAttribute("aria-hidden", "true");
      document.body.append(copy);
      move(copy, [{}, { transform: `translate(${b.x - a.x}px, ${b.y - a.y}px) scale(.4)`, opacity: 0 }], { duration: time() * 1.45, fill: "both" }).finished.catch(() => {}).then(() => copy.remove());
    }
  }

  function dealt(before, now) {
    const cards = inHand();
    if (!cards.length) return;
    if (before.hidden && !before.hand.size) {
      cards.forEach((card, at) => turnOver(card, at * time() * STAGGER));
    } else if (!before.hand.size || before.number !== now.number) {
      const above = new DOMRect(innerWidth / 2, 0, 0, 0);
      cards.forEach((card, at) => from(card, above, { opacity: 0, delay: at * time() * STAGGER }));
    } else {
      cards.forEach((card) => {
        const was = before.hand.get(keyOf(card));
        const here = boxOf(card);
        if (was && (Math.abs(was.left - here.left) > 1 || Math.abs(was.top - here.top) > 1)) from(card, was);
      });
    }
  }

  let last = looked();
  // One swap is told several times; only the first finds anything new, and must not be measured in mid-movement.
  function swapped() {
    if (last.moment === `${table().dataset.version} ${table().dataset.phase}`) return;
    endAll();
    stage?.remove();
    const before = last;
    last = looked();
    const isShown = !isHurried && time() && !document.hidden;
    isHurried = false;
    if (!isShown) return;
    taken(before, last);
    played(before);
    dealt(before, last);
    if (before.moment.endsWith("play")) sweep(before.isFinished);
  }

  document.addEventListener("table:swapped", swapped);
  document.addEventListener("table:hurry", () => { isHurried = true; });
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, endAll, { capture: true });
  for (const kind of ["click", "keydown"]) document.addEventListener(kind, endSweep, { capture: true });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-again]")) sweep(0); });
  addEventListener("resize", () => { last = looked(); });
})();
