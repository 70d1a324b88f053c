"""Games played at random, told as logs and written as records, for the tests of records."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar

from games import dealing
from games.engine.actions import Action, Argument, Pick
from games.engine.options import Options
from games.engine.ruleset import Ruleset, Start
from games.engine.state import DEALER, Said, Seat
from games.records.referee import Verdict, check
from games.records.writing import record_of
from games.registry import ruleset
from games.services.log.logs import Log

AT = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
NOTHING: Options = MappingProxyType({})
PEOPLE = ({"name": "Ann", "player": "person"}, {"name": "Marta", "player": "easy"}, {"name": "Bo"}, {"name": "王芳"})

#: Something done to a record.
Change = Callable[[Any], object]


class Told:
    """A game told action by action; whatever is not said is played by the first legal action. `rules` are its own."""

    rules: ClassVar[Ruleset]

    def __init__(self, options: Options, **start: Argument) -> None:
        self.options, self.start = options, start
        self.state: Any = self.rules.initial(options, start)
        self.said: list[Said] = []

    def tell(self, seat: Seat, verb: str, argument: Argument = None) -> None:
        self.act(seat, Action(verb, argument))

    def act(self, seat: Seat, action: Action) -> None:
        self.state = self.rules.apply(self.state, seat, action).state
        self.said.append((seat, action))

    @property
    def log(self) -> Log:
        log = Log(self.rules, self.rules.initial(self.options, self.start))
        for seat, action in self.said:
            log = log.with_action(seat, action, "person", AT)
        return log

    def record(self) -> dict[str, Any]:
        key = self.rules.key
        return as_read(record_of(key=key, options=self.options, start=self.start, said=self.said, seats=PEOPLE))


def as_read(written: object) -> dict[str, Any]:
    """A copy, as it comes back from a file."""
    game: dict[str, Any] = json.loads(json.dumps(written))
    return game


def proof_of(secret: bytes, player_seed: str) -> dict[str, object]:
    sealed_as = {"algorithm": dealing.ALGORITHM, "commitment": dealing.commitment(secret)}
    return {**sealed_as, "server_seed": secret.hex(), "player_seed": player_seed}


def seats_of(key: str) -> tuple[Mapping[str, str], ...]:
    return PEOPLE[: ruleset(key).seats]


def log_of(
    key: str, seed: int, *, options: Options = NOTHING, start: Start | None = None, actions: int = 10_000
) -> tuple[Said, ...]:
    """A game in which everybody does anything legal, whether on turn or out of it; cut after so many actions."""
    rules, rng = ruleset(key), Random(seed)
    state, said = rules.initial(options, start), list[Said]()
    while rules.result(state) is None and len(said) < actions:
        if DEALER in rules.waits_for(state):
            seat, action = DEALER, rules.chance(state, rng.randrange)
        else:
            seat = rng.choice([seat for seat in range(rules.seats) if rules.legal_actions(state, seat)])
            offer = rng.choice(rules.legal_actions(state, seat))
            action = offer if isinstance(offer, Action) else _picked(offer, rng)
        said.append((seat, action))
        state = rules.apply(state, seat, action).state
    return tuple(said)


def _picked(offer: Pick, rng: Random) -> Action:
    return offer.with_free(rng.sample(offer.free, offer.count - len(offer.must)))


def record(key: str = "twoman", seed: int = 1, **notes: Any) -> dict[str, Any]:
    options, start = notes.pop("options", NOTHING), notes.pop("start", None)
    said = notes.pop("said", None) or log_of(key, seed, options=options, start=start)
    return record_of(key=key, options=options, start=start, said=said, seats=seats_of(key), **notes)


@cache
def long_record() -> dict[str, Any]:
    """A finished game of at least four hands with no blind bid in the first two. Shared: copy before changing it."""
    return next(game for seed in range(500) if _is_long(game := record(seed=seed)))


def _is_long(game: Mapping[str, Any]) -> bool:
    first_two = [action for hand in game["hands"][:2] for action in hand["actions"]]
    return len(game["hands"]) >= 4 and {action[1] for action in first_two} == {"discard", "bid", "play"}


def actions(game: Any, hand: int = 0) -> Any:
    return game["hands"][hand]["actions"]


def misjudge(**result: object) -> Change:
    """The first hand has another result."""
    return lambda game: game["hands"][0]["result"].update(result)


#: Where a result differs: in the first hand, or that of the game.
OF_THE_HAND, OF_THE_GAME = ("RESULT_DIFFERS", 0, None), ("RESULT_DIFFERS", None, None)


def wrong(game: object) -> tuple[str, int | None, int | None]:
    """The code, and where; asserts that something is."""
    found = check(json.dumps(game)).wrong
    assert found is not None and found.reason
    return found.code, found.hand, found.action


def right(game: object) -> Verdict:
    found = check(json.dumps(game))
    assert found.wrong is None, (found.wrong.code, found.wrong.reason, found.wrong.hand, found.wrong.action)
    return found


def right_without_results(game: dict[str, Any]) -> None:
    """The referee finds the results that were written, and needs none of them."""
    results = [hand.pop("result") for hand in game["hands"]]
    assert right(game).as_json(1) == {"line": 1, "ok": True, "hands": results, "result": game.pop("result")}
    assert right(game).wrong is None
