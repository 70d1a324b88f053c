"""Marks and numbers of hands and games in chosen positions; `test_recount.py` recounts whole games."""

from typing import Any

import pytest

from games.bidwhist.facts import BidWhistFacts, hand_sentence
from games.bidwhist.state import BidWhistState
from games.cardduel.facts import CardDuelFacts
from games.cardduel.rules import CardDuel
from games.engine.options import complete
from games.engine.state import HandEnded, Step
from games.facts import Ending, Facts
from games.registry import GAMES, ruleset
from games.snapshot import PlayedHand
from games.spades.facts import FIGURES, SpadesFacts
from games.spades.score import SpadesBid
from games.spades.state import own
from tests.bidwhist import positions as whist
from tests.bidwhist.positions import TABLE, before_last, reviewed
from tests.cardduel.positions import DuelTable
from tests.records.played import misdealt, nil_exchange, suicide, uptown
from tests.spades.positions import RULES, E, N, S, W, last_trick
from tests.statistics.played import facts_of_hand


def of_spades(bids: tuple[SpadesBid, ...], tricks: tuple[int, ...], seat: int = S, **hand: Any) -> Facts:
    step = last_trick(bids, tricks, **hand)
    ended = next(event for event in step.events if isinstance(event, HandEnded))
    snapshot = PlayedHand(1, S, (), own(step.state).actions, 0, ended.record, ended.sheet)
    return SpadesFacts().hand(RULES, step.state, snapshot, (), seat)


def marks_except_usual(facts: Facts) -> set[str]:
    """Return the marks other than who led, the variant, and numbers of bids and tricks such as `bid3`."""
    plain = {"led", "followed", *FIGURES.kinds, *(f"{one}{count}" for one in ("bid", "tricks") for count in range(14))}
    return set(facts.marks) - plain


SOLO, TEN_FOR_200 = {"options": {"variant": "solo"}}, {"options": {"ten_for_200": True}}
OF_SPADES: dict[str, tuple[tuple[SpadesBid, ...], tuple[int, ...], int, dict[str, Any], str]] = {
    "made exactly": ((3, 3, 4, 3), (3, 3, 4, 3), S, {}, "met made exact contract_against"),
    "the partner made it": ((3, 3, 4, 3), (2, 3, 6, 2), S, {}, "under made bagged contract_against set_them"),
    "both sides from the other": ((3, 3, 4, 3), (2, 3, 6, 2), E, {}, "under overbid contract_against"),
    "fell short": ((3, 3, 4, 3), (1, 5, 4, 3), S, {}, "under overbid contract_against"),
    "took more": ((3, 3, 4, 3), (4, 3, 3, 3), S, {}, "over made exact contract_against"),
    "a nil held": ((0, 4, 4, 4), (0, 4, 5, 4), S, {}, "nil nil_made made bagged contract_against"),
    "a nil failed": ((0, 4, 4, 4), (1, 4, 4, 4), S, {}, "nil nil_failed made exact bagged contract_against"),
    "a nil covered": ((0, 4, 4, 4), (0, 4, 5, 4), N, {}, "over cover cover_made made bagged contract_against"),
    "nil not covered": ((0, 4, 4, 4), (1, 4, 4, 4), N, {}, "met cover cover_failed made exact bagged contract_against"),
    "a nil of theirs": ((0, 4, 4, 4), (0, 4, 5, 4), W, {}, "met made exact contract_against nil_against"),
    "theirs beaten": ((0, 4, 4, 4), (1, 4, 4, 4), W, {}, "met made exact contract_against nil_against nil_beaten"),
    "a blind nil held": (("b0", 4, 3, 3), (0, 6, 3, 4), S, {}, "blind blind_made made exact contract_against"),
    "blind nil failed": (("b0", 4, 3, 3), (2, 5, 3, 3), S, {}, "blind blind_failed made exact bagged contract_against"),
    "nils on both seats": ((0, 5, 0, 5), (0, 6, 0, 7), S, {}, "nil nil_made cover cover_made contract_against"),
    "no contract to beat": ((0, 5, 0, 5), (0, 6, 0, 7), W, {}, "over made bagged nil_against"),
    "ten bags": ((3, 3, 4, 3), (4, 3, 4, 2), S, {"bags": (9, 0)}, "over made bagged penalty contract_against set_them"),
    "nine bags": ((3, 3, 4, 3), (4, 3, 4, 2), S, {"bags": (8, 0)}, "over made bagged contract_against set_them"),
    "a bonus": ((6, 1, 5, 1), (6, 1, 5, 1), S, TEN_FOR_200, "met made exact bonus_won contract_against"),
    "no bonus": ((6, 1, 5, 1), (5, 2, 5, 1), S, TEN_FOR_200, "under overbid contract_against"),
    "alone": ((3, 3, 3, 3), (4, 3, 3, 3), S, SOLO, "over made bagged contract_against"),
    "alone, without cover": ((3, 3, 0, 3), (4, 3, 0, 6), S, SOLO, "over made bagged contract_against nil_against"),
    "alone, one of three set": ((3, 4, 3, 3), (4, 3, 3, 3), S, SOLO, "over made bagged contract_against set_them"),
}


