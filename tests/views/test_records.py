"""Records over HTTP: GET games/<code>/record/ and GET records/all/."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

from accounts.models import User
from games.services.past import records
from tests.playing import place_for
from tests.records.stored import given_up
from tests.views.asking import read

pytestmark = pytest.mark.django_db


def test_the_record_of_a_game_is_a_file(as_alice: Client, alice: User) -> None:
    place = given_up(alice)
    answer = as_alice.get(f"/games/{place.code}/record/")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="{place.code}.jsonl"'
    assert answer.content.decode() == records.game_line(code=place.code) + "\n"


def downloaded(user: User | None) -> tuple[int, str]:
    """All records as an asynchronous server streams them."""
    client = AsyncClient()

    async def whole() -> tuple[int, str]:
        if user is not None:
            await client.aforce_login(user)
        answer: Any = await client.get("/records/all/")
        body = [part async for part in answer.streaming_content] if answer.streaming else [answer.content]
        return answer.status_code, b"".join(body).decode()

    return async_to_sync(whole)()


@pytest.mark.django_db(transaction=True)
def test_all_records_are_a_stream(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "CHUNK", 2)
    places = [given_up(alice) for _ in range(3)]
    given_up(bob)
    place_for(alice)
    assert downloaded(alice) == (200, "".join(records.game_line(code=place.code) + "\n" for place in places))
    assert downloaded(None)[0] == 404


def test_my_games_offer_the_file_once_a_game_is_over(as_alice: Client, alice: User) -> None:
    place_for(alice)
    assert "/records/all/" not in read(as_alice, "/games/")
    given_up(alice)
    assert 'href="/records/all/"' in read(as_alice, "/games/")


def test_the_review_offers_the_record_once_the_game_is_over(as_alice: Client, alice: User) -> None:
    place = given_up(alice)
    going_on = place_for(alice)
    assert f"/games/{place.code}/record/" in read(as_alice, f"/games/{place.code}/review/")
    assert "/record/" not in read(as_alice, f"/games/{going_on.code}/review/")
