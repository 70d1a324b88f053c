// Record the movements of cards in `window.movements`, with the card's place at the fractions `shares` of its duration.
(shares) => {
  const nameOf = (card) => card?.dataset.card ?? (card?.id || card?.querySelector("[id^='card-']")?.id)?.slice(5) ?? "";
  const look = (element) => {
    const box = element.getBoundingClientRect();
    const { opacity } = getComputedStyle(element);
    return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width, opacity: Number(opacity) };
  };
  const atRest = (element) => {
    const sliding = element.getAnimations().filter((other) => other instanceof CSSTransition);
    const times = sliding.map((other) => other.currentTime);
    for (const other of sliding) other.currentTime = other.effect.getComputedTiming().endTime;
    const rest = look(element);
    sliding.forEach((other, at) => { other.currentTime = times[at]; });
    return rest;
  };
  window.movements = [];
  window.lay = {};
  const note = () => {
    window.lay = {};
    for (const paper of document.querySelectorAll("#table .card .paper")) {
      window.lay[nameOf(paper.closest(".card"))] ??= look(paper);
    }
  };
  document.addEventListener("htmx:beforeSwap", note, { capture: true });
  document.addEventListener("htmx:sseBeforeMessage", note, { capture: true });
  const swap = htmx.swap;
  htmx.swap = (...all) => { note(); return swap(...all); };
  let begun = [];
  const lookAtAll = () => {
    for (const one of begun) {
      const { effect } = one;
      const { delay, duration } = effect.getTiming();
      const path = shares.map((share) => {
        one.currentTime = delay + Math.min(duration - 0.01, share * duration);
        return look(effect.target);
      });
      const card = effect.target.closest(".card");
      one.effect = null;
      const lies = atRest(effect.target);
      one.effect = effect;
      one.currentTime = 0;
      const seat = card?.closest(".cross > *")?.classList[0] ?? "";
      window.movements.push({
        card: nameOf(card), kind: kindOf(effect.target), seat, delay, duration, path, lies,
        lay: window.lay[nameOf(card)] ?? null, isMine: Boolean(card?.hasAttribute("data-mine")),
      });
    }
    begun = [];
  };
  const kindOf = (element) => {
    if (element.closest(".sweep")) return "sweep";
    if (element.closest("[data-hand]")) return "hand";
    return element.closest("#table") ? "trick" : "copy";
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const one = animate.apply(this, how);
    if (begun.push(one) === 1) queueMicrotask(lookAtAll);
    return one;
  };
}