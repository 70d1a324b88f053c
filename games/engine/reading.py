"""The argument of an action, read once: the typed value that is meant, or None or why not. No game's rule is here."""

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.engine.actions import Action, Argument, Reasons, Refusal, texts, tuple_of
from games.engine.cards import Card, find, in_hand_order
from games.engine.state import Hand

#: Verbs with a list of cards that go together, in whatever order they are named.
IN_ANY_ORDER: Final = frozenset(("discard", "give", "return"))
_refused = Reasons({})


@dataclass(frozen=True, slots=True)
class Deal:
    """What the dealer gives out: hands and kitty in hand order, and the deck, the card that is drawn first on top."""

    hands: tuple[Hand, ...]
    kitty: Hand = ()
    deck: tuple[Card, ...] = ()


def read_deal(
    argument: Mapping[str, Argument], pack: Sequence[Card], *, seats: int, size: int, kitty: int = 0, deck: int = 0
) -> Deal | None:
    """The deal of `size` cards to each seat, with so many in kitty and deck, all different and of `pack`; else None."""
    counts = {"hands": seats, "kitty": kitty, "deck": deck}
    if set(argument) != {name for name, count in counts.items() if count}:
        return None
    hands = [cards_in(hand) for hand in tuple_of(argument["hands"])]
    left, drawn = cards_in(argument.get("kitty", ())), cards_in(argument.get("deck", ()))
    if [*map(len, hands), len(left), len(drawn)] != [*(size for _ in range(seats)), kitty, deck]:
        return None
    named = {one for part in (*hands, left, drawn) for one in part}
    if len(named) != seats * size + kitty + deck or not named.issubset(pack):
        return None
    return Deal(tuple(map(in_hand_order, hands)), in_hand_order(left), drawn)


def cards_in(value: object) -> tuple[Card, ...]:
    """The cards of a list, in its order; none at all where something is no card."""
    found = tuple(one for text in tuple_of(value) if (one := find(text)) is not None)
    return found if len(found) == len(tuple_of(value)) else ()


def ordered(action: Action) -> Action:
    """The action with its cards in hand order where another order means the same, as below the top of a stack: a log
    keeps them as they were named, a form names them as they lie.
    """
    named = cards_in(action.argument)
    if action.verb in IN_ANY_ORDER:
        return replace(action, argument=texts(in_hand_order(named))) if named else action
    if action.verb == "play" and named:
        return replace(action, argument=texts((*in_hand_order(named[:-1]), named[-1])))
    return action


def held_card(action: Action, hand: Container[Card]) -> Card | Refusal:
    """The one card named, if it is of `hand`."""
    one = action.card
    return one if one is not None and one in hand else _refused("NOT_IN_HAND")


def held_cards(action: Action, hand: Collection[Card], counts: Collection[int]) -> tuple[Card, ...] | Refusal:
    """The cards of a list, in its order: as many as one of `counts` says, all different and all of `hand`."""
    written = action.argument
    if not isinstance(written, tuple) or len(written) not in counts:
        return Refusal("WRONG_COUNT", f"Name {' or '.join(map(str, counts))} cards.")
    if len(set(map(str, written))) < len(written):
        return _refused("DUPLICATE")
    found = cards_in(written)
    return found if len(found) == len(written) and set(found).issubset(hand) else _refused("NOT_IN_HAND")


def whole_in(value: object, allowed: Container[int]) -> int | None:
    """The value as a whole number, if it is one that is allowed: 2.0 and true are none."""
    return value if type(value) is int and value in allowed else None


def whole_pair(value: object) -> tuple[int, int] | None:
    """The value as two whole numbers."""
    match whole_numbers(value, 2):
        case one, other:
            return one, other
    return None


def whole_numbers(value: object, count: int) -> tuple[int, ...] | None:
    """The value as `count` whole numbers: 2.0 and true are none."""
    numbers = tuple(one for one in tuple_of(value) if type(one) is int)
    return numbers if len(numbers) == len(tuple_of(value)) == count else None
