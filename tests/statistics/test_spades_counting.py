"""What a hand of Spades counts as: each mark and number on hands of which every bid and trick is chosen; and that
what is asked of one variant, or of tables of mixed levels, adds up.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import Any

import pytest

from accounts.models import User
from accounts.people import Person
from games.bots import registry as players
from games.bots.anylegal import AnyLegal
from games.engine.options import complete
from games.engine.spades_score import Bid
from games.engine.spades_state import own
from games.engine.state import HandEnded
from games.models import Career, PersonLine, Tally
from games.services.chairs import Chair
from games.services.demo import Player, play_one
from games.services.imports import import_file
from games.services.logs import Log
from games.services.seen import HandSeen
from games.services.statistics import behind, reading, tallies
from games.services.statistics.facts.base import Ending, Facts
from games.services.statistics.facts.spades import SpadesTeller
from games.services.statistics.measures import Measures
from games.services.statistics.reading import Stretch
from tests.engine.spades_positions import RULES, E, N, S, W, last_trick
from tests.records.test_spades_records import Play, exchanged, misdealt, suicide
from tests.statistics.played import DAYS, on

NEXT = DAYS[-1] + timedelta(days=1)
TELLER = SpadesTeller()
NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


def told(bids: tuple[Bid, ...], tricks: tuple[int, ...], seat: int = S, **hand: Any) -> Facts:
    """The hand for that seat; bids and tricks are those of South, West, North and East."""
    step = last_trick(bids, tricks, **hand)
    ended = next(event for event in step.events if isinstance(event, HandEnded))
    seen = HandSeen(1, S, (), own(step.state).actions, 0, ended.record, ended.sheet)
    return TELLER.hand(RULES, step.state, seen, None, seat)


def log_of(game: Play) -> Log:
    log = Log(RULES, RULES.initial(game.options, game.start))
    for seat, action in game.said:
        log = log.told(seat, action, "person", NOW)
    return log


def told_of(game: Play, seat: int, number: int = 1) -> Facts:
    """A hand of a game that was told action by action."""
    log = log_of(game)
    before = log.hands[number - 2] if number > 1 else None
    return TELLER.hand(RULES, log.state, log.hands[number - 1], before, seat)


def words(facts: Facts) -> set[str]:
    """The marks but those that every hand has: who led, the variant, bid and tricks as numbers."""
    plain = {"led", "followed", *SpadesTeller.kinds}
    return {mark for mark in facts.marks if mark not in plain and not mark.removeprefix("bid").isdigit()} - {
        f"tricks{count}" for count in range(14)
    }


CONTRACT = "contract_against"
HANDS: dict[str, tuple[tuple[Bid, ...], tuple[int, ...], int, dict[str, Any], set[str]]] = {
    "made to the trick": ((3, 3, 4, 3), (3, 3, 4, 3), S, {}, {"met", "made", "exact", CONTRACT}),
    "the partner made it": (
        (3, 3, 4, 3),
        (2, 3, 6, 2),
        S,
        {},
        {"under", "made", "bagged", CONTRACT, "set_them"},
    ),
    "both sides from the other": ((3, 3, 4, 3), (2, 3, 6, 2), E, {}, {"under", "overbid", CONTRACT}),
    "fell short": ((3, 3, 4, 3), (1, 5, 4, 3), S, {}, {"under", "overbid", CONTRACT}),
    "took more": ((3, 3, 4, 3), (4, 3, 3, 3), S, {}, {"over", "made", "exact", CONTRACT}),
    "a nil held": ((0, 4, 4, 4), (0, 4, 5, 4), S, {}, {"nil", "nil_made", "made", "bagged", CONTRACT}),
    "a nil fell": ((0, 4, 4, 4), (1, 4, 4, 4), S, {}, {"nil", "nil_failed", "made", "exact", "bagged", CONTRACT}),
    "a nil covered": ((0, 4, 4, 4), (0, 4, 5, 4), N, {}, {"over", "cover", "cover_made", "made", "bagged", CONTRACT}),
    "a nil not covered": (
        (0, 4, 4, 4),
        (1, 4, 4, 4),
        N,
        {},
        {"met", "cover", "cover_failed", "made", "exact", "bagged", CONTRACT},
    ),
    "a nil of theirs": ((0, 4, 4, 4), (0, 4, 5, 4), W, {}, {"met", "made", "exact", CONTRACT, "nil_against"}),
    "a nil of theirs beaten": (
        (0, 4, 4, 4),
        (1, 4, 4, 4),
        W,
        {},
        {"met", "made", "exact", CONTRACT, "nil_against", "nil_beaten"},
    ),
    "a blind nil held": (
        ("b0", 4, 3, 3),
        (0, 6, 3, 4),
        S,
        {},
        {"blind", "blind_made", "made", "exact", CONTRACT},
    ),
    "a blind nil fell": (
        ("b0", 4, 3, 3),
        (2, 5, 3, 3),
        S,
        {},
        {"blind", "blind_failed", "made", "exact", "bagged", CONTRACT},
    ),
    "nils on both seats": (
        (0, 5, 0, 5),
        (0, 6, 0, 7),
        S,
        {},
        {"nil", "nil_made", "cover", "cover_made", CONTRACT},
    ),
    "no contract to beat": (
        (0, 5, 0, 5),
        (0, 6, 0, 7),
        W,
        {},
        {"over", "made", "bagged", "nil_against"},
    ),
    "ten bags": (
        (3, 3, 4, 3),
        (4, 3, 4, 2),
        S,
        {"bags": (9, 0)},
        {"over", "made", "bagged", "penalty", CONTRACT, "set_them"},
    ),
    "nine bags": ((3, 3, 4, 3), (4, 3, 4, 2), S, {"bags": (8, 0)}, {"over", "made", "bagged", CONTRACT, "set_them"}),
    "a bonus": (
        (6, 1, 5, 1),
        (6, 1, 5, 1),
        S,
        {"options": {"ten_for_200": True}},
        {"met", "made", "exact", "bonus_won", CONTRACT},
    ),
    "no bonus": (
        (6, 1, 5, 1),
        (5, 2, 5, 1),
        S,
        {"options": {"ten_for_200": True}},
        {"under", "overbid", CONTRACT},
    ),
    "alone": ((3, 3, 3, 3), (4, 3, 3, 3), S, {"options": {"variant": "solo"}}, {"over", "made", "bagged", CONTRACT}),
    "alone, nobody covers": (
        (3, 3, 0, 3),
        (4, 3, 0, 6),
        S,
        {"options": {"variant": "solo"}},
        {"over", "made", "bagged", CONTRACT, "nil_against"},
    ),
    "alone, one of three set": (
        (3, 4, 3, 3),
        (4, 3, 3, 3),
        S,
        {"options": {"variant": "solo"}},
        {"over", "made", "bagged", CONTRACT, "set_them"},
    ),
}


@pytest.mark.parametrize("what", HANDS)
def test_a_hand_is_marked(what: str) -> None:
    bids, tricks, seat, hand, marks = HANDS[what]
    facts = told(bids, tricks, seat, **hand)
    assert words(facts) == marks
    assert f"bid{0 if bids[seat] == 'b0' else bids[seat]}" in facts.marks
    assert f"tricks{tricks[seat]}" in facts.marks


NUMBERS: list[tuple[tuple[Bid, ...], tuple[int, ...], int, dict[str, Any], Mapping[str, int]]] = [
    ((3, 3, 4, 3), (3, 3, 4, 3), S, {}, {"bid": 3, "tricks": 3, "contract": 7, "taken": 7, "points": 70, "bags": 0}),
    ((3, 3, 4, 3), (3, 3, 6, 1), S, {}, {"points": 72, "bags": 2, "score": 72, "other": -60, "penalties": 0}),
    (
        (3, 3, 4, 3),
        (3, 3, 6, 1),
        E,
        {},
        {"points": -60, "bags": 0, "score": -60, "other": 72, "contract": 6, "taken": 4},
    ),
    ((3, 3, 4, 3), (4, 3, 6, 0), S, {"bags": (9, 0)}, {"points": -27, "bags": 3, "penalties": 1}),
    ((0, 4, 4, 4), (2, 4, 3, 4), S, {}, {"bid": 0, "tricks": 2, "contract": 4, "taken": 3, "bags": 2, "points": -138}),
    (("b0", 4, 3, 3), (0, 6, 3, 4), S, {}, {"bid": 0, "blind": 0, "tricks": 0, "points": 230}),
    (
        (3, 3, 3, 3),
        (4, 3, 3, 3),
        S,
        {"options": {"variant": "solo"}, "score": (10, 90, -5, 40)},
        {"score": 41, "other": 120},
    ),
    ((3, 3, 4, 3), (3, 3, 4, 3), S, {"score": (200, 40)}, {"points": 70, "score": 270, "other": 100}),
]


@pytest.mark.parametrize(("bids", "tricks", "seat", "hand", "numbers"), NUMBERS)
def test_a_hand_has_numbers(
    bids: tuple[Bid, ...], tricks: tuple[int, ...], seat: int, hand: dict[str, Any], numbers: Mapping[str, int]
) -> None:
    found = told(bids, tricks, seat, **hand).numbers
    assert {name: found[name] for name in numbers} == numbers
    assert ("blind" in found) == (bids[seat] == "b0")


def test_whoever_bids_first_led() -> None:
    assert "led" in told((3, 3, 4, 3), (3, 3, 4, 3), S).marks
    assert "followed" in told((3, 3, 4, 3), (3, 3, 4, 3), W).marks


@pytest.mark.parametrize(("seat", "marks"), [(S, {"misdeal", "misdeal_own"}), (N, {"misdeal"}), (W, {"misdeal"})])
def test_a_misdeal_has_no_numbers(seat: int, marks: set[str]) -> None:
    facts = told_of(misdealt(), seat)
    assert words(facts) == marks and facts.numbers == {}


@pytest.mark.parametrize("seat", [S, W])
def test_after_a_misdeal_the_points_are_the_hands_own(seat: int) -> None:
    facts, log = told_of(misdealt(), seat, 2), log_of(misdealt())
    lines: Any = log.hands[1].sheet["lines"]
    assert facts.numbers["points"] == lines[seat % 2]["points"] != facts.numbers["score"]


@pytest.mark.parametrize(("seat", "exchanges"), [(S, False), (W, True), (N, False), (E, True)])
def test_an_exchange_is_of_those_two(seat: int, exchanges: bool) -> None:
    assert ("exchange" in told_of(exchanged(), seat).marks) == exchanges


@pytest.mark.parametrize(
    ("seat", "bid", "changed"), [(S, "nil", True), (W, "met", True), (N, "", False), (E, "nil", False)]
)
def test_the_bid_that_one_nil_changed_is_the_one_that_counts(seat: int, bid: str, changed: bool) -> None:
    """South says 5, West nil, North 4, East nil: South has nil then, and West 4."""
    facts = told_of(suicide(), seat)
    assert ("overridden" in facts.marks) == changed
    assert facts.numbers["bid"] == (0, 4, 4, 0)[seat]
    assert ("nil" in facts.marks) == (bid == "nil")
    assert "suicide" in facts.marks


@pytest.mark.parametrize(
    ("scores", "ending", "marks", "deficit"),
    [
        ([(-100, 62), (60, 490), (505, 480)], Ending.WON, {"comeback"}, 430),
        ([(70, 62), (505, 490)], Ending.WON, {"nail_biter"}, 0),
        ([(70, 62), (505, 90)], Ending.WON, {"blow_out"}, 0),
        ([(70, 62), (90, 505)], Ending.LOST, {"blow_out"}, 415),
    ],
)
def test_a_game_has_a_shape(scores: list[tuple[int, int]], ending: Ending, marks: set[str], deficit: int) -> None:
    hands = [HandSeen(1 + place, S, (), (), 0, {"score": score}, {}) for place, score in enumerate(scores)]
    state = RULES.initial(complete(RULES.options, {}), {})
    facts = TELLER.game(RULES, state, hands, N, ending, "score")
    assert set(facts.marks) & {"comeback", "nail_biter", "blow_out"} == marks
    assert {"partner", "finished", "by_score", ending.value} <= set(facts.marks)
    assert facts.numbers == {"hands": len(scores), "score": scores[-1][0], "other": scores[-1][1], "deficit": deficit}


# -- played and added up --------------------------------------------------------------------------------

MIXED = (Chair("expert", "Bruno"), Chair("normal"), Chair("normal", "Odile"))


@pytest.fixture(autouse=True)
def _everybody_plays_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick, and sure to sink below any score soon."""
    monkeypatch.setitem(players._BOTS, "spades", {"normal": AnyLegal(), "expert": AnyLegal()})


