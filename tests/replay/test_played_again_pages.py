"""POST games/<code>/hands/<n>/again/, and the pages of practice: table, end, replay, proof and lists."""

import re
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.replay import shares
from games.table import opening
from games.table.models import Game
from games.table.tables import Place
from tests.asking import one_line, pressed
from tests.play import deal_hand, open_table, play_out, reload
from tests.replay.past_games import (
    KEYS,
    begin_practice,
    decision_steps,
    finished_game,
    game_in_play,
    last_hand,
    middle_decision,
)
from tests.reviews import quick

pytestmark = pytest.mark.django_db


@pytest.fixture
def original(alice: User) -> Place:
    return finished_game(alice, "twoman")


def url(place: Place, number: int = 1) -> str:
    return f"/games/{place.code}/hands/{number}/again/"


def test_an_invalid_hand_or_step_is_404(as_alice: Client, original: Place) -> None:
    for number, step in ((1, ""), (1, "x"), (1, "-1"), (1, "999"), (0, "0"), (9, "0")):
        assert as_alice.post(url(original, number), {"step": step}).status_code == 404, (number, step)


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_a_finished_hand_can_be_practised_while_its_game_is_in_play(as_alice: Client, alice: User, key: str) -> None:
    place = game_in_play(alice, key)
    for address in ("hands/1/replay/", "hands/1/"):
        assert url(place) in one_line(as_alice, f"/games/{place.code}/{address}")
    assert url(place) not in one_line(as_alice, f"/games/{place.code}/")  # the table offers a deal instead
    answer = as_alice.post(url(place), {"step": 0})
    practice = Game.objects.get(origin=place.game)
    assert answer["Location"] == f"/games/{practice.code}/" and not practice.is_counted
    assert bytes(practice.secret) != bytes(place.game.secret)
    play_out(reload(alice, practice.code), Random(4))
    assert reload(alice, place.code).game.version == place.game.version


def test_a_hand_in_play_cannot_be_practised(as_alice: Client, alice: User) -> None:
    place = game_in_play(alice, "twoman")
    deal_hand(place)
    for step in range(3):
        assert as_alice.post(url(place, 2), {"step": step}).status_code == 404
    assert not Game.objects.filter(is_counted=False).exists()


def test_the_replay_offers_practice_at_own_decisions_only(as_alice: Client, original: Place) -> None:
    number = last_hand(original)
    own = decision_steps(original, number)
    for step in (own[0], own[-1], own[-1] + 1):
        text = one_line(as_alice, f"/games/{original.code}/hands/{number}/replay/?step={step}")
        assert re.search(r'id="from-here"[^>]* disabled', text) is None if step in own else "disabled" in text
        assert "Play this hand again" in text


def test_a_shared_replay_offers_no_practice(client: Client, original: Place) -> None:
    token = shares.share(place=original, hand=None, hides_names=False)
    assert "Play from here" not in one_line(client, f"/shared/{token}/hands/1/")


@pytest.mark.parametrize("key", KEYS)
def test_every_page_of_practice_is_marked(as_alice: Client, alice: User, key: str) -> None:
    """A practice game that was given up offers no review. Pages of the original are not marked."""
    place = finished_game(alice, key)
    number, step = middle_decision(place)
    played = begin_practice(alice, place, number, step)
    for address in (f"/games/{played.code}/", "/games/", "/", f"/games/{played.code}/abandon/"):
        assert "Practice: " in one_line(as_alice, address), address
    opening.abandon(place=played)
    for address in ("", "review/", f"hands/{number}/replay/"):
        page = one_line(as_alice, f"/games/{played.code}/{address}")
        assert "Practice: " in page and "How you played" not in page, address
    assert "Practice: " in one_line(as_alice, "/games/")
    for address in ("", f"hands/{number}/"):
        page = one_line(as_alice, f"/games/{place.code}/{address}")
        assert "Practice: " not in page and url(place, number) in page


def test_the_end_of_practice_links_to_the_original_and_offers_it_again(
    as_alice: Client, alice: User, original: Place
) -> None:
    number, step = middle_decision(original)
    played = begin_practice(alice, original, number, step)
    play_out(played, Random(1))
    text = one_line(as_alice, f"/games/{played.code}/")
    assert f'href="/games/{original.code}/hands/{number}/replay/?step={step}"' in text
    assert "Play again from there" in text
    assert "Practice ends with this hand." in text
    as_alice.post(f"/games/{played.code}/again/")
    second = Game.objects.filter(origin=original.game).latest("pk")
    assert (second.begun_with, second.status) == (played.game.begun_with, "playing")


