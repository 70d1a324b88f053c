"""The review of a whole game: account, rates and turning points, recomputed from review rows."""

import re
from collections.abc import Iterable
from datetime import timedelta
from decimal import Decimal
from html import unescape
from itertools import cycle, islice
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.zones import utc_today
from games import tasks
from games.evaluation.hand import SeatReview
from games.registry import levels
from games.reviews import decided_page, game_page, reviewing
from games.reviews.game_page import WeighedGame
from games.reviews.models import DecisionLine, Review
from games.reviews.views import _weighed_game
from games.statistics.models import PersonLine
from games.table import opening, replay
from games.table.tables import Place
from tests.asking import HTMX, between, read
from tests.play import open_table, play_out, reload
from tests.reviews.marked import past_game, store_review, to_percent
from tests.reviews.quick import make_decision

pytestmark = pytest.mark.django_db
HANDS = 2


@pytest.fixture
def unreviewed(alice: User) -> Place:
    return past_game(alice, hands=HANDS, is_reviewed=False)


@pytest.fixture
def weighed(alice: User) -> Place:
    return past_game(alice, hands=HANDS)


def shown(place: Place) -> WeighedGame:
    return _weighed_game(place, replay.game_of(place), reviewing.of_game(place))


def url(place: Place) -> str:
    return f"/games/{place.code}/decisions/"


def page(client: Client, place: Place, **more: Any) -> str:
    return read(client, url(place), **more)


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def own_rows(place: Place) -> list[Review]:
    return list(Review.objects.filter(game=place.game, seat=place.seat).order_by("number"))


def test_a_game_in_play_or_without_a_hand_has_no_review(as_alice: Client, alice: User) -> None:
    place = open_table(alice)
    play_out(place, Random(1), hands=1)
    other = open_table(alice)
    opening.abandon(place=other)
    assert [as_alice.get(url(one)).status_code for one in (place, other)] == [404, 404]


def test_a_pending_review_shows_its_progress_and_polls(as_alice: Client, unreviewed: Place) -> None:
    waiting = page(as_alice, unreviewed)
    assert f"0 of {HANDS} hands are done" in waiting
    assert f'hx-get="{url(unreviewed)}"' in waiting
    tasks.review(unreviewed.code)
    there = page(as_alice, unreviewed, headers=HTMX)
    assert "hx-get" not in there and "<html" not in there
    assert "percent of a win" in there


def test_a_hand_without_a_review_is_left_out_and_reported(as_alice: Client, weighed: Place) -> None:
    Review.objects.filter(number=1).delete()
    html = page(as_alice, weighed)
    assert "One hand has no review" in html
    assert len(re.findall(r"/hands/(\d)/replay/\"><b>", html)) == HANDS - 1
    assert "Hands without a review" not in html  # the account begins with hand 2


def test_a_hand_without_a_review_has_a_row_of_its_own_in_the_account(alice: User) -> None:
    partly_reviewed = past_game(alice, hands=3, is_reviewed=False)
    for number_of_hand, before, after in ((1, 500_000, 520_000), (3, 920_000, 900_000)):
        store_review(partly_reviewed, number=number_of_hand, before=before, after=after, rest=after - before)
    account = {row["name"]: number(row["value"]) for row in shown(partly_reviewed).account}
    assert (account["Hands without a review"], account["How the hidden cards lay"]) == (40, 0)
    assert list(account.values())[-1] == sum(list(account.values())[:-1]) == 90


@pytest.mark.parametrize(
    ("few_games", "fewest_decisions", "said"), [(10, 20, "Play 9 more games to see a rate"), (1, 5, ""), (1, 999, "")]
)
def test_the_rate_over_all_games_is_linked_where_there_is_one(
    as_alice: Client, weighed: Place, monkeypatch: pytest.MonkeyPatch, few_games: int, fewest_decisions: int, said: str
) -> None:
    monkeypatch.setattr("games.reviews.decided_page.FEW", few_games)
    monkeypatch.setattr("games.statistics.measures.FEWEST", fewest_decisions)
    html, address = page(as_alice, weighed), "/statistics/decisions/?game=twoman&amp;period=all"
    there = as_alice.get(unescape(address)).content.decode()
    assert (
        (f'href="{address}"' in html)
        is ("wins lost per thousand decisions, likely" in there)
        is (few_games == 1 and fewest_decisions == 5)
    )
    assert said in html and ("to see a rate" in html) is bool(said)


