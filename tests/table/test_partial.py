"""The partial of the table: its size, its use without script, and its message."""

import gzip
import re
from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from games.engine.actions import Action
from games.engine.state import Phase
from games.pages.plain_pages import PlainTable
from games.pages.seats import SideShown
from games.twoman.game import TWO_MAN
from tests.parlour.game import PARLOUR
from tests.parlour.rules import Parlour
from tests.table.positions import Table, Taste, drawn, in_play, put_aside

#: Maximum gzipped size of a partial in bytes.
BUDGET = 6_000
PHASES = {
    "first": Table(),
    "blind": Table(base=(0, 150)).deal(),
    "discard": Table().deal(),
    "bid": put_aside("1 bid 5", odd=1),
    "play": in_play().play("KH AH 9H"),
    "between": in_play().play_out(),
    "over": in_play(base=(280, 290)).play_out(),
}


@pytest.mark.parametrize("phase", PHASES)
def test_the_partial_of_each_phase_is_small_and_usable_without_script(phase: str) -> None:
    """Ids are unique, forms have CSRF tokens, at most one main button is outside offers, a notice is a refusal."""
    notice = "You hold a club, so you must play one."
    page = drawn(PHASES[phase].page())
    assert f'data-phase="{phase}"' in page
    assert page.count('id="table"') == page.count("<main") == 1
    ids = re.findall(r'\sid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert len(gzip.compress(page.encode(), 6)) <= BUDGET
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    assert [form for form in forms if "<button" in form]
    for form in forms:
        assert re.search(r'action="/games/abc/(act|deal|again|hint)/"', form) and 'method="post"' in form
        assert 'name="csrfmiddlewaretoken"' in form
        assert 'name="version"' in form or "/again/" in form
    offered = re.sub(r'<div class="offer".*?</div></div>.*?</div>', "", page, flags=re.DOTALL)
    assert len([one for one in re.findall(r"<button[^>]*btn--main[^>]*>", offered) if " hidden" not in one]) <= 1
    noticed = PHASES[phase].html(notice=notice)
    assert noticed.count(notice) >= 1 and "say--refuse" in noticed


@pytest.mark.parametrize(
    ("table", "rests"),
    [
        (Table().deal(), True),
        (Table().deal().say("0 discard 2C"), False),
        (Table().deal().say("1 discard 3C"), True),
        (in_play().play("KH"), False),
        (in_play().play("KH AH"), True),
    ],
    ids=["dealt", "own-discard", "other-discard", "own-card", "other-card"],
)
def test_the_page_marks_a_deal_and_the_actions_of_others(table: Table, rests: bool) -> None:
    assert ("data-others" in drawn(table.page())) is rests


@pytest.mark.parametrize("chosen", ["bid", "blind"])
def test_enter_on_the_number_of_a_bid_submits_nothing(chosen: str) -> None:
    """Enter presses the first button of a form. If that button is disabled, browsers submit nothing."""
    form = re.search(r'<form class="pick.*?</form>', drawn(PHASES[chosen].page()), re.DOTALL)
    assert form is not None
    assert re.findall(r"<button[^>]*>", form.group())[0] == "<button disabled hidden>"


RULES = Parlour()


def test_a_table_is_shown_without_trumps_and_without_a_target() -> None:
    plays = [(seat, Action("play", text)) for seat, text in enumerate(("9H", "KH", "2S", "TH"))]
    view = replace(RULES.view(RULES.initial({}, {}), 0), phase=Phase.PLAY, actions=tuple(plays), options={})
    page = PlainTable(PARLOUR, replace(Table().snapshot(), view=view), Taste())
    (trick,) = page.tricks
    assert (trick.is_done, trick.winner) == (True, 1)
    assert (page.target, page.invitation) == (0, "")


def test_points_without_a_target_have_no_bar() -> None:
    sides = [SideShown(name, 3, more="", spoken="") for name in ("Ann", "Marta", "Bo")]
    for shown in (sides[:2], sides):
        strip = render_to_string("games/table/_score.html", {"sides": shown, "target": 0, "number": 2})
        assert "Hand 2" in strip and "<progress" not in strip and "to 0" not in strip


def test_the_message_names_the_suit_to_follow() -> None:
    """If the player holds no card of that suit, the message says that any card may be played."""
    for lead, follows in (("4H", "Play a heart."), ("9C", "You hold no clubs: play any card.")):
        table = Table(odd=1).deal("KH 9H 5D 4D 3D 2D KS QS JS TS AS", "4H 9C 8C 7C 6C AD KD QD JD TD 2C")
        snapshot = table.say("0 discard AS", "1 discard 2C", "1 bid 3", "0 bid 4").play(lead).snapshot()
        assert PlainTable(TWO_MAN, snapshot, Taste()).message.endswith(follows)
        free = replace(snapshot.view, legal=tuple(Action("play", one.text) for one in snapshot.view.hand or ()))
        freely = PlainTable(TWO_MAN, replace(snapshot, view=free), Taste()).message
        assert freely.endswith(follows) == (lead == "9C") and not freely.endswith("Play a heart.")
