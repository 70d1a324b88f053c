"""A record that the referee has passed, told as a log: every action in order, the dealer's included."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256

from games.engine.actions import DEAL, START, Action, Argument
from games.engine.options import differing
from games.engine.reading import IN_ANY_ORDER
from games.engine.state import DEALER, Phase, plain
from games.records.reading import RecordRead, hand_read, said
from games.review.decisions import By, LoggedAction


def recorded_actions(record: RecordRead) -> Iterator[LoggedAction]:
    """Every action of the game; the start is the dealer's first one where the game has such.

    Ordinals count those after a deal from 1, hand after hand.
    """
    ordinal = 0
    if record.rules.initial(record.options).phase is Phase.START:
        yield LoggedAction(ordinal, DEALER, Action(START, {**record.rules.start(record.options), **record.start}))
    for i, entry in enumerate(record.hands):
        hand = hand_read(i, entry)
        yield LoggedAction(ordinal, DEALER, Action(DEAL, hand.deal))
        actions = [said(action, i, j) for j, action in enumerate(hand.actions)]
        plays = [j for j, (_, action) in enumerate(actions) if action.verb == "play"]
        by_table = frozenset(plays[len(plays) - hand.auto :])
        for j, (seat, action) in enumerate(actions):
            ordinal += 1
            yield LoggedAction(ordinal, seat, action, By.TABLE if j in by_table else By.SELF)


def digest(record: RecordRead) -> str:
    """64 digits that are the same for two records of the same game, however they name its people and whatever order
    they list cards in where none is asked for.
    """
    lines = [[one.seat, one.action.verb, _ordered(one.action)] for one in recorded_actions(record)]
    options = differing(record.rules.options, record.options)
    ended = None if record.ended is None else [record.ended.why, record.ended.seat]
    text = json.dumps([record.rules.key, options, lines, ended], sort_keys=True)
    return sha256(text.encode()).hexdigest()


def _ordered(action: Action) -> object:
    """The argument with its cards sorted. A deck keeps its order, which says what is drawn, and a stack its top."""
    argument = action.argument
    if isinstance(argument, Mapping) and action.verb == DEAL:
        return {name: plain(cards) if name == "deck" else _sorted(cards) for name, cards in argument.items()}
    if isinstance(argument, tuple) and action.verb == "play":
        return [*sorted(map(str, argument[:-1])), argument[-1]]
    return _sorted(argument) if action.verb in IN_ANY_ORDER else plain(argument)


def _sorted(cards: Argument) -> object:
    """A list of cards sorted; of several hands, each by itself."""
    if not isinstance(cards, tuple):
        return cards
    if any(isinstance(one, tuple) for one in cards):
        return [_sorted(one) for one in cards]
    return sorted(map(str, cards))