def test_the_linked_rate_over_all_games_includes_last_year(
    as_alice: Client, alice: User, weighed: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decided_page, "FEW", 2)
    earlier = past_game(alice)
    day = utc_today() - timedelta(days=300)
    PersonLine.objects.filter(game__code=earlier.code).update(day=day)
    DecisionLine.objects.filter(review__game__code=earlier.code).update(day=day)
    html = page(as_alice, weighed)
    assert "to see a rate" not in html
    address = re.findall(r'href="(/statistics/decisions/[^"]*)">\s*Your rate over all', html)[0]
    assert "in 2 games" in as_alice.get(unescape(address)).content.decode()


def test_the_account_and_each_hand_add_up_to_the_rows(as_alice: Client, weighed: Place) -> None:
    rows, found = own_rows(weighed), shown(weighed)
    before, luck, own, others, rest, after = (number(row["value"]) for row in found.account)
    assert (before, after) == (to_percent(rows[0].before), to_percent(rows[-1].after))
    assert luck == to_percent(sum(row.luck for row in rows))
    assert own == -to_percent(sum(row.errors for row in rows))
    assert others == to_percent(sum(row.rivals for row in rows))
    assert before + luck + own + others + rest == after
    for row, hand in zip(rows, found.hands, strict=True):
        assert to_percent(row.before) + sum(map(number, hand["parts"])) == hand["after"] == to_percent(row.after)
    html = page(as_alice, weighed)
    account = between(html, "meter account", "</table>")
    assert re.findall(r'<td class="r">([+−]?\d+)</td>', account) == [row["value"] for row in found.account]
    marked = {row.number for row in rows if any(one["mark"] for one in row.decisions)}
    assert marked == {int(n) for n in re.findall(rf'/games/{weighed.code}/hands/(\d+)/review/"', html)} != set()


@pytest.mark.parametrize(
    ("key", "variant", "has_partner"),
    [("twoman", {}, False), ("spades", {}, True), ("spades", {"variant": "solo"}, False), ("bidwhist", {}, True)],
)
def test_a_partners_decisions_have_a_column_and_every_row_adds_up(
    as_alice: Client, alice: User, key: str, variant: dict[str, Any], has_partner: bool
) -> None:
    place = past_game(alice, key, **variant)
    (row,) = own_rows(place)
    changed = {"before": 500_000, "luck": 64_900, "rivals": 34_900, "partners": 25_600 if has_partner else 0}
    after = 412_300
    rest = after - 500_000 - 64_900 + row.errors - 34_900 + changed["partners"]
    for name, value in {**changed, "after": after, "rest": rest}.items():
        setattr(row, name, value)
    row.save()
    found = shown(place)
    hands = between(page(as_alice, place), '<table class="hands"', "</table>")
    heads = re.findall(r'<th scope="col">([^<]+)</th>', hands)
    assert heads == ["Hand", "Cards", "You", *(["Partner"] if has_partner else []), "Others", "Hidden", "After"]
    for line in (*found.hands, found.whole):
        luck, own, *partners, others, _hidden = parts = list(map(number, line["parts"]))
        assert (50 + sum(parts), line["after"]) == (41, 41)
        assert (luck, others, partners) == (6, 3, [-3] if has_partner else [])
        assert own == -to_percent(row.errors)


def keep_decisions(place: Place, seat: int, many: int) -> list[int]:
    """Drop or repeat decisions of the seat until hand 1 has `many` and the other hands none; return their losses."""
    made = [one for row in Review.objects.filter(game=place.game, seat=seat) for one in row.decisions]
    kept = list(islice(cycle(made), many))
    for row in Review.objects.filter(game=place.game, seat=seat):
        row.decisions = kept if row.number == 1 else []
        row.save()
    DecisionLine.objects.filter(review__game=place.game).delete()
    PersonLine.objects.filter(game=place.game).update(weighed=None)
    return [one["loss"] for one in kept]


