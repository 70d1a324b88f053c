"""Layout shifts of a page that no press of the player excuses."""

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

#: Milliseconds after a press in which browsers excuse a shift. A shift caused by a later response is excused as well.
EXCUSED: Final = 500
#: Number of the player's actions that are watched, each once the bots have replied to the previous action.
SEEN: Final = 4
#: Maximum sum of shifts that nobody notices, such as a line of text that moves by some pixels.
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
    """A layout shift. `share` is Chromium's score: the moved part of the window times the distance.

    `at`: the time when it was drawn. `answer`: begin and end of the last response. In milliseconds since navigation.
    """

    phase: str
    share: float
    moved: tuple[str, ...]
    at: int
    answer: dict[str, float]


def watch(page: Page) -> None:
    """Record layout shifts on every page that is opened from now on."""
    page.add_init_script(_WATCH)


def jumps(page: Page) -> list[Jump]:
    """Return the layout shifts of the open page."""
    found = page.evaluate("window.jumps")
    return [Jump(**{**one, "moved": tuple(one["moved"])}) for one in found]


def assert_no_jumps(page: Page) -> None:
    jumped = jumps(page)
    assert sum(one.share for one in jumped) < NONE, jumped
