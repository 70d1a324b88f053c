"""Movements of cards as a page makes them: where each card is at shares of its time, by the movement's own clock."""

from dataclasses import dataclass
from math import dist
from typing import Any, Final

from playwright.sync_api import Page

#: Shares of a movement's time at which it is looked at; the first is its start, the last its end.
SHARES: Final = (0, 0.1, 0.5, 0.9, 1)
#: Before each swap the page notes where its cards lie. Each movement is looked at when it begins, and then runs.
WATCH: Final = (
    """() => {
  const shares = """
    + str(list(SHARES))
    + r""";
  const nameOf = (card) => card?.dataset.card ?? (card?.id || card?.querySelector("[id^='card-']")?.id)?.slice(5) ?? "";
  const look = (element) => {
    const box = element.getBoundingClientRect();
    const { opacity } = getComputedStyle(element);
    return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width, opacity: Number(opacity) };
  };
  const atRest = (element) => {
    const sliding = element.getAnimations().filter((other) => other instanceof CSSTransition);
    const times = sliding.map((other) => other.currentTime);
    for (const other of sliding) other.currentTime = other.effect.getComputedTiming().endTime;
    const rest = look(element);
    sliding.forEach((other, at) => { other.currentTime = times[at]; });
    return rest;
  };
  window.movements = [];
  window.lay = {};
  const note = () => {
    window.lay = {};
    for (const paper of document.querySelectorAll("#table .card .paper")) {
      window.lay[nameOf(paper.closest(".card"))] ??= look(paper);
    }
  };
  document.addEventListener("htmx:beforeSwap", note, { capture: true });
  document.addEventListener("htmx:sseBeforeMessage", note, { capture: true });
  const swap = htmx.swap;
  htmx.swap = (...all) => { note(); return swap(...all); };
  let begun = [];
  const lookAtAll = () => {
    for (const one of begun) {
      const { effect } = one;
      const { delay, duration } = effect.getTiming();
      const path = shares.map((share) => {
        one.currentTime = delay + Math.min(duration - 0.01, share * duration);
        return look(effect.target);
      });
      const card = effect.target.closest(".card");
      one.effect = null;
      const lies = atRest(effect.target);
      one.effect = effect;
      one.currentTime = 0;
      const seat = card?.closest(".cross > *")?.classList[0] ?? "";
      window.movements.push({
        card: nameOf(card), kind: kindOf(effect.target), seat, delay, duration, path, lies,
        lay: window.lay[nameOf(card)] ?? null, isMine: Boolean(card?.hasAttribute("data-mine")),
      });
    }
    begun = [];
  };
  const kindOf = (element) => {
    if (element.closest(".sweep")) return "sweep";
    if (element.closest("[data-hand]")) return "hand";
    return element.closest("#table") ? "trick" : "copy";
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const one = animate.apply(this, how);
    if (begun.push(one) === 1) queueMicrotask(lookAtAll);
    return one;
  };
}"""
)


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    width: float
    opacity: float

    def is_at(self, other: "Point", within: float = 1.5) -> bool:
        return dist((self.x, self.y), (other.x, other.y)) <= within


@dataclass(frozen=True)
class Movement:
    """One card's movement. `path` is where it is at `SHARES`; `lies` without it, at rest, `lay` before the swap, if
    anywhere.

    `kind` is where the card is: in the "hand", the "trick", the "sweep" of tricks, or a "copy" that flies away.
    """

    card: str
    kind: str
    seat: str
    is_mine: bool
    delay: float
    duration: float
    path: tuple[Point, ...]
    lies: Point
    lay: Point | None

    @property
    def done(self) -> list[float]:
        """The share of the way from start to end that is behind the card, at each of `SHARES`."""
        start, end = self.path[0], self.path[-1]
        (x, y), whole = (end.x - start.x, end.y - start.y), dist((start.x, start.y), (end.x, end.y))
        return [((at.x - start.x) * x + (at.y - start.y) * y) / whole**2 for at in self.path]

    @property
    def strays(self) -> float:
        """Pixels that it leaves the straight line by, at most."""
        start, end = self.path[0], self.path[-1]
        return max(
            dist((at.x, at.y), (start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)))
            for at, share in zip(self.path, self.done, strict=True)
        )

    @property
    def opacities(self) -> list[float]:
        return [at.opacity for at in self.path]

    @property
    def widths(self) -> list[float]:
        return [at.width for at in self.path]


def movements(page: Page) -> list[Movement]:
    """Those since the last look, the first one first."""
    return [_movement(one) for one in page.evaluate("window.movements.splice(0)")]


def _movement(told: dict[str, Any]) -> Movement:
    return Movement(
        card=told["card"],
        kind=told["kind"],
        seat=told["seat"],
        is_mine=told["isMine"],
        delay=told["delay"],
        duration=told["duration"],
        path=tuple(Point(**at) for at in told["path"]),
        lies=Point(**told["lies"]),
        lay=Point(**told["lay"]) if told["lay"] else None,
    )
