"""The interface of every game's rules."""

from collections.abc import Mapping
from typing import ClassVar, Protocol, TypeAlias

from games.engine.actions import Action, Argument, Pick, Refusal
from games.engine.cards import DrawNumber
from games.engine.options import Option, Options
from games.engine.pattern import Pattern
from games.engine.state import Result, Seat, SeatView, State, Step

#: The values with which a game begins, such as dealer and scores.
Start: TypeAlias = Mapping[str, Argument]


class Ruleset(Protocol):
    """The rules of one game. Stateless: all that varies between actions is in the `State`."""

    key: ClassVar[str]
    """The key is stored with every game and is never renamed."""
    title: ClassVar[str]
    version: ClassVar[int]
    """The version grows with every change of a rule, so that games under older rules can be recognised."""
    seats: ClassVar[int]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Options]]
    score: ClassVar[str]
    """The field of a hand's `result` with the score of each side."""
    pattern: ClassVar[Pattern]
    """How the game deals, published so that players can check deals."""
    settles: ClassVar[bool]
    """Whether `settled` can return True in this game."""
    out_of_turn: ClassVar[tuple[Action, ...]]
    """Actions that can be legal for a seat out of turn."""

    def check(self, options: Mapping[str, object]) -> tuple[Refusal, ...]:
        """Return all refusals of these options; empty if the options are allowed."""

    def side(self, options: Options, seat: Seat) -> int:
        """Return the side of `seat`. Scores and `Result.winner` are by side; without partners each seat is a side."""

    def start(self, options: Options) -> Start:
        """Return the default start. A start may have only these keys and `last`."""

    def check_start(self, options: Options, start: Mapping[str, object]) -> Refusal | None:
        """Return the refusal `BAD_START` if a value is out of range or the game would already be over, else None."""

    def initial(self, options: Options, start: Start | None = None) -> State:
        """Return the state before the first deal. Without `start`, the dealer must first make the start action."""

    def resumed(self, options: Options, start: Start, *, number: int, first: Seat, scored: Start) -> State:
        """Return the state in which hand `number` (2 or later) is dealt, without replaying the hands before it.

        `start` is the game's start, `first` the seat that bids or leads first in that hand, and `scored` the `result`
        of the last scored hand before it, empty if there was none.
        """

    def waits_for(self, state: State) -> frozenset[Seat]:
        """Return the seats that must act: several if they choose secretly at once, `DEALER` for a random action.

        Empty after the game. Another seat may still act if `refusal` returns None for its action.
        """

    def chance(self, state: State, draw: DrawNumber) -> Action:
        """Return the dealer's next action, drawn by `draw`. Call this only while `waits_for` has `DEALER`."""

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        """Return the first refusal in the order of the rules, or None if the action is legal."""

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action | Pick, ...]:
        """Return the offers to `seat`: all its legal actions.

        Of actions that differ only in a meaningless order of cards, one is listed and all are legal.
        """

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        """Return the state after the action, and its events; raise RuleError if the action is refused."""

    def view(self, state: State, seat: Seat | None) -> SeatView:
        """Return the view of `seat`: all that the seat may know; None is a spectator."""

    def opened(self, state: State, seat: Seat) -> SeatView:
        """Return the view of `seat` for a replay: all hands are shown, and no action is offered."""

    def settled(self, state: State) -> bool:
        """Return whether every legal way to play the rest of the hand is proved to have the same result.

        The table then plays the rest by itself.
        """

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        """Return the plays with which the view's seat is proved to take all remaining tricks; empty without a proof.

        The proof holds for any distribution of the other cards, and no play of the other seats changes the score. The
        seat must be on lead with at least two cards. It uses only the view, so an offer cannot leak hidden cards.
        """

    def may_look(self, state: State, seat: Seat) -> bool:
        """Return whether `seat` may turn up its face-down cards, on its turn or before.

        Always False in games in which a seat may look only on its turn.
        """

    def is_far_behind(self, state: State, seat: Seat) -> bool:
        """Return whether the side of `seat` is so far behind that pages ask about a blind bid."""

    def carries(self, state: State, *, moved_on: int = 0) -> Start:
        """Return the values of a start that the next game of the match takes over; empty in games without matches.

        In the next game every player sits `moved_on` seats further on.
        """

    def is_void(self, record: Mapping[str, Argument]) -> bool:
        """Return whether a hand with this `result` is void, such as a misdeal. Void hands are not reviewed."""

    def result(self, state: State) -> Result | None:
        """Return the game's result; None while the game goes on."""
