"""Somebody else's game, hand, share or statistic: 404 and nothing told, by any method, with and without script.

And reading changes nothing, whatever is read.
"""

import re
from contextlib import suppress
from html import unescape
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.test import AsyncClient, Client
from django.urls import NoReverseMatch

from accounts.models import Guest, User
from games.models import Game, Share
from games.services.past import shares
from games.services.table.tables import Place
from tests.accounts.people import CHOICES
from tests.house.addresses import ALL, OURS, address
from tests.playing import again, in_second_hand, place_for
from tests.records.stored import given_up
from tests.views.asking import HTMX, masked, read

pytestmark = pytest.mark.django_db

#: Asynchronous: asked for by clients of their own, with connections of their own.
STREAMED = {"games:stream", "games:onlooker_stream", "games:records_all"}
OF_A_GAME = [name for name in OURS if "code" in ALL[name].pattern.converters and name not in STREAMED]
OF_A_LINK = [name for name in OURS if "token" in ALL[name].pattern.converters and name not in OF_A_GAME]
#: Where a look is allowed to write: a session may begin with a token for forms.
MAY_GROW = {"sessions.session", "usersessions.usersession"}
#: Addresses that are not made of their pattern alone.
OTHERWISE = {
    "admin:None": "/admin/nothing-here/",
    "admin:app_list": "/admin/games/",
    "account_confirm_email": "/accounts/confirm-email/x/",
    "account_reset_password_from_key": "/accounts/password/reset/key/1-x/",
    "mfa_edit_webauthn": "/accounts/2fa/webauthn/keys/1/edit/",
    "mfa_remove_webauthn": "/accounts/2fa/webauthn/keys/1/remove/",
}


@pytest.fixture
def place(alice: User) -> Place:
    return in_second_hand(alice)


def rows() -> dict[str, list[Any]]:
    models = [model for model in apps.get_models() if model._meta.label_lower not in MAY_GROW]
    return {model._meta.label_lower: list(model._default_manager.order_by("pk").values()) for model in models}


def all_rows() -> dict[str, int]:
    return {model._meta.label_lower: model._default_manager.count() for model in apps.get_models()}


def test_there_is_something_to_ask() -> None:
    assert len(OF_A_GAME) >= 14
    assert set(OF_A_LINK) == {"games:shared", "games:shared_hand", "games:shared_verify"}


def test_whoever_sat_there_finds_them(as_alice: Client, alice: User, place: Place) -> None:
    """But what this step is none for."""
    codes = (place.code, given_up(alice).code)
    asked = {name: {as_alice.get(address(name, code=code)).status_code for code in codes} for name in OF_A_GAME}
    assert [name for name, statuses in asked.items() if statuses == {404}] == ["games:move_again"]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_anothers_game_is_not_there(
    client: Client, as_charlie: Client, alice: User, place: Place, headers: dict[str, str]
) -> None:
    """404 and never 403, which would tell that there is one; 405 where nobody may ask in that way. As long as the game
    goes on as after it.
    """
    over = given_up(alice)
    guest = Client()
    guest.post("/settings/", CHOICES)
    assert Guest.objects.count() == 1
    before = rows()
    for name, code in product(OF_A_GAME, (place.code, over.code)):
        there, nowhere = address(name, code=code), address(name, code="nowhere")
        for asking in (as_charlie, guest, client):
            statuses = [ask(there, headers=headers).status_code for ask in (asking.get, asking.post)]
            assert set(statuses) <= {404, 405}, name
            assert 404 in statuses, name
            assert statuses == [ask(nowhere, headers=headers).status_code for ask in (asking.get, asking.post)], name
    assert rows() == before


