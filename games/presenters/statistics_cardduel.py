"""What statistics of Card Duel show beside what every game has: damage, healing, bluffs, blazes, rounds."""

from django.utils.translation import gettext as _

from games.presenters.statistics_terms import terms
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
    where,
)
from games.services.statistics.measures import Part
from games.services.statistics.reading import Story


def cardduel_sections(story: Story, link: Link) -> list[Section]:
    hands = story.whole.hands
    return [_blows(hands, link), _tempers(hands, link)]


def cardduel_tables(story: Story) -> list[Tabled]:
    coin = [(_("You had the coin first"), "led"), (_("Marta had it first"), "followed")]
    return [
        *by_level(story, _("By Marta’s level"), terms("cardduel")),
        *by_mark(story, _("By who had the coin first"), _("The coin"), coin, terms("cardduel")),
    ]


def cardduel_marks() -> dict[str, str]:
    """The marks of Card Duel in words, for the page of what lies behind a number."""
    return {
        "led": _("you had the coin first"),
        "followed": _("Marta had the coin first"),
        "bluff": _("a bluff of yours"),
        "bluff_worked": _("a bluff that drew a shield"),
        "blaze": _("your blaze of glory"),
        "blaze_won": _("your blaze won"),
        "blaze_lost": _("your blaze lost"),
        "blaze_against": _("Marta’s blaze of glory"),
        "blaze_survived": _("Marta’s blaze survived"),
        "blaze_fatal": _("Marta’s blaze won"),
    }


def _blows(hands: Part, link: Link) -> Section:
    return Section(
        _("Blows"),
        (
            figure(_("damage dealt a duel"), average(hands, "dealt"), "", link.hands()),
            figure(_("damage taken a duel"), average(hands, "taken"), "", link.hands()),
            figure(_("healed a duel"), average(hands, "healed"), "", link.hands()),
            figure(_("blocked a duel"), average(hands, "blocked"), "", link.hands()),
            figure(_("rounds a duel"), average(hands, "rounds"), "", link.hands()),
            _top(_("most damage in a duel"), hands, "most_damage"),
            _top(_("longest duel, rounds"), hands, "longest_duel"),
            _top(_("shortest duel, rounds"), hands, "shortest_duel"),
        ),
    )


def _top(label: str, hands: Part, name: str) -> Figure:
    top = hands.tops.get(name)
    return figure(label, NOTHING) if top is None else figure(label, str(top.value), "", where(top.code, top.number))


def _tempers(hands: Part, link: Link) -> Section:
    marks = hands.marks
    bluffs, worked = hands.total("bluffs"), hands.total("bluffs_worked")
    return Section(
        _("Bluffs and blazes"),
        (
            figure(_("bluffs that drew a shield"), share(worked, bluffs), of(worked, bluffs), link.hands("bluff")),
            figure(
                _("blazes won"),
                share(marks["blaze_won"], marks["blaze"]),
                of(marks["blaze_won"], marks["blaze"]),
                link.hands("blaze"),
            ),
            figure(
                _("Marta’s blazes survived"),
                share(marks["blaze_survived"], marks["blaze_against"]),
                of(marks["blaze_survived"], marks["blaze_against"]),
                link.hands("blaze_against"),
            ),
        ),
    )
