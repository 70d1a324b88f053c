"""Pages of decisions and luck: figures equal to a recount from review rows, links, and pages with little data."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from html import unescape
from itertools import accumulate
from math import sqrt

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.engine.state import Phase
from games.evaluation.hand import FOLLOW, LEAD, VOID
from games.registry import GAMES, error_rates
from games.reviews.models import DecisionLine, Review
from games.statistics import tallies
from games.statistics.models import PersonLine
from games.table.models import Game, Seat
from games.wording import KINDS
from tests.asking import OLDER, between, pages_from, read
from tests.reviews.marked import to_percent
from tests.statistics.decided import (
    LIST,
    PAGE,
    CountedDecision,
    decisions_of,
    figure_named,
    figures_on,
    linked_decisions,
    play_reviewed_games,
)
from tests.statistics.played import DAYS, play_days

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tomorrow")]
MOST_QUERIES = 8
#: Phases without reviewed decisions, which `KINDS` need not name. REVIEW is for calls of reneges.
NO_CHOICE = (Phase.START, Phase.DEAL, Phase.REVIEW, Phase.OVER)
ROW = re.compile(
    r'<tr><th scope="row">([^<]+)</th>\s*((?:(?!</tr>).)*?)<td class="r"><a href="([^"]+)">([\d,]+)</a></td></tr>',
    re.DOTALL,
)


def meter(html: str, title: str) -> dict[str, tuple[str, int, str]]:
    """Return by row of the table: the error rate ("" for too few decisions), the number of decisions and its link."""
    found = {}
    for name, middle, href, count in ROW.findall(between(html, f">{title}</h2>", "</table>")):
        rate = re.search(r'<td class="r"><a href="[^"]+">([\d.,]+)</a>', middle)
        found[unescape(name)] = (rate[1] if rate else "", int(count.replace(",", "")), unescape(href))
    return found


def rate(some: Sequence[CountedDecision]) -> str:
    return f"{sum(one.loss for one in some) / 1000 / len(some):.1f}" if len(some) >= 20 else ""


def rate_and_count(some: Sequence[CountedDecision]) -> tuple[str, int]:
    return rate(some), len(some)


#: By verb: the page's words for decisions before play.
NAMES = {"bid": "Bid", "discard": "Discard"}
NAMES |= dict.fromkeys(("look", "blind", "blind_nil"), "Before the cards are seen")


def kind_of(decision: CountedDecision) -> str:
    if decision.verb != "play":
        return NAMES[decision.verb]
    return "Lead" if decision.is_lead else "Follow suit" if decision.follows else "Can’t follow suit"


@pytest.mark.parametrize("key", GAMES)
def test_figures_agree_with_review_rows_before_and_after_the_nightly_count(
    as_alice: Client, alice: User, key: str
) -> None:
    play_reviewed_games(alice, key)
    decisions = decisions_of(user=alice)
    check_figures(read(as_alice, f"{PAGE}?game={key}&period=all"), key, decisions)
    tallies.catch_up()
    check_figures(read(as_alice, f"{PAGE}?game={key}&period=all"), key, decisions)


def check_figures(html: str, key: str, decisions: Sequence[CountedDecision]) -> None:
    games = len({one.code for one in decisions})
    assert figure_named(html, f"decisions in {games} games") == f"{len(decisions):,}"
    assert figure_named(html, "error rate") == rate(decisions)
    assert (
        figure_named(html, "marked mistakes per game")
        == f"{sum(one.mark is not None for one in decisions) / games:.1f}"
    )
    blunders = sum(one.mark == "blunder" for one in decisions) / games
    assert f"including {blunders:.1f} blunders" in html
    losses = [one.loss / 1000 for one in decisions]
    middle = sum(losses) / len(losses)
    wide = 1.96 * sqrt(sum((one - middle) ** 2 for one in losses) / (len(losses) - 1) / len(losses))
    assert f"likely {max(middle - wide, 0):.1f} to {middle + wide:.1f}" in html
    tricks = meter(html, "By round" if key == "cardduel" else "By trick")
    for number in {one.trick for one in decisions} - {0}:
        if number < 14:
            assert tricks[str(number)][:2] == rate_and_count([one for one in decisions if one.trick == number])
    if key == "cardduel":
        assert "By kind of decision" not in html
    elif key != "bidwhist":
        kinds = {name: row[:2] for name, row in meter(html, "By kind of decision").items()}
        named = {kind_of(one) for one in decisions}
        assert kinds == {name: rate_and_count([one for one in decisions if kind_of(one) == name]) for name in named}


def signed_number(number: float, digits: int = 1) -> str:
    if not round(number, digits):
        return "0"
    return f"{'−' if number < 0 else '+'}{abs(number):.{digits}f}"


def table(html: str, title: str) -> list[tuple[str, ...]]:
    cells = re.compile(r"<t[hd][^>]*>(?:<a[^>]*>)?([^<]*)(?:</a>)?</t[hd]>")
    return [tuple(cells.findall(row)) for row in rows_below(html, f">{title}</h2>")]


def rows_below(html: str, begin: str) -> list[str]:
    return between(html, begin, "</tbody>").partition("<tbody>")[2].split("<tr>")[1:]


def row_links(html: str, title: str) -> list[str]:
    part = between(html, f">{title}</h2>", "</tbody>")
    return [unescape(one) for one in re.findall(r'<th scope="row"><a href="([^"]+)">', part)]


def test_filters_narrow_the_figures(as_alice: Client, alice: User) -> None:
    play_reviewed_games(alice)
    tallies.catch_up(until=DAYS[-1] - timedelta(days=9))
    decisions = decisions_of(user=alice)
    lines = {(one.game.code, one.number): one for one in PersonLine.objects.select_related("game")}
    since = DAYS[-1] - timedelta(days=25)
    asked: dict[str, Callable[[CountedDecision], bool]] = {
        "level=easy": lambda one: lines[one.code, one.number].level == "easy",
        f"since={since}": lambda one: lines[one.code, one.number].day >= since,
        "decision=lead": lambda one: one.is_lead,
    }
    for query, is_meant in asked.items():
        some = [one for one in decisions if is_meant(one)]
        html = read(as_alice, f"{PAGE}?game=twoman&period=all&{query}")
        assert 0 < len(some) < len(decisions)
        counted = next(value for label, (_href, value) in figures_on(html).items() if label.startswith("decisions"))
        assert counted == f"{len(some):,}", query
    html = read(as_alice, f"{PAGE}?game=twoman&period=all")
    sides = meter(html, "By who led, and by side")
    for name, mark in (("You led", "led"), ("Odd", "odd")):
        some = [one for one in decisions if mark in lines[one.code, one.number].marks.split()]
        assert sides[name][:2] == rate_and_count(some)


@pytest.mark.parametrize("key", ["twoman", "cardduel"])
def test_each_number_links_to_as_many_decisions(as_alice: Client, alice: User, key: str) -> None:
    play_reviewed_games(alice, key, hands=1)
    html = read(as_alice, f"{PAGE}?game={key}&period=all")
    titles = [unescape(one) for one in re.findall(r'id="meter\d+">([^<]+)</h2>', html)]
    assert len(titles) > 2 if key == "twoman" else titles
    rows = {(href, count) for title in titles for _rate, count, href in meter(html, title).values()}
    whole = figures_on(html)
    counts = [one for label, one in whole.items() if label.startswith("decisions")]
    rows |= {(href, int(value.replace(",", ""))) for href, value in counts}
    for href, count in rows:
        links = linked_decisions(as_alice, href)
        assert len(links) == len(set(links)) == count, href


def test_months_agree_with_review_rows_and_link_to_their_decisions_and_hands(as_alice: Client, alice: User) -> None:
    play_reviewed_games(alice, games=20, hands=2)
    tallies.catch_up(until=DAYS[-1] - timedelta(days=20))
    html = read(as_alice, f"{PAGE}?game=twoman&period=all")
    days = dict(PersonLine.objects.filter(number__gt=0).values_list("game__code", "day"))
    months: dict[date, list[CountedDecision]] = {}
    for one in decisions_of(user=alice):
        months.setdefault(days[one.code].replace(day=1), []).append(one)
    steps = [some for _month, some in sorted(months.items())]
    assert len(steps) > 2
    rows, hrefs = table(html, "Error rate, by month"), row_links(html, "Error rate, by month")
    assert [row[1:] for row in rows] == [(rate(some) or "too few", str(len(some))) for some in steps]
    assert [len(linked_decisions(as_alice, href)) for href in hrefs] == [len(some) for some in steps]
    own = {(one.code, one.number): one.luck for some in steps for one in some}
    lucks = [sum({(one.code, one.number): one.luck for one in some}.values()) / 1e6 for some in steps]
    drawn, hrefs = table(html, "Luck, in games"), row_links(html, "Luck, in games")
    summed = zip(lucks, accumulate(lucks), strict=True)
    assert [row[1:3] for row in drawn] == [(signed_number(one, 2), signed_number(added, 2)) for one, added in summed]
    everywhere = set()
    for row, href in zip(drawn, hrefs, strict=True):
        found = list(listed_hands(as_alice, href))
        assert [luck for _hand, luck in found] == [signed_number(to_percent(own[hand]), 0) for hand, _luck in found]
        assert signed_number(sum(own[hand] for hand, _luck in found) / 1e6, 2) == row[1]
        everywhere |= {hand for hand, _luck in found}
    assert everywhere == own.keys()
    net, value = next(fact for label, fact in figures_on(html).items() if "net luck, in games" in label)
    assert {hand for hand, _luck in listed_hands(as_alice, net)} == everywhere
    assert value == signed_number(sum(own.values()) / 1e6)
    chance = 1.96 * sqrt(sum((one / 1e6) ** 2 for one in own.values()))
    assert f"±{chance:.1f} is normal" in html


def listed_hands(client: Client, address: str) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield code, number and luck of each hand listed on this page and the pages after it."""
    for html in pages_from(client, address, OLDER):
        for row in rows_below(html, "<tbody>"):
            code, number = re.findall(r'href="/games/(\w+)/hands/(\d+)/', row)[0]
            yield (code, int(number)), re.findall(r'<td class="r">([^<]*)</td>', row)[-1]


