"""The discards of Bid Whist that are worth a thought beside the policy's: a side suit thrown away, or kept whole."""

from collections.abc import Callable, Sequence

from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.bots.numbers import bits, numbers
from games.bidwhist.bots.rollouts import keeping
from games.engine.actions import Action, Pick
from games.engine.cards import Card, Suit
from games.engine.reading import cards_in

Pile = tuple[Card, ...]


def piles(knowledge: Knowledge, pick: Pick, usual: Action) -> list[Pile]:
    """The policy's discard first, no two alike; `must` of the pick is in each."""
    found = [cards_in(usual.argument)]
    contract = knowledge.contract
    for suit in Suit:
        held = [one for one in pick.free if contract.suit_of(one) is suit]
        for last in (_emptied(knowledge, pick, held), _whole(knowledge, pick, held)):
            if not any(set(last) == set(other) for other in found):
                found.append(last)
    return found


def _emptied(knowledge: Knowledge, pick: Pick, held: Sequence[Card]) -> Pile:
    """The suit goes first, its lowest cards if it is too long."""
    return _filled(pick, lambda one: (one not in held, _keeping(knowledge, one)))


def _whole(knowledge: Knowledge, pick: Pick, held: Sequence[Card]) -> Pile:
    """The suit goes last."""
    return _filled(pick, lambda one: (one in held, _keeping(knowledge, one)))


def _filled(pick: Pick, order: Callable[[Card], tuple[bool, int]]) -> Pile:
    return (*pick.must, *sorted(pick.free, key=order)[: pick.count - len(pick.must)])


def _keeping(knowledge: Knowledge, one: Card) -> int:
    hand = bits(knowledge.hand, knowledge.contract)
    return int(keeping(numbers(knowledge.contract)[one], hand, int(not knowledge.contract.is_no_trump)))
