"""The review of a whole game: its account, its rates and where it turned, each recomputed from the rows."""

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
from games import tasks
from games.models import DecisionLine, Game, PersonLine, Review
from games.presenters import reviewed_game
from games.presenters.statistics import decided
from games.registry import levels
from games.review.hand import SeatReview
from games.services.counting import tallies
from games.services.people import lobby
from games.services.table.tables import Place
from tests.moves.practised import over
from tests.playing import place_for, play_on
from tests.review import quick
from tests.review.marked import whole
from tests.views.asking import HTMX

pytestmark = pytest.mark.django_db
HANDS = 2


@pytest.fixture
def left(alice: User) -> Place:
    """A game that was given up after two hands, and not yet reviewed."""
    return over(alice, "twoman", hands=HANDS)


@pytest.fixture
def weighed(left: Place) -> Place:
    tasks.review(left.code)
    return left


def url(place: Place) -> str:
    return f"/games/{place.code}/decisions/"


def page(client: Client, place: Place, **more: Any) -> str:
    response = client.get(url(place), **more)
    assert response.status_code == 200
    return response.content.decode()


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def part(html: str, begin: str, end: str = "</table>") -> str:
    found = html[html.index(begin) :]
    return found[: found.index(end)]


def changes(place: Place) -> tuple[list[int], list[int]]:
    """What moved the chance of the own seat: the decisions of everybody, and the cards."""
    rows = list(Review.objects.filter(game=place.game))
    decisions = [(-1 if row.seat == place.seat else 1) * one["loss"] for row in rows for one in row.decisions]
    return decisions, [change for row in rows if row.seat == place.seat for change in (row.luck, row.rest)]


# -- who may see it, and when ------------------------------------------------------------------------------


