"""The rest of a hand: claimed by a seat that provably wins it, or played by the table once it is settled."""

import json
from dataclasses import replace
from datetime import timedelta
from random import Random
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Guest, Preferences, User
from accounts.people import Person
from games.pages import tricks as claims
from games.pages.seats import plays_itself
from games.records import export, verification
from games.records.referee import check
from games.records.verification import rebuild
from games.statistics.models import PersonLine
from games.table import company, logs, opening, play, replay, tables
from games.table.logs import LOG_CACHE
from games.table.models import Entry, Game, Hand, Play, Seat, Trick
from games.table.move import Refused, Stale
from games.table.tables import Place
from tests.asking import pressed, read
from tests.play import deal_hand, open_table, play_actions, play_out, reload, run_at_once, stack_deck
from tests.table.conftest import derived_rows
from tests.table.positions import in_play, table_page
from tools.pictures import posing
from tools.pictures.positions import POSITIONS

pytestmark = pytest.mark.django_db
#: After playing 3D and 3S alice holds eight spades. Only the 2 could lose a trick, to Marta's 5.
TOPS = "AS KS QS JS TS 9S 8S 3S 2S 3D 2C"
ONE_SPADE = "5S AH KH QH 5C 4C 7D 6D 5D 4D 6C"
#: A hand of alice with low spades and low hearts, which Marta might beat.
UNSURE = "AS KS QS 7S 6S 3S 2S 4H 3H 3D 2C"


def claimable(alice: User) -> Place:
    place = open_table(alice)
    deal_hand(place)
    play_actions(place, (0, "discard", "2C"), (1, "discard", "6C"), (0, "bid", 8), (1, "bid", 1))
    play_actions(place, (0, "play", "3D"), (1, "play", "4D"), (1, "play", "4C"), (0, "play", "3S"))
    return reload(alice, place.code)


