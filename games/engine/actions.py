"""Actions in the record's own form, what may be offered for them, and why one is refused.

An action is a verb and at most one argument of plain values, so a log, a record, a form and an outside
player all say it alike, and a ruleset can refuse whatever it is sent. Cards are written ("QH").
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from games.engine.cards import Card, find

Argument: TypeAlias = (
    "None | bool | int | float | str | tuple[Argument, ...] | Mapping[str, Argument]"  # what JSON can say
)


#: In a list of a view, what whoever looks may not know.
HIDDEN: Final = "??"


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

    def covered(self, first: int = 0) -> "Action":
        """What others hear of it whose list is secret from that place on: how long it is."""
        named = self.argument if isinstance(self.argument, tuple) else ()
        return Action(self.verb, (*named[:first], *(HIDDEN for _ in named[first:])))

    @property
    def first(self) -> "Action":
        """Itself, where it is offered beside a `Pick`."""
        return self


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

    What the table refuses beside the rules has none: pages alone say it. `options` are the keys of the options it is
    about.
    """

    code: str
    reason: str = ""
    options: tuple[str, ...] = ()


#: The reasons that games share, by their codes.
_SHARED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "GAME_OVER": "The game is over.",
        "NOT_YOUR_TURN": "It is not your turn.",
        "WRONG_PHASE": "That cannot be done at this point of the hand.",
        "DUPLICATE": "The same card was named twice.",
        "NOT_IN_HAND": "That card is not in your hand.",
        "SPADES_NOT_BROKEN": "Spades are not broken, so another suit must be led.",
        "MUST_FOLLOW_SUIT": "You hold a card of the suit that was led, so you must play one.",
        "BAD_START": "A game cannot start like that.",
    }
)


class Reasons:
    """The refusal of each code: those of a game, and the shared ones that it does not word otherwise."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._by_code = {code: Refusal(code, reason) for code, reason in {**_SHARED, **own}.items()}

    def __call__(self, code: str) -> Refusal:
        return self._by_code[code]


class RuleError(ValueError):
    """An action that `Ruleset.refusal` refuses was applied all the same."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.reason}")
        self.refusal = refusal


#: The dealer’s verbs. A game may have others of its own.
START, DEAL, RESHUFFLE = "start", "deal", "reshuffle"
#: Turns up a hand that was dealt face down, in every game that deals so.
LOOK: Final = Action("look")


def deal(hands: Sequence[Sequence[Card]], *, kitty: Sequence[Card] = (), deck: Sequence[Card] = ()) -> Action:
    """The dealer's action that gives out a hand; `deck` is what may be drawn later, top first."""
    argument: dict[str, Argument] = {"hands": tuple(texts(hand) for hand in hands)}
    if kitty:
        argument["kitty"] = texts(kitty)
    if deck:
        argument["deck"] = texts(deck)
    return Action(DEAL, argument)


def texts(held: Sequence[Card]) -> tuple[str, ...]:
    """The cards as an action writes them."""
    return tuple(one.text for one in held)


def tuple_of(value: object) -> tuple[object, ...]:
    """The value as a tuple if it is a list of any kind, else empty."""
    return tuple(value) if isinstance(value, list | tuple) else ()
