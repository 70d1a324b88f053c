"""Reviewed decisions in statistics: each is counted once, for its player; and the sentence that sums them up."""

from datetime import date
from math import sqrt
from random import Random
from typing import Any

import pytest

from accounts.models import Guest, User
from accounts.people import adopt
from games import ownership
from games.records.verification import rebuild
from games.registry import error_rates, levels
from games.reviews import counting, decided_page
from games.reviews.models import DecisionLine, Review
from games.statistics import tallies
from games.statistics.measures import Cost, Luck, Measures, ReviewTotals
from games.statistics.models import PersonLine, Tally
from games.statistics.reading import Aggregate, Stretch
from games.table.models import Game
from games.table.replay import finished_hands
from tests.play import open_table, person_of, play_out, reload
from tests.reviews import quick
from tests.statistics.decided import decisions_of
from tests.statistics.played import DAYS, NEXT, at_noon_of, play_days
from tests.statistics.played import tallies as counted

pytestmark = pytest.mark.django_db


def reviewed_and_counted() -> None:
    quick.review_all()
    tallies.catch_up()


def totals(**owner: Any) -> ReviewTotals:
    found = ReviewTotals()
    for row in Tally.objects.filter(span="month", level=Tally.ALL, **owner).exclude(key__contains="/").order_by("day"):
        found.add(Measures.from_json(row.measures).decided)
    return found


def decision_rows() -> list[Any]:
    names = ("review", "ordinal", "user", "guest", "key", "level", "day", "kind", "trick", "step", "loss")
    return list(DecisionLine.objects.order_by("review", "ordinal").values_list(*names))


def weighed_rows() -> list[Any]:
    return list(PersonLine.objects.order_by("game", "number", "seat").values_list("weighed", flat=True))


def test_a_review_after_the_nightly_count_is_counted(alice: User) -> None:
    play_days(alice, DAYS[:2], hands=3)
    with at_noon_of(NEXT):
        tallies.catch_up()
        assert not totals(user=alice).cost().n
        quick.review_all()
    assert totals(user=alice).cost().n == len(decisions_of(user=alice)) > 0
    late = counted()
    with at_noon_of(NEXT):
        for day in DAYS[:2]:
            tallies.rebuild_day(day=day)
    assert counted() == late


@pytest.mark.postgresql
def test_a_game_whose_first_hand_is_reviewed_last_counts_once(alice: User) -> None:
    """The second hand, of a later day, has already been counted with its review."""
    place = open_table(alice)
    for hands, day in ((1, DAYS[1]), (2, DAYS[2])):
        with at_noon_of(day):
            play_out(reload(alice, place.code), Random(hands), hands=hands)
    assert [one.day for one in PersonLine.objects.order_by("number")] == [DAYS[1], DAYS[2]]
    with at_noon_of(NEXT):
        first, _second = finished_hands(place.game)
        quick.review_all()
        kept = list(Review.objects.filter(number=1))
        Review.objects.filter(number=1).delete()
        PersonLine.objects.filter(number=1).update(weighed=None)
        counting.count_again(place.game)
        tallies.catch_up()
        assert totals(user=alice).games == 1
        assert [one["games"] for one in weighed_rows() if one] == [1]
        Review.objects.bulk_create(kept)
        counting.count_review(game=place.game, hand=first)
        assert totals(user=alice).games == 1
        assert [one["games"] for one in weighed_rows()] == [1, 0]
        late = counted()
        for day in DAYS[1:3]:
            tallies.rebuild_day(day=day)
        assert counted() == late


def test_recounts_and_rebuilt_rows_change_nothing(alice: User) -> None:
    play_days(alice, DAYS[:2], hands=3)
    with at_noon_of(NEXT):
        reviewed_and_counted()
        before = (decision_rows(), weighed_rows(), counted())
        for game in Game.objects.all():
            for hand in finished_hands(game):
                counting.count_review(game=game, hand=hand)
        assert (decision_rows(), weighed_rows(), counted()) == before
        for game in Game.objects.all():
            rebuild(game=game)
        assert (decision_rows(), weighed_rows()) == before[:2]


def test_reviews_of_a_newer_evaluator_replace_older_ones(alice: User) -> None:
    play_out(open_table(alice), Random(1), hands=1)
    quick.review_all()
    row = Review.objects.get(seat=PersonLine.objects.get().seat)
    row.pk, row.evaluator, row.errors, row.rest = None, row.evaluator + 1, 0, row.rest - row.errors
    row.decisions = [{**one, "loss": 0, "mark": None} for one in row.decisions]
    row.save()
    rebuild(game=row.game)
    assert {(one.review_id, one.loss) for one in DecisionLine.objects.all()} == {(row.pk, 0)}
    assert DecisionLine.objects.count() == len(row.decisions)
    weighed = PersonLine.objects.get().weighed
    assert weighed is not None and weighed["luck"][1] == row.luck
    assert sum(cell[1] for cell in weighed["cells"].values()) == 0


def test_an_account_adopts_a_guests_decisions(alice: User) -> None:
    guest = Guest.objects.create()
    play_days(guest, DAYS[:2], hands=3)
    with at_noon_of(NEXT):
        reviewed_and_counted()
        before = totals(guest=guest).as_json()
        adopt(guest=guest, user=alice)
    assert totals(user=alice).as_json() == before
    assert not totals(guest=guest).luck.n
    assert set(DecisionLine.objects.values_list("user", "guest")) == {(alice.pk, None)}


