"""The interface of every game's rules. Stateless: everything about a game is in its `State`."""

from collections.abc import Mapping
from typing import ClassVar, Protocol, TypeAlias

from games.engine.actions import Action, Argument, Pick, Refusal
from games.engine.cards import Draw
from games.engine.options import Option, Options
from games.engine.pattern import Pattern
from games.engine.state import Result, Seat, SeatView, State, Step

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
    """How it deals; published for checking deals."""
    settles: ClassVar[bool]
    """Whether a hand can be settled before its last card is played."""
    out_of_turn: ClassVar[tuple[Action, ...]]
    """Actions that a seat may be allowed out of turn."""

    def check(self, options: Mapping[str, object]) -> tuple[Refusal, ...]:
        """Return all refusals of a choice of options; empty if the game can be played."""

    def side(self, options: Options, seat: Seat) -> int:
        """Return the side of `seat`; scores and `Result.winner` are by side. A lone player is a side."""

    def start(self, options: Options) -> Start:
        """Return the default start; its keys, and `last`, are all that a start may have."""

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
        """Return the seats that owe a choice: several if choices are secret and simultaneous, `DEALER` if a random
        event is due, none after the game. `refusal` decides which other seats may act."""

    def chance(self, state: State, draw: Draw) -> Action:
        """Return the dealer's action, chosen by `draw`. Only while `DEALER` is waited for."""

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        """Return the first refusal in the order of the rules, or None. The only place that decides legality."""

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action | Pick, ...]:
        """Return the offers to `seat`; an action is listed if and only if it is not refused.

        Of actions that differ only in an order without meaning one is listed; all are accepted.
        """

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        """Return the state after the action and its events; raise `RuleError` if it is refused."""

    def view(self, state: State, seat: Seat | None) -> SeatView:
        """Return what `seat` may know; None is a spectator."""

    def opened(self, state: State, seat: Seat) -> SeatView:
        """Return the view of a finished hand's moment from `seat`, with nothing hidden and nothing to decide."""

    def settled(self, state: State) -> bool:
        """Return whether the rest of the hand has the same result however it is played, so that the table plays it out.

        Always false in a game in which a player can always change the result, as in a duel: then `settles` is False.
        """

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        """Return the plays with which the view's seat is proved to take all remaining tricks; empty without a proof.

        The proof holds whatever the other hands are, and what they play does not change the score. Needs at least two
        tricks and the seat's own lead. Uses the view alone, so that an offer cannot leak hidden cards.
        """

    def may_look(self, state: State, seat: Seat) -> bool:
        """Return whether `seat` may turn up its face-down cards, on its turn or before.

        False in a game in which only the seat to act may look.
        """

    def is_far_behind(self, state: State, seat: Seat) -> bool:
        """Return whether the score is low enough to ask this seat about a blind bid."""

    def carries(self, state: State, *, moved_on: int = 0) -> Start:
        """Return the start of the next game of the match, with every player `moved_on` seats further.

        Empty if games are not part of a match.
        """

    def is_void(self, record: Mapping[str, Argument]) -> bool:
        """Return whether a hand with this `record` does not count, like a misdeal; it is then not reviewed."""

    def result(self, state: State) -> Result | None:
        """Return the result, None while the game goes on."""
