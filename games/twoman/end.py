"""The end of a game of Two-Man Spades: who won and why, how it went, hand by hand."""

from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.options import whole
from games.engine.state import Result
from games.snapshot import Seen
from games.twoman.say import view_of
from games.twoman.sheet import is_scored, line_of
from games.viewmodel.race import race
from games.viewmodel.table import Chart, Ending
from games.viewmodel.words import plain_number


def ending(seen: Seen) -> Ending:
    return Ending(
        about=_about(seen),
        heading=_heading(seen),
        lead=_lead(seen),
        facts=_facts(seen),
        chart=chart(seen),
    )


def _about(seen: Seen) -> str:
    hands = ngettext("%(n)s hand", "%(n)s hands", len(seen.hands)) % {"n": len(seen.hands)}
    return _("Two-Man Spades") + f", {hands}"


def _heading(seen: Seen) -> str:
    if seen.result is None:
        return _("You gave this game up")
    shown = view_of(seen).table.display
    words = {"mine": plain_number(shown[seen.seat]), "hers": plain_number(shown[1 - seen.seat])}
    if seen.result.why == "blind_nil":
        return _("You win the game") if seen.result.winner == seen.seat else _("Marta wins the game")
    if seen.result.winner is None:
        return _("A tie, %(mine)s all") % words
    if seen.result.winner == seen.seat:
        return _("You win, %(mine)s to %(hers)s") % words
    return _("Marta wins, %(hers)s to %(mine)s") % words


def _lead(seen: Seen) -> str:
    if seen.result is None:
        return _("It stays in your list. The deal of its last hand can be checked now.")
    return _BY_REASON[seen.result.why or "target"](seen, seen.result)


def _by_blind_nil(seen: Seen, result: Result) -> str:
    hand = seen.hands[-1]
    mine = hand.sheet["blind_nil"] == seen.seat
    held = cast("tuple[int, int]", hand.sheet["tricks"])[cast(int, hand.sheet["blind_nil"])] == 0
    if mine:
        return (
            _("Your blind nil took no trick.") if held else _("Your blind nil took a trick, and with it the game went.")
        )
    return (
        _("Marta’s blind nil took no trick.")
        if held
        else _("Marta’s blind nil took a trick, and so the game is yours.")
    )


def _by_mercy(seen: Seen, result: Result) -> str:
    lead = whole(view_of(seen).options, "mercy_lead")
    return _("A lead of %(n)s or more ends the game at once.") % {"n": lead}


def _by_target(seen: Seen, result: Result) -> str:
    table, target = view_of(seen).table, whole(view_of(seen).options, "target")
    mine, hers = table.display[seen.seat], table.display[1 - seen.seat]
    if result.winner is None:
        return _("Score, base and bags are equal.")
    if mine == hers:
        # Past the target the base can always be read off the display, so equal displays have equal bases.
        return _("Equal scores and bases: more bags win.")
    if min(mine, hers) >= target:
        return _("Both reached %(n)s in this hand, and the higher score wins.") % {"n": target}
    if result.winner == seen.seat:
        return _("Hand %(hand)s took you to %(n)s.") % {"hand": len(seen.hands), "n": target}
    return _("Hand %(hand)s took Marta to %(n)s.") % {"hand": len(seen.hands), "n": target}


_BY_REASON = {"target": _by_target, "mercy": _by_mercy, "blind_nil": _by_blind_nil}


def _facts(seen: Seen) -> tuple[tuple[str, str, str], ...]:
    """Name, value, and a small addition."""
    scored = [hand for hand in seen.hands if is_scored(hand)]
    if not scored:
        return ()
    mine = [line_of(hand.sheet, seen.seat) for hand in scored]
    of_all = _("of %(n)s") % {"n": len(scored)}
    piles = sum(hand.sheet["pile_winner"] == seen.seat for hand in scored)
    return (
        (_("bids made"), str(sum(line.is_made for line in mine)), of_all),
        (_("piles won"), str(piles), of_all),
        (_("tricks taken"), str(sum(line.tricks for line in mine)), ""),
        (_("bags taken"), str(sum(line.bags_taken for line in mine)), ""),
    )


def chart(seen: Seen) -> Chart | None:
    """Scores after each hand; None where fewer than two hands were scored."""
    scored = [hand for hand in seen.hands if is_scored(hand)]
    mine = [line_of(hand.sheet, seen.seat).display for hand in scored]
    hers = [line_of(hand.sheet, 1 - seen.seat).display for hand in scored]
    return race(mine, hers, names=(_("You"), _("Marta")))
