"""The points of past hands of Two-Man Spades in a table, without a word about whose they are."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.state import Seat
from games.snapshot import GameSeen, HandSeen
from games.twoman.score import SeatLine
from games.twoman.sheet import is_scored, line_of
from games.viewmodel.replay import Part, Points, name_of
from games.viewmodel.words import plain_number, signed


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side of a hand in the list: its bid, what it took, the change and the score after it."""

    bid: str
    took: int
    is_made: bool
    change: str
    total: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A hand of the list; no sides where it was not scored."""

    number: int
    near: SideLine | None
    far: SideLine | None


def points_of(game: GameSeen, hand: HandSeen | None) -> Points | None:
    if hand is None:
        return None
    seats = game.side.near, 1 - game.side.near
    names = tuple(name_of(game, seat) for seat in seats)
    if not is_scored(hand):
        note = _("A blind nil wins or loses the whole game; scores and bags stay as they were.")
        return Points(names, note=note)
    mine, hers = (line_of(hand.sheet, seat) for seat in seats)
    parts = [
        _part(_("Bid"), mine.bid_points, hers.bid_points),
        _part(_("Bags"), mine.bag_points, hers.bag_points),
        _part(_("Pile"), mine.pile_points, hers.pile_points),
    ]
    if mine.hundreds or hers.hundreds:
        parts.insert(2, _part(_("Hundreds"), mine.hundreds, hers.hundreds))
    total = Part(_("Score"), (plain_number(mine.display), plain_number(hers.display)))
    return Points(names, tuple(parts), _part(_("This hand"), mine.change, hers.change), (total,))


def score_lines(game: GameSeen) -> tuple[ScoreLine, ...]:
    near = game.side.near
    return tuple(ScoreLine(hand.number, _side(hand, near), _side(hand, 1 - near)) for hand in game.hands)


def _part(title: str, near: int, far: int) -> Part:
    return Part(title, (signed(near), signed(far)))


def _side(hand: HandSeen, seat: Seat) -> SideLine | None:
    if not is_scored(hand):
        return None
    line = line_of(hand.sheet, seat)
    return SideLine(_bid(line), line.tricks, line.is_made, signed(line.change), plain_number(line.display))


def _bid(line: SeatLine) -> str:
    if line.bid == 0:
        return _("nil")
    return _("%(n)s blind") % {"n": line.bid} if line.blind else str(line.bid)