@pytest.mark.parametrize(
    ("key", "variant", "is_beside"),
    [("twoman", {}, True), ("spades", {}, True), ("spades", {"variant": "solo"}, False)],
)
def test_the_error_rate_is_the_mean_loss_in_thousandths_beside_measured_rates_of_bots(
    as_alice: Client, alice: User, key: str, variant: dict[str, Any], is_beside: bool
) -> None:
    place = past_game(alice, key, **variant)
    losses = keep_decisions(place, place.seat, 40)
    html, found = page(as_alice, place), shown(place)
    assert abs(Decimal(found.rate) - Decimal(sum(losses)) / 1000 / len(losses)) <= Decimal("0.05")
    assert f"Error rate: {found.rate}" in html and f"this game, {len(losses)} decisions" in html
    assert any(row["about"] == f"this game, {len(losses)} decisions" for row in found.rates)
    measured = {row["name"] for row in found.rates if row["about"] == "measured"}
    assert measured == ({f"Our {level} player" for level in levels(key)} if is_beside else set())


@pytest.mark.parametrize(("own", "other"), [(19, 7), (1, 20), (0, 3), (0, 0), (20, 1), (20, 20)])
def test_fewer_than_twenty_decisions_are_counted_but_have_no_rate(weighed: Place, own: int, other: int) -> None:
    losses = {
        "You": keep_decisions(weighed, weighed.seat, own),
        "Marta, easy": keep_decisions(weighed, 1 - weighed.seat, other),
    }
    found, rated = shown(weighed), {name for name, lost in losses.items() if len(lost) >= 20 and own >= 20}
    assert bool(found.rate) is (own >= 20)
    assert {row["name"] for row in found.rates if row["about"] != "measured"} == rated
    expected = ["You had no choice in this game."] if own == 0 else []
    for name, lost in losses.items():
        if lost and name not in rated:
            many, together = (f"{len(lost)} decisions", " in all") if len(lost) > 1 else ("one decision", "")
            little = "less than one percent of a win" if sum(lost) else "nothing"
            cost = f"{to_percent(sum(lost))}% of a win" if to_percent(sum(lost)) else little
            expected.append(f"{name}: {many}, costing {cost}{together}.")
    if any(0 < len(lost) < 20 for lost in losses.values()):
        expected.append("No rate is shown for fewer than 20 decisions.")
    assert list(found.unrated) == expected


@pytest.mark.parametrize(
    ("many", "begins"), [(1, ""), (19, ""), (20, "One game isn’t much to go on: with 20 decisions, the true rate")]
)
def test_a_rate_has_a_confidence_interval_unless_decisions_are_few_or_equal(many: int, begins: str) -> None:
    said = about(9_000 + 1_000 * (number % 3) for number in range(many))
    assert (said.partition(" could be anywhere from 9.")[0] if begins else said) == begins
    assert about(0 for _ in range(40)) == ""


def about(losses: Iterable[int]) -> str:
    decisions = tuple(make_decision(loss=loss) for loss in losses)
    nothing = dict.fromkeys(("before", "after", "luck", "partners", "rivals"), 0)
    own = SeatReview(number=0, seat=0, evaluator=1, decisions=decisions, **nothing)
    return game_page._about_rate(game_page._cost(own))


def test_turning_points_are_the_greatest_changes_and_link_to_their_decisions(as_alice: Client, weighed: Place) -> None:
    rows = list(Review.objects.filter(game=weighed.game))
    decisions = [(-1 if row.seat == weighed.seat else 1) * one["loss"] for row in rows for one in row.decisions]
    dealt = [change for row in own_rows(weighed) for change in (row.luck, row.rest)]
    expected = [to_percent(one) for one in sorted(decisions, key=abs, reverse=True)[:3] if abs(to_percent(one)) >= 2]
    # For the hidden cards the page shows the change of the hand less its other parts, all rounded.
    shown_rest = {
        row.rest: number(hand["parts"][-1]) for row, hand in zip(own_rows(weighed), shown(weighed).hands, strict=True)
    }
    expected += [
        shown_rest.get(one, to_percent(one))
        for one in sorted(dealt, key=abs, reverse=True)[:2]
        if abs(to_percent(one)) >= 2
    ]
    assert sorted(number(turn["change"]) for turn in shown(weighed).outlook["turns"]) == sorted(expected)
    links = re.findall(r'href="([^"]+step=\d+)"', between(page(as_alice, weighed), '<ol class="turns"', "</ol>"))
    assert links
    for link in links:
        assert re.search(r'class="[^"]*review-here', as_alice.get(link).content.decode())


