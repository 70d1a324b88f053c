"""From the end of a hand to its review: who is notified, what is written, and what a page may read."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import IntegrityError
from django.db.models import F
from django.utils import timezone

from accounts.leaving import leave
from accounts.models import Guest, User
from accounts.people import Person
from games import enqueue, tasks
from games.engine.actions import Action
from games.models import Entry, Game, Hand, Practice, Review
from games.registry import GAMES, evaluator
from games.review.hand import review_hand
from games.services.log.finished import finished_hand, finished_hands
from games.services.moves import play, store
from games.services.past import reviews
from games.services.past.reviews import Progress
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import NoSuchHand, Place
from tests.playing import again, dealt, place_at, place_for, play_on, stack
from tests.records.stored import finished
from tests.review import marked

pytestmark = pytest.mark.django_db


@pytest.fixture
def notified(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose review was asked for, by nobody heard."""
    codes: list[str] = []
    monkeypatch.setattr(enqueue, "review_soon", codes.append)
    return codes


@pytest.fixture
def played(alice: User, django_capture_on_commit_callbacks: Any, notified: list[str]) -> Place:
    """A table whose first hand is over."""
    place = place_for(alice)
    with django_capture_on_commit_callbacks(execute=True):
        play_on(place, Random(1), hands=1)
    return again(alice, place.code)


def reviewed(place: Place) -> Place:
    tasks.review(place.code)
    place.game.refresh_from_db()
    return place


def test_the_end_of_a_hand_asks_for_its_review(played: Place, notified: list[str]) -> None:
    assert notified == [played.code]
    assert played.game.reviews_due_at is not None
    assert reviews.progress_of_hand(played, number=1) is Progress.PENDING


@pytest.mark.evaluated
def test_a_review_is_a_row_for_each_seat_and_adds_up(played: Place) -> None:
    assert tasks.review(played.code) == 1
    rows = list(Review.objects.order_by("seat"))
    assert [(row.number, row.seat, row.evaluator) for row in rows] == [
        (1, seat, evaluator("twoman").version) for seat in (0, 1)
    ]
    for row in rows:
        assert row.after - row.before == row.luck - row.errors + row.rivals - row.partners + row.rest
        assert row.errors == sum(one["loss"] for one in row.decisions)
        assert row.count == len(row.decisions) >= 2
        assert row.marked == sum(one["mark"] is not None for one in row.decisions)
    assert Game.objects.get().reviews_due_at is None


def test_decisions_are_entries_of_their_seat(played: Place) -> None:
    reviewed(played)
    for row in Review.objects.all():
        entries = {entry.ordinal: entry for entry in Entry.objects.filter(hand=1, seat=row.seat)}
        for one in row.decisions:
            entry = entries[one["ordinal"]]
            assert entry.source in (Entry.Source.PERSON, Entry.Source.COMPUTER)
            assert one["chosen"] in [value[0] for value in one["values"]]


def test_run_again_it_writes_nothing(played: Place) -> None:
    reviewed(played)
    before = list(Review.objects.order_by("pk").values())
    assert tasks.review(played.code) == 0
    assert list(Review.objects.order_by("pk").values()) == before


