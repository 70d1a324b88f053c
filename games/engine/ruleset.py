"""The interface of every game's rules. Stateless: everything about a game is in its `State`."""

from collections.abc import Mapping
from typing import ClassVar, Protocol, TypeAlias

from games.engine.actions import Action, Argument, Pick, Refusal
from games.engine.cards import DrawNumber
from games.engine.options import Option, Options
from games.engine.pattern import Pattern
from games.engine.state import Result, Seat, SeatView, State, Step

#: The values with which a game begins, such as the dealer and the scores.
Start: TypeAlias = Mapping[str, Argument]


class Ruleset(Protocol):
    """The rules of one game, for services, records, bots and pages. Each game has its own states and views."""

    key: ClassVar[str]
    """Stored with every game; never renamed."""
    title: ClassVar[str]
    version: ClassVar[int]
    """Incremented when a rule changes, to recognise older games."""
    seats: ClassVar[int]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Options]]
    score: ClassVar[str]
    """The field of a hand's `result` that holds the score of each side."""
    pattern: ClassVar[Pattern]
    """How the game deals; published so that players can check deals."""
    settles: ClassVar[bool]
    """Whether `settled` is ever true in this game."""
    out_of_turn: ClassVar[tuple[Action, ...]]
    """Actions that can be legal for a seat out of turn."""

    def check(self, options: Mapping[str, object]) -> tuple[Refusal, ...]:
        """Return all refusals of these options; empty if a game can be played with them."""

    def side(self, options: Options, seat: Seat) -> int:
        """Return the side of `seat`; scores and `Result.winner` are by side. A lone player is a side."""

    def start(self, options: Options) -> Start:
        """Return the default start. No start may have other keys than these and `last`."""

    def check_start(self, options: Options, start: Mapping[str, object]) -> Refusal | None:
        """Return `BAD_START` if a value is out of range or the game would already be over, else None."""

    def initial(self, options: Options, start: Start | None = None) -> State:
        """Return the state before the first deal. Without `start` the dealer's first action starts the game."""

    def resumed(self, options: Options, start: Start, *, number: int, first: Seat, scored: Start) -> State:
        """Return the state in which hand `number` (2 or later) is dealt, without replaying the hands before it.

        `start` is the game's start, `first` the seat that bids or leads first in that hand, and `scored` the `result`
        of the last scored hand before it, empty if there was none.
        """

    def waits_for(self, state: State) -> frozenset[Seat]:
        """Return the seats that must act: several if choices are secret and simultaneous, `DEALER` if a random event
        is due, none after the game. Other seats may act if `refusal` returns None."""

    def chance(self, state: State, draw: DrawNumber) -> Action:
        """Return the dealer's next action, chosen at random by `draw`. Call it only while `waits_for` has `DEALER`."""

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        """Return the first refusal in the order of the rules, or None if the action is legal.

        No other code decides legality.
        """

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action | Pick, ...]:
        """Return the offers to `seat`: all actions that are not refused, and no others.

        If actions differ only in an order of cards that has no meaning, one of them is listed, and all are accepted.
        """

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        """Return the state after the action and its events; raise `RuleError` if it is refused."""

    def view(self, state: State, seat: Seat | None) -> SeatView:
        """Return the view of `seat`: all that it may know; None is a spectator."""

    def opened(self, state: State, seat: Seat) -> SeatView:
        """Return the view of `seat` for the replay of a finished hand: nothing is hidden, no action is offered."""

    def settled(self, state: State) -> bool:
        """Return whether every legal way to play the rest of the hand is proved to have the same result.

        The table then plays the rest by itself. A game without such a proof, such as a duel, has `settles` False.
        """

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        """Return the plays with which the view's seat is proved to take all remaining tricks; empty without a proof.

        The proof holds for any distribution of the other cards, and no play of the other seats changes the score. The
        seat must be on lead with at least two cards. Uses the view alone, so that an offer cannot leak hidden cards.
        """

    def may_look(self, state: State, seat: Seat) -> bool:
        """Return whether `seat` may turn up its face-down cards, on its turn or before.

        Always False in a game in which a seat may look only on its turn.
        """

    def is_far_behind(self, state: State, seat: Seat) -> bool:
        """Return whether the seat's side is far enough behind that pages ask about a blind bid."""

    def carries(self, state: State, *, moved_on: int = 0) -> Start:
        """Return the values of a start that the next game of the match takes over.

        Every player then sits `moved_on` seats further on. Empty in a game that has no matches.
        """

    def is_void(self, record: Mapping[str, Argument]) -> bool:
        """Return whether a hand with this `record` does not count, like a misdeal; it is then not reviewed."""

    def result(self, state: State) -> Result | None:
        """Return the result; None while the game goes on."""
