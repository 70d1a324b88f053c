"""Check a record against the rules: every action must be legal, every stored result correct. Review its hands."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from games.engine.actions import DEAL, IN_ANY_ORDER, START, Action, Argument, RuleError, plain
from games.engine.options import differing
from games.engine.state import DEALER, HandEnded, Phase, Result, State
from games.evaluation.decisions import DecidedBy, LoggedAction
from games.evaluation.hand import SeatReview, finished, review_hand
from games.records.format import MISSING, UNREADABLE, HandRead, RecordError, RecordRead, hand_read, parse_action, read
from games.registry import evaluator

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
        if self.wrong is not None:
            return self.wrong.as_json(line)
        shown = None if self.result is None else plain(self.result.record)
        return {"line": line, "ok": True, "hands": plain(self.hands), "result": shown}


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
    written, computed = record.result, None if result is None else result.record
    if written is not MISSING and not _same(written, plain(computed)):
        raise RecordError(DIFFERS, f"The game’s result must be {_text(computed)}.")
    return RefereeVerdict(tuple(results), result)


def _play(record: RecordRead, hand: HandRead, i: int, state: State) -> tuple[State, HandEnded | None]:
    deal = Action(DEAL, hand.deal)
    refusal = record.rules.refusal(state, DEALER, deal)
    if refusal is not None:
        raise RecordError(UNREADABLE, refusal.reason, i)
    state = record.rules.apply(state, DEALER, deal).state
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
    if ended is not None and hand.result is not None and not _same(hand.result, plain(ended.record)):
        raise RecordError(DIFFERS, f"The hand’s result must be {_text(ended.record)}.", i)
    return state, ended


def _same(written: object, computed: object) -> bool:
    """Return whether both are the same JSON; 1, 1.0 and true differ.

    Recurses no deeper than `computed`: `written` may be nested beyond the recursion limit.
    """
    if isinstance(computed, dict) and isinstance(written, dict):
        return written.keys() == computed.keys() and all(_same(written[name], computed[name]) for name in computed)
    if isinstance(computed, list) and isinstance(written, list):
        return len(written) == len(computed) and all(map(_same, written, computed))
    return type(written) is type(computed) and written == computed


def _text(value: object) -> str:
    return json.dumps(plain(value), sort_keys=True)


# -- reviews -----------------------------------------------------------------------------------------------


def reviews(record: RecordRead) -> Iterator[tuple[SeatReview, ...]]:
    """Yield the reviews of each finished hand, one for each seat. The record must have passed the referee."""
    rules, code = record.rules, digest(record)
    state = rules.initial(record.options)
    if state.phase is not Phase.START:  # otherwise the start is an action
        state = rules.initial(record.options, record.start)
    for hand in finished(rules, state, recorded_actions(record)):
        yield review_hand(rules, evaluator(rules.key), hand, code=code)


def recorded_actions(record: RecordRead) -> Iterator[LoggedAction]:
    """Yield every action of the game, including the dealer's start if the game has one.

    Ordinals count the record's `actions` from 1 across hands. A start or deal repeats the last ordinal, at first 0.
    """
    ordinal = 0
    if record.rules.initial(record.options).phase is Phase.START:
        yield LoggedAction(ordinal, DEALER, Action(START, {**record.rules.start(record.options), **record.start}))
    for i, entry in enumerate(record.hands):
        hand = hand_read(i, entry)
        yield LoggedAction(ordinal, DEALER, Action(DEAL, hand.deal))
        actions = [parse_action(action, i, j) for j, action in enumerate(hand.actions)]
        plays = [j for j, (_, action) in enumerate(actions) if action.verb == "play"]
        by_table = frozenset(plays[len(plays) - hand.auto :])
        for j, (seat, action) in enumerate(actions):
            ordinal += 1
            yield LoggedAction(ordinal, seat, action, DecidedBy.TABLE if j in by_table else DecidedBy.SELF)


def digest(record: RecordRead) -> str:
    """Return the SHA-256 of the game as 64 hexadecimal digits.

    It depends neither on players' names nor on the order of cards where the rules ignore the order.
    """
    lines = [[one.seat, one.action.verb, _ordered(one.action)] for one in recorded_actions(record)]
    options = differing(record.rules.options, record.options)
    text = json.dumps([record.rules.key, options, lines, record.ended], sort_keys=True)
    return sha256(text.encode()).hexdigest()


def _ordered(action: Action) -> object:
    """Return the argument, with cards sorted where the rules ignore their order; a play's last card stays last."""
    argument = action.argument
    if isinstance(argument, Mapping) and action.verb == DEAL:
        return {name: plain(cards) if name == "deck" else _sorted(cards) for name, cards in argument.items()}
    if isinstance(argument, tuple) and action.verb == "play":
        return [*sorted(map(str, argument[:-1])), argument[-1]]
    return _sorted(argument) if action.verb in IN_ANY_ORDER else plain(argument)


def _sorted(cards: Argument) -> object:
    """Sort a list of cards, or each list of a nested one; return other arguments unchanged."""
    if not isinstance(cards, tuple):
        return cards
    if any(isinstance(one, tuple) for one in cards):
        return [_sorted(one) for one in cards]
    return sorted(map(str, cards))