@pytest.fixture
def place(alice: User, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Return alice's place at version 10, where she may claim eight tricks."""
    stack_deck(monkeypatch, TOPS, ONE_SPADE)
    return claimable(alice)


def test_a_claim_plays_out_the_rest(place: Place) -> None:
    """A claim does not count as help, and cannot be taken back."""
    snapshot = play.claim(place=place, version=10)
    (hand,) = snapshot.hands
    assert snapshot.needs_deal
    assert (hand.claimer, hand.tricks_by_table, hand.auto, Hand.objects.get().auto) == (0, 8, 15, 15)
    assert (Trick.objects.count(), Play.objects.count()) == (10, 20)
    assert list(Trick.objects.order_by("number").values_list("winner", flat=True)) == [1] + [0] * 9
    assert Game.objects.get().version == 26
    sources = list(Entry.objects.filter(ordinal__gt=10).order_by("ordinal").values_list("source", "seat"))
    assert sources[:3] == [("person", 0), ("table", 1), ("table", 0)]
    assert {source for source, _ in sources[1:]} == {"table"}
    assert not snapshot.may_take_back and Hand.objects.values_list("hints", "undone").get() == (0, 0)
    assert list(PersonLine.objects.filter(number=1).values_list("is_ranked", flat=True)) == [True]


def test_an_unproved_claim_is_refused(as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, UNSURE, ONE_SPADE)
    place = claimable(alice)
    assert tables.see(place).claim == 0
    assert "Claim" not in read(as_alice, f"/games/{place.code}/").split('id="table"')[1].split("keys")[0]
    status, page = pressed(as_alice, place.code, "claim", version=10)
    assert (status, Game.objects.get().version) == (422, 10)
    assert "not certain that all remaining tricks are yours" in page


def test_record_and_replay_show_the_claim(place: Place, alice: User) -> None:
    play.claim(place=place, version=10)
    snapshot = replay.hand_of(place, number=1, step=None)
    assert [step.by_table for step in snapshot.steps if step.action.verb == "play"] == [False] * 5 + [True] * 15
    assert snapshot.hand is not None and snapshot.hand.claimer == 0
    opening.abandon(place=reload(alice, place.code))
    record = export.game_line(code=place.code)
    assert check(record).wrong is None
    assert json.loads(record)["hands"][0]["auto"] == 15


@pytest.mark.parametrize("name", ["spades-claim", "bidwhist-claim"])
def test_a_claim_at_a_table_of_four(alice: User, name: str) -> None:
    place = reload(alice, posing.posed(POSITIONS[name], Person(user=alice)))
    before = tables.see(place)
    snapshot = play.claim(place=place, version=before.version)
    hand = snapshot.hands[-1]
    assert (hand.claimer, hand.tricks_by_table) == (0, before.claim)
    last = Trick.objects.filter(hand__number=hand.number).order_by("-number")[: before.claim]
    assert {trick.winner for trick in last} == {0}
    derived = derived_rows(place.game)
    rebuild(game=place.game)
    assert derived_rows(place.game) == derived
    if snapshot.needs_deal:
        opening.abandon(place=reload(alice, place.code))
    assert check(export.game_line(code=place.code)).wrong is None


def seat_user(place: Place, user: User) -> None:
    """Replace the bot by a user, in the seats and in the log."""
    Seat.objects.filter(game=place.game, number=1).update(level="", name="", bot_version=None, user=user)
    place.game.entries.filter(seat=1).update(source="person")
    LOG_CACHE.forget(place.code)


@pytest.fixture
def among_people(place: Place, alice: User, bob: User) -> Place:
    """Return alice's place with bob, who is present, at the other seat instead of the bot."""
    seat_user(place, bob)
    Seat.objects.update(seen_at=timezone.now() + timedelta(days=1))
    return reload(alice, place.code)


def test_an_opponent_is_shown_the_claimer(among_people: Place, alice: User, bob: User, as_bob: Client) -> None:
    before = reload(bob, among_people.code)
    assert (tables.see(among_people).claim, tables.see(before).claim) == (8, 0)
    play.claim(place=among_people, version=10)
    steps = tables.steps(reload(bob, among_people.code), 10)
    assert [one.view.phase.value for one in steps] == ["play", "deal"]
    assert steps[0].view.waits_for == frozenset()
    page = as_bob.get(f"/games/{among_people.code}/").content.decode()
    assert "alice claims the rest: 8 tricks." in page
    assert {line.user_id for line in PersonLine.objects.filter(number=1)} == {alice.pk, bob.pk}
    assert verification.differences(game=Game.objects.get()) == ()


def test_no_claim_for_another_seat_or_a_seat_with_a_stand_in(among_people: Place, alice: User, bob: User) -> None:
    with pytest.raises(Refused, match="NO_CLAIM"):
        play.claim(place=reload(bob, among_people.code), version=10)
    Seat.objects.filter(user=alice).update(seen_at=timezone.now() - timedelta(seconds=40))
    version = company.stand_in(place=reload(bob, among_people.code), seat=0).version
    with pytest.raises(Refused, match="NO_CLAIM"):
        play.claim(place=reload(alice, among_people.code), version=version)
    assert tables.see(reload(alice, among_people.code)).claim == 0


def test_a_claim_against_a_stand_in(among_people: Place, alice: User, bob: User) -> None:
    opening.abandon(place=reload(bob, among_people.code))
    version = company.stand_in(place=reload(alice, among_people.code), seat=1).version
    snapshot = play.claim(place=reload(alice, among_people.code), version=version)
    assert snapshot.needs_deal and (snapshot.hands[-1].claimer, snapshot.hands[-1].tricks_by_table) == (0, 8)
    assert verification.differences(game=Game.objects.get()) == ()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_replies")
def test_a_claim_and_a_leave_at_once(place: Place, alice: User, bob: User) -> None:
    """Either the claim is stored first, or it is stale and offered again."""
    seat_user(place, bob)
    claimer, leaver = reload(alice, place.code), reload(bob, place.code)
    results = run_at_once(
        lambda: play.claim(place=claimer, version=10), lambda: opening.abandon(place=leaver), lost=(Stale,)
    )
    assert results[1] is True
    now = tables.see(reload(alice, place.code))
    assert now.needs_deal is not isinstance(results[0], Stale)
    assert now.needs_deal or now.claim == 8
    assert verification.differences(game=Game.objects.get()) == ()


@pytest.mark.postgresql
def test_a_claim_costs_few_statements(place: Place) -> None:
    with CaptureQueriesContext(connection) as asked:
        play.claim(place=place, version=10)
    notices = 1 if connection.vendor == "postgresql" else 0  # the notice to other pages
    assert len([one for one in asked.captured_queries if "SAVEPOINT" not in one["sql"]]) <= 12 + notices


def test_an_opponents_cards_are_shown_only_after_the_claim(as_alice: Client, place: Place) -> None:
    url = f"/games/{place.code}/"
    before = read(as_alice, url)
    assert 'data-key="c">Claim 8 tricks</button>' in before and f'formaction="{url}claim/"' in before
    assert "[5S]" not in before and "5 of spades" not in before and 'data-card="5S"' not in before
    status, page = pressed(as_alice, place.code, "claim", version=10)
    assert status == 200 and 'data-phase="between"' in page
    assert "You claim the rest: 8 tricks." in page and "5 of spades" in page
    for path in ("hands/1/", "hands/1/replay/"):
        assert "You claim the rest: 8 tricks." in read(as_alice, f"{url}{path}")


def test_without_script_a_claim_redirects_to_the_table(as_alice: Client, place: Place) -> None:
    answer = as_alice.post(f"/games/{place.code}/claim/", {"version": 10})
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{place.code}/")


@pytest.mark.parametrize("kind", ["twoman", "spades", "bidwhist"])
def test_no_seat_is_to_act_in_a_settled_rest(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The table plays out the rest without a claim: at one step no seat is to act, at the next the hand is over.

    Bob prefers to play hands to the end, but is not at the table, so his preference has no effect.
    """
    Preferences.objects.create(user=bob, plays_out=True)
    Preferences.objects.create(user=alice, plays_out=False)
    monkeypatch.setattr(tables, "MOST_STEPS", 10_000)
    place = open_table(alice, kind)
    hands = play_out(place, Random(3), hands=6).hands
    by_table = Entry.objects.filter(game=place.game, source=Entry.Source.TABLE).order_by("ordinal")
    assert by_table.count() == sum(hand.auto for hand in hands) > 0
    assert all(hand.claimer is None and hand.auto % len(place.seats) == 0 for hand in hands)
    settled, after, *_ = tables.steps(reload(alice, place.code), by_table[0].ordinal - 2)
    assert plays_itself(settled.view) and not settled.view.legal and not settled.computer_acts
    assert not plays_itself(after.view)
    assert len(after.hands) == len(settled.hands) + 1
    shown = table_page(settled)
    assert shown.say.endswith("The rest is played automatically.")
    assert (shown.my_turn, shown.waiting, shown.claim) == (False, False, "")


@pytest.mark.parametrize(("kind", "player"), [("twoman", "user"), ("bidwhist", "guest")])
def test_a_settled_hand_is_played_out_by_preference(
    alice: User, monkeypatch: pytest.MonkeyPatch, kind: str, player: str
) -> None:
    """The table makes no play, and no step shows that a hand was settled before its last card."""
    monkeypatch.setattr(tables, "MOST_STEPS", 10_000)
    person = alice if player == "user" else Guest.objects.create()
    Preferences.objects.create(**{player: person}, plays_out=True)
    place = open_table(person, kind)
    play_out(place, Random(3), hands=2)
    assert not Entry.objects.filter(source=Entry.Source.TABLE).exists()
    log = logs.new_log(place.game)
    was_settled = False
    for entry in place.game.entries.order_by("ordinal"):
        log = log.follow(entry)
        was_settled = was_settled or log.rules.settled(log.state)
    assert was_settled
    assert not any(plays_itself(step.view) for step in tables.steps(reload(person, place.code), 0))


@pytest.mark.parametrize(("auto", "tricks"), [(0, None), (4, None), (3, "2 tricks"), (15, "8 tricks"), (1, "1 trick")])
def test_the_summary_names_a_claim_and_no_settled_rest(auto: int, tricks: str | None) -> None:
    """The table made `auto` plays of the hand."""
    snapshot, ended = in_play().snapshot(), in_play().play_out().snapshot()
    hand = replace(ended.hands[0], auto=auto)
    said = claims.claimed(replace(snapshot, seat=hand.claimer or 0), hand)
    assert said == (f"You claim the rest: {tricks}." if tricks else "")
    if hand.claimer is not None:
        name = "alice" if hand.claimer == 0 else "Marta"
        other = replace(snapshot, seat=1 - hand.claimer)
        onlooker = SimpleNamespace(seated=snapshot.seated, near=0, own=None, view=snapshot.view, turns=frozenset())
        assert claims.claimed(other, hand) == f"{name} claims the rest: {tricks}."
        assert claims.claimed(onlooker, hand) == f"{name} claims the rest: {tricks}."
