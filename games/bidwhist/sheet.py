"""A finished hand of Bid Whist explained: the contract, the books, the points, every call of a renege, all tricks."""

from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bidwhist.contract import BOOKS, Contract, Direction, find_bid
from games.bidwhist.kitty import first_book
from games.bidwhist.score import HandLine
from games.bidwhist.words import books_told, contract_words, renege_told, tricks_of, view_of
from games.engine.cards import Suit
from games.snapshot import HandSeen, SealSeen, Seen
from games.viewmodel import claims
from games.viewmodel.cross import trick_row
from games.viewmodel.four import ScoreLine, SidesSummary, SideSum, SumRow, name_in, side_name
from games.viewmodel.race import race
from games.viewmodel.table import Ending
from games.viewmodel.words import plain_number, signed, tricks

#: The seats of each side.
SIDES = ((0, 2), (1, 3))


def contract_of(hand: HandSeen) -> Contract | None:
    """What was played; None for a hand that everybody passed."""
    told = hand.record
    bid = find_bid(told.get("contract"))
    if bid is None:
        return None
    trump, direction = told.get("trump"), told.get("direction")
    return Contract(
        bid,
        cast(int, told["declarer"]),
        None if trump is None else Suit(str(trump)),
        None if direction is None else Direction(str(direction)),
    )


def sides_in_order(seen: Seen) -> tuple[int, int]:
    return seen.seat % 2, 1 - seen.seat % 2


def side_names(seen: Seen) -> tuple[str, ...]:
    return tuple(side_name(seen, SIDES[side]) for side in sides_in_order(seen))


def score_rows(seen: Seen) -> tuple[ScoreLine, ...]:
    """The score after each hand, one's own side first. Only the declarer's side's score moves."""
    rows, before = [], (0, 0)
    for hand in seen.hands:
        if contract_of(hand) is None:
            rows.append(ScoreLine(hand.number, (), _("everybody passed")))
            continue
        after = score_after(hand)
        cells = tuple((signed(after[side] - before[side]), plain_number(after[side])) for side in sides_in_order(seen))
        rows.append(ScoreLine(hand.number, cells))
        before = after
    return tuple(rows)


def score_after(hand: HandSeen) -> tuple[int, int]:
    return cast("tuple[int, int]", hand.record["score"])


def line_of(hand: HandSeen) -> HandLine:
    return HandLine.of(hand.sheet)


def _auto_note(seen: Seen, hand: HandSeen) -> str:
    claim = claims.told(seen, hand)
    if claim or not hand.auto:
        return claim
    return _("The rest was played out: however it fell, it could only end this way.")


def summary(seen: Seen, hand: HandSeen, seal: SealSeen | None) -> SidesSummary:
    contract = contract_of(hand)
    told = tricks_of(hand.actions, contract)
    rows = [trick_row(seen, trick, is_mine=trick.ahead % 2 == seen.seat % 2) for trick in told]
    split = len(rows) - (hand.auto + 3) // 4
    return SidesSummary(
        number=hand.number,
        heading=_("Everybody passed") if contract is None else _heading(seen, hand, contract),
        sub=_("Hand %(n)s.") % {"n": hand.number},
        sides=() if contract is None else tuple(_side(seen, hand, contract, side) for side in sides_in_order(seen)),
        rows=() if contract is None else _rows(seen, hand, contract),
        note=_("The next dealer deals.") if contract is None else _note(hand),
        tricks=tuple(rows[:split]),
        auto=tuple(rows[split:]),
        auto_note=_auto_note(seen, hand),
        seal=seal,
        first_book=_first_book(seen, hand, contract),
    )


def _first_book(seen: Seen, hand: HandSeen, contract: Contract | None) -> str:
    lying = first_book(hand.actions)
    if contract is None or not lying:
        return ""
    words = {"name": name_in(seen, contract.declarer), "cards": " ".join(f"[{one}]" for one in lying)}
    if contract.declarer == seen.seat:
        return _("Book 1, which you put aside: %(cards)s") % words
    return _("Book 1, which %(name)s put aside: %(cards)s") % words


def _heading(seen: Seen, hand: HandSeen, contract: Contract) -> str:
    made = line_of(hand).is_made
    words = {"side": side_name(seen, SIDES[contract.side]), "contract": contract_words(contract)}
    if contract.declarer == seen.seat:
        return _("You made %(contract)s") % words if made else _("You were set at %(contract)s") % words
    if contract.side == seen.seat % 2:
        return _("Your side made %(contract)s") % words if made else _("Your side was set at %(contract)s") % words
    return _("%(side)s made %(contract)s") % words if made else _("%(side)s were set at %(contract)s") % words


def _side(seen: Seen, hand: HandSeen, contract: Contract, side: int) -> SideSum:
    change = line_of(hand).points if side == contract.side else 0
    now = score_after(hand)[side]
    return SideSum(
        name=side_name(seen, SIDES[side]),
        now=plain_number(now),
        was=plain_number(now - change),
        change=change,
        change_words=signed(change),
        is_mine=side == seen.seat % 2,
    )


def _rows(seen: Seen, hand: HandSeen, contract: Contract) -> tuple[SumRow, ...]:
    books = line_of(hand).books
    text = _books_told(hand)
    by_side = {contract.side: books, 1 - contract.side: BOOKS - books}
    notes = tuple(books_told(by_side[side]) for side in sides_in_order(seen))
    single = line_of(hand).single
    rows = [_row(seen, contract, _("Contract"), text, single, notes)]
    if line_of(hand).is_doubled:
        rows.append(_row(seen, contract, _("No trump"), _("No trump counts double, won or lost."), single))
    if hand.sheet["calls"]:
        rows.append(_row(seen, contract, _("Reneges"), f"{_calls(seen, hand)} {_moved_told(seen, hand, contract)}", 0))
    return tuple(rows)


