"""What statistics of Spades show beside what every game has: contracts, own bids, nils, the other sides, bags."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.facts import PERSON, WITH
from games.presenters.charts import Chart
from games.presenters.statistics_twoman import bid_against_tricks, favourite_of, pairs
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
from games.registry import levels
from games.services.statistics.measures import Part
from games.services.statistics.reading import Story
from games.spades.facts import SpadesTeller
from games.spades.words import variant_name
from games.viewmodel.levels import level_name


def spades_sections(story: Story, link: Link) -> list[Section]:
    hands = story.whole.hands
    return [
        _contracts(hands, link),
        _own_bids(hands, link),
        _nils(hands, link),
        _bags(hands, link),
        _rare(hands, link),
    ]


def spades_charts(story: Story) -> list[tuple[str, Chart | None]]:
    return [(_("Your bid against your tricks"), bid_against_tricks(pairs(story.whole.hands, "bid:tricks")))]


def spades_tables(story: Story) -> list[Tabled]:
    partners = [*((level_name(level), f"{WITH}{level}") for level in levels("spades"))]
    partners.append((_("a person"), f"{WITH}{PERSON}"))
    variants = [(variant_name(kind), kind) for kind in SpadesTeller.kinds]
    first = [(_("You bid first"), "led"), (_("Somebody else did"), "followed")]
    return [
        *by_level(story, _("By the level of the other side")),
        *by_mark(story, _("By the level of your partner"), _("Partner"), partners),
        *by_mark(story, _("By variant"), _("Variant"), variants),
        *by_mark(story, _("By who bid and led first"), _("First"), first),
    ]


def spades_marks() -> dict[str, str]:
    """The marks of Spades in words, for the page of what lies behind a number."""
    return {
        **{kind: variant_name(kind) for kind in SpadesTeller.kinds},
        **{f"{WITH}{level}": _("partner %(level)s") % {"level": level_name(level)} for level in levels("spades")},
        f"{WITH}{PERSON}": _("a person as partner"),
        "led": _("you bid first"),
        "followed": _("somebody else bid first"),
        "made": _("contract made"),
        "overbid": _("set"),
        "exact": _("contract made exactly"),
        "met": _("own bid met"),
        "over": _("more tricks than bid"),
        "under": _("fewer tricks than bid"),
        "nil_made": _("nil held"),
        "nil_failed": _("nil fell"),
        "blind": _("blind"),
        "blind_made": _("blind bid made"),
        "blind_failed": _("blind nil fell"),
        "cover": _("partner bid nil"),
        "cover_made": _("partner’s nil held"),
        "contract_against": _("a contract of the other side"),
        "set_them": _("other side set"),
        "nil_against": _("a nil on the other side"),
        "nil_beaten": _("a nil of theirs beaten"),
        "bonus_won": _("a bonus"),
        "bagged": _("bags taken"),
        "exchange": _("cards exchanged"),
        "misdeal": _("a misdeal"),
        "misdeal_own": _("misdeal declared by you"),
        "overridden": _("bid changed by One Nil"),
    }


def _contracts(hands: Part, link: Link) -> Section:
    marks = hands.marks
    contracts = marks["made"] + marks["overbid"]
    return Section(
        _("Contracts of your side"),
        (
            _tried(_("contracts made"), marks, ("made", contracts), link.hands("made")),
            figure(_("set"), str(marks["overbid"]), "", link.hands("overbid")),
            _tried(_("made exactly"), marks, ("exact", contracts), link.hands("exact")),
            figure(_("average contract"), average(hands, "contract"), "", link.hands()),
            figure(_("bonuses for high bids"), str(marks["bonus_won"]), "", link.hands("bonus_won")),
            _beaten(_("their contracts set"), hands, ("contracts_set", "contracts_against"), link.hands("set_them")),
        ),
    )


def _own_bids(hands: Part, link: Link) -> Section:
    marks = hands.marks
    bids, favourite = marks["met"] + marks["over"] + marks["under"], favourite_of(marks)
    shown = NOTHING if favourite is None else str(favourite) if favourite else _("nil")
    return Section(
        _("Your own bids"),
        (
            _tried(_("met exactly"), marks, ("met", bids), link.hands("met")),
            _tried(_("took more"), marks, ("over", bids), link.hands("over")),
            _tried(_("took fewer"), marks, ("under", bids), link.hands("under")),
            figure(_("average bid"), average(hands, "bid"), "", link.hands()),
            figure(_("average tricks"), average(hands, "tricks"), "", link.hands()),
            figure(_("favourite bid"), shown, "", link.hands(f"bid{favourite}")),
        ),
    )


def _nils(hands: Part, link: Link) -> Section:
    marks = hands.marks
    return Section(
        _("Nil and blind nil"),
        (
            _tried(_("nils held"), marks, ("nil_made", marks["nil"]), link.hands("nil")),
            _tried(_("blind nils held"), marks, ("blind_made", marks["blind"]), link.hands("blind")),
            _tried(_("partner’s nils that held"), marks, ("cover_made", marks["cover"]), link.hands("cover")),
            _beaten(_("their nils beaten"), hands, ("nils_beaten", "nils_against"), link.hands("nil_beaten")),
            figure(_("cards exchanged"), str(marks["exchange"]), "", link.hands("exchange")),
        ),
    )


def _bags(hands: Part, link: Link) -> Section:
    return Section(
        _("Bags of your side"),
        (
            figure(_("bags a hand"), average(hands, "bags"), "", link.hands("bagged")),
            figure(_("bags in all"), str(hands.total("bags")), "", link.hands("bagged")),
            figure(_("hands with a penalty of 100"), str(hands.marks["penalty"]), "", link.hands("penalty")),
        ),
    )


def _rare(hands: Part, link: Link) -> Section:
    marks = hands.marks
    return Section(
        _("Misdeals and One Nil"),
        (
            figure(_("misdeals"), str(marks["misdeal"]), "", link.hands("misdeal")),
            figure(_("declared by you"), str(marks["misdeal_own"]), "", link.hands("misdeal_own")),
            figure(_("your bid changed by One Nil"), str(marks["overridden"]), "", link.hands("overridden")),
        ),
    )


def _beaten(label: str, hands: Part, names: tuple[str, str], href: str) -> Figure:
    """Of what the others bid: a hand may hold several, and what lies behind are the hands in which any fell."""
    beaten, all_of_them = (hands.total(name) for name in names)
    return figure(label, share(beaten, all_of_them), of(beaten, all_of_them), href)


def _tried(label: str, marks: Mapping[str, int], name: tuple[str, int], href: str) -> Figure:
    """The share of tries that came off, how many of how many, and what lies behind."""
    mark, tries = name
    return figure(label, share(marks[mark], tries), of(marks[mark], tries), href)