def game(person: User, day: int = 0, *, level: str = "normal", chairs: tuple[Chair, ...] = (), **chosen: Any) -> None:
    at = datetime.combine(DAYS[day], time(12), tzinfo=UTC)
    player = Player(Person(user=person), "random")
    rng = Random(repr((day, level, sorted(chosen.items()))))
    play_one(player=player, level=level, key="spades", at=at, rng=rng, most_hands=6, chosen=chosen, chairs=chairs)


def whole(person: User, **asked: Any) -> Measures:
    return reading.personal(person=Person(user=person), stretch=Stretch("spades", **asked)).whole


def history(person: User) -> None:
    game(person, 0)
    game(person, 1, variant="solo", level="expert")
    game(person, 1, variant="suicide")
    game(person, 2, variant="solo")
    game(person, 3, allow_misdeals=True)


@pytest.mark.parametrize("until", [None, DAYS[1], DAYS[-1]])
def test_a_variant_is_counted_for_itself(alice: User, monkeypatch: pytest.MonkeyPatch, until: Any) -> None:
    """Whether its days have been counted or not; and behind every number are as many hands and games."""
    monkeypatch.setattr(behind, "PAGE", 200)
    history(alice)
    with on(NEXT):
        if until is not None:
            tallies.catch_up(until=until)
        every = whole(alice)
        for kind in SpadesTeller.kinds:
            found = whole(alice, kind=kind)
            lines = PersonLine.objects.filter(marks__contains=f" {kind} ")
            assert (found.hands.n, found.games.n) == (
                lines.filter(number__gt=0).count(),
                lines.filter(number=0).count(),
            )
            assert found.hands.marks["made"] == every.hands.marks[f"made@{kind}"]
            _behind_as_many(alice, found, kind)
        assert sum(whole(alice, kind=kind).hands.n for kind in SpadesTeller.kinds) == every.hands.n > 0
        assert whole(alice, kind="solo", level="expert").games.n == 1


