"""`python -m tests.golden.keep` plays the hands and matches that `kept.jsonl` and `matches.jsonl` lack.

Run it after each new version of rules or of a bot. It appends to `kept.jsonl` one hand for each new version and never
rewrites a line, because records of old versions must remain readable. Matches of outdated versions in `matches.jsonl`
are played again and replaced; tests read there which of two levels is stronger.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final

from games.arena.match import Match, played
from games.engine.state import DEALER, HandEnded, SeatAction
from games.records.format import record_of
from games.registry import GAMES, RANDOM, bot, levels, ruleset
from tests.golden.write import FOLDER

HANDS: Final = FOLDER / "kept.jsonl"
MATCHES: Final = FOLDER / "matches.jsonl"


@dataclass(frozen=True, slots=True)
class Played:
    """The game, the level, and the versions of rules and bot of a kept hand."""

    key: str
    rules: int
    level: str
    version: int


def today() -> list[Played]:
    """Return each bot with its current version and that of its game's rules."""
    return [Played(key, ruleset(key).version, level, bot(key, level).version) for key in GAMES for level in levels(key)]


def kept_hands() -> Iterator[tuple[Played, dict[str, Any]]]:
    for line in HANDS.read_text(encoding="utf-8").splitlines() if HANDS.exists() else ():
        versions = json.loads(line)
        record = versions.pop("record")
        yield Played(**versions), record


def keep_hands() -> None:
    kept = {played for played, _record in kept_hands()}
    with HANDS.open("a", encoding="utf-8") as file:
        for played in today():
            if played not in kept:
                line = {**asdict(played), "record": _record_of_hand(played)}
                print(json.dumps(line, separators=(",", ":"), ensure_ascii=False), file=file, flush=True)
                print(f"{played} is kept.")


def _record_of_hand(one: Played) -> dict[str, object]:
    """Play one hand with this bot at every seat and return its record. `one` is the seed."""
    rules, player, rng = ruleset(one.key), bot(one.key, one.level), Random(repr(one))
    state, said, is_over = rules.initial({}), list[SeatAction](), False
    while not is_over:
        waiting = rules.waits_for(state)
        seat = DEALER if DEALER in waiting else min(waiting)
        action = rules.chance(state, rng.randrange) if seat == DEALER else player.choose(rules.view(state, seat), rng)
        step = rules.apply(state, seat, action)
        said.append((seat, action))
        state, is_over = step.state, any(isinstance(event, HandEnded) for event in step.events)
    seats = [{"name": f"Player {seat + 1}", "player": one.level} for seat in range(rules.seats)]
    ended = None if rules.result(state) is not None else {"why": "abandoned", "seat": 0}
    return record_of(key=one.key, options={}, said=said, seats=seats, ended=ended)


#: Whether the stronger level won a game, and its margin.
Outcome = tuple[bool, float]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match of two levels. The stronger one must win at least `least` of the games."""

    key: str
    stronger: str
    weaker: str
    games: int
    seed: int
    least: int

    def __str__(self) -> str:
        return f"{self.key}-{self.stronger}-{self.weaker}"

    @property
    def versions(self) -> list[int]:
        """The versions of the rules and of both bots. A stored match is valid only for these versions."""
        return [ruleset(self.key).version, *(bot(self.key, one).version for one in (self.stronger, self.weaker))]

    def played(self, games: int) -> list[Outcome]:
        """Play the first `games` games of the match. A game does not depend on how many are played."""
        match = Match(self.key, (self.stronger, self.weaker), games, seed=self.seed, duplicate=True)
        return [(0 in game.winners, round(game.margins[0] or 0, 6)) for game in played(match)]


PAIRINGS: Final = (
    Pairing("twoman", "casual", "easy", 40, 11, 24),
    Pairing("twoman", "medium", "casual", 40, 11, 22),
    Pairing("twoman", "hard", "medium", 40, 11, 24),
    Pairing("twoman", "ruthless", "hard", 20, 11, 12),
    Pairing("spades", "easy", RANDOM, 20, 2, 12),
    Pairing("spades", "normal", "easy", 40, 2, 24),
    Pairing("spades", "hard", "normal", 40, 2, 24),
    Pairing("spades", "expert", "normal", 16, 2, 10),
    Pairing("bidwhist", "easy", RANDOM, 10, 1, 6),
    Pairing("bidwhist", "medium", "easy", 40, 1, 24),
    Pairing("bidwhist", "skilled", "medium", 60, 1, 36),
    Pairing("bidwhist", "hard", "medium", 24, 1, 15),
    Pairing("cardduel", "easy", RANDOM, 60, 2, 36),
    Pairing("cardduel", "normal", "easy", 100, 2, 60),
    Pairing("cardduel", "hard", "easy", 40, 2, 24),
)


def kept_matches() -> dict[Pairing, list[Outcome]]:
    """Return the stored outcomes of the matches that are complete and of the current versions."""
    lines = map(json.loads, MATCHES.read_text(encoding="utf-8").splitlines() if MATCHES.exists() else ())
    stored = {line["match"]: line for line in lines}
    found = ((pairing, stored.get(str(pairing), {})) for pairing in PAIRINGS)
    return {
        pairing: [(won, margin) for won, margin in line["games"]]
        for pairing, line in found
        if line.get("versions") == pairing.versions and len(line["games"]) == pairing.games
    }


def keep_matches() -> None:
    before = kept_matches()
    lines = [_line(pairing, before.get(pairing) or pairing.played(pairing.games)) for pairing in PAIRINGS]
    MATCHES.write_text("".join(lines), encoding="utf-8")


def _line(pairing: Pairing, games: list[Outcome]) -> str:
    match = {"match": str(pairing), "versions": pairing.versions, "games": games}
    return json.dumps(match, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    keep_hands()
    keep_matches()
