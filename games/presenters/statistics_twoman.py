"""What statistics of Two-Man Spades show beside what every game has: bids, nil and blind, bags, the pile."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.charts import Chart, Key, Table, dots
from games.presenters.statistics_words import (
    NOTHING,
    Figure,
    Link,
    Section,
    Tabled,
    average,
    by_level,
    by_mark,
    figure,
    of,
    share,
)
from games.services.statistics.measures import Part
from games.services.statistics.reading import Story

Pairs = dict[tuple[int, int], int]
#: In any game of tricks.
BIDS: Final = range(14)


def twoman_sections(story: Story, link: Link) -> list[Section]:
    hands = story.whole.hands
    return [_bids(hands, link), _nil_and_blind(hands, link), _bags(hands, link), _pile(hands, link)]


def twoman_charts(story: Story) -> list[tuple[str, Chart | None]]:
    return [(_("Bid against tricks"), bid_against_tricks(pairs(story.whole.hands, "bid:tricks")))]


def twoman_tables(story: Story) -> list[Tabled]:
    sides = [(_("You led"), "led"), (_("Marta led"), "followed"), (_("Odd"), "odd"), (_("Even"), "even")]
    return [
        *by_level(story, _("By Marta’s level")),
        *by_mark(story, _("By who led, and by side"), _("Side"), sides),
    ]


def pairs(hands: Part, name: str) -> Pairs:
    found: Pairs = {}
    for text, count in hands.spreads.get(name, {}).items():
        one, other = text.split(":")
        found[int(one), int(other)] = count
    return found


def _bids(hands: Part, link: Link) -> Section:
    marks = hands.marks
    bids = marks["made"] + marks["overbid"]
    favourite = favourite_of(marks)
    return Section(
        _("Bids"),
        (
            figure(_("bids made"), share(marks["made"], bids), f"{marks['made']}/{bids}", link.hands("made")),
            figure(_("made exactly"), share(marks["exact"], bids), "", link.hands("exact")),
            figure(_("underbid"), share(marks["underbid"], bids), "", link.hands("underbid")),
            figure(_("overbid"), share(marks["overbid"], bids), "", link.hands("overbid")),
            figure(_("average bid"), average(hands, "bid"), "", link.hands()),
            figure(_("average tricks"), average(hands, "tricks"), "", link.hands()),
            figure(
                _("favourite bid"),
                NOTHING if favourite is None else str(favourite) if favourite else _("nil"),
                "",
                link.hands(f"bid{favourite}"),
            ),
        ),
    )


def favourite_of(marks: Mapping[str, int]) -> int | None:
    """The bid said most often, of equals the lower."""
    counts = {bid: marks[f"bid{bid}"] for bid in BIDS if marks.get(f"bid{bid}")}
    return max(counts, key=lambda bid: (counts[bid], -bid)) if counts else None


def _nil_and_blind(hands: Part, link: Link) -> Section:
    marks = hands.marks
    return Section(
        _("Nil and blind"),
        (
            figure(_("nils made"), share(marks["nil_made"], marks["nil"]), *tries(marks, "nil", link)),
            figure(_("blind bids made"), share(marks["blind_made"], marks["blind"]), *tries(marks, "blind", link)),
            *_blind_by_bid(pairs(hands, "blind:took"), link),
        ),
    )


def tries(marks: Mapping[str, int], name: str, link: Link) -> tuple[str, str]:
    return of(marks[f"{name}_made"], marks[name]), link.hands(name)


def _blind_by_bid(said: Pairs, link: Link) -> list[Figure]:
    found = []
    for bid in sorted({bid for bid, _tricks in said}):
        tries = {tricks: count for (one, tricks), count in said.items() if one == bid}
        made = sum(count for tricks, count in tries.items() if (tricks >= bid if bid else tricks == 0))
        name = _("blind %(bid)s made") % {"bid": bid if bid else _("nil")}
        all_of_it = sum(tries.values())
        found.append(figure(name, share(made, all_of_it), of(made, all_of_it), link.hands("blind", f"bid{bid}")))
    return found


def _bags(hands: Part, link: Link) -> Section:
    marks = hands.marks
    return Section(
        _("Bags"),
        (
            figure(_("bags a hand"), average(hands, "bags"), "", link.hands("underbid")),
            figure(_("bags in all"), str(hands.total("bags")), "", link.hands("underbid")),
            figure(_("hands with a penalty of 100"), str(marks["penalty"]), "", link.hands("penalty")),
            figure(_("hands with 100 for bags under zero"), str(marks["bonus"]), "", link.hands("bonus")),
            figure(_("seven of diamonds won"), str(marks["won_7D"]), "", link.hands("won_7D")),
            figure(_("seven of diamonds lost"), str(marks["lost_7D"]), "", link.hands("lost_7D")),
            figure(_("ten of clubs won"), str(marks["won_TC"]), "", link.hands("won_TC")),
            figure(_("ten of clubs lost"), str(marks["lost_TC"]), "", link.hands("lost_TC")),
        ),
    )


def _pile(hands: Part, link: Link) -> Section:
    marks = hands.marks
    piles = marks["pile"] + marks["pile_lost"]
    return Section(
        _("Discard pile"),
        (
            figure(_("piles won"), share(marks["pile"], piles), of(marks["pile"], piles), link.hands("pile")),
            figure(_("doubles won"), str(marks["double"]), "", link.hands("double")),
            figure(_("doubles lost"), str(marks["double_lost"]), "", link.hands("double_lost")),
            figure(_("denials: the other side paid"), str(marks["denial"]), "", link.hands("denial")),
            figure(_("denials: you paid"), str(marks["denial_paid"]), "", link.hands("denial_paid")),
        ),
    )


def bid_against_tricks(said: Pairs) -> Chart | None:
    if not said:
        return None
    rows = tuple((str(bid), str(tricks), str(count)) for (bid, tricks), count in sorted(said.items()))
    total = sum(said.values())
    met = sum(count for (bid, tricks), count in said.items() if bid == tricks)
    told = _("Bids across, tricks taken upwards; in %(share)s of %(n)s hands both were equal.")
    words = {"share": share(met, total), "n": total}
    titles = {
        (bid, tricks): ngettext(
            "bid %(bid)s, took %(tricks)s: %(n)s hand", "bid %(bid)s, took %(tricks)s: %(n)s hands", count
        )
        % {"bid": bid, "tricks": tricks, "n": count}
        for (bid, tricks), count in said.items()
    }
    drawn = dots(said, Table(told % words, (_("Bid"), _("Tricks"), _("Hands")), rows), titles)
    return replace(drawn, keys=(Key(_("made")), Key(_("missed"), is_other=True)))
