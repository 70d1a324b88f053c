"""Decisions are told alike by the page and by a recount of its stretch, by the list and by the replay."""

from datetime import UTC, datetime, time, timedelta
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from games.models import DecisionLine, Game, PersonLine, Review, Seat
from games.services.counting import tallies
from tests.recount.decided import decisions_of
from tests.statistics.played import DAYS
from tests.views.asking import read
from tests.views.deciding import LIST, PAGE, behind, fact, played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tomorrow")]


@pytest.mark.parametrize("is_counted", [True, False])
def test_a_game_that_began_before_the_stretch_is_one_of_its_games(
    as_alice: Client, alice: User, is_counted: bool
) -> None:
    """The first hand of each of twelve games lies before the week, the others in it; of two more games all do."""
    played(alice, games=14)
    first, since = DAYS[-1] - timedelta(days=30), DAYS[-1] - timedelta(days=6)
    PersonLine.objects.update(day=DAYS[-1])
    DecisionLine.objects.update(day=DAYS[-1])
    earlier = list(Game.objects.order_by("pk").values_list("pk", flat=True)[:12])
    PersonLine.objects.filter(game__in=earlier, number=1).update(day=first)
    DecisionLine.objects.filter(review__game__in=earlier, review__number=1).update(day=first)
    Game.objects.filter(pk__in=earlier).update(started_at=datetime.combine(first, time(12), tzinfo=UTC))
    if is_counted:
        tallies.catch_up()
    lines = {(one.game.code, one.number): one.day for one in PersonLine.objects.select_related("game")}
    told = [one for one in decisions_of(user=alice) if lines[one.code, one.number] >= since]
    games = len({one.code for one in told})
    assert games > 10
    html = read(as_alice, f"{PAGE}?game=twoman&since={since}&until={DAYS[-1]}")
    assert fact(html, f"decisions in {games} games") == f"{len(told):,}"
    assert fact(html, "marks a game") == f"{sum(one.mark is not None for one in told) / games:.1f}"


@pytest.mark.parametrize(
    ("loss", "title", "has_best"),
    [
        (0, "Nothing was lost here", False),
        (3_000, "Less than one percent of a win was lost", False),
        (4_999, "Less than one percent of a win was lost", False),
        (5_000, "A small loss", True),
    ],
)
def test_a_list_and_the_replay_say_the_same_of_a_small_loss(
    as_alice: Client, alice: User, loss: int, title: str, has_best: bool
) -> None:
    played(alice, games=1, hands=1)
    review = Review.objects.get(seat=Seat.objects.get(user=alice).number)
    other = next(one for one in review.decisions if len(one["values"]) > 1)
    chosen = next(value for value, _worth in other["values"] if value != other["best"])
    review.decisions = [{**other, "chosen": chosen, "loss": loss, "mark": None}]
    review.save()
    DecisionLine.objects.exclude(ordinal=other["ordinal"]).delete()
    DecisionLine.objects.update(loss=loss)
    listed = unescape(read(as_alice, f"{LIST}?game=twoman&period=all"))
    link = behind(as_alice, f"{LIST}?game=twoman&period=all")[0]
    replay = unescape(read(as_alice, link))
    assert title in replay
    assert [("Best was" in page) for page in (listed, replay)] == [has_best, has_best]
