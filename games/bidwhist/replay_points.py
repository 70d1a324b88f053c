"""The points of past hands of Bid Whist by side, the near one first, without a word about whose they are."""

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext as _

from games.bidwhist.contract import BOOKS, Contract
from games.bidwhist.score import KITTY_BOOK
from games.bidwhist.sheet import SIDES, calls_of, contract_of, line_of, score_after
from games.bidwhist.state import TRICKS, side_of
from games.bidwhist.words import books_told, contract_words, renege_told
from games.engine.state import Seat
from games.snapshot import GameSeen, HandSeen
from games.viewmodel.four_replay import ScoreLine, SideCell, together
from games.viewmodel.replay import Part, Points, name_of
from games.viewmodel.words import plain_number, signed


def sides_of(game: GameSeen) -> tuple[int, int]:
    """The near side first."""
    near = side_of(game.side.near)
    return near, 1 - near


def near_first(game: GameSeen, side: int) -> tuple[Seat, ...]:
    """The seats of a side, clockwise from the near seat."""
    return tuple(sorted(SIDES[side], key=lambda seat: (seat - game.side.near) % 4))


def side_name(game: GameSeen, side: int, *, first: bool = True) -> str:
    return together(game, near_first(game, side), first=first)


def points_of(game: GameSeen, hand: HandSeen | None) -> Points | None:
    """The sheet of a finished hand, line by line (docs/rules/bidwhist.md, section 9); None where it was given up."""
    if hand is None:
        return None
    contract, names = contract_of(hand), tuple(side_name(game, side) for side in sides_of(game))
    if contract is None:
        return Points(names, note=_("Everybody passed: nothing is scored, and the next dealer deals."))
    score = score_after(hand)
    return Points(
        names,
        _parts(game, hand, contract),
        _part(game, contract, _("This hand"), signed(line_of(hand).points), signed(0)),
        (Part(_("Score"), tuple(plain_number(score[side]) for side in sides_of(game))),),
        _note(game, hand),
    )


def _parts(game: GameSeen, hand: HandSeen, contract: Contract) -> tuple[Part, ...]:
    """Moved books and the doubling only where there were any."""
    line = line_of(hand)
    parts = [
        _part(game, contract, _("Tricks"), str(line.tricks), str(TRICKS - line.tricks)),
        _part(game, contract, _("The kitty"), str(KITTY_BOOK), str(0)),
    ]
    if line.moved:
        parts.append(_part(game, contract, _("Moved for reneges"), signed(line.moved), signed(-line.moved)))
    parts.append(_part(game, contract, _("Books"), _of(line.books, contract), str(BOOKS - line.books)))
    parts.append(_part(game, contract, _("Contract"), signed(line.single), signed(0)))
    if line.is_doubled:
        parts.append(_part(game, contract, _("No trump"), signed(line.points - line.single), signed(0)))
    return tuple(parts)


def _of(books: int, contract: Contract) -> str:
    return _("%(books)s of %(promised)s") % {"books": books, "promised": contract.bid.promised}


def _part(game: GameSeen, contract: Contract, title: str, declarers: str, others: str) -> Part:
    """What it was for the declarer's side, and for the other one."""
    return Part(title, tuple(declarers if side == contract.side else others for side in sides_of(game)))


def _note(game: GameSeen, hand: HandSeen) -> str:
    """Who called reneges, and whether it was a Boston."""
    told = [renege_told(name_of(game, seat), book, is_right=is_right) for seat, book, is_right in calls_of(hand)]
    if line_of(hand).is_boston:
        told.append(_("All thirteen books: a Boston."))
    return " ".join(told)


# -- the game -----------------------------------------------------------------------------------------------


def score_lines(game: GameSeen) -> tuple[ScoreLine, ...]:
    return tuple(_score_line(game, hand) for hand in game.hands)


def _score_line(game: GameSeen, hand: HandSeen) -> ScoreLine:
    contract = contract_of(hand)
    if contract is None:
        return ScoreLine(hand.number, note=_("everybody passed"))
    return ScoreLine(hand.number, tuple(_cell(game, hand, contract, side) for side in sides_of(game)))


def _cell(game: GameSeen, hand: HandSeen, contract: Contract, side: int) -> SideCell:
    total = plain_number(score_after(hand)[side])
    books = cast("Sequence[int]", hand.record["books"])[side]
    if side != contract.side:
        return SideCell(signed(0), total, (books_told(books),))
    words = {"who": name_of(game, contract.declarer), "contract": contract_words(contract)}
    promised = {"books": books, "promised": contract.bid.promised}
    notes = (_("%(who)s: %(contract)s") % words, _("%(books)s of %(promised)s books") % promised)
    return SideCell(signed(line_of(hand).points), total, notes)
