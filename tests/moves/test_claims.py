"""The rest of a hand claimed: played out at once in one transaction, told from a settled rest, and no help."""

import json
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games import enqueue
from games.models import Entry, Game, Hand, PersonLine, Play, Seat, Trick
from games.records.referee import check
from games.services.log import logs
from games.services.log.log_cache import LOG_CACHE
from games.services.moves import play, store
from games.services.past import records, verification
from games.services.people import company, lobby
from games.services.table import replay, tables
from games.services.table.tables import Place
from tests.at_once import at_once
from tests.moves.claiming import HERS, TOPS, UNSURE, to_lead
from tests.moves.derived import rows
from tests.playing import again, marta_acts, place_for, play_on, say, stack
from tests.shots import posing
from tests.shots.positions import POSITIONS

pytestmark = pytest.mark.django_db


@pytest.fixture
def place(alice: User, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Eight tricks may be claimed at version 10."""
    stack(monkeypatch, TOPS, HERS)
    return to_lead(alice)


def test_it_is_offered_to_the_one_who_can_prove_it(place: Place) -> None:
    assert tables.see(place).claim == 8
    log = logs.read(place.game)
    assert not log.rules.settled(log.state), "she would win a trick if the two were led first"


def test_the_rest_is_played_out_at_once(place: Place) -> None:
    assert play.claim(place=place, version=10).needs_deal
    assert (Trick.objects.count(), Play.objects.count()) == (10, 20)
    assert list(Trick.objects.order_by("number").values_list("winner", flat=True)) == [1] + [0] * 9
    assert Game.objects.get().version == 26


def test_the_lead_is_the_persons_and_the_rest_the_tables(place: Place) -> None:
    play.claim(place=place, version=10)
    sources = list(Entry.objects.filter(ordinal__gt=10).order_by("ordinal").values_list("source", "seat"))
    assert sources[:3] == [("person", 0), ("table", 1), ("table", 0)]
    assert {source for source, _ in sources[1:]} == {"table"}


def test_the_hand_tells_who_claimed_how_much(place: Place) -> None:
    (hand,) = play.claim(place=place, version=10).hands
    assert (hand.claimer, hand.claimed, hand.auto) == (0, 8, 15)
    assert Hand.objects.get().auto == 15


def test_a_settled_rest_is_no_claim(alice: User) -> None:
    place = place_for(alice)
    snapshot = play_on(place, Random(3), hands=6)
    autos = [hand.auto for hand in snapshot.hands]
    assert any(autos) and all(auto % 2 == 0 for auto in autos)
    assert {hand.claimer for hand in snapshot.hands} == {None}


@pytest.mark.parametrize("version", [0, 9, 11])
def test_it_is_stale_at_any_other_version(place: Place, version: int) -> None:
    with pytest.raises(play.Stale):
        play.claim(place=place, version=version)
    assert Game.objects.get().version == 10
    play.claim(place=place, version=10)
    with pytest.raises(play.Stale):
        play.claim(place=place, version=10)
    assert Play.objects.count() == 20


def test_what_is_not_proved_is_refused(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, UNSURE, HERS)
    place = to_lead(alice)
    assert tables.see(place).claim == 0
    with pytest.raises(play.Refused, match="NO_CLAIM"):
        play.claim(place=place, version=10)
    assert Game.objects.get().version == 10


def test_out_of_turn_there_is_none(place: Place) -> None:
    say(place, (0, "play", "AS"))
    place.game.refresh_from_db()
    with pytest.raises(play.Refused, match="NO_CLAIM"):
        play.claim(place=place, version=11)
    marta_acts(place)


def test_it_is_no_help_and_cannot_be_taken_back(place: Place) -> None:
    assert not play.claim(place=place, version=10).may_take_back
    assert Hand.objects.values_list("hints", "undone").get() == (0, 0)
    assert list(PersonLine.objects.filter(number=1).values_list("is_ranked", flat=True)) == [True]


def test_a_window_beside_it_sees_the_lead_and_then_the_end(place: Place) -> None:
    play.claim(place=place, version=10)
    place.game.refresh_from_db()
    first, last = tables.steps(place, 10)
    assert (first.version, first.needs_deal) == (11, False)
    assert (last.version, last.needs_deal) == (26, True)


def test_the_record_passes_the_referee_and_tells_of_it(place: Place, alice: User) -> None:
    play.claim(place=place, version=10)
    lobby.abandon(place=again(alice, place.code))
    told = records.game_line(code=place.code)
    assert check(told).wrong is None
    assert json.loads(told)["hands"][0]["auto"] == 15


def test_the_replay_shows_every_card_of_it(place: Place) -> None:
    play.claim(place=place, version=10)
    snapshot = replay.hand_of(place, number=1, step=None)
    assert [step.by_table for step in snapshot.steps if step.action.verb == "play"] == [False] * 5 + [True] * 15
    assert snapshot.hand is not None and snapshot.hand.claimer == 0


@pytest.mark.parametrize("name", ["spades-claim", "bidwhist-claim"])
def test_it_is_the_same_at_a_table_of_four(alice: User, name: str) -> None:
    place = again(alice, posing.posed(POSITIONS[name], Person(user=alice)))
    before = tables.see(place)
    snapshot = play.claim(place=place, version=before.version)
    hand = snapshot.hands[-1]
    assert (hand.claimer, hand.claimed) == (0, before.claim)
    last = Trick.objects.filter(hand__number=hand.number).order_by("-number")[: before.claim]
    assert {trick.winner for trick in last} == {0}
    derived = rows(place.game)
    store.rebuild(place.game)
    assert rows(place.game) == derived
    if snapshot.needs_deal:
        lobby.abandon(place=again(alice, place.code))
    assert check(records.game_line(code=place.code)).wrong is None


# -- among people ------------------------------------------------------------------------------------------


@pytest.fixture
def among_people(place: Place, alice: User, bob: User) -> Place:
    """The same with a person at the other seat, who is here."""
    Seat.objects.filter(game=place.game, number=1).update(level="", name="", bot_version=None, user=bob)
    place.game.entries.filter(seat=1).update(source="person")
    LOG_CACHE.forget(place.code)
    Seat.objects.update(seen_at=timezone.now() + timedelta(days=1))
    return again(alice, place.code)


def test_the_other_is_shown_the_claim_and_who_made_it(
    among_people: Place, alice: User, bob: User, as_bob: Client
) -> None:
    before = again(bob, among_people.code)
    assert (tables.see(among_people).claim, tables.see(before).claim) == (8, 0)
    play.claim(place=among_people, version=10)
    steps = tables.steps(again(bob, among_people.code), 10)
    assert [one.view.phase.value for one in steps] == ["play", "deal"]
    assert steps[0].view.waits_for == frozenset(), "nobody is asked for a card meanwhile"
    page = as_bob.get(f"/games/{among_people.code}/").content.decode()
    assert "alice claims the rest: 8 tricks." in page
    assert {line.user_id for line in PersonLine.objects.filter(number=1)} == {alice.pk, bob.pk}
    assert verification.differences(game=Game.objects.get()) == ()


def test_nobody_claims_for_another_or_while_stood_in_for(among_people: Place, alice: User, bob: User) -> None:
    with pytest.raises(play.Refused, match="NO_CLAIM"):
        play.claim(place=again(bob, among_people.code), version=10)
    Seat.objects.filter(user=alice).update(seen_at=timezone.now() - timedelta(seconds=40))
    version = company.stand_in(place=again(bob, among_people.code), seat=0).version
    with pytest.raises(play.Refused, match="NO_CLAIM"):
        play.claim(place=again(alice, among_people.code), version=version)
    assert tables.see(again(alice, among_people.code)).claim == 0


def test_it_is_claimed_against_a_stand_in(among_people: Place, alice: User, bob: User) -> None:
    lobby.abandon(place=again(bob, among_people.code))
    version = company.stand_in(place=again(alice, among_people.code), seat=1).version
    snapshot = play.claim(place=again(alice, among_people.code), version=version)
    assert snapshot.needs_deal and (snapshot.hands[-1].claimer, snapshot.hands[-1].claimed) == (0, 8)
    assert verification.differences(game=Game.objects.get()) == ()


@pytest.mark.django_db(transaction=True)
def test_a_claim_and_a_leave_at_once(monkeypatch: pytest.MonkeyPatch, alice: User, bob: User) -> None:
    """The claim stands, or the table has moved on and it is offered again."""
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: None)  # she does what is said here
    stack(monkeypatch, TOPS, HERS)
    place = to_lead(alice)
    Seat.objects.filter(game=place.game, number=1).update(level="", name="", bot_version=None, user=bob)
    place.game.entries.filter(seat=1).update(source="person")
    LOG_CACHE.forget(place.code)
    claimer, leaver = again(alice, place.code), again(bob, place.code)
    results = at_once(
        lambda: play.claim(place=claimer, version=10), lambda: lobby.abandon(place=leaver), lost=(play.Stale,)
    )
    assert results[1] is True
    now = tables.see(again(alice, place.code))
    assert now.needs_deal is not isinstance(results[0], play.Stale)
    assert now.needs_deal or now.claim == 8
    assert verification.differences(game=Game.objects.get()) == ()


def test_it_costs_no_more_statements_than_a_card_that_ends_a_hand(place: Place) -> None:
    with CaptureQueriesContext(connection) as asked:
        play.claim(place=place, version=10)
    told = 1 if connection.vendor == "postgresql" else 0  # there the notice to other pages is a statement too
    assert len([one for one in asked.captured_queries if "SAVEPOINT" not in one["sql"]]) <= 12 + told
