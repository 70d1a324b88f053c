"""POST games/<code>/act/: a seat's action from the page."""

import pytest
from django.test import Client

from games.engine.actions import Action
from games.models import Game
from games.services.table.tables import Place
from tests.playing import post
from tests.views.asking import HTMX, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def url(to_lead: Place) -> str:
    return f"/games/{to_lead.code}/act/"


def test_it_plays_the_card(as_alice: Client, url: str) -> None:
    response = as_alice.post(url, post(Action("play", "KH"), 6), headers=HTMX)
    assert response.status_code == 200
    assert Game.objects.get().version == 7
    assert b'data-version="7"' in response.content
    assert b"<html" not in response.content


def test_it_sends_a_browser_without_script_back_to_the_table(as_alice: Client, url: str) -> None:
    response = as_alice.post(url, post(Action("play", "KH"), 6))
    assert response.status_code == 302
    assert response["Location"] == url.removesuffix("act/")


def test_a_table_that_is_open_after_a_log_out_elsewhere_is_loaded_anew(as_alice: Client, url: str) -> None:
    page, play = url.removesuffix("act/"), post(Action("play", "KH"), 6)
    as_alice.logout()
    answer = as_alice.post(url, play, headers={**HTMX, "HX-Current-URL": f"http://testserver{page}"})
    assert answer.headers["HX-Refresh"] == "true" and as_alice.get(page).status_code == 404
    assert as_alice.post(url, play, headers=HTMX).status_code == 404
    assert Game.objects.get().version == 6


STAYS = '<aside class="dock" data-stays></aside>'


def test_what_is_read_beside_the_table_waits_for_the_answer(as_alice: Client, url: str) -> None:
    """Marta’s card follows at once and brings the log and the scores; a page that is loaded meanwhile has them too."""
    answer = as_alice.post(url, post(Action("play", "KH"), 6), headers=HTMX).content.decode()
    page = read(as_alice, url.removesuffix("act/"))
    assert answer.count("<aside") == answer.count(STAYS) == 1 and 'id="own-hand"' in answer
    assert STAYS not in page and 'class="log"' in page


@pytest.mark.parametrize(("card", "version", "status"), [("2H", 6, 422), ("KH", 5, 409)])
def test_where_no_answer_is_to_come_all_of_the_table_is_brought(
    as_alice: Client, url: str, card: str, version: int, status: int
) -> None:
    answer = as_alice.post(url, post(Action("play", card), version), headers=HTMX)
    assert answer.status_code == status
    assert STAYS not in answer.content.decode() and 'class="log"' in answer.content.decode()
