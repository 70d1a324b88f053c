"""The partial in every phase: small, plain under a strict content policy, and complete without script."""

import gzip
import re

import pytest

from games import presenters
from games.snapshot import Status
from tests.presenters.seeing import Table, Taste, drawn, in_play, put_aside

#: What one move may cost, gzipped.
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


@pytest.fixture(params=list(PHASES))
def phase(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def page_of(phase: str) -> str:
    return drawn(PHASES[phase].shown())


def test_each_table_is_in_its_phase(phase: str) -> None:
    page = page_of(phase)
    assert f'data-phase="{phase}"' in page
    assert page.count('id="table"') == page.count("<main") == 1


def test_nothing_needs_more_than_the_content_policy_allows(phase: str) -> None:
    page = page_of(phase)
    assert not re.search(r"\sstyle=|<script|<style|\son[a-z]+=|hx-on|javascript:|https?://", page)


def test_no_id_is_given_twice(phase: str) -> None:
    ids = re.findall(r'\sid="([^"]*)"', page_of(phase))
    assert len(ids) == len(set(ids))


def test_every_form_works_without_script(phase: str) -> None:
    forms = re.findall(r"<form.*?</form>", page_of(phase), re.DOTALL)
    assert [form for form in forms if "<button" in form]
    for form in forms:
        assert re.search(r'action="/games/abc/(act|deal|again|hint)/"', form) and 'method="post"' in form
        assert 'name="csrfmiddlewaretoken"' in form
        assert 'name="version"' in form or "/again/" in form


def test_a_move_stays_within_its_budget(phase: str) -> None:
    assert len(gzip.compress(page_of(phase).encode(), 6)) <= BUDGET


def test_only_one_button_is_filled_and_in_view(phase: str) -> None:
    page = re.sub(r'<div class="offer".*?</div></div>.*?</div>', "", page_of(phase), flags=re.DOTALL)
    filled = [one for one in re.findall(r"<button[^>]*btn--main[^>]*>", page) if " hidden" not in one]
    assert len(filled) <= 1


def test_a_notice_takes_the_place_of_the_message(phase: str) -> None:
    notice = "You hold a club, so you must play one."
    page = drawn(presenters.table(PHASES[phase].snapshot(), preferences=Taste(), notice=notice))
    assert page.count(notice) >= 1 and "say--refuse" in page


def test_a_game_given_up_offers_no_move() -> None:
    page = drawn(presenters.table(in_play().snapshot(status=Status.ABANDONED), preferences=Taste()))
    assert "/act/" not in page and "You gave this game up" in page


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
def test_cards_dealt_and_what_others_do_are_seen_before_the_next_one_acts(table: Table, rests: bool) -> None:
    assert ("data-others" in drawn(table.shown())) is rests


@pytest.mark.parametrize("chosen", ["bid", "blind"])
def test_enter_on_a_number_presses_nothing_by_itself(chosen: str) -> None:
    """A form is sent by its first button, and not at all where that one is disabled."""
    form = re.search(r'<form class="pick.*?</form>', page_of(chosen), re.DOTALL)
    assert form is not None
    assert re.findall(r"<button[^>]*>", form.group())[0] == "<button disabled hidden>"
