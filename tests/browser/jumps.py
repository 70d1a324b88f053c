"""Layout shifts of a page that no press of the player excuses."""

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

#: Milliseconds after a press in which browsers excuse a shift. A later answer to the press excuses its own shift.
EXCUSED: Final = 500
#: Number of actions of the player that are watched, each after the answers to the one before.
SEEN: Final = 4
#: A sum of shifts that no eye sees: a line of a message some pixels on.
NONE: Final = 0.01
_WATCH: Final = """
window.jumps = [];
const answer = { from: Infinity, to: Infinity };
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") Object.assign(answer, { from: performance.now(), to: Infinity });
});
// A shift has the time at which it was drawn.
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
  const phase = document.getElementById("table")?.dataset.phase ?? "";
  jumps.push({ phase, share: one.value, moved, at: Math.round(one.startTime), answer: { ...answer } });
})).observe({ type: "layout-shift", buffered: true });
"""


@dataclass(frozen=True, slots=True)
class Jump:
    """`share` is the part of the screen that moved times how far it went, as Chromium counts a layout shift.

    `at` is when it was drawn and `answer` the span of the last answer, in milliseconds since the page began to load.
    """

    phase: str
    share: float
    moved: tuple[str, ...]
    at: int
    answer: dict[str, float]


def watch(page: Page) -> None:
    """Note shifts from the next page on."""
    page.add_init_script(_WATCH)


def jumps(page: Page) -> list[Jump]:
    """Return the shifts of the open page."""
    found = page.evaluate("window.jumps")
    return [Jump(**{**one, "moved": tuple(one["moved"])}) for one in found]


def keeps_its_places(page: Page) -> None:
    jumped = jumps(page)
    assert sum(one.share for one in jumped) < NONE, jumped