def test_practice_offers_reviews_of_its_own_hand_only(as_alice: Client, alice: User) -> None:
    """The review of the whole practice game has only the hand played again, and does not report missing reviews."""
    original = finished_game(alice, "twoman", hands=2)
    place = begin_practice(alice, original, *middle_decision(original))
    assert last_hand(original) == 2
    for _ in range(2):
        assert as_alice.get(f"/games/{place.code}/hands/1/review/").status_code == 404
        assert "How you played" not in one_line(as_alice, f"/games/{place.code}/hands/1/")
        assert "/hands/1/review/" not in one_line(as_alice, f"/games/{place.code}/hands/1/replay/")
        play_out(reload(alice, place.code), Random(4))
    assert "How you played" in one_line(as_alice, f"/games/{place.code}/")
    assert "How you played" in one_line(as_alice, f"/games/{place.code}/hands/2/")
    assert "/hands/2/review/" in one_line(as_alice, f"/games/{place.code}/hands/2/replay/")
    assert "This game is being reviewed: 0 of one hand is done." in one_line(
        as_alice, f"/games/{place.code}/decisions/"
    )
    quick.review_all()
    assert "no review" not in one_line(as_alice, f"/games/{place.code}/decisions/")


def test_practice_whose_original_was_deleted_still_has_its_pages(
    as_alice: Client, alice: User, original: Place
) -> None:
    played = begin_practice(alice, original, *middle_decision(original))
    play_out(played, Random(1))
    Game.objects.filter(pk=played.game.pk).update(origin=None)
    text = one_line(as_alice, f"/games/{played.code}/")
    assert "Practice: " in text and "Back to the replay" not in text
    proof = one_line(as_alice, f"/games/{played.code}/hands/{last_hand(original)}/verify/")
    assert "in a game that’s no longer here" in proof


def test_the_proof_of_practice_names_the_original_game(as_alice: Client, alice: User, original: Place) -> None:
    number, step = middle_decision(original)
    played = begin_practice(alice, original, number, step)
    opening.abandon(place=played)
    assert f"in the game {original.code}" in one_line(as_alice, f"/games/{played.code}/hands/{number}/verify/")
    assert "was dealt and played before" in one_line(as_alice, f"/games/{played.code}/hands/{number}/replay/")
    assert 'id="origin"' not in one_line(as_alice, f"/games/{original.code}/hands/{number}/verify/")


def count_open_cards(text: str) -> int:
    return len(re.findall(r'class="chip', text.split('id="open"')[1].split("<form")[0]))


@pytest.mark.parametrize("key", KEYS)
def test_practice_shows_and_hides_all_cards(as_alice: Client, alice: User, key: str) -> None:
    place = finished_game(alice, key)
    played = begin_practice(alice, place, *middle_decision(place))
    address = f"/games/{played.code}/"
    assert count_open_cards(one_line(as_alice, address)) == 0
    status, table = pressed(as_alice, played.code, "lay-open", lies_open="1")
    assert status == 200 and count_open_cards(table) == count_open_cards(one_line(as_alice, address)) > 0
    as_alice.post(f"{address}lay-open/", {"lies_open": ""})
    assert count_open_cards(one_line(as_alice, address)) == 0


def test_only_practice_of_the_player_shows_all_cards(as_alice: Client, as_bob: Client, alice: User) -> None:
    place = open_table(alice)
    deal_hand(place)
    assert as_alice.post(f"/games/{place.code}/lay-open/", {"lies_open": "1"}).status_code == 404
    Game.objects.filter(pk=place.game.pk).update(lies_open=True)
    assert 'id="open"' not in one_line(as_alice, f"/games/{place.code}/")
    played = begin_practice(alice, finished_game(alice, "twoman"), 1, 0)
    assert as_bob.post(f"/games/{played.code}/lay-open/", {"lies_open": "1"}).status_code == 404
    assert as_alice.post(f"/games/{played.code}/lay-open/", {"lies_open": "xx"}).status_code == 400
