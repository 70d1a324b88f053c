"""What jumps: whatever changes its place on a page although nobody has just pressed anything."""

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

#: A press excuses what moves so many milliseconds after it, as browsers count; on a crowded machine its answer may come
#: later, and excuses itself.
EXCUSED: Final = 500
#: So many actions of one’s own are seen, each after the answers to the one before.
SEEN: Final = 7
#: Less than anybody sees: a line of a message some pixels on.
NONE: Final = 0.01
_WATCH: Final = """
window.jumps = [];
const answer = { from: Infinity, to: Infinity };
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") Object.assign(answer, { from: performance.now(), to: Infinity });
});
// As long as it takes to be drawn: a shift is told with the time of its picture.
const drawn = (then) => requestAnimationFrame(() => requestAnimationFrame(() => then(performance.now())));
document.addEventListener("htmx:afterSettle", () => {
  const { from } = answer;
  drawn((now) => { if (answer.from === from) answer.to = Math.min(answer.to, now); });
});
new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (one.hadRecentInput || (answer.from <= one.startTime && one.startTime <= answer.to)) return;
  const place = (box) => `${Math.round(box.x)},${Math.round(box.y)}`;
  const name = (node) => node?.id || node?.className || node?.nodeName;
  const moved = one.sources.map(({ node, previousRect, currentRect }) =>
    `${name(node)} from ${place(previousRect)} to ${place(currentRect)}`);
  jumps.push({ phase: document.getElementById("table")?.dataset.phase ?? "", share: one.value, moved });
})).observe({ type: "layout-shift", buffered: true });
"""


@dataclass(frozen=True, slots=True)
class Jump:
    """`share` is the part of the screen that moved times how far it went, as Chromium counts a layout shift."""

    phase: str
    share: float
    moved: tuple[str, ...]


def watch(page: Page) -> None:
    """From the next page on."""
    page.add_init_script(_WATCH)


def jumps(page: Page) -> list[Jump]:
    """On the page that is shown, since it was opened."""
    found = page.evaluate("window.jumps")
    return [Jump(one["phase"], one["share"], tuple(one["moved"])) for one in found]


def keeps_its_places(page: Page) -> None:
    jumped = jumps(page)
    assert sum(one.share for one in jumped) < NONE, jumped
