"""Nothing hidden leaves the server: a hand of Two-Man Spades, move by move, against two hands that differ unseen."""

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Seal
from tests.playing import MINE, marta_acts, place_for, stack
from tests.views import asking
from tests.views.written import written

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("computers_wait")]

#: Two hands of hers that share what she shows below: 3C, KC, AH, 9H, 4H.
HER_HANDS = ("KS 9S 2S AH 9H 4H KC 8C 3C QD 6D", "JS 8S 3S AH 9H 4H KC TC 3C AD 7D")
SCRIPT: tuple[tuple[int, str, Any], ...] = (
    (1, "discard", "3C"),
    (0, "discard", "2C"),
    (0, "bid", 4),
    (1, "bid", 5),
    (0, "play", "KH"),
    (1, "play", "AH"),
    (1, "play", "9H"),
    (0, "play", "8H"),
    (1, "play", "KC"),
    (0, "play", "7C"),
)


def masked(text: bytes, game: Game) -> bytes:
    """Without what differs between any two games: code, commitments, tokens, times."""
    for seal in Seal.objects.filter(game=game):
        text = text.replace(seal.commitment.encode(), b"SEAL")
        text = text.replace(f"{seal.commitment[:4]} {seal.commitment[4:8]}".encode(), b"SEAL")
    text = text.replace(game.code.encode(), b"CODE")
    text = re.sub(rb"Content-Length: \d+", b"LENGTH", asking.masked(text))
    return re.sub(rb'datetime="[^"]+"', b"TIME", text)


def told(as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch, hers: str) -> Iterator[bytes]:
    """Everything alice is sent while the script is played against this hand."""
    stack(monkeypatch, MINE, hers)
    place = place_for(alice)
    url = f"/games/{place.code}/"
    yield masked(asking.sent(as_alice.get(url)), place.game)
    response = as_alice.post(f"{url}deal/", {"seed": "s", "version": "0"}, headers=asking.HTMX)
    yield masked(asking.sent(response), place.game)
    for seat, verb, argument in SCRIPT:
        place.game.refresh_from_db()
        if seat == 1:
            marta_acts(place, verb, argument)
        else:
            value = f'["{verb}","{argument}"]' if isinstance(argument, str) else f'["{verb}",{argument}]'
            data = {"action": value, "version": str(place.game.version)}
            yield masked(asking.sent(as_alice.post(f"{url}act/", data, headers=asking.HTMX)), place.game)
        yield masked(asking.sent(as_alice.get(url)), place.game)
        place.game.refresh_from_db()
        yield masked(asking.streamed(as_alice, place, since=max(place.game.version - 2, 2)), place.game)
        refused = as_alice.post(
            f"{url}act/", {"action": '["play","AD"]', "version": str(place.game.version)}, headers=asking.HTMX
        )
        yield masked(asking.sent(refused), place.game)


@pytest.mark.one_database
def test_games_that_differ_in_hidden_cards_give_the_same_bytes(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor does a line of the log at any level name a card or a seed meanwhile."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(logging.getLogger("django.db.backends"), "propagate", False)  # in development only
    one, other = (list(told(as_alice, alice, monkeypatch, hers)) for hers in HER_HANDS)
    assert len(one) == len(other) > 30
    for i, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        assert mine == theirs, f"answer {i}"
    text = "\n".join(record.getMessage() for record in caplog.records)
    assert text
    assert not written(text).cards
    assert not any(bytes(seal.server_seed).hex() in text for seal in Seal.objects.all())
