"""Figures of crowds as tables of plain lines."""

from collections.abc import Iterable, Sequence

from games.management.progress import beside_the_bar
from tests.load.crowd import Found

#: Everything that was told, for whoever keeps it.
SAID: list[str] = []
PARTS = ("web", "worker", "PostgreSQL", "Redis", "players")


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A title, a line of heads and a line for each row, the columns as wide as what stands in them."""
    lines = [[_text(one) for one in row] for row in rows]
    widths = [max(len(head), *(len(line[place]) for line in lines)) for place, head in enumerate(heads)]
    say(f"\n{title}")
    for line in [list(heads), *lines]:
        cells = (text.rjust(width) if place else text.ljust(width) for place, (text, width) in _placed(line, widths))
        say("  " + "  ".join(cells))


def say(line: str) -> None:
    SAID.append(line)
    with beside_the_bar():
        print(line, flush=True)


def _placed(line: list[str], widths: list[int]) -> Iterable[tuple[int, tuple[str, int]]]:
    return enumerate(zip(line, widths, strict=True))


def _text(value: object) -> str:
    return f"{value:,.1f}" if isinstance(value, float) else str(value)


def crowd(found: Found) -> None:
    """One crowd: what was asked and how long it took, and what it cost."""
    asked = [
        (name, int(one["count"]), int(one["failed"]), *(1000 * one[share] for share in ("p50", "p95", "p99")))
        for name, one in sorted(found.asked.items())
    ]
    title = f"{found.wanted.players} players for {found.took:.0f} s, {found.moves / found.took:.1f} actions a second"
    table(title, ("asked", "count", "failed", "p50 ms", "p95 ms", "p99 ms"), asked)
    costs = [
        (name, found.share(name), 1000 * found.a_move(name), found.used[name].held[0], found.used[name].held[-1])
        for name in PARTS
    ]
    table("what it cost", ("part", "cores", "ms an action", "MB at first", "MB at last"), costs)
    say(f"  anything else on this machine: {found.others:.1f} cores")
    for fault, count in found.faults.items():
        say(f"  {count} times: {fault}")


def memory(found: Found) -> None:
    """What each part held in the course of it, at most a dozen looks."""
    looks = len(found.used["web"].held)
    chosen = sorted({round(part * (looks - 1) / 11) for part in range(12)})
    rows = [(f"{found.took / 60 * look / (looks - 1):.0f}", *_held(found, look)) for look in chosen]
    table("MB in the course of it", ("after min", *PARTS), rows)


def _held(found: Found, look: int) -> tuple[float, ...]:
    return tuple(found.used[part].held[look] for part in PARTS)