def _books_told(hand: HandSeen) -> str:
    before, books = line_of(hand).before_calls, line_of(hand).books
    words = {"tricks": tricks(line_of(hand).tricks), "books": books_told(before), "after": str(books)}
    words["promised"] = str(line_of(hand).promised)
    if before == books:
        return _("%(tricks)s and the kitty: %(books)s of %(promised)s promised.") % words
    return _("%(tricks)s and the kitty: %(books)s; after the calls %(after)s of %(promised)s promised.") % words


def _moved_told(seen: Seen, hand: HandSeen, contract: Contract) -> str:
    """The books that changed sides in the end: fewer than were called for where a side had no more to lose."""
    moved = line_of(hand).books - line_of(hand).before_calls
    if not moved:
        return _("No book changed sides.")
    count = abs(moved)
    if (moved > 0) == (contract.side == seen.seat % 2):
        told = ngettext("%(n)s book went to your side.", "%(n)s books went to your side.", count)
    else:
        told = ngettext("%(n)s book went to their side.", "%(n)s books went to their side.", count)
    return told % {"n": count}


def _row(
    seen: Seen, contract: Contract, title: str, text: str, points: int, notes: tuple[str, ...] = ("", "")
) -> SumRow:
    cells = []
    for side, note in zip(sides_in_order(seen), notes, strict=True):
        value = points if side == contract.side else 0
        cells.append((value, signed(value), note))
    return SumRow(title, text, tuple(cells))


def calls_of(hand: HandSeen) -> tuple[tuple[int, int | None, bool], ...]:
    """The calls of reneges in a scored hand: who, which trick (None: given up), and whether it was right."""
    return cast("tuple[tuple[int, int | None, bool], ...]", hand.sheet["calls"])


def _calls(seen: Seen, hand: HandSeen) -> str:
    told = [renege_told(name_in(seen, seat), book, is_right=is_right) for seat, book, is_right in calls_of(hand)]
    return " ".join(told)


def _note(hand: HandSeen) -> str:
    return _("All thirteen books: a Boston.") if line_of(hand).is_boston else ""


# -- the end of a game ------------------------------------------------------------------------------------


def ending(seen: Seen) -> Ending:
    hands = ngettext("%(n)s hand", "%(n)s hands", len(seen.hands)) % {"n": len(seen.hands)}
    scored = [score_after(hand) for hand in seen.hands if contract_of(hand) is not None]
    mine, other = sides_in_order(seen)
    chart = race(
        [one[mine] for one in scored],
        [one[other] for one in scored],
        names=(_("Your side"), _("Their side")),
        step=5,
    )
    return Ending(_("Bid Whist") + f", {hands}", _end_heading(seen, scored), _lead(seen), _facts(seen), chart)


def _end_heading(seen: Seen, scored: list[tuple[int, int]]) -> str:
    if seen.result is None or seen.result.winner is None:
        return _("You gave this game up")
    winner = seen.result.winner
    words = {
        "side": side_name(seen, SIDES[winner]),
        "won": plain_number(scored[-1][winner]),
        "lost": plain_number(scored[-1][1 - winner]),
    }
    if winner == seen.seat % 2:
        return _("Your side wins, %(won)s to %(lost)s") % words
    return _("%(side)s win, %(won)s to %(lost)s") % words


def _lead(seen: Seen) -> str:
    if seen.result is None:
        return _("It stays in your list. The deal of its last hand can be checked now.")
    won = [after - before for after, before in zip(_wins(seen), view_of(seen).wins, strict=True)]
    if max(won) > 1:
        return _("A Boston, bid and made: the game counts as two wins.")
    return _("Hand %(n)s decided it.") % {"n": len(seen.hands)}


def _facts(seen: Seen) -> tuple[tuple[str, str, str], ...]:
    """Name, value, and a small addition."""
    played = [(hand, contract) for hand in seen.hands if (contract := contract_of(hand)) is not None]
    own = [hand for hand, contract in played if contract.side == seen.seat % 2]
    theirs = [hand for hand, contract in played if contract.side != seen.seat % 2]
    bostons = sum(line_of(hand).is_boston for hand, _contract in played)
    return (
        (_("contracts of yours made"), str(_made(own)), _("of %(n)s") % {"n": len(own)}),
        (_("contracts of theirs set"), str(len(theirs) - _made(theirs)), _("of %(n)s") % {"n": len(theirs)}),
        (ngettext("Boston", "Bostons", bostons), str(bostons), ""),
        *_match_fact(seen),
    )


def match_words(seen: Seen) -> str:
    """The wins of the match by side (9.3), this game's among them once it is won; empty before the first win."""
    counts = _wins(seen)
    if not any(counts):
        return ""
    words = {"mine": counts[seen.seat % 2], "theirs": counts[1 - seen.seat % 2]}
    return _("The match: your side %(mine)s, their side %(theirs)s") % words


def _wins(seen: Seen) -> tuple[int, int]:
    if seen.result is not None and "wins" in seen.result.record:
        return cast("tuple[int, int]", seen.result.record["wins"])
    return view_of(seen).wins


def _match_fact(seen: Seen) -> tuple[tuple[str, str, str], ...]:
    """The match as it stands after this game; nothing where the game was given up."""
    if seen.result is None:
        return ()
    counts = _wins(seen)
    mine, theirs = counts[seen.seat % 2], counts[1 - seen.seat % 2]
    return ((_("wins in the match"), f"{mine}:{theirs}", _("yours and theirs")),)


def _made(hands: list[HandSeen]) -> int:
    return sum(line_of(hand).is_made for hand in hands)