@pytest.mark.parametrize("is_guest", [True, False])
def test_a_removed_person_has_no_decisions(alice: User, bob: User, is_guest: bool) -> None:
    person = Guest.objects.create() if is_guest else alice
    for one in (person, bob):
        play_days(one, DAYS[:1], hands=3)
    with at_noon_of(NEXT):
        reviewed_and_counted()
        bobs = totals(user=bob).as_json()
        ownership.let_go(person=person_of(person))
        quick.review_all()
        tallies.rebuild_day(day=DAYS[0])
    assert set(DecisionLine.objects.values_list("user", flat=True)) == {bob.pk}
    assert {line.user for line in PersonLine.objects.filter(weighed__isnull=False)} == {bob}
    assert totals(user=bob).as_json() == bobs
    assert not any("decided" in row.measures for row in Tally.objects.exclude(user=bob))


def costs(rate: float, count: int, *, spread: float = 0.0) -> Cost:
    """Return the cost of `count` decisions: in turn `rate` - `spread` and `rate` + `spread` thousandths of a game."""
    losses = [round(1000 * (rate + (spread if place % 2 else -spread))) for place in range(count)]
    return Cost(count, sum(losses), sum(one**2 for one in losses))


def sentence(key: str, **by_kind: Cost) -> str:
    whole = ReviewTotals(games=40, luck=Luck(1))
    for kind, cost in by_kind.items():
        whole.add_decision(kind, 1, cost)
    totals = Aggregate(Stretch(key), totals={Tally.ALL: Measures(decided=whole)})
    return decided_page.DecidedPage(totals, None, {}).sentence


@pytest.mark.parametrize(
    ("rate", "spread", "claim"),
    [
        (5.4, 2.0, "Your decisions are about as good as our medium player’s."),
        (6.3, 0.1, "Your decisions are better than our easy player’s, but not as good as our medium player’s."),
        (6.2, 6.2, "Your decisions are about as good as our medium player’s."),
        (2.0, 0.5, "Your decisions are better than our medium player’s, but not as good as our ruthless player’s."),
        (20.0, 5.0, "So far, our easy player’s decisions are better than yours."),
        (0.05, 0.01, "Your decisions are better than our ruthless player’s."),
    ],
)
def test_a_rate_is_compared_with_the_bots(
    rate: float, spread: float, claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {"twoman": {"easy": 7.7, "medium": 5.4, "ruthless": 0.27}}
    monkeypatch.setattr(decided_page, "error_rates", known.__getitem__)
    assert sentence("twoman", lead=costs(rate, 200, spread=spread)) == claim


def test_each_level_of_two_man_has_an_error_rate_and_stronger_levels_a_lower_one() -> None:
    rates = error_rates("twoman")
    assert [*rates] == [*levels("twoman")]
    assert sorted(rates.values(), reverse=True) == [*rates.values()]


def test_a_game_without_measured_bots_names_the_rate_and_too_few_decisions_have_none(parlour: None) -> None:
    assert not error_rates("parlour")
    assert sentence("parlour", lead=costs(4.25, 100)) == "A thousand decisions cost you 4.2 wins on average."
    assert sentence("twoman", lead=costs(5.4, 19)) == "Too few decisions of this kind for a rate."


@pytest.mark.parametrize(
    ("kind", "variant", "is_beside"),
    [("", None, True), ("", "partner", True), ("bid", None, False), ("", "solo", False), ("bid", "solo", False)],
)
def test_bots_are_compared_only_over_all_decisions_of_the_same_rules(
    kind: str, variant: str | None, is_beside: bool
) -> None:
    """The rates of bots are over all kinds of decisions, under the rules of one variant."""
    whole = ReviewTotals(games=40, luck=Luck(1))
    whole.add_decision("bid", 1, costs(12.0, 100, spread=1.0))
    measures = Measures(decided=whole)
    months = {date(2026, month, 1): measures for month in (1, 2)}
    totals = Aggregate(Stretch("spades", kind=variant), totals={Tally.ALL: measures}, parts=months)
    page = decided_page.DecidedPage(totals, None, {}, kind)
    ((_title, chart), *_more) = page.charts
    named = ["our " in page.sentence, "Our players:" in chart.table.sentence, bool(chart.levels)]
    named.append("Compared with our players" in [meter["title"] for meter in page.meters])
    assert named == [is_beside] * 4
    assert is_beside or page.sentence == "A thousand decisions cost you 12.0 wins on average."


def test_the_costliest_kind_is_named_only_if_significant() -> None:
    unclaimed = [(12.0, 19, 3.0), (6.0, 30, 6.0), (2.0, 100, 1.0)]
    for rate, count, spread in ((12.0, 100, 3.0), *unclaimed):
        said = sentence("twoman", bid=costs(rate, count, spread=spread), follow=costs(5.0, 300, spread=4.0))
        assert said.endswith("; your bids cost you the most.") == ((rate, count, spread) not in unclaimed)
        assert "leads cost" not in said


def test_the_confidence_interval_of_a_cost_is_that_of_a_mean() -> None:
    cost = costs(5.0, 100, spread=3.0)
    low, high = cost.interval
    assert (low + high) / 2 == pytest.approx(5.0)
    assert high - low == pytest.approx(2 * 1.96 * 3.0 * sqrt(100 / 99) / sqrt(100))
