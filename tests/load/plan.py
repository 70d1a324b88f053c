"""A larger house by arithmetic: `python -m tests.load.plan` prints what so many hands a day would take.

From what was measured: seconds of a core an action costs each part (`costs.json`), bytes of a hand (`weights.json`),
and how long an action of a computer player takes (`choices.json`). The four games have a quarter of the hands each.
"""

import json
import math
from typing import Any, Final

from tests.load import told
from tests.load.capacity import COSTS
from tests.load.growth import WEIGHTS
from tests.load.waiting import DAY, FULL, HANDS_A_DAY, Measured, measured
from tests.visitor import KINDS

#: A part whose answer somebody waits for is given no more than this share of its cores.
CALM: Final = 0.6
LEVEL: Final = "weakest"


def needed(hands: int) -> dict[str, float]:
    """What the busiest hour takes, and what a year leaves behind."""
    costs, weights, chosen = _read(COSTS), _read(WEIGHTS), measured()
    peak = hands * max(DAY) / sum(DAY) / 3600
    each = [peak / len(KINDS) * weights[kind]["actions"] for kind in KINDS]
    busy = {
        part: sum(rate * costs[f"{kind}, {LEVEL}"][part] for rate, kind in zip(each, KINDS, strict=True))
        for part in ("web", "PostgreSQL", "Redis")
    }
    work = sum(peak / len(KINDS) * one.a_hand * one.mean for one in _weakest(chosen))
    a_hand = sum(weights[kind]["bytes"] for kind in KINDS) / len(KINDS)
    return {
        "hands": hands,
        "actions": sum(each),
        "webs": math.ceil(busy["web"] / CALM),
        "workers": math.ceil(work / FULL),
        "PostgreSQL": busy["PostgreSQL"] / CALM,
        "Redis": busy["Redis"] / CALM,
        "day": hands * a_hand / 1e9,
        "year": 365 * hands * a_hand / 1e12,
    }


def _weakest(chosen: list[Measured]) -> list[Measured]:
    """The first of each game; they were measured from the weakest on."""
    return [next(one for one in chosen if one.name.startswith(kind)) for kind in KINDS]


def _read(file: Any) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def show() -> None:
    heads = ("hands a day", "actions/s at most", "web processes", "worker processes", "cores of PostgreSQL")
    rows = []
    for one in map(needed, HANDS_A_DAY):
        counts = (f"{one['hands']:,}", one["actions"], f"{one['webs']:,}", f"{one['workers']:,}", one["PostgreSQL"])
        rows.append((*counts, one["Redis"], one["day"], one["year"]))
    title = "what the busiest hour takes, and what the rows come to"
    told.table(title, (*heads, "cores of Redis", "GB a day", "TB a year"), rows)


if __name__ == "__main__":
    show()
