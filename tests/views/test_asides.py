"""POST games/<code>/hint/ and games/<code>/take-back/: help at the table; what the rest of the hand at once shares."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.services.people import lobby
from games.services.table.tables import Place
from tests.moves.claiming import HERS, TOPS, to_lead
from tests.playing import act, again, dealt, place_for, stack
from tests.views.asking import pressed, read

pytestmark = pytest.mark.django_db
BOTH = pytest.mark.parametrize("what", ["hint", "take-back"])
ALL = pytest.mark.parametrize("what", ["hint", "take-back", "claim"])


@pytest.fixture
def code(to_lead: Place) -> str:
    return to_lead.code


def test_a_hint_rings_the_card_and_says_why(as_alice: Client, code: str) -> None:
    status, page = pressed(as_alice, code, "hint", version=6)
    assert status == 200
    assert "Hint: play the " in page and "is-hint" in page
    assert "is-hint" in read(as_alice, f"/games/{code}/"), "it is still there after a reload"


def test_taking_back_gives_the_card_back(as_alice: Client, alice: User, code: str) -> None:
    act(again(alice, code), "play", "KH")
    status, page = pressed(as_alice, code, "take-back", version=7)
    assert status == 200
    assert 'id="card-KH"' in page


def test_the_first_undo_of_a_game_says_before_that_it_counts_as_help(as_alice: Client, code: str) -> None:
    """Alice has seen Marta's bid; a second undo, or one after a hint, changes nothing more and asks nothing."""
    before = read(as_alice, f"/games/{code}/")
    assert "a win in it is not ranked" in before
    assert 'data-key="u" type="button" popovertarget="undo"' in before
    pressed(as_alice, code, "take-back", version=6)
    status, page = pressed(as_alice, code, "act", version=7, action='["bid",5]')
    assert status == 200
    assert "take-back" in page and "a win in it is not ranked" not in page


def test_taking_back_takes_the_answer_with_it(as_alice: Client, code: str) -> None:
    """Of the bid at version 5 and Marta's at 6 nothing is left, and one is asked for a bid again."""
    status, page = pressed(as_alice, code, "take-back", version=6)
    assert (status, Game.objects.get().version) == (200, 7)
    assert 'data-phase="bid"' in page and "data-turn" in page


def test_nothing_to_take_back_is_said(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    dealt(place)
    status, page = pressed(as_alice, place.code, "take-back", version=2)
    assert (status, Game.objects.get(pk=place.game.pk).version) == (422, 2)
    assert "nothing to take back in this hand" in page


def test_out_of_turn_there_is_nothing_to_advise(as_alice: Client, alice: User, code: str) -> None:
    act(again(alice, code), "play", "KH")
    status, page = pressed(as_alice, code, "hint", version=7)
    assert (status, Game.objects.get().version) == (422, 7)
    assert "no hint to give" in page


@ALL
@pytest.mark.parametrize("version", ["", "x", "-1", "1.5", "99999999999"])
def test_an_unreadable_version_is_400(as_alice: Client, code: str, what: str, version: str) -> None:
    status, _page = pressed(as_alice, code, what, version=version)
    assert (status, Game.objects.get().version) == (400, 6)


@ALL
def test_without_script_it_leads_back_to_the_table(
    as_alice: Client, alice: User, code: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if what == "take-back":
        act(again(alice, code), "play", "KH")
    if what == "claim":
        stack(monkeypatch, TOPS, HERS)
        code = to_lead(alice).code
    answer = as_alice.post(f"/games/{code}/{what}/", {"version": Game.objects.get(code=code).version})
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{code}/")


@BOTH
def test_in_a_game_given_up_elsewhere_that_is_what_is_said(as_alice: Client, alice: User, code: str, what: str) -> None:
    lobby.abandon(place=again(alice, code))
    status, page = pressed(as_alice, code, what, version=6)
    assert status == 422
    assert "taken back" not in page
    assert ("given up" in page) == (what == "take-back")
