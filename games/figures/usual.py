"""Figures that all games share, worded for games played in hands, and parts of a game's own declaration."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.facts import GameFacts
from games.figures.declared import (
    Figure,
    Figures,
    Section,
    Terms,
    average,
    count,
    filled,
    fraction,
    largest,
    percent,
    said_later,
    section,
    share,
    shortest,
    signed,
    smallest,
    streak,
    time,
    total_time,
)
from games.pages.words import Words, tricks

#: Bids in any trick-taking game.
BIDS: Final = range(14)
ENDED: Final = "won lost tie"


def games(*figures: Figure) -> tuple[Figure, ...]:
    """Return these figures, counted by game instead of by hand."""
    return tuple(replace(one, are_games=True) for one in figures)


PLAYED: Final = games(
    count(_("played to the end"), "finished"),
    count(_("won"), "won"),
    count(_("lost"), "lost"),
    count(_("ties"), "tie"),
    streak(_("most won in a row"), "won"),
    streak(_("most lost in a row"), "lost"),
)
BEST_SCORE: Final = largest(_("best score"), "score", "finished", name="best_score")
WORST_SCORE: Final = smallest(_("worst score"), "score", "finished", name="worst_score")
BEST_HAND: Final = largest(_("best hand"), "points", name="best_hand")
WORST_HAND: Final = smallest(_("worst hand"), "points", name="worst_hand")
HIGHEST_WIN: Final = largest(_("highest winning score"), "score", "won", name="highest_win")
LOWEST_WIN: Final = smallest(_("lowest winning score"), "score", "won", name="lowest_win")
LONGEST_STREAK: Final = streak(_("most won in a row, of all time"), "won")
COMEBACK: Final = largest(_("biggest comeback, points behind"), "deficit", "won", is_above_zero=True, name="comeback")
FASTEST: Final = shortest(_("fastest win"), "seconds", "won", name="fastest")
GAMES_PLAYED: Final = _("games played")
GAMES_GIVEN_UP: Final = _("games given up")
HANDS: Final = count(_("hands"))
BIDS_MADE: Final = percent(_("bids made"), "made", "made overbid", known="made overbid")
NILS_MADE: Final = percent(_("nils made"), "nil_made", "nil", known="nil")
#: Columns of tables that compare games and hands.
GAINED: Final = signed(_("Points a hand"), "points")
WON: Final = share(_("Won"), "won tie", ENDED, shows="won", are_games=True)
COLUMNS: Final = (
    count(_("Games"), ENDED, shows="finished", are_games=True),
    WON,
    count(_("Hands")),
    GAINED,
    share(_("Bids made"), "made", "made overbid", known="made overbid"),
)
COLUMNS_WITH_NILS: Final = (
    *COLUMNS,
    fraction(_("Nils made"), "nil_made", "nil", shows="nil", known="made overbid"),
    fraction(_("Blind made"), "blind_made", "blind", shows="blind", known="made overbid"),
)


def shapes(comebacks: Words, facts: type[GameFacts]) -> tuple[Figure, ...]:
    return games(
        count(filled(comebacks, n=facts.comeback), "comeback"),
        count(filled(_("nail-biters, within %(n)s"), n=facts.nail_biter), "nail_biter"),
        count(filled(_("blow-outs, %(n)s apart"), n=facts.blow_out), "blow_out"),
    )


def of_games(facts: type[GameFacts]) -> Section:
    """Return the section on games, for a game played in hands."""
    return section(
        _("Games"),
        *PLAYED,
        *games(average(_("average score"), "score", shows="finished"), BEST_SCORE, WORST_SCORE),
        *shapes(_("comebacks, from %(n)s behind"), facts),
        *games(
            average(_("hands a game"), "hands", shows="finished"),
            time(_("time of a game"), "seconds", shows="finished"),
        ),
        time(_("time of a hand"), "seconds"),
        BEST_HAND,
        WORST_HAND,
    )


def given_up(title: Words) -> Section:
    figures = games(
        count(title, "abandoned"),
        count(_("of them ahead"), "ahead", shows="abandoned ahead"),
        count(_("of them behind"), "behind", shows="abandoned behind"),
        count(_("of them level"), "level", shows="abandoned level"),
        count(_("games that others left"), "left"),
        count(_("games that count for nobody"), "annulled"),
    )
    return section(_("Given up"), *figures, known="abandoned left annulled")


GIVEN_UP: Final = given_up(GAMES_GIVEN_UP)


def totals(*own: Figure, played: Words = GAMES_PLAYED, abandoned: Words = GAMES_GIVEN_UP) -> tuple[Figure, ...]:
    """Return the totals of the page on all players."""
    won = percent(_("of them won by people"), "won tie", ENDED)
    time = total_time(_("time at the table"), "seconds")
    return *games(count(played, "finished"), won), *own, *games(count(abandoned, "abandoned")), time


OF_BIDS: Final[Mapping[str, Words]] = {
    **{f"bid{n}": filled(_("bid %(n)s"), n=n) for n in BIDS},
    **{f"tricks{n}": said_later(partial(tricks, n)) for n in BIDS},
    "nil": _("nil"),
    "blind": _("blind"),
    "penalty": _("a penalty for bags"),
}
#: Words for the marks of any game.
MARKS: Final[Mapping[str, Words]] = {
    "finished": _("played to the end"),
    "comeback": _("a comeback"),
    "nail_biter": _("a nail-biter"),
    "blow_out": _("a blow-out"),
    "ahead": _("ahead"),
    "behind": _("behind"),
    "level": _("level"),
    "left": _("left by others"),
    "annulled": _("counts for nobody"),
}


def bid_sentence(marks: frozenset[str], numbers: Mapping[str, int]) -> str:
    """Word a hand in a list: "blind 3, took 4"; empty if nothing was bid."""
    if "bid" not in numbers:
        return ""
    bid = str(numbers["bid"]) if numbers["bid"] else str(_("nil"))
    words = str(_("blind %(bid)s")) % {"bid": bid} if "blind" in numbers else bid
    taken = numbers["took"] if "took" in numbers else numbers["tricks"]
    took = ngettext("took %(n)s", "took %(n)s", taken) % {"n": taken}
    return f"{words}, {took}"


USUAL: Final = Figures(
    terms=Terms(),
    first=(replace(WON, title=_("games won")), HANDS, replace(GAINED, title=_("points a hand"))),
    sections=(of_games(GameFacts), GIVEN_UP),
    columns=COLUMNS,
    totals=totals(HANDS),
    records=(
        *games(HIGHEST_WIN, LOWEST_WIN, LONGEST_STREAK, COMEBACK),
        *games(smallest(_("won in the fewest hands"), "hands", "won", name="fewest_hands"), FASTEST),
        replace(BEST_HAND, title=_("most points in a hand")),
    ),
    numbers="points score other seconds",
    hand_sentence=bid_sentence,
)
