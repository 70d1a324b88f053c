"""What statistics leave out (practice, bids of stand-ins), and lines and reviews written during an adoption."""

import threading
from datetime import UTC, datetime, timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from accounts.models import Guest, User
from accounts.people import adopt
from games.records import verification
from games.records.verification import rebuild
from games.reviews import counting, reviewing
from games.reviews.models import DecisionLine, Review
from games.statistics import lines, tallies
from games.statistics.models import PersonLine
from games.table import logs, opening
from games.table.models import Entry, Game
from tests.play import open_table, play_out, reload, wait_until_blocked
from tests.replay.past_games import KEYS, begin_practice, finished_game, middle_decision
from tests.reviews import quick
from tests.statistics.played import play_demo_game

pytestmark = pytest.mark.django_db

COUNTED = ("PersonLine", "Tally", "LeaderboardRow", "DecisionLine", "Practice")
TODAY = datetime(2026, 11, 3, 12, tzinfo=UTC)


def counted_rows() -> dict[str, list[Any]]:
    """Return the rows of each model without their primary keys; a recount changes the keys."""

    def rows(name: str) -> list[str]:
        found = apps.get_model("games", name).objects.values()
        return sorted(str({field: value for field, value in row.items() if field != "id"}) for row in found)

    return {name: rows(name) for name in COUNTED}


def count_after_days(days: int) -> None:
    with time_machine.travel(TODAY + timedelta(days=days), tick=False):
        quick.review_all()
        tallies.catch_up()
        tallies.count_left()


@pytest.mark.parametrize("key", KEYS)
def test_practice_changes_no_row_of_statistics(alice: User, key: str) -> None:
    with time_machine.travel(TODAY, tick=False):
        original = finished_game(alice, key)
    count_after_days(days=1)
    before = counted_rows()
    assert all(before[name] for name in ("PersonLine", "Tally", "DecisionLine", "Practice"))
    with time_machine.travel(TODAY + timedelta(days=1), tick=False):
        played = begin_practice(alice, original, *middle_decision(original))
        play_out(played, Random(2))
        opening.abandon(place=begin_practice(alice, original, *middle_decision(original)))
        begin_practice(alice, original, *middle_decision(original))
    count_after_days(days=30)
    for day in (0, 1):
        tallies.rebuild_day(day=(TODAY + timedelta(days=day)).date())
    assert Review.objects.filter(game=played.game).exists() and counted_rows() == before


def test_practice_reviews_its_own_hand_only(alice: User) -> None:
    original = finished_game(alice, "twoman", hands=2)
    number, step = middle_decision(original)
    place = begin_practice(alice, original, number, step)
    play_out(place, Random(2))
    quick.review_all()
    assert set(Review.objects.filter(game=place.game).values_list("number", flat=True)) == {number}
    place = reload(alice, place.code)
    counting.collect_practice(game=Game.objects.get(pk=place.game.pk), reviews=Review.objects.filter(game=place.game))
    assert not place.seats[place.seat].practice.exists(), "decisions of a practice game are offered for practice"


#: By game: marks and numbers that depend on the player's own bid.
BIDS = {
    "twoman": ({"made", "overbid", "exact", "underbid", "nil", "blind"}, {"bid", "blind"}),
    "spades": ({"made", "overbid", "exact", "met", "over", "under", "nil", "blind"}, {"bid", "blind", "contract"}),
    "bidwhist": ({"made", "overbid", "contract", "declared"}, {"contract", "taken"}),
}


def bid_marks_and_numbers(key: str) -> tuple[set[str], set[str]]:
    """Return which marks and numbers of `BIDS` are in lines; the mark `bid3` counts as "bid", `tricks3` as "tricks"."""
    lines = list(PersonLine.objects.filter(number__gt=0))
    assert lines
    marks, numbers = BIDS[key]
    found = {mark for line in lines for mark in line.marks.split()}
    plain = {"bid" for mark in found if mark.removeprefix("bid").isdigit()}
    plain |= {"tricks" for mark in found if mark.removeprefix("tricks").isdigit()}
    return (found & marks) | plain, {name for line in lines for name in line.numbers} & numbers


