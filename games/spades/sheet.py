"""A finished hand of Spades, explained side by side, and a finished game: where every point came from, and why."""

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext as _

from games.engine.cards import cards
from games.engine.state import Seat
from games.snapshot import PlayedHand, Snapshot
from games.spades.options import Terms
from games.spades.score import (
    BLIND,
    SideLine,
    are_level,
    best_of,
    bids_in,
    bonuses,
    is_range_mode,
    lines_of,
    tricks_in,
)
from games.spades.score import tricks_of as promised
from games.spades.state import seats_of
from games.spades.words import SIDES, bid_words, grounds_sentence, view_of
from games.viewmodel.seats import Moment, clockwise, may_mind, name_in
from games.viewmodel.sheet import ScoreCell, Sheet, SumRow, sum_row
from games.viewmodel.words import bags, course, joined, plain_number, signed


def unscored(moment: Moment, hand: PlayedHand) -> str:
    return "" if lines_of(hand.sheet) else f"{_misdeal(moment, hand)}: {_grounds(hand)}"


def cell(moment: Moment, hand: PlayedHand, side: int) -> ScoreCell:
    bids, taken, line = bids_in(hand.record), tricks_in(hand.record), lines_of(hand.sheet)[side]
    seats = SIDES.seats_of(moment, side)
    notes = tuple(
        _("bid %(bid)s, took %(took)s") % {"bid": bid_words(bids[seat]), "took": taken[seat]} for seat in seats
    )
    names = tuple(name_in(moment, seat) for seat in seats) if len(seats) > 1 else ()
    return ScoreCell(line.points, line.score, notes, names)


# -- headings -------------------------------------------------------------------------------------------


def headline(snapshot: Snapshot, hand: PlayedHand) -> tuple[str, str]:
    """How one's own side fared, and the others in a sentence each."""
    rules, lines = view_of(snapshot).terms, lines_of(hand.sheet)
    if not lines:
        return _misdeal(snapshot, hand), ""
    order = SIDES.sides_in_order(snapshot)
    own, *others = (_sentence(snapshot, rules, hand, side, lines[side]) for side in order)
    return own, " ".join(f"{one}." for one in others)


def _sentence(snapshot: Snapshot, rules: Terms, hand: PlayedHand, side: int, line: SideLine) -> str:
    """How a side fared, its contract and each nil; and the bags where they outweigh all that."""
    clauses = [(_contract_sentence(snapshot, rules, side, line), line.is_made)] if line.bid else []
    for seat in sorted(seats_of(rules, side), key=lambda seat: seat != snapshot.seat):
        if promised(bids_in(hand.record)[seat]) == 0:
            held = tricks_in(hand.record)[seat] == 0
            clauses.append((_nil_sentence(snapshot, seat, held=held, first=not clauses), held))
    if line.points < 0 and all(is_good for _clause, is_good in clauses):
        clauses.append((_("ten bags cost 100"), False))
    return joined(clauses)


def _contract_sentence(snapshot: Snapshot, rules: Terms, side: int, line: SideLine) -> str:
    words = {"n": line.bid, "short": line.bid - line.taken, "side": SIDES.name_of_side(snapshot, side)}
    made = line.is_made
    if side != snapshot.seat % rules.sides:
        return _("%(side)s made %(n)s") % words if made else _("%(side)s fell %(short)s short of %(n)s") % words
    if rules.partners:
        return _("Your side made its %(n)s") % words if made else _("Your side fell %(short)s short of %(n)s") % words
    return _("You made your %(n)s") % words if made else _("You fell %(short)s short of %(n)s") % words


def _nil_sentence(snapshot: Snapshot, seat: int, *, held: bool, first: bool) -> str:
    if seat != snapshot.seat:
        words = {"name": name_in(snapshot, seat)}
        return _("%(name)s’s nil held") % words if held else _("%(name)s’s nil failed") % words
    if first:
        return _("Your nil held") if held else _("Your nil failed")
    return _("your nil held") if held else _("your nil failed")


def _misdeal(moment: Moment, hand: PlayedHand) -> str:
    return _("%(name)s declared a misdeal") % {"name": name_in(moment, _declarer(hand))}


def _declarer(hand: PlayedHand) -> Seat:
    return cast(Seat, hand.record["misdeal"])


def _grounds(hand: PlayedHand) -> str:
    return grounds_sentence(cards(" ".join(hand.hands[_declarer(hand)])))


# -- where the points came from -------------------------------------------------------------------------


def sheet(moment: Moment, hand: PlayedHand) -> Sheet:
    """The sheet of a finished hand, line by line (docs/rules/spades.md, section 7)."""
    rules, lines = view_of(moment).terms, lines_of(hand.sheet)
    if not lines:
        return Sheet(note=_("Reason: %(why)s. The same dealer deals again.") % {"why": _grounds(hand)})
    every = [lines[side] for side in SIDES.sides_in_order(moment)]
    sides = SIDES.sums(moment, [line.score for line in lines], [line.score_before for line in lines])
    note = _note(every[0], alone=not rules.partners) if may_mind(moment) else ""
    return Sheet(sides, _rows(moment, rules, hand, every), note)


