"""The points of past hands of Spades by side, the near one first, without a word about whose they are."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from games.engine.state import Seat
from games.snapshot import GameSeen, HandSeen
from games.spades.options import Terms
from games.spades.score import SideLine
from games.spades.sheet import bids_of, lines_of, tricks_taken
from games.spades.state import own, seats_of
from games.spades.tricks import bid_words
from games.viewmodel.four_replay import ScoreLine, SideCell, together
from games.viewmodel.replay import Part, Points, name_of
from games.viewmodel.words import plain_number, signed


def terms_of(game: GameSeen) -> Terms:
    return own(game.state).terms


def near_first(game: GameSeen, side: int) -> tuple[Seat, ...]:
    """The seats of a side, clockwise from the near seat."""
    return tuple(sorted(seats_of(terms_of(game), side), key=lambda seat: (seat - game.side.near) % 4))


def sides_of(game: GameSeen) -> tuple[int, ...]:
    """The sides clockwise from the near seat's own."""
    count = terms_of(game).sides
    return tuple((game.side.near + step) % count for step in range(count))


def side_name(game: GameSeen, side: int, *, first: bool = True) -> str:
    """ "You and Marta", "Bruno and Odile", "Odile"; `first` at the head of a sentence."""
    return together(game, near_first(game, side), first=first)


def misdeal_told(game: GameSeen, hand: HandSeen) -> str:
    """Who declared that hand a misdeal."""
    by = hand.sheet.get("misdeal")
    return _("%(who)s declared a misdeal") % {"who": name_of(game, by) if isinstance(by, int) else _("Somebody")}


def points_of(game: GameSeen, hand: HandSeen | None) -> Points | None:
    """The sheet of a finished hand, line by line (docs/rules/spades.md, section 7); None where it was given up."""
    if hand is None:
        return None
    lines, names = lines_of(hand.sheet), tuple(side_name(game, side) for side in sides_of(game))
    if not lines:
        return Points(names, note=_("A misdeal: nothing is scored, and the same dealer deals again."))
    own_first = [lines[side] for side in sides_of(game)]
    return Points(
        names,
        _parts(own_first),
        _part(_("This hand"), own_first, lambda line: signed(line.points)),
        (
            _part(_("Score"), own_first, lambda line: plain_number(line.score)),
            _part(_("Bags held"), own_first, lambda line: str(line.bags)),
        ),
    )


def _parts(lines: Sequence[SideLine]) -> tuple[Part, ...]:
    """Nils, bonus and penalty only where somebody has one."""
    parts = [_part(_("Took"), lines, _taken), _part(_("Contract"), lines, lambda line: signed(line.contract))]
    if any(line.nils for line in lines):
        parts.append(_part(_("Nils"), lines, lambda line: signed(line.nils)))
    if any(line.bonus for line in lines):
        parts.append(_part(_("Bonus"), lines, lambda line: signed(line.bonus)))
    parts.append(_part(_("Bags"), lines, lambda line: signed(line.bags_taken)))
    if any(line.penalties for line in lines):
        parts.append(_part(_("Ten bags"), lines, lambda line: signed(line.penalty_points)))
    return tuple(parts)


def _taken(line: SideLine) -> str:
    """ "7 of 6", without the tricks of nil bidders; a side of nothing else has no contract."""
    return _("%(took)s of %(bid)s") % {"took": line.taken, "bid": line.bid} if line.bid else "–"


def _part(title: str, lines: Sequence[SideLine], cell: Callable[[SideLine], str]) -> Part:
    return Part(title, tuple(cell(line) for line in lines))


def score_lines(game: GameSeen) -> tuple[ScoreLine, ...]:
    return tuple(_score_line(game, hand) for hand in game.hands)


def _score_line(game: GameSeen, hand: HandSeen) -> ScoreLine:
    lines = lines_of(hand.sheet)
    if not lines:
        return ScoreLine(hand.number, note=misdeal_told(game, hand))
    return ScoreLine(hand.number, tuple(_cell(game, hand, lines[side], side) for side in sides_of(game)))


def _cell(game: GameSeen, hand: HandSeen, line: SideLine, side: int) -> SideCell:
    bids, taken = bids_of(hand), tricks_taken(hand)
    told = tuple(
        _("bid %(bid)s, took %(took)s") % {"bid": bid_words(bids[seat]), "took": taken[seat]}
        for seat in near_first(game, side)
    )
    return SideCell(signed(line.points), plain_number(line.score), told)
