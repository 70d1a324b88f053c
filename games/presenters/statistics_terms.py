"""What a game calls its games, hands and scores where statistics speak of them. A duel has neither hands nor points."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Terms:
    """The words; `gained` is the number that a hand is worth, `length` the one that says how long a game was.

    `has_hands` where a game is played in several of them.
    """

    games: str
    games_won: str
    games_played: str
    games_given_up: str
    won_in_a_row: str
    lost_in_a_row: str
    hands: str
    gained_a_hand: str
    average_score: str
    best_score: str
    worst_score: str
    behind: str
    time_of_a_game: str
    won_by_step: str
    last_course: str
    spread: str
    spread_told: str
    gained_head: str
    count_head: str
    course_told: str
    recent: str
    your_hands: str
    course: str
    course_by: str
    length_of_games: str
    hand: str
    score: str
    highest_win: str
    lowest_win: str
    comeback: str
    gained: str = "points"
    is_signed: bool = True
    length: str = "hands"
    has_hands: bool = True


def terms(key: str) -> Terms:
    return OWN_TERMS.get(key, _of_hands)()


def _of_hands() -> Terms:
    return Terms(
        games=_("Games"),
        games_won=_("games won"),
        games_played=_("games played"),
        games_given_up=_("games given up"),
        won_in_a_row=_("most won in a row"),
        lost_in_a_row=_("most lost in a row"),
        hands=_("hands"),
        gained_a_hand=_("points a hand"),
        average_score=_("average score"),
        best_score=_("best score"),
        worst_score=_("worst score"),
        behind=_("comebacks, from %(n)s behind"),
        time_of_a_game=_("time of a game"),
        won_by_step=_("Games won"),
        last_course=_("Score of the last game"),
        spread=_("Points a hand"),
        spread_told=_("How often a hand brought how many points; %(share)s of %(n)s hands gained some."),
        gained_head=_("Points"),
        count_head=_("Hands"),
        course_told=_("The last score is %(mine)s for you and %(hers)s for %(others)s."),
        recent=_("Recent games"),
        your_hands=_("Your hands"),
        course=_("Course of the game"),
        course_by=_("Score by hand"),
        length_of_games=_("Hands"),
        hand=_("Hand"),
        score=_("Score"),
        highest_win=_("highest winning score"),
        lowest_win=_("lowest winning score"),
        comeback=_("biggest comeback, points behind"),
    )


def _of_duels() -> Terms:
    return Terms(
        games=_("Duels"),
        games_won=_("duels won"),
        games_played=_("duels played"),
        games_given_up=_("duels given up"),
        won_in_a_row=_("most won in a row"),
        lost_in_a_row=_("most lost in a row"),
        hands=_("duels"),
        gained_a_hand=_("hit points left a duel"),
        average_score=_("average hit points left"),
        best_score=_("most hit points left"),
        worst_score=_("fewest hit points left"),
        behind=_("comebacks, from %(n)s hit points behind"),
        time_of_a_game=_("time of a duel"),
        won_by_step=_("Duels won"),
        last_course=_("Hit points in the last duel"),
        spread=_("Hit points left"),
        spread_told=_("How often a duel left you how many hit points; %(share)s of %(n)s duels left some."),
        gained_head=_("Hit points"),
        count_head=_("Duels"),
        course_told=_("After the last round you have %(mine)s hit points and %(others)s %(hers)s."),
        recent=_("Recent duels"),
        your_hands=_("Your duels"),
        course=_("Course of the duel"),
        course_by=_("Hit points by round"),
        length_of_games=_("Rounds"),
        hand=_("Round"),
        score=_("Hit points"),
        highest_win=_("most hit points left by a winner"),
        lowest_win=_("fewest hit points left by a winner"),
        comeback=_("biggest comeback, hit points behind"),
        gained="score",
        is_signed=False,
        length="rounds",
        has_hands=False,
    )


OWN_TERMS: Mapping[str, Callable[[], Terms]] = {"cardduel": _of_duels}
