"""Layout shifts of a page, except those that directly follow a player's press."""

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

#: Milliseconds after a press in which browsers excuse shifts. `_WATCH` also excuses shifts while a post is answered.
EXCUSED: Final = 500
#: A test waits for `EXCUSED` before each of its first `SEEN` actions, so that shifts by the bots' replies are recorded.
SEEN: Final = 4
#: Players do not notice shifts whose shares add up to less, such as a line of text that moves by some pixels.
NONE: Final = 0.01
_WATCH: Final = """
window.jumps = [];
const answer = { from: Infinity, to: Infinity };
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") Object.assign(answer, { from: performance.now(), to: Infinity });
});
// A shift is dated when it is drawn, which is up to two frames after the swap.
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

    `at` is the time of the shift. `answer` is the last post: from its request to the drawing of its response. All times
    are in milliseconds since navigation.
    """

    phase: str
    share: float
    moved: tuple[str, ...]
    at: int
    answer: dict[str, float]


def watch(page: Page) -> None:
    """Record layout shifts in every document that the page loads after this call."""
    page.add_init_script(_WATCH)


def jumps(page: Page) -> list[Jump]:
    """Return the recorded layout shifts of the open document."""
    found = page.evaluate("window.jumps")
    return [Jump(**{**one, "moved": tuple(one["moved"])}) for one in found]


def assert_no_jumps(page: Page) -> None:
    jumped = jumps(page)
    assert sum(one.share for one in jumped) < NONE, jumped
