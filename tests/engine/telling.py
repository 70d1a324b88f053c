"""Actions and offers as short texts for tests of rules, and the types of the rows in tables of cases."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, cast

from games.engine.actions import Action, Argument, Pick
from games.engine.options import Options
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State

Of = TypeVar("Of", bound=State)
#: A state, a seat, a verb and its argument; then the code or the reason of the refusal, or None if the action is legal.
Judged = tuple[State, Seat, str, Any, str | None]
#: Options, a start, and whether the start is valid.
Start = tuple[Options, Mapping[str, Any], bool]
#: The name of an example, with its number in docs/rules if it has one; a function that plays it; the expected result.
Example = tuple[str, Callable[[], str], str]


def each(state: State, seat: Seat, verb: str, answer: str | None, *arguments: Any) -> list[Judged]:
    """Return a row for each argument, all with the same expected `answer` (see `Judged`)."""
    return [(state, seat, verb, argument, answer) for argument in arguments]


def refused(answer: str | None, *rows: tuple[State, Seat, str, Any]) -> list[Judged]:
    """Return the rows, all with the same expected `answer` (see `Judged`)."""
    return [(*row, answer) for row in rows]


def starts(name: str, options: Options, is_sound: bool, *values: Any) -> list[Start]:
    """Return a row for each value of the key `name` of a start."""
    return [(options, {name: value}, is_sound) for value in values]


def listed(values: Mapping[str, object]) -> str:
    """Return names and values on one line, such as "bid 3, taken 4"."""
    return ", ".join(f"{name} {value!r}" for name, value in values.items())


class Telling(Generic[Of]):
    """Methods that apply actions to states of one game, and describe refusals and offers as short texts."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def act(self, state: State, seat: Seat, action: Action) -> Of:
        return cast(Of, self.rules.apply(state, seat, action).state)

    def said(self, state: State, *actions: tuple[Seat, str, Argument]) -> Of:
        for seat, verb, argument in actions:
            state = self.act(state, seat, Action(verb, argument))
        return cast(Of, state)

    def refusal(self, state: State, seat: Seat, verb: str, argument: Argument = None) -> str | None:
        """Return the code of the refusal, or None for a legal action."""
        found = self.rules.refusal(state, seat, Action(verb, argument))
        return found.code if found else None

    def legal(self, state: State, seat: Seat) -> str:
        """Return the offers as text, such as "look blind_nil", "0 4 5 misdeal", "AS 7H call" or "give:0 give:1"."""
        return " ".join(map(_offer, self.rules.legal_actions(state, seat)))


def _offer(offer: Action | Pick) -> str:
    if isinstance(offer, Pick):
        return f"{offer.verb}:{offer.count}"
    if isinstance(offer.argument, tuple):
        return f"{offer.verb}:{len(offer.argument)}"
    if offer.verb == "book":
        return f"book:{offer.argument}"
    return str(offer.verb if offer.argument is None else offer.argument)
