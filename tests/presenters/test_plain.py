"""The plainest pages of a game: what it does not say they do without."""

from dataclasses import replace

from django.template.loader import render_to_string

from games.bidwhist.rules import BidWhist
from games.engine.actions import Action
from games.engine.state import Phase
from games.twoman.rules import TwoMan
from games.viewmodel.plain import plain_presenter
from games.viewmodel.presenter import TrickPresenter
from games.viewmodel.seats import SideShown
from tests.parlour.rules import Parlour
from tests.presenters.seeing import Table

RULES = Parlour()


def test_a_game_needs_neither_trumps_nor_a_target() -> None:
    shows = plain_presenter(rules=RULES)
    plays = [(seat, Action("play", text)) for seat, text in enumerate(("9H", "KH", "2S", "TH"))]
    view = replace(RULES.view(RULES.initial({}, {}), 0), phase=Phase.PLAY, actions=tuple(plays), options={})
    (trick,) = shows.tricks(view)
    assert (trick.is_done, trick.winner) == (True, 1)
    assert (shows.target(view), shows.invitation(view)) == (0, "")


def test_without_a_target_points_are_shown_against_none() -> None:
    sides = [SideShown(name, 3, more="", spoken="") for name in ("Ann", "Marta", "Bo")]
    for shown in (sides[:2], sides):
        strip = render_to_string("games/table/_score.html", {"sides": shown, "target": 0, "number": 2})
        assert "Hand 2" in strip and "<progress" not in strip and "to 0" not in strip


def test_the_scores_are_drawn_against_fifths_of_the_target() -> None:
    """Where there is one, and the game does not say otherwise."""
    assert plain_presenter(rules=RULES).race_step == 1
    assert plain_presenter(rules=TwoMan()).race_step == 60
    assert plain_presenter(rules=BidWhist()).race_step == TrickPresenter.race_step
    assert plain_presenter(rules=RULES, race_step=3).race_step == 3


def test_a_seat_is_told_to_follow_only_where_it_must() -> None:
    """And where it holds none of that suit, that any card will do."""
    shows = plain_presenter(rules=TwoMan())
    for lead, follows in (("4H", "Play a heart."), ("9C", "You hold no clubs: play any card.")):
        table = Table(odd=1).deal("KH 9H 5D 4D 3D 2D KS QS JS TS AS", "4H 9C 8C 7C 6C AD KD QD JD TD 2C")
        snapshot = table.say("0 discard AS", "1 discard 2C", "1 bid 3", "0 bid 4").play(lead).snapshot()
        assert shows.message(snapshot).endswith(follows)
        free = replace(snapshot.view, legal=tuple(Action("play", one.text) for one in snapshot.view.hand or ()))
        freely = shows.message(replace(snapshot, view=free))
        assert freely.endswith(follows) == (lead == "9C") and not freely.endswith("Play a heart.")