def _rows(moment: Moment, rules: Terms, hand: PlayedHand, every: Sequence[SideLine]) -> tuple[SumRow, ...]:
    """Nils, bonus and penalty only where somebody has one."""
    contracts = [line.contract for line in every]
    rows = [sum_row(_("Contract"), _bids_text(moment, hand), contracts, _contracts(every))]
    if any(promised(bid) == 0 for bid in bids_in(hand.record)):
        rows.append(sum_row(_("Nils"), _nils_text(moment, hand), [line.nils for line in every]))
    if any(line.bonus for line in every):
        rows.append(sum_row(_("Bonus"), _bonus_text(every, rules), [line.bonus for line in every]))
    rows.append(sum_row(_("Bags"), _bags_text(every), [line.bags_taken for line in every], _bags_notes(every)))
    if any(line.penalties for line in every):
        text = _("Ten bags cost 100 points and are taken off.")
        rows.append(sum_row(_("Penalty"), text, [line.penalty_points for line in every]))
    return tuple(rows)


def _bids_text(moment: Moment, hand: PlayedHand) -> str:
    """Everybody's bid and tricks, the near seat's first."""
    bids, taken = bids_in(hand.record), tricks_in(hand.record)
    parts = []
    for seat in clockwise(moment):
        words = {"name": name_in(moment, seat), "bid": bid_words(bids[seat]), "took": taken[seat]}
        parts.append(_("%(name)s bid %(bid)s and took %(took)s.") % words)
    return " ".join([*parts, *_overridden(moment, hand)])


def _overridden(moment: Moment, hand: PlayedHand) -> list[str]:
    """Bids that One Nil put in the place of those that were said."""
    bids = bids_in(hand.record)
    found = []
    for seat, action in hand.actions:
        if action.verb == "bid" and action.number is not None and bids[seat] != action.number:
            words = {"name": name_in(moment, seat), "was": bid_words(action.number), "now": bid_words(bids[seat])}
            found.append(_("%(name)s said %(was)s; One Nil made it %(now)s.") % words)
    return found


def _contracts(lines: Sequence[SideLine]) -> list[str]:
    return [_("%(took)s of %(bid)s") % {"took": line.taken, "bid": line.bid} if line.bid else "" for line in lines]


def _nils_text(moment: Moment, hand: PlayedHand) -> str:
    parts = []
    for seat, (bid, took) in enumerate(zip(bids_in(hand.record), tricks_in(hand.record), strict=True)):
        if promised(bid):
            continue
        name = name_in(moment, seat)
        kind = _("blind nil") if bid == BLIND else _("nil")
        text = _("%(name)s: %(kind)s held.") if took == 0 else _("%(name)s: %(kind)s failed.")
        parts.append(text % {"name": name, "kind": kind})
    return " ".join(parts)


def _bonus_text(lines: Sequence[SideLine], rules: Terms) -> str:
    """Which bonuses were earned; each side has the largest that its bid brings."""
    sentences = [_bonus_of(line, rules) for line in lines if line.bonus]
    return " ".join(dict.fromkeys(sentences))


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
    return [course(line.bags_before, line.bags_before + line.bags_taken, line.bags) for line in lines]


def _note(own: SideLine, *, alone: bool) -> str:
    if own.bags < 7:
        return ""
    text = _("You hold %(bags)s. Ten cost 100.") if alone else _("Your side holds %(bags)s. Ten cost 100.")
    return text % {"bags": bags(own.bags)}


# -- the end of a game ------------------------------------------------------------------------------


def lead(snapshot: Snapshot) -> str:
    view = view_of(snapshot)
    rules, score = view.terms, view.table.score
    if is_range_mode(rules):
        return _lead_in_range_mode(rules, best_of(score, rules))
    words = {"win": rules.win, "lose": plain_number(rules.lose or 0), "n": len(snapshot.hands)}
    if are_level([line.score_before for line in lines_of(snapshot.hands[-1].sheet)], rules):
        return _("Hand %(n)s decided it.") % words
    if max(score) >= rules.win:
        return _("Hand %(n)s took the score to %(win)s or more.") % words
    return _("Hand %(n)s sank a side to %(lose)s or below.") % words


def _lead_in_range_mode(rules: Terms, best: int) -> str:
    """Within the range, below it where whoever came so far is bust, or past it where everybody is (S17)."""
    words = {"win": rules.win, "lose": rules.lose}
    if best < rules.win:
        return (
            _("Whoever came to %(win)s went on to %(lose)s or more and is bust: the highest score below wins.") % words
        )
    if best >= (rules.lose or 0):
        return _("Everybody has %(lose)s or more and is bust: the lowest score wins.") % words
    return _("Whoever stands from %(win)s to under %(lose)s wins; above that a side is bust.") % words


def facts(snapshot: Snapshot) -> tuple[tuple[str, str, str], ...]:
    seat, side = snapshot.seat, snapshot.seat % view_of(snapshot).terms.sides
    scored = [hand for hand in snapshot.hands if lines_of(hand.sheet)]
    if not scored:
        return ()
    own = [lines_of(hand.sheet)[side] for hand in scored]
    bids = [bids_in(hand.record)[seat] for hand in scored]
    taken = [tricks_in(hand.record)[seat] for hand in scored]
    contracts = [line for line in own if line.bid]
    nils = [took == 0 for bid, took in zip(bids, taken, strict=True) if bid in (0, BLIND)]
    rows = [
        (_("contracts made"), str(sum(line.is_made for line in contracts)), _of(len(contracts))),
        (_("your tricks"), str(sum(taken)), ""),
        (_("bags taken"), str(sum(line.bags_taken for line in own)), ""),
    ]
    if nils:
        rows.append((_("your nils held"), str(sum(nils)), _of(len(nils))))
    else:
        rows.append((_("best hand"), signed(max(line.points for line in own)), ""))
    return tuple(rows)


def _of(count: int) -> str:
    return _("of %(n)s") % {"n": count}
