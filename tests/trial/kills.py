"""kill -9 after and during every action: the log stands as it stood, or with the one unanswered action more."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.reading import Table
from tests.trial.house import House
from tests.trial.ledger import Line, says
from tests.trial.traveller import Traveller

#: What is killed at each action, in turn.
VICTIMS: Final = (("web",), ("worker",), ("web2", "worker2"), ("worker", "worker2"), ("web", "web2"), ("web2",))
WITH_BEAT: Final = (*VICTIMS, ("beat",), ("web", "web2", "worker", "worker2", "beat"))
#: So many of the actions are cut off: somebody dies at most so many seconds after the server was asked. Half of them
#: within a quarter of that, since an answer takes some 40 ms, and what comes later finds it given.
CUT_OFF: Final = 0.6
WITHIN: Final = 0.15


@dataclass
class Outcome:
    """What came of a game under kills; `lost` and `doubled` say where.

    Of the actions that nobody answered some are `stored` nevertheless, which is right. `ended` are games that were
    played to their end.
    """

    actions: int = 0
    unanswered: int = 0
    stored: int = 0
    kills: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    slowest: float = 0.0
    ended: int = 0

    @property
    def is_over(self) -> bool:
        return self.ended > 0


def play_under_kills(
    house: House,
    kind: str,
    *,
    actions: int,
    seed: int,
    most: int = 0,
    victims: Sequence[tuple[str, ...]] = VICTIMS,
    **chosen: Any,
) -> Outcome:
    """So many actions with somebody killed at each, in a new game where one is over; with `most`, so many at most until
    the game in play is over as well.
    """
    outcome, rng = Outcome(), Random(seed)
    traveller = Traveller(house, rng)
    table = traveller.sit_at(kind, **chosen)
    while outcome.actions < max(actions, most):
        table = traveller.settled(table)
        outcome.ended += table.is_over
        if table.is_over and outcome.actions >= actions:
            break
        if table.is_over:
            table = traveller.settled(traveller.sit_at(kind, **chosen))
        _one_action(house, traveller, table, outcome, victims[outcome.actions % len(victims)], rng)
        table = traveller.look()
    outcome.slowest = traveller.waited
    return outcome


def _one_action(
    house: House, traveller: Traveller, table: Table, outcome: Outcome, victims: tuple[str, ...], rng: Random
) -> None:
    before = house.ledger.entries(traveller.code)
    name, data = traveller.choice(table)
    if rng.random() < CUT_OFF:
        status = _cut_off(house, traveller, table, (name, data), victims, rng)
    else:
        status = traveller.post(table, name, data).status
        house.kill(*victims)
    house.start(*victims)
    after = house.ledger.entries(traveller.code)
    outcome.actions, outcome.kills = outcome.actions + 1, outcome.kills + len(victims)
    outcome.unanswered += status is None
    _judge(outcome, before, after, data if name == "act" else None, status)


def _cut_off(
    house: House,
    traveller: Traveller,
    table: Table,
    what: tuple[str, dict[str, str]],
    victims: tuple[str, ...],
    rng: Random,
) -> int | None:
    """The status that came all the same, if one did."""
    sent = traveller.sent(table, *what, to=next((one for one in victims if one.startswith("web")), None))
    time.sleep(WITHIN * rng.random() ** 2)
    house.kill(*victims)
    return sent.result()


def _judge(
    outcome: Outcome, before: list[Line], after: list[Line], data: dict[str, str] | None, status: int | None
) -> None:
    where = f"action {outcome.actions} at {len(before)}"
    if after[: len(before)] != before:
        outcome.lost.append(f"{where}: what stood there is gone")
    fresh = after[len(before) :]
    came = [one for one in fresh if one[3] == "person"] if data else [one for one in fresh if '"deal"' in one[2]]
    if status == 200 and not came:
        outcome.lost.append(f"{where}: answered, and not stored")
    if len(came) > 1:
        outcome.doubled.append(f"{where}: stored {len(came)} times")
    outcome.stored += status is None and bool(came)
    if came and not says(came[0], json.loads(data["action"]) if data else None):
        outcome.lost.append(f"{where}: something else was stored")
    if status not in {200, 409, 503, None}:
        outcome.lost.append(f"{where}: answered {status}")
