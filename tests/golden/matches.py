"""`python -m tests.golden.matches` plays the matches between levels of which none is kept for the rules and players of
today: who won each game, and by how much. Some duplicate games say the direction; docs/players.md has the shares.
"""

import json
from argparse import ArgumentParser
from dataclasses import dataclass
from typing import Final

from games.arena.match import Match
from games.arena.shares import played
from games.registry import RANDOM, bot, ruleset
from tests.golden.playthrough import FOLDER

PLACE: Final = FOLDER / "matches.jsonl"

#: Whether the stronger has won, and its margin.
Outcome = tuple[bool, float]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two levels of a game with so many games, of which the stronger has to win `least`."""

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
        """Of the rules and of both players: what a kept match is good for."""
        return [ruleset(self.key).version, *(bot(self.key, one).version for one in (self.stronger, self.weaker))]

    def played(self, games: int) -> list[Outcome]:
        """The first of its games; each is the same however many follow."""
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


def kept() -> dict[Pairing, list[Outcome]]:
    """The outcomes of each match that was played by the rules and players of today."""
    lines = map(json.loads, PLACE.read_text(encoding="utf-8").splitlines() if PLACE.exists() else ())
    told = {line["match"]: line for line in lines}
    found = ((pairing, told.get(str(pairing), {})) for pairing in PAIRINGS)
    return {
        pairing: [(won, margin) for won, margin in line["games"]]
        for pairing, line in found
        if line.get("versions") == pairing.versions and len(line["games"]) == pairing.games
    }


def keep() -> None:
    before = kept()
    lines = [_line(pairing, before.get(pairing) or pairing.played(pairing.games)) for pairing in PAIRINGS]
    PLACE.write_text("".join(lines), encoding="utf-8")


def _line(pairing: Pairing, games: list[Outcome]) -> str:
    told = {"match": str(pairing), "versions": pairing.versions, "games": games}
    return json.dumps(told, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    keep()
