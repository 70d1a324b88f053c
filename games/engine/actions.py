"""Actions, offers of actions, and refusals; parsers of arguments; actions as JSON.

An action is a verb and at most one argument, a JSON value with cards as text ("QH"). Logs, records, forms and outside
players all use this form.
"""

import json
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from games.engine.cards import Card, find, in_hand_order

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
    """Why an action or an option is refused: a code, and a sentence in English, which only rules supply.

    `options` are the keys of the options concerned.
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
    hand_texts = tuple(texts(hand) for hand in hands)
    argument: dict[str, Argument] = {"hands": hand_texts, "kitty": texts(kitty), "deck": texts(deck)}
    return Action(DEAL, {name: dealt for name, dealt in argument.items() if dealt})


def texts(held: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.text for card in held)


def tuple_of(value: object) -> tuple[object, ...]:
    """Return a list or tuple as a tuple, anything else as ()."""
    return tuple(value) if isinstance(value, list | tuple) else ()


# ---------- arguments; an invalid one is read as None, an empty tuple or a refusal ----------
#: Verbs with a list of cards whose order does not matter.
IN_ANY_ORDER: Final = frozenset(("discard", "give", "return"))
_refused = Reasons({})


def cards_in(value: object) -> tuple[Card, ...]:
    """Return the cards that a list names, in its order; empty if any item is not a card."""
    found = tuple(one for text in tuple_of(value) if (one := find(text)) is not None)
    return found if len(found) == len(tuple_of(value)) else ()


def ordered(action: Action) -> Action:
    """Return the action with its cards in hand order, if their order has no meaning.

    Use this to compare players' actions: a log stores cards in the order in which the player named them. In a play of
    several cards (Card Duel) the last card stays last, because it lies on top.
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
    numbers = whole_numbers(value, 2)
    return (numbers[0], numbers[1]) if numbers else None


def whole_numbers(value: object, count: int) -> tuple[int, ...] | None:
    """Return the value if it is a list of `count` ints, else None; 2.0 and true are not ints."""
    numbers = tuple(one for one in tuple_of(value) if type(one) is int)
    return numbers if len(numbers) == len(tuple_of(value)) == count else None


# ---------- actions as JSON ----------
#: Maximum length of an action's text in characters. No action of any game is longer.
LONGEST: Final = 4_000
#: Maximum depth of nested lists and objects in an argument.
_DEEPEST: Final = 4
#: Verbs whose null argument is written: `["book",null]` gives up the call of a renege.
SAY_NULL: Final = frozenset(("book",))
#: A tuple, because a union in `isinstance` would be built at every call.
_PLAIN: Final = (str, int, float)


class NotAnAction(ValueError):
    """The text cannot be parsed as an action. (`Ruleset.refusal` decides whether a parsed action is legal.)"""


def action_text(action: Action) -> str:
    """Return an action as JSON: `["play","QH"]`, `["look"]`, `["deal",{"hands":[…]}]`."""
    return json.dumps(action_json(action), separators=(",", ":"), ensure_ascii=False)


def read_action(text: str) -> Action:
    """Return the action with this text; raise NotAnAction if the text is not an action."""
    if len(text) > LONGEST:
        raise NotAnAction("too long for an action")
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise NotAnAction("not JSON") from error
    return action_of(value)


def action_of(value: object) -> Action:
    """Return the action of a JSON list [verb] or [verb, argument]; raise NotAnAction for anything else."""
    if not isinstance(value, list) or not 1 <= len(value) <= 2 or not isinstance(value[0], str):
        raise NotAnAction("an action is a list of a verb and at most one argument")
    return Action(value[0], frozen(value[1]) if len(value) > 1 else None)


def action_json(action: Action) -> list[object]:
    """Return the JSON list [verb, argument?]; a hidden argument is null."""
    if action.argument is None and not action.hidden and action.verb not in SAY_NULL:
        return [action.verb]
    return [action.verb, plain(action.argument)]


def frozen(value: object, depth: int = _DEEPEST) -> "Argument":
    """Return a JSON value with lists as tuples; raise NotAnAction for another type, or if it is nested too deeply."""
    if value is None or isinstance(value, _PLAIN):
        return value
    if depth and isinstance(value, list | tuple):
        return tuple(frozen(one, depth - 1) for one in value)
    if depth and isinstance(value, Mapping):
        return {str(key): frozen(one, depth - 1) for key, one in value.items()}
    raise NotAnAction("the argument is not JSON or is nested too deeply")


def _no_constant(name: str) -> object:
    raise NotAnAction(f"{name} is not a JSON number")


def plain(value: object) -> object:
    """Return the value for JSON: cards as texts, tuples as lists."""
    if isinstance(value, Card):
        return value.text
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return value