@pytest.mark.parametrize("what", OF_SPADES)
def test_a_hand_of_spades_is_marked(what: str) -> None:
    bids, tricks, seat, hand, marks = OF_SPADES[what]
    facts = of_spades(bids, tricks, seat, **hand)
    assert marks_except_usual(facts) == set(marks.split())
    assert f"bid{0 if bids[seat] == 'b0' else bids[seat]}" in facts.marks
    assert {f"tricks{tricks[seat]}", "led" if seat == S else "followed"} <= set(facts.marks)


def test_a_misdeal_has_no_numbers_and_the_next_hand_only_its_own_points() -> None:
    game = misdealt()
    lines: Any = game.log.hands[1].sheet["lines"]
    for seat, marks in ((S, {"misdeal", "misdeal_own"}), (N, {"misdeal"}), (W, {"misdeal"})):
        facts, second = facts_of_hand(game, seat), facts_of_hand(game, seat, 2)
        assert marks_except_usual(facts) == marks and facts.numbers == {}
        assert second.numbers["points"] == lines[seat % 2]["points"] != second.numbers["score"]


def test_an_exchange_is_a_mark_of_its_two_seats() -> None:
    game = nil_exchange()
    assert ["exchange" in facts_of_hand(game, seat).marks for seat in (S, W, N, E)] == [False, True, False, True]


@pytest.mark.parametrize(("seat", "bid", "changed"), [(S, 0, True), (W, 4, True), (N, 4, False), (E, 0, False)])
def test_a_bid_changed_by_one_nil_counts_as_changed(seat: int, bid: int, changed: bool) -> None:
    """The bids 5, nil, 4, nil of South, West, North and East become nil, 4, 4, nil."""
    facts = facts_of_hand(suicide(), seat)
    assert ("overridden" in facts.marks, facts.numbers["bid"]) == (changed, bid)
    assert ("nil" in facts.marks) == (bid == 0)
    assert "suicide" in facts.marks


#: West's side reneged in trick 2, South's in trick 3.
RENEGES = {"options": TABLE, "reneges": ((2, 1), (3, 0))}


def calling(*calls: tuple[int, int | None]) -> dict[str, Any]:
    return {**RENEGES, "calls": calls}


def of_whist(
    bid: str, tricks: int, seat: int = S, *, calls: tuple[tuple[int, int | None], ...] = (), **hand: Any
) -> Facts:
    """Return the facts of a hand in which North and South take `tricks`; South declares by default."""
    position = before_last(bid, tricks, **hand)
    return facts_of(reviewed(position, *calls) if calls else whist.last_trick(position), seat)


def facts_of(step: Step, seat: int) -> Facts:
    ended = next(event for event in step.events if isinstance(event, HandEnded))
    hand = PlayedHand(1, S, (), BidWhistState.of(step.state).actions, 0, ended.record, ended.sheet)
    return BidWhistFacts().hand(whist.RULES, step.state, hand, (), seat)


