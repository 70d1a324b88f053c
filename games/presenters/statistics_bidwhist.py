"""What statistics of Bid Whist show beside what every game has: contracts by kind and level, Bostons, books, calls."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from games.bidwhist.contract import Bid
from games.bidwhist.facts import KINDS, LEVELS, level_mark
from games.bidwhist.words import bid_name, denomination_name
from games.facts import PERSON, WITH
from games.presenters.statistics_words import (
    NOTHING,
    Behind,
    Cell,
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
from games.services.statistics.reading import LineSeen, Story
from games.viewmodel.levels import level_name

#: Of a table of games and hands: name, games, won, hands, points, contracts made. The others are of nils and piles.
_COLUMNS = 6


def bidwhist_sections(story: Story, link: Link) -> list[Section]:
    hands = story.whole.hands
    return [_contracts(hands, link), _declared(hands, link), _bostons(hands, link), _reneges(hands, link)]


def bidwhist_tables(story: Story) -> list[Tabled]:
    hands = story.whole.hands
    kinds = [(denomination_name(kind), mark) for kind, mark in KINDS.items()]
    by_height = [(_("level %(n)s") % {"n": level}, level_mark(level)) for level in LEVELS]
    partners = [(level_name(level), f"{WITH}{level}") for level in levels("bidwhist")]
    partners.append((_("a person"), f"{WITH}{PERSON}"))
    first = [(_("You spoke first"), "led"), (_("Somebody else did"), "followed")]
    of_games = [
        *by_level(story, _("By the level of the other side")),
        *by_mark(story, _("By the level of your partner"), _("Partner"), partners),
        *by_mark(story, _("By who spoke first"), _("First"), first),
    ]
    return [
        *_by_contract(hands, _("Contracts by kind"), _("Kind"), kinds),
        *_by_contract(hands, _("Contracts by level"), _("Level"), by_height),
        *(_narrowed(table) for table in of_games),
    ]


def bidwhist_marks() -> dict[str, str]:
    """The marks of Bid Whist in words, for the page of what lies behind a number."""
    return {
        **{mark: denomination_name(kind) for kind, mark in KINDS.items()},
        **{level_mark(level): _("level %(n)s") % {"n": level} for level in LEVELS},
        **{f"{WITH}{level}": _("partner %(level)s") % {"level": level_name(level)} for level in levels("bidwhist")},
        f"{WITH}{PERSON}": _("a person as partner"),
        "led": _("you spoke first"),
        "followed": _("somebody else spoke first"),
        "contract": _("a contract of your side"),
        "made": _("contract made"),
        "overbid": _("set"),
        "declared": _("declared by you"),
        "declared_made": _("declared by you and made"),
        "declared_set": _("declared by you and set"),
        "contract_against": _("a contract of the other side"),
        "set_them": _("other side set"),
        "boston": _("a Boston"),
        "boston_bid": _("a Boston bid"),
        "boston_bid_made": _("a Boston bid and made"),
        "boston_against": _("a Boston of the other side"),
        "boston_bid_against": _("a Boston bid by the other side"),
        "called": _("a renege called by you"),
        "called_right": _("a renege called rightly"),
        "called_wrong": _("a renege called wrongly"),
        "caught": _("a renege of your side called"),
        "passed_out": _("everybody passed"),
    }


def contract_told(line: LineSeen) -> str:
    """A hand in a list: "5 downtown, 11 books"; empty for one that has no contract."""
    kind = next((kind for kind, mark in KINDS.items() if mark in line.marks), None)
    if kind is None or not {"contract_level", "books"} <= set(line.numbers):
        return ""
    contract = bid_name(Bid(line.numbers["contract_level"], kind))
    words = {"contract": contract, "n": line.numbers["books"]}
    if "contract_against" in line.marks:
        return _("%(contract)s of theirs, you %(n)s books") % words
    return _("%(contract)s, %(n)s books") % words


# -- figures --------------------------------------------------------------------------------------------------


def _contracts(hands: Part, link: Link) -> Section:
    marks = hands.marks
    return Section(
        _("Contracts of your side"),
        (
            _tried(_("contracts made"), marks, ("made", marks["contract"]), link.hands("made")),
            figure(_("set"), str(marks["overbid"]), "", link.hands("overbid")),
            figure(_("average books promised"), average(hands, "contract"), "", link.hands("contract")),
            figure(_("average books taken"), average(hands, "taken"), "", link.hands("contract")),
            _tried(_("other side set"), marks, ("set_them", marks["contract_against"]), link.hands("set_them")),
            figure(_("books a hand, any contract"), average(hands, "books"), "", link.hands()),
            figure(_("hands that everybody passed"), str(marks["passed_out"]), "", link.hands("passed_out")),
        ),
    )


def _declared(hands: Part, link: Link) -> Section:
    marks = hands.marks
    return Section(
        _("Declared by you"),
        (
            _tried(_("of your side’s contracts"), marks, ("declared", marks["contract"]), link.hands("declared")),
            _tried(_("made"), marks, ("declared_made", marks["declared"]), link.hands("declared_made")),
            figure(_("set"), str(marks["declared_set"]), "", link.hands("declared_set")),
        ),
    )


def _bostons(hands: Part, link: Link) -> Section:
    marks = hands.marks
    bid = ("boston_bid_made", marks["boston_bid"])
    return Section(
        _("Bostons"),
        (
            figure(_("all thirteen books"), str(marks["boston"]), "", link.hands("boston")),
            _tried(_("bid and made"), marks, bid, link.hands("boston_bid")),
            figure(_("of the other side"), str(marks["boston_against"]), "", link.hands("boston_against")),
        ),
    )


def _reneges(hands: Part, link: Link) -> Section:
    """Calls are counted one by one, and what lies behind are the hands they were made in."""
    marks, right, wrong = hands.marks, hands.total("calls_right"), hands.total("calls_wrong")
    calls = right + wrong
    return Section(
        _("Reneges"),
        (
            figure(_("calls of yours that were right"), share(right, calls), of(right, calls), link.hands("called")),
            figure(_("hands with a right call"), str(marks["called_right"]), "", link.hands("called_right")),
            figure(_("hands with a wrong call"), str(marks["called_wrong"]), "", link.hands("called_wrong")),
            figure(_("hands in which your side was caught"), str(marks["caught"]), "", link.hands("caught")),
        ),
    )


def _tried(label: str, marks: Mapping[str, int], name: tuple[str, int], href: str) -> Figure:
    """The share of tries that came off, how many of how many, and what lies behind."""
    mark, tries = name
    return figure(label, share(marks[mark], tries), of(marks[mark], tries), href)


# -- tables ---------------------------------------------------------------------------------------------------


def _by_contract(hands: Part, title: str, head: str, names: Sequence[tuple[str, str]]) -> list[Tabled]:
    """A row for each kind or level that was played; no table where there is none."""
    heads = (head, _("Yours"), _("Made"), _("Set"), _("You declared"), _("Made"), _("Theirs"), _("Theirs set"))
    rows = tuple(_contract_row(hands, name, mark) for name, mark in names if hands.marks[mark])
    return [Tabled(title, heads, rows)] if rows else []


def _contract_row(hands: Part, name: str, kind: str) -> tuple[Cell, ...]:
    def count(mark: str) -> int:
        return hands.marks[f"{mark}@{kind}"]

    own = count("made") + count("overbid")
    return (
        Cell(name),
        _cell(str(own), "contract", kind),
        _cell(share(count("made"), own), "made", kind),
        _cell(str(count("overbid")), "overbid", kind),
        _cell(str(count("declared")), "declared", kind),
        _cell(share(count("declared_made"), count("declared")), "declared_made", kind),
        _cell(str(count("contract_against")), "contract_against", kind),
        _cell(str(count("set_them")), "set_them", kind),
    )


def _cell(value: str, *marks: str) -> Cell:
    """A number behind which there is nothing leads nowhere."""
    return Cell(value) if value in ("0", "0%", NOTHING) else Cell(value, Behind(marks))


def _narrowed(table: Tabled) -> Tabled:
    return replace(table, heads=table.heads[:_COLUMNS], rows=tuple(row[:_COLUMNS] for row in table.rows))
