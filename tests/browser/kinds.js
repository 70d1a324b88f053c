// Return the hashes of text colour, size and background that are not in `seen` yet; mark at most two texts of each.
([within, seen]) => {
  const hash = (words) => [...words].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) | 0, 7);
  const known = new Set(seen), grounds = new Map(), kinds = new Map();
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
  // Cards are left out: their paper is the same everywhere, and tests/site/test_styles.py measures its colours.
  const isLeftOut = (one) => one.closest(".card, .chip, [aria-hidden=true]") || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isDisabled = (one) => Boolean(one.closest(":disabled, [aria-disabled=true]") || one.closest("label")?.control?.disabled);
  for (const one of document.querySelectorAll(`${within} *`)) {
    one.removeAttribute("data-kind");
    if (!isText(one) || isLeftOut(one)) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(one);
    const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);   // needs less contrast
    const kind = hash([color, isLarge, isDisabled(one), groundOf(one)].join());
    if (known.has(kind)) continue;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (kinds.get(kind) <= 2) one.setAttribute("data-kind", "");
  }
  return [...kinds.keys()];
}
