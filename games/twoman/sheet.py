"""A finished hand of Two-Man Spades, explained, and a finished game: where every point came from, who won and why."""

from collections.abc import Mapping
from typing import Final, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.cards import card
from games.engine.options import whole
from games.engine.state import Seat
from games.snapshot import PlayedHand, Snapshot
from games.twoman.rules import TwoMan
from games.twoman.score import BAG_CARDS, Pile, SeatLine, lines_of
from games.twoman.seats import bid_sentence, other_name, parity_word, tricks_of, view_of
from games.twoman.state import DISCARD
from games.viewmodel.seats import Moment, clockwise, may_mind, name_in
from games.viewmodel.sheet import ScoreCell, Sheet, sum_row
from games.viewmodel.sides import Sides
from games.viewmodel.words import bags, course, in_words, joined

SIDES: Final = Sides(rules=TwoMan())


def is_scored(hand: PlayedHand) -> bool:
    """A hand with a blind nil is won or lost, never scored."""
    return "lines" in hand.sheet


def unscored(moment: Moment, hand: PlayedHand) -> str:
    return "" if is_scored(hand) else _("a blind nil, not scored")


def cell(moment: Moment, hand: PlayedHand, seat: Seat) -> ScoreCell:
    line = lines_of(hand.sheet)[seat]
    words = {"bid": bid_sentence(line.bid, is_blind=line.blind), "took": line.tricks}
    return ScoreCell(line.change, line.display, (_("bid %(bid)s, took %(took)s") % words,))


# -- headings -------------------------------------------------------------------------------------


def headline(snapshot: Snapshot, hand: PlayedHand) -> tuple[str, str]:
    """How the hand went for whoever looks on, and for the other seat."""
    if not is_scored(hand):
        return _blind_nil(snapshot, hand, _HEADLINE), ""
    mine, theirs = (lines_of(hand.sheet)[seat] for seat in clockwise(snapshot))
    name = other_name(snapshot)
    own = joined([(_own_sentence(mine), mine.is_made), *_outweighed(mine, _OWN, name)])
    return own, joined([(_other_sentence(theirs, name), theirs.is_made), *_outweighed(theirs, _OTHER, name)]) + "."


def _own_sentence(line: SeatLine) -> str:
    if line.bid == 0:
        return _("Your nil held") if line.is_made else _("Your nil failed")
    words = {"bid": in_words(line.bid), "short": in_words(line.bid - line.tricks)}
    if line.is_made:
        return _("You made your blind %(bid)s") % words if line.blind else _("You made your %(bid)s") % words
    return _("You fell %(short)s short of %(bid)s") % words


def _other_sentence(line: SeatLine, name: str) -> str:
    words = {"name": name, "bid": in_words(line.bid), "short": in_words(line.bid - line.tricks)}
    if line.bid == 0:
        return _("%(name)s’s nil held") % words if line.is_made else _("%(name)s’s nil failed") % words
    if line.is_made:
        return _("%(name)s made %(bid)s") % words
    return _("%(name)s fell %(short)s short of %(bid)s") % words


def _outweighed(line: SeatLine, sentences: Mapping[tuple[str, bool], Promise], name: str) -> list[tuple[str, bool]]:
    """What turned the hand where its points say the opposite of the bid: the bags or the pile."""
    if not line.change or (line.change > 0) == line.is_made:
        return []
    gained = line.change > 0
    weights = (("bags", line.hundreds), ("bags", line.bag_points), ("pile", line.pile_points))
    what, points = (max if gained else min)(weights, key=lambda one: one[1])
    return [(sentences[what, gained] % {"n": abs(points), "name": name}, gained)]


_OWN: Mapping[tuple[str, bool], Promise] = {
    ("bags", True): gettext_lazy("bags brought you %(n)s"),
    ("bags", False): gettext_lazy("bags cost you %(n)s"),
    ("pile", True): gettext_lazy("the pile brought you %(n)s"),
    ("pile", False): gettext_lazy("the pile cost you %(n)s"),
}
_OTHER: Mapping[tuple[str, bool], Promise] = {
    ("bags", True): gettext_lazy("bags brought %(name)s %(n)s"),
    ("bags", False): gettext_lazy("bags cost %(name)s %(n)s"),
    ("pile", True): gettext_lazy("the pile brought %(name)s %(n)s"),
    ("pile", False): gettext_lazy("the pile cost %(name)s %(n)s"),
}


