"""The statistics of Card Duel: duels and hit points, damage, healing, bluffs, blazes, rounds.

A duel is one hand and has no points, so the usual statistics get other words here.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import figures
from games.cardduel.facts import CardDuelFacts
from games.figures import (
    Breakdown,
    Figures,
    StatisticsWords,
    TableByMark,
    average,
    count,
    largest,
    section,
    share,
    share_of_total,
    smallest,
    time,
)

_HIT_POINTS_LEFT: Final = average(_("Hit points left"), "score")
_ROUNDS: Final = average(_("rounds per duel"), "rounds")


def hand_sentence(marks: frozenset[str], numbers: Mapping[str, int]) -> str:
    rounds = numbers.get("rounds", 0)
    return ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds}


FIGURES: Final = Figures(
    terms=StatisticsWords(
        games=_("Duels"),
        so_far=lambda n: ngettext("One duel so far", "%(n)s duels so far", n) % {"n": n},
        won_by_step=_("Duels won"),
        last_course=_("Hit points in the last duel"),
        spread=_("Hit points left"),
        spread_sentence=_("Hit points left per duel; you had some left in %(gained)s of %(n)s duels."),
        gained_head=_("Hit points"),
        count_head=_("Duels"),
        course_sentence=_("Hit points after the last round: you %(mine)s, %(others)s %(theirs)s."),
        recent=_("Recent duels"),
        your_games=_("Your duels"),
        your_hands=_("Your duels"),
        games_shown=_("Duels behind this number"),
        hands_shown=_("Duels behind this number"),
        course=_("How the duel went"),
        course_by=_("Hit points by round"),
        step=_("Round"),
        hand=_("Duel"),
        hand_name=_("Duel"),
        mark_head=_("Rounds"),
        score=_("Hit points"),
        length="rounds",
        length_of_games=_("Rounds"),
        has_hands=False,
    ),
    first=(
        replace(figures.WON, title=_("duels won")),
        _ROUNDS,
        replace(_HIT_POINTS_LEFT, title=_("hit points left per duel")),
    ),
    sections=(
        section(
            _("Duels"),
            *figures.PLAYED,
            *figures.games(
                average(_("average hit points left"), "score", shows="finished"),
                replace(figures.BEST_SCORE, title=_("most hit points left")),
                replace(figures.WORST_SCORE, title=_("fewest hit points left")),
            ),
            *figures.shapes(_("comebacks, from %(n)s+ hit points behind"), CardDuelFacts),
            *figures.games(time(_("time per duel"), "seconds", shows="finished")),
        ),
        section(
            _("Damage"),
            average(_("damage dealt per duel"), "dealt"),
            average(_("damage taken per duel"), "taken"),
            average(_("healed per duel"), "healed"),
            average(_("blocked per duel"), "blocked"),
            _ROUNDS,
            largest(_("most damage in a duel"), "dealt", name="most_damage"),
            largest(_("longest duel, rounds"), "rounds", name="longest_duel"),
            smallest(_("shortest duel, rounds"), "rounds", name="shortest_duel"),
        ),
        section(
            _("Bluffs and blazes"),
            share_of_total(_("bluffs that drew a shield"), "bluffs_worked", "bluffs", shows="bluff"),
            share(_("blazes won"), "blaze_won", "blaze", shows="blaze"),
            share(_("blazes you survived"), "blaze_survived", "blaze_against", shows="blaze_against"),
        ),
        figures.given_up(_("duels given up")),
    ),
    columns=(count(_("Duels"), figures.ENDED, shows="finished", are_games=True), figures.WON, _HIT_POINTS_LEFT),
    tables=(
        TableByMark(_("By opponent level"), _("Level"), Breakdown.LEVEL),
        TableByMark(
            _("By who had the coin first"),
            _("The coin"),
            {"led": _("You had the coin first"), "followed": _("Your opponent had it first")},
        ),
    ),
    totals=figures.totals(played=_("duels played"), abandoned=_("duels given up")),
    records=figures.games(
        replace(figures.HIGHEST_WIN, title=_("most hit points left by a winner")),
        replace(figures.LOWEST_WIN, title=_("fewest hit points left by a winner")),
        figures.LONGEST_STREAK,
        replace(figures.COMEBACK, title=_("biggest comeback, hit points behind")),
        smallest(_("fewest rounds to win"), "rounds", "won", name="fewest_rounds"),
        figures.FASTEST,
    ),
    marks={
        "led": _("you had the coin first"),
        "followed": _("your opponent had the coin first"),
        "bluff": _("your bluff"),
        "bluff_worked": _("a bluff that drew a shield"),
        "blaze": _("your blaze of glory"),
        "blaze_won": _("your blaze won"),
        "blaze_lost": _("your blaze lost"),
        "blaze_against": _("your opponent’s blaze of glory"),
        "blaze_survived": _("a blaze you survived"),
        "blaze_fatal": _("your opponent’s blaze won"),
    },
    numbers="score other seconds rounds",
    hand_sentence=hand_sentence,
)