def test_the_rate_of_the_player_is_ranked_among_those_of_the_bots(as_alice: Client, alice: User) -> None:
    play_reviewed_games(alice)
    rows = rows_below(read(as_alice, f"{PAGE}?game=twoman&period=all"), "Compared with our players</h2>")
    name, number = re.compile(r'<th scope="row">([^<]+)'), re.compile(r">([\d.]+)(?:</a>)?</td>")
    rates = {name.findall(row)[0]: number.findall(row)[0] for row in rows}
    assert [*rates.values()] == sorted(rates.values(), key=float)
    assert rates["You"] == rate(decisions_of(user=alice))
    assert len(rows) == len(rates) == 1 + len(error_rates("twoman"))
    assert rates["Our easy player"] == f"{error_rates('twoman')['easy']:.1f}"


def test_the_list_begins_with_the_costliest_decision_and_links_to_its_step(as_alice: Client, alice: User) -> None:
    play_reviewed_games(alice, games=11, hands=2)
    links = linked_decisions(as_alice, f"{LIST}?game=twoman&period=all")
    decisions = sorted(decisions_of(user=alice), key=lambda one: -one.loss)
    assert len(links) == len(decisions) > 25
    costliest = {one.code for one in decisions if one.loss == decisions[0].loss}
    assert links[0].split("/")[2] in costliest
    row = DecisionLine.objects.select_related("review__game").order_by("-loss", "-pk")[0]
    stored = next(one for one in row.review.decisions if one["ordinal"] == row.ordinal)
    entries = row.review.game.entries.filter(hand=row.review.number).order_by("ordinal")
    assert entries[row.step + 1].ordinal == stored["ordinal"]
    assert links[0] == f"/games/{row.review.game.code}/hands/{row.review.number}/replay/?step={row.step}"
    assert as_alice.get(links[0]).status_code == 200


