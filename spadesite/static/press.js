// Ignores unintended presses. At a table a press counts only if the control has been in its place for a moment, so that
// the second press of a double press does nothing. While a sheet is open, a press outside only closes the sheet.
"use strict";

(() => {
  const SETTLES_IN = 400;  // milliseconds
  const NEAR = 24;  // pixels between two presses of one finger
  const CONTROLS = "label, button, a[href], summary, input, select, textarea";
  const OPEN = ":is(:popover-open)";  // the polyfill parses it too
  const table = () => document.getElementById("table");
  const openSheets = () => [...document.querySelectorAll(OPEN)];
  const isBesideSheet = (element) => openSheets().some((sheet, _, all) => !all.some((one) => one.contains(element)));
  function isRecent(at) {
    const age = performance.now() - at;
    return age >= 0 && age < SETTLES_IN;
  }

  // Identifies a control across swaps. A swap may turn one button into another, so the element is not enough.
  function keyOf(element) {
    const control = element?.closest?.(CONTROLS);
    const one = control?.control ?? control;  // for a label, its field
    if (!one) return "";
    const told = ["name", "value", "formaction", "popovertarget", "href", "data-key"].map((name) => one.getAttribute(name));
    return one.id || [...told, one.form?.getAttribute("action"), table()?.dataset.phase, table()?.dataset.number].join();
  }

  // The position of each control of the table; null while a sheet covers it.
  function looked() {
    if (!table() || openSheets().length) return null;
    return [...table().querySelectorAll(CONTROLS)].map((one) => [keyOf(one), one.getBoundingClientRect()]);
  }
  const keyAt = (places, { clientX: x, clientY: y }) => places.findLast(([, box]) => x >= box.left && x < box.right && y >= box.top && y < box.bottom)?.[0];

  // A new page counts as empty before it loads: the first press of a double press may have opened it.
  let past = [{ until: performance.getEntriesByType("navigation")[0]?.domInteractive ?? 0, places: [] }];
  let now = looked();
  let sheetMovedAt = -SETTLES_IN;
  let press = null;  // in progress
  let last = null;  // the last press that counted

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
  // After a press that sends, the response must have been visible for a moment before another press may send.
  const isBeingSeen = () => last.sends && isRecent(last.changedAt ?? last.at);
  const isDouble = (event) => isNearLast(event) && isBeingSeen();

  function refuse(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function closeSheets() {
    for (const sheet of openSheets().reverse()) if (sheet.matches(OPEN)) sheet.hidePopover();
  }

  // Listeners on `window` run before the table's.
  const on = (kind, hear) => addEventListener(kind, hear, { capture: true });

  on("pointerdown", (event) => {
    if (!event.isPrimary) return;
    const isBeside = isBesideSheet(event.target);
    press = { key: keyOf(event.target), isBeside, isRefused: isBeside || isUnsettled(event) || isDouble(event) };
  });
  on("mousedown", (event) => { if (press?.isRefused) event.preventDefault(); });  // keeps the focus
  on("pointerup", () => { if (press?.isBeside) closeSheets(); });  // Safari before 18.3 does not close sheets by itself
  on("click", (event) => {
    if (!event.isTrusted || !press) return;
    if (press.isRefused) return refuse(event);
    if (press.key === undefined) return;  // the click comes from a key
    const isOther = keyOf(event.target) !== press.key && table()?.contains(event.target);
    // Some browsers count taps up to 0.7 s apart as a double click. For taps, SETTLES_IN decides.
    const isDoubleClick = event.detail > 1 && event.pointerType !== "touch";
    if (isOther || (isDoubleClick && last?.sends)) return refuse(event);
    last = { x: event.clientX, y: event.clientY, at: performance.now() };
  });

  on("keydown", (event) => {
    press = null;
    const { key, target } = event;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key.length > 1 && key !== "Enter") return void (last = null);  // such as Tab: no double press
    const activates = key === "Enter" || key === " ";
    if (!activates && target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    const isBeside = activates && isBesideSheet(target);
    const isDouble = last?.key === key && (isBeingSeen() || activates && isRecent(last.changedAt));
    const isRefused = isBeside || isDouble;
    press = { isRefused };  // for the click: Space clicks when it is released
    if (!isRefused) return void (last = { key, at: performance.now() });
    refuse(event);
    if (isBeside) closeSheets();
  });

  on("submit", () => { if (last) last.sends = true; });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => { if (last && detail.requestConfig.verb !== "get") last.sends = true; });
  document.addEventListener("table:swapped", swapped);
  on("change", changed);
  on("resize", changed);
  on("beforetoggle", () => { sheetMovedAt = performance.now(); });  // "toggle" fires late
  on("toggle", swapped);
})();
