"""What a hand of the toy game is at one moment, and what of it a seat may know. The rules are in `tests.toy`."""

from dataclasses import dataclass
from typing import Final

from games.engine.actions import Action, texts
from games.engine.cards import PACK, Card, Rank, Suit
from games.engine.state import Hand, Phase, Said, Seat, SeatView, Table
from games.engine.tricks import TrickState, next_seat

SEATS: Final = 4
TRICKS: Final = 3
SMALL_PACK: Final = tuple(one for one in PACK if one.height >= Rank.EIGHT)
CALLS: Final = ("1U", "1N", "2U", "2N", "3U", "3N")
HIDDEN: Final = "??"
Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class ParlourState(TrickState):
    dealer: Seat = 0
    score: Pair = (0, 0)
    hands: tuple[Hand, ...] = ((),) * SEATS
    kitty: Hand = ()
    deck: tuple[Card, ...] = ()
    calls: tuple[tuple[Seat, str], ...] = ()
    discard: Hand = ()
    stakes: tuple[Card | None, ...] = (None,) * SEATS
    drawn: int = 0
    stacks: tuple[Hand, ...] = ((),) * SEATS
    tops: Pair = (0, 0)
    tricks: Pair = (0, 0)
    doubled: bool = False

    @property
    def contract(self) -> tuple[Seat, str]:
        """The highest call so far and who made it, if anybody did."""
        return next((call for call in reversed(self.calls) if call[1] != "pass"), (-1, ""))

    @property
    def trump(self) -> Suit | None:
        return Suit.SPADES if self.contract[1].endswith("U") else None

    @property
    def revealed(self) -> bool:
        """Whether every stack is laid, so that its hidden card is turned up."""
        return () not in self.stacks

    @property
    def turn(self) -> Seat:
        """Whose turn it is in an auction, a discard, a round of stacks or a trick; in a draw, who gets the card."""
        match self.phase:
            case Phase.BID:
                return next_seat(self.dealer, 1 + len(self.calls))
            case Phase.DISCARD:
                return self.contract[0]
            case Phase.JOKERS:
                return next_seat(self.leader, self.drawn)
        return super().turn if self.revealed else next_seat(self.leader, SEATS - self.stacks.count(()))

    def stack_seen(self, seat: Seat | None, by: Seat) -> tuple[str, ...]:
        stack = texts(self.stacks[by])
        return stack if self.revealed or seat == by else (*stack[:-1], *(HIDDEN for _ in stack[-1:]))

    def heard(self, said: Said, seat: Seat | None) -> Said:
        """A card that `seat` may not know is "??" in a list, and alone the action is masked."""
        by, action = said
        match action.verb:
            case "discard" | "stake" if by != seat and (action.verb == "discard" or None in self.stakes):
                return by, action.masked()
            case "draw" if isinstance(action.argument, tuple) and action.argument[0] != seat:
                return by, Action("draw", (action.argument[0], HIDDEN))
            case "play" if isinstance(action.argument, tuple):
                return by, Action("play", self.stack_seen(seat, by))
        return said

    def table(self, seat: Seat | None) -> "ParlourTable":
        shown = None not in self.stakes
        return ParlourTable(
            dealer=self.dealer,
            score=self.score,
            calls=self.calls,
            stakes=tuple(one if shown or by == seat else None for by, one in enumerate(self.stakes)),
            stacks=tuple(self.stack_seen(seat, by) for by in range(SEATS)),
            deck=len(self.deck),
            hands=tuple(map(len, self.hands)),
            leader=self.leader,
            trick=self.trick,
            tricks=self.tricks,
            doubled=self.doubled,
        )


@dataclass(frozen=True, kw_only=True)
class ParlourTable(Table):
    dealer: Seat
    score: Pair
    calls: tuple[tuple[Seat, str], ...]
    stakes: tuple[Card | None, ...]
    stacks: tuple[tuple[str, ...], ...]
    deck: int
    hands: tuple[int, ...]
    leader: Seat
    trick: tuple[Card, ...]
    tricks: Pair
    doubled: bool


@dataclass(frozen=True, kw_only=True)
class ParlourView(SeatView):
    table: ParlourTable
