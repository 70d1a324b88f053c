"""A finished hand of Two-Man Spades, explained: where every point came from, and all its tricks."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.cards import card
from games.engine.options import whole
from games.snapshot import HandSeen, SealSeen, Seen
from games.twoman.say import view_of
from games.twoman.score import BAG_CARDS, Parity, Pile, SeatLine
from games.twoman.state import DISCARD
from games.twoman.tricks import ToldTrick, drawn, tricks_of
from games.viewmodel import claims
from games.viewmodel.table import ScoreRow, SheetRow, Summary, TrickRow
from games.viewmodel.words import bags, in_words, joined, plain_number, signed


def line_of(sheet: Mapping[str, Any], seat: int) -> SeatLine:
    return SeatLine(**cast("Sequence[dict[str, Any]]", sheet["lines"])[seat])


def is_scored(hand: HandSeen) -> bool:
    """A hand with a blind nil is won or lost, never scored."""
    return "lines" in hand.sheet


def score_rows(seen: Seen) -> tuple[ScoreRow, ...]:
    """The score after each hand, mine first."""
    rows = []
    for hand in seen.hands:
        if is_scored(hand):
            mine, hers = line_of(hand.sheet, seen.seat), line_of(hand.sheet, 1 - seen.seat)
            rows.append(
                ScoreRow(
                    hand.number,
                    signed(mine.change),
                    plain_number(mine.display),
                    signed(hers.change),
                    plain_number(hers.display),
                )
            )
    return tuple(rows)


def summary(seen: Seen, hand: HandSeen, seal: SealSeen | None) -> Summary:
    told = tricks_of(hand.actions)
    rows = [_trick_row(seen, trick) for trick in told]
    by_hand = (hand.auto + 1) // 2
    split = len(rows) - by_hand
    scored = is_scored(hand)
    mine, hers = _scores(seen, hand)
    return Summary(
        number=hand.number,
        heading=_heading(line_of(hand.sheet, seen.seat)) if scored else _blind_nil_heading(seen, hand),
        sub=_sub(seen, hand),
        mine=plain_number(mine[1]),
        mine_was=plain_number(mine[0]),
        mine_change=mine[1] - mine[0],
        mine_change_words=signed(mine[1] - mine[0]),
        hers=plain_number(hers[1]),
        hers_was=plain_number(hers[0]),
        hers_change=hers[1] - hers[0],
        hers_change_words=signed(hers[1] - hers[0]),
        rows=_rows(seen, hand) if scored else (),
        note=_note(seen, hand) if scored else "",
        tricks=tuple(rows[:split]),
        auto=tuple(rows[split:]),
        auto_note=claims.told(seen, hand) or (_auto_note(seen, told[split:]) if by_hand else ""),
        seal=seal,
    )


def _scores(seen: Seen, hand: HandSeen) -> tuple[tuple[int, int], tuple[int, int]]:
    """Display before and after, mine and hers; a blind nil changes nothing."""
    if is_scored(hand):
        lines = line_of(hand.sheet, seen.seat), line_of(hand.sheet, 1 - seen.seat)
        return (lines[0].display_before, lines[0].display), (lines[1].display_before, lines[1].display)
    shown = cast("tuple[int, int]", hand.record["display"])
    return (shown[seen.seat],) * 2, (shown[1 - seen.seat],) * 2


# -- headings -------------------------------------------------------------------------------------


def _heading(line: SeatLine) -> str:
    return joined([(_mine_told(line), line.is_made), *_outweighed(line, _MINE)])


def _mine_told(line: SeatLine) -> str:
    if line.bid == 0:
        return _("Your nil held") if line.is_made else _("Your nil fell")
    words = {"bid": in_words(line.bid), "short": in_words(line.bid - line.tricks)}
    if line.is_made:
        return _("You made your blind %(bid)s") % words if line.blind else _("You made your %(bid)s") % words
    return _("You fell %(short)s short of %(bid)s") % words


def _hers_told(line: SeatLine) -> str:
    if line.bid == 0:
        return _("Marta’s nil held") if line.is_made else _("Marta’s nil fell")
    words = {"bid": in_words(line.bid), "short": in_words(line.bid - line.tricks)}
    if line.is_made:
        return _("Marta made her %(bid)s") % words
    return _("Marta fell %(short)s short of %(bid)s") % words


def _outweighed(line: SeatLine, told: Mapping[tuple[str, bool], Promise]) -> list[tuple[str, bool]]:
    """What turned the hand where its points say the opposite of the bid: the bags or the pile."""
    if not line.change or (line.change > 0) == line.is_made:
        return []
    gained = line.change > 0
    weights = (("bags", line.hundreds), ("bags", line.bag_points), ("pile", line.pile_points))
    what, points = (max if gained else min)(weights, key=lambda one: one[1])
    return [(told[what, gained] % {"n": abs(points)}, gained)]


_MINE: Mapping[tuple[str, bool], Promise] = {
    ("bags", True): gettext_lazy("bags brought you %(n)s"),
    ("bags", False): gettext_lazy("bags cost you %(n)s"),
    ("pile", True): gettext_lazy("the pile brought you %(n)s"),
    ("pile", False): gettext_lazy("the pile cost you %(n)s"),
}
_HERS: Mapping[tuple[str, bool], Promise] = {
    ("bags", True): gettext_lazy("bags brought her %(n)s"),
    ("bags", False): gettext_lazy("bags cost her %(n)s"),
    ("pile", True): gettext_lazy("the pile brought her %(n)s"),
    ("pile", False): gettext_lazy("the pile cost her %(n)s"),
}


def _sub(seen: Seen, hand: HandSeen) -> str:
    number = _("Hand %(n)s.") % {"n": hand.number}
    if not is_scored(hand):
        return number
    line = line_of(hand.sheet, 1 - seen.seat)
    return f"{number} {joined([(_hers_told(line), line.is_made), *_outweighed(line, _HERS)])}."


def _blind_nil_heading(seen: Seen, hand: HandSeen) -> str:
    bidder = hand.sheet["blind_nil"]
    tricks = cast("tuple[int, int]", hand.sheet["tricks"])
    held = tricks[cast(int, bidder)] == 0
    if bidder == seen.seat:
        return _("Your blind nil held") if held else _("Your blind nil fell")
    return _("Marta’s blind nil held") if held else _("Marta’s blind nil fell")


# -- where the points came from -------------------------------------------------------------------


def _rows(seen: Seen, hand: HandSeen) -> tuple[SheetRow, ...]:
    mine, hers = line_of(hand.sheet, seen.seat), line_of(hand.sheet, 1 - seen.seat)
    rows = [
        _row(_("Bid"), _bid_text(mine, hers), mine.bid_points, hers.bid_points),
        _row(
            _("Bags"),
            _bags_text(seen, hand, mine, hers),
            mine.bag_points,
            hers.bag_points,
            _bags_note(mine),
            _bags_note(hers),
        ),
    ]
    if mine.hundreds or hers.hundreds:
        rows.append(_row(_("Hundreds"), _hundreds_text(mine, hers), mine.hundreds, hers.hundreds))
    rows.append(_row(_("Pile"), _pile_text(seen, hand), mine.pile_points, hers.pile_points))
    return tuple(rows)


def _row(title: str, text: str, mine: int, hers: int, mine_note: str = "", hers_note: str = "") -> SheetRow:
    return SheetRow(title, text, mine, hers, signed(mine), signed(hers), mine_note, hers_note)


def _bid_text(mine: SeatLine, hers: SeatLine) -> str:
    yours = _("You bid %(bid)s and took %(n)s.") % {"bid": _bid(mine), "n": mine.tricks}
    martas = _("Marta bid %(bid)s and took %(n)s.") % {"bid": _bid(hers), "n": hers.tricks}
    double = _("A blind bid counts double.") if mine.blind or hers.blind else ""
    return " ".join(one for one in (yours, martas, double) if one)


def _bid(line: SeatLine) -> str:
    if line.bid == 0:
        return _("nil")
    return _("%(n)s blind") % {"n": line.bid} if line.blind else str(line.bid)


def _bags_text(seen: Seen, hand: HandSeen, mine: SeatLine, hers: SeatLine) -> str:
    parts = []
    if mine.bags_taken:
        over = ngettext("You took %(n)s extra trick.", "You took %(n)s extra tricks.", mine.bags_taken)
        parts.append(over % {"n": mine.bags_taken})
    if hers.bags_taken:
        over = ngettext("Marta took %(n)s extra trick.", "Marta took %(n)s extra tricks.", hers.bags_taken)
        parts.append(over % {"n": hers.bags_taken})
    parts += _bag_cards(seen, hand)
    parts = parts or [_("Nobody took an extra trick.")]
    if mine.counts_down or hers.counts_down:
        parts.append(_("Below zero, bags count downwards."))
    return " ".join(parts)


def _bag_cards(seen: Seen, hand: HandSeen) -> list[str]:
    """Who won the bag cards that came up, in tricks or in the pile."""
    found = []
    for one in BAG_CARDS:
        winner = _winner_of(hand, one.text)
        if winner is None:
            continue
        words = {"card": f"[{one.text}]", "bags": bags(BAG_CARDS[one])}
        if winner == seen.seat:
            found.append(_("You won the %(card)s: %(bags)s off.") % words)
        else:
            found.append(_("Marta won the %(card)s: %(bags)s off.") % words)
    return found


def _winner_of(hand: HandSeen, text: str) -> int | None:
    for trick in tricks_of(hand.actions):
        if any(one.text == text for _, one in trick.plays):
            return trick.winner
    in_pile = any(action.verb == DISCARD and action.argument == text for _, action in hand.actions)
    return cast(int, hand.sheet["pile_winner"]) if in_pile else None


def _bags_note(line: SeatLine) -> str:
    before, reached = line.bags_before, line.bags_before + line.bags_taken - line.bags_lost
    steps = [before]
    for step in (reached, line.bags):
        if step != steps[-1]:
            steps.append(step)
    if len(steps) == 1:
        return _("stays %(n)s") % {"n": plain_number(before)}
    return " → ".join(plain_number(step) for step in steps)


def _hundreds_text(mine: SeatLine, hers: SeatLine) -> str:
    parts = []
    for line, seven, five in (
        (mine, _("Seven bags cost you 100."), _("Five bags under zero pay you 100.")),
        (hers, _("Seven bags cost Marta 100."), _("Five bags under zero pay Marta 100.")),
    ):
        parts += [seven] * line.penalties + [five] * line.bonuses
    return " ".join(parts)


def _pile_text(seen: Seen, hand: HandSeen) -> str:
    discards = {seat: action.argument for seat, action in hand.actions if action.verb == DISCARD}
    mine, hers = str(discards[seen.seat]), str(discards[1 - seen.seat])
    pile = Pile((card(mine), card(hers)))
    yours = hand.sheet["pile_winner"] == seen.seat
    words = {"mine": f"[{mine}]", "hers": f"[{hers}]", "total": pile.total, "points": pile.points}
    words["parity"] = _("odd") if pile.parity is Parity.ODD else _("even")
    text = _("%(mine)s and %(hers)s make %(total)s: %(parity)s,") % words
    text += " " + (_("yours.") if yours else _("Marta’s."))
    if pile.points == 20:
        same_suit = pile.cards[0].suit is pile.cards[1].suit
        text += " " + (_("Same suit, so 20.") if same_suit else _("Same rank, so 20."))
    if hand.sheet["denied"]:
        text += " " + _denial_text(yours, whole(view_of(seen).options, "target"), pile.points)
    return text


def _denial_text(yours: bool, target: int, points: int) -> str:
    words = {"target": target, "points": points}
    if yours:
        return (
            _("Denial: it would have carried you to %(target)s from behind, so Marta loses %(points)s instead.") % words
        )
    return _("Denial: it would have carried Marta to %(target)s from behind, so you lose %(points)s instead.") % words


def _note(seen: Seen, hand: HandSeen) -> str:
    held = line_of(hand.sheet, seen.seat).bags
    if held >= 5:
        return _("You hold %(bags)s. Seven cost 100.") % {"bags": bags(held)}
    if held <= -3:
        return _("You hold %(bags)s. Five under zero pay 100.") % {"bags": bags(held)}
    return ""


# -- tricks ---------------------------------------------------------------------------------------


def _trick_row(seen: Seen, trick: ToldTrick) -> TrickRow:
    mine = trick.winner == seen.seat
    led = _("You led") if trick.plays[0][0] == seen.seat else _("Marta led")
    cards = tuple((one.text, seat == trick.winner) for seat, one in trick.plays)
    laid = tuple(
        (place, drawn(one), seat == trick.winner) for place, (seat, one) in zip("we", trick.plays, strict=False)
    )
    return TrickRow(trick.number, led, cards, _("you") if mine else _("Marta"), mine, laid)


def _auto_note(seen: Seen, rest: Sequence[ToldTrick]) -> str:
    mine = sum(trick.winner == seen.seat for trick in rest)
    hers = len(rest) - mine
    first, last = rest[0].number, rest[-1].number
    if first == last:
        if mine:
            return _("Trick %(n)s was played out for you: it could only be yours.") % {"n": first}
        return _("Trick %(n)s was played out for you: it could only be Marta’s.") % {"n": first}
    span = _("%(first)s and %(last)s") if last == first + 1 else _("%(first)s to %(last)s")
    words: dict[str, object] = {"span": span % {"first": first, "last": last}, "mine": mine, "hers": hers}
    if not hers:
        return _("Tricks %(span)s were played out for you: however they fell, all were yours.") % words
    if not mine:
        return _("Tricks %(span)s were played out for you: however they fell, all were Marta’s.") % words
    return (
        _("Tricks %(span)s were played out for you: however they fell, %(mine)s went to you and %(hers)s to Marta.")
        % words
    )
