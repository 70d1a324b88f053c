"""Actions, offers of actions, and refusals.

An action is a verb and at most one argument, a JSON value with cards as text ("QH"). Logs, records, forms and outside
players all use this form, and a ruleset can judge any action that it is sent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from games.engine.cards import Card, find

Argument: TypeAlias = (
    "None | bool | int | float | str | tuple[Argument, ...] | Mapping[str, Argument]"  # any JSON value
)


#: In a view, replaces an item of a list that the viewer may not know.
HIDDEN: Final = "??"


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a seat: `Action("play", "QH")`, `Action("bid", 4)`, `Action("look")`.

    `hidden` is set only in views: the action has an argument that the viewer may not know.
    """

    verb: str
    argument: Argument = None
    hidden: bool = False

    @property
    def card(self) -> Card | None:
        """The card that the argument names, or None if it is not a card."""
        return find(self.argument)

    @property
    def number(self) -> int | None:
        """The argument as a whole number, or None; 2.0, true and "2" are not whole numbers."""
        return self.argument if type(self.argument) is int else None

    def masked(self) -> "Action":
        """Return the action with its argument hidden."""
        return Action(self.verb, hidden=True)

    def covered(self, first: int = 0) -> "Action":
        """Return the action with the items of its list from index `first` on replaced by `HIDDEN`."""
        named = self.argument if isinstance(self.argument, tuple) else ()
        return Action(self.verb, (*named[:first], *(HIDDEN for _ in named[first:])))

    @property
    def first(self) -> "Action":
        """The action itself, so that both types of offers have `first`."""
        return self


@dataclass(frozen=True, slots=True)
class Pick:
    """An offer that stands for many actions: to name `count` of `cards`, among them all of `must`."""

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
        """The default choice: `must` and the first free cards."""
        return self.with_free(self.free[: self.count - len(self.must)])


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action or an option is refused: a code listed in docs/rules, and a sentence in English.

    A refusal that does not come from the rules has a code but no sentence, which pages supply. `options` are the keys
    of the options concerned.
    """

    code: str
    reason: str = ""
    options: tuple[str, ...] = ()


#: The sentences that all games share, by code.
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
#: The action that turns up a hand dealt face down.
LOOK: Final = Action("look")


def deal(hands: Sequence[Sequence[Card]], *, kitty: Sequence[Card] = (), deck: Sequence[Card] = ()) -> Action:
    """Return the dealer's action for a deal; `deck` are the cards to draw from later, top first."""
    argument: dict[str, Argument] = {"hands": tuple(texts(hand) for hand in hands)}
    if kitty:
        argument["kitty"] = texts(kitty)
    if deck:
        argument["deck"] = texts(deck)
    return Action(DEAL, argument)


def texts(held: Sequence[Card]) -> tuple[str, ...]:
    """Return the cards as texts, the form of an action’s argument."""
    return tuple(one.text for one in held)


def tuple_of(value: object) -> tuple[object, ...]:
    """Return a list or tuple as a tuple, anything else as ()."""
    return tuple(value) if isinstance(value, list | tuple) else ()