def test_the_costliest_decision_of_the_player_is_always_a_turning_point(weighed: Place) -> None:
    for row in Review.objects.all():
        losses = [30_000] if row.seat == weighed.seat else [110_000, 90_000, 80_000]
        row.decisions = [
            {**one, "loss": losses[place] if row.number == 1 and place < len(losses) else 0}
            for place, one in enumerate(row.decisions)
        ]
        row.save()
    assert {11, 9, 8, -3} <= {number(turn["change"]) for turn in shown(weighed).outlook["turns"]}


def test_the_curve_goes_from_the_first_chance_to_the_last(weighed: Place) -> None:
    rows = own_rows(weighed)
    points = [tuple(map(float, one.split(","))) for one in shown(weighed).outlook["points"].split()]
    assert len(points) == sum(len(row.decisions) + 2 for row in rows)
    assert points[0] == (34.0, pytest.approx(150 - 140 * rows[0].before / 1e6, abs=0.06))
    assert points[-1] == (326.0, pytest.approx(150 - 140 * rows[-1].after / 1e6, abs=0.06))
    assert [x for x, _y in points] == sorted(x for x, _y in points)


def test_costly_and_marked_decisions_are_listed_under_their_hand(as_alice: Client, alice: User, weighed: Place) -> None:
    """The chance before a decision is that of its best choice."""
    expected: list[tuple[int | None, int, int]] = []
    for row in own_rows(weighed):
        expected.append((None, to_percent(row.before), to_percent(row.after)))
        losses = cycle((0, 4_999, 5_000, 60_000, 0, 15_000))
        for number, (one, loss) in enumerate(zip(row.decisions, losses, strict=False)):
            worth, mark = 700_000 - 10_000 * number, "mistake" if loss >= 50_000 else None
            one.update({"loss": loss, "mark": mark, "best": one["chosen"], "values": [[one["chosen"], worth]]})
            if loss >= 5_000 or mark:
                expected.append((one["ordinal"], to_percent(worth + loss), to_percent(worth)))
        row.save()
    found, steps = shown(reload(alice, weighed.code)).outlook["rows"], replay.steps_of(weighed)
    assert [(one["before"], one["after"]) for one in found] == [(before, after) for _ordinal, before, after in expected]
    assert [one["step"] for one in found] == [steps.get(ordinal or -1) for ordinal, *_chances in expected]
    html = page(as_alice, weighed)
    assert "less than half a percent of a win are left out" in html and "is your chance with the best choice" in html
    links = re.findall(r'href="([^"]+step=\d+)"', between(html, ">Show as table<", "</table>"))
    led_to = [one for one in found if one["step"] is not None]
    link = next(link for link, one in zip(links, led_to, strict=True) if one["mark"])
    assert "Mistake" in as_alice.get(link).content.decode()


def test_the_curve_of_a_duel_has_a_row_for_each_decision_and_its_end(alice: User) -> None:
    place = past_game(alice, "cardduel")
    (row,) = own_rows(place)
    worths = [{str(action): worth for action, worth in one["values"]} for one in row.decisions]
    made = zip(row.decisions, worths, strict=True)
    chances = [(worth[str(one["best"])], worth[str(one["chosen"])]) for one, worth in made]
    chances.append((chances[-1][1], row.after))
    found = shown(place).outlook["rows"]
    assert [(one["before"], one["after"]) for one in found] == [
        (to_percent(before), to_percent(after)) for before, after in chances
    ]
    assert [one["name"] for one in found] == [*map(str, range(1, len(found))), "How it ended"]


def test_a_game_with_mistakes_links_to_practice(as_alice: Client, weighed: Place) -> None:
    assert any(one["mark"] for row in own_rows(weighed) for one in row.decisions)
    assert 'href="/practice/?game=twoman">Practice these</a>' in page(as_alice, weighed)
    for row in own_rows(weighed):
        row.decisions = [{**one, "mark": None} for one in row.decisions]
        row.save()
    assert "Practice these" not in page(as_alice, weighed)