def test_few_games_have_three_figures_and_no_rate(as_alice: Client, alice: User) -> None:
    play_reviewed_games(alice, games=3)
    decisions = decisions_of(user=alice)
    html = read(as_alice, f"{PAGE}?game=twoman&period=all")
    assert "3 games so far: enough to find your costliest decision" in unescape(html)
    found = figures_on(html)
    assert len(found) == 3
    assert figure_named(html, "games reviewed") == "3"
    assert figure_named(html, "decisions, ") == f"{len(decisions):,}"
    marked = sum(one.mark is not None for one in decisions)
    assert f"decisions, {marked} marked" in html
    href, value = next(pair for label, pair in found.items() if "costliest" in label)
    assert value == f"−{round(max(one.loss for one in decisions) / 10_000)}"
    assert "/replay/?step=" in href
    assert "error rate" not in html.lower() and '<svg class="chart"' not in html
    found = figures_on(read(as_alice, f"{PAGE}?game=twoman&period=all&decision=bid"))
    ((href, value),) = (one for label, one in found.items() if label.startswith("decisions"))
    bids = linked_decisions(as_alice, href)
    assert int(value) == len(bids) == sum(one.verb == "bid" for one in decisions)
    assert {href for label, (href, _value) in found.items() if "costliest" in label} <= {bids[0]}


