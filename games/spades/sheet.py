"""A finished hand of Spades, explained side by side: where every point came from, and all its tricks."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.snapshot import HandSeen, SealSeen, Seen
from games.spades.options import Terms, terms
from games.spades.score import BLIND, Bid, SideLine, bonuses
from games.spades.score import tricks_of as promised
from games.spades.seats import sides_in_order
from games.spades.state import MISDEAL, seats_of
from games.spades.tricks import bid_words, tricks_of
from games.viewmodel import claims
from games.viewmodel.cross import ToldTrick, trick_row
from games.viewmodel.four import ScoreLine, SidesSummary, SideSum, SumRow, name_in, side_name
from games.viewmodel.words import bags, joined, plain_number, signed


def lines_of(sheet: Mapping[str, Any]) -> tuple[SideLine, ...]:
    """The sheet's line of each side; none for a misdeal."""
    lines = cast("Sequence[dict[str, Any]]", sheet.get("lines", ()))
    return tuple(SideLine(**one) for one in lines)


def score_rows(seen: Seen) -> tuple[ScoreLine, ...]:
    """The score after each hand, one's own side first."""
    order = sides_in_order(seen, terms(seen.view.options))
    return tuple(_score_row(seen, hand, order) for hand in seen.hands)


def _score_row(seen: Seen, hand: HandSeen, order: Sequence[int]) -> ScoreLine:
    lines = lines_of(hand.sheet)
    if not lines:
        return ScoreLine(hand.number, (), _misdeal(seen, hand))
    cells = tuple((signed(lines[side].points), plain_number(lines[side].score)) for side in order)
    return ScoreLine(hand.number, cells)


def side_names(seen: Seen) -> tuple[str, ...]:
    rules = terms(seen.view.options)
    return tuple(side_name(seen, seats_of(rules, side)) for side in sides_in_order(seen, rules))


def summary(seen: Seen, hand: HandSeen, seal: SealSeen | None) -> SidesSummary:
    rules, lines = terms(seen.view.options), lines_of(hand.sheet)
    order = sides_in_order(seen, rules)
    told = tricks_of(hand.actions, seen.view.options)
    own = seen.seat % rules.sides
    rows = [trick_row(seen, trick, is_mine=trick.ahead % rules.sides == own) for trick in told]
    by_hand = (hand.auto + 3) // 4
    split = len(rows) - by_hand
    return SidesSummary(
        number=hand.number,
        heading=_heading(seen, rules, hand, lines),
        sub=_sub(seen, rules, hand, lines),
        sides=tuple(_side_sum(seen, rules, lines[side], side) for side in order) if lines else (),
        rows=_rows(seen, rules, hand, [(side, lines[side]) for side in order]) if lines else (),
        note=_note(lines[order[0]], alone=not rules.partners)
        if lines
        else _("Nothing is scored. The same dealer deals again."),
        tricks=tuple(rows[:split]),
        auto=tuple(rows[split:]),
        auto_note=claims.told(seen, hand) or (_auto_note(told[split:]) if by_hand else ""),
        seal=seal,
    )


# -- headings -------------------------------------------------------------------------------------------


def _heading(seen: Seen, rules: Terms, hand: HandSeen, lines: Sequence[SideLine]) -> str:
    if not lines:
        return _misdeal(seen, hand)
    side = seen.seat % rules.sides
    return _told(seen, rules, hand, side, lines[side])


def _told(seen: Seen, rules: Terms, hand: HandSeen, side: int, line: SideLine) -> str:
    """How a side fared, its contract and each nil; and the bags where they outweigh all that."""
    clauses = [(_contract_told(seen, rules, side, line), line.is_made)] if line.bid else []
    for seat in sorted(seats_of(rules, side), key=lambda seat: seat != seen.seat):
        if promised(bids_of(hand)[seat]) == 0:
            held = tricks_taken(hand)[seat] == 0
            clauses.append((_nil_told(seen, seat, held=held, first=not clauses), held))
    if line.points < 0 and all(is_good for _clause, is_good in clauses):
        clauses.append((_("ten bags cost 100"), False))
    return joined(clauses)


def _contract_told(seen: Seen, rules: Terms, side: int, line: SideLine) -> str:
    words = {"n": line.bid, "short": line.bid - line.taken, "side": side_name(seen, seats_of(rules, side))}
    made = line.is_made
    if side != seen.seat % rules.sides:
        return _("%(side)s made %(n)s") % words if made else _("%(side)s fell %(short)s short of %(n)s") % words
    if rules.partners:
        return _("Your side made its %(n)s") % words if made else _("Your side fell %(short)s short of %(n)s") % words
    return _("You made your %(n)s") % words if made else _("You fell %(short)s short of %(n)s") % words


def _nil_told(seen: Seen, seat: int, *, held: bool, first: bool) -> str:
    if seat != seen.seat:
        words = {"name": name_in(seen, seat)}
        return _("%(name)s’s nil held") % words if held else _("%(name)s’s nil fell") % words
    if first:
        return _("Your nil held") if held else _("Your nil fell")
    return _("your nil held") if held else _("your nil fell")


def _misdeal(seen: Seen, hand: HandSeen) -> str:
    by = next((seat for seat, action in hand.actions if action.verb == MISDEAL), seen.seat)
    return _("%(name)s declared a misdeal") % {"name": name_in(seen, by)}


def _sub(seen: Seen, rules: Terms, hand: HandSeen, lines: Sequence[SideLine]) -> str:
    """The other sides in a sentence each."""
    said = [_("Hand %(n)s.") % {"n": hand.number}]
    for side in sides_in_order(seen, rules)[1:] if lines else ():
        said.append(f"{_told(seen, rules, hand, side, lines[side])}.")
    return " ".join(said)