def test_whoever_comes_second_finds_the_rows_written(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both look before either has written."""
    monkeypatch.setattr(Review.objects, "filter", lambda **_: Review.objects.none())
    assert tasks.review(played.code) == 1
    assert tasks.review(played.code) == 1
    assert Review.objects.count() == 2


def test_a_row_that_does_not_add_up_is_refused(played: Place) -> None:
    reviewed(played)
    with pytest.raises(IntegrityError):
        Review.objects.filter(seat=0).update(luck=123_456)


def test_a_hand_that_ends_during_a_review_is_still_owed(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = reviews._reviewed

    def during(game: Game, hand: Any) -> Any:
        play_on(played, Random(3), hands=2)
        return whole(game, hand)

    monkeypatch.setattr(reviews, "_reviewed", during)
    tasks.review(played.code)
    assert Game.objects.get().reviews_due_at is not None
    tasks.review(played.code)
    assert Game.objects.get().reviews_due_at is None
    assert set(Review.objects.values_list("number", flat=True)) == {1, 2}


def test_a_worker_that_was_killed_loses_nothing(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends in mid-thought; the sweep finds the game a minute later."""

    def killed(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(reviews, "review_hand", killed)
        with pytest.raises(KeyboardInterrupt):
            tasks.review(played.code)
    assert Review.objects.count() == 0
    assert tasks.sweep() == 0  # it may still be at work
    Game.objects.update(reviews_due_at=timezone.now() - timedelta(minutes=2))
    assert tasks.sweep() == 1
    assert Review.objects.count() == 2
    assert tasks.sweep() == 0


def test_a_fault_of_the_evaluator_is_logged_and_not_tried_for_ever(
    played: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reviews, "review_hand", lambda *_, **__: 1 / 0)
    assert tasks.review(played.code) == 0
    assert "could not be reviewed" in caplog.text
    assert reviews.progress_of_hand(played, number=1) is Progress.FAILED
    assert tasks.sweep() == 0


def test_a_hand_at_which_the_evaluator_failed_is_tried_again_in_a_week(
    played: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(reviews, "review_hand", lambda *_, **__: 1 / 0)
        tasks.review(played.code)
    Game.objects.update(reviews_due_at=F("reviews_due_at") - reviews.AGAIN)
    assert reviews.progress_of_hand(played, number=1) is Progress.PENDING
    tasks.review(played.code)
    assert reviews.progress_of_hand(played, number=1) is Progress.READY
    assert Game.objects.get().reviews_due_at is None


def test_a_review_that_takes_too_long_is_owed_as_before(played: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit falls into the older hand: the newer one's rows stay, and the sweep goes on from there."""
    play_on(played, Random(3), hands=2)
    whole, begun = review_hand, list[int]()

    def limited(*given: Any, **more: Any) -> Any:
        begun.append(1)
        if len(begun) > 1:
            raise SoftTimeLimitExceeded
        return whole(*given, **more)

    with monkeypatch.context() as slow:
        slow.setattr(reviews, "review_hand", limited)
        with pytest.raises(SoftTimeLimitExceeded):
            tasks.review(played.code)
    assert set(Review.objects.values_list("number", flat=True)) == {2}
    assert Game.objects.get().reviews_due_at is not None
    tasks.review(played.code)
    assert set(Review.objects.values_list("number", flat=True)) == {1, 2}


def test_one_task_reviews_one_hand_the_newest_first_and_asks_for_the_next(
    played: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(played, Random(3), hands=3)
    queued: list[dict[str, Any]] = []
    monkeypatch.setattr(enqueue, "review_on", lambda code, **further: queued.append({"code": code, **further}))
    tasks.review(played.code)
    for number in (3, 2, 1):
        assert Review.objects.earliest("-pk").number == number
        assert queued == [{"code": played.code, "below": number, "has_failed": False}]
        tasks.review(**queued.pop())
    assert (queued, Game.objects.get().reviews_due_at) == ([], None)


@pytest.mark.parametrize("kind", GAMES)
def test_a_hand_is_reviewed_from_its_own_deal_as_from_a_replay_of_the_whole_game(alice: User, kind: str) -> None:
    place = place_at(alice, kind)
    play_on(place, Random(4), hands=3)
    hands = list(finished_hands(place.game))
    assert hands and hands == [finished_hand(place.game, hand.dealt.number) for hand in hands]


def test_nobody_is_to_practise_what_somebody_has_done_who_is_gone(played: Place) -> None:
    decision = marked.a_decision(played)
    leave(person=Person(user=User.objects.get(username="alice")))
    marked.reviewed(played, decision)
    assert Review.objects.exists() and not Practice.objects.exists()


def test_a_log_that_cannot_be_replayed_holds_up_no_other_game(
    played: Place, bob: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It has waited longest, so every sweep would come to it first."""
    whole, lost = place_for(bob), timezone.now() - timedelta(minutes=2)
    play_on(whole, Random(2), hands=1)
    played.game.entries.filter(ordinal=3).update(action='["bid",99]')
    Game.objects.filter(pk=whole.game.pk).update(reviews_due_at=lost)
    Game.objects.filter(pk=played.game.pk).update(reviews_due_at=lost - timedelta(minutes=1))
    reviewed: list[str] = []

    def weighs_nothing(*_: Any, code: str) -> tuple[()]:
        reviewed.append(code)
        return ()

    monkeypatch.setattr(reviews, "review_hand", weighs_nothing)
    assert tasks.sweep() == 2
    assert reviewed == [whole.code]
    assert f"The log of game {played.code} cannot be replayed" in caplog.text
    assert tasks.sweep() == 0, "it is not tried for ever"


def test_a_game_that_is_gone_is_passed_over(played: Place) -> None:
    Game.objects.all().delete()
    assert tasks.review(played.code) == 0


def test_rebuilt_rows_leave_the_reviews(played: Place) -> None:
    reviewed(played)
    store.rebuild(played.game)
    assert Review.objects.count() == 2


def test_a_hand_in_play_is_not_there(played: Place) -> None:
    reviewed(played)
    dealt(played)
    tasks.review(played.code)
    for number in (2, 3):
        with pytest.raises(NoSuchHand):
            reviews.progress_of_hand(played, number=number)
    assert set(reviews.of_game(played).hands) == {(1, 0), (1, 1)}


@pytest.mark.evaluated
def test_a_page_reads_the_own_seat_or_another(played: Place) -> None:
    reviewed(played)
    assert reviews.progress_of_hand(played, number=1) is Progress.READY
    by_seat = {one.seat: one for one in reviews.of_all_seats(played, number=1)}
    own, other = by_seat[played.seat], by_seat[1 - played.seat]
    assert (own.seat, own.rivals, own.luck) == (played.seat, other.errors, -other.luck)
    whole = reviews.of_game(played)
    assert (whole.of(1, played.seat), whole.missing) == (own, Progress.NONE)


def test_what_a_version_has_written_stays_and_the_newest_is_shown(played: Place) -> None:
    reviewed(played)
    row = Review.objects.get(seat=played.seat)
    older = row.evaluator
    row.pk, row.evaluator, row.luck, row.rest = None, older + 1, row.luck + 7, row.rest - 7
    row.save()
    shown = next(one for one in reviews.of_all_seats(played, number=1) if one.seat == played.seat)
    assert (shown.evaluator, Review.objects.filter(seat=played.seat).count()) == (older + 1, 2)
    assert tasks.review(played.code) == 0


def test_a_game_without_a_review_is_reviewed_on_request(
    alice: User, notified: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    code = finished(alice).code
    Game.objects.update(reviews_due_at=None)
    place = again(alice, code)
    notified.clear()
    assert reviews.progress_of_hand(place, number=1) is Progress.NONE
    with django_capture_on_commit_callbacks(execute=True):
        reviews.ask(place)
        reviews.ask(place)
    assert notified == [code]
    assert reviews.progress_of_hand(place, number=1) is Progress.PENDING
    hands = Hand.objects.filter(game__code=code, ended_at__isnull=False).count()
    assert tasks.review(code) == 1
    assert Review.objects.filter(game__code=code).count() == 2 * hands


@pytest.mark.usefixtures("parlour")
def test_a_game_without_an_evaluator_says_so(alice: User, notified: list[str]) -> None:
    code = lobby.open_game(person=Person(user=alice), key="parlour", level="easy")
    play_on(again(alice, code), Random(2), hands=1)
    place = again(alice, code)
    assert (notified, place.game.reviews_due_at) == ([], None)
    reviews.ask(place)
    assert tasks.review(code) == 0
    assert reviews.of_game(place).missing is Progress.PLAIN


def test_a_broker_that_is_away_leaves_the_review_to_the_sweep(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def away(code: str) -> None:
        raise OSError

    monkeypatch.setattr(enqueue, "review_soon", away)
    place = place_for(alice)
    with django_capture_on_commit_callbacks(execute=True):
        play_on(place, Random(1), hands=1)
    Game.objects.update(reviews_due_at=timezone.now() - timedelta(minutes=2))
    assert tasks.sweep() == 1
    assert Review.objects.exists()


def test_guests_are_reviewed_as_accounts_are(db: None) -> None:
    place = place_for(Guest.objects.create())
    play_on(place, Random(3), hands=1)
    assert tasks.review(place.code) == 1


def test_the_lead_of_a_claim_is_no_decision(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten spades from the top: once all are led, the rest is claimed."""
    stack(monkeypatch, "AS KS QS JS TS 9S 8S 7S 6S 5S 2C", "AH KH QH JH TH 9H 8H 7H 6H 5H 3C")
    place = place_for(alice)
    seat = place.seat
    dealt(place)
    claimed = _until_claim(alice, place)
    tasks.review(place.code)
    row = Review.objects.get(seat=seat)
    assert claimed not in {one["ordinal"] for one in row.decisions}
    assert all(one["ordinal"] < claimed for one in row.decisions)


def _until_claim(alice: User, place: Place) -> int:
    """Played until a claim is offered, and claimed; the ordinal of its lead."""
    for _ in range(40):
        place = again(alice, place.code)
        snapshot = tables.see(place)
        if snapshot.claim:
            play.claim(place=place, version=snapshot.version)
            return int(snapshot.version) + 1
        if snapshot.computer_acts and not snapshot.view.legal:
            play.reply(code=place.code, version=snapshot.version)
        else:
            legal = [one for one in snapshot.view.legal if isinstance(one, Action)]
            action = next((one for one in legal if one.argument in ("2C", 10)), legal[0])
            play.submit(place=place, action=action, version=snapshot.version)
    raise AssertionError("no claim was offered")
