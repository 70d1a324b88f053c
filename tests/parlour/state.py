"""What a hand of Parlour is at one moment, and what of it a seat may know."""

from dataclasses import dataclass, fields

from games.engine.actions import HIDDEN, texts
from games.engine.cards import PACK, Card, Rank, Suit
from games.engine.state import Hand, Phase, Said, Seat, Table
from games.engine.tricks import AsPrinted, TrickState, next_seat

SEATS, TRICKS, DECK = 4, 3, 6
SMALL_PACK = texts([one for one in PACK if one.height >= Rank.EIGHT])
CALLS = ("", "1U", "1N", "2U", "2N", "3U", "3N")
Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class ParlourTable(Table):
    dealer: Seat
    score: Pair
    calls: tuple[tuple[Seat, str], ...]
    stakes: tuple[Card | None, ...]
    stacks: tuple[tuple[str, ...], ...]
    tricks: Pair
    doubled: bool


@dataclass(frozen=True, kw_only=True)
class ParlourState(TrickState):
    dealer: Seat = 0
    score: Pair = (0, 0)
    hands: tuple[Hand, ...] = ((),) * SEATS
    kitty: Hand = ()
    deck: tuple[Card, ...] = ()
    calls: tuple[tuple[Seat, str], ...] = ()
    stakes: tuple[Card | None, ...] = (None,) * SEATS
    stacks: tuple[Hand, ...] = ((),) * SEATS
    tops: Pair = (0, 0)  # hidden cards that won, by side
    tricks: Pair = (0, 0)
    doubled: bool = False

    @property
    def contract(self) -> tuple[Seat, str]:
        """The highest call so far and who made it, if anybody did."""
        return next((call for call in reversed(self.calls) if call[1] != "pass"), (-1, ""))

    @property
    def ranking(self) -> AsPrinted:
        return AsPrinted(Suit.SPADES if self.contract[1].endswith("U") else None)

    @property
    def turn(self) -> Seat:
        match self.phase:
            case Phase.BID:
                return next_seat(self.dealer, 1 + len(self.calls))
            case Phase.DISCARD:
                return self.contract[0]
            case Phase.JOKERS:
                return next_seat(self.leader, DECK - len(self.deck))
        return super().turn if () not in self.stacks else next_seat(self.leader, SEATS - self.stacks.count(()))

    def masked(self, said: Said, seat: Seat | None) -> Said:
        by, action = said
        match action.verb, action.argument:
            case "discard" | "stake", _ if by != seat and (action.verb == "discard" or None in self.stakes):
                return by, action.masked()
            case "draw", (to, _) if to != seat:
                return by, action.covered(1)
            case "play", tuple() if by != seat and () in self.stacks:
                return by, action.covered(1)
        return said

    def table(self, seat: Seat | None) -> ParlourTable:
        table = {one.name: getattr(self, one.name) for one in fields(ParlourTable)}
        stakes = tuple(None if None in self.stakes and by != seat else one for by, one in enumerate(self.stakes))
        covered = [(*texts(stack[:1]), *(HIDDEN for _ in stack[1:])) for stack in self.stacks]
        stacks = tuple(
            covered[by] if () in self.stacks and by != seat else texts(self.stacks[by]) for by in range(SEATS)
        )
        return ParlourTable(**table | {"stakes": stakes, "stacks": stacks})
