"""From the end of a hand to its review: queueing, stored rows, failures, and what pages read."""

from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import DEFAULT, Mock

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import IntegrityError
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games import enqueue, tasks
from games.engine.actions import START, Action, deal
from games.engine.cards import DrawNumber, cards
from games.engine.state import Phase, State
from games.registry import GAMES, evaluator
from games.reviews import reviewing
from games.reviews.models import Review
from games.reviews.reviewing import ReviewProgress
from games.spades.rules import Spades
from games.statistics.models import PersonLine
from games.table import opening
from games.table.models import Entry, Game
from games.table.replay import finished_hand, finished_hands
from games.table.tables import NoSuchHand, Place
from tests.play import act, deal_hand, open_table, play_out, reload
from tests.reviews.quick import quick_review
from tests.spades.positions import ONE_SPADE

pytestmark = pytest.mark.django_db


@pytest.fixture
def notified(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the codes of games whose reviews are queued, instead of queueing a task."""
    codes: list[str] = []
    monkeypatch.setattr(enqueue, "review_soon", codes.append)
    return codes


@pytest.fixture
def played(alice: User, django_capture_on_commit_callbacks: Any, notified: list[str]) -> Place:
    place = open_table(alice)
    with django_capture_on_commit_callbacks(execute=True):
        play_out(place, Random(1), hands=1)
    return reload(alice, place.code)


@pytest.mark.evaluated
def test_the_end_of_a_hand_queues_a_review_with_one_row_for_each_seat(
    alice: User, played: Place, notified: list[str]
) -> None:
    assert notified == [played.code]
    assert played.game.reviews_due_at is not None
    assert reviewing.progress_of_hand(played, number=1) is ReviewProgress.PENDING
    assert tasks.review(played.code) == 1
    rows, version = list(Review.objects.order_by("seat")), evaluator("twoman").version
    assert [(row.number, row.seat, row.evaluator) for row in rows] == [(1, seat, version) for seat in (0, 1)]
    for row in rows:
        assert row.after - row.before == row.luck - row.errors + row.rivals - row.partners + row.rest
        assert row.errors == sum(one["loss"] for one in row.decisions)
        assert row.count == len(row.decisions) >= 2
        assert row.marked == sum(one["mark"] is not None for one in row.decisions)
        entries = {entry.ordinal: entry for entry in Entry.objects.filter(hand=1, seat=row.seat)}
        for one in row.decisions:
            entry = entries[one["ordinal"]]
            assert entry.source in (Entry.Source.PERSON, Entry.Source.COMPUTER)
            assert one["chosen"] in [value[0] for value in one["values"]]
    assert Game.objects.get().reviews_due_at is None
    assert reviewing.progress_of_hand(played, number=1) is ReviewProgress.READY
    by_seat = {one.seat: one for one in reviewing.of_all_seats(played, number=1)}
    own, other = by_seat[played.seat], by_seat[1 - played.seat]
    assert (own.rivals, own.luck) == (other.errors, -other.luck)
    game = reviewing.of_game(reload(alice, played.code))
    assert (game.hands[1, played.seat], game.missing) == (own, ReviewProgress.NONE)


@pytest.mark.postgresql
def test_a_concurrent_reviewer_writes_no_second_review(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tasks.review(played.code) == 1
    before = list(Review.objects.order_by("pk").values())
    assert tasks.review(played.code) == 0
    with monkeypatch.context() as blind:
        blind.setattr(Review.objects, "filter", lambda **_: Review.objects.none())
        assert tasks.review(played.code) == 1
    assert list(Review.objects.order_by("pk").values()) == before
    Game.objects.all().delete()
    assert tasks.review(played.code) == 0


@pytest.mark.postgresql
def test_the_database_refuses_a_row_that_does_not_add_up(played: Place) -> None:
    tasks.review(played.code)
    with pytest.raises(IntegrityError):
        Review.objects.filter(seat=0).update(luck=123_456)


@pytest.mark.postgresql
def test_a_hand_that_ends_during_a_review_stays_due(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = reviewing._reviewed

    def during(game: Game, hand: Any) -> Any:
        play_out(played, Random(3), hands=2)
        return whole(game, hand)

    monkeypatch.setattr(reviewing, "_reviewed", during)
    tasks.review(played.code)
    assert Game.objects.get().reviews_due_at is not None
    tasks.review(played.code)
    assert Game.objects.get().reviews_due_at is None
    assert set(Review.objects.values_list("number", flat=True)) == {1, 2}


def test_a_killed_worker_loses_no_review(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken, pytest.raises(KeyboardInterrupt):
        broken.setattr(reviewing, "review_hand", Mock(side_effect=KeyboardInterrupt))
        tasks.review(played.code)
    assert Review.objects.count() == 0
    assert tasks.sweep() == 0  # the worker may still be running
    Game.objects.update(reviews_due_at=timezone.now() - timedelta(minutes=2))
    assert tasks.sweep() == 1
    assert Review.objects.count() == 2
    assert tasks.sweep() == 0


def test_an_error_of_the_evaluator_is_logged_and_retried_after_a_week(
    alice: User, played: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(reviewing, "review_hand", lambda *_, **__: 1 / 0)
        assert tasks.review(played.code) == 0
        assert "could not be reviewed" in caplog.text
        assert reviewing.progress_of_hand(reload(alice, played.code), number=1) is ReviewProgress.FAILED
        assert tasks.sweep() == 0
    Game.objects.update(reviews_due_at=F("reviews_due_at") - reviewing.AGAIN)
    assert reviewing.progress_of_hand(reload(alice, played.code), number=1) is ReviewProgress.PENDING
    tasks.review(played.code)
    assert reviewing.progress_of_hand(played, number=1) is ReviewProgress.READY
    assert Game.objects.get().reviews_due_at is None


def test_a_review_over_the_time_limit_stays_due(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit interrupts the older hand: the rows of the newer hand stay, and the next run continues."""
    play_out(played, Random(3), hands=2)
    limited = Mock(wraps=quick_review, side_effect=[DEFAULT, SoftTimeLimitExceeded])
    with monkeypatch.context() as slow, pytest.raises(SoftTimeLimitExceeded):
        slow.setattr(reviewing, "review_hand", limited)
        tasks.review(played.code)
    assert set(Review.objects.values_list("number", flat=True)) == {2}
    assert Game.objects.get().reviews_due_at is not None
    tasks.review(played.code)
    assert set(Review.objects.values_list("number", flat=True)) == {1, 2}


def test_a_task_reviews_the_newest_hand_and_queues_the_next(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    play_out(played, Random(3), hands=3)
    queued: list[dict[str, Any]] = []
    monkeypatch.setattr(enqueue, "review_on", lambda code, **further: queued.append({"code": code, **further}))
    tasks.review(played.code)
    for number in (3, 2, 1):
        assert Review.objects.earliest("-pk").number == number
        assert queued == [{"code": played.code, "below": number, "has_failed": False}]
        tasks.review(**queued.pop())
    assert (queued, Game.objects.get().reviews_due_at) == ([], None)


@pytest.mark.parametrize("kind", GAMES)
def test_a_hand_read_alone_equals_the_hand_in_the_whole_game(alice: User, kind: str) -> None:
    place = open_table(alice, kind)
    play_out(place, Random(4), hands=3)
    hands = list(finished_hands(place.game))
    assert hands and hands == [finished_hand(place.game, hand.dealt.number) for hand in hands]


def test_a_log_that_cannot_be_replayed_does_not_block_other_games(
    played: Place, bob: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The broken game has waited longest, so the sweep begins with it."""
    whole, lost = open_table(bob), timezone.now() - timedelta(minutes=2)
    play_out(whole, Random(2), hands=1)
    played.game.entries.filter(ordinal=3).update(action='["bid",99]')
    Game.objects.filter(pk=whole.game.pk).update(reviews_due_at=lost)
    Game.objects.filter(pk=played.game.pk).update(reviews_due_at=lost - timedelta(minutes=1))
    weigh = Mock(return_value=())
    monkeypatch.setattr(reviewing, "review_hand", weigh)
    assert tasks.sweep() == 2
    assert [call.kwargs["code"] for call in weigh.call_args_list] == [whole.code]
    assert f"The log of game {played.code} cannot be replayed" in caplog.text
    assert tasks.sweep() == 0  # both games are put off for a week


def test_a_hand_in_play_has_no_review(played: Place) -> None:
    tasks.review(played.code)
    deal_hand(played)
    tasks.review(played.code)
    for number in (2, 3):
        with pytest.raises(NoSuchHand):
            reviewing.progress_of_hand(played, number=number)
    assert set(reviewing.of_game(played).hands) == {(1, 0), (1, 1)}


def test_rows_of_older_evaluators_stay_and_the_newest_is_shown(played: Place) -> None:
    tasks.review(played.code)
    row = Review.objects.get(seat=played.seat)
    older = row.evaluator
    row.pk, row.evaluator, row.luck, row.rest = None, older + 1, row.luck + 7, row.rest - 7
    row.save()
    shown = next(one for one in reviewing.of_all_seats(played, number=1) if one.seat == played.seat)
    assert (shown.evaluator, Review.objects.filter(seat=played.seat).count()) == (older + 1, 2)
    assert tasks.review(played.code) == 0


@pytest.mark.usefixtures("parlour")
def test_a_game_without_an_evaluator_is_never_reviewed(alice: User, notified: list[str]) -> None:
    code = opening.open_game(person=Person(user=alice), key="parlour", level="easy")
    play_out(reload(alice, code), Random(2), hands=1)
    place = reload(alice, code)
    assert (notified, place.game.reviews_due_at) == ([], None)
    reviewing.ask(place)
    assert tasks.review(code) == 0
    assert reviewing.of_game(place).missing is ReviewProgress.PLAIN


def test_without_the_broker_the_sweep_makes_the_review(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(enqueue, "review_soon", Mock(side_effect=OSError))
    place = open_table(alice)
    with django_capture_on_commit_callbacks(execute=True):
        play_out(place, Random(1), hands=1)
    Game.objects.update(reviews_due_at=timezone.now() - timedelta(minutes=2))
    assert tasks.sweep() == 1 and Review.objects.exists()


@pytest.fixture
def misdealt(alice: User, monkeypatch: pytest.MonkeyPatch) -> Place:
    def chance(self: Spades, state: State, draw: DrawNumber) -> Action:
        is_start = state.phase is Phase.START
        return Action(START, {"dealer": 3}) if is_start else deal([cards(hand) for hand in ONE_SPADE])

    monkeypatch.setattr(Spades, "chance", chance)
    place = open_table(alice, "spades", allow_misdeals=True, allow_blind_nils=False)
    deal_hand(place)
    act(reload(alice, place.code), "misdeal")
    return reload(alice, place.code)


def test_a_misdeal_has_no_review_and_no_review_totals(as_alice: Client, misdealt: Place) -> None:
    assert misdealt.game.reviews_due_at is not None
    tasks.review(misdealt.code)
    misdealt.game.refresh_from_db()
    assert not Review.objects.exists() and misdealt.game.reviews_due_at is None
    assert PersonLine.objects.get(game=misdealt.game, number=1).weighed is None
    assert reviewing.progress_of_hand(misdealt, number=1) is ReviewProgress.NEVER
    html = as_alice.get(f"/games/{misdealt.code}/hands/1/").content.decode()
    assert "Reason: one spade or none." in html and "Hand 1</span>" not in html
    assert 'id="reviewed"' not in html
    assert as_alice.get(f"/games/{misdealt.code}/hands/1/review/").status_code == 404
