"""Two games that differ only in cards the reader may not know are one to the reader, byte for byte.

Both are really stored, each with all its rows: log, deal, bids, discards, tricks and plays. They share their code and
the secrets of their seals, which the cards do not follow from here, so nothing has to be masked but tokens.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import islice, permutations
from random import Random
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from accounts.models import Preferences, User
from accounts.people import Person
from games import presenters
from games.engine.state import Phase
from games.models import Hand
from games.registry import ruleset
from games.services.log.logs import Log
from games.services.moves import play
from games.services.people import onlooking
from games.services.table import presence
from games.snapshot import Snapshot
from games.views import showing, table
from tests.views.hiding import every_kind
from tests.views.stored import Around, Story, stored, stories, twin
from tests.views.told import TOKEN, same, told, told_onlookers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("computers_wait")]

#: How many pairs of games of each kind; of the first in which the reader is to act everything is asked that there is.
PAIRS = 4
#: What stands on the page of whoever looks, of what became of another.
SAID = {
    Around.STOOD_IN: (b"here--stood_in",),
    Around.LEFT: (b"has left the game",),
    Around.ASKED: (b"wants to end the game", b"You ask to end the game", b"You ask to take it back"),
}


def pairs(
    key: str, rng: Random, *, settled: bool = False, phase: Phase | None = None, looks_on: bool = False
) -> Iterator[tuple[Story, Story]]:
    """Of the eyes of a seat, or of somebody who has none."""
    for met in stories(key, rng, settled=settled, phase=phase):
        story = replace(met, seat=None) if looks_on else met
        if (other := twin(story, rng)) is not None:
            yield story, other


@pytest.mark.one_database
@every_kind
def test_stored_games_that_differ_in_hidden_cards_give_the_same_bytes(as_alice: Client, alice: User, key: str) -> None:
    asked_out = False
    for one, other in islice(pairs(key, Random(key)), PAIRS):
        at_length = not asked_out and one.seat in one.rules.waits_for(one.state)
        mine, *_ = same(one, (told(as_alice, alice, it, at_length=at_length) for it in (one, other)))
        asked_out = asked_out or mine.get("hint", b"").startswith(b"200")
    assert asked_out


@pytest.mark.one_database
def test_cards_that_partners_exchange_are_seen_by_nobody_else(as_alice: Client, alice: User) -> None:
    """From every seat: few games come there by themselves."""
    found = islice(pairs("spades", Random(1), phase=Phase.EXCHANGE), ruleset("spades").seats)
    for number, (one, other) in enumerate(found):
        same(one, (told(as_alice, alice, it, at_length=number < 2) for it in (one, other)))
        assert one.state.phase is other.state.phase is Phase.EXCHANGE


@pytest.mark.one_database
@every_kind
def test_a_hint_says_the_same_whatever_the_others_hold(alice: User, key: str) -> None:
    """With its numbers: until some are said with a reason that counts hands."""
    said = list[str]()
    for one, other in pairs(key, Random(f"{key} advised")):
        if one.seat in one.rules.waits_for(one.state):
            mine, theirs = (advised(alice, story) for story in (one, other))
            assert mine == theirs, f"version {len(one.said)} in {one.state.phase}"
            said.append(mine)
            if len(said) >= PAIRS and any("of 100" in words for words in said):
                return


def advised(user: User, story: Story) -> str:
    place = stored(story, Person(user=user), f"hint{story.rules.key}")
    words = presenters.table(play.hint(place=place, version=place.game.version), preferences=Preferences()).say
    place.game.delete()
    return words


@pytest.mark.one_database
@every_kind
def test_one_of_several_people_is_sent_the_same_bytes_whatever_the_others_hold(
    as_alice: Client, alice: User, key: str
) -> None:
    """From every seat in turn, with people in all of the others, who do not wait for each other alike: until the cards
    of each of them have been others for each.
    """
    met, wanted = set[tuple[int, int]](), set(permutations(range(ruleset(key).seats), 2))
    for number, (one, other) in enumerate(pairs(key, Random(f"{key} of people"))):
        told_of = [told(as_alice, alice, it, at_length=number < 2, around=Around.PEOPLE) for it in (one, other)]
        _mine, rows, other_rows = same(one, told_of)
        met |= {(one.sits, seat) for seat in exchanged(rows, other_rows)}
        if number >= PAIRS and met >= wanted:
            return
    raise AssertionError(f"never exchanged: {wanted - met}")


@pytest.mark.one_database
@every_kind
@pytest.mark.parametrize("around", [Around.STOOD_IN, Around.LEFT, Around.ASKED])
def test_it_is_the_same_with_a_stand_in_one_who_left_and_a_question(
    as_alice: Client, alice: User, key: str, around: Around, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ASKED_FOR", timedelta(days=1))
    for number, (one, other) in enumerate(islice(pairs(key, Random(f"{key} {around}")), PAIRS)):
        mine, *_ = same(one, (told(as_alice, alice, it, at_length=number == 0, around=around) for it in (one, other)))
        assert any(word in mine["page"] for word in SAID[around])


def exchanged(rows: list[Any], other_rows: list[Any]) -> set[int]:
    """The seats that were dealt other cards in the last hand."""
    hands, others = ([one for one in all_of if isinstance(one, dict)][-1]["hands"] for all_of in (rows, other_rows))
    return {seat for seat, (mine, theirs) in enumerate(zip(hands, others, strict=True)) if mine != theirs}


@pytest.mark.one_database
@every_kind
def test_an_onlooker_is_sent_the_same_bytes_whatever_anybody_holds(client: Client, alice: User, key: str) -> None:
    found = list(islice(pairs(key, Random(key), looks_on=True), len(Around)))
    for around, (one, other) in zip(Around, found, strict=True):
        mine, *_ = same(one, (told_onlookers(client, alice, it, around) for it in (one, other)))
        assert b'id="table"' in mine["partial"] and b"<form" not in mine["partial"]


def test_a_leak_to_an_onlooker_would_be_seen(client: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were anything that an onlooker is shown made of what the state alone knows."""
    seen = onlooking.seen

    def telling(seats: Any, log: Log, **more: Any) -> Snapshot:
        return replace(seen(seats, log, **more), next_commitment=str(log.state.hands))

    monkeypatch.setattr(onlooking, "seen", telling)
    pair = next(pairs("spades", Random(1), looks_on=True))
    (mine, _), (theirs, _) = (told_onlookers(client, alice, one) for one in pair)
    assert {what for what, text in mine.items() if text != theirs[what]} >= {"partial", f"/t/{TOKEN}/look/"}
    assert any(what.startswith("stream") and text != theirs[what] for what, text in mine.items())


