"""Charts: share of games won over time, scores of a game, bids against tricks, points (or hit points) per hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.figures import Figures, StatisticsWords
from games.pages.charts import Chart, ChartTable, Key, bars, binned, curves, dots
from games.pages.seats import called
from games.pages.words import listed, percent, plain_number
from games.snapshot import SeatedPlayer
from games.statistics.drawn import pairs, wins
from games.statistics.measures import Part, score_of
from games.statistics.models import PersonLine
from games.statistics.reading import Aggregate, rounds_of


def charts(figures: Figures, aggregate: Aggregate, *, is_few: bool) -> tuple[tuple[str, Chart], ...]:
    """Return titles and charts, omitting charts without data."""
    terms = figures.terms
    drawn = (
        (terms.won_by_step, None if is_few else by_step(aggregate, terms)),
        (terms.last_course, course(aggregate.course, aggregate.others, terms)),
        (figures.bids_chart, bid_against_tricks(aggregate.whole.hands) if figures.bids_chart else None),
        (terms.spread, spread(aggregate.whole.hands, figures)),
    )
    return tuple((str(title), chart) for title, chart in drawn if chart is not None)


def by_step(aggregate: Aggregate, terms: StatisticsWords) -> Chart | None:
    """Chart the share of games won by week or month, a tie as half a win; None for fewer than two periods."""
    parts = [(first, part.games.marks) for first, part in sorted(aggregate.parts.items())]
    steps = [(date_format(first, _("M j, Y")), marks) for first, marks in parts if marks["finished"]]
    if len(steps) < 2:
        return None
    days = [day for day, _marks in steps]
    rates = [score_of(marks) / marks["finished"] for _day, marks in steps]
    rows = tuple(
        (day, str(marks["finished"]), wins(score_of(marks)), percent(rate))
        for (day, marks), rate in zip(steps, rates, strict=True)
    )
    words = {"first": percent(rates[0]), "day": days[0], "last": percent(rates[-1])}
    sentence = _("Share of games won: %(first)s in the period from %(day)s; %(last)s in the latest.")
    table = ChartTable(sentence % words, (_("From"), str(terms.games), _("Won"), _("Share won")), rows)
    return curves({"you": rates}, [days[0], days[-1]], table, label=percent, strong=0.5, bounds=(0.0, 1.0))


def course(hands: Sequence[PersonLine], others: Sequence[SeatedPlayer], terms: StatisticsWords) -> Chart | None:
    """Chart both scores of a game by hand, or by round for a duel; None without scores.

    `others` are the opponents if they form one side, else empty: the label then is “the best opponent”.
    """
    scored = [score for hand in hands for score in _scores(hand)]
    if not scored:
        return None
    first: Mapping[str, int] = next((hand.numbers for hand in hands if "start_score" in hand.numbers), {})
    begun = (first.get("start_score", 0), first.get("start_other", 0))
    mine, theirs = ([float(score[side]) for score in (begun, *(score for _n, *score in scored))] for side in (0, 1))
    name = listed([called(one) for one in others]) or _("the best opponent")
    near = _("Your side") if len(others) > 1 else _("You")
    rows = tuple((str(n), plain_number(own), plain_number(other)) for n, own, other in scored)
    words = {"mine": rows[-1][1], "theirs": rows[-1][2], "others": name}
    table = ChartTable(str(terms.course_sentence) % words, (str(terms.step), near, name), rows)
    last = f"{terms.step} {scored[-1][0]}"
    drawn = curves({"other": theirs, "you": mine}, [_("start"), last], table)
    return replace(drawn, keys=(Key(near), Key(name, is_other=True)))


def _scores(hand: PersonLine) -> list[tuple[int, int, int]]:
    """Return (number, own score, best opposing score) for each round, or for the hand if it has no rounds."""
    if rounds := rounds_of(hand):
        return [(n, own, other) for n, (own, other) in enumerate(rounds, 1)]
    numbers = hand.numbers
    return [(hand.number, numbers["score"], numbers["other"])] if "score" in numbers else []


def spread(hands: Part, figures: Figures) -> Chart | None:
    """Chart how many hands had each number of points (in a duel: hit points left); None for fewer than two numbers."""
    terms = figures.terms
    found = {int(number): count for number, count in hands.spreads.get(figures.gained.counts, {}).items()}
    if len(found) < 2:
        return None
    counts, step = binned(found)
    total = sum(counts.values())
    rows = tuple((_stretch(start, start + step - 1), str(n)) for start, n in sorted(counts.items()))
    gained = sum(n for number, n in found.items() if number > 0)
    words = str(terms.spread_sentence) % {"gained": gained, "n": total}
    return bars(counts, step, ChartTable(words, (str(terms.gained_head), str(terms.count_head)), rows))


def _stretch(low: int, high: int) -> str:
    words = {"low": plain_number(low), "high": plain_number(high)}
    return words["low"] if low == high else _("%(low)s to %(high)s") % words


def bid_against_tricks(hands: Part) -> Chart | None:
    said = pairs(hands, "bid:tricks")
    if not said:
        return None
    rows = tuple((str(bid), str(tricks), str(count)) for (bid, tricks), count in sorted(said.items()))
    total = sum(said.values())
    met = sum(count for (bid, tricks), count in said.items() if bid == tricks)
    text = ngettext(
        "Bids across, tricks taken up; they matched in %(met)s of %(n)s hand.",
        "Bids across, tricks taken up; they matched in %(met)s of %(n)s hands.",
        total,
    )
    words = {"met": met, "n": total}
    titles = {
        (bid, tricks): ngettext(
            "bid %(bid)s, took %(tricks)s: %(n)s hand", "bid %(bid)s, took %(tricks)s: %(n)s hands", count
        )
        % {"bid": bid, "tricks": tricks, "n": count}
        for (bid, tricks), count in said.items()
    }
    drawn = dots(said, ChartTable(text % words, (_("Bid"), _("Tricks"), _("Hands")), rows), titles)
    return replace(drawn, keys=(Key(_("made")), Key(_("missed"), is_other=True)))
