"""Hands like this: the same hands and rates as are counted by other means, and of other people nothing but counts."""

import re
from html import unescape
from itertools import islice
from math import sqrt
from random import Random
from statistics import mean, variance
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.leaving import leave
from accounts.models import Guest, User
from accounts.people import Person, adopt
from games.models import BidLine, Entry, Game, PersonLine, Seat
from games.registry import GAMES
from games.review.alike import FEWEST, MOST, HandAtBid, Traits, nearest, simulated
from games.services.moves import store
from games.services.past import alike
from games.services.table.tables import Place
from tests.playing import again, dealt, place_for, play_on
from tests.recount import bids as recount
from tests.review import quick
from tests.statistics.played import demo_game
from training import bids

BIDDEN = ("twoman", "spades", "bidwhist")
PLAYED: list[tuple[str, dict[str, str]]] = [*((key, {}) for key in BIDDEN), ("spades", {"variant": "solo"})]


def played_by(person: Any, key: str, chosen: dict[str, Any], *, seeds: range) -> None:
    for seed in seeds:
        demo_game(person, key, seed=seed, hands=4, **chosen)
    quick.review_all()


def as_told(line: BidLine) -> recount.Told:
    traits = tuple(getattr(line, name) for name in Traits._fields)
    return recount.Told(line.pool, traits, line.bid, line.is_made, line.points)


def stored(**whose: Any) -> list[recount.Told]:
    return [as_told(line) for line in BidLine.objects.filter(**whose).order_by("line__game", "line__number")]


def interval(made: int, hands: int) -> str:
    """The roots of Wilson's equation (rate - p)² = z² p (1 - p) / n, in hundredths."""
    z2, rate = 1.959964**2, made / hands
    a, b, c = 1 + z2 / hands, -(2 * rate + z2 / hands), rate * rate
    root = sqrt(b * b - 4 * a * c)
    return f"{round(100 * (-b - root) / (2 * a))}–{round(100 * (-b + root) / (2 * a))}"


# -- the simulated hands -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", BIDDEN)
def test_the_nearest_hands_are_those_found_by_hand(key: str) -> None:
    likeness = GAMES[key].likeness
    assert likeness is not None
    for pool, known in simulated(key).items():
        rows = recount.simulated(key, pool)
        for wanted in rows[:3]:
            found, within = nearest(known, Traits._make(wanted.traits), likeness.weights)
            order = sorted(range(len(rows)), key=lambda place: (recount.far(key, wanted, rows[place]), place))
            near = [rows[place] for place in order[:MOST]]
            assert within == recount.far(key, wanted, near[-1])
            assert {one.bid for one in found} == {one.bid for one in near}
            for one in found:
                assert counts(one.bid, near) == (one.hands, one.played, one.made, one.points, one.squares)


def counts(bid: str, found: list[recount.Told]) -> tuple[int, int, int, int, int]:
    some = [one for one in found if one.bid == bid]
    played = [one.is_made for one in some if one.is_made is not None]
    points = [one.points for one in some]
    return len(some), len(played), played.count(True), sum(points), sum(one**2 for one in points)


def test_under_twenty_hands_there_is_no_rate() -> None:
    nothing = Traits(*[0] * 8)
    some = [HandAtBid("p", nothing, bid, True, 10) for bid in ["3"] * (FEWEST - 1) + ["4"] * FEWEST]
    unplayed = [HandAtBid("p", nothing, "5", None, 10)] * FEWEST
    found, _within = nearest([*some, *unplayed], nothing, nothing)
    assert [(one.is_rated, one.is_averaged) for one in found] == [(False, False), (True, True), (False, True)]


@pytest.mark.parametrize("key", BIDDEN)
def test_the_file_is_what_the_command_makes(key: str) -> None:
    likeness = GAMES[key].likeness
    assert likeness is not None
    pools = bids.pools(key, likeness)
    assert list(pools) == list(simulated(key))
    for pool, options in pools.items():
        fresh = bids.hands(key, likeness, options, seed=1)
        assert list(islice(fresh, 20)) == list(simulated(key)[pool][:20])


@pytest.mark.parametrize("key", BIDDEN)
def test_every_pool_has_enough_hands_for_rates(key: str) -> None:
    assert all(len(known) >= 5 * MOST for known in simulated(key).values())