PRIVATE = [*OF_A_GAME, "games:room", "games:practice_own", "games:challenge_hand", "games:statistics_csv"]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_a_visitor_without_a_session_is_led_back_after_a_log_in(
    client: Client, alice: User, place: Place, headers: dict[str, str]
) -> None:
    """The same page whether there is such a game or not."""
    for name in PRIVATE:
        there, nowhere = address(name, code=place.code), address(name, code="nowhere")
        htmx = {**headers, "HX-Current-URL": "http://testserver/games/nowhere/review/"} if headers else {}
        answer, other = client.get(f"{there}?step=3", headers=htmx), client.get(f"{nowhere}?step=3", headers=htmx)
        if answer.status_code == 405:
            continue
        assert answer.status_code == other.status_code == 404, name
        text = masked(answer.content).decode()
        assert text.replace(place.code, "nowhere") == masked(other.content).decode().replace(place.code, "nowhere")
        back = quote("/games/nowhere/review/" if headers else f"{there}?step=3", safe="")
        assert f'href="/accounts/login/?next={back}"' in text and "You are not logged in" in text, name
        assert "Nobody sits here" not in text


def test_whoever_logs_in_comes_back_to_the_game(client: Client, alice: User, place: Place) -> None:
    page = client.get(f"/games/{place.code}/hands/1/").content.decode()
    log_in_at = re.findall(r'href="(/accounts/login/\?[^"]+)"', page)
    for where in log_in_at:
        asked = read(client, unescape(where))
        onward = re.search(r'name="next" value="([^"]+)"', asked)
        assert onward is not None and onward[1] == f"/games/{place.code}/hands/1/"
    assert len(log_in_at) == 3  # the button, the bar and the menu


def test_a_refused_post_leads_back_to_its_table(client: Client, place: Place) -> None:
    page = client.post(f"/games/{place.code}/hands/1/again/", {"step": "1"}).content.decode()
    assert f'href="/accounts/login/?next={quote(f"/games/{place.code}/", safe="")}"' in page


@pytest.mark.django_db(transaction=True)
def test_anothers_stream_is_not_there(alice: User, charlie: User) -> None:
    there = address("games:stream", code=place_for(alice).code)

    async def statuses() -> list[int]:
        stranger, nobody = AsyncClient(), AsyncClient()
        await stranger.aforce_login(charlie)
        asked = [
            await client.get(where) for client in (stranger, nobody) for where in (there, "/games/nowhere/stream/")
        ]
        asked += [await client.get(address("games:onlooker_stream")) for client in (stranger, nobody)]
        return [answer.status_code for answer in (*asked, await nobody.get("/records/all/"))]

    assert async_to_sync(statuses)() == [404] * 7


def test_a_link_that_was_never_made_leads_nowhere(client: Client, alice: User, place: Place) -> None:
    token = shares.share(place=again(alice, place.code), hand=1, hides_names=False)
    for name in OF_A_LINK:
        assert client.get(address(name, token=token)).status_code == 200
        assert client.get(address(name, token=f"{token[:-1]}{'B' if token[-1] == 'A' else 'A'}")).status_code == 404
        assert client.get(address(name, token=token[1:])).status_code == 404


def test_anothers_link_is_not_mine_to_take_back(as_charlie: Client, alice: User, place: Place) -> None:
    token = shares.share(place=again(alice, place.code), hand=1, hides_names=False)
    assert as_charlie.post(address("games:revoke", code=place.code, token=token)).status_code == 404
    assert Share.objects.get().revoked_at is None


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_a_look_of_a_stranger_writes_no_row(alice: User, place: Place, accept: str, headers: dict[str, str]) -> None:
    """Not even a session: GET of every address there is, also of a shared hand."""
    token = shares.share(place=again(alice, place.code), hand=1, hides_names=False)
    asked = dict[str, str]()
    for name in ALL.keys() - STREAMED:
        with suppress(NoReverseMatch):
            asked[name] = address(name, code=place.code, token=token)
    assert ALL.keys() - STREAMED - asked.keys() == OTHERWISE.keys()
    before = all_rows()
    for path in [*asked.values(), *OTHERWISE.values()]:
        Client().get(path, headers={"Accept": accept, **headers})
        assert all_rows() == before, path


def test_reading_changes_nothing(as_alice: Client, place: Place) -> None:
    """GET and HEAD of every address, by somebody to whom it belongs."""
    Game.objects.update(bot_due_at=None)
    before = rows()
    for name in OURS:
        if name not in STREAMED:
            as_alice.get(address(name, code=place.code))
            as_alice.head(address(name, code=place.code))
            assert rows() == before, name
