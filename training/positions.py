"""Write the site's practice positions: costly choices of bots in arena games, with the value of each legal choice.

`python -m training.positions twoman --games 60 --most 24` writes `games/twoman/positions.json`. Only first hands are
used, so that a position has a short history. Run the program again after each new version of the evaluator.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from games.arena.match import ArenaGame, Match, played
from games.engine.actions import Action
from games.engine.state import Seat, said_json
from games.evaluation.decisions import LoggedAction
from games.evaluation.hand import decision_json, finished, review_hand
from games.management.progress import watched
from games.registry import GAMES, evaluator, levels
from games.reviews.practice import HOUSE

#: Minimum loss of the chosen action, in millionths of a game.
CLEAR: Final = 40_000


def positions(match: Match, game: ArenaGame) -> Iterator[dict[str, Any]]:
    """Yield a position for each decision of the game's first hand that loses at least `CLEAR`."""
    rules = match.rules
    logged = [LoggedAction(place, seat, action) for place, (seat, action) in enumerate(game.log)]
    hand = next(finished(rules, rules.initial(game.options), logged), None)
    if hand is None:
        return
    for review in review_hand(rules, evaluator(match.game), hand, code=f"house:{match.seed}:{game.index}"):
        for one in review.decisions:
            if one.loss >= CLEAR:
                yield {
                    "options": dict(game.options),
                    "seat": one.seat,
                    "actions": [_said(seat, action) for seat, action in game.log[: one.ordinal]],
                    "decision": decision_json(one),
                }


def _said(seat: Seat, action: Action) -> list[object]:
    return [seat, said_json(0, action)[1:]]


def chosen(found: Sequence[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """Return at most `most` positions, one of each kind of decision in turn."""
    kinds = sorted({one["decision"]["kind"] for one in found})
    by_kind = [[one for one in found if one["decision"]["kind"] == kind] for kind in kinds]
    turns = max((len(some) for some in by_kind), default=0)
    return [some[turn] for turn in range(turns) for some in by_kind if turn < len(some)][:most]


def command_line() -> ArgumentParser:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--most", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def main(words: Sequence[str] | None = None) -> None:
    given = command_line().parse_args(words)
    match = Match(given.game, levels(given.game)[:2], given.games, seed=given.seed)
    games = watched(played(match), total=given.games, unit="game")
    found = [one for game in games for one in positions(match, game)]
    path = Path("games", given.game, HOUSE)
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in chosen(found, given.most))
    path.write_text(f"[\n{lines}\n]\n", encoding="ascii")
    print(f"{path}: {min(given.most, len(found))} of {len(found)} positions")


if __name__ == "__main__":
    main()
