"""What the positions of every game are told with: actions in order, what may be done and what is refused."""

from typing import Generic, TypeVar, cast

from games.engine.actions import Action, Argument, Pick
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State

Of = TypeVar("Of", bound=State)


class Telling(Generic[Of]):
    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def act(self, state: State, seat: Seat, action: Action) -> Of:
        return cast(Of, self.rules.apply(state, seat, action).state)

    def said(self, state: State, *all_said: tuple[Seat, str, Argument]) -> Of:
        for seat, verb, argument in all_said:
            state = self.act(state, seat, Action(verb, argument))
        return cast(Of, state)

    def refusal(self, state: State, seat: Seat, verb: str, argument: Argument = None) -> str | None:
        """The code of the refusal, None for a legal action."""
        found = self.rules.refusal(state, seat, Action(verb, argument))
        return found.code if found else None

    def legal(self, state: State, seat: Seat) -> str:
        """What may be done: "look blind_nil", "0 4 5 misdeal", "AS 7H call", "discard:6", "give:0 give:1"."""
        return " ".join(map(_offer, self.rules.legal_actions(state, seat)))


def _offer(offer: Action | Pick) -> str:
    if isinstance(offer, Pick):
        return f"{offer.verb}:{offer.count}"
    if isinstance(offer.argument, tuple):
        return f"{offer.verb}:{len(offer.argument)}"
    if offer.verb == "book":
        return f"book:{offer.argument}"
    return str(offer.verb if offer.argument is None else offer.argument)
