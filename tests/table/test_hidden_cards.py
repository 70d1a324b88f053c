"""Nothing that leaves the server names a card hidden from its reader: pages, streams, logs, notices and errors."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from html import escape
from itertools import islice, product
from pathlib import Path
from random import Random
from unittest.mock import Mock
from urllib.parse import quote

import pytest
from celery import current_app
from django.conf import settings
from django.test import Client
from django.utils.html import escapejs

from accounts.models import Guest, User
from accounts.people import Person
from games import enqueue
from games.engine.actions import Action, action_text
from games.engine.cards import BY_TEXT, Card
from games.engine.state import Phase
from games.pages.cards import Face, face
from games.registry import ruleset
from games.table import live, views
from games.table.models import Game, Hand, Seal
from games.table.tables import Place
from games.table.views import table_response
from tests.asking import HTMX, masked, read, sent, streamed
from tests.engine.walks import known, pack
from tests.play import at_persons_turn, every_kind, hidden, moments, open_table
from tests.table.stored import Story, stored, stories
from tests.table.written_cards import WAYS, Found, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("computers_wait")]
#: Stored games per kind of game: each of the two viewers reads from each seat at least three times.
GAMES = 24
PHASES = {
    "twoman": {Phase.BLIND, Phase.DISCARD, Phase.BID, Phase.PLAY},
    "spades": {Phase.BLIND, Phase.EXCHANGE, Phase.BID, Phase.PLAY},
    "bidwhist": {Phase.BID, Phase.NAME, Phase.DISCARD, Phase.PLAY, Phase.REVIEW},
    "cardduel": {Phase.PLAY},
}
#: A rare phase: each seat reads one more game in it. `Phase.JOKERS` is in neither dict, because no page shows it.
SELDOM = {"spades": Phase.EXCHANGE}
Viewer = tuple[Client, Person]


@pytest.fixture
def viewers(as_alice: Client, alice: User) -> list[Viewer]:
    """A user, and a guest with a session."""
    as_guest = Client()
    as_guest.post("/play/")
    return [(as_alice, Person(user=alice)), (as_guest, Person(guest=Guest.objects.get()))]


def hidden_in(story: Story) -> set[Card]:
    return set(pack(story.state)) - known(story.state, story.seat)


def held_in(story: Story) -> set[Card]:
    """Return the cards that the reader holds and has seen; none during a review of tricks."""
    hand = () if story.state.phase is Phase.REVIEW else story.rules.view(story.state, story.seat).hand
    return set(hand or ()) & known(story.state, story.seat)


def answers(client: Client, place: Place, story: Story) -> Iterator[tuple[str, str]]:
    """Yield name and text of each response, headers included: page, partial, refusal, stream (gzipped or not)."""
    url, version = f"/games/{place.code}/", str(place.game.version)
    refused = {"action": '["bid",99]', "version": version}
    yield "page", sent(client.get(url)).decode()
    yield "partial", sent(client.get(url, headers=HTMX)).decode()
    yield "refusal", sent(client.post(f"{url}act/", refused, headers=HTMX)).decode()
    yield "stream", streamed(client, place, seen=story.earlier_version, packed=story.seat in (1, 3)).decode()


@pytest.mark.django_db(transaction=True)
@every_kind
def test_no_response_names_a_hidden_card(viewers: list[Viewer], key: str) -> None:
    """No response contains a sealed seed either. As a control, each one contains the reader's own cards."""
    met, phases = set[str](), set[Phase]()
    seldom = islice(stories(key, Random(key), phase=SELDOM[key]), ruleset(key).seats) if key in SELDOM else ()
    for number, story in enumerate((*islice(stories(key, Random(key)), GAMES), *seldom)):
        phases.add(story.state.phase)
        client, person = viewers[number // story.rules.seats % 2]
        place = stored(story, person, f"{key}{number}", hinted=number % 3 == 0)
        closed = Seal.objects.filter(game=place.game, number__gte=place.game.number)
        for what, text in answers(client, place, story):
            found = written(text)
            assert not found.cards & hidden_in(story), f"hidden card in {what} of game {number}, {story.state.phase}"
            assert not any(bytes(seal.server_seed).hex() in text for seal in closed)
            _assert_finds(found, held_in(story))
            met |= found.ways
    assert met == set(WAYS)
    assert phases == PHASES[key]


def _assert_finds(found: Found, held: set[Card]) -> None:
    assert held <= found.by_way["corner"]
    assert {one for one in held if not one.is_joker} <= found.by_way["spoken"]
    courts = {one for one in held if one.rank is not None and 11 <= one.rank <= 13}
    assert courts <= found.by_way["middle"] & found.by_way["art"]


@pytest.mark.django_db(transaction=True)
@every_kind
def test_a_stranger_gets_the_response_for_a_missing_game(
    as_charlie: Client, client: Client, alice: User, key: str
) -> None:
    story = next(stories(key, Random(key)))
    place = stored(story, Person(user=alice), "there")
    nowhere = replace(place, game=Game(code="where", version=place.game.version))
    for asking in (as_charlie, client):
        there, not_there = (dict(answers(asking, one, story)) for one in (place, nowhere))
        for what, text in there.items():
            assert text.startswith("404")
            asked = text.replace("there", "where")  # a log-in link names the address to return to
            assert masked(asked.encode()) == masked(not_there[what].replace("there", "where").encode()), what
            assert not written(text).cards


def test_a_leak_is_found(as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    story = next(stories("spades", Random(1)))
    place = stored(story, Person(user=alice), "leaking")
    deal = str(Hand.objects.get(number=story.state.number).deal)
    monkeypatch.setattr(
        views, "table_response", lambda request, snapshot: table_response(request, snapshot, notice=deal)
    )
    assert written(read(as_alice, f"/games/{place.code}/")).cards & hidden_in(story)


@every_kind
def test_replay_proof_and_record_wait_for_the_end_of_the_hand(as_alice: Client, alice: User, key: str) -> None:
    place = open_table(alice, key)
    log = at_persons_turn(place, Random(key))
    url = f"/games/{place.code}/"
    for number, what in product(
        (0, log.state.number, log.state.number + 1, 99999999), ("replay/", "verify/", "review/", "", "steps/3/again/")
    ):
        assert as_alice.get(f"{url}hands/{number}/{what}").status_code == 404, what
    assert as_alice.get(f"{url}record/").status_code == 404
    assert as_alice.post(f"{url}shares/", {"hand": str(log.state.number)}).status_code == 409
    review = read(as_alice, f"{url}review/")
    assert not written(review).cards & set(hidden(log, place.seat))
    assert f"{url}hands/{log.state.number}/" not in review
    assert place.code not in read(as_alice, "/statistics/") + read(as_alice, "/statistics/hands/")


@every_kind
def test_the_front_page_shows_only_the_readers_cards(as_alice: Client, alice: User, key: str) -> None:
    place, pages_with_cards = open_table(alice, key), 0
    for log in moments(place, Random(f"{key} home"), most=20):
        found = written(read(as_alice, "/")).cards
        assert not found & set(hidden(log, place.seat))
        pages_with_cards += bool(found)
    assert pages_with_cards


@every_kind
def test_logs_and_notices_name_no_card_and_no_seed(
    as_alice: Client, alice: User, key: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The texts are log lines of all levels, arguments of tasks, and payloads of notifications."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(
        logging.getLogger("django.db.backends"), "propagate", False
    )  # SQL is logged in development only
    notices, payloads = Mock(), list[str]()
    monkeypatch.setattr(current_app, "signature", notices)
    place = open_table(alice, key)
    for log in moments(place, Random(f"{key} 3"), most=40):
        foreign = {"action": json.dumps(["play", hidden(log, 0)[0].text]), "version": str(log.version)}
        as_alice.post(f"/games/{place.code}/act/", foreign, headers=HTMX)
        enqueue.reply_soon(place.code, log.version)
        payloads.append(live.payload(Game.objects.get(code=place.code)))
    text = "\n".join(
        [*(record.getMessage() for record in caplog.records), *map(str, notices.call_args_list), *payloads]
    )
    assert place.code in text
    assert all(set(call.kwargs["kwargs"]) == {"code", "version"} for call in notices.call_args_list)
    assert not written(text).cards
    assert not any(bytes(seal.server_seed).hex() in text for seal in Seal.objects.all())
    assert all(re.fullmatch(rf"{place.code} \d+(-[a-z]+)? (owed|free) 0 0", one) for one in payloads)


@every_kind
def test_an_error_page_shows_nothing_of_the_game(alice: User, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = open_table(alice, key)
    log = at_persons_turn(place, Random(key))
    client = Client(raise_request_exception=False)
    client.force_login(alice)

    monkeypatch.setattr(views, "table_response", Mock(side_effect=RuntimeError(str(log.state))))
    response = client.get(f"/games/{place.code}/")
    assert response.status_code == 500
    text = response.content.decode()
    assert "Traceback" not in text
    assert not written(text).cards
    assert place.code not in text


TEMPLATES = "".join(path.read_text() for path in Path(settings.BASE_DIR, "templates").rglob("*.html"))
#: Attributes of a card's face that templates print, with the text around them, as in data-card="{{ one.face.text }}".
FIELDS = {
    found.groups()
    for found in re.finditer(r"([^{}]{0,20})\{\{ *[\w.\[\]]*\bface\.(\w+)(?:\|[^}]*?)? *\}\}([^{}]?)", TEMPLATES)
}


def test_all_card_fields_in_templates_are_known() -> None:
    """A second, simpler regular expression finds the same attributes."""
    names = set(re.findall(r"\bface\.(\w+)(?=[^{}]*\}\})", TEMPLATES))
    assert {field for _, field, _ in FIELDS} == names <= {one.name for one in fields(Face)}


@pytest.mark.parametrize(
    ("before", "field", "after"), sorted(one for one in FIELDS if one[1] in ("text", "name", "art"))
)
def test_a_card_in_each_field_of_a_template_is_found(before: str, field: str, after: str) -> None:
    """Names of jokers are left out, because `written` has no pattern for them."""
    some = [one for one in BY_TEXT.values() if getattr(face(one), field) and not (field == "name" and one.is_joker)]
    assert len(some) >= 12
    for one in some:
        assert written(f"{before}{getattr(face(one), field)}{after}").cards == {one}


def test_posted_cards_and_files_are_found() -> None:
    """The texts are JSON (plain or escaped), a card in brackets, and names of files, ids and classes."""
    for one in BY_TEXT.values():
        action, low = action_text(Action("play", one.text)), one.text.lower()
        files = [f'<img src="/art/{name}.svg">' for name in (one.text, low)]
        for text in (action, escape(action), quote(action), escapejs(action), f"[{one.text}]", files[0]):
            assert written(text).by_way["sign"] == {one}
        for text in (files[1], f'<use href="#{low}"/>', f'<i id="{low}">', f'<i class="x card-{low} y">'):
            assert written(text).by_way["art"] == {one}
