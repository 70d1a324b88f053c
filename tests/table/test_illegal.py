"""Unreadable (400) and illegal (422) actions in all games: a reason and no entry. Refusals (422) are logged."""

import json
import logging
from itertools import product
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine.cards import Card, Suit
from games.pages.words import ONE_OF
from games.registry import GAMES
from games.table.logs import Log
from games.table.models import Entry, Play
from games.table.tables import Place
from tests.asking import pressed
from tests.play import action_form, at_persons_turn, computer_acts, every_kind, hidden, moments, open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_replies")]
#: Posted actions that cannot be parsed, by name.
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
    "a negative bid": ["bid", -1],
    "a bid in the play": ["bid", 4],
    "a deal": ["deal", {"hands": []}],
    "a discard in the play": ["discard", "2C"],
    "a look in the play": ["look"],
    "a play without a card": ["play"],
    "an unknown card": ["play", "1H"],
    "an unknown verb": ["shout", "QH"],
}


@every_kind
def test_an_unreadable_action_is_400_with_the_table(as_alice: Client, alice: User, key: str) -> None:
    place = open_table(alice, key)
    log = at_persons_turn(place, Random(key))
    before = Entry.objects.count()
    for name, action in UNREADABLE.items():
        status, text = pressed(as_alice, place.code, "act", action=action, version=log.version)
        assert status == 400, name
        assert f'data-version="{log.version}"' in text, name
        assert "isn’t a move we can read" in text, name
    asked = product(("act", "deal", "hint", "take-back", "claim"), ("", "-1", "1.5", "x", "99999999999", "9" * 30))
    for what, version in asked:
        status, text = pressed(as_alice, place.code, what, action='["play","QH"]', seed="s", version=version)
        assert status == 400 and "isn’t a move we can read" in text, (what, version)
    assert Entry.objects.count() == before


@every_kind
def test_an_illegal_action_is_422_and_logged(
    as_alice: Client, alice: User, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="games.table.move")
    place = open_table(alice, key)
    log = at_persons_turn(place, Random(key))
    before = Entry.objects.count()
    foreign = next(one.text for one in hidden(log, 0) if not one.is_joker)
    refused = {"a card not held": ["play", foreign], **REFUSED}
    heard = "" if key == "cardduel" else ' id="say"'  # in a duel another paragraph has the id
    for name, action in refused.items():
        caplog.clear()
        status, text = pressed(as_alice, place.code, "act", action=json.dumps(action), version=log.version)
        assert status == 422, name
        assert f'data-version="{log.version}"' in text, name
        assert f'<p class="say say--refuse"{heard}' in text and 'id="say"' in text, name
        assert f"at {place.code} was refused" in caplog.text, name
        assert "NOT_IN_HAND" in caplog.text or name != "a card not held"
    assert Entry.objects.count() == before


@pytest.mark.parametrize("key", [key for key in GAMES if key != "cardduel"])
def test_a_renege_is_refused_with_the_suit_to_play(
    as_alice: Client, alice: User, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="games.table.move")
    place = open_table(alice, key)
    log, led, renege = at_a_renege(place, Random(f"{key} revoke"))
    before = [kind.objects.count() for kind in (Entry, Play)]
    status, text = pressed(as_alice, place.code, "act", action=json.dumps(["play", renege.text]), version=log.version)
    assert status == 422
    assert f"You hold {ONE_OF[led]}, so you must play one." in text
    assert f'data-version="{log.version}"' in text
    assert "MUST_FOLLOW_SUIT" in caplog.text
    assert [kind.objects.count() for kind in (Entry, Play)] == before


def at_a_renege(place: Place, rng: Random) -> tuple[Log, Suit, Card]:
    """Play until the person must follow suit but also holds other suits. Return the log, the suit and a wrong card."""
    for log in moments(place, rng, most=300):
        laid, hand = getattr(log.state, "trick", ()), log.rules.view(log.state, place.seat).hand or ()
        led = laid[0].suit if laid and place.seat in log.rules.waits_for(log.state) else None
        others = [one for one in hand if not one.is_joker and one.suit is not led]
        if led is not None and others and len(others) < sum(not one.is_joker for one in hand):
            return log, led, others[0]
    raise AssertionError("the person never had to follow suit while holding other suits")


@every_kind
def test_an_action_out_of_turn_is_422(as_alice: Client, alice: User, key: str) -> None:
    """While a bot is to act, the person posts each card that the person held before playing one of them."""
    place, rng = open_table(alice, key), Random(key)
    while True:
        log = at_persons_turn(place, rng)
        hand = log.rules.view(log.state, place.seat).hand or ()
        first = next(one.first for one in log.rules.legal_actions(log.state, 0) if one.verb == "play")
        assert pressed(as_alice, place.code, "act", **action_form(first, log.version))[0] == 200
        place.game.refresh_from_db()
        if place.game.bot_due_at is not None and len(hand) > 2:
            break
    before = Entry.objects.count()
    for one in hand:
        status, text = pressed(
            as_alice, place.code, "act", action=json.dumps(["play", one.text]), version=place.game.version
        )
        assert status == 422
        assert 'class="toast' in text or "data-version" in text
    assert Entry.objects.count() == before
    computer_acts(place, rng)
