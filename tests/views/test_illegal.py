"""What no rule and no form allows, at the tables of all games: 4xx with a word, no entry, a line in the log."""

import json
import logging
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine.cards import Card, Suit
from games.models import Entry, Play
from games.services.log.logs import Log
from games.services.table.tables import Place
from games.viewmodel.words import ONE_OF
from tests.playing import place_at
from tests.views.asking import HTMX
from tests.views.hiding import KINDS, at_ones_turn, computer_acts, every_kind, hidden, moments

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_replies")]

#: By name: what is posted for an action.
UNREADABLE = {
    "no JSON": "play QH",
    "NaN": '["bid",NaN]',
    "an empty object": "{}",
    "an object": '{"play": "KH"}',
    "three words": '["play","KH","QC"]',
    "nothing": "",
    "a nul": '["play","Q\x00H"]',
    "very long": '["play","' + "Q" * 5_000 + '"]',
    "deep nesting": "[" * 1000 + "]" * 1000,
}
REFUSED: dict[str, Any] = {
    "a bid of fourteen": ["bid", 14],
    "a bid of less than nothing": ["bid", -1],
    "a bid in the play": ["bid", 4],
    "the dealer's part": ["deal", {"hands": []}],
    "a discard out of time": ["discard", "2C"],
    "a look out of time": ["look"],
    "no card at all": ["play"],
    "a card there is not": ["play", "1H"],
    "a verb there is not": ["shout", "QH"],
}


def posted(client: Client, place: Place, action: str, version: object, **headers: str) -> tuple[int, str]:
    data = {"action": action, "version": str(version)}
    response = client.post(f"/games/{place.code}/act/", data, headers=headers)
    return response.status_code, response.content.decode()


@every_kind
def test_what_cannot_be_read_is_400_with_the_table(as_alice: Client, alice: User, key: str) -> None:
    place = place_at(alice, key)
    log = at_ones_turn(place, Random(key))
    before = Entry.objects.count()
    for what, action in UNREADABLE.items():
        status, text = posted(as_alice, place, action, log.version, **HTMX)
        assert status == 400, what
        assert f'data-version="{log.version}"' in text, what
        assert "cannot be read as a move" in text, what
    for version in ("", "-1", "1.5", "x", "9" * 30):
        assert posted(as_alice, place, '["play","QH"]', version, **HTMX)[0] == 400, version
    assert Entry.objects.count() == before


@every_kind
def test_what_the_rules_refuse_is_422_and_is_logged(
    as_alice: Client, alice: User, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="games.services.moves.move")
    place = place_at(alice, key)
    log = at_ones_turn(place, Random(key))
    before = Entry.objects.count()
    some = {"a card that is not in hand": ["play", _foreign(log)], **REFUSED}
    spoken = "" if key == "cardduel" else ' id="say"'  # a duel has another paragraph to be heard
    for what, action in some.items():
        caplog.clear()
        status, text = posted(as_alice, place, json.dumps(action), log.version, **HTMX)
        assert status == 422, what
        assert f'data-version="{log.version}"' in text, what
        assert f'<p class="say say--refuse"{spoken}' in text and 'id="say"' in text, what
        assert f"at {place.code} was refused" in caplog.text, what
    assert "NOT_IN_HAND" in _logged_for(as_alice, place, log, caplog)
    assert Entry.objects.count() == before


def _foreign(log: Log) -> str:
    return next(one.text for one in hidden(log, 0) if one.text not in ("BJ", "LJ"))


def _logged_for(client: Client, place: Place, log: Log, caplog: pytest.LogCaptureFixture) -> str:
    caplog.clear()
    posted(client, place, json.dumps(["play", _foreign(log)]), log.version)
    return caplog.text


@pytest.mark.parametrize("key", [key for key in KINDS if key != "cardduel"])
def test_a_renege_is_refused_with_the_suit_to_play(
    as_alice: Client, alice: User, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A card of another suit, posted while one of the suit that was led is held."""
    caplog.set_level(logging.INFO, logger="games.services.moves.move")
    place = place_at(alice, key)
    log, led, renege = at_a_renege(place, Random(f"{key} revoke"))
    before = [kind.objects.count() for kind in (Entry, Play)]
    status, text = posted(as_alice, place, json.dumps(["play", renege.text]), log.version, **HTMX)
    assert status == 422
    assert f"You hold {ONE_OF[led]}, so you must play one." in text
    assert f'data-version="{log.version}"' in text
    assert "MUST_FOLLOW_SUIT" in caplog.text
    assert [kind.objects.count() for kind in (Entry, Play)] == before


def at_a_renege(place: Place, rng: Random) -> tuple[Log, Suit, Card]:
    """The first moment at which the person can follow suit and might not, the suit, and a card that does not."""
    for log in moments(place, rng, most=300):
        laid, hand = getattr(log.state, "trick", ()), log.rules.view(log.state, place.seat).hand or ()
        led = laid[0].suit if laid and place.seat in log.rules.waits_for(log.state) else None
        others = [one for one in hand if not one.is_joker and one.suit is not led]
        if led is not None and others and len(others) < sum(not one.is_joker for one in hand):
            return log, led, others[0]
    raise AssertionError("nobody has to follow suit in this game")


@every_kind
def test_out_of_turn_is_refused(as_alice: Client, alice: User, key: str) -> None:
    """The person's first legal card, while a computer player is to act."""
    place, rng = place_at(alice, key), Random(key)
    while True:
        log = at_ones_turn(place, rng)
        legal = log.rules.view(log.state, place.seat).hand or ()
        play = next(one for one in log.rules.legal_actions(log.state, place.seat) if one.verb == "play")
        assert posted(as_alice, place, json.dumps(["play", _argument(play)]), log.version)[0] == 302
        place.game.refresh_from_db()
        if place.game.bot_due_at is not None and len(legal) > 2:
            break
    before = Entry.objects.count()
    for one in legal:
        status, text = posted(as_alice, place, json.dumps(["play", one.text]), place.game.version, **HTMX)
        assert status == 422
        assert 'class="toast' in text or "data-version" in text
    assert Entry.objects.count() == before
    computer_acts(place, rng)


def _argument(play: Any) -> Any:
    argument = play.argument
    return list(argument) if isinstance(argument, tuple) else argument


@every_kind
def test_a_version_that_is_not_yet_or_no_more_is_409(as_alice: Client, alice: User, key: str) -> None:
    place = place_at(alice, key)
    log = at_ones_turn(place, Random(key))
    before = Entry.objects.count()
    play = next(one for one in log.rules.legal_actions(log.state, place.seat) if one.verb == "play")
    action = json.dumps(["play", _argument(play)])
    for version in (log.version + 1, log.version + 500, log.version - 1, 0):
        status, text = posted(as_alice, place, action, version, **HTMX)
        assert status == 409
        assert f'data-version="{log.version}"' in text
    assert Entry.objects.count() == before
