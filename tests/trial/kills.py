"""kill -9 after and during every action: the log stands as it stood, or with the one unanswered action more."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tests.trial.house import House
from tests.trial.ledger import Line
from tests.trial.pages import Table
from tests.trial.traveller import Traveller, Unanswered

#: What is killed at each action, in turn.
VICTIMS: Final = (("web",), ("worker",), ("web2", "worker2"), ("worker", "worker2"), ("web", "web2"), ("web2",))
WITH_BEAT: Final = (*VICTIMS, ("beat",), ("web", "web2", "worker", "worker2", "beat"))
#: So many of the actions are cut off: somebody dies at most so many seconds after the server was asked.
CUT_OFF: Final = 0.6
WITHIN: Final = 0.03


@dataclass
class Outcome:
    """What came of a game under kills; `lost` and `doubled` say where."""

    actions: int = 0
    unanswered: int = 0
    kills: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    slowest: float = 0.0
    is_over: bool = False


def play_under_kills(
    house: House,
    kind: str,
    *,
    actions: int,
    seed: int,
    victims: Sequence[tuple[str, ...]] = VICTIMS,
    **chosen: str,
) -> Outcome:
    """So many actions of one game (or all of it), with somebody killed at each."""
    outcome, rng = Outcome(), Random(seed)
    traveller = Traveller(house, rng)
    table = traveller.sit_at(kind, **chosen)
    for turn in range(actions):
        table = traveller.settled(table)
        if table.is_over:
            outcome.is_over = True
            break
        _one_action(house, traveller, table, outcome, victims[turn % len(victims)], rng)
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
    try:
        sent = traveller.sent(table, *what, to=next((one for one in victims if one.startswith("web")), None))
    except Unanswered:
        sent = None
    time.sleep(rng.uniform(0, WITHIN))
    house.kill(*victims)
    return None if sent is None else sent.answer()


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
    if came and data and json.loads(came[0][2])[0] != json.loads(data["action"])[0]:
        outcome.lost.append(f"{where}: something else was stored")
    if status not in {200, 409, 503, None}:
        outcome.lost.append(f"{where}: answered {status}")