# -- the hands of people ------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "chosen"), PLAYED)
def test_what_is_kept_of_bids_and_shown_is_what_is_counted_by_hand(
    as_alice: Client, alice: User, bob: User, key: str, chosen: dict[str, Any]
) -> None:
    """Shown are own hands, everybody's and simulated ones as near as the nearest of those, with the interval of
    each rate.
    """
    played_by(alice, key, chosen, seeds=range(8))
    played_by(bob, key, chosen, seeds=range(20, 28))
    for user in (alice, bob):
        told = recount.told_of(user)
        assert len(told) >= 5 and stored(user=user) == told
    everybody = recount.told_of()
    assert sorted(map(str, stored())) == sorted(map(str, everybody))
    line = BidLine.objects.filter(user=alice).select_related("line__game").latest("pk").line
    wanted = as_told(line.bid_line)
    rows = recount.simulated(key, wanted.pool)
    near = sorted(rows, key=lambda row: recount.far(key, wanted, row))[:MOST]
    within = recount.far(key, wanted, near[-1])
    sources = {
        "yours": [one for one in recount.told_of(alice) if recount.far(key, one, wanted) <= within],
        "everybody’s": [one for one in everybody if recount.far(key, one, wanted) <= within],
        "simulated": near,
    }
    assert sources["yours"] and len(sources["everybody’s"]) > len(sources["yours"])
    shown = [cell for table in page(as_alice, line) for cell in table]
    expected, left_out = [], 0
    for bid in {one.bid: None for found in sources.values() for one in found}:
        found = {source: [one for one in found if one.bid == bid] for source, found in sources.items()}
        if bid != wanted.bid and max(map(len, found.values())) < FEWEST:
            left_out += 1
            continue
        expected += [
            (source, len(some), *rated([one.is_made for one in some if one.is_made is not None]))
            for source, some in found.items()
            if some and not (source == "everybody’s" and len(some) == len(found["yours"]))
        ]
    assert sorted(shown, key=str) == sorted(expected, key=str)
    html = html_of(as_alice, line)
    words = {0: "", 1: "Another bid, of fewer"}.get(left_out, f"{left_out} other bids, of fewer")
    assert words in html and ("is left out" in html or "are left out" in html) is bool(left_out)
    best = re.findall(r"for the lead(?:: | among the simulated hands than (yours): )([+−][\d.]+) on average\.", html)
    beside = re.findall(r"Yours, [^:<]+: ([+−]?\d+(?:\.\d)?)(; the difference may be chance)?\.", html)
    assert (best, beside) == grown(near, wanted.bid)


def grown(near: list[recount.Told], own: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """By how much the lead grew after the best bid, and whether that is the own one; else by how much after that, and
    whether the difference is within chance. Of bids with twenty hands.
    """
    points = {bid: [one.points for one in near if one.bid == bid] for bid in {one.bid for one in near}}
    means = {bid: mean(some) for bid, some in points.items() if len(some) >= FEWEST}
    best = max(means, key=lambda bid: means[bid])
    if own == best or own not in means:
        return [("yours" if own == best else "", rounded(means[best]))], []
    error = sqrt(sum(variance(points[bid]) / len(points[bid]) for bid in (best, own)))
    words = "; the difference may be chance" if means[best] - means[own] < 1.959964 * error else ""
    return [("", rounded(means[best]))], [(rounded(means[own]), words)]


def rounded(points: float) -> str:
    return f"{'−' if points < 0 else '+'}{abs(points):.{int(abs(points) < 10)}f}"


def rated(made: list[bool]) -> tuple[str, str]:
    if len(made) < FEWEST:
        return ("", "")
    return (str(round(100 * made.count(True) / len(made))), interval(made.count(True), len(made)))


def html_of(client: Client, line: PersonLine) -> str:
    return client.get(f"/games/{line.game.code}/hands/{line.number}/alike/").content.decode()


def page(client: Client, line: PersonLine) -> list[list[tuple[str, int, str, str]]]:
    """The rows of the page by bid: source, hands, rate and interval."""
    html = html_of(client, line)
    return [[_cells(row) for row in body.split("<tr")[2:]] for body in html.split("<tbody")[1:]]


def _cells(row: str) -> tuple[str, int, str, str]:
    source = re.search(r'<th scope="row">(.*?)\s*<small>', row, re.DOTALL)
    hands = re.search(r"(\d+) hands?\b", row)
    rate = re.search(r'</svg></td>\s*<td class="r">(\d+)<small>(.*?)</small>', row)
    assert source is not None and hands is not None
    share, counted = rate.groups() if rate else ("", "")
    return unescape(source[1]), int(hands[1]), share, counted


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "is_marked"), [("twoman", True), ("spades", False)])
def test_cards_say_that_they_take_bags_off_where_they_do(
    as_alice: Client, alice: User, key: str, is_marked: bool
) -> None:
    played_by(alice, key, {}, seeds=range(4))
    pages = [html_of(as_alice, one.line) for one in BidLine.objects.select_related("line__game")]
    held = [html[html.index("alike__held") : html.index("</p>", html.index("alike__held"))] for html in pages]
    having = [cards for cards in held if "7 of diamonds" in cards]
    assert having and all(("<sup" in cards) is is_marked for cards in having)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "options", "whose"),
    [("spades", {}, "your side’s lead"), ("spades", {"variant": "solo"}, "your lead"), ("twoman", {}, "your lead")],
)
def test_whoever_plays_alone_has_no_side(
    as_alice: Client, alice: User, key: str, options: dict[str, object], whose: str
) -> None:
    played_by(alice, key, options, seeds=range(2))
    html = html_of(as_alice, BidLine.objects.select_related("line__game")[0].line)
    assert f"by how many points {whose} grew" in html


