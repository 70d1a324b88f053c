"""Games that are over as records: what the referee accepts, with proofs, and nothing of a game that goes on."""

import json

import pytest
from django.db.models import QuerySet

from accounts.models import User
from accounts.people import Person
from games.models import Game, Seal
from games.records.referee import check
from games.services.past import records
from tests.playing import place_for
from tests.records.stored import exported, finished, given_up

pytestmark = pytest.mark.django_db


def test_a_finished_game_is_a_right_record(alice: User) -> None:
    place = finished(alice, first_lead="odd")
    game = exported(place)
    verdict = check(json.dumps(game))
    assert verdict.wrong is None
    assert verdict.result is not None
    assert game["result"] == dict(verdict.result.record)
    assert game["options"] == {"target": 100, "first_lead": "odd"}
    assert game["seats"] == [{"name": "alice", "player": "person"}, {"name": "Marta", "player": "easy"}]
    assert not {"ended", "origin", "board"} & game.keys()


def test_every_hand_carries_its_proof(alice: User) -> None:
    place = finished(alice)
    seals = {seal.number: seal for seal in Seal.objects.all()}
    hands = exported(place)["hands"]
    assert len(seals) == len(hands) + 1
    for hand in hands:
        seal = seals[hand["number"]]
        assert hand["proof"] == {
            "algorithm": "hmac-sha256-fisher-yates/1",
            "commitment": seal.commitment,
            "server_seed": bytes(seal.server_seed).hex(),
            "player_seed": seal.player_seed,
        }


def test_the_seed_of_a_hand_never_dealt_is_not_told(alice: User) -> None:
    place = finished(alice)
    last = Seal.objects.order_by("-number")[0]
    assert bytes(last.server_seed).hex() not in records.game_line(code=place.code)


def test_a_hand_tells_how_much_the_table_played(alice: User) -> None:
    place = finished(alice)
    counts = {hand.number: hand.auto for hand in place.game.hands.all()}
    assert any(counts.values())
    assert {hand["number"]: hand.get("auto", 0) for hand in exported(place)["hands"]} == counts


def test_a_game_given_up_says_by_whom_and_opens_its_last_hand(alice: User) -> None:
    game = exported(given_up(alice))
    assert (game["result"], game["ended"]) == (None, {"why": "abandoned", "seat": 0})
    assert len(game["hands"]) == 2
    assert "result" not in game["hands"][1]
    assert game["hands"][1]["proof"]["server_seed"] == bytes(Seal.objects.get(number=2).server_seed).hex()
    assert check(json.dumps(game)).wrong is None


def test_a_game_given_up_in_older_rows_names_its_person(alice: User) -> None:
    place = given_up(alice)
    Game.objects.update(gave_up=None)
    place.game.refresh_from_db()
    assert exported(place)["ended"] == {"why": "abandoned", "seat": 0}


def test_all_games_are_ones_own_that_are_over(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "CHUNK", 2)
    places = [given_up(alice) for _ in range(5)]
    given_up(bob)
    place_for(alice)
    chunks = list(records.chunks(person=Person(user=alice)))
    assert [chunk.count("\n") for chunk in chunks] == [2, 2, 1]
    assert "".join(chunks).splitlines() == [records.game_line(code=place.code) for place in places]


def test_all_of_them_go_on_after_games_that_are_removed_meanwhile(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "CHUNK", 2)
    places = [given_up(alice) for _ in range(5)]
    left = [records.game_line(code=place.code) for place in places[2:]]
    whole, gone = records._whole, Game.objects.filter(code__in=[place.code for place in places[:2]])

    def removed(games: QuerySet[Game]) -> QuerySet[Game]:
        gone.delete()
        return whole(games)

    monkeypatch.setattr(records, "_whole", removed)
    assert "".join(records.chunks(person=Person(user=alice))).splitlines() == left
