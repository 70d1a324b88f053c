"""The record format: parse a line into a record or report the first error, and write a game's log as a record.

The format is specified in docs/rules/record.md. To write a record, the rules replay the log and compute the results.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType
from typing import Any, Final, cast

from games.engine.actions import DEAL, START, Argument, NotAnAction, frozen, plain
from games.engine.options import Options, differing
from games.engine.ruleset import Ruleset, Start
from games.engine.state import Dealt, HandEnded, SeatAction, Started, said_json, said_of
from games.registry import GAMES, ruleset

FORMAT: Final = "spadesite-record/1"
UNREADABLE: Final = "NOT_A_RECORD"
#: Stands for a missing `result`. A `result` of null is not missing: it says that the game has no result.
MISSING: Final = object()
#: Maximum length of a reason in characters; a reason may quote a key that is as long as the line.
LONGEST_REASON: Final = 1_000
#: Maximum accepted number of hints, undone actions or automatic plays in a hand.
MOST_COUNTED: Final = 9999
#: Maximum number of digits in a number of `options` or `start`. The rules set no limit, but Python refuses to convert
#: numbers with thousands of digits. Fields that the parser ignores are not checked.
MOST_DIGITS: Final = 9
ENDS: Final = frozenset(("forfeit", "abandoned", "annulled"))


class RecordError(ValueError):
    """The first error of a record. `hand` and `action` are indices from 0, or None if the error is in neither."""

    def __init__(self, code: str, reason: str, hand: int | None = None, action: int | None = None) -> None:
        reason = reason.encode("utf-8", "replace").decode()  # JSON may escape a lone surrogate
        reason = reason if len(reason) <= LONGEST_REASON else f"{reason[:LONGEST_REASON]}…"
        super().__init__(reason)
        self.code, self.reason, self.hand, self.action = code, reason, hand, action

    def as_json(self, line: int) -> dict[str, object]:
        """Return the object that commands print. `line` counts from 1."""
        place = {"line": line, "ok": False, "hand": self.hand, "action": self.action}
        return {**place, "code": self.code, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class HandRead:
    """One entry of `hands`. `result` is None if the entry has none; `auto` is the number of plays by the table."""

    deal: Argument
    actions: tuple[object, ...]
    result: object
    auto: int


@dataclass(frozen=True, slots=True)
class RecordRead:
    """A parsed record, whose `hands` and `result` are left to the referee to check.

    The referee parses the `hands` one by one with `hand_read`, so that the first error is reported. `ended` has the
    reason and the seat if the game was given up.
    """

    rules: Ruleset
    options: Options
    start: Mapping[str, Argument]
    hands: tuple[object, ...]
    result: object
    ended: tuple[str, int] | None = None


def read(line: str | bytes) -> RecordRead:
    """Parse a line of JSON. Raises RecordError with the code NOT_A_RECORD, BAD_START or that of a refused option."""
    record = _object(line)
    game = GAMES.get(str(record.get("game")))
    if record.get("format") != FORMAT or game is None:
        raise RecordError(UNREADABLE, f"“format” must be “{FORMAT}”, and “game” a known game.")
    rules = game.rules
    options = _options(rules, record.get("options", {}))
    seats = record.get("seats")
    if not isinstance(seats, list) or len(seats) != rules.seats or not all(isinstance(one, dict) for one in seats):
        raise RecordError(UNREADABLE, f"“seats” must be a list of {rules.seats} players.")
    ended = _ended(rules, record)
    start = _start(rules, options, record.get("start"))
    hands = record.get("hands")
    if not isinstance(hands, list):
        raise RecordError(UNREADABLE, "“hands” must be a list.")
    if not isinstance(record.get("origin", ""), str):
        raise RecordError(UNREADABLE, "“origin” must be the code of a game, or empty.")
    if not isinstance(record.get("board", {}), dict):
        raise RecordError(UNREADABLE, "“board” must be an object.")
    return RecordRead(rules, options, start, tuple(hands), record.get("result", MISSING), ended)


def _object(line: str | bytes) -> dict[str, Any]:
    try:
        text = line if isinstance(line, str) else line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(UNREADABLE, "The text is not in UTF-8. Save the file as UTF-8.") from error
    try:
        record = json.loads(text, parse_constant=_finite, parse_float=_finite, object_pairs_hook=_without_duplicates)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(UNREADABLE, "The line is not JSON, or has a number that is far too long.") from error
    if not isinstance(record, dict):
        raise RecordError(UNREADABLE, "A record must be one JSON object.")
    return record


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object. Raises RecordError for a duplicate key, because JSON parsers differ in the value they keep."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _value in pairs).most_common(1)[0][0]
        raise RecordError(UNREADABLE, f"“{twice}” stands twice in one object.")
    return found


def _finite(text: str) -> float:
    """Return the number. Raises ValueError for one that is too large, and for NaN and Infinity, which are no JSON."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


def _options(rules: Ruleset, chosen: object) -> Options:
    if not isinstance(chosen, dict):
        raise RecordError(UNREADABLE, "“options” must be an object.")
    for refusal in rules.check(chosen):
        raise RecordError(refusal.code, refusal.reason)
    _refuse_long_numbers("options", chosen)
    return chosen


