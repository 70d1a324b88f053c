"""Records in and out over the pages: GET games/<code>/record/, GET records/all/, GET and POST records/."""

import json
from io import BytesIO
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import AsyncClient, Client

from accounts.models import Guest, User
from games.models import Game, Seat
from games.services.past import records
from tests.playing import place_for
from tests.records.cardduel_hands import soon_blazed
from tests.records.played import long_record, record
from tests.records.stored import altered, given_up
from tests.views.asking import read

pytestmark = pytest.mark.django_db
NO_PEOPLE = [{"player": "easy"}, {"player": "easy"}]
PAGES = ("", "hands/1/", "hands/1/replay/?step=5", "review/", "record/")
TWO_PEOPLE = [{"name": "Ann", "player": "person"}, {"name": "Eve", "player": "person"}]


def file_of(*games: Any) -> SimpleUploadedFile:
    text = "".join(json.dumps(game) + "\n" for game in games)
    return SimpleUploadedFile("games.jsonl", text.encode(), "application/jsonl")


def sent(client: Client, *games: Any, **more: Any) -> Any:
    return client.post("/records/", {"file": file_of(*games), **more})


# -- out ----------------------------------------------------------------------------------------------


def test_the_record_of_a_game_is_a_file(as_alice: Client, alice: User) -> None:
    place = given_up(alice)
    answer = as_alice.get(f"/games/{place.code}/record/")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="{place.code}.jsonl"'
    assert answer.content.decode() == records.game_line(code=place.code) + "\n"


