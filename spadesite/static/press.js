// Which presses count. At a table a press counts only for a control that has been at that place for a moment, so that a
// double press does nothing the player did not aim at. While a sheet is open, a press beside it closes it and does
// nothing else.
"use strict";

(() => {
  const SETTLES_IN = 400;  // milliseconds
  const NEAR = 24;  // pixels between two presses of one finger
  const CONTROLS = "label, button, a[href], summary, input, select, textarea";
  const OPEN = ":is(:popover-open)";  // the polyfill reads it, too
  const table = () => document.getElementById("table");
  const openSheets = () => [...document.querySelectorAll(OPEN)];
  const isBesideSheet = (element) => openSheets().some((sheet, _, all) => !all.some((one) => one.contains(element)));
  function isRecent(at) {
    const age = performance.now() - at;
    return age >= 0 && age < SETTLES_IN;
  }

  // The same control before and after a swap. A swap may turn one button into another, so the element does not tell.
  function keyOf(element) {
    const control = element?.closest?.(CONTROLS);
    const one = control?.control ?? control;  // of a label its field
    if (!one) return "";
    const told = ["name", "value", "formaction", "popovertarget", "href", "data-key"].map((name) => one.getAttribute(name));
    return one.id || [...told, one.form?.getAttribute("action"), table()?.dataset.phase, table()?.dataset.number].join();
  }

  // Where each control of the table lies; null while a sheet covers it.
  function looked() {
    if (!table() || openSheets().length) return null;
    return [...table().querySelectorAll(CONTROLS)].map((one) => [keyOf(one), one.getBoundingClientRect()]);
  }
  const keyAt = (places, { clientX: x, clientY: y }) => places.findLast(([, box]) => x >= box.left && x < box.right && y >= box.top && y < box.bottom)?.[0];

  // Nothing lay on a page that has just been opened, perhaps by the first press of a double one.
  let past = [{ until: performance.getEntriesByType("navigation")[0]?.domInteractive ?? 0, places: [] }];
  let now = looked();
  let sheetMovedAt = -SETTLES_IN;
  let press = null;  // under way
  let last = null;  // the last one that counted

  function changed() {
    past = past.filter(({ until }) => isRecent(until));
    past.push({ until: performance.now(), places: now });
    now = looked();
  }
  function swapped() {
    changed();
    if (last) last.changedAt ??= performance.now();
  }

  const isNearLast = ({ clientX, clientY }) => last && Math.hypot(clientX - last.x, clientY - last.y) < NEAR;
  function isUnsettled(event) {
    if (isRecent(sheetMovedAt) && isNearLast(event)) return true;
    if (!now || !table().contains(event.target)) return false;
    return past.some(({ until, places }) => places && isRecent(until) && keyAt(places, event) !== keyAt(now, event));
  }
  // What the last press sent must have been answered, and its outcome been seen, before the same press sends more.
  const isBeingSeen = () => last.sends && isRecent(last.changedAt ?? last.at);
  const isDouble = (event) => isNearLast(event) && isBeingSeen();

  function refuse(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function closeSheets() {
    for (const sheet of openSheets().reverse()) if (sheet.matches(OPEN)) sheet.hidePopover();
  }

  // `window` hears of a press before the table does.
  const on = (kind, hear) => addEventListener(kind, hear, { capture: true });

  on("pointerdown", (event) => {
    if (!event.isPrimary) return;
    const isBeside = isBesideSheet(event.target);
    press = { key: keyOf(event.target), isBeside, isRefused: isBeside || isUnsettled(event) || isDouble(event) };
  });
  on("mousedown", (event) => { if (press?.isRefused) event.preventDefault(); });  // the focus stays where it was
  on("pointerup", () => { if (press?.isBeside) closeSheets(); });  // Safari before 18.3 closes none by itself
  on("click", (event) => {
    if (!event.isTrusted || !press) return;
    if (press.isRefused) return refuse(event);
    if (press.key === undefined) return;  // by a key
    const isOther = keyOf(event.target) !== press.key && table()?.contains(event.target);
    // Of a finger some browsers count taps up to 0.7 s apart; for those the time above is enough.
    const isDoubleClick = event.detail > 1 && event.pointerType !== "touch";
    if (isOther || (isDoubleClick && last?.sends)) return refuse(event);
    last = { x: event.clientX, y: event.clientY, at: performance.now() };
  });

  on("keydown", (event) => {
    press = null;
    const { key, target } = event;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key.length > 1 && key !== "Enter") return void (last = null);  // who moves on in between presses no double one
    const activates = key === "Enter" || key === " ";
    if (!activates && target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    const isBeside = activates && isBesideSheet(target);
    const isDouble = last?.key === key && (isBeingSeen() || activates && isRecent(last.changedAt));
    const isRefused = isBeside || isDouble;
    press = { isRefused };  // the space bar clicks when it is let go
    if (!isRefused) return void (last = { key, at: performance.now() });
    refuse(event);
    if (isBeside) closeSheets();
  });

  on("submit", () => { if (last) last.sends = true; });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => { if (last && detail.requestConfig.verb !== "get") last.sends = true; });
  document.addEventListener("table:swapped", swapped);
  on("change", changed);
  on("resize", changed);
  on("beforetoggle", () => { sheetMovedAt = performance.now(); });  // a "toggle" comes late
  on("toggle", swapped);
})();