def test_without_a_review_the_page_says_so(as_alice: Client, client: Client, alice: User) -> None:
    play_days(alice, DAYS[-1:])
    for visitor in (as_alice, client):
        html = read(visitor, PAGE)
        assert "Nothing to count yet" in html and "None of your decisions were reviewed" in unescape(html)
        assert "None in this period" in read(visitor, LIST)


def test_no_query_breaks_a_page_or_shows_decisions_of_others(as_alice: Client, as_bob: Client, alice: User) -> None:
    play_reviewed_games(alice, games=1)
    assert "Nothing to count yet" in read(as_bob, f"{PAGE}?game=twoman&period=all")
    assert not linked_decisions(as_bob, f"{LIST}?game=twoman&period=all")
    fine = ("decision=bid", "trick=99", "after=999999999.999999999999999999", "mark=led&variant=solo&game=spades")
    for query in (*fine, "decision=x", "trick=0", "trick=%00", "after=1", "after=%00.1", "after=9999999999.1"):
        for page in (PAGE, LIST):
            assert ('class="note"' in read(as_alice, f"{page}?{query}")) == (query not in fine), page + query


@pytest.mark.postgresql
def test_many_decisions_take_few_queries(as_alice: Client, alice: User) -> None:
    play_reviewed_games(alice)
    assert len(decisions_of(user=alice)) > 20 * MOST_QUERIES
    for is_counted in (False, True):
        if is_counted:
            tallies.catch_up()
        for page in (PAGE, LIST):
            for query in ("?period=all", "?period=all&level=easy&decision=lead&mark=led"):
                with CaptureQueriesContext(connection) as asked:
                    read(as_alice, page + query)
                assert len(asked) <= MOST_QUERIES, [one["sql"][:200] for one in asked]


def test_every_kind_and_the_last_rounds_have_words(as_alice: Client) -> None:
    for asked, are_last in ((13, False), (14, True), (20, True)):
        listed = read(as_alice, f"{LIST}?game=cardduel&trick={asked}")
        assert ("Round 14 and later" in listed) is ("and later" in listed) is are_last
    chosen_in = {str(one) for one in Phase if one not in NO_CHOICE}
    assert KINDS.keys() >= chosen_in | {LEAD, FOLLOW, VOID}


def test_every_page_of_statistics_is_marked_in_the_navigation(as_alice: Client, alice: User) -> None:
    play_reviewed_games(alice, games=1, hands=1)
    bar = r'<a href="/statistics/"\s+aria-current="(\w+)">'
    for address, current in (("/statistics/", "page"), (PAGE, "true"), (LIST, "true"), ("/practice/", None)):
        found = re.findall(bar, as_alice.get(address, follow=True).content.decode())
        assert found == ([current] * 2 if current else []), address