def bidder_of(hand: PlayedHand) -> Seat:
    """Who bid the blind nil that has ended the game with this hand."""
    return cast(Seat, hand.sheet["blind_nil"])


def _blind_nil(snapshot: Snapshot, hand: PlayedHand, sentences: Mapping[tuple[bool, bool], Promise]) -> str:
    """By whether it was the own one, and whether it held."""
    bidder = bidder_of(hand)
    held = cast("tuple[int, int]", hand.sheet["tricks"])[bidder] == 0
    return str(sentences[bidder == snapshot.seat, held] % {"name": name_in(snapshot, bidder)})


_HEADLINE: Mapping[tuple[bool, bool], Promise] = {
    (True, True): gettext_lazy("Your blind nil held"),
    (True, False): gettext_lazy("Your blind nil failed"),
    (False, True): gettext_lazy("%(name)s’s blind nil held"),
    (False, False): gettext_lazy("%(name)s’s blind nil failed"),
}
_WHY: Mapping[tuple[bool, bool], Promise] = {
    (True, True): gettext_lazy("Your blind nil took no trick."),
    (True, False): gettext_lazy("Your blind nil took a trick, and that lost you the game."),
    (False, True): gettext_lazy("%(name)s’s blind nil took no trick."),
    (False, False): gettext_lazy("%(name)s’s blind nil took a trick, and so the game is yours."),
}


# -- where the points came from -------------------------------------------------------------------


def sheet(moment: Moment, hand: PlayedHand) -> Sheet:
    if not is_scored(hand):
        shown = cast("tuple[int, int]", hand.record["display"])
        return Sheet(
            SIDES.sums(moment, shown, shown),
            note=_("A blind nil wins or loses the whole game; scores and bags stay as they were."),
        )
    by_seat = lines_of(hand.sheet)
    lines = {seat: by_seat[seat] for seat in clockwise(moment)}
    every = tuple(lines.values())
    rows = [
        sum_row(_("Bid"), _bid_text(moment, lines), [line.bid_points for line in every]),
        sum_row(
            _("Bags"), _bags_text(moment, hand, lines), [line.bag_points for line in every], [*map(_bags_note, every)]
        ),
    ]
    if any(line.hundreds for line in every):
        rows.append(sum_row(_("Hundreds"), _hundreds_text(moment, lines), [line.hundreds for line in every]))
    rows.append(sum_row(_("Pile"), _pile_text(moment, hand), [line.pile_points for line in every]))
    sides = SIDES.sums(moment, [line.display for line in by_seat], [line.display_before for line in by_seat])
    return Sheet(sides, tuple(rows), _note(every[0]) if may_mind(moment) else "")


def _bid_text(moment: Moment, lines: Mapping[Seat, SeatLine]) -> str:
    parts = []
    for seat, line in lines.items():
        words = {"name": name_in(moment, seat), "bid": bid_sentence(line.bid, is_blind=line.blind), "took": line.tricks}
        parts.append(_("%(name)s bid %(bid)s and took %(took)s.") % words)
    double = [_("A blind bid counts double.")] if any(line.blind for line in lines.values()) else []
    return " ".join([*parts, *double])


def _bags_text(moment: Moment, hand: PlayedHand, lines: Mapping[Seat, SeatLine]) -> str:
    parts = []
    for seat, line in lines.items():
        if line.bags_taken:
            over = ngettext("%(name)s took %(n)s extra trick.", "%(name)s took %(n)s extra tricks.", line.bags_taken)
            parts.append(over % {"name": name_in(moment, seat), "n": line.bags_taken})
    parts += _bag_cards(moment, hand)
    parts = parts or [_("Nobody took an extra trick.")]
    if any(line.counts_down for line in lines.values()):
        parts.append(_("Below zero, bags count downwards."))
    return " ".join(parts)


def _bag_cards(moment: Moment, hand: PlayedHand) -> list[str]:
    """Who won the bag cards that came up, in tricks or in the pile."""
    found = []
    for one in BAG_CARDS:
        winner = _winner_of(hand, one.text)
        if winner is not None:
            words = {"name": name_in(moment, winner), "card": f"[{one.text}]", "bags": bags(BAG_CARDS[one])}
            found.append(_("%(name)s won the %(card)s: %(bags)s off.") % words)
    return found


def _winner_of(hand: PlayedHand, text: str) -> Seat | None:
    for trick in tricks_of(hand.actions):
        if any(one.text == text for _seat, one in trick.plays):
            return trick.winner
    in_pile = any(action.verb == DISCARD and action.argument == text for _seat, action in hand.actions)
    return cast(int, hand.sheet["pile_winner"]) if in_pile else None


