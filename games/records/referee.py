"""Check a record against the rules: every action must be legal, every stored result correct."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.actions import DEAL, Action, Argument, RuleError
from games.engine.state import DEALER, HandEnded, Phase, Result, State, plain
from games.records.format import MISSING, UNREADABLE, HandRead, RecordError, RecordRead, hand_read, parse_action, read

DIFFERS: Final = "RESULT_DIFFERS"
_BETWEEN = (Phase.START, Phase.DEAL)


@dataclass(frozen=True, slots=True)
class RefereeVerdict:
    """The computed results of a legal record, or the first error."""

    hands: tuple[Mapping[str, Argument], ...] = ()
    result: Result | None = None
    wrong: RecordError | None = None

    def as_json(self, line: int) -> dict[str, object]:
        """Return the object that `records check` prints. `line` counts from 1."""
        if self.wrong is None:
            shown = None if self.result is None else plain(self.result.record)
            return {"line": line, "ok": True, "hands": [plain(hand) for hand in self.hands], "result": shown}
        return self.wrong.as_json(line)


def check(line: str | bytes) -> RefereeVerdict:
    """Check one line of any content. An error is not raised, but returned in the verdict."""
    try:
        return referee(read(line))
    except RecordError as wrong:
        return RefereeVerdict(wrong=wrong)


def referee(record: RecordRead) -> RefereeVerdict:
    """Replay the record through the rules. Raises RecordError at the first error."""
    rules, results = record.rules, list[Mapping[str, Argument]]()
    state: State = rules.initial(record.options, record.start)
    for i, entry in enumerate(record.hands):
        if len(results) < i:
            raise RecordError(UNREADABLE, "Only the last hand may be unfinished.", i - 1)
        if rules.result(state) is not None:
            raise RecordError("GAME_OVER", "The game was over before this hand.", i)
        hand = hand_read(i, entry)
        state, ended = _play(record, hand, i, state)
        if ended is not None:
            results.append(ended.record)
        elif hand.result is not None:
            raise RecordError(DIFFERS, "A hand that is not finished must have no result.", i)
    result = rules.result(state)
    _compare_game(record.result, result)
    return RefereeVerdict(tuple(results), result)


def _play(record: RecordRead, hand: HandRead, i: int, state: State) -> tuple[State, HandEnded | None]:
    state = _deal(record, hand, i, state)
    ended: HandEnded | None = None
    plays = 0
    for j, action in enumerate(hand.actions):
        seat, one = parse_action(action, i, j)
        if seat == DEALER and state.phase in _BETWEEN:
            raise RecordError("NOT_YOUR_TURN", "The hand was over before this action.", i, j)
        try:
            step = record.rules.apply(state, seat, one)
        except RuleError as refused:  # calling `refusal` first would parse each action twice
            raise RecordError(refused.refusal.code, refused.refusal.reason, i, j) from refused
        state, plays = step.state, plays + (one.verb == "play")
        ended = next((event for event in step.events if isinstance(event, HandEnded)), ended)
    if hand.auto > plays:
        raise RecordError(UNREADABLE, "The table cannot have played more cards than were played.", i)
    if ended is not None and hand.result is not None and not _same(hand.result, ended.record):
        raise RecordError(DIFFERS, f"The hand’s result must be {_text(ended.record)}.", i)
    return state, ended


def _deal(record: RecordRead, hand: HandRead, i: int, state: State) -> State:
    action = Action(DEAL, hand.deal)
    refusal = record.rules.refusal(state, DEALER, action)
    if refusal is not None:
        raise RecordError(UNREADABLE, refusal.reason, i)
    return record.rules.apply(state, DEALER, action).state


def _compare_game(written: object, result: Result | None) -> None:
    computed = None if result is None else result.record
    if written is not MISSING and not _same(written, computed):
        raise RecordError(DIFFERS, f"The game’s result must be {_text(computed)}.")


def _same(written: object, computed: object) -> bool:
    """Return whether both are the same JSON; 1, 1.0 and true differ."""
    return _equal(written, plain(computed))


def _equal(written: object, computed: object) -> bool:
    """Compare recursively, no deeper than `computed`: `written` may be nested beyond the recursion limit."""
    if isinstance(computed, dict) and isinstance(written, dict):
        return written.keys() == computed.keys() and all(_equal(written[name], computed[name]) for name in computed)
    if isinstance(computed, list) and isinstance(written, list):
        return len(written) == len(computed) and all(map(_equal, written, computed))
    return type(written) is type(computed) and written == computed


def _text(value: object) -> str:
    return json.dumps(plain(value), sort_keys=True)
