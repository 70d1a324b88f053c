"""The end of a game of Two-Man Spades: who won and why, how it went, hand by hand."""

from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.options import whole
from games.engine.state import Result
from games.presenters.context import Chart, Ending, Point
from games.presenters.twoman_say import view_of
from games.presenters.twoman_sheet import is_scored, line_of
from games.presenters.words import plain_number
from games.services.seen import Seen

#: The drawing: 340 wide; the left and right edge of the lines, the top and bottom of the scores.
LEFT, RIGHT, TOP, BOTTOM = 34, 293, 20, 168
#: As many hands are numbered below it as there is room for.
NUMBERED = 10


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
    return f"{_('Two-Man Spades')}, {hands}"


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
        return _("It stays in your list. The deal of its last hand is open now.")
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
        return _("Both passed %(n)s in this hand, and the higher score wins.") % {"n": target}
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
    if len(scored) < 2:
        return None
    mine = [0] + [line_of(hand.sheet, seen.seat).display for hand in scored]
    hers = [0] + [line_of(hand.sheet, 1 - seen.seat).display for hand in scored]
    low, high = min(0, *mine, *hers), max(100, *mine, *hers)

    def height(score: int) -> int:
        return round(BOTTOM - (score - low) * (BOTTOM - TOP) / (high - low))

    def across(i: int) -> int:
        return round(LEFT + i * (RIGHT - LEFT) / len(scored))

    every = -(-len(scored) // NUMBERED)
    points = tuple(
        Point(across(i), height(mine[i]), height(hers[i]), i if i % every == 0 else 0) for i in range(len(mine))
    )
    words = _("Scores after each hand. You: %(mine)s. Marta: %(hers)s.") % {
        "mine": ", ".join(plain_number(one) for one in mine[1:]),
        "hers": ", ".join(plain_number(one) for one in hers[1:]),
    }
    return Chart(
        words=words,
        points=points,
        grid=tuple((one, height(one)) for one in range(-(-low // 100) * 100, high + 1, 100) if one),
        mine=" ".join(f"{point.x},{point.mine}" for point in points),
        hers=" ".join(f"{point.x},{point.hers}" for point in points),
        zero=height(0),
    )
