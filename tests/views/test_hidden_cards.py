"""No card that its reader may not know stands in anything a game sends, in whatever way pages write cards.

Random games of all kinds with random options, each stored whole at a moment of one of its phases and looked at from
each seat in turn, by an account and by a guest.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from django.test import Client

from accounts.models import Guest, User
from accounts.people import Person
from games.engine.cards import Card
from games.engine.state import Phase
from games.models import Game, Hand, Seal
from games.registry import ruleset
from games.services.table.tables import Place
from games.views import table
from games.views.showing import shown
from tests.engine.walks import known, pack
from tests.views.asking import HTMX, masked, read, sent, streamed
from tests.views.hiding import every_kind
from tests.views.stored import Story, stored, stories
from tests.views.written import WAYS, Found, written

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("computers_wait")]

#: How many games of each kind: each viewer sits at each seat three times.
GAMES = 24
PHASES = {
    "twoman": {Phase.BLIND, Phase.DISCARD, Phase.BID, Phase.PLAY},
    "spades": {Phase.BLIND, Phase.EXCHANGE, Phase.BID, Phase.PLAY},
    "bidwhist": {Phase.BID, Phase.NAME, Phase.DISCARD, Phase.PLAY, Phase.REVIEW},
    "cardduel": {Phase.PLAY},
}
#: A phase that few games have is looked at from every seat, beside those that come up. While a joker is exchanged
#: in Bid Whist the dealer alone acts, so nobody looks then.
SELDOM = {"spades": Phase.EXCHANGE}
Viewer = tuple[Client, Person]


@pytest.fixture
def viewers(as_alice: Client, alice: User) -> list[Viewer]:
    """An account, and a guest with a session of its own."""
    as_guest = Client()
    as_guest.post("/play/")
    return [(as_alice, Person(user=alice)), (as_guest, Person(guest=Guest.objects.get()))]


def hidden_in(story: Story) -> set[Card]:
    return set(pack(story.state)) - known(story.state, story.seat)


def held_in(story: Story) -> set[Card]:
    """What the reader holds and sees: in a review it may be the tricks instead."""
    hand = () if story.state.phase is Phase.REVIEW else story.rules.view(story.state, story.seat).hand
    return set(hand or ()) & known(story.state, story.seat)


def answers(client: Client, place: Place, story: Story) -> Iterator[tuple[str, str]]:
    """The whole page, the partial, a refusal, and the stream as it is or packed; with their headers."""
    url, version = f"/games/{place.code}/", str(place.game.version)
    refused = {"action": '["bid",99]', "version": version}
    yield "page", sent(client.get(url)).decode()
    yield "partial", sent(client.get(url, headers=HTMX)).decode()
    yield "refusal", sent(client.post(f"{url}act/", refused, headers=HTMX)).decode()
    yield "stream", streamed(client, place, since=story.lately, packed=story.seat in (1, 3)).decode()


@pytest.mark.one_database
@every_kind
def test_nothing_that_is_sent_writes_a_hidden_card(viewers: list[Viewer], key: str) -> None:
    """Nor a seed that is not opened. What the reader holds is found in the same bytes, and in every way."""
    met, phases = set[str](), set[Phase]()
    seldom = islice(stories(key, Random(key), phase=SELDOM[key]), ruleset(key).seats) if key in SELDOM else ()
    for number, story in enumerate((*islice(stories(key, Random(key)), GAMES), *seldom)):
        phases.add(story.state.phase)
        client, person = viewers[number // story.rules.seats % 2]
        place = stored(story, person, f"{key}{number}", hinted=number % 3 == 0)
        for what, text in answers(client, place, story):
            found = written(text)
            assert not found.cards & hidden_in(story), f"{what} of game {number} in {story.state.phase}"
            assert not any(seed in text for seed in _closed_seeds(place))
            _finds_what_is_held(found, held_in(story))
            met |= found.ways
    assert met == set(WAYS)
    assert phases == PHASES[key]


def _closed_seeds(place: Place) -> list[str]:
    seals = Seal.objects.filter(game=place.game, number__gte=place.game.number)
    return [bytes(seal.server_seed).hex() for seal in seals]


def _finds_what_is_held(found: Found, held: set[Card]) -> None:
    assert held <= found.by_way["corner"]
    assert {one for one in held if not one.is_joker} <= found.by_way["spoken"]
    courts = {one for one in held if one.rank is not None and 11 <= one.rank <= 13}
    assert courts <= found.by_way["middle"] & found.by_way["art"]


@every_kind
def test_a_stranger_is_sent_nothing_of_it(as_charlie: Client, client: Client, alice: User, key: str) -> None:
    """By no way of asking: the bytes are those for a game that there is not, and name no card."""
    story = next(stories(key, Random(key)))
    place = stored(story, Person(user=alice), "there")
    nowhere = replace(place, game=Game(code="where", version=place.game.version))
    for asking in (as_charlie, client):
        there, not_there = (dict(answers(asking, one, story)) for one in (place, nowhere))
        for what, text in there.items():
            assert text.startswith("404")
            asked = text.replace("there", "where")  # the page leads back to what was asked for
            assert masked(asked.encode()) == masked(not_there[what].replace("there", "where").encode()), what
            assert not written(text).cards


def test_a_leak_would_be_found(as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that tells what only a row knows."""
    story = next(stories("spades", Random(1)))
    place = stored(story, Person(user=alice), "leaking")
    deal = str(Hand.objects.get(number=story.state.number).deal)
    monkeypatch.setattr(table, "shown", lambda request, snapshot: shown(request, snapshot, notice=deal))
    assert written(read(as_alice, f"/games/{place.code}/")).cards & hidden_in(story)
