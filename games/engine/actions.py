"""Actions in the form of the record, offers of actions, and refusals.

An action is a verb and at most one argument of plain values, so logs, records, forms and outside players share one
form, and a ruleset can judge anything it is sent. Cards are written ("QH").
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from games.engine.cards import Card, find

Argument: TypeAlias = (
    "None | bool | int | float | str | tuple[Argument, ...] | Mapping[str, Argument]"  # any JSON value
)


#: In a list of a view: an item that the viewer may not know.
HIDDEN: Final = "??"


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a seat: `Action("play", "QH")`, `Action("bid", 4)`, `Action("look")`.

    `hidden` occurs only in views: the action has an argument that the viewer may not know.
    """

    verb: str
    argument: Argument = None
    hidden: bool = False

    @property
    def card(self) -> Card | None:
        """The card named, or None if the argument is not a card."""
        return find(self.argument)

    @property
    def number(self) -> int | None:
        """The whole number named, or None; 2.0, true and "2" are not whole numbers."""
        return self.argument if type(self.argument) is int else None

    def masked(self) -> "Action":
        """Return the action with its argument hidden."""
        return Action(self.verb, hidden=True)

    def covered(self, first: int = 0) -> "Action":
        """Return the action with the items of its list hidden from place `first` on; its length stays known."""
        named = self.argument if isinstance(self.argument, tuple) else ()
        return Action(self.verb, (*named[:first], *(HIDDEN for _ in named[first:])))

    @property
    def first(self) -> "Action":
        """The action itself, as the counterpart of `Pick.first`."""
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
        """The cards that need not be chosen."""
        return tuple(one for one in self.cards if one not in self.must)

    def with_free(self, chosen: Sequence[Card]) -> Action:
        """Return the action that names `must` and `chosen`; together they must be `count` cards."""
        return Action(self.verb, texts((*self.must, *chosen)))

    @property
    def first(self) -> Action:
        """A default choice."""
        return self.with_free(self.free[: self.count - len(self.must)])


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action or an option is refused: the code of docs/rules and a sentence in English.

    A refusal by the table, not by the rules, has a code but no sentence: pages word it. `options` are the keys of the
    options concerned.
    """

    code: str
    reason: str = ""
    options: tuple[str, ...] = ()


#: The sentences that games share, by code.
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
    """The refusal for each code: the game's own sentence, or the shared one."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._by_code = {code: Refusal(code, reason) for code, reason in {**_SHARED, **own}.items()}

    def __call__(self, code: str) -> Refusal:
        return self._by_code[code]


class RuleError(ValueError):
    """An action was applied although `Ruleset.refusal` refuses it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.reason}")
        self.refusal = refusal


#: The dealer’s verbs; games may add their own.
START, DEAL, RESHUFFLE = "start", "deal", "reshuffle"
#: Turns up a hand that was dealt face down.
LOOK: Final = Action("look")


def deal(hands: Sequence[Sequence[Card]], *, kitty: Sequence[Card] = (), deck: Sequence[Card] = ()) -> Action:
    """Return the dealer's action that gives out a hand; `deck` is what may be drawn later, top first."""
    argument: dict[str, Argument] = {"hands": tuple(texts(hand) for hand in hands)}
    if kitty:
        argument["kitty"] = texts(kitty)
    if deck:
        argument["deck"] = texts(deck)
    return Action(DEAL, argument)


def texts(held: Sequence[Card]) -> tuple[str, ...]:
    """Return the cards as an action writes them."""
    return tuple(one.text for one in held)


def tuple_of(value: object) -> tuple[object, ...]:
    """Return a list or tuple as a tuple, anything else as ()."""
    return tuple(value) if isinstance(value, list | tuple) else ()
