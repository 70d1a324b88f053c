"""Two at once at the tables of every game, players that fail, and what the database refuses by itself."""

import logging
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from accounts.people import Person
from games import enqueue
from games.engine.actions import Action
from games.engine.notation import action_text
from games.engine.registry import RULESETS
from games.models import Entry, Game
from games.services import lobby, play, tables, thinking
from games.services.seen import Seen
from games.services.tables import Place
from tests.moves.test_races import at_once
from tests.playing import again, any_of, play_on, post

pytestmark = pytest.mark.django_db(transaction=True)
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture(autouse=True)
def _nobody_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: None)


def on_turn(alice: User, kind: str) -> tuple[Place, Seen]:
    """A game in its play, alice to act (in games of turns alone) with more than one choice."""
    code = lobby.open_game(person=Person(user=alice), key=kind, level=lobby.levels(kind)[0])
    rng = Random(3)
    while True:
        place = again(alice, code)
        seen = tables.see(place)
        legal = [one for one in seen.view.legal if isinstance(one, Action) and one.verb == "play"]
        if len(legal) > 1 and (kind == "cardduel" or not seen.computer_acts):
            return place, seen
        if seen.needs_deal:
            play.deal(place=place, seed="a seed", version=seen.version)
        elif seen.view.legal:
            play.submit(place=place, action=any_of(seen.view.legal, rng), version=seen.version)
        else:
            assert play.reply(code=code, version=seen.version)


def plays_of(seen: Seen) -> list[Action]:
    return [one for one in seen.view.legal if isinstance(one, Action) and one.verb == "play"]


@pytest.mark.parametrize("kind", [kind for kind in RULESETS if kind != "cardduel"])
def test_the_same_post_twice(alice: User, as_alice: Client, kind: str) -> None:
    """The second gets the table as it is, without a word of reproach."""
    place, seen = on_turn(alice, kind)
    told = post(plays_of(seen)[0], seen.version)
    first = as_alice.post(f"/games/{place.code}/act/", told, **HTMX)
    version, count = Game.objects.get().version, Entry.objects.count()
    second = as_alice.post(f"/games/{place.code}/act/", told, **HTMX)
    assert (first.status_code, second.status_code) == (200, 409)
    assert f'data-version="{version}"' in second.content.decode()
    assert "say--refuse" not in second.content.decode()
    assert Entry.objects.count() == count


@pytest.mark.parametrize("kind", [kind for kind in RULESETS if kind != "cardduel"])
def test_two_tabs_play_different_cards(alice: User, kind: str) -> None:
    place, seen = on_turn(alice, kind)
    works = [
        lambda one=one: play.submit(place=again(alice, place.code), action=one, version=seen.version)
        for one in plays_of(seen)[:2]
    ]
    results = at_once(*works)
    assert sorted(type(one).__name__ for one in results) == ["Seen", "Stale"]
    mine = Entry.objects.filter(ordinal__gt=seen.version, source="person")
    assert [one.action for one in mine] in [[action_text(one)] for one in plays_of(seen)[:2]]


@pytest.mark.parametrize("kind", [kind for kind in RULESETS if kind != "cardduel"])
def test_twenty_identical_moves_make_one_row(alice: User, kind: str) -> None:
    place, seen = on_turn(alice, kind)
    action = plays_of(seen)[0]
    results = at_once(*[lambda: play.submit(place=again(alice, place.code), action=action, version=seen.version)] * 20)
    assert sum(isinstance(one, Seen) for one in results) == 1
    assert Entry.objects.filter(ordinal__gt=seen.version, source="person").count() == 1


def test_twenty_identical_plays_of_a_duel_make_one_row(alice: User) -> None:
    """A secret play is not stale because hers came meanwhile; twenty of one's own are one all the same."""
    place, seen = on_turn(alice, "cardduel")
    action = plays_of(seen)[0]
    results = at_once(*[lambda: play.submit(place=again(alice, place.code), action=action, version=seen.version)] * 20)
    assert sum(isinstance(one, Seen) for one in results) == 1
    assert Entry.objects.filter(ordinal__gt=seen.version, source="person").count() == 1


def test_the_database_itself_refuses_an_ordinal_twice(alice: User) -> None:
    place, _seen = on_turn(alice, "twoman")
    again_told = Entry.objects.get(game=place.game, ordinal=3)
    again_told.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        again_told.save(force_insert=True)


class Failing:
    version = 1

    def choose(self, view: object, rng: Random) -> Action:
        raise ZeroDivisionError("a fault of hers")


@pytest.mark.parametrize("kind", RULESETS)
def test_a_hand_is_played_with_players_that_fail(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    """Each fault is one error in the log and one legal action, marked as what it is."""
    monkeypatch.setattr(thinking, "bot", lambda key, level: Failing())
    code = lobby.open_game(person=Person(user=alice), key=kind, level=lobby.levels(kind)[0])
    with caplog.at_level(logging.ERROR, "games.services.play"):
        seen: Any = play_on(again(alice, code), Random(8), hands=1)
    assert seen.hands or seen.result is not None
    sources = set(Entry.objects.filter(seat__gt=0).values_list("source", flat=True))
    assert "fallback" in sources and "computer" not in sources
    faults = [one for one in caplog.records if one.levelno == logging.ERROR]
    assert len(faults) == Entry.objects.filter(source="fallback").count()