OURS, MINE = {"contract", "made"}, {"contract", "made", "declared", "declared_made"}
THEIRS, WRONG = "contract_against", {"called", "called_wrong"}
SET, MINE_SET = {"contract", "overbid"}, {"contract", "overbid", "declared", "declared_set"}
OF_WHIST: dict[str, tuple[str, int, int, dict[str, Any], set[str]]] = {
    "made to the book": ("4U", 9, S, {}, {"uptown", "level4", *MINE}),
    "made for one's partner": ("4U", 9, N, {}, {"uptown", "level4", *OURS}),
    "made against one": ("4U", 9, W, {}, {"uptown", "level4", THEIRS}),
    "one book short": ("4U", 8, S, {}, {"uptown", "level4", *MINE_SET}),
    "short with one's partner": ("5D", 9, N, {}, {"downtown", "level5", *SET}),
    "set them": ("5D", 9, E, {}, {"downtown", "level5", THEIRS, "set_them"}),
    "no trump": ("6N", 11, S, {}, {"no_trump", "level6", *MINE}),
    "the partner declared": ("4D", 9, S, {"declarer": N}, {"downtown", "level4", *OURS}),
    "theirs made": ("4D", 3, S, {"declarer": W}, {"downtown", "level4", THEIRS}),
    "theirs, for the declarer": ("4D", 3, W, {"declarer": W}, {"downtown", "level4", *MINE}),
    "theirs set": ("4D", 4, S, {"declarer": W}, {"downtown", "level4", THEIRS, "set_them"}),
    "a Boston": ("4U", 12, N, {}, {"uptown", "level4", *OURS, "boston"}),
    "a Boston of theirs": ("4U", 12, E, {}, {"uptown", "level4", THEIRS, "boston_against"}),
    "a Boston bid and made": ("7U", 12, S, {}, {"uptown", "level7", *MINE, "boston", "boston_bid", "boston_bid_made"}),
    "a Boston bid and set": ("7N", 11, S, {}, {"no_trump", "level7", *MINE_SET, "boston_bid"}),
    "a Boston of theirs beaten": ("7N", 11, W, {}, {"no_trump", "level7", THEIRS, "set_them", "boston_bid_against"}),
    "called rightly": ("4U", 8, S, calling((S, 2)), {"uptown", "level4", *MINE, "called", "called_right"}),
    "the partner called rightly": ("4U", 8, S, calling((N, 2)), {"uptown", "level4", *MINE}),
    "caught": ("4U", 8, W, calling((S, 2)), {"uptown", "level4", THEIRS, "caught"}),
    "called one's own side's": ("4U", 9, S, calling((S, 3)), {"uptown", "level4", *MINE_SET, *WRONG}),
    "called and gave up": ("4U", 8, E, calling((E, None)), {"uptown", "level4", THEIRS, *WRONG}),
    "right and wrong": ("4U", 9, E, calling((E, 3), (E, 2)), {"uptown", "level4", THEIRS, *WRONG, "called_right"}),
    "a renege that was not called": ("4U", 8, S, calling((W, None)), {"uptown", "level4", *MINE}),
}


@pytest.mark.parametrize("what", OF_WHIST)
def test_a_hand_of_bid_whist_is_marked(what: str) -> None:
    bid, tricks, seat, hand, marks = OF_WHIST[what]
    assert set(of_whist(bid, tricks, seat, **hand).marks) - {"led", "followed"} == marks


def test_a_passed_out_hand_has_no_numbers_and_the_next_hand_only_its_own_points() -> None:
    """The game starts at 2 to -1, and nothing is scored in its first hand."""
    game = uptown()
    facts, line = facts_of_hand(game, S), BidWhistState.of(game.log.state).line
    assert set(facts.marks) == {"led", "passed_out"} and facts.numbers == {}
    assert line is not None
    for seat, points, score in ((S, line.points, 2 + line.points), (W, 0, -1)):
        numbers = facts_of_hand(game, seat, 2).numbers
        assert (numbers["points"], numbers["score"]) == (points, score)


def test_a_listed_hand_of_bid_whist_tells_its_contract() -> None:
    ours = [("5D", 10, S, "5 downtown, 11 books"), ("4N", 9, N, "4 no trump, 10 books")]
    for bid, tricks, seat, sentence in (*ours, ("4U", 9, W, "their 4 uptown, you 3 books")):
        facts = of_whist(bid, tricks, seat)
        assert hand_sentence(frozenset(facts.marks), facts.numbers) == sentence
    assert (hand_sentence(frozenset({"passed_out"}), {}), hand_sentence(frozenset(), {})) == ("everyone passed", "")


def of_duel(table: DuelTable, seat: int = 0, hp: tuple[int, int] = (30, 30)) -> Facts:
    return CardDuelFacts().hand(CardDuel(), table.log.state, table.log.hands[0], hp, seat)


@pytest.mark.parametrize(
    ("hp", "hers", "seat", "marks"),
    [
        (9, "2C 3C 4C 5C 9D", 0, {"blaze", "blaze_won"}),
        (9, "2C 3C 4C 5C 9D", 1, {"blaze_against", "blaze_fatal"}),
        (30, "2C 3C AD QD AH", 0, {"blaze", "blaze_lost"}),
        (30, "2C 3C AD QD AH", 1, {"blaze_against", "blaze_survived"}),
    ],
)
def test_a_blaze_is_marked(hp: int, hers: str, seat: int, marks: set[str]) -> None:
    table = DuelTable(hp=(30, hp)).deal("KS QS JS 7H 8D", hers).play("blaze")
    assert {mark for mark in of_duel(table, seat).marks if mark.startswith("blaze")} == marks


