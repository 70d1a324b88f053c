"""A hand read by itself, without the hands before it, is the hand of the whole game."""

from random import Random
from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.people import Person
from games.models import Entry
from games.registry import GAMES, levels
from games.services.log import logs
from games.services.log.log_cache import LOG_CACHE
from games.services.people import lobby
from games.services.table import replay, tables
from games.services.table.tables import NoSuchHand
from tests.moves import together
from tests.playing import again, place_at, place_for, play_on
from tests.views.setting_up import text_of

pytestmark = pytest.mark.django_db


MISDEALS: Final = {"variant": "custom1", "allow_misdeals": True, "winning_score": 300}


@pytest.mark.parametrize(("key", "chosen"), [*((key, {}) for key in GAMES), ("spades", MISDEALS)])
def test_each_hand_by_itself_is_the_hand_of_the_whole_game(alice: User, key: str, chosen: dict[str, Any]) -> None:
    level = levels(key)[0]
    code = lobby.open_game(person=Person(user=alice), key=key, chosen=chosen, level=level)
    place = again(alice, code)
    play_on(place, Random(3), hands=4)
    log = logs.replayed(place.game, place.game.entries.order_by("ordinal"))
    numbers = [hand.number for hand in log.hands]
    assert replay.numbers_of(place.game) == tuple(numbers)
    assert logs.played_hands(place.game, numbers) == log.hands
    for hand in log.hands:
        alone = logs.end_of_hand(place.game, hand.number)
        assert alone.hands == (hand,) and alone.start == log.start
    assert alone.state == log.state and alone.version == log.version


def test_a_hand_that_was_not_dealt_is_none(alice: User) -> None:
    place = place_at(alice, "twoman")
    play_on(place, Random(3), hands=1)
    for number in (0, 2, 99):
        with pytest.raises(LookupError):
            logs.of_hand(place.game, number)
        with pytest.raises(NoSuchHand):
            replay.hand_of(place, number=number, step=None)
        with pytest.raises(NoSuchHand):
            tables.hand_of(place, number)


def test_a_hand_knows_who_was_stood_in_for_before_it(alice: User, bob: User) -> None:
    code = together.dealt_to(alice, bob)
    together.played_to_a_turn(code, alice, bob)
    slow, other = together.stood_in(code, alice, bob)
    place = again(other, code)
    entries = place.game.entries
    last = logs.read(place.game)
    deal = entries.get(hand=1, ordinal=2)
    at = {"ordinal": last.version + 1, "at": deal.at}
    entries.create(hand=2, seat=deal.seat, action=deal.action, source=deal.source, **at)
    place.game.hands.create(number=2, first=0, deal={"hands": []}, dealt_at=deal.at)
    alone, _entries = logs.of_hand(place.game, 2)
    assert alone.stand_ins == last.stand_ins and alone.left == last.left


@pytest.mark.parametrize("address", ["replay/", "", "verify/"])
def test_a_page_of_a_hand_reads_the_entries_of_that_hand_alone(
    as_alice: Client, alice: User, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = place_for(alice, target=1000)
    play_on(place, Random(3), hands=6)
    followed = list[int]()
    follow = logs.Log.follow

    def counted(log: logs.Log, entry: Entry) -> logs.Log:
        followed.append(entry.hand)
        return follow(log, entry)

    monkeypatch.setattr(logs.Log, "follow", counted)
    LOG_CACHE.forget(place.code)
    assert as_alice.get(f"/games/{place.code}/hands/4/{address}").status_code == 200
    assert set(followed) == {4}


def test_the_page_of_a_long_game_shows_it_page_by_page(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "HANDS_A_PAGE", 2)
    place = place_for(alice, target=1000)
    play_on(place, Random(3), hands=5)
    LOG_CACHE.forget(place.code)
    address = f"/games/{place.code}/review/"
    with CaptureQueriesContext(connection) as queries:
        first = as_alice.get(address)
    assert len(queries) <= 12
    assert "Page 1 of 3" in text_of(first) and "Earlier hands" not in text_of(first)
    assert "/hands/2/replay/" in first.content.decode() and "/hands/3/replay/" not in first.content.decode()
    last = as_alice.get(f"{address}?page=99")
    assert "Page 3 of 3" in text_of(last) and "Later hands" not in text_of(last)
    assert "/hands/5/replay/" in last.content.decode()
