"""How many players a machine holds: the most on a ladder at which an action's p95 stays within the budget.

The players are driven from the same machine, so its cores serve them and drive them; what driving costs is told.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Final

from games.management.progress import beside_the_bar, watched
from tests.load import told
from tests.load.crowd import Found, Wanted, house, play
from tests.visitor import KINDS

BUDGET: Final = 0.25
#: Actions of all games before any is counted: what is read and compiled once is no cost of an action.
WARM: Final = 40
#: Seconds of a core that an action costs each part, by game, for `tests.load.plan`.
COSTS: Final = Path(__file__).with_name("costs.json")
LADDER: Final = (5, 10, 15, 20, 30, 40, 50, 65, 80, 100, 120, 150, 180, 220, 260, 300, 350, 400, 500)
#: Web processes, and processes of the worker, which are many because each reply holds one for whole steps of time.
CROSSED: Final = ((1, 4), (2, 8), (2, 16))


def is_held(found: Found) -> bool:
    return found.p95 <= BUDGET and not found.failed


def highest(ladder: Sequence[int], holds: Callable[[int], bool]) -> int:
    """The highest rung that holds, by halving; 0 where not even the lowest does. What holds above it is not asked."""
    low, high = 0, len(ladder)
    while low < high:
        middle = (low + high) // 2
        if holds(ladder[middle]):
            low = middle + 1
        else:
            high = middle
    return ladder[low - 1] if low else 0


def capacity(seconds: int, crossed: Iterable[tuple[int, int]] = CROSSED) -> None:
    """A row for each number of web and worker processes; the costs are those of the largest crowd that was held."""
    rows = [_row(webs, workers, seconds) for webs, workers in watched(crossed, unit="row")]
    heads = ("web x worker", "players", "actions/s", "p50 ms", "p95 ms", *(f"{part} ms" for part in told.PARTS))
    title = f"players at a p95 of {1000 * BUDGET:.0f} ms, thinking 2 to 6 s; ms of a core an action; cores of others"
    told.table(title, (*heads, "others"), rows)


def _row(webs: int, workers: int, seconds: int) -> tuple[object, ...]:
    found: dict[int, Found] = {}
    with house(webs=webs, workers=workers) as at:

        def holds(players: int) -> bool:
            found[players] = play(at, Wanted(players, seconds))
            _say(webs, workers, found[players])
            return is_held(found[players])

        players = highest(LADDER, holds)
    best = found[players or min(found)]
    costs = (1000 * best.a_move(part) for part in told.PARTS)
    p50 = best.asked["an action"]["p50"]
    return f"{webs} x {workers}", players, best.moves / best.took, 1000 * p50, 1000 * best.p95, *costs, best.others


def _say(webs: int, workers: int, found: Found) -> None:
    text = f"{found.wanted.players} players: p95 {1000 * found.p95:.0f} ms, {found.moves / found.took:.1f} actions/s"
    with beside_the_bar():
        print(f"    {webs} x {workers}, {text}, {found.failed:.0f} failed, others {found.others:.1f} cores", flush=True)


def kinds(actions: int, levels: Sequence[bool] = (False, True)) -> None:
    """What an action costs in each game, against its weakest and its strongest computer players.

    So many actions are made and not so many seconds waited: a machine that is busy with other things costs time only.
    """
    rows, costs = [], {}
    with house(webs=2, workers=2) as at:
        play(at, Wanted(4, 0, WARM, (0.0, 0.1)))
        for strongest, kind in watched([*product(levels, KINDS)], unit="game"):
            found = play(at, Wanted(4, 0, actions, (0.0, 0.1), kind, strongest))
            one = {part: found.a_move(part) for part in told.PARTS}
            name = f"{kind}, {'strongest' if strongest else 'weakest'}"
            rows.append((name, int(found.moves), 1000 * found.p95, *(1000 * one[part] for part in one), found.others))
            costs[name] = {part: round(cost, 5) for part, cost in one.items()}
    heads = ("game", "actions", "p95 ms", *(f"{part} ms" for part in told.PARTS), "others")
    told.table("4 players of one game who hardly think; ms of a core an action; cores of others", heads, rows)
    COSTS.write_text(json.dumps(costs, indent=1) + "\n", encoding="utf-8")


def memory(players: int, seconds: int) -> None:
    """What the parts hold from when the crowd has sat down to the end of a long time."""
    with house(webs=2, workers=2) as at:
        found = play(at, Wanted(players, seconds, think=(0.5, 1.5)))
    told.crowd(found)
    told.memory(found)
