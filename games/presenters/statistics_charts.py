"""Charts of what every game has: games won by step, the course of a game, the spread of points."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.presenters.charts import Chart, Key, Table, bars, binned, curves
from games.presenters.statistics_words import percent
from games.presenters.words import plain_number
from games.services.statistics.measures import Part
from games.services.statistics.reading import LineSeen, Story


def by_step(story: Story) -> Chart | None:
    """The share of games won by week or month; nothing to see in one of them alone."""
    steps = story.steps
    if len(steps) < 2:
        return None
    shares = [100 * step.wins / step.games for step in steps]
    days = [date_format(step.first, _("j M Y")) for step in steps]
    rows = tuple(
        (day, str(step.games), str(step.wins), f"{share:.0f}%")
        for day, step, share in zip(days, steps, shares, strict=True)
    )
    told = _("Share of games won, from %(first)s in the step that begins on %(day)s to %(last)s in the last.")
    words = {"first": f"{shares[0]:.0f}%", "day": days[0], "last": f"{shares[-1]:.0f}%"}
    table = Table(told % words, (_("From"), _("Games"), _("Won"), _("Share won")), rows)
    return curves({"you": shares}, [days[0], days[-1]], table, unit="%", strong=50.0, bounds=(0.0, 100.0))


def course(hands: Sequence[LineSeen]) -> Chart | None:
    """Both scores, hand by hand, from nothing."""
    scored = [hand for hand in hands if "score" in hand.numbers]
    if not scored:
        return None
    mine = [0.0, *(float(hand.numbers["score"]) for hand in scored)]
    hers = [0.0, *(float(hand.numbers["other"]) for hand in scored)]
    rows = tuple(
        (str(hand.number), plain_number(hand.numbers["score"]), plain_number(hand.numbers["other"])) for hand in scored
    )
    words = {"mine": rows[-1][1], "hers": rows[-1][2], "n": len(rows)}
    told = _("The score after %(n)s hands is %(mine)s for you and %(hers)s for the other side.") % words
    table = Table(told, (_("Hand"), _("You"), _("Other side")), rows)
    last = _("hand %(n)s") % {"n": scored[-1].number}
    drawn = curves({"marta": hers, "you": mine}, [_("start"), last], table)
    return replace(drawn, keys=(Key(_("You")), Key(_("Other side"), is_other=True)))


def points_spread(hands: Part) -> Chart | None:
    spread = {int(points): count for points, count in hands.spreads.get("points", {}).items()}
    if len(spread) < 2:
        return None
    counts, step = binned(spread)
    total = sum(counts.values())
    rows = tuple(
        (_("%(low)s to %(high)s") % {"low": plain_number(start), "high": plain_number(start + step - 1)}, str(n))
        for start, n in sorted(counts.items())
    )
    gained = percent(sum(n for points, n in spread.items() if points > 0) / total)
    told = _("How often a hand brought how many points; %(share)s of %(n)s hands gained some.")
    return bars(counts, step, Table(told % {"share": gained, "n": total}, (_("Points"), _("Hands")), rows))
