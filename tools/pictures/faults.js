// Check the layout of a screen; return a line for each fault, with the element.
([isTable, leastTarget]) => {
  const LEAST_TEXT = 12;
  const faults = new Set();
  const style = (element) => getComputedStyle(element);
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".sr, .sprite, .skip");
  const place = (element) => {
    const words = (element.getAttribute("aria-label") || element.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
    return `${element.tagName.toLowerCase()}${[...element.classList].map((name) => `.${name}`).join("")} “${words}”`;
  };
  const page = document.scrollingElement;

  if (page.scrollWidth > innerWidth) faults.add(`scrolls sideways: ${page.scrollWidth} of ${innerWidth} px`);
  if (isTable && page.scrollHeight > innerHeight) faults.add(`does not fit: ${page.scrollHeight} of ${innerHeight} px`);

  // ---------- text ----------
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { nodeValue, parentElement: holder } = texts.currentNode;
    if (!nodeValue.trim() || !isShown(holder)) continue;
    const size = holder.closest("svg") ? drawnSize(holder) : parseFloat(style(holder).fontSize);
    if (size && size < LEAST_TEXT - .05) faults.add(`text of ${size.toFixed(1)} px: ${place(holder)}`);
  }
  function drawnSize(text) {   // text in an SVG scales with the drawing
    return parseFloat(style(text).fontSize) * text.getScreenCTM().a;
  }

  // ---------- targets ----------
  const LINES = "p, li, dd, td, small, span, figcaption, caption";
  const isInSentence = (link) => style(link).display.startsWith("inline") && link.closest(LINES)
    && link.closest(LINES).textContent.trim() !== link.textContent.trim() && link.matches("a");
  // The target of a checkbox inside a label is the whole label.
  const pressed = (element) => element.closest("label") ?? element;
  const targets = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary, textarea")]
    .filter((element) => isShown(pressed(element)) && !element.disabled && !isInSentence(element));
  for (const target of targets.map(pressed)) {
    const { width, height } = target.getBoundingClientRect();
    if (!width || !height) continue;
    if (width < leastTarget - .5 || height < leastTarget - .5) faults.add(`target of ${Math.round(width)} x ${Math.round(height)} px: ${place(target)}`);
  }

  // Safari on an iPhone zooms into a field with smaller text, and on a double tap unless touch-action is "manipulation".
  const LEAST_FIELD = 16;
  for (const target of targets) {
    const isText = target.matches("select, textarea, input:not([type=radio], [type=checkbox], [type=submit])");
    if (isText && parseFloat(style(target).fontSize) < LEAST_FIELD - .05) faults.add(`field with text of ${style(target).fontSize}: ${place(target)}`);
    if (style(target).touchAction !== "manipulation") faults.add(`zooms when tapped twice: ${place(target)}`);
  }

  // ---------- folds (<summary>) ----------
  const isDrawn = (element, part) => !["none", "normal"].includes(getComputedStyle(element, part).content);
  const opens = (fold) => style(fold).display === "list-item" || fold.querySelector("svg") || isDrawn(fold, "::before") || isDrawn(fold, "::after");
  for (const fold of document.querySelectorAll("summary")) {
    if (isShown(fold) && !opens(fold)) faults.add(`no sign that it opens: ${place(fold)}`);
  }

  // ---------- covered targets and overlapping blocks ----------
  const top = document.querySelector(":popover-open") ?? document.body;
  for (const target of isTable ? targets.map(pressed).filter((one) => top.contains(one)) : []) {
    const box = target.getBoundingClientRect();
    // A card in the hand must be uncovered at the index in its corner, not in its middle.
    const [x, y] = target.matches(".card") ? [box.left + 10, box.top + 14] : [box.left + box.width / 2, box.top + box.height / 2];
    const scrolled = target.closest(".log, .dock .wide");   // the log and the scores are scrolled to their ends
    const head = scrolled?.querySelector("thead")?.getBoundingClientRect().bottom ?? -Infinity;
    if (scrolled && (y < Math.max(head, scrolled.getBoundingClientRect().top) || y > scrolled.getBoundingClientRect().bottom)) continue;
    const found = document.elementFromPoint(x, y);
    if (found && !target.contains(found) && !found.contains(target)) faults.add(`covered: ${place(target)} by ${place(found)}`);
  }

  const blocks = [...document.querySelectorAll(".cloth :is(.say, .btn, .seat, .bid, .stake, .hand, .trick, .cross, .duel, .effects, .steps), .score, .tools")].filter(isShown);
  const rects = blocks.map((block) => block.getBoundingClientRect());
  blocks.forEach((one, i) => blocks.forEach((other, j) => {
    if (j <= i || one.contains(other) || other.contains(one)) return;
    const [a, b] = [rects[i], rects[j]];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && high > 2) faults.add(`overlap by ${Math.round(wide)} x ${Math.round(high)} px: ${place(one)} and ${place(other)}`);
  }));

  // ---------- squeezed words ----------
  const MOST_LINES = 4;
  for (const heading of document.querySelectorAll("h1, h2")) {
    if (!isShown(heading)) continue;
    const { width, height } = heading.getBoundingClientRect();
    const lines = Math.round(height / parseFloat(style(heading).lineHeight));
    if (lines > MOST_LINES && width < innerWidth / 2) faults.add(`squeezed into ${lines} lines: ${place(heading)}`);
    if (wordsOf(heading).some((word) => new Set([...word.getClientRects()].filter((box) => box.width).map((box) => box.top)).size > 1)) faults.add(`a word is broken: ${place(heading)}`);
  }
  // Ranges of an element's words. A line may break after a hyphen, so that each part counts as a word.
  function wordsOf(element) {
    const found = [], within = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (within.nextNode()) {
      for (const { index, 0: word } of within.currentNode.nodeValue.matchAll(/[^\s\-–\u00ad]+/g)) {
        const range = document.createRange();
        range.setStart(within.currentNode, index);
        range.setEnd(within.currentNode, index + word.length);
        found.push(range);
      }
    }
    return found;
  }

  // ---------- legends: in a grid or flex box WebKit ignores their float and draws them across the edge ----------
  for (const legend of document.querySelectorAll("legend")) {
    if (style(legend).float !== "none" && style(legend.parentElement).display !== "block") faults.add(`a legend that WebKit does not float: ${place(legend)}`);
  }

  // ---------- boxes ----------
  for (const box of document.querySelectorAll(".panel, .note, .say, .tag, .toast, .stake > div, .sheet")) {
    if (isShown(box) && box.getBoundingClientRect().height && !box.textContent.trim() && !box.querySelector("svg, img, input")) faults.add(`empty: ${place(box)}`);
  }
  for (const box of document.querySelectorAll(".sheet .wide")) {
    if (isShown(box) && box.scrollWidth > box.clientWidth + 1) faults.add(`scrolls sideways by ${box.scrollWidth - box.clientWidth} px: ${place(box)}`);
  }
  const REACHED = "a[href], button, input, select, textarea, summary, [tabindex]";
  for (const box of document.querySelectorAll("main *")) {
    const { overflowX, textOverflow } = style(box);
    if (/auto|scroll/.test(overflowX) && isShown(box) && box.scrollWidth > box.clientWidth + 13 && !box.matches(REACHED) && !box.querySelector(REACHED)) faults.add(`cannot be scrolled by keyboard: ${place(box)}`);
    if (textOverflow === "ellipsis" && isShown(box) && box.scrollWidth > box.clientWidth + 1) faults.add(`cut off: ${place(box)}`);
    if (overflowX === "visible" && isShown(box) && box.matches(".panel, .say, .btn, .tag, .bid span, .bid small, .seat, .side, .stake > div, .stake b, .tool") && box.scrollWidth > box.clientWidth + 1) faults.add(`runs over: ${place(box)}`);
  }

  // ---------- landmarks: a screen reader cannot distinguish two with the same name ----------
  const landmarks = new Set();
  for (const one of document.querySelectorAll(":is(nav, aside, section, form):is([aria-label], [aria-labelledby])")) {
    if (!isShown(one)) continue;
    const label = one.ariaLabel ?? one.ariaLabelledByElements.map((words) => words.textContent.trim()).join(" ");
    if (landmarks.has(one.localName + label)) faults.add(`a second landmark of the same name: ${place(one)}`);
    landmarks.add(one.localName + label);
  }
  return [...faults];
}
