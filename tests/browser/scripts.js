// Functions that tests evaluate on a page. In Python, `script(NAME)` returns such a function as an expression.
({
  CARD_TO_COME: () => {
  const table = waiting.length && new DOMParser().parseFromString(waiting.at(-1), "text/html").getElementById("table");
  const cards = table && table.hasAttribute("data-turn") ? [...table.querySelectorAll("[data-hand] button.card")] : [];
  return cards.find((one) => !one.hasAttribute("aria-disabled") && document.getElementById(one.id)?.ariaDisabled)?.id;
},

  CLOCK: (table, traits) => {
  document.getElementById("t")?.remove();
  table.setAttribute("data-turn", "");
  table.insertAdjacentHTML("beforeend", `<time id="t" datetime="2001-01-01" ${traits}></time>`);
  const told = document.getElementById("t");
  window.told = [];
  new MutationObserver(() => window.told.push(told.textContent)).observe(told, { childList: true });
},

  COUNT: () => {
    window.shownSoFar = [];
    const look = () => {
        const version = document.getElementById("table").dataset.version;
        if (window.shownSoFar.at(-1) !== version) window.shownSoFar.push(version);
    };
    look();
    new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
},

  HIDE: () => {
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
},

  HOLD_AGAIN: () => {
  const [set, clear] = [setTimeout, clearTimeout];
  window.setTimeout = (work, after, ...more) => {
    if (after !== TRY_AGAIN_AFTER) return set(work, after, ...more);
    window.again = work;
    window.refused = true;
    return -1;
  };
  window.clearTimeout = (one) => { if (one === -1) window.again = null; else clear(one); };
},

  IS_BUSY: () => Boolean(
    document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")
    || document.getElementById("table")?.["htmx-internal-data"]?.xhr
),

  KEEP_TURNED: () => {
  const animate = Element.prototype.animate;
  window.turned = [];
  Element.prototype.animate = function (frames, options) {
    if (frames[0].transform?.startsWith("rotateY")) turned.push(this.closest(".card").dataset.card);
    return animate.call(this, frames, options);
  };
},

  LINGER: () => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, { delay = 0, duration, ...more }) {
    return animate.call(this, frames, { ...more, delay: 300 * delay, duration: 300 * duration });
  };
},

  LISTEN: () => {
    window.heardSoFar = [];
    const line = document.getElementById("said");
    new MutationObserver(() => window.heardSoFar.push(line.textContent)).observe(line, { childList: true });
},

  LISTEN_POSTS: () => {
  window.posted = [];
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig.verb === "post") window.posted.push(detail.requestConfig.path);
  });
},

  MIDDLE: (selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width, opacity: 1 };
},

  MIDDLE_PRESS: () => {
  const cards = [...document.querySelectorAll("[data-hand] button.card:not([aria-disabled=true])")];
  const { left, top } = cards[Math.floor((cards.length - 1) / 2)].getBoundingClientRect();
  return [left + 10, top + 14];
},

  NOTED: () => {
    window.swept = [];
    let running = [];
    const look = () => {
        for (const { effect } of running) {
            const { delay, duration } = effect.getTiming();
            running.forEach((one) => { one.currentTime = delay + duration / 2; });
            window.swept.push(document.querySelector(".sweep").innerText.trim().replace(/\s+/g, " "));
        }
        running.forEach((one) => { one.currentTime = 0; });
        running = [];
    };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const one = animate.apply(this, how);
        if (this.parentElement?.matches(".sweep") && running.push(one) === 1) queueMicrotask(look);
        return one;
    };
},

  NOTE_BOTH: () => {
  window.both = [];
  document.addEventListener("table:swapped", () => {
    const inTrick = [...document.querySelectorAll(":is(.trick, .cross) [data-card]")];
    const both = inTrick.filter(({ dataset }) => document.getElementById(`card-${dataset.card}`));
    window.both.push(both.map(({ dataset }) => dataset.card).join(" "));
  });
},

  NOTE_RESTS: () => document.addEventListener("table:swapped", () => {
  if (window.rests || !trickIsFinished()) return;
  const look = document.documentElement.dataset, { speed, rest } = look, rests = {};
  for (const one of ["fast", "normal", "slow"]) {
    look.speed = one;
    rests[one] = restsUntil() - shownAt;
  }
  look.speed = "normal";
  for (const one of ["off", "one", "two"]) {
    look.rest = one;
    rests[one] = restsUntil() - shownAt;
  }
  Object.assign(look, { speed, rest: rest ?? "" });
  window.rests = rests;
}),

  PLACES: () => [".ring", "#own-hand"].map((one) => {
  const box = document.querySelector(one).getBoundingClientRect();
  return [Math.round(box.left), Math.round(box.top)];
}),

  POLL: () => {
  document.addEventListener("htmx:afterOnLoad", ({ target }) => { window.polled ||= target.id === "poll"; });
  const poll = '<span id="poll" hx-get="/" hx-swap="none" hx-trigger="every 1s"></span>';
  document.body.insertAdjacentHTML("beforeend", poll);
  htmx.process(document.getElementById("poll"));
},

  QUICKLY: () => {
  const soon = setTimeout;
  window.setTimeout = (work, after, ...more) => soon(work, after / 60, ...more);
},

  READ: () => {
    const page = document.documentElement.outerHTML.toLowerCase();
    return [Number(document.getElementById("table").dataset.version), page];
},

  SHAPES: (within) => {
  const hash = (words) => [...words].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) | 0, 7);
  const WEIGHED = /^(aria-|alt|for$|href|lang|title|tabindex|scope|hidden|autocomplete)/;
  const INSIDE = "li, dt, dd, option, tr, th, td, legend, caption, figcaption, summary, [role]", named = new Map();
  const nameOf = (one) => {
    if (!named.has(one)) {
      const names = one.getAttributeNames().filter((name) => WEIGHED.test(name)).sort();
      const told = [one.localName, ...names, one.getAttribute("role"), one.type];
      named.set(one, [...told, one.textContent.trim() ? "" : "empty"].join(" "));
    }
    return named.get(one);
  };
  const root = document.querySelector(within), all = [...root.querySelectorAll("*:not(svg *, .card *, .chip *)")];
  const orderOf = (wanted) => all.filter((one) => one.matches(wanted)).map((one) => one.localName);
  const runs = (names) => names.filter((name, at) => name !== names[at - 1]).join();
  const holderOf = (one) => (one.matches(INSIDE) ? `${one.parentElement.localName} ${one.parentElement.role}` : "");
  const parts = all.map((one) => `${holderOf(one)} > ${nameOf(one)}`);
  const told = [...parts, runs(orderOf("h1, h2, h3, h4")), runs(orderOf("main, nav, aside, header, footer, section"))];
  return [...new Set(told.map(hash))];
},

  SLOWLY: () => {
  const real = performance.now.bind(performance), start = real();
  window.slower = 50;
  performance.now = () => window.slower ? start + (real() - start) / window.slower : real();
},

  STAYS: () => {
    const soon = setTimeout;
    window.kept = [];
    window.setTimeout = (work, after) => (after > 5000 ? window.kept.push(work) && 0 : soon(work, after));
},

  SWAP_AGAIN: async () => {
  const html = await (await fetch(location.href, { headers: { "HX-Request": "true" } })).text();
  rememberFocus();
  htmx.swap("#table", html.replace('id="table"', 'id="table" data-again'), { swapStyle: "morph:outerHTML" },
    { contextElement: document.querySelector("[sse-swap]") });
},

  TELL_AGAIN: () => {
  const told = [...waiting], line = document.querySelector("[sse-swap]");
  for (const one of told) {
    htmx.trigger(line, "htmx:sseBeforeMessage", { data: one.replace("<main", "<main data-again") });
  }
  return [told.length, waiting.length];
},
})
