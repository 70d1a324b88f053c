"""The base class of every game's rules: start, deal, parsing and applying actions, the end of a hand, views."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from games.engine.actions import DEAL, START, Action, Argument, Pick, Reasons, Refusal, RuleError, tuple_of, whole_in
from games.engine.cards import DrawNumber
from games.engine.options import Option, Options, complete, refusals
from games.engine.pattern import Deal, Pattern, pattern_with
from games.engine.state import (
    DEALER,
    Dealt,
    Event,
    GameEnded,
    HandEnded,
    Phase,
    Result,
    Seat,
    SeatView,
    Started,
    State,
    Step,
    ended,
    replace,
)

S = TypeVar("S", bound=State)
T = TypeVar("T")
V = TypeVar("V", bound=SeatView, covariant=True)
#: The effect of a legal action: a function of the state, which already has the action in its `actions`.
Move: TypeAlias = Callable[[S], Step]
#: The values with which a game begins, such as dealer and scores.
Start: TypeAlias = Mapping[str, Argument]

#: Key of a start: from the hand with this number on, the first scored hand ends the game; 0 or absent: no such limit.
LAST: Final = "last"
#: Key of a start: the dealer of the first hand, in games in which the deal moves on.
DEALER_SEAT: Final = "dealer"
#: Exclusive upper limit of `last`.
MOST_HANDS: Final = 1000
_CHANCE: Final = frozenset((Phase.START, Phase.DEAL, Phase.JOKERS))


class CardRules(ABC, Generic[S, V]):
    """The rules of one game. Stateless: all that varies between actions is in the `State`.

    The methods that parse an action (`drawn`, `called`, `read`) return its effect or a refusal, so that each check is
    made once. Methods of the state (`hand_of`, `masked`, `table`) decide what a seat may see.
    """

    #: The key is stored with every game and is never renamed.
    key: ClassVar[str]
    title: ClassVar[str]
    #: The version grows with every change of a rule, so that games under older rules can be recognised.
    version: ClassVar[int] = 1
    seats: ClassVar[int]
    #: Number of sides in the default `side`: seat s belongs to side s % sides. 0: each seat is a side of its own.
    sides: ClassVar[int] = 0
    options: ClassVar[tuple[Option, ...]]
    #: The field of a hand's `result` with the score of each side.
    score: ClassVar[str]
    #: How the game deals, published so that players can check deals.
    pattern: ClassVar[Pattern]
    #: Whether `settled` can return True in this game.
    settles: ClassVar[bool] = False
    #: Actions that can be legal out of turn. Those that `called` accepts are offered after the other offers.
    out_of_turn: ClassVar[tuple[Action, ...]] = ()
    state_type: type[S]
    view_type: type[V]
    #: The game's refusals.
    refused: Reasons

    # -- options and start --------------------------------------------------------------------------

    def check(self, options: Mapping[str, object]) -> tuple[Refusal, ...]:
        """Return all refusals of these options; empty if the options are allowed."""
        return refusals(self.options, options)

    def side(self, options: Options, seat: Seat) -> int:
        """Return the side of `seat`. Scores and `Result.winner` are by side; without partners each seat is a side."""
        return seat % self.sides if self.sides else seat

    @abstractmethod
    def start(self, options: Options) -> Start:
        """Return the default start. A start may have only these keys and `last`."""

    def check_start(self, options: Options, start: Mapping[str, object]) -> Refusal | None:
        """Return `BAD_START` for an unknown key, a bad value or a game that would be over at once; else None."""
        begun = self._begun(complete(self.options, options), start)
        return begun if isinstance(begun, Refusal) else None

    def initial(self, options: Options, start: Start | None = None) -> S:
        """Return the state before the first deal. Without `start`, the dealer must first make the start action."""
        full = complete(self.options, options)
        if start is None:
            return self.blank(full)
        begun = self._begun(full, start)
        if isinstance(begun, Refusal):
            raise RuleError(begun)
        return begun

    def resumed(self, options: Options, start: Start, *, number: int, first: Seat, scored: Start) -> S:
        """Return the state just before the deal of hand `number` (2 or later), without replaying the earlier hands.

        `start` is the game's start, `first` the seat that bids or leads first in that hand, and `scored` the `result`
        of the last scored hand before it, empty if there was none. Values that carry over have the same name in a start
        and in a `result`. The dealer is set two seats before `first`: the next deal moves the dealer on by one seat,
        and `first` is left of the dealer.
        """
        said = {**start, **{name: scored[name] for name in self.start(options) if name in scored}}
        if DEALER_SEAT in said:
            said[DEALER_SEAT] = (first - 2) % self.seats
        return replace(self.initial(options, said), number=number - 1)

    # -- actions ------------------------------------------------------------------------------------

    def waits_for(self, state: State) -> frozenset[Seat]:
        """Return the seats to act; `DEALER` for a random action, empty after the game.

        Of several seats, either each must choose secretly, or one of a side acts for the side. Another seat may still
        act if `refusal` returns None for its action.
        """
        own = self.state_type.of(state)
        if own.phase in _CHANCE:
            return frozenset((DEALER,))
        return frozenset() if own.phase is Phase.OVER else self.waiting(own)

    def chance(self, state: State, draw: DrawNumber) -> Action:
        """Return the dealer's next action, drawn by `draw`. Call this only while `waits_for` has `DEALER`."""
        own = self.state_type.of(state)
        if own.phase is Phase.START:
            return Action(START, self.opening(own.options, draw))
        if own.phase is Phase.DEAL:
            return pattern_with(self.pattern, own.options).deal(draw, self.dealt_first(own))
        return self.drawing(own, draw)

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        """Return the first refusal in the order of the rules, or None if the action is legal."""
        move = self._move(self.state_type.of(state), seat, action)
        return move if isinstance(move, Refusal) else None

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action | Pick, ...]:
        """Return the offers to `seat`: all its legal actions.

        Of actions that differ only in a meaningless order of cards, one is listed and all are legal.
        """
        own = self.state_type.of(state)
        return self._offered(own, seat, self.waits_for(own))

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        """Return the state after the action, and its events; raise RuleError if the action is refused."""
        own = self.state_type.of(state)
        move = self._move(own, seat, action)
        if isinstance(move, Refusal):
            raise RuleError(move)
        step = move(replace(own, actions=(*own.actions, (seat, action))))
        return self._stopped(step) if own.last else step

    def may_look(self, state: State, seat: Seat) -> bool:
        """Return whether `seat` may turn up its face-down cards, on its turn or before.

        Always False in games in which a seat may look only on its turn.
        """
        return False

    def is_far_behind(self, state: State, seat: Seat) -> bool:
        """Return whether the side of `seat` is so far behind that pages ask about a blind bid."""
        return False

    # -- views and proofs ---------------------------------------------------------------------------

    def view(self, state: State, seat: Seat | None) -> V:
        """Return the view of `seat`: all that the seat may know; None is a spectator."""
        own = self.state_type.of(state)
        waits_for = self.waits_for(own)
        return self.view_type(
            game=self.key,
            options=own.options,
            seat=seat,
            number=own.number,
            phase=own.phase,
            hand=None if seat is None else own.hand_of(seat),
            legal=() if seat is None else self._offered(own, seat, waits_for),
            actions=tuple(own.masked(said, seat) for said in own.actions),
            waits_for=waits_for,
            table=own.table(seat),
        )

    def opened(self, state: State, seat: Seat) -> V:
        """Return the view of `seat` for a replay: all hands and whole actions, and no offers.

        Games whose views hide more override this.
        """
        own = self.state_type.of(state)
        view = self.view(own, seat)
        return replace(view, legal=(), hand=own.hands[seat], hands=own.hands, actions=own.actions)

    def settled(self, state: State) -> bool:
        """Return whether every legal way to play the rest of the hand is proved to have the same result.

        The table may then play the rest by itself.
        """
        return False

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        """Return the plays with which the view's seat is proved to take all remaining tricks; empty without a proof.

        No play of the other seats changes the score. The proof is that of `tricks.claim_of`.
        """
        return ()

    # -- the end of a hand and of the game ----------------------------------------------------------

    def is_void(self, record: Mapping[str, Argument]) -> bool:
        """Return whether a hand with this `result` is void, such as a misdeal. Void hands are not reviewed."""
        return False

    def result(self, state: State) -> Result | None:
        return state.end

    def carries(self, state: State, *, moved_on: int = 0) -> Start:
        """Return the values of a start that the next game of the match takes over; empty in games without matches.

        In the next game every player sits `moved_on` seats further on, or back if it is negative.
        """
        return {}

    def leader(self, state: S, scores: Sequence[int]) -> int | None:
        """Return the side that is ahead when the game stops after hand `last`; None if the best scores are equal."""
        best = max(scores)
        return scores.index(best) if scores.count(best) == 1 else None

    def stopped(self, state: S, winner: int | None) -> Result:
        return ended(winner, LAST)

    # -- what only this class calls -----------------------------------------------------------------

    def blank(self, options: Options) -> S:
        """Return the state before the start. `options` must have a value for every option."""
        return self.state_type(options=options)

    @abstractmethod
    def begun(self, state: S, start: Mapping[str, object]) -> S | None:
        """Return `state`, which is blank, with the complete start applied; None if the start is invalid."""

    def opening(self, options: Options, draw: DrawNumber) -> Mapping[str, Argument]:
        """Return the argument of the dealer's start action: a random seat for the drawn role, such as the dealer."""
        return {self.pattern.drawn.value: draw(self.pattern.seats)}

    def dealt_first(self, state: S) -> Seat:
        return 0

    @abstractmethod
    def dealt(self, state: S, deal: Deal) -> tuple[S, Seat]:
        """Return the state after the deal of the next hand, and the seat that leads or bids first in it."""

    @abstractmethod
    def read(self, state: S, seat: Seat, action: Action) -> Refusal | Move[S]:
        """Parse an action of `seat`, which is in `waits_for`; return its effect or a refusal."""

    @abstractmethod
    def offers(self, state: S, seat: Seat) -> tuple[Action | Pick, ...]:
        """Return the offers to `seat`, which is in `waits_for`."""

    def waiting(self, state: S) -> frozenset[Seat]:
        return frozenset((state.turn,))

    def drawing(self, state: S, draw: DrawNumber) -> Action:
        raise NotImplementedError

    def drawn(self, state: S, action: Action) -> Refusal | Move[S]:
        """Parse an action of the dealer in the middle of a hand; return its effect or a refusal."""
        return self.refused("WRONG_PHASE")

    def called(self, state: S, seat: Seat, action: Action) -> Refusal | Move[S] | None:
        """Parse an action that may be made out of turn; return its effect or a refusal, None for any other action."""
        return None

    def _stopped(self, step: Step) -> Step:
        """End the game if the step scores hand `last`. If that hand was void, the next scored hand ends the game."""
        own = self.state_type.of(step.state)
        hand = next((event for event in step.events if isinstance(event, HandEnded)), None)
        if hand is None or own.phase is not Phase.DEAL or own.number < own.last or self.score not in hand.record:
            return step
        scores = [one for one in tuple_of(hand.record[self.score]) if isinstance(one, int)]
        result = self.stopped(own, self.leader(own, scores))
        return Step(replace(own, phase=Phase.OVER, end=result), (*step.events, GameEnded(result)))

    def _offered(self, state: S, seat: Seat, waits_for: frozenset[Seat]) -> tuple[Action | Pick, ...]:
        if seat == DEALER or state.phase is Phase.OVER:
            return ()
        offers = self.offers(state, seat) if seat in waits_for else ()
        if not self.out_of_turn:
            return offers
        return (*offers, *(call for call in self.out_of_turn if callable(self.called(state, seat, call))))

    def _begun(self, options: Options, start: Mapping[str, object]) -> S | Refusal:
        usual, last = self.start(options), whole_in(start.get(LAST, 0), range(MOST_HANDS))
        full = {**usual, **{name: value for name, value in start.items() if name != LAST}}
        if last is None or len(full) != len(usual):
            return self.refused("BAD_START")
        begun = self.begun(replace(self.blank(options), phase=Phase.DEAL, last=last), full)
        return self.refused("BAD_START") if begun is None else begun

    def _move(self, state: S, seat: Seat, action: Action) -> Refusal | Move[S]:
        if state.phase is Phase.OVER:
            return self.refused("GAME_OVER")
        call = self.called(state, seat, action) if 0 <= seat < self.seats else None
        if call is not None:
            return call
        if seat not in self.waits_for(state):
            return self.refused("NOT_YOUR_TURN")
        return self._dealer_move(state, action) if seat == DEALER else self.read(state, seat, action)

    def _dealer_move(self, state: S, action: Action) -> Refusal | Move[S]:
        is_start, argument = state.phase is Phase.START, action.argument
        if not is_start and state.phase is not Phase.DEAL:
            return self.drawn(state, action)
        if action.verb != (START if is_start else DEAL):
            return self.refused("WRONG_PHASE")
        if not isinstance(argument, Mapping):
            return self.refused("WRONG_PHASE" if is_start else "BAD_DEAL")
        if is_start:
            begun = self._begun(state.options, argument)
            return begun if isinstance(begun, Refusal) else lambda _: Step(begun, (Started(argument),))
        deal = pattern_with(self.pattern, state.options).read(argument)
        if deal is None:
            return self.refused("BAD_DEAL")
        fresh, first = self.dealt(state, deal)
        return lambda _: Step(replace(fresh, last=state.last), (Dealt(fresh.number, first, argument),))


#: The rules of any game.
Ruleset: TypeAlias = CardRules[Any, SeatView]


def as_move(read: T | Refusal, move: Callable[[S, T], Step]) -> Refusal | Move[S]:
    """Return the effect of a parsed action: `move`, called with the state and `read`. Return a refusal as it is."""
    return read if isinstance(read, Refusal) else lambda state: move(state, read)


def hand_over(
    state: State,
    events: tuple[Event, ...],
    record: Mapping[str, Argument],
    sheet: Mapping[str, Argument],
    end: Result | None = None,
) -> Step:
    """Return the step that ends a hand, scored or void. With `end` the game is over, else the next deal is due."""
    events = (*events, HandEnded(record, sheet))
    if end is None:
        return Step(replace(state, phase=Phase.DEAL), events)
    return Step(replace(state, phase=Phase.OVER, end=end), (*events, GameEnded(end)))