def test_the_link_to_further_decisions_does_not_promise_lower_costs(as_alice: Client, alice: User) -> None:
    """The next decisions may cost the same."""
    play_reviewed_games(alice, games=4)
    DecisionLine.objects.update(loss=0)
    html = read(as_alice, f"{LIST}?game=twoman&period=all")
    assert re.findall(r'<a class="btn" href="\?[^"]*after=0\.[^"]*">([^<]+)</a>', html) == ["More"]


def test_a_game_that_began_before_the_period_counts_in_it(as_alice: Client, alice: User) -> None:
    """Twelve games have hand 1 before the period and their later hands in it; two other games are entirely in it."""
    play_reviewed_games(alice, games=14)
    first, since = DAYS[-1] - timedelta(days=30), DAYS[-1] - timedelta(days=6)
    PersonLine.objects.update(day=DAYS[-1])
    DecisionLine.objects.update(day=DAYS[-1])
    earlier = list(Game.objects.order_by("pk").values_list("pk", flat=True)[:12])
    PersonLine.objects.filter(game__in=earlier, number=1).update(day=first)
    DecisionLine.objects.filter(review__game__in=earlier, review__number=1).update(day=first)
    Game.objects.filter(pk__in=earlier).update(started_at=datetime.combine(first, time(12), tzinfo=UTC))
    lines = {(one.game.code, one.number): one.day for one in PersonLine.objects.select_related("game")}
    decisions = [one for one in decisions_of(user=alice) if lines[one.code, one.number] >= since]
    games = len({one.code for one in decisions})
    assert games > 10
    for count in (list, tallies.catch_up):
        count()
        html = read(as_alice, f"{PAGE}?game=twoman&since={since}&until={DAYS[-1]}")
        assert figure_named(html, f"decisions in {games} games") == f"{len(decisions):,}"
        assert (
            figure_named(html, "marked mistakes per game")
            == f"{sum(one.mark is not None for one in decisions) / games:.1f}"
        )


def test_a_game_begun_on_the_evening_before_the_period_west_of_utc_counts_in_it(as_alice: Client, alice: User) -> None:
    """At 20:00 in Honolulu it is already 6:00 of the next day in UTC."""
    play_reviewed_games(alice, games=1)
    PersonLine.objects.filter(number=1).update(day=DAYS[-1] - timedelta(days=1))
    Game.objects.update(started_at=datetime.combine(DAYS[-1], time(6), tzinfo=UTC))
    for count in (list, tallies.catch_up):
        count()
        assert figure_named(read(as_alice, f"{PAGE}?game=twoman&since={DAYS[-1]}"), "games reviewed") == "1"


def test_a_page_whose_listed_decisions_were_just_deleted_names_no_costliest_one(as_alice: Client, alice: User) -> None:
    play_reviewed_games(alice, games=1)
    assert "your costliest decision" in [*figures_on(read(as_alice, f"{PAGE}?game=twoman&period=all"))][-1]
    DecisionLine.objects.all().delete()
    assert len(figures_on(read(as_alice, f"{PAGE}?game=twoman&period=all"))) == 2


def test_list_and_replay_describe_a_small_loss_alike(as_alice: Client, alice: User) -> None:
    play_reviewed_games(alice, games=1, hands=1)
    review = Review.objects.get(seat=Seat.objects.get(user=alice).number)
    other = next(one for one in review.decisions if len(one["values"]) > 1)
    chosen = next(value for value, _worth in other["values"] if value != other["best"])
    DecisionLine.objects.exclude(ordinal=other["ordinal"]).delete()
    less = "A good choice, less than one percent lost"
    for loss, title in ((0, "A good choice"), (3_000, less), (4_999, less), (5_000, "A small loss")):
        review.decisions = [{**other, "chosen": chosen, "loss": loss, "mark": None}]
        review.save()
        DecisionLine.objects.update(loss=loss)
        listed = unescape(read(as_alice, f"{LIST}?game=twoman&period=all"))
        replay = unescape(read(as_alice, linked_decisions(as_alice, f"{LIST}?game=twoman&period=all")[0]))
        assert title in replay
        assert [("Best: " in page) for page in (listed, replay)] == [loss == 5_000] * 2
