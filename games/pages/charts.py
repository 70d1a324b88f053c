"""Charts: shapes that templates draw as SVG, and the same numbers as a table for screen readers.

A drawing is 340 units wide, so that text is not scaled on a phone. Colours are CSS classes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil, floor, sqrt
from typing import Final, TypeVar

from games.pages.scores import round_numbers
from games.pages.words import plain_number

N = TypeVar("N", int, float)
LEFT, RIGHT, TOP, BOTTOM = 40.0, 322.0, 18.0, 164.0
#: The values of a chart span at most this number of steps between grid lines; round bounds can add a step.
LINES: Final = 4
LARGEST_DOT: Final = 11.0
#: Maximum number of bars that can be told apart on a phone.
MOST_BARS: Final = 24
#: Maximum number of bins of a distribution.
BINS: Final = 24
#: Sizes of steps and bins; larger sizes follow `round_numbers`.
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
#: With more bars than this, there are no numbers above them.
MOST_NUMBERS: Final = 12
#: Height left above the tallest bar for its number and the label "you".
NUMBER: Final = 20.0
#: Grid steps for fractions.
FINE: Final = (0.1, 0.2, 0.5, *STEPS)


@dataclass(frozen=True, slots=True)
class Tick:
    position: str
    text: str
    is_strong: bool = False
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class ChartTable:
    """A chart's numbers as a table. `sentence` sums them up; `hrefs` link each row to its hands, games or decisions."""

    sentence: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    hrefs: tuple[str, ...] = ()

    @property
    def linked(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Each row with its link; "" if the table has no links."""
        return zip(self.rows, self.hrefs or ("",) * len(self.rows), strict=True)


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing. `curves` are lines: the CSS class of the colour, the points, and x and y of the last point.

    `dots` have colour, x, y, radius and title. `levels` are horizontal reference lines: y, label, and whether the label
    stands at the left end. `keys` are the legend: texts, each with the CSS class of its colour, "" for the first one.
    """

    table: ChartTable
    grid: tuple[Tick, ...] = ()
    step_ticks: tuple[Tick, ...] = ()
    curves: tuple[tuple[str, str, str, str], ...] = ()
    bars: tuple[dict[str, str], ...] = ()
    dots: tuple[tuple[str, str, str, str, str], ...] = ()
    keys: tuple[tuple[str, str], ...] = ()
    levels: tuple[tuple[str, str, bool], ...] = ()
    band: str = ""


@dataclass(frozen=True, slots=True)
class _Plane:
    """The coordinates of a line chart: `steps` points across, values from `low` to `high`."""

    low: float
    high: float
    steps: int

    def x(self, place: int) -> float:
        return _interpolated(LEFT, RIGHT - 18, place, self.steps - 1)

    def y(self, value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low)

    def points(self, line: Iterable[tuple[int, float]]) -> str:
        return " ".join(f"{_format(self.x(place))},{_format(self.y(value))}" for place, value in line)

    def grid(self, step: float, label: Callable[[float], str], strong: float | None) -> tuple[Tick, ...]:
        """Return a grid line for each step; the line at `strong` stands out."""
        values = [self.low + place * step for place in range(round((self.high - self.low) / step) + 1)]
        return tuple(
            Tick(_format(self.y(one)), label(one), strong is not None and abs(one - strong) < step / 2)
            for one in values
        )

    def curve(self, who: str, line: Sequence[float]) -> tuple[str, str, str, str]:
        return who, self.points(enumerate(line)), _format(self.x(len(line) - 1)), _format(self.y(line[-1]))


def _end_labels(step_labels: Sequence[str]) -> tuple[Tick, Tick]:
    return Tick(_format(LEFT), step_labels[0], anchor="start"), Tick(_format(RIGHT - 18), step_labels[-1], anchor="end")


def curves(
    series: Mapping[str, Sequence[float]],
    step_labels: Sequence[str],
    table: ChartTable,
    *,
    label: Callable[[float], str] = lambda value: plain_number(round(value)),
    strong: float | None = None,
    bounds: tuple[float, float] | None = None,
) -> Chart:
    """Draw lines over the same steps; `series` has them by CSS class. `step_labels` label the first and last step."""
    values = [value for line in series.values() for value in line]
    low, high, step = _scale(min(values), max(values)) if bounds is None else (*bounds, (bounds[1] - bounds[0]) / LINES)
    plane = _Plane(low, high, max(len(line) for line in series.values()))
    return Chart(
        table,
        grid=plane.grid(step, label, strong),
        step_ticks=_end_labels(step_labels),
        curves=tuple(plane.curve(who, line) for who, line in series.items()),
    )


def course(
    line: Sequence[float],
    step_labels: Sequence[str],
    table: ChartTable,
    *,
    words: Callable[[float], str],
    levels: Mapping[str, float] | None = None,
    band: Sequence[float] = (),
) -> Chart:
    """Draw one line of fractions over steps.

    `levels` are reference lines by label. `band` is the half-width of a band around 0 at each step.
    """
    compared = levels or {}
    reach = [*line, *compared.values(), *band, *(-one for one in band), 0.0]
    low, high, step = _scale(min(reach), max(reach), FINE)
    plane = _Plane(low, high, len(line))
    edge = [*enumerate(band), *reversed([(place, -one) for place, one in enumerate(band)])]
    ordered = sorted(compared.items(), key=lambda one: one[1])
    return Chart(
        table,
        grid=plane.grid(step, words, strong=0.0 if low < 0 else None),
        step_ticks=_end_labels(step_labels),
        curves=(plane.curve("you", line),),
        levels=tuple((_format(plane.y(value)), name, place % 2 == 1) for place, (name, value) in enumerate(ordered)),
        band=plane.points(edge),
    )


def bars(counts: Mapping[int, int], step: int, table: ChartTable, own: int | None = None) -> Chart:
    """Draw a histogram with bins of `step` points, negative bins in another colour.

    `counts` is keyed by the lowest value of each bin. The bin that contains `own` stands out.
    """
    first, last = min(counts), max(counts)
    places = range(first, last + step, step)
    width = (RIGHT - 4) / len(places)
    most = max(counts.values())
    drawn = []
    for i, start in enumerate(places):
        height = (BOTTOM - TOP) * counts.get(start, 0) / most
        is_own = own is not None and start <= own < start + step
        if height:
            drawn.append(_bar(i, width, height, "mine" if is_own else "made" if start >= 0 else "set"))
    every = max(1, ceil(len(places) / 6))
    under = tuple(
        Tick(_format(4 + (i + 0.5) * width), plain_number(start)) for i, start in enumerate(places) if i % every == 0
    )
    return Chart(table, step_ticks=under, bars=tuple(drawn))


def _bar(place: int, width: float, height: float, kind: str, text: str = "") -> dict[str, str]:
    """Return a bar for a template; `text` stands above it, centred on `middle`."""
    return {
        "x": _format(4 + (place + 0.08) * width),
        "y": _format(BOTTOM - height),
        "width": _format(0.84 * width),
        "height": _format(height),
        "middle": _format(4 + (place + 0.5) * width),
        "kind": kind,
        "text": text,
    }


def results(counts: Mapping[int, int], own: int | None, table: ChartTable) -> Chart:
    """Draw an evenly spaced bar for each result; `own` stands out. More than `MOST_BARS` results are binned."""
    if len(counts) > MOST_BARS:
        return bars(*binned(counts), table, own)
    width = (RIGHT - 4) / len(counts)
    most = max(counts.values())
    drawn, under = [], []
    for place, (one, count) in enumerate(sorted(counts.items())):
        height = (BOTTOM - TOP - NUMBER) * count / most
        kind = "mine" if one == own else "others" if one >= 0 else "others others--minus"
        bar = _bar(place, width, height, kind, str(count) if len(counts) <= MOST_NUMBERS else "")
        drawn.append(bar)
        under.append(Tick(bar["middle"], f"+{one}" if one > 0 else plain_number(one)))
    every = ceil(len(counts) / 8)
    return Chart(table, step_ticks=tuple(under[::every]), bars=tuple(drawn))


def dots(counts: Mapping[tuple[int, int], int], table: ChartTable, titles: Mapping[tuple[int, int], str]) -> Chart:
    """Draw a dot for each pair of numbers (across, up). The dot's area grows with the pair's count.

    Pairs on or above the diagonal have the first colour. At 0 across, a nil, only the pair (0, 0) has it.
    """
    across, up = max(x for x, _ in counts), max(y for _, y in counts)
    most, top = max(counts.values()), max(across, up, 1)

    def x(value: int) -> float:
        return _interpolated(LEFT + 12, RIGHT - 6, value, top)

    def y(value: int) -> float:
        return _interpolated(BOTTOM - 8, TOP, value, top)

    drawn = tuple(
        (
            "made" if (b >= a if a else b == 0) else "set",
            _format(x(a)),
            _format(y(b)),
            _format(max(2.0, LARGEST_DOT * sqrt(n / most))),
            titles[a, b],
        )
        for (a, b), n in sorted(counts.items())
    )
    under = tuple(Tick(_format(x(value)), str(value)) for value in range(top + 1))
    grid = tuple(Tick(_format(y(value)), str(value)) for value in range(0, top + 1, 2 if top > 6 else 1))
    return Chart(table, grid=grid, step_ticks=under, dots=drawn)


def _extended_steps(steps: Sequence[N]) -> Iterator[N]:
    return chain(steps, (one for one in round_numbers() if one > steps[-1]))


def binned(spread: Mapping[int, int]) -> tuple[dict[int, int], int]:
    """Return the counts in at most `BINS` bins of equal, round size, keyed by lowest value; and the size of a bin."""
    low, high = min(spread), max(spread)
    step = next(one for one in _extended_steps(STEPS) if high // one - low // one < BINS)
    found = Counter[int]()
    for value, count in spread.items():
        found[value // step * step] += count
    return found, step


def _scale(low: float, high: float, steps: Sequence[float] = STEPS) -> tuple[float, float, float]:
    """Return round bounds that contain both values, and the step between grid lines."""
    step = float(next(one for one in _extended_steps(steps) if (high - low) / one <= LINES))
    low, high = floor(low / step) * step, ceil(high / step) * step
    return (low, high, step) if low < high else (low, low + step, step)


def _interpolated(first: float, last: float, place: float, count: float) -> float:
    return first + (last - first) * (place / count if count else 0.5)


def _format(value: float) -> str:
    """Format a number for SVG, regardless of the language."""
    return f"{value:.1f}"