# -- where the points came from -------------------------------------------------------------------------


def bids_of(hand: HandSeen) -> tuple[Bid, ...]:
    return cast("tuple[Bid, ...]", hand.record["bids"])


def tricks_taken(hand: HandSeen) -> tuple[int, ...]:
    return cast("tuple[int, ...]", hand.record["tricks"])


def _side_sum(seen: Seen, rules: Terms, line: SideLine, side: int) -> SideSum:
    return SideSum(
        name=side_name(seen, seats_of(rules, side)),
        now=plain_number(line.score),
        was=plain_number(line.score_before),
        change=line.points,
        change_words=signed(line.points),
        is_mine=side == seen.seat % rules.sides,
    )


def _rows(seen: Seen, rules: Terms, hand: HandSeen, lines: Sequence[tuple[int, SideLine]]) -> tuple[SumRow, ...]:
    every = [line for _side, line in lines]
    rows = [_row(_("Contract"), _bids_text(seen, hand), [line.contract for line in every], _contracts(every))]
    if any(promised(bid) == 0 for bid in bids_of(hand)):
        rows.append(_row(_("Nils"), _nils_text(seen, hand), [line.nils for line in every]))
    if any(line.bonus for line in every):
        rows.append(_row(_("Bonus"), _bonus_text(every, rules), [line.bonus for line in every]))
    rows.append(_row(_("Bags"), _bags_text(every), [line.bags_taken for line in every], _bags_notes(every)))
    if any(line.penalties for line in every):
        text = _("Ten bags cost 100 points and are taken off.")
        rows.append(_row(_("Penalty"), text, [line.penalty_points for line in every]))
    return tuple(rows)


def _row(title: str, text: str, points: Sequence[int], notes: Sequence[str] = ()) -> SumRow:
    added = notes or [""] * len(points)
    return SumRow(title, text, tuple((one, signed(one), note) for one, note in zip(points, added, strict=True)))


def _bids_text(seen: Seen, hand: HandSeen) -> str:
    """Everybody's bid and tricks, one's own first."""
    bids, taken = bids_of(hand), tricks_taken(hand)
    parts = []
    for step in range(4):
        seat = (seen.seat + step) % 4
        words = {"name": name_in(seen, seat), "bid": bid_words(bids[seat]), "took": taken[seat]}
        parts.append(_("%(name)s bid %(bid)s and took %(took)s.") % words)
    return " ".join([*parts, *_overridden(seen, hand)])


def _overridden(seen: Seen, hand: HandSeen) -> list[str]:
    """Bids that One Nil put in the place of those that were said."""
    bids = bids_of(hand)
    found = []
    for seat, action in hand.actions:
        if action.verb == "bid" and action.number is not None and bids[seat] != action.number:
            words = {"name": name_in(seen, seat), "was": bid_words(action.number), "now": bid_words(bids[seat])}
            found.append(_("%(name)s said %(was)s; One Nil made it %(now)s.") % words)
    return found


def _contracts(lines: Sequence[SideLine]) -> list[str]:
    return [_("%(took)s of %(bid)s") % {"took": line.taken, "bid": line.bid} if line.bid else "" for line in lines]


def _nils_text(seen: Seen, hand: HandSeen) -> str:
    parts = []
    for seat, (bid, took) in enumerate(zip(bids_of(hand), tricks_taken(hand), strict=True)):
        if promised(bid):
            continue
        name = name_in(seen, seat)
        kind = _("blind nil") if bid == BLIND else _("nil")
        told = _("%(name)s: %(kind)s held.") if took == 0 else _("%(name)s: %(kind)s fell.")
        parts.append(told % {"name": name, "kind": kind})
    return " ".join(parts)


def _bonus_text(lines: Sequence[SideLine], rules: Terms) -> str:
    """Which bonuses were earned; each side has the largest that its bid brings."""
    told = [_bonus_of(line, rules) for line in lines if line.bonus]
    return " ".join(dict.fromkeys(told))


def _bonus_of(line: SideLine, rules: Terms) -> str:
    earned = bonuses(line.bid, rules)
    match max(earned, key=lambda option: earned[option]):
        case "bonus_bid":
            return _("A bid of %(n)s or more, made: its points count twice.") % {"n": rules.bonus_bid}
        case "ten_for_200":
            return _("Ten or more bid together, and made.")
    return _("Seven or more bid, and made.")


def _bags_text(lines: Sequence[SideLine]) -> str:
    if not any(line.bags_taken for line in lines):
        return _("Nobody took an extra trick.")
    if any(line.nil_tricks for line in lines):
        return _("A point for each trick over the bid; every trick of a nil bidder is one.")
    return _("A point for each trick over the bid.")


def _bags_notes(lines: Sequence[SideLine]) -> list[str]:
    notes = []
    for line in lines:
        steps = dict.fromkeys((line.bags_before, line.bags_before + line.bags_taken, line.bags))
        notes.append(" → ".join(map(str, steps)) if len(steps) > 1 else _("stays %(n)s") % {"n": line.bags})
    return notes


def _note(own: SideLine, *, alone: bool) -> str:
    if own.bags < 7:
        return ""
    told = _("You hold %(bags)s. Ten cost 100.") if alone else _("Your side holds %(bags)s. Ten cost 100.")
    return told % {"bags": bags(own.bags)}


# -- tricks ---------------------------------------------------------------------------------------------


def _auto_note(rest: Sequence[ToldTrick]) -> str:
    words = {"n": len(rest)}
    return (
        ngettext(
            "The last trick was played out for everybody: however it fell, it could only end this way.",
            "The last %(n)s tricks were played out for everybody: however they fell, they could only end this way.",
            len(rest),
        )
        % words
    )