@pytest.mark.one_database
@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_who_plays_every_hand_out_is_not_told_that_it_is_settled(as_alice: Client, alice: User, key: str) -> None:
    """Of some twins one alone is settled, and not even that can be told."""
    rng, settled = Random(key), set[bool]()
    for number, (one, other) in enumerate(pairs(key, rng, settled=True)):
        (mine, _), (theirs, _) = (told(as_alice, alice, it, at_length=False) for it in (one, other))
        assert mine == theirs
        settled.add(one.rules.settled(other.state))
        if number >= PAIRS and False in settled:
            return
    raise AssertionError("no pair of which one alone is settled")


def test_a_leak_out_of_a_row_would_be_seen(as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the views to tell what only a row knows, and no log is asked for."""
    shown = showing.shown

    def telling(request: HttpRequest, snapshot: Snapshot, *, notice: str = "", status: int = 200) -> HttpResponse:
        deal = Hand.objects.get(game__code=snapshot.code, number=snapshot.view.number).deal
        return shown(request, snapshot, notice=str(deal), status=status)

    for views in (table, showing):
        monkeypatch.setattr(views, "shown", telling)
    (mine, _), (theirs, _) = (told(as_alice, alice, one, at_length=False) for one in next(pairs("spades", Random(1))))
    assert {what for what, text in mine.items() if text != theirs[what]} >= {"page", "partial", "act"}
