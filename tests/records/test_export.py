"""Export of finished games as records: by a page, a stream of all games, and a command."""

import json
from random import Random
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.management import CommandError
from django.db.models import QuerySet
from django.test import AsyncClient, Client

from accounts.models import User
from accounts.people import Person
from accounts.zones import utc_today
from games.boards.models import Board, Challenge
from games.records import export
from games.records.referee import check
from games.table import tables
from games.table.models import Game, Seal
from tests.asking import read
from tests.boards.walked import begin_board, first_legal, open_challenge, play_board, play_challenge
from tests.play import open_table, play_out, reload
from tests.records.played import assert_right
from tests.records.stored import (
    export_record,
    give_up_in_second_hand,
    play_finished_game,
    run_command,
    verify_deal_program,
)
from tests.replay import past_games

pytestmark = pytest.mark.django_db


def test_the_record_of_a_finished_game_is_right_and_has_its_proofs(alice: User) -> None:
    place = play_finished_game(alice, first_lead="odd")
    game = export_record(place)
    verdict = check(json.dumps(game))
    assert verdict.wrong is None
    assert verdict.result is not None
    assert game["result"] == dict(verdict.result.record)
    assert game["options"] == {"target": 100, "first_lead": "odd"}
    assert game["seats"] == [{"name": "alice", "player": "person"}, {"name": "Marta", "player": "easy"}]
    assert not {"ended", "origin", "board"} & game.keys()
    assert verify_deal_program().check_records([json.dumps(game)])
    counts = {hand.number: hand.auto for hand in place.game.hands.all()}
    assert any(counts.values()), "no card was played by the table"
    assert {hand["number"]: hand.get("auto", 0) for hand in game["hands"]} == counts
    seals = {seal.number: seal for seal in Seal.objects.all()}
    assert len(seals) == len(game["hands"]) + 1
    not_dealt = "the record reveals the seed of a hand that was not dealt"
    assert bytes(seals[len(seals)].server_seed).hex() not in json.dumps(game), not_dealt
    for hand in game["hands"]:
        seal = seals[hand["number"]]
        assert hand["proof"] == {
            "algorithm": "hmac-sha256-fisher-yates/1",
            "commitment": seal.commitment,
            "server_seed": bytes(seal.server_seed).hex(),
            "player_seed": seal.player_seed,
        }


def test_the_record_of_a_game_given_up_names_the_seat_and_reveals_the_last_seed(alice: User) -> None:
    place = give_up_in_second_hand(alice)
    game = export_record(place)
    assert (game["result"], game["ended"]) == (None, {"why": "abandoned", "seat": 0})
    assert len(game["hands"]) == 2
    assert "result" not in game["hands"][1]
    assert game["hands"][1]["proof"]["server_seed"] == bytes(Seal.objects.get(number=2).server_seed).hex()
    assert check(json.dumps(game)).wrong is None
    Game.objects.update(gave_up=None)  # as in older rows
    place.game.refresh_from_db()
    assert export_record(place)["ended"] == game["ended"]


@pytest.mark.usefixtures("noon", "easy_boards")
def test_the_record_of_a_board_names_the_board_but_not_the_link_of_a_challenge(alice: User, bob: User) -> None:
    one, other = (export_record(play_board(begin_board(who), first_legal)) for who in (alice, bob))
    commitment = Board.objects.get().commitment
    assert one["board"] == other["board"]
    assert one["board"] == {"day": utc_today().isoformat(), "commitment": commitment, "counted": True}
    assert_right(one)
    token = open_challenge(alice, deals=4)
    second = export_record(play_challenge(alice, token)[1])
    row, board = Challenge.objects.get(), Board.objects.get(number=2)
    challenge = {"opened": row.opened_at.date().isoformat(), "board": 2}
    assert second["board"] == {"day": None, "challenge": challenge, "commitment": board.commitment, "counted": True}
    assert token not in json.dumps(second)
    assert_right(second)


@pytest.mark.parametrize("key", past_games.KEYS)
def test_the_record_of_a_replayed_hand_names_its_origin_and_can_be_checked(alice: User, key: str) -> None:
    original = past_games.finished_game(alice, key)
    place = past_games.begin_practice(alice, original, *past_games.middle_decision(original))
    play_out(place, Random(3))
    record = export_record(reload(alice, place.code))
    assert record["origin"] == tables.origin_code(place.game)
    assert_right(record)
    assert verify_deal_program().check_records([json.dumps(record)])


def lines_of(places: list[Any]) -> str:
    return "".join(export.game_line(code=place.code) + "\n" for place in places)


def test_pages_offer_the_record_as_a_file_once_the_game_is_over(as_alice: Client, alice: User) -> None:
    going_on = open_table(alice)
    assert "/records/all/" not in read(as_alice, "/games/")
    assert "/record/" not in read(as_alice, f"/games/{going_on.code}/review/")
    place = give_up_in_second_hand(alice)
    assert 'href="/records/all/"' in read(as_alice, "/games/")
    assert f"/games/{place.code}/record/" in read(as_alice, f"/games/{place.code}/review/")
    answer = as_alice.get(f"/games/{place.code}/record/")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="{place.code}.jsonl"'
    assert answer.content.decode() == lines_of([place])


def download_all(user: User | None) -> tuple[int, str]:
    """Download all records through the asynchronous view; return status and text."""
    client = AsyncClient()

    async def whole() -> tuple[int, str]:
        if user is not None:
            await client.aforce_login(user)
        answer: Any = await client.get("/records/all/")
        body = [part async for part in answer.streaming_content] if answer.streaming else [answer.content]
        return answer.status_code, b"".join(body).decode()

    return async_to_sync(whole)()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_all_records_of_a_player_are_streamed(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "CHUNK", 2)
    places = [give_up_in_second_hand(alice) for _ in range(3)]
    give_up_in_second_hand(bob)
    open_table(alice)
    assert download_all(alice) == (200, lines_of(places))
    assert download_all(None)[0] == 404


def test_the_stream_skips_games_that_are_deleted_during_it(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "CHUNK", 2)
    places = [give_up_in_second_hand(alice) for _ in range(5)]
    left = [export.game_line(code=place.code) for place in places[2:]]
    whole, gone = export._whole, Game.objects.filter(code__in=[place.code for place in places[:2]])

    def removed(games: QuerySet[Game]) -> QuerySet[Game]:
        gone.delete()
        return whole(games)

    monkeypatch.setattr(export, "_whole", removed)
    assert "".join(export.chunks(person=Person(user=alice))).splitlines() == left


def test_the_command_exports_one_game_or_all_games_of_an_account(alice: User, bob: User) -> None:
    places = [play_finished_game(alice), give_up_in_second_hand(alice)]
    give_up_in_second_hand(bob)
    assert run_command("records", "export", "--user", "alice") == (lines_of(places), 0)
    assert run_command("records", "export", "--game", places[1].code) == (lines_of(places[1:]), 0)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--user", "nobody"), "no account nobody"),
        (("--game", "nowhere"), "no game nowhere"),
        ((), "required"),
        (("--game", "{code}"), "still in progress"),
    ],
)
def test_the_command_names_what_it_cannot_export(alice: User, words: tuple[str, ...], why: str) -> None:
    code = open_table(alice).code
    with pytest.raises(CommandError, match=why):
        run_command("records", "export", *(word.format(code=code) for word in words))
