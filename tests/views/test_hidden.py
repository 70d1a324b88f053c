"""Nothing hidden leaves the server: the strongest tests the pages have to pass."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts.models import User
from games.engine.cards import PACK, Card
from games.engine.twoman_state import TwoManState, undecided
from games.models import Game, Seal
from games.services import logs, play, tables
from games.services.tables import Place
from games.views.showing import partial
from tests.playing import MINE, again, any_of, marta_acts, place_for, stack

pytestmark = pytest.mark.django_db

COURT = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
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


def spoken(one: Card) -> str:
    return f"{COURT.get(one.text[0], one.text[0])} of {SUITS[one.text[1]]}"


def bytes_of(response: HttpResponse) -> bytes:
    headers = sorted(f"{name}: {value}" for name, value in response.headers.items() if name != "X-Request-ID")
    cookies = sorted(response.cookies)
    return "\n".join([*headers, *cookies]).encode() + response.content


def masked(text: bytes, game: Game) -> bytes:
    """Without what differs between any two games: code, commitments, tokens, times."""
    for seal in Seal.objects.filter(game=game):
        text = text.replace(seal.commitment.encode(), b"SEAL")
        text = text.replace(f"{seal.commitment[:4]} {seal.commitment[4:8]}".encode(), b"SEAL")
    text = text.replace(game.code.encode(), b"CODE")
    text = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"TOKEN", text)
    text = re.sub(rb'"X-CSRFToken": "[^"]+"', b"TOKEN", text)
    text = re.sub(rb"Content-Length: \d+", b"LENGTH", text)
    return re.sub(rb'datetime="[^"]+"', b"TIME", text)


def streamed(user: User, place: Place) -> bytes:
    """The partial that the event stream would send."""
    request: Any = RequestFactory().get("/")
    request.user, request.session, request.htmx = user, {}, False
    request.META["CSRF_COOKIE"] = "c" * 32
    return partial(request, tables.see(again(user, place.code))).encode()


def told(as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch, hers: str) -> Iterator[bytes]:
    """Everything alice is sent while the script is played against this hand."""
    stack(monkeypatch, MINE, hers)
    place = place_for(alice)
    url = f"/games/{place.code}/"
    yield masked(bytes_of(as_alice.get(url)), place.game)
    response = as_alice.post(f"{url}deal/", {"seed": "s", "version": "0"}, HTTP_HX_REQUEST="true")
    yield masked(bytes_of(response), place.game)
    for seat, verb, argument in SCRIPT:
        place.game.refresh_from_db()
        if seat == 1:
            marta_acts(place, verb, argument)
        else:
            value = f'["{verb}","{argument}"]' if isinstance(argument, str) else f'["{verb}",{argument}]'
            data = {"action": value, "version": str(place.game.version)}
            yield masked(bytes_of(as_alice.post(f"{url}act/", data, HTTP_HX_REQUEST="true")), place.game)
        yield masked(bytes_of(as_alice.get(url)), place.game)
        yield masked(streamed(alice, place), place.game)
        refused = as_alice.post(
            f"{url}act/", {"action": '["play","AD"]', "version": str(place.game.version)}, HTTP_HX_REQUEST="true"
        )
        yield masked(bytes_of(refused), place.game)


def test_games_that_differ_in_hidden_cards_give_the_same_bytes(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (list(told(as_alice, alice, monkeypatch, hers)) for hers in HER_HANDS)
    assert len(one) == len(other) > 30
    for i, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        assert mine == theirs, f"answer {i}"


def unknown_to(state: TwoManState) -> set[Card]:
    """The cards that seat 0 may not know now."""
    known = set(() if undecided(state, 0) else state.hands[0])
    known |= {action.card for _, action in state.actions if action.verb == "play" and action.card}
    both = None not in state.discards
    known |= {one for seat, one in enumerate(state.discards) if one is not None and (both or seat == 0)}
    return set(PACK) - known


@pytest.mark.parametrize("seed", range(3))
def test_no_page_of_a_random_game_names_a_hidden_card(as_alice: Client, alice: User, seed: int) -> None:
    """Every state of the first hands of a game in which blind bids come up; the summary between hands is open."""
    place, rng = place_for(alice, blind_deficit=50, target=500), Random(seed)
    url = f"/games/{place.code}/"
    looked = 0
    while looked < 60:
        place.game.refresh_from_db()
        log = logs.read(place.game)
        if place.game.status != "playing":
            break
        seen = tables.see(place)
        if seen.needs_deal:
            play.deal(place=place, seed=str(rng.random()), version=seen.version)
            continue
        assert isinstance(log.state, TwoManState)
        page = as_alice.get(url).content.decode()
        looked += 1
        for one in unknown_to(log.state):
            assert spoken(one) not in page, f"{one} at version {seen.version}"
            assert f"&quot;{one.text}&quot;" not in page
        for seal in Seal.objects.filter(game=place.game, number__gte=log.state.number):
            assert bytes(seal.server_seed).hex() not in page
        if seen.view.legal:
            play.submit(place=place, action=any_of(seen.view.legal, rng), version=seen.version)
        else:
            marta_acts(place)
    assert looked > 20


def test_no_log_line_names_a_card_or_a_seed(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import logging

    caplog.set_level(logging.DEBUG)
    logging.getLogger("django.db.backends").propagate = False  # statements are shown in development only
    list(told(as_alice, alice, monkeypatch, HER_HANDS[0]))
    text = "\n".join(record.getMessage() for record in caplog.records)
    for one in PACK:
        assert f'"{one.text}"' not in text
        assert spoken(one) not in text
    for seal in Seal.objects.all():
        assert bytes(seal.server_seed).hex() not in text
