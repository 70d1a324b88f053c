// Animates the cards after a swap of the table: dealt, turned over, played, taken, re-sorted, and the sweep of tricks
// that the table has played by itself. Only the paper moves; its button is in place immediately. Any press or key ends
// all motion.
"use strict";

(() => {
  const TAKES = { instant: 0, fast: 120, normal: 220, slow: 380 };
  const EASE = "cubic-bezier(.2, .7, .3, 1)";
  const STAGGER = 0.09;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const root = document.documentElement;
  const table = () => document.getElementById("table");
  const time = () => (still.matches ? 0 : TAKES[root.dataset.speed] ?? TAKES.normal);
  const running = new Map();  // by element: its animation, and its final place
  let isHurried = false;

  const boxOf = (element) => element?.getBoundingClientRect();
  const middle = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
  const isApart = (a, b) => Math.abs(a.x - b.x) > 1 || Math.abs(a.y - b.y) > 1 || Math.abs(a.width - b.width) > 1;

  function run(paper, frames, options) {
    const animation = paper.animate(frames, { easing: EASE, fill: "backwards", ...options });
    running.set(paper, { animation, lies: middle(boxOf(paper.closest(".card"))) });
    animation.finished.catch(() => {}).then(() => { if (running.get(paper)?.animation === animation) running.delete(paper); });
    return animation;
  }

  function end(paper) {
    running.get(paper).animation.finish();
    running.delete(paper);
  }

  const endAll = () => [...running.keys()].forEach(end);

  // A card that is still moving continues, unless the swap has removed it or moved its place.
  const isOnItsWay = (paper, { lies }) => paper.isConnected && !isApart(lies, middle(boxOf(paper.closest(".card"))));
  const endWhatIsOver = () => running.forEach((one, paper) => isOnItsWay(paper, one) || end(paper));

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

  // ---------- where each card lies ----------
  const inHand = () => [...table().querySelectorAll("[data-hand] :is([id^='card-'], [data-card])")].map((one) => one.closest(".card"));
  const keyOf = (card) => card.dataset.card ?? (card.id || card.querySelector("[id^='card-']").id).slice(5);
  const onTable = () => [...table().querySelectorAll(":is(.trick, .cross, .duel) [data-card]")];
  const paperOf = (card) => card.querySelector(".paper");
  const momentOf = () => `${table().dataset.version} ${table().dataset.phase}`;

  // Where a card is visible: the box of its paper, which may be wider than its slot, raised, tilted or moving.
  function placeOf(card) {
    const paper = paperOf(card);
    return { ...middle(boxOf(paper)), width: paper.offsetWidth, opacity: Number(getComputedStyle(paper).opacity) };
  }

  function looked() {
    const isFinished = Boolean(table().querySelector("[data-finished]"));
    return {
      moment: momentOf(),
      number: table().dataset.number,
      isFinished,
      hidden: table().querySelectorAll(".hand .back").length,
      hand: new Map(inHand().map((card) => [keyOf(card), placeOf(card)])),
      trick: new Map(onTable().map((card) => [card.dataset.card, { place: placeOf(card), winner: takerOf(card), copy: isFinished ? copyOf(card) : null }])),
    };
  }

  // The copy becomes a child of the body, where no style of the trick sizes or tilts it.
  function copyOf(card) {
    const [copy, { x, y }, { offsetWidth, offsetHeight }] = [card.cloneNode(true), middle(boxOf(paperOf(card))), paperOf(card)];
    Object.assign(copy.style, { position: "fixed", margin: 0, left: `${x - offsetWidth / 2}px`, top: `${y - offsetHeight / 2}px`, zIndex: 5, pointerEvents: "none", transform: getComputedStyle(card).transform });
    copy.style.setProperty("--w", `${offsetWidth}px`);
    copy.setAttribute("aria-hidden", "true");
    return copy;
  }

  // The element to which a finished trick goes: the winner's seat, in a duel the discards.
  function takerOf(card) {
    if (card.closest(".duel")) return [...table().querySelectorAll("[popovertarget=last], #last")].find((one) => boxOf(one).width);
    return seatOf(card.closest(":has(.is-wins)")?.querySelector(".is-wins"));
  }

  // The seat of the card's player: next to its place in the cross, above or below it at a table of two.
  function seatOf(card) {
    if (!card) return null;
    const place = card.closest(".cross > *")?.classList[0];
    if (place === "s") return table().querySelector(".mine, [data-hand]");
    if (place) return table().querySelector(`.seat--${place}`);
    return card.hasAttribute("data-mine") ? table().querySelector("[data-hand]") : table().querySelector(".seat--other");
  }

  // ---------- movements ----------
  // Returns the transform that shows a card's paper at `there`. It is relative to the card, which may be tilted.
  function shift(card, there, scale) {
    const paper = paperOf(card);
    const [here, own] = [middle(boxOf(paper)), getComputedStyle(paper).transform];
    const { a, b, c, d } = new DOMMatrix(getComputedStyle(card).transform).inverse();
    const [x, y] = [there.x - here.x, there.y - here.y];
    return `translate(${a * x + c * y}px, ${b * x + d * y}px) ${own === "none" ? "" : own} scale(${scale})`;
  }

  // The empty keyframe is the card's own position. Without it, the first keyframe would be the end.
  function from(card, there, { opacity = there.opacity ?? 1, delay = 0 } = {}) {
    const { offsetWidth } = paperOf(card);
    if (!offsetWidth) return;
    run(paperOf(card), [{ transform: shift(card, there, (there.width ?? offsetWidth) / offsetWidth), opacity }, {}], { duration: time(), delay });
  }

  function turnOver(card, delay = 0) {
    run(paperOf(card), [{ transform: "rotateY(90deg)" }, {}], { duration: time(), delay });
  }

  function fromWhereItLay(card, was) {
    if (isApart(was, placeOf(card))) from(card, was);
  }

  function played(before) {
    for (const card of onTable()) {
      const [own, lay] = [before.hand.get(card.dataset.card), before.trick.get(card.dataset.card)];
      if (lay) fromWhereItLay(card, lay.place);
      else if (before.trick.has("covered") && !card.hasAttribute("data-mine")) turnOver(card);
      else if (own) from(card, own);
      else if (seatOf(card)) from(card, middle(boxOf(seatOf(card))), { opacity: 0 });
    }
  }

  function taken(before, now) {
    for (const [name, { place, winner, copy }] of before.trick) {
      if (!copy || now.trick.has(name) || !winner?.isConnected) continue;
      document.body.append(copy);
      const there = { transform: shift(copy, middle(boxOf(winner)), 0.4), opacity: 0 };
      run(paperOf(copy), [{ opacity: place.opacity }, there], { duration: time() * 1.45, fill: "both" }).finished.catch(() => {}).then(() => copy.remove());
    }
  }

  function dealt(before, now) {
    const cards = inHand();
    if (!cards.length) return;
    if (before.hidden && !before.hand.size) {
      cards.forEach((card, at) => turnOver(card, at * time() * STAGGER));
    } else if (!before.hand.size || before.number !== now.number) {
      cards.forEach((card, at) => from(card, { x: innerWidth / 2, y: 0 }, { opacity: 0, delay: at * time() * STAGGER }));
    } else {
      cards.forEach((card) => { if (before.hand.has(keyOf(card))) fromWhereItLay(card, before.hand.get(keyOf(card))); });
    }
  }

  // ---------- one swap ----------
  let before = looked();
  const leave = () => { before = looked(); };

  // One swap fires several events. Only the first finds another version or phase.
  function swapped() {
    if (before.moment === momentOf()) return;
    endWhatIsOver();
    stage?.remove();
    const was = before;
    leave();
    const isShown = !isHurried && time() && !document.hidden;
    isHurried = false;
    if (!isShown) return;
    taken(was, before);
    played(was);
    dealt(was, before);
    if (was.moment.endsWith("play")) sweep(was.isFinished);
  }

  for (const kind of ["htmx:beforeSwap", "htmx:sseBeforeMessage", "table:leaves"]) document.addEventListener(kind, leave);
  document.addEventListener("table:swapped", swapped);
  document.addEventListener("table:hurry", () => { isHurried = true; });
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, endAll, { capture: true });
  for (const kind of ["click", "keydown"]) document.addEventListener(kind, endSweep, { capture: true });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-again]")) sweep(0); });
})();