@pytest.mark.parametrize(
    ("hp", "seat", "damage", "left"),
    [(9, 0, (9, 0), None), (9, 1, (0, 9), None), (30, 0, (13, 10), (20, 17)), (30, 1, (10, 13), (17, 20))],
)
def test_damage_counts_only_hit_points_that_were_left(
    hp: int, seat: int, damage: tuple[int, int], left: tuple[int, int] | None
) -> None:
    """A king of swords deals 13 damage. To a seat with 9 hit points it deals 9 and wins, before the ten can answer."""
    start = (30, hp)
    numbers = of_duel(DuelTable(hp=start, max_rounds=1).deal().play("KS", "TS"), seat, start).numbers
    assert [numbers[name] for name in ("dealt", "taken", "healed", "blocked")] == [*damage, 0, 0]
    assert left in (None, (numbers["score"], numbers["other"]))


def test_damage_healing_and_blocks_of_a_blaze_count() -> None:
    """Swords of 36 against a shield of 14 deal 22 damage; a cup of 14 first heals the 20 hit points to 34."""
    hp = (30, 20)
    table = DuelTable(hp=hp).deal("KS QS JS 7H 8D", "2C 3C 4C AH AD").play("blaze")
    mine, hers = (of_duel(table, seat, hp).numbers for seat in (0, 1))
    assert (mine["dealt"], mine["taken"], mine["healed"], mine["rounds"]) == (22, 0, 0, 1)
    assert (hers["dealt"], hers["taken"], hers["healed"], hers["blocked"], hers["score"]) == (0, 22, 14, 14, 12)


def test_a_duel_won_from_far_behind_is_a_comeback() -> None:
    hp = (10, 28)
    table = DuelTable(hp=hp).deal("AS KS QS JS 7H", "2C 3C 4C 5C 9D").play("blaze")
    game = CardDuelFacts().game(CardDuel(), table.log.state, table.log.hands, hp, 0, Ending.WON, "blaze")
    assert "comeback" in game.marks and game.numbers["deficit"] == 18


def test_a_duel_given_up_has_its_last_hit_points() -> None:
    table = DuelTable().deal().play("KS", "TS")
    game = CardDuelFacts().game(CardDuel(), table.log.state, (), (30, 30), 1, Ending.ABANDONED, "")
    assert (game.numbers["score"], game.numbers["other"]) == (17, 20) and "behind" in game.marks


@pytest.mark.parametrize(
    ("key", "scores", "ending", "marks", "deficit"),
    [
        ("spades", [(-100, 62), (60, 490), (505, 480)], Ending.WON, {"comeback"}, 430),
        ("spades", [(70, 62), (505, 490)], Ending.WON, {"nail_biter"}, 0),
        ("spades", [(70, 62), (505, 90)], Ending.WON, {"blow_out"}, 0),
        ("spades", [(70, 62), (90, 505)], Ending.LOST, {"blow_out"}, 415),
        ("bidwhist", [(-4, 2), (3, 2), (9, 2)], Ending.WON, {"comeback"}, 6),
        ("bidwhist", [(4, 0), (4, 6), (8, 6)], Ending.WON, {"nail_biter"}, 2),
        ("bidwhist", [(4, -5), (8, -5)], Ending.WON, {"blow_out"}, 0),
        ("bidwhist", [(-4, 0), (-4, 9)], Ending.LOST, {"blow_out"}, 13),
    ],
)
def test_games_are_marked_as_comeback_nail_biter_or_blow_out(
    key: str, scores: list[tuple[int, int]], ending: Ending, marks: set[str], deficit: int
) -> None:
    rules = ruleset(key)
    hands = [PlayedHand(1 + place, 0, (), (), 0, {"score": score}, {}) for place, score in enumerate(scores)]
    state = rules.initial(complete(rules.options, {}), {})
    facts = GAMES[key].facts.game(rules, state, hands, (), 2, ending, "score")
    assert set(facts.marks) & {"comeback", "nail_biter", "blow_out"} == marks
    assert {"finished", "by_score", ending.value} <= set(facts.marks)
    assert ("partner" in facts.marks) == (key == "spades")
    assert facts.numbers == {"hands": len(scores), "score": scores[-1][0], "other": scores[-1][1], "deficit": deficit}
