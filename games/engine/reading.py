"""Parsers of arguments of actions. For an invalid argument they return None, an empty tuple or a refusal."""

from collections.abc import Collection, Container
from dataclasses import dataclass, replace
from typing import Final

from games.engine.actions import Action, Reasons, Refusal, texts, tuple_of
from games.engine.cards import Card, find, in_hand_order
from games.engine.state import HandCards

#: Verbs with a list of cards whose order does not matter.
IN_ANY_ORDER: Final = frozenset(("discard", "give", "return"))
_refused = Reasons({})


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal: hands and kitty in hand order, and the deck, top first."""

    hands: tuple[HandCards, ...]
    kitty: HandCards = ()
    deck: tuple[Card, ...] = ()


def cards_in(value: object) -> tuple[Card, ...]:
    """Return the cards that a list names, in its order; empty if any item is not a card."""
    found = tuple(one for text in tuple_of(value) if (one := find(text)) is not None)
    return found if len(found) == len(tuple_of(value)) else ()


def ordered(action: Action) -> Action:
    """Return the action with its cards in hand order, if their order has no meaning.

    In a play of several cards (Card Duel) the last card stays last, because it lies on top.
    """
    named = cards_in(action.argument)
    if action.verb in IN_ANY_ORDER:
        return replace(action, argument=texts(in_hand_order(named))) if named else action
    if action.verb == "play" and named:
        return replace(action, argument=texts((*in_hand_order(named[:-1]), named[-1])))
    return action


def held_card(action: Action, hand: Container[Card]) -> Card | Refusal:
    """Return the card that the action names, or a refusal if the card is not in `hand`."""
    one = action.card
    return one if one is not None and one in hand else _refused("NOT_IN_HAND")


def held_cards(action: Action, hand: Collection[Card], counts: Collection[int]) -> tuple[Card, ...] | Refusal:
    """Return the cards that the action names, in order; a refusal unless they are distinct and in `hand`.

    `counts` are the allowed numbers of cards.
    """
    written = action.argument
    if not isinstance(written, tuple) or len(written) not in counts:
        return Refusal("WRONG_COUNT", f"Name {' or '.join(map(str, counts))} cards.")
    if len(set(map(str, written))) < len(written):
        return _refused("DUPLICATE")
    found = cards_in(written)
    return found if len(found) == len(written) and set(found).issubset(hand) else _refused("NOT_IN_HAND")


def whole_in(value: object, allowed: Container[int]) -> int | None:
    """Return the value if it is an allowed int, else None; 2.0 and true are not ints."""
    return value if type(value) is int and value in allowed else None


def whole_pair(value: object) -> tuple[int, int] | None:
    """Return the value if it is a list of two ints, else None."""
    match whole_numbers(value, 2):
        case one, other:
            return one, other
    return None


def whole_numbers(value: object, count: int) -> tuple[int, ...] | None:
    """Return the value if it is a list of `count` ints, else None; 2.0 and true are not ints."""
    numbers = tuple(one for one in tuple_of(value) if type(one) is int)
    return numbers if len(numbers) == len(tuple_of(value)) == count else None