def _bags_note(line: SeatLine) -> str:
    return course(line.bags_before, line.bags_before + line.bags_taken - line.bags_lost, line.bags)


def _hundreds_text(moment: Moment, lines: Mapping[Seat, SeatLine]) -> str:
    parts = []
    for seat, line in lines.items():
        words = {"name": name_in(moment, seat)}
        parts += [_("%(name)s: seven bags cost 100.") % words] * line.penalties
        parts += [_("%(name)s: five bags under zero pay 100.") % words] * line.bonuses
    return " ".join(parts)


def _pile_text(moment: Moment, hand: PlayedHand) -> str:
    discards = {seat: action.argument for seat, action in hand.actions if action.verb == DISCARD}
    near, far = (str(discards[seat]) for seat in clockwise(moment))
    pile, winner = Pile((card(near), card(far))), cast(int, hand.sheet["pile_winner"])
    words = {"near": f"[{near}]", "far": f"[{far}]", "total": pile.total, "parity": parity_word(pile.parity)}
    words["name"] = name_in(moment, winner)
    if winner == moment.own:
        text = _("%(near)s and %(far)s make %(total)s: %(parity)s, yours.") % words
    else:
        text = _("%(near)s and %(far)s make %(total)s: %(parity)s, %(name)s’s.") % words
    if pile.points == 20:
        same_suit = pile.cards[0].suit is pile.cards[1].suit
        text += " " + (_("Same suit, so 20.") if same_suit else _("Same rank, so 20."))
    if hand.sheet["denied"]:
        text += " " + _denial(moment, winner, pile.points)
    return text


def _denial(moment: Moment, winner: Seat, points: int) -> str:
    words = {"name": name_in(moment, winner, first=False), "other": name_in(moment, 1 - winner, first=False)}
    words |= {"target": str(whole(moment.view.options, "target")), "points": str(points)}
    text = _(
        "Denial: from behind it would have carried %(name)s to %(target)s or past it. Instead %(points)s are lost by "
        "%(other)s."
    )
    return text % words


def _note(line: SeatLine) -> str:
    if line.bags >= 5:
        return _("You hold %(bags)s. Seven cost 100.") % {"bags": bags(line.bags)}
    if line.bags <= -3:
        return _("You hold %(bags)s. Five under zero pay 100.") % {"bags": bags(line.bags)}
    return ""


# -- the end of a game ------------------------------------------------------------------------------


def lead(snapshot: Snapshot) -> str:
    why = snapshot.result.why if snapshot.result is not None else None
    if why == "blind_nil":
        return _blind_nil(snapshot, snapshot.hands[-1], _WHY)
    if why == "mercy":
        words = {"n": whole(snapshot.view.options, "mercy_lead")}
        return _("A lead of %(n)s or more ends the game at once.") % words
    return _by_target(snapshot)


def _by_target(snapshot: Snapshot) -> str:
    target, shown = whole(snapshot.view.options, "target"), view_of(snapshot).table.display
    winner = None if snapshot.result is None else snapshot.result.winner
    if winner is None:
        return _("Score, base and bags are equal.")
    if shown[0] == shown[1]:
        # Past the target the base can always be read off the display, so equal displays have equal bases.
        return _("Equal scores and bases: more bags win.")
    if min(shown) >= target:
        return _("Both reached %(n)s in this hand, and the higher score wins.") % {"n": target}
    words = {"hand": len(snapshot.hands), "n": target, "name": name_in(snapshot, winner, first=False)}
    return _("Hand %(hand)s took %(name)s to %(n)s.") % words


def facts(snapshot: Snapshot) -> tuple[tuple[str, str, str], ...]:
    scored = [hand for hand in snapshot.hands if is_scored(hand)]
    if not scored:
        return ()
    mine = [lines_of(hand.sheet)[snapshot.seat] for hand in scored]
    of_all = _("of %(n)s") % {"n": len(scored)}
    piles = sum(hand.sheet["pile_winner"] == snapshot.seat for hand in scored)
    return (
        (_("bids made"), str(sum(line.is_made for line in mine)), of_all),
        (_("piles won"), str(piles), of_all),
        (_("tricks taken"), str(sum(line.tricks for line in mine)), ""),
        (_("bags taken"), str(sum(line.bags_taken for line in mine)), ""),
    )
