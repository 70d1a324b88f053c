// Functions that `look` of small_screens.py calls on a page, by name.
({
  hidden: () => {
    const faults = [];
    const seen = (box) => box.width > 20 && box.height > 11 && box.top >= 0 && box.bottom <= innerHeight + 1;
    const told = [...document.querySelectorAll(".pick legend:not(.sr), #say:not(.sr) > span:not(.lesson)")];
    if (!told.length) faults.push("no question");
    const answers = [...document.querySelectorAll(".pick .btn, .pick .bid")].filter((one) => one.checkVisibility());
    for (const one of [...told, ...answers]) {
        if (!seen(one.getBoundingClientRect())) faults.push(`out of view: ${one.textContent.trim()}`);
    }
    for (const one of document.querySelectorAll(".bid span, .bid small, .btn, .stake b")) {
        if (!one.checkVisibility()) continue;
        if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline") {
            faults.push(`cut off: ${one.textContent.trim()}`);
        }
    }
    for (const one of document.querySelectorAll(".say .lesson > span")) {
        const [words, box] = [one.getBoundingClientRect(), one.closest(".say").getBoundingClientRect()];
        if (words.top - box.top < 3 || box.bottom - words.bottom < 3) faults.push("a tip touches its box");
    }
    return faults;
},

  // Cards whose index (rank and suit in the corner) is out of view, and tools, bids and their buttons that are cut off.
  outOfView: () =>
  [...document.querySelectorAll(".hand .card, .tool, .pick :is(.bid, .btn)")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const lowest = one.matches(".card") ? top + 24 : bottom;
    return one.checkVisibility() && (left < -1 || right > innerWidth + 1 || lowest > innerHeight + 1);
}).map((one) => `out of view: ${one.textContent.trim().slice(0, 30)}`),

  cardsOutside: () => [...document.querySelectorAll(".hand .card")].filter((card) => {
    const box = card.getBoundingClientRect();
    return box.left < -1 || box.left + 24 > innerWidth;
}).map((card) => `outside: ${card.textContent.trim()}`),

  afterARefusal: ([words, mayScroll]) => {
    const line = document.getElementById("say");
    if (!line || line.matches(".sr")) return [];
    const before = [line.className, line.innerHTML];
    say(words);
    const tools = document.querySelector(".tools").getBoundingClientRect();
    const faults = [];
    if (tools.bottom > innerHeight + 1) faults.push(`tools end at ${tools.bottom} px of ${innerHeight} px`);
    const high = document.scrollingElement.scrollHeight;
    if (!mayScroll && high > innerHeight + 1) faults.push(`does not fit: ${high} px high in ${innerHeight} px`);
    if (!mayScroll && line.scrollHeight > line.clientHeight + 1) faults.push("the refusal is cut off");
    [line.className, line.innerHTML] = before;
    return faults;
},

  // For each card in the hand: uncovered width and height, and how much of this height is below the index.
  inSight: () => {
    const cards = [...document.querySelectorAll(".hand .card")];
    const boxes = cards.map((one) => one.getBoundingClientRect());
    return cards.map((card, i) => {
        const { left, top, right, bottom } = boxes[i];
        const index = card.querySelector(".ix").getBoundingClientRect();
        const later = boxes.slice(i + 1);
        const beside = later.filter((one) => Math.abs(one.top - top) < 10).map((one) => one.left);
        const below = later.filter((one) => one.top > top + 10 && one.left < index.right && one.right > index.left);
        const end = Math.min(bottom, ...below.map((one) => one.top));
        return [Math.min(right, ...beside) - left, end - top, end - index.bottom];
    });
},

  // Controls and texts that are drawn outside the safe area of the screen.
  beside: ([side, below]) => {
    const told = (one) => one.tagName + "." + one.className + " " + one.textContent.trim().slice(0, 20);
    const within = document.querySelector(":popover-open") ?? document.body;
    const drawn = [...within.querySelectorAll("a, button, input, select, .num, .side__pts, h1, h2, p, .paper")]
        .filter((one) => one.checkVisibility({ opacityProperty: true }) && !one.closest(".sr, .skip, .wide, .scroll"));
    const beside = drawn.filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 1 && (left < side - 0.5 || right > innerWidth - side + 0.5);
    });
    const sheet = within.matches(".sheet") ? parseFloat(getComputedStyle(within).paddingBottom) : below;
    return [...beside.map(told), ...(sheet < below ? ["the sheet has too little padding below its content"] : [])];
},

  // The boxes of a note, once it is shown, and of the controls and texts that it must not cover.
  shownAndUsed: (note) => {
  document.getElementById(note).hidden = false;
  const used = document.querySelectorAll(".side__pts, .bar > .iconbtn, .bar__nav a");
  const boxes = [document.getElementById(note), ...used].map((one) => one.getBoundingClientRect().toJSON());
  document.getElementById(note).hidden = true;
  return boxes.filter(({ width }) => width);
},

  covered: () => {
    const note = document.getElementById("lost");
    note.hidden = false;
    const own = note.getBoundingClientRect();
    const meets = (box) => box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom;
    return [...document.querySelectorAll(".side, .seat, .say, .card, .btn, .bid, .iconbtn, .tool")]
        .filter((one) => one.checkVisibility() && meets(one.getBoundingClientRect())).map((one) => one.className);
},

  // The texts of the seats whose bid and number of tricks are covered while the player there says these words.
  coveredBids: (words) => [...document.querySelectorAll("[data-sits]")].filter((seat) => {
    tell({ dataset: { at: seat.dataset.sits, words, aloud: words } });
    const said = seat.querySelector(".said").getBoundingClientRect();
    const bids = [...seat.querySelectorAll(".seat__bid > span:first-child")].map((bid) => bid.getBoundingClientRect());
    return bids.some(({ left, right, top, bottom }) =>
      left < said.right && said.left < right && top + 1 < said.bottom && said.top < bottom - 1);
  }).map((seat) => seat.innerText),

  rename: ([name, longer]) => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) walk.currentNode.data = walk.currentNode.data.replaceAll(name, longer);
},

  longestScore: ([more, hand, target]) => {
    const all = (name, words) => document.querySelectorAll(`.score ${name}`).forEach((one) => one.textContent = words);
    all(".side__pts", "−188");
    all(".side__more", more);
    all(".score__mid b", hand);
    document.querySelector(".score__mid").lastChild.textContent = target;
},
})