def _behind_as_many(person: User, found: Measures, kind: str) -> None:
    stretch = Stretch("spades", kind=kind)
    for part, are_games in ((found.hands, False), (found.games, True)):
        for mark, count in part.marks.items():
            if "@" not in mark and "ranked" not in mark:
                page = behind.lines_behind(person=Person(user=person), stretch=stretch, marks=(mark,), games=are_games)
                assert len(page.lines) == count, mark


def test_tallies_made_anew_are_the_same(alice: User) -> None:
    history(alice)
    with on(NEXT):
        tallies.catch_up()
        before = list(
            Tally.objects.order_by("key", "span", "day", "level", "user").values_list("key", "day", "measures")
        )
        for day in DAYS:
            tallies.rebuild_day(day=day)
        after = list(
            Tally.objects.order_by("key", "span", "day", "level", "user").values_list("key", "day", "measures")
        )
    assert after == before
    assert {key for key, _day, _told in before} == {"spades", "spades/partner", "spades/solo", "spades/suicide"}


RANKED: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"variant": "solo"}, True),
    ({"chairs": MIXED}, False),
    ({"allow_misdeals": True}, False),
    ({"variant": "custom1", "winning_score": 200}, False),
]


@pytest.mark.parametrize(("chosen", "is_ranked"), RANKED)
def test_a_variant_as_it_is_against_one_level_is_ranked(alice: User, chosen: dict[str, Any], is_ranked: bool) -> None:
    game(alice, **chosen)
    assert {line.is_ranked for line in PersonLine.objects.all()} == {is_ranked}
    with on(NEXT):
        tallies.catch_up()
    kind = chosen.get("variant", "partner")
    keys = {"spades", f"spades/{kind}"} if is_ranked else set()
    assert {career.key for career in Career.objects.all()} == keys