@pytest.mark.django_db
def test_a_bid_is_called_what_its_game_calls_it(as_alice: Client, alice: User) -> None:
    as_alice.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    for key, word in (("twoman", "Ansage"), ("bidwhist", "Gebot")):
        played_by(alice, key, {}, seeds=range(2))
        line = BidLine.objects.filter(line__game__key=key).select_related("line__game")[0].line
        assert set(re.findall(r'class="alike__bid">\s*(\w+): ', html_of(as_alice, line))) == {word}


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "step"), [("twoman", 10), ("spades", 50), ("bidwhist", 1)])
def test_how_far_one_was_ahead_is_told_in_points(as_alice: Client, alice: User, key: str, step: int) -> None:
    played_by(alice, key, {}, seeds=range(3))
    for one in BidLine.objects.select_related("line__game"):
        html = html_of(as_alice, one.line)
        found = re.search(r", points ahead ([+−]?\d+)(?: to ([+−]?\d+))?[,.]", html)
        assert found is not None
        low, high = (int((number or found[1]).replace("−", "-")) for number in found.groups())
        assert (low, high) == (one.ahead * step, one.ahead * step + step - 1)


@pytest.mark.django_db
def test_what_was_not_chosen_by_oneself_or_came_in_is_not_compared(alice: User) -> None:
    """A stand-in's bid, a game that came in as a record, and a variant in which nothing is bid by choice."""
    played_by(alice, "spades", {"variant": "mirrors"}, seeds=range(2))
    assert not BidLine.objects.exists()
    played_by(alice, "twoman", {}, seeds=range(3))
    assert BidLine.objects.exists()
    for game in Game.objects.all():
        game.entries.filter(seat=0, source="person").update(source="computer")
        store.rebuild(game)
    assert not BidLine.objects.exists()
    for game in Game.objects.all():
        game.entries.filter(seat=0, source="computer").update(source="person")
        game.imported_at, game.digest = game.started_at, f"{game.pk}"
        store.rebuild(game)
    assert not BidLine.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("key", BIDDEN)
def test_what_a_stand_in_bid_is_not_offered_to_be_compared(as_alice: Client, alice: User, key: str) -> None:
    played_by(alice, key, {}, seeds=range(4))
    lines = [one.line for one in BidLine.objects.select_related("line__game")]
    hands = [f"/games/{line.game.code}/hands/{line.number}/" for line in lines]
    assert hands

    def offered() -> list[bool]:
        return [f"{hand}alike/" in as_alice.get(f"{hand}replay/").content.decode() for hand in hands]

    assert all(offered())
    assert Entry.objects.filter(seat=0, source="person").update(source="computer")
    assert not any(offered())
    assert not any(page(as_alice, line) for line in lines)


