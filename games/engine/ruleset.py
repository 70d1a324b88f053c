"""The face that every game shows to the site. Stateless: everything a game knows is in its `State`."""

from collections.abc import Mapping
from typing import ClassVar, Protocol, TypeAlias

from games.engine.actions import Action, Argument, Pick, Refusal
from games.engine.cards import Draw
from games.engine.options import Option, Options
from games.engine.pattern import Pattern
from games.engine.state import Result, Seat, SeatView, State, Step

Start: TypeAlias = Mapping[str, Argument]


class Ruleset(Protocol):
    """What services, records, players and presenters may ask of a game, with states and views that are its own."""

    key: ClassVar[str]
    """Stored with every game, never renamed."""
    title: ClassVar[str]
    version: ClassVar[int]
    """Raised when a rule changes, so that an old game is known to be one."""
    seats: ClassVar[int]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Options]]
    score: ClassVar[str]
    """The field of a hand's `result` that holds the score of each side."""
    pattern: ClassVar[Pattern]
    """How it deals, which is also told to whoever checks a deal elsewhere."""
    settles: ClassVar[bool]
    """Whether the rest of a hand can ever be settled before its last card is played."""
    out_of_turn: ClassVar[tuple[Action, ...]]
    """What a seat may say though nobody waits for it."""

    def check(self, options: Mapping[str, object]) -> tuple[Refusal, ...]:
        """Everything that is wrong with a choice of options; empty when the game can be played."""

    def side(self, options: Options, seat: Seat) -> int:
        """The side that `seat` plays on: scores and `Result.winner` are by side. Who plays alone is one."""

    def start(self, options: Options) -> Start:
        """What holds of a start where it says nothing; names all that a start may say."""

    def check_start(self, options: Options, start: Mapping[str, object]) -> Refusal | None:
        """`BAD_START` for a start outside its ranges or in which the game is already over."""

    def initial(self, options: Options, start: Start | None = None) -> State:
        """Before the first deal. Without `start` the dealer starts the game by its first action."""

    def resumed(self, options: Options, start: Start, *, number: int, first: Seat, scored: Start) -> State:
        """The state in which hand `number` (2 or later) is dealt, without the hands before it.

        `start` is what the game began with, `first` the seat that bids or leads first in that hand, and `scored` the
        `result` of the last hand before it that was scored, empty where none was.
        """

    def waits_for(self, state: State) -> frozenset[Seat]:
        """Who owes a choice: several seats where choices are secret and simultaneous, `DEALER` where
        chance is to act, nobody when the game is over. `refusal` says who else may speak."""

    def chance(self, state: State, draw: Draw) -> Action:
        """What the dealer does now, chosen by `draw`. Only while `DEALER` is waited for."""

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        """The one place of legality: the first reason in the order of the rules, or None."""

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action | Pick, ...]:
        """What `seat` may do now; an action is listed if and only if it is not refused.

        Of actions that differ in an order without a meaning one is listed, and every one is accepted.
        """

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        """The state after it and what happened; raises `RuleError` with the refusal."""

    def view(self, state: State, seat: Seat | None) -> SeatView:
        """What `seat` may know; None is an onlooker."""

    def opened(self, state: State, seat: Seat) -> SeatView:
        """A moment of a hand that is over, looked at from `seat`: nothing is hidden, and nobody may act."""

    def settled(self, state: State) -> bool:
        """Whether the rest of the hand is decided however it is played, so that the table plays it out.

        Where somebody can always turn it, as in a duel, it never is, and the game `settles` nothing.
        """

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        """The plays, in order, with which the seat of this view is proved to take every trick that is left, whatever
        the others hold and throw, and whatever they throw the hand counts the same; empty where nothing is proved.

        Two tricks at least, and on that seat's own lead. From the view alone, so that no offer can tell what is hidden.
        """

    def may_look(self, state: State, seat: Seat) -> bool:
        """Whether `seat` may turn up its face-down cards now, on its turn or before; False in a game where only the
        seat to act may look.
        """

    def is_far_behind(self, state: State, seat: Seat) -> bool:
        """Whether a blind bid is worth asking about at this score."""

    def carries(self, state: State, *, moved_on: int = 0) -> Start:
        """What the next game of the same match starts with, in which everybody sits so many seats further; nothing
        where every game stands alone.
        """

    def is_void(self, record: Mapping[str, Argument]) -> bool:
        """Whether a finished hand with this `record` counts for nothing, like a misdeal; then it is not reviewed."""

    def result(self, state: State) -> Result | None:
        """How the game ended, None while it goes on."""
