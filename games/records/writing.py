"""Write a game's log as a record. Replays the log through the rules, which compute deals and results."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from games.engine.actions import Argument
from games.engine.notation import said_json
from games.engine.options import Options, differing
from games.engine.ruleset import Start
from games.engine.state import Dealt, HandEnded, Said, Started, Step, plain
from games.records.reading import FORMAT
from games.registry import ruleset


@dataclass
class _Hand:
    number: int
    deal: Mapping[str, Argument]
    actions: list[object] = field(default_factory=list)
    result: Mapping[str, Argument] | None = None

    def as_json(self, proof: Mapping[str, object] | None, auto: int, helped: tuple[int, int]) -> dict[str, object]:
        hints, undone = helped
        return {
            "number": self.number,
            **({} if proof is None else {"proof": dict(proof)}),
            "deal": plain(self.deal),
            "actions": self.actions,
            **({"auto": auto} if auto else {}),
            **({"hints": hints} if hints else {}),
            **({"undone": undone} if undone else {}),
            **({} if self.result is None else {"result": plain(self.result)}),
        }


def record_of(
    *,
    key: str,
    options: Options,
    said: Sequence[Said],
    seats: Sequence[Mapping[str, object]],
    start: Start | None = None,
    proofs: Mapping[int, Mapping[str, object]] = MappingProxyType({}),
    auto: Mapping[int, int] = MappingProxyType({}),
    helped: Mapping[int, tuple[int, int]] = MappingProxyType({}),
    ended: Mapping[str, object] | None = None,
    source: Mapping[str, object] = MappingProxyType({}),
) -> dict[str, object]:
    """Return the record of a game. `said` holds all actions, including the dealer's, without undone ones.

    `start` is for a game that the dealer did not start. `proofs`, `auto` (plays by the table) and `helped` (hints and
    undone actions) are by hand number. `ended` says how the game was given up, `source` where its deals come from.
    Raises ValueError if `ended` is given for a finished game.
    """
    rules = ruleset(key)
    state = rules.initial(options, start)
    begun, hands = {**rules.start(options), **(start or {})}, list[_Hand]()
    for who, action in said:
        step = rules.apply(state, who, action)
        state = step.state
        begun |= _recorded((who, action), step, hands)
    result = rules.result(state)
    if result is not None and ended is not None:
        raise ValueError("a game that came to its end was not given up")
    return {
        "format": FORMAT,
        "game": key,
        "options": differing(rules.options, options),
        "seats": [dict(seat) for seat in seats],
        "start": plain(begun),
        "hands": [
            hand.as_json(proofs.get(hand.number), auto.get(hand.number, 0), helped.get(hand.number, (0, 0)))
            for hand in hands
        ],
        "result": None if result is None else plain(result.record),
        **({} if ended is None else {"ended": dict(ended)}),
        **source,
    }


def line_of(record: Mapping[str, object]) -> str:
    """Serialise the record as one line of JSON, without a line break."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def _recorded(said: Said, step: Step, hands: list[_Hand]) -> Mapping[str, Argument]:
    """Add one action to `hands`; a deal appends a hand. Return the values that a start decided, otherwise {}."""
    for event in step.events:
        match event:
            case Started(start):
                return start
            case Dealt(number, _, deal):
                hands.append(_Hand(number, deal))
                return {}
    hands[-1].actions.append(said_json(*said))
    ended = (event for event in step.events if isinstance(event, HandEnded))
    hands[-1].result = next((event.record for event in ended), None)
    return {}
