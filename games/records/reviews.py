"""Reviews of the hands of a record, which must have passed the referee."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256

from games.engine.actions import DEAL, START, Action, Argument
from games.engine.options import differing
from games.engine.reading import IN_ANY_ORDER
from games.engine.state import DEALER, Phase, plain
from games.evaluation.decisions import DecidedBy, LoggedAction
from games.evaluation.hand import SeatReview, finished, review_hand
from games.records.format import RecordRead, hand_read, parse_action
from games.registry import evaluator


def reviews(record: RecordRead) -> Iterator[tuple[SeatReview, ...]]:
    """Yield the reviews of each finished hand, one for each seat."""
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