def downloaded(user: User | None, part: str = "") -> tuple[int, str]:
    """All records, or a part of them, as an asynchronous server streams them."""
    client = AsyncClient()

    async def whole() -> tuple[int, str]:
        if user is not None:
            await client.aforce_login(user)
        answer: Any = await client.get(f"/records/all/{part}")
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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("limit", "most"), [("MOST_IN_A_FILE", 2), ("MOST_HANDS", 5)])
def test_more_than_comes_in_at_once_is_offered_in_parts_too(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    """Each game has two hands."""
    lines = [records.game_line(code=given_up(alice).code) + "\n" for _ in range(3)]
    assert "?part=" not in read(as_alice, "/records/")
    monkeypatch.setattr(records, limit, most)
    page = read(as_alice, "/records/")
    assert "?part=2" in page and "?part=3" not in page
    assert downloaded(alice, "?part=1") == (200, "".join(lines[:2]))
    assert downloaded(alice, "?part=2") == (200, lines[2])
    assert downloaded(alice, "?part=3")[0] == 404


# -- in -----------------------------------------------------------------------------------------------


def test_the_page_offers_both_ways(as_alice: Client, alice: User) -> None:
    place_for(alice)
    page = read(as_alice, "/records/")
    assert 'href="/records/all/"' not in page and "No game of yours is over yet." in page
    given_up(alice)
    page = read(as_alice, "/records/")
    assert 'href="/records/all/"' in page and "No game of yours is over yet." not in page
    assert 'enctype="multipart/form-data"' in page


def test_the_seats_are_named_in_the_language_of_the_page(as_alice: Client) -> None:
    page = read(as_alice, "/records/", headers={"Accept-Language": "de"})
    assert "Platz 4" in page and "seat 4" not in page


def test_nobody_has_nothing_to_take_out(client: Client) -> None:
    page = read(client, "/records/")
    assert "/records/all/" not in page and "Nobody sits here yet" in page, "said before a file is chosen"
    answer = sent(client, long_record())
    assert answer.status_code == 403
    assert (Game.objects.count(), Guest.objects.count()) == (0, 0)


def test_a_file_comes_into_ones_history(as_alice: Client, alice: User) -> None:
    answer = sent(as_alice, long_record(), record(seed=1))
    assert (answer.status_code, answer["Location"]) == (302, "/games/")
    assert Seat.objects.filter(user=alice, game__imported_at__isnull=False).count() == 2


def test_lines_end_at_newlines(as_alice: Client) -> None:
    body = f"{json.dumps(record(seed=1))}\r\n\r\n{json.dumps(long_record())}".encode()
    answer = as_alice.post("/records/", {"file": BytesIO(body)})
    assert (answer.status_code, Game.objects.count()) == (302, 2)


@pytest.mark.parametrize("count", [1, 2])
def test_a_file_in_utf_16_is_refused_in_a_sentence_however_many_games_it_holds(as_alice: Client, count: int) -> None:
    text = "".join(f"{json.dumps(record(seed=seed))}\n" for seed in range(count))
    answer = as_alice.post("/records/", {"file": BytesIO(text.encode("utf-16"))})
    assert (answer.status_code, Game.objects.count()) == (422, 0)
    assert "Line 1: The text is not in UTF-8. Save the file as UTF-8." in answer.content.decode()


def test_a_mark_of_utf_8_may_stand_before_it(as_alice: Client) -> None:
    text = f"{json.dumps(record(seed=1))}\n{json.dumps(long_record())}\n"
    assert as_alice.post("/records/", {"file": BytesIO(text.encode("utf-8-sig"))}).status_code == 302


def bid_of_eleven(game: Any) -> None:
    game["hands"][1]["actions"][2][2] = 11


def test_what_is_wrong_is_said_with_its_place(as_alice: Client) -> None:
    answer = sent(as_alice, record(seed=1), altered(long_record(), bid_of_eleven))
    page = answer.content.decode()
    assert (answer.status_code, Game.objects.count()) == (422, 0)
    for text in ("Line 2, hand 2, action 3: A bid is a whole number from 0 to 10.", "BID_OUT_OF_RANGE"):
        assert text in page


def test_the_reason_is_escaped(as_alice: Client) -> None:
    answer = sent(as_alice, {**record(seed=1), "options": {"<b>": 1}})
    assert "There is no option “&lt;b&gt;”." in answer.content.decode()


def goes_on(game: Any) -> Any:
    return {**game, "hands": game["hands"][:1], "result": None}


GERMAN: list[tuple[list[Any], str]] = [
    ([{"format": "another"}], "Zeile 1: Das ist keine Aufzeichnung einer Partie, die sich hier lesen lässt."),
    ([{"format": "another"}], '<span lang="en">The format is “spadesite-record/1”'),
    ([record(seed=1), {**record(seed=2), "seats": TWO_PEOPLE}], "Zeile 2: Mehrere Menschen saßen am Tisch"),
    ([{**record(seed=2), "seats": NO_PEOPLE}], "Zeile 1: An diesem Tisch saß kein Mensch."),
    ([altered(long_record(), bid_of_eleven)], "Aktion 3: Was dort steht, erlauben die Regeln des Spiels nicht."),
    ([altered(long_record(), bid_of_eleven)], '<span lang="en">A bid is a whole number from 0 to 10.</span>'),
    ([goes_on(long_record())], "Zeile 1: Diese Partie läuft noch."),
    ([record(seed=7)], "Zeile 1: Diese Aufzeichnung ist schon in deinem Verlauf."),
    ([{**long_record(), "result": None}], "Zeile 1: Die Karten führen zu einem anderen Ergebnis"),
    ([{**record("cardduel"), "options": {"max_rounds": 10**9}}], "hat mehr als 9 Stellen."),
    ([{**record("cardduel"), "hands": [{"actions": [0] * 2_001}]}], "Spiel 1: Ein Spiel hat höchstens 2.000 Züge."),
]


@pytest.mark.parametrize(("games", "text"), GERMAN)
def test_a_german_page_says_what_is_wrong_in_german(as_alice: Client, games: list[Any], text: str) -> None:
    assert sent(as_alice, record(seed=7)).status_code == 302
    answer = as_alice.post("/records/", {"file": file_of(*games)}, headers={"Accept-Language": "de"})
    assert answer.status_code == 422
    assert text in answer.content.decode()


def test_it_says_what_was_there_already(as_alice: Client) -> None:
    assert sent(as_alice, record(seed=7)).status_code == 302
    done = as_alice.post(
        "/records/",
        {"file": file_of(record(seed=7), record(seed=1), record(seed=1))},
        headers={"Accept-Language": "de"},
        follow=True,
    )
    text = "1 Partie ist jetzt in deinem Verlauf. 2 Partien der Datei waren schon da."
    assert text in done.content.decode()


def test_it_asks_whose_seat_it_was(as_alice: Client, alice: User) -> None:
    game = {**long_record(), "seats": TWO_PEOPLE}
    asked = sent(as_alice, game)
    assert asked.status_code == 422
    assert "WHOSE_SEAT" in asked.content.decode()
    assert sent(as_alice, game, seat="1").status_code == 302
    assert Seat.objects.get(user=alice).number == 1
    assert sent(as_alice, {**long_record(), "seats": NO_PEOPLE}).status_code == 422


@pytest.mark.parametrize(
    "post",
    [
        {},
        {"file": "not a file"},
        {"file": SimpleUploadedFile("empty.jsonl", b"")},
        {"file": SimpleUploadedFile("games.jsonl", b"{}"), "seat": "9"},
        {"file": SimpleUploadedFile("games.jsonl", b"{}"), "seat": "x"},
        {"file": SimpleUploadedFile("games.jsonl", b" " * (5 * 1024 * 1024 + 1))},
    ],
)
def test_a_post_that_cannot_be_read(as_alice: Client, post: dict[str, Any]) -> None:
    assert as_alice.post("/records/", post).status_code == 400
    assert Game.objects.count() == 0


def test_a_file_far_too_large_is_not_read(as_alice: Client) -> None:
    file = {"file": BytesIO(b" " * (6 * 1024 * 1024))}
    response = as_alice.post("/records/", file, headers={"Accept-Language": "de"})
    assert response.status_code == 413
    assert "Die Datei ist größer als 5 MB." in response.content.decode()


def test_an_imported_game_stands_among_the_others(as_alice: Client, alice: User) -> None:
    sent(as_alice, {**long_record(), "seats": [{"name": "alice", "player": "person"}, {"name": "<i>Bo</i>"}]})
    game = Game.objects.get()
    for url in ("/games/", *(f"/games/{game.code}/{page}" for page in PAGES)):
        answer = as_alice.get(url)
        assert answer.status_code == 200, url
        assert b"<i>Bo" not in answer.content or url.endswith("record/")


def test_half_a_character_in_a_name_is_refused_in_a_sentence(as_alice: Client) -> None:
    line = json.dumps(record("twoman", 1)).replace('"options": {}', '"options": {"\\ud800": 1}')
    assert "ud800" in line
    answer = as_alice.post("/records/", {"file": BytesIO(line.encode())})
    assert answer.status_code == 422
    assert "There is no option" in answer.content.decode()


def test_the_review_offers_the_record_once_the_game_is_over(as_alice: Client, alice: User) -> None:
    place = given_up(alice)
    going_on = place_for(alice)
    assert f"/games/{place.code}/record/" in read(as_alice, f"/games/{place.code}/review/")
    assert "/record/" not in read(as_alice, f"/games/{going_on.code}/review/")


def test_a_duel_of_nine_digits_has_pages_of_the_usual_size(as_alice: Client) -> None:
    """A line at each tenth hit point would be a hundred million lines."""
    sent(as_alice, soon_blazed(999_999_999))
    code = Game.objects.get().code
    for page in (f"/games/{code}/", "/statistics/?game=cardduel", f"/statistics/games/{code}/"):
        assert len(read(as_alice, page)) < 200_000, page
