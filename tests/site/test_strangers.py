"""Games, hands and links of another person are 404 for GET and POST, and a GET writes no row except of sessions."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import AsyncClient, Client
from django.urls import NoReverseMatch

from accounts.models import Guest, User
from games.replay import shares
from games.replay.models import Share
from games.table.models import Game
from games.table.tables import Place
from tests.accounts.people import CHOICES
from tests.asking import HTMX, masked
from tests.play import open_table, reload
from tests.records.stored import give_up_in_second_hand
from tests.site.conftest import ALL, OURS, address

pytestmark = pytest.mark.django_db

#: Asynchronous views, which need an asynchronous client.
STREAMED = {"games:stream", "games:onlooker_stream", "games:records_all"}
OF_A_GAME = [name for name in OURS if "code" in ALL[name].pattern.converters and name not in STREAMED]
OF_A_LINK = [name for name in OURS if "token" in ALL[name].pattern.converters and name not in OF_A_GAME]
#: Matches statements that change rows.
WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM|REPLACE INTO) "(\w+)"')
#: Tables that a request may write when a session begins or is used.
OF_SESSIONS = {"django_session", "usersessions_usersession"}
#: Paths of routes that `address` cannot reverse.
SPECIAL = {
    "admin:None": "/admin/nothing-here/",
    "admin:app_list": "/admin/games/",
    "account_confirm_email": "/accounts/confirm-email/x/",
    "account_reset_password_from_key": "/accounts/password/reset/key/1-x/",
    "mfa_edit_webauthn": "/accounts/2fa/webauthn/keys/1/edit/",
    "mfa_remove_webauthn": "/accounts/2fa/webauthn/keys/1/remove/",
}


@contextmanager
def written() -> Iterator[set[str]]:
    """Yield a set that collects the names of the tables whose rows the block changes."""
    tables: set[str] = set()

    def execute(run: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        tables.update(WRITES.findall(sql))
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield tables


def test_every_route_of_a_game_accepts_its_player(as_alice: Client, alice: User, place: Place) -> None:
    assert len(OF_A_GAME) >= 14 and set(OF_A_LINK) == {"games:shared", "games:shared_hand", "games:shared_verify"}
    codes = (place.code, give_up_in_second_hand(alice).code)
    found = {name: {as_alice.get(address(name, code=code)).status_code for code in codes} for name in OF_A_GAME}
    # Step 1 is not a move of a bot, so no bot can choose again there.
    assert [name for name, statuses in found.items() if statuses == {404}] == ["games:move_again"]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_a_game_of_another_player_is_404(
    client: Client, as_charlie: Client, alice: User, place: Place, headers: dict[str, str]
) -> None:
    """The status is that of an unknown code, during and after the game; 403 would reveal that the game exists."""
    over = give_up_in_second_hand(alice)
    guest = Client()
    guest.post("/settings/", CHOICES)
    assert Guest.objects.count() == 1
    with written() as tables:
        for name, asking in product(OF_A_GAME, (as_charlie, guest, client)):
            statuses = [
                tuple(ask(address(name, code=code), headers=headers).status_code for ask in (asking.get, asking.post))
                for code in (place.code, over.code, "nowhere")
            ]
            assert set(statuses[0]) <= {404, 405} and 404 in statuses[0], name
            assert len(set(statuses)) == 1, name
    assert tables <= OF_SESSIONS


PRIVATE = [*OF_A_GAME, "games:room", "games:practice_own", "games:challenge_hand", "games:statistics_csv"]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_the_404_of_a_game_links_to_the_log_in_and_back(
    client: Client, alice: User, place: Place, headers: dict[str, str]
) -> None:
    """A visitor without a log-in gets the same page whether the game exists or not."""
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
        assert f'href="/accounts/login/?next={back}"' in text and "You’re not logged in" in text, name
        assert "No one sits here" not in text
    page = client.post(f"/games/{place.code}/hands/1/again/", {"step": "1"}).content.decode()
    assert f'href="/accounts/login/?next={quote(f"/games/{place.code}/", safe="")}"' in page


@pytest.mark.django_db(transaction=True)
def test_a_stream_of_another_player_is_404(alice: User, charlie: User) -> None:
    there = address("games:stream", code=open_table(alice).code)

    async def statuses() -> list[int]:
        stranger, visitor = AsyncClient(), AsyncClient()
        await stranger.aforce_login(charlie)
        asked = [
            await client.get(where) for client in (stranger, visitor) for where in (there, "/games/nowhere/stream/")
        ]
        asked += [await client.get(address("games:onlooker_stream")) for client in (stranger, visitor)]
        return [answer.status_code for answer in (*asked, await visitor.get("/records/all/"))]

    assert async_to_sync(statuses)() == [404] * 7


def test_a_link_that_was_never_made_is_404(client: Client, alice: User, place: Place) -> None:
    token = shares.share(place=reload(alice, place.code), hand=1, hides_names=False)
    for name in OF_A_LINK:
        assert client.get(address(name, token=token)).status_code == 200
        assert client.get(address(name, token=f"{token[:-1]}{'B' if token[-1] == 'A' else 'A'}")).status_code == 404
        assert client.get(address(name, token=token[1:])).status_code == 404


def test_a_link_of_another_person_cannot_be_revoked(as_charlie: Client, alice: User, place: Place) -> None:
    token = shares.share(place=reload(alice, place.code), hand=1, hides_names=False)
    assert as_charlie.post(address("games:revoke", code=place.code, token=token)).status_code == 404
    assert Share.objects.get().revoked_at is None


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_a_get_by_a_visitor_writes_no_row(alice: User, place: Place, accept: str, headers: dict[str, str]) -> None:
    """Not even a session is stored."""
    token = shares.share(place=reload(alice, place.code), hand=1, hides_names=False)
    asked = dict[str, str]()
    for name in ALL.keys() - STREAMED:
        with suppress(NoReverseMatch):
            asked[name] = address(name, code=place.code, token=token)
    assert ALL.keys() - STREAMED - asked.keys() == SPECIAL.keys()
    for path in [*asked.values(), *SPECIAL.values()]:
        with written() as tables:
            Client().get(path, headers={"Accept": accept, **headers})
        assert tables == set(), path


def test_a_get_by_a_player_writes_no_row_but_of_the_session(as_alice: Client, place: Place) -> None:
    Game.objects.update(bot_due_at=None)
    for name in OURS:
        if name not in STREAMED:
            with written() as tables:
                as_alice.get(address(name, code=place.code))
                as_alice.head(address(name, code=place.code))
            assert tables <= OF_SESSIONS, name