def test_a_game_that_goes_on_has_none_nor_has_a_game_without_a_hand(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    play_on(place, Random(1), hands=1)
    assert as_alice.get(url(place)).status_code == 404
    other = place_for(alice)
    lobby.abandon(place=other)
    assert as_alice.get(url(other)).status_code == 404


def test_it_says_how_far_it_is_and_fills_itself_in(as_alice: Client, left: Place) -> None:
    waiting = page(as_alice, left)
    assert f"0 of {HANDS} hands are done" in waiting
    assert f'hx-get="{url(left)}"' in waiting
    tasks.review(left.code)
    there = page(as_alice, left, headers=HTMX)
    assert "hx-get" not in there and "<html" not in there
    assert "percent of a win" in there


def test_an_old_game_is_reviewed_when_somebody_asks(as_alice: Client, left: Place) -> None:
    Game.objects.update(reviews_due_at=None)
    assert "has not been reviewed" in page(as_alice, left)
    assert as_alice.post(url(left)).status_code == 302
    assert Game.objects.get().reviews_due_at is not None
    asked = as_alice.post(url(left), headers=HTMX).content.decode()
    assert "being reviewed" in asked and f'hx-get="{url(left)}?asked=1" hx-trigger="load delay:2s"' in asked
    tasks.review(left.code)
    assert "Turning points" in page(as_alice, left)


def test_a_hand_without_a_review_is_left_out_and_said_so(as_alice: Client, weighed: Place) -> None:
    Review.objects.filter(number=1).delete()
    html = page(as_alice, weighed)
    assert "One hand has no review" in html
    assert len(re.findall(r"/hands/(\d)/replay/\"><b>", html)) == HANDS - 1
    assert "Hands without a review" not in html, "the account begins after it"


def test_what_came_of_a_hand_without_a_review_is_nobodys_in_the_account(as_alice: Client, alice: User) -> None:
    """The middle one of three is missing, and the chance rose in it by forty."""
    left = over(alice, "twoman", hands=3)
    Game.objects.update(reviews_due_at=None)
    for place, (before, after) in enumerate(((500_000, 520_000), (520_000, 920_000), (920_000, 900_000)), start=1):
        if place != 2:
            values = {"before": before, "after": after, "luck": 0, "errors": 0, "partners": 0, "rivals": 0}
            row = {"rest": after - before, "count": 0, "marked": 0, "decisions": [], "evaluator": 1, **values}
            Review.objects.create(game=left.game, number=place, seat=left.seat, **row)
    html = page(as_alice, left)
    account = part(html, "meter account")
    named = dict(re.findall(r'<th scope="row">([^<]+)</th>.*?<td class="r">([+−]?\d+)</td>', account, re.DOTALL))
    assert number(named["Hands without a review"]) == 40
    assert number(named["How the hidden cards lay"]) == 0
    assert sum(map(number, re.findall(r'<td class="r">([+−]?\d+)</td>', account)[:-1])) == 90


@pytest.mark.parametrize(
    ("few", "fewest", "said"), [(10, 20, "With 9 more games there is a rate"), (1, 5, ""), (1, 999, "")]
)
def test_the_rate_over_all_games_is_offered_where_there_is_one(
    as_alice: Client, weighed: Place, monkeypatch: pytest.MonkeyPatch, few: int, fewest: int, said: str
) -> None:
    monkeypatch.setattr("games.presenters.statistics.decided.FEW", few)
    monkeypatch.setattr("games.services.counting.decided.FEWEST", fewest)
    html, address = page(as_alice, weighed), "/statistics/decisions/?game=twoman&amp;period=all"
    there = as_alice.get(unescape(address)).content.decode()
    assert (f'href="{address}"' in html) is ("thousandths of a game a decision" in there) is (few == 1 and fewest == 5)
    assert said in html and ("there is a rate" in html) is bool(said)


def test_the_rate_over_all_games_is_of_all_time(
    as_alice: Client, alice: User, weighed: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of last year count for it, and are among those that it leads to."""
    monkeypatch.setattr(decided, "FEW", 2)
    earlier = over(alice, "twoman", hands=HANDS)
    tasks.review(earlier.code)
    day = tallies.today() - timedelta(days=300)
    PersonLine.objects.filter(game__code=earlier.code).update(day=day)
    DecisionLine.objects.filter(review__game__code=earlier.code).update(day=day)
    html = page(as_alice, weighed)
    assert "there is a rate" not in html
    address = re.findall(r'href="(/statistics/decisions/[^"]*)">\s*Your rate over all', html)[0]
    assert "in 2 games" in as_alice.get(unescape(address)).content.decode()


def test_the_own_costliest_decision_is_a_turning_point_also_where_others_cost_more(
    as_alice: Client, weighed: Place
) -> None:
    for row in Review.objects.all():
        losses = [30_000] if row.seat == weighed.seat else [110_000, 90_000, 80_000]
        row.decisions = [
            {**one, "loss": losses[place] if row.number == 1 and place < len(losses) else 0}
            for place, one in enumerate(row.decisions)
        ]
        row.save()
    turns = part(page(as_alice, weighed), '<ol class="turns"', "</ol>")
    shown = [number(one) for one in re.findall(r'<span class="num">([+−]?\d+)</span>', turns)]
    assert {11, 9, 8, -3} <= set(shown)


# -- its figures ------------------------------------------------------------------------------------------


def test_the_account_of_the_game_adds_up_to_the_rows(as_alice: Client, weighed: Place) -> None:
    rows = list(Review.objects.filter(seat=weighed.seat).order_by("number"))
    before, luck, own, others, rest, after = map(
        number, re.findall(r'<td class="r">([+−]?\d+)</td>', part(page(as_alice, weighed), "meter account"))
    )
    assert (before, after) == (whole(rows[0].before), whole(rows[-1].after))
    assert luck == whole(sum(row.luck for row in rows))
    assert own == -whole(sum(row.errors for row in rows))
    assert others == whole(sum(row.rivals for row in rows))
    assert before + luck + own + others + rest == after


def test_each_hand_of_the_list_adds_up(as_alice: Client, weighed: Place) -> None:
    table = part(page(as_alice, weighed), '<table class="hands"')
    found = [re.findall(r"<td(?: class=\"zero\")?>([+−]?\d+)</td>", row) for row in table.split("<tr>")[2:]]
    rows = list(Review.objects.filter(seat=weighed.seat).order_by("number"))
    for row, cells in zip(rows, found[:HANDS], strict=True):
        *parts, after = map(number, cells)
        assert whole(row.before) + sum(parts) == after == whole(row.after)
    assert len(found) == HANDS + 1


PARTNERED = ["Cards", "You", "Partner", "Others", "Hidden"]


@pytest.mark.parametrize(
    ("key", "variant", "heads"),
    [
        ("twoman", {}, ["Cards", "You", "Others", "Hidden"]),
        ("spades", {}, PARTNERED),
        ("spades", {"variant": "solo"}, ["Cards", "You", "Others", "Hidden"]),
        ("bidwhist", {}, PARTNERED),
    ],
)
def test_a_partner_s_decisions_stand_apart_and_every_row_adds_up(
    as_alice: Client, alice: User, key: str, variant: dict[str, Any], heads: list[str]
) -> None:
    place = over(alice, key, **variant)
    tasks.review(place.code)
    row = Review.objects.get(game=place.game, seat=place.seat)
    changed = {"before": 500_000, "luck": 64_900, "rivals": 34_900, "partners": 25_600 if "Partner" in heads else 0}
    after = 412_300
    rest = after - 500_000 - 64_900 + row.errors - 34_900 + changed["partners"]
    for name, value in {**changed, "after": after, "rest": rest}.items():
        setattr(row, name, value)
    row.save()
    table = part(page(as_alice, place), '<table class="hands"')
    assert re.findall(r'<th scope="col">([^<]+)</th>', table) == ["Hand", *heads, "After"]
    for line in table.split("<tr>")[2:]:
        *parts, end = (number(cell) for cell in re.findall(r"<td(?: class=\"zero\")?>([+−]?\d+)</td>", line))
        told = dict(zip(heads, parts, strict=True))
        assert (50 + sum(parts), end) == (41, 41)
        assert (told["Cards"], told["Others"], told.get("Partner", 0)) == (6, 3, -3 if "Partner" in heads else 0)
        assert told["You"] == -whole(row.errors)


def test_the_marks_of_a_hand_lead_to_its_decisions(as_alice: Client, weighed: Place) -> None:
    table = part(page(as_alice, weighed), '<table class="hands"')
    marked = {row.number for row in Review.objects.filter(seat=weighed.seat) if any(it["mark"] for it in row.decisions)}
    assert marked and {int(n) for n in re.findall(rf'/games/{weighed.code}/hands/(\d+)/review/"', table)} == marked


def test_the_error_rate_is_a_thousand_times_the_mean_loss(as_alice: Client, weighed: Place) -> None:
    losses = keeping(weighed, weighed.seat, 40)
    html = page(as_alice, weighed)
    shown = Decimal(re.findall(r"Error rate: ([\d.]+)", html)[0])
    assert abs(shown - Decimal(sum(losses)) / 1000 / len(losses)) <= Decimal("0.05")
    assert f"this game, {len(losses)} decisions" in html
    measured = dict(re.findall(r"house’s (\w+) player.*?<td class=\"r\">([\d.]+)</td>", html, re.DOTALL))
    assert set(measured) == set(levels("twoman"))


@pytest.mark.parametrize(("variant", "is_beside"), [("partner", True), ("solo", False)])
def test_the_house_is_beside_it_where_it_was_measured(
    as_alice: Client, alice: User, variant: str, is_beside: bool
) -> None:
    place = over(alice, "spades", hands=HANDS, variant=variant)
    quick.review_all()
    keeping(place, place.seat, 40)
    html = page(as_alice, place)
    assert "this game, 40 decisions" in html
    assert ("The house’s" in html) is is_beside


def keeping(place: Place, seat: int, many: int) -> list[int]:
    """The seat has made so many decisions, all in one hand and each like one that it made; what each of them cost."""
    made = [one for row in Review.objects.filter(game=place.game, seat=seat) for one in row.decisions]
    kept = list(islice(cycle(made), many))
    for row in Review.objects.filter(game=place.game, seat=seat):
        row.decisions = kept if row.number == 1 else []
        row.save()
    DecisionLine.objects.filter(review__game=place.game).delete()
    PersonLine.objects.filter(game=place.game).update(weighed=None)
    return [one["loss"] for one in kept]


@pytest.mark.parametrize(("own", "other"), [(19, 7), (1, 20), (0, 3), (0, 0), (20, 1), (20, 19), (20, 20)])
def test_fewer_than_twenty_decisions_are_counted_and_never_rated(
    as_alice: Client, weighed: Place, own: int, other: int
) -> None:
    losses = {"You": keeping(weighed, weighed.seat, own), "Marta, easy": keeping(weighed, 1 - weighed.seat, other)}
    assert [len(one) for one in losses.values()] == [own, other]
    panel = part(page(as_alice, weighed), 'id="rate-h"', "</details>")
    assert ("Error rate:" in panel) is ("<rect" in panel) is ("<table" in panel) is (own >= 20)
    assert ("You had no choice in this game." in panel) is (own == 0)
    for name, lost in losses.items():
        sentence = re.findall(rf"<p[^>]*>{name}: ([^<]+)</p>", panel)
        is_rated = len(lost) >= 20 and own >= 20
        assert (f'<th scope="row">{name} <' in panel) is is_rated
        assert len(sentence) == (bool(lost) and not is_rated)
        if sentence:
            found = re.fullmatch(r"(\w+) decisions?, which cost (.+?)(?: together)?\.", sentence[0])
            assert found is not None
            many, cost = found.groups()
            assert many == ("one" if len(lost) == 1 else str(len(lost)))
            assert cost == in_words(sum(lost))
    assert ("Fewer than 20 decisions" in panel) is any(0 < len(lost) < 20 for lost in losses.values())


def in_words(loss: int) -> str:
    many = whole(loss)
    if not many:
        return "less than one percent of a win" if loss else "nothing"
    return f"{many}% of a win"


@pytest.mark.parametrize(("many", "begins"), [(1, ""), (19, ""), (20, "One game tells little: 20 decisions leave")])
def test_so_few_decisions_leave_no_range_of_rates(many: int, begins: str) -> None:
    said = about(9_000 + 1_000 * (number % 3) for number in range(many))
    assert (said.partition(" the rate anywhere from 9.")[0] if begins else said) == begins


def test_decisions_that_cost_all_the_same_have_no_range() -> None:
    """It would have no width, as if the rate were certain."""
    assert about(0 for _ in range(40)) == ""


def about(losses: Iterable[int]) -> str:
    decisions = tuple(quick.a_decision(loss=loss) for loss in losses)
    nothing = dict.fromkeys(("before", "after", "luck", "partners", "rivals"), 0)
    own = SeatReview(number=0, seat=0, evaluator=1, decisions=decisions, **nothing)
    return reviewed_game._about_rate(reviewed_game._cost(own))


def test_the_turning_points_are_the_greatest_changes(as_alice: Client, weighed: Place) -> None:
    turns = part(page(as_alice, weighed), '<ol class="turns"', "</ol>")
    shown = [number(one) for one in re.findall(r'<span class="num">([+−]?\d+)</span>', turns)]
    decided, dealt = changes(weighed)
    told = [whole(one) for one in sorted(decided, key=abs, reverse=True)[:3] if abs(whole(one)) >= 2]
    # What the hidden cards brought is what is left in the row of its hand, once all else there is rounded.
    left = {row.rest: rest_of(row) for row in Review.objects.filter(game=weighed.game, seat=weighed.seat)}
    told += [left.get(one, whole(one)) for one in sorted(dealt, key=abs, reverse=True)[:2] if abs(whole(one)) >= 2]
    assert sorted(shown) == sorted(told)


def rest_of(row: Review) -> int:
    before, after, luck, errors, rivals = map(whole, (row.before, row.after, row.luck, row.errors, row.rivals))
    return after - before - luck + errors - rivals


def test_a_turning_point_leads_to_its_decision(as_alice: Client, weighed: Place) -> None:
    turns = part(page(as_alice, weighed), '<ol class="turns"', "</ol>")
    links = re.findall(r'href="([^"]+step=\d+)"', turns)
    assert links
    for link in links:
        assert re.search(r'class="[^"]*review-here', as_alice.get(link).content.decode())


def test_the_line_goes_from_the_first_chance_to_the_last(as_alice: Client, weighed: Place) -> None:
    rows = list(Review.objects.filter(seat=weighed.seat).order_by("number"))
    (line,) = re.findall(r'<polyline class="line you" points="([^"]+)"', page(as_alice, weighed))
    points = [tuple(map(float, one.split(","))) for one in line.split()]
    assert len(points) == sum(len(row.decisions) + 2 for row in rows)
    assert points[0] == (34.0, pytest.approx(150 - 140 * rows[0].before / 1e6, abs=0.06))
    assert points[-1] == (326.0, pytest.approx(150 - 140 * rows[-1].after / 1e6, abs=0.06))
    assert [x for x, _y in points] == sorted(x for x, _y in points)


# -- every game, both languages ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["spades", "bidwhist", "cardduel"])
def test_every_game_has_one(as_alice: Client, alice: User, kind: str) -> None:
    place = over(alice, kind)
    tasks.review(place.code)
    assert "How you played" in as_alice.get(f"/games/{place.code}/review/").content.decode()
    assert "Where the game was won" in page(as_alice, place)
    assert "Wo die Partie gewonnen wurde" in page(as_alice, place, headers={"Accept-Language": "de"})


def _worth_of_chosen(decision: dict[str, Any]) -> int:
    return next(worth for action, worth in decision["values"] if action == decision["chosen"])


def test_the_curve_of_a_duel_has_a_row_for_each_decision(as_alice: Client, alice: User) -> None:
    place = over(alice, "cardduel")
    tasks.review(place.code)
    row = Review.objects.get(game=place.game, seat=place.seat)
    chances = [
        (next(worth for action, worth in one["values"] if action == one["best"]), _worth_of_chosen(one))
        for one in row.decisions
    ]
    chances.append((chances[-1][1], row.after))
    table = part(page(as_alice, place), ">As a table<")
    rows = [
        re.findall(r">\s*([^<>]+?)\s*(?:</a>)?</t[hd]>", line)
        for line in table[table.index("<tbody>") :].split("<tr>")[1:]
    ]
    assert [tuple(map(int, cells[1:])) for cells in rows] == [
        (whole(before), whole(after)) for before, after in chances
    ]
    assert [cells[0] for cells in rows] == [*map(str, range(1, len(rows))), "How it ended"]


def test_whoever_made_mistakes_is_led_to_practice(as_alice: Client, weighed: Place) -> None:
    rows = Review.objects.filter(game=weighed.game, seat=weighed.seat)
    assert any(one["mark"] for row in rows for one in row.decisions)
    assert 'href="/practice/?game=twoman">Practise these</a>' in page(as_alice, weighed)
    for row in rows:
        row.decisions = [{**one, "mark": None} for one in row.decisions]
        row.save()
    assert "Practise these" not in page(as_alice, weighed)