@pytest.mark.parametrize("key", BIDS)
def test_bids_of_a_stand_in_do_not_count_for_the_player(alice: User, key: str) -> None:
    game = play_demo_game(alice, key, seed=5, hands=8)
    names = ("points", "score", "other", "tricks", "took", "books")
    won = [[line.numbers.get(name) for name in names] for line in PersonLine.objects.order_by("number")]
    marks, numbers = bid_marks_and_numbers(key)
    assert marks and numbers
    bids = game.entries.filter(seat=0, source=Entry.Source.PERSON).exclude(action__startswith='["play"')
    assert bids.update(source=Entry.Source.COMPUTER)  # as if a stand-in had bid and discarded
    rebuild(game=game)
    kept, left = bid_marks_and_numbers(key)
    if key == "bidwhist":  # a contract of the partner still counts for the side
        assert "declared" in marks and "declared" not in kept
        lines = PersonLine.objects.filter(number__gt=0)
        mine = {hand.number for hand in logs.read(game).hands if hand.record.get("declarer") == 0}
        assert mine and all(BIDS[key][0].isdisjoint(line.marks.split()) for line in lines if line.number in mine)
        assert all(BIDS[key][1].isdisjoint(line.numbers) for line in lines if line.number in mine)
    else:
        assert (kept, left) == (set(), set())
    now = [[line.numbers.get(name) for name in names] for line in PersonLine.objects.order_by("number")]
    assert now == won, "tricks or points have changed"
    others = [one for one in verification.differences(game=game) if not one.startswith("who made entry")]
    assert others == []  # only the sources differ, as the log has no stand-in


class AdoptionThread(threading.Thread):
    """A thread that adopts the guest. The first call of `begin` starts it and waits until a lock blocks it."""

    def __init__(self, guest: Guest, user: User) -> None:
        super().__init__()
        self.guest, self.user = guest, user

    def begin(self) -> None:
        if not self.ident:
            self.start()
            wait_until_blocked()

    def run(self) -> None:
        try:
            adopt(guest=self.guest, user=self.user)
        finally:
            connection.close()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_rebuilt", [False, True], ids=["played", "rebuilt"])
def test_a_hand_that_ends_during_adoption_counts_for_the_account(
    alice: User, monkeypatch: pytest.MonkeyPatch, is_rebuilt: bool
) -> None:
    """The adoption begins just before the lines are written, at the end of a hand or in a rebuild of a past game."""
    guest = Guest.objects.create()
    place = open_table(guest)
    if is_rebuilt:
        play_out(place, Random(3))
    write, adopting = lines.PersonLineWriter.write, AdoptionThread(guest, alice)

    def write_late(self: lines.PersonLineWriter, *args: Any, **kwargs: Any) -> None:
        adopting.begin()
        write(self, *args, **kwargs)

    monkeypatch.setattr(lines.PersonLineWriter, "write", write_late)
    if is_rebuilt:
        call_command("rebuild_projections", stdout=StringIO())
    else:
        play_out(place, Random(3), hands=1)
    adopting.join()
    assert set(PersonLine.objects.values_list("user", "guest")) == {(alice.pk, None)}


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("hands", [1, 99])
def test_a_review_during_adoption_counts_for_the_account(
    alice: User, monkeypatch: pytest.MonkeyPatch, hands: int
) -> None:
    """Review and adoption do not deadlock, whether the game is in play or over."""
    guest = Guest.objects.create()
    place = open_table(guest)
    play_out(place, Random(3), hands=hands)
    count, adopting = counting.count_review, AdoptionThread(guest, alice)

    def count_late(**kwargs: Any) -> None:
        count(**kwargs)
        adopting.begin()

    monkeypatch.setattr(counting, "count_review", count_late)
    assert reviewing.review(code=place.code) > 0
    adopting.join()
    assert set(PersonLine.objects.values_list("user", "guest")) == {(alice.pk, None)}
    assert not DecisionLine.objects.filter(user=None).exists()
