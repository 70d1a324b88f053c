"""The discards of Bid Whist that are worth a thought beside habit's: a side suit thrown away, or kept whole."""

from collections.abc import Callable, Sequence

from games.bidwhist.bots.numbers import bits, numbers
from games.bidwhist.bots.rehearsal import keeping
from games.bidwhist.bots.sight import Sight
from games.engine.actions import Action, Pick, tuple_of
from games.engine.cards import Card, Suit, find

Pile = tuple[Card, ...]


def piles(sight: Sight, pick: Pick, habit: Action) -> list[Pile]:
    """Habit's discard first, no two alike; `must` of the pick is in each."""
    found = [tuple(one for text in tuple_of(habit.argument) if (one := find(text)) is not None)]
    contract = sight.contract
    for suit in Suit:
        held = [one for one in pick.free if contract.suit_of(one) is suit]
        for last in (_emptied(sight, pick, held), _whole(sight, pick, held)):
            if not any(set(last) == set(other) for other in found):
                found.append(last)
    return found


def _emptied(sight: Sight, pick: Pick, held: Sequence[Card]) -> Pile:
    """The suit goes first, its lowest cards if it is too long."""
    return _filled(sight, pick, lambda one: (one not in held, _keeping(sight, one)))


def _whole(sight: Sight, pick: Pick, held: Sequence[Card]) -> Pile:
    """The suit goes last."""
    return _filled(sight, pick, lambda one: (one in held, _keeping(sight, one)))


def _filled(sight: Sight, pick: Pick, order: Callable[[Card], tuple[bool, int]]) -> Pile:
    return (*pick.must, *sorted(pick.free, key=order)[: pick.count - len(pick.must)])


def _keeping(sight: Sight, one: Card) -> int:
    hand = bits(sight.hand, sight.contract)
    return int(keeping(numbers(sight.contract)[one], hand, int(not sight.contract.is_no_trump)))
