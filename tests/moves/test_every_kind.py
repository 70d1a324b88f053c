"""Two at once at the tables of every game, players that fail, and what the database refuses by itself."""

import logging
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from games.engine.actions import Action
from games.engine.notation import action_text
from games.models import Entry, Game
from games.registry import GAMES
from games.services.moves import play, thinking
from games.services.table import tables
from games.services.table.tables import Place
from games.snapshot import Snapshot
from tests.at_once import at_once
from tests.players import Failing
from tests.playing import again, dealt, marta_acts, place_at, place_for, play_on, post, stack, step
from tests.views.asking import HTMX

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_replies")]
at_every_table = pytest.mark.parametrize("kind", GAMES)


def on_turn(alice: User, kind: str) -> tuple[Place, Snapshot]:
    """A game in its play, alice to act with more than one choice."""
    place, rng = place_at(alice, kind), Random(3)
    while True:
        place = again(alice, place.code)
        snapshot = tables.see(place)
        if len(plays_of(snapshot)) > 1 and not snapshot.computer_acts:
            return place, snapshot
        step(place, rng)


def plays_of(snapshot: Snapshot) -> list[Action]:
    return [one for one in snapshot.view.legal if isinstance(one, Action) and one.verb == "play"]


@at_every_table
@pytest.mark.parametrize("second", [0, 1], ids=["the same", "another"])
def test_a_second_post_at_a_version_stores_nothing(alice: User, as_alice: Client, kind: str, second: int) -> None:
    """The same post twice, or two tabs one after the other: the second gets the table as it is, without a word of
    reproach, and one entry is there."""
    place, snapshot = on_turn(alice, kind)
    first, later = plays_of(snapshot)[0], plays_of(snapshot)[second]
    assert posted(as_alice, place, first, snapshot.version)[0] == 200
    version, count = Game.objects.get().version, Entry.objects.count()
    status, text = posted(as_alice, place, later, snapshot.version)
    assert status == 409
    assert f'data-version="{version}"' in text
    assert "say--refuse" not in text
    assert Entry.objects.count() == count
    assert own_entries(snapshot.version) == [action_text(first)]


@pytest.mark.parametrize("second", ["2C", "JD"], ids=["the same", "another"])
@pytest.mark.parametrize("hers_first", [True, False])
def test_a_second_secret_choice_stores_nothing(
    alice: User, as_alice: Client, monkeypatch: pytest.MonkeyPatch, second: str, hers_first: bool
) -> None:
    """Where both choose unseen, Marta's choice at the same version makes nobody's stale but one's own second one, be
    hers made before it or between the two."""
    stack(monkeypatch)
    place = place_for(alice)
    version = dealt(place).version
    made = [
        lambda: posted(as_alice, place, Action("discard", "2C"), version),
        lambda: marta_acts(place, "discard", "3C"),
    ]
    for make in reversed(made) if hers_first else made:
        make()
    status, text = posted(as_alice, place, Action("discard", second), version)
    assert status == 409
    assert f'data-version="{Game.objects.get().version}"' in text
    assert own_entries(version) == [action_text(Action("discard", "2C"))]


def posted(client: Client, place: Place, action: Action, version: int) -> tuple[int, str]:
    response = client.post(f"/games/{place.code}/act/", post(action, version), headers=HTMX)
    return response.status_code, response.content.decode()


def own_entries(version: int) -> list[str]:
    """What the person has done since."""
    mine = Entry.objects.filter(ordinal__gt=version, source=Entry.Source.PERSON).order_by("ordinal")
    return list(mine.values_list("action", flat=True))


@pytest.mark.django_db(transaction=True)
@at_every_table
def test_two_posts_at_once_store_one(alice: User, kind: str) -> None:
    """Two tabs with different cards, over HTTP and truly at once: 200 for one, 409 for the other, with the table unless
    the first was still being made."""
    place, snapshot = on_turn(alice, kind)
    clients = [Client(), Client()]
    for client in clients:
        client.force_login(alice)
    both = [
        lambda client=client, one=one: posted(client, place, one, snapshot.version)
        for client, one in zip(clients, plays_of(snapshot), strict=False)
    ]
    results = at_once(*both)
    assert sorted(status for status, _ in results) == [200, 409]
    tables = [text for _, text in results if text]
    assert tables
    assert all(f'data-version="{Game.objects.get().version}"' in text for text in tables)
    assert len(own_entries(snapshot.version)) == 1


@pytest.mark.django_db(transaction=True)
@at_every_table
def test_twenty_identical_moves_make_one_row(alice: User, kind: str) -> None:
    place, snapshot = on_turn(alice, kind)
    action = plays_of(snapshot)[0]
    results = at_once(
        *[lambda: play.submit(place=again(alice, place.code), action=action, version=snapshot.version)] * 20
    )
    assert sum(isinstance(one, Snapshot) for one in results) == 1
    assert Entry.objects.filter(ordinal__gt=snapshot.version, source="person").count() == 1
    assert Game.objects.get().version == Entry.objects.count()


def test_the_database_itself_refuses_an_ordinal_twice(alice: User) -> None:
    place, _seen = on_turn(alice, "twoman")
    said_again = Entry.objects.get(game=place.game, ordinal=3)
    said_again.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        said_again.save(force_insert=True)


@at_every_table
def test_a_hand_is_played_with_players_that_fail(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    """Each fault is one error in the log and one legal action, marked as what it is."""
    monkeypatch.setattr(thinking, "ready", lambda key, level: Failing())
    with caplog.at_level(logging.ERROR, "games.services.moves.choosing"):
        snapshot: Any = play_on(place_at(alice, kind), Random(8), hands=1)
    assert snapshot.hands or snapshot.result is not None
    sources = set(Entry.objects.filter(seat__gt=0).values_list("source", flat=True))
    assert "fallback" in sources and "computer" not in sources
    faults = [one for one in caplog.records if one.levelno == logging.ERROR]
    assert len(faults) == Entry.objects.filter(source="fallback").count()
