// Marks of every kind of text two: what has the same colours on the same ground is read as well as they are.
(within) => {
  const grounds = new Map(), kinds = new Map();
  const groundOf = (one) => {
    if (!one) return "";
    if (!grounds.has(one)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(one);
      const apart = /static|relative/.test(position) ? "" : one.className;
      const isClear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1";
      grounds.set(one, `${groundOf(one.parentElement)} ${apart} ${isClear ? "" : `${backgroundColor} ${backgroundImage} ${opacity}`}`.trim());
    }
    return grounds.get(one);
  };
  const isText = (one) => one.matches("input, select, textarea") || [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  // Cards have the same paper everywhere: their colours are measured where they are defined.
  const isLeftOut = (one) => one.closest(".card, .chip, [aria-hidden=true]") || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isDisabled = (one) => Boolean(one.closest(":disabled, [aria-disabled=true]") || one.closest("label")?.control?.disabled);
  for (const one of document.querySelectorAll(`${within} *`)) {
    one.removeAttribute("data-kind");
    if (!isText(one) || isLeftOut(one)) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(one);
    const kind = [one.localName, color, fontSize, fontWeight, isDisabled(one), groundOf(one)].join();
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (kinds.get(kind) <= 2) one.setAttribute("data-kind", "");
  }
}
