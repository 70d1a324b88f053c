"""`python -m tests.golden.keep` keeps a hand of every computer player under the rules of today, where none is kept.

Unlike a golden game what is kept is never written anew: it is how games were played in their day, and has to be read,
refereed and counted the same for ever. Whoever raises the version of rules or of a player keeps another.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.engine.state import DEALER, HandEnded, Said
from games.records.writing import record_of
from games.registry import GAMES, bot, levels, ruleset
from tests.golden.playthrough import FOLDER

PLACE: Final = FOLDER / "kept.jsonl"


@dataclass(frozen=True, slots=True)
class Played:
    """By which rules, and by which version of which player."""

    key: str
    rules: int
    level: str
    version: int


def today() -> list[Played]:
    return [Played(key, ruleset(key).version, level, bot(key, level).version) for key in GAMES for level in levels(key)]


def kept() -> Iterator[tuple[Played, dict[str, Any]]]:
    for line in PLACE.read_text(encoding="utf-8").splitlines() if PLACE.exists() else ():
        told = json.loads(line)
        record = told.pop("record")
        yield Played(**told), record


def keep() -> None:
    here = {played for played, _record in kept()}
    with PLACE.open("a", encoding="utf-8") as file:
        for played in today():
            if played not in here:
                told = {name: getattr(played, name) for name in ("key", "rules", "level", "version")}
                line = json.dumps({**told, "record": _a_hand(played)}, separators=(",", ":"), ensure_ascii=False)
                print(line, file=file, flush=True)
                print(f"{played} is kept.")


def _a_hand(played: Played) -> dict[str, object]:
    """One hand (a duel has no more) with that player at every seat; another one for each version."""
    rules, player, rng = ruleset(played.key), bot(played.key, played.level), Random(repr(played))
    state, said, is_over = rules.initial({}), list[Said](), False
    while not is_over:
        waiting = rules.waits_for(state)
        seat = DEALER if DEALER in waiting else min(waiting)
        action = rules.chance(state, rng.randrange) if seat == DEALER else player.choose(rules.view(state, seat), rng)
        step = rules.apply(state, seat, action)
        said.append((seat, action))
        state, is_over = step.state, any(isinstance(event, HandEnded) for event in step.events)
    seats = [{"name": f"Player {seat + 1}", "player": played.level} for seat in range(rules.seats)]
    ended = None if rules.result(state) is not None else {"why": "abandoned", "seat": 0}
    return record_of(key=played.key, options={}, said=said, seats=seats, ended=ended)


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    keep()
