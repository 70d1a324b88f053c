"""Somebody else's game, hand, share or statistic: 404 and nothing told, by any method, with and without script.

And reading changes nothing, whatever is read.
"""

from itertools import product
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.test import AsyncClient, Client

from accounts.models import Guest, User
from games.models import Game, Share
from games.services.past import shares
from games.services.table.tables import Place
from tests.house.addresses import ALL, OURS, address
from tests.playing import again, in_second_hand, place_for
from tests.records.stored import given_up
from tests.views.asking import HTMX

pytestmark = pytest.mark.django_db

#: Asynchronous: asked for by clients of their own, with connections of their own.
STREAMED = {"games:stream", "games:onlooker_stream", "games:records_all"}
OF_A_GAME = [name for name in OURS if "code" in ALL[name].pattern.converters and name not in STREAMED]
OF_A_LINK = [name for name in OURS if "token" in ALL[name].pattern.converters and name not in OF_A_GAME]
#: Where a look is allowed to write: a session may begin with a token for forms.
MAY_GROW = {"sessions.session", "usersessions.usersession"}


@pytest.fixture
def place(alice: User) -> Place:
    return in_second_hand(alice)


def rows() -> dict[str, list[Any]]:
    models = [model for model in apps.get_models() if model._meta.label_lower not in MAY_GROW]
    return {model._meta.label_lower: list(model._default_manager.order_by("pk").values()) for model in models}


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
    guest.post("/settings/", {"name": "", "theme": "dark", "deck": "four", "pace": "fast"})
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


def test_reading_changes_nothing(as_alice: Client, place: Place) -> None:
    """GET and HEAD of every address, by somebody to whom it belongs."""
    Game.objects.update(bot_due_at=None)
    before = rows()
    for name in OURS:
        if name not in STREAMED:
            as_alice.get(address(name, code=place.code))
            as_alice.head(address(name, code=place.code))
            assert rows() == before, name
