"""Actions, offers of actions, and refusals.

An action is a verb and at most one argument, a JSON value with cards as text ("QH"). Logs, records, forms and outside
players all use this form.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from games.engine.cards import Card, find

Argument: TypeAlias = (
    "None | bool | int | float | str | tuple[Argument, ...] | Mapping[str, Argument]"  # any JSON value
)


#: Replaces, in a view, an item of an argument that the viewer may not know.
HIDDEN: Final = "??"


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a seat: `Action("play", "QH")`, `Action("bid", 4)`, `Action("look")`.

    `hidden` is set only in views: the viewer may not know the argument.
    """

    verb: str
    argument: Argument = None
    hidden: bool = False

    @property
    def card(self) -> Card | None:
        """The card that the argument names; None if the argument is not a card."""
        return find(self.argument)

    @property
    def number(self) -> int | None:
        """The argument if it is an int, else None; 2.0, true and "2" are not ints."""
        return self.argument if type(self.argument) is int else None

    def masked(self) -> "Action":
        """Return the action with its argument hidden."""
        return Action(self.verb, hidden=True)

    def covered(self, first: int = 0) -> "Action":
        """Return the action with each item of its argument from index `first` on replaced by `HIDDEN`."""
        named = self.argument if isinstance(self.argument, tuple) else ()
        return Action(self.verb, (*named[:first], *(HIDDEN for _ in named[first:])))

    @property
    def first(self) -> "Action":
        """The action itself, so that `first` works for both kinds of offer, an action and a `Pick`."""
        return self


@dataclass(frozen=True, slots=True)
class Pick:
    """An offer to name any `count` of `cards` that include all of `must`."""

    verb: str
    count: int
    cards: tuple[Card, ...]
    must: tuple[Card, ...] = ()

    @property
    def free(self) -> tuple[Card, ...]:
        """The cards that need not be chosen."""
        return tuple(card for card in self.cards if card not in self.must)

    def with_free(self, chosen: Sequence[Card]) -> Action:
        """Return the action that names `must` and `chosen`. The caller ensures that these are `count` cards."""
        return Action(self.verb, texts((*self.must, *chosen)))

    @property
    def first(self) -> Action:
        """The default choice: `must` and the first of the free cards."""
        return self.with_free(self.free[: self.count - len(self.must)])


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action or an option is refused: a code, and a sentence in English.

    Refusals outside the rules have no sentence; pages supply it. `options` are the keys of the options concerned.
    """

    code: str
    reason: str = ""
    options: tuple[str, ...] = ()


#: Sentences of refusals in all games, by code.
_SHARED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "GAME_OVER": "The game is over.",
        "NOT_YOUR_TURN": "It is not your turn.",
        "WRONG_PHASE": "You can’t do that at this point in the hand.",
        "DUPLICATE": "The same card was named twice.",
        "NOT_IN_HAND": "That card isn’t in your hand.",
        "SPADES_NOT_BROKEN": "Spades are not broken, so another suit must be led.",
        "MUST_FOLLOW_SUIT": "You hold a card of the suit that was led, so you must play one.",
        "BAD_START": "A game cannot start like that.",
    }
)


class Reasons:
    """A game's refusals by code. A game's own sentence overrides the shared one."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._by_code = {code: Refusal(code, reason) for code, reason in {**_SHARED, **own}.items()}

    def __call__(self, code: str) -> Refusal:
        return self._by_code[code]


class RuleError(ValueError):
    """The rules refuse the action given to `apply`, or the start of a game."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.reason}")
        self.refusal = refusal


#: The dealer’s verbs; games may add their own.
START, DEAL, RESHUFFLE = "start", "deal", "reshuffle"
#: The action that turns up cards dealt face down.
LOOK: Final = Action("look")


def deal(hands: Sequence[Sequence[Card]], *, kitty: Sequence[Card] = (), deck: Sequence[Card] = ()) -> Action:
    """Return the dealer's action for a deal; `deck` are the cards to draw later, top first."""
    argument: dict[str, Argument] = {"hands": tuple(texts(hand) for hand in hands)}
    if kitty:
        argument["kitty"] = texts(kitty)
    if deck:
        argument["deck"] = texts(deck)
    return Action(DEAL, argument)


def texts(held: Sequence[Card]) -> tuple[str, ...]:
    """Return the cards as texts, the form of an action’s argument."""
    return tuple(card.text for card in held)


def tuple_of(value: object) -> tuple[object, ...]:
    """Return a list or tuple as a tuple, anything else as ()."""
    return tuple(value) if isinstance(value, list | tuple) else ()