def _ended(rules: Ruleset, record: Mapping[str, Any]) -> tuple[str, int] | None:
    ended = record.get("ended")
    if ended is None:
        return None
    why, seat = (ended.get("why"), ended.get("seat")) if isinstance(ended, dict) else (None, None)
    if type(seat) is not int or not 0 <= seat < rules.seats or not isinstance(why, str) or why not in ENDS:
        raise RecordError(UNREADABLE, "“ended” must give the reason (“why”) and the “seat” that gave up.")
    return why, seat


def _start(rules: Ruleset, options: Options, start: object) -> Mapping[str, Argument]:
    if start is None:
        return {}
    if not isinstance(start, dict):
        raise RecordError("BAD_START", "“start” must be an object.")
    refusal = rules.check_start(options, start)
    if refusal is not None:
        raise RecordError(refusal.code, refusal.reason)
    _refuse_long_numbers("start", start)
    return cast("Mapping[str, Argument]", frozen(start))


def _refuse_long_numbers(name: str, numbers: Mapping[str, object]) -> None:
    """Raise RecordError for a number with more than `MOST_DIGITS` digits. Values are numbers or lists of numbers."""
    for value in numbers.values():
        listed = value if isinstance(value, list) else [value]
        if any(isinstance(one, int) and abs(one) >= 10**MOST_DIGITS for one in listed):
            raise RecordError(UNREADABLE, f"A number in “{name}” has more than {MOST_DIGITS} digits.")


def hand_read(i: int, hand: object) -> HandRead:
    """Parse the `i`-th entry of `hands` (from 0). Raises RecordError if it is malformed."""
    if not isinstance(hand, dict) or type(hand.get("number")) is not int or hand["number"] != i + 1:
        raise RecordError(UNREADABLE, f"The number of this hand must be {i + 1}.", i)
    actions, deal = hand.get("actions"), hand.get("deal")
    if not isinstance(actions, list) or not isinstance(deal, dict):
        raise RecordError(UNREADABLE, "A hand must have a deal and a list of actions.", i)
    for name in ("auto", "hints", "undone"):
        count = hand.get(name)
        if count is not None and (type(count) is not int or not 0 <= count <= MOST_COUNTED):
            raise RecordError(UNREADABLE, f"“{name}” must be a whole number from 0 to {MOST_COUNTED}.", i)
    try:
        dealt = frozen(deal)
    except NotAnAction as error:
        raise RecordError(UNREADABLE, "The deal cannot be read.", i) from error
    return HandRead(dealt, tuple(actions), hand.get("result"), hand.get("auto") or 0)


def parse_action(action: object, hand: int, number: int) -> SeatAction:
    """Parse action `number` of a hand (both from 0). Raises RecordError if it is malformed."""
    try:
        return said_of(action)
    except NotAnAction as error:
        raise RecordError(UNREADABLE, f"This action cannot be read: {error}.", hand, number) from error


def record_of(
    *,
    key: str,
    options: Options,
    said: Sequence[SeatAction],
    seats: Sequence[Mapping[str, object]],
    start: Start | None = None,
    proofs: Mapping[int, Mapping[str, object]] = MappingProxyType({}),
    auto: Mapping[int, int] = MappingProxyType({}),
    helped: Mapping[int, tuple[int, int]] = MappingProxyType({}),
    ended: Mapping[str, object] | None = None,
    source: Mapping[str, object] = MappingProxyType({}),
) -> dict[str, object]:
    """Return the record of a game. `said` holds all actions, including the dealer's, without undone actions.

    `start` is for a game without the dealer's action START. `proofs`, `auto` (number of plays by the table) and
    `helped` (numbers of hints and undone actions) are by hand number. `ended` is the record's entry for a game that was
    given up, `source` has the entries `board` and `origin`. Raises ValueError if `ended` is given for a finished game.
    """
    rules = ruleset(key)
    state = rules.initial(options, start)
    begun, hands = {**rules.start(options), **(start or {})}, list[dict[str, Any]]()
    for who, action in said:
        step = rules.apply(state, who, action)
        state = step.state
        if action.verb not in (START, DEAL):
            hands[-1]["actions"].append(said_json(who, action))
        for event in step.events:
            match event:
                case Started(values):
                    begun |= values
                case Dealt(number, _, deal):
                    hints, undone = helped.get(number, (0, 0))
                    counts = {"auto": auto.get(number, 0), "hints": hints, "undone": undone}
                    hands.append(
                        {
                            "number": number,
                            **({"proof": dict(proofs[number])} if number in proofs else {}),
                            "deal": plain(deal),
                            "actions": [],
                            **{name: count for name, count in counts.items() if count},
                        }
                    )
                case HandEnded(record, _):
                    hands[-1]["result"] = plain(record)
    result = rules.result(state)
    if result is not None and ended is not None:
        raise ValueError("`ended` was given for a finished game")
    return {
        "format": FORMAT,
        "game": key,
        "options": differing(rules.options, options),
        "seats": [dict(seat) for seat in seats],
        "start": plain(begun),
        "hands": hands,
        "result": None if result is None else plain(result.record),
        **({} if ended is None else {"ended": dict(ended)}),
        **source,
    }


def line_of(record: Mapping[str, object]) -> str:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)