@pytest.mark.django_db
def test_counted_again_it_is_the_same(alice: User) -> None:
    played_by(alice, "twoman", {}, seeds=range(3))
    before = stored()
    for game in Game.objects.order_by("pk"):
        store.rebuild(game)
    quick.review_all()
    assert stored() == before


@pytest.mark.django_db
def test_a_guest_s_bids_pass_to_the_account_and_go_with_it(bob: User) -> None:
    guest = Guest.objects.create()
    played_by(guest, "twoman", {}, seeds=range(3))
    many = BidLine.objects.filter(guest=guest).count()
    adopt(guest=guest, user=bob)
    assert many == BidLine.objects.filter(user=bob).count() == BidLine.objects.count() > 0
    leave(person=Person(user=bob))
    assert not BidLine.objects.exists()


@pytest.fixture
def played(alice: User) -> Place:
    """One hand is over and reviewed, and the next is played."""
    place = place_for(alice)
    play_on(place, Random(3), hands=1)
    dealt(again(alice, place.code))
    quick.review_all()
    return again(alice, place.code)


@pytest.mark.django_db
def test_a_hand_in_play_and_one_that_never_was_are_not_there(as_alice: Client, played: Place) -> None:
    assert [as_alice.get(f"/games/{played.code}/hands/{n}/alike/").status_code for n in (1, 2, 3)] == [200, 404, 404]
    assert set(BidLine.objects.values_list("line__number", flat=True)) == {1}


@pytest.mark.django_db
def test_they_are_offered_where_something_was_bid_with_the_cards_in_sight(as_alice: Client, alice: User) -> None:
    played_by(alice, "twoman", {}, seeds=range(4))
    bidden = {(line.line.game_id, line.line.number) for line in BidLine.objects.select_related("line")}
    for line in PersonLine.objects.select_related("game"):
        hand = f"/games/{line.game.code}/hands/{line.number}/"
        pages = [as_alice.get(hand + part).content.decode() for part in ("replay/", "review/")]
        is_bidden = (line.game_id, line.number) in bidden
        assert [f"{hand}alike/" in html for html in pages] == [is_bidden, is_bidden]
    assert 0 < len(bidden) < PersonLine.objects.count()


@pytest.mark.django_db
def test_with_more_hands_of_each_than_are_looked_at_the_page_asks_for_no_more(
    as_alice: Client, alice: User, bob: User, played: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person, the seats, the log, its seals, and two counts over as many rows as are looked at and no more."""
    monkeypatch.setattr(alike, "NEWEST", 300)
    address = f"/games/{played.code}/hands/1/alike/"
    with CaptureQueriesContext(connection) as few:
        as_alice.get(address)
    line = BidLine.objects.get()
    many_lines(line, {alice: alike.NEWEST + 20, bob: alike.NEWEST + 20})
    with CaptureQueriesContext(connection) as many:
        html = as_alice.get(address).content.decode()
    assert len(many) == len(few) <= 12
    counting = [one["sql"] for one in many if "GROUP BY bid" in one["sql"]]
    assert len(counting) == 2 and all(f"LIMIT {alike.NEWEST}" in sql for sql in counting)
    assert f"{alike.NEWEST} reviewed hands of your own are as similar" in html
    assert f"Of everybody together there are {alike.NEWEST}" in html


def many_lines(line: BidLine, whose: dict[User, int]) -> None:
    """So many more like that one, of these people."""
    seat = Seat.objects.get(user=line.user_id)
    at = dict.fromkeys(("started_at", "moved_at", "ended_at"), line.line.at)
    game = Game.objects.create(key="twoman", rules_version=1, status="abandoned", **at)
    same = {one: getattr(line, one) for one in (*Traits._fields, "pool", "bid", "is_made", "points")}
    for place, (user, count) in enumerate(whose.items()):
        like = {"game": game, "seat": seat.number + place, "user": user, "key": "twoman", "marks": " "}
        like |= {"day": line.line.day, "at": line.line.at}
        lines = PersonLine.objects.bulk_create(PersonLine(number=number, **like) for number in range(1, count + 1))
        told = {**same, "points": line.points + place}  # or everybody’s were one’s own
        BidLine.objects.bulk_create(BidLine(line=one, user=user, **told) for one in lines)