@pytest.mark.parametrize(
    ("chairs", "level", "company"),
    [
        ((), "normal", {"with_normal"}),
        (MIXED, "normal", {"with_normal"}),
        ((Chair("expert", "Bruno"), Chair("normal"), Chair("expert", "Odile")), "expert", {"with_normal"}),
        ((Chair("normal", "Bruno"), Chair("expert"), Chair("expert", "Odile")), "normal", {"with_expert"}),
    ],
)
def test_levels_are_the_weaker_of_the_others_and_the_partners(
    alice: User, chairs: tuple[Chair, ...], level: str, company: set[str]
) -> None:
    game(alice, chairs=chairs)
    for line in PersonLine.objects.all():
        marks = set(line.marks.split())
        assert line.level == level and {mark for mark in marks if mark.startswith("with_")} == company
    found = whole(alice).hands
    (mark,) = company
    assert found.marks[mark] == found.n and found.marks[f"made@{mark}"] == found.marks["made"]


def test_alone_nobody_is_a_partner(alice: User) -> None:
    game(alice, variant="solo")
    assert not PersonLine.objects.filter(marks__contains=" with_").exists()


def test_figures_agree_with_the_sheets(alice: User) -> None:
    """Counted here once more, from the sheets themselves; alice sits South."""
    history(alice)
    lines = [line for one in PersonLine.objects.filter(number__gt=0).select_related("game") for line in _sheet(one)]
    with on(NEXT):
        tallies.catch_up()
        found = whole(alice)
    assert found.hands.total("points") == sum(line["points"] for line in lines)
    assert found.hands.total("bags") == sum(line["bags_taken"] for line in lines)
    assert found.hands.total("penalties") == sum(line["penalties"] for line in lines)
    assert found.hands.marks["made"] == sum(line["bid"] > 0 and line["taken"] >= line["bid"] for line in lines)
    assert found.hands.marks["overbid"] == sum(line["taken"] < line["bid"] for line in lines)


def _sheet(line: PersonLine) -> list[dict[str, Any]]:
    sheet = line.game.hands.get(number=line.number).sheet or {}
    return sheet["lines"][:1] if "lines" in sheet else []


def test_an_imported_game_counts_and_is_not_ranked(alice: User) -> None:
    record = json.dumps(misdealt().record()).encode()
    import_file(person=Person(user=alice), lines=[record])
    assert PersonLine.objects.exists()
    assert not PersonLine.objects.filter(is_ranked=True).exists()
