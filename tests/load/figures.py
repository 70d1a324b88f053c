"""Print all tables of load figures: `python -m tests.load.figures`.

Takes about two hours on two cores; `--only growth,queue` prints some tables, `--quick` takes a few minutes.
Times depend on the machine, so its load is printed beside each table.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from games.management.progress import watched
from tests.load import capacity, choices, flood, growth, notices, plan, shares, told, waiting

PAGE: Final = """# Figures under load

Written by `python -m tests.load.figures --write FILE`.
```
{tables}
```
"""
#: Players, and seconds, of the look at memory. They hardly think: it is actions that could leave something behind.
LONG: Final = (16, 3600)


def _tables(*, quick: bool) -> dict[str, Callable[[], None]]:
    seconds, (players, long) = (15, (10, 60)) if quick else (40, LONG)
    hands = 200 if quick else 2_000
    return {
        "choices": lambda: choices.measure(2 if quick else choices.HANDS),
        "queue": waiting.show,
        "growth": lambda: growth.measure(hands),
        "notices": lambda: notices.show(2 if quick else notices.SECONDS),
        "kinds": lambda: capacity.kinds(40, (False,)) if quick else capacity.kinds(300),
        "shares": lambda: shares.show(20 if quick else shares.ACTIONS),
        "plan": plan.show,
        "flood": lambda: flood.show(seconds),
        "capacity": lambda: capacity.capacity(seconds, capacity.CROSSED[1:2] if quick else capacity.CROSSED),
        "memory": lambda: capacity.memory(players, long),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="tables, divided by commas; choices writes tests/load/choices.json")
    parser.add_argument("--quick", action="store_true", help="a few minutes, and rough")
    parser.add_argument("--write", type=Path, help="a Markdown file for the tables")
    asked = parser.parse_args()
    tables = _tables(quick=asked.quick)
    chosen = asked.only.split(",") if asked.only else list(tables)
    for name in watched(chosen, unit="table"):
        begun = time.monotonic()
        tables[name]()
        load, cores = os.getloadavg()[0], os.cpu_count()
        told.say(f"\n  {name}: {time.monotonic() - begun:.0f} s; {cores} cores, load {load:.1f} at its end.")
    if asked.write:
        asked.write.write_text(PAGE.format(tables="\n".join(told.SAID).strip("\n")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
