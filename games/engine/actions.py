"""Actions in the record's own form, what may be offered for them, and why one is refused.

An action is a verb and at most one argument of plain values, so a log, a record, a form and an outside
player all say it alike, and a ruleset can refuse whatever it is sent. Cards are written ("QH").
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.engine.cards import Card, find, in_hand_order

Argument: TypeAlias = (
    "None | bool | int | float | str | tuple[Argument, ...] | Mapping[str, Argument]"  # what JSON can say
)


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat does: `Action("play", "QH")`, `Action("bid", 4)`, `Action("look")`.

    `hidden` stands only in views: there is an argument, and whoever looks may not know it.
    """

    verb: str
    argument: Argument = None
    hidden: bool = False

    @property
    def card(self) -> Card | None:
        """The one card named, or None when the argument is no card."""
        return find(self.argument)

    @property
    def number(self) -> int | None:
        """The whole number named, or None: 2.0, true and "2" are no whole numbers."""
        return self.argument if type(self.argument) is int else None

    def masked(self) -> "Action":
        """What others hear of it while its argument is secret."""
        return Action(self.verb, hidden=True)


@dataclass(frozen=True, slots=True)
class Pick:
    """An offer too wide to list: any `count` of `cards`, `must` among them. `Ruleset.refusal` judges the choice."""

    verb: str
    count: int
    cards: tuple[Card, ...]
    must: tuple[Card, ...] = ()

    @property
    def free(self) -> tuple[Card, ...]:
        """The cards that may be chosen or not."""
        return tuple(one for one in self.cards if one not in self.must)

    def with_free(self, chosen: Sequence[Card]) -> Action:
        """The action that names what must be named and then `chosen`, which are `count` less those many."""
        return Action(self.verb, texts((*self.must, *chosen)))

    @property
    def first(self) -> Action:
        """A choice for whoever has no better one."""
        return self.with_free(self.free[: self.count - len(self.must)])


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action (or an option) is not accepted: the code of docs/rules and one sentence in English.

    `options` are the keys of the options it is about.
    """

    code: str
    reason: str
    options: tuple[str, ...] = ()


class RuleError(ValueError):
    """An action that `Ruleset.refusal` refuses was applied all the same."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.reason}")
        self.refusal = refusal


#: The dealer’s verbs. A game may have others of its own.
START, DEAL, RESHUFFLE = "start", "deal", "reshuffle"


def deal(hands: Sequence[Sequence[Card]], *, kitty: Sequence[Card] = (), deck: Sequence[Card] = ()) -> Action:
    """The dealer's action that gives out a hand; `deck` is what may be drawn later, top first."""
    argument: dict[str, Argument] = {"hands": tuple(texts(hand) for hand in hands)}
    if kitty:
        argument["kitty"] = texts(kitty)
    if deck:
        argument["deck"] = texts(deck)
    return Action(DEAL, argument)


def texts(held: Sequence[Card]) -> tuple[str, ...]:
    return tuple(one.text for one in held)


def dealt_hands(argument: Argument, *, seats: int, size: int) -> tuple[tuple[Card, ...], ...] | None:
    """The hands of a deal in hand order; None when it is no deal of `size` different cards, no joker, to each seat."""
    if not isinstance(argument, Mapping) or set(argument) != {"hands"}:
        return None
    written = [tuple_of(hand) for hand in tuple_of(argument["hands"])]
    hands = [tuple(one for text in hand if (one := find(text)) and not one.is_joker) for hand in written]
    sound = [len(hand) for hand in written] == [size] * seats
    if not sound or len({one for hand in hands for one in hand}) != seats * size:
        return None
    return tuple(in_hand_order(hand) for hand in hands)


def tuple_of(value: object) -> tuple[object, ...]:
    """The value as a tuple if it is a list of any kind, else empty."""
    return tuple(value) if isinstance(value, list | tuple) else ()


def whole_numbers(value: object, count: int) -> tuple[int, ...] | None:
    """The value as `count` whole numbers, or None: 2.0 and true are none."""
    numbers = tuple(one for one in tuple_of(value) if type(one) is int)
    return numbers if len(numbers) == len(tuple_of(value)) == count else None
