"""What an end of a hand is worth to ruthless Marta, against the engine's own scoring."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from games.bots.compiling import Ints
from games.engine.cards import PACK
from games.engine.options import complete, whole
from games.twoman.bots.ruthless import scoring as s
from games.twoman.bots.ruthless.learnt import learnt
from games.twoman.rules import TwoMan
from games.twoman.score import Contract, Pile, Standing, end_of_game, score_hand

RULES = TwoMan()


def test_hands_are_scored_and_games_ended_as_the_rules_say() -> None:
    """Random standings, bids, piles and ends; where the game is over the worth is won, lost or half."""
    rng, known, over = Random(4), learnt(), 0
    for _ in range(3000):
        target = rng.choice((200, 300))
        options = complete(
            RULES.options, {"target": target, "nil_points": rng.choice((100, 200)), "denial": rng.random() < 0.7}
        )
        before = tuple(Standing(10 * rng.randint(0, 28), rng.randint(-4, 6)) for _ in range(2))
        bids, blind = (rng.randint(0, 10), rng.randint(0, 10)), rng.random() < 0.2
        tricks, w = rng.randint(0, 10), rng.randrange(9)
        pile = Pile(tuple(rng.sample(PACK, 2)))
        winner = rng.randrange(2)
        sheet = score_hand(
            before=(before[0], before[1]),
            contracts=(Contract(bids[0], blind and bids[0] >= 5), Contract(bids[1])),
            tricks=(tricks, 10 - tricks),
            lost=tuple((2 if w // 3 == 1 + seat else 0) + (1 if w % 3 == 1 + seat else 0) for seat in range(2)),  # type: ignore[arg-type]
            pile=pile,
            pile_winner=winner,
            options=options,
        )
        case = np.zeros(s.CASE_SIZE, np.int64)
        for seat in range(2):
            case[s.BASE + seat], case[s.BAGS + seat] = before[seat].base, before[seat].bags
            case[s.BID + seat] = bids[seat]
        case[s.BLIND] = int(blind and bids[0] >= 5)
        case[s.PILE_POINTS], case[s.PILE_WINNER] = pile.points, winner
        case[s.TARGET], case[s.MERCY] = target, 300
        case[s.NIL_POINTS], case[s.DENIAL] = whole(options, "nil_points"), whole(options, "denial")
        worth = int(s.hand_worth(tricks, w, case, known.standings))
        end = end_of_game(sheet.standings, options)
        if end is None:
            one, two = sheet.standings
            assert worth == s.table_worth(one.base, one.bags, two.base, two.bags, case, known.standings)
        else:
            over += 1
            assert worth == (s.SURE // 2 if end.winner is None else s.SURE * (1 - end.winner))
    assert 500 < over < 2500


@pytest.mark.parametrize(("bidder", "tricks", "worth"), [(0, 0, s.SURE), (0, 1, 0), (1, 10, 0), (1, 9, s.SURE)])
def test_a_blind_nil_is_the_game(bidder: int, tricks: int, worth: int) -> None:
    case = np.zeros(s.CASE_SIZE, np.int64)
    case[s.BLIND + bidder] = s.BLIND_NIL
    assert s.hand_worth(tricks, 0, case, learnt().standings) == worth


def worth_of(base: int, bags: int, other: int, other_bags: int, *, leads: bool = True, target: int = 300) -> float:
    case = np.zeros(s.CASE_SIZE, np.int64)
    case[s.TARGET], case[s.MERCY], case[s.NEXT_LEADER] = target, 300, 0 if leads else 1
    return int(s.standing_worth(base, bags, other, other_bags, case, learnt().standings)) / s.SURE


def test_the_table_of_standings_knows_what_points_and_bags_are_worth() -> None:
    assert worth_of(0, 0, 0, 0) == pytest.approx(0.5, abs=0.03)
    assert worth_of(100, 0, 0, 0) > 0.65 > 0.35 > worth_of(0, 0, 100, 0)
    assert worth_of(200, 6, 200, 0) < worth_of(200, 0, 200, 0) < worth_of(200, -4, 200, 0)
    assert worth_of(290, 0, 200, 0) > worth_of(150, 0, 60, 0)


def test_both_seats_share_one_game() -> None:
    """What one seat may hope for the other must fear."""
    for base, bags, other, other_bags in ((120, 3, 80, -2), (-50, 0, 200, 6), (290, 5, 290, 4)):
        mine = worth_of(base, bags, other, other_bags, leads=True)
        assert mine + worth_of(other, other_bags, base, bags, leads=False) == pytest.approx(1.0, abs=1e-5)


def test_another_target_is_as_far_away() -> None:
    assert worth_of(150, 2, 90, 1, target=200) == pytest.approx(worth_of(250, 2, 190, 1), abs=1e-9)


@pytest.mark.parametrize("target", range(100, 1001, 50))
def test_at_any_target_it_is_better_to_be_ahead(target: int) -> None:
    ahead = [worth_of(lead, 0, 0, 0, target=target) for lead in (-60, 0, 60)]
    assert ahead[0] + 0.05 < ahead[1] < ahead[2] - 0.05
    assert ahead[1] == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("mercy", [310, 500, 1000])
@pytest.mark.parametrize("leader", [0, 1])
def test_no_game_that_goes_on_is_won_or_lost(mercy: int, leader: int) -> None:
    """The table ends at a lead of 300. With a later mercy whoever is further ahead stands better all the same."""
    case = np.zeros(s.CASE_SIZE, np.int64)
    case[s.TARGET], case[s.MERCY], case[s.NEXT_LEADER] = 1000, mercy, leader
    for own in (-60, 0, 120, 480):
        others = range(own - mercy + 20, min(own + mercy, 1000) - 10, 10)
        worths = [_between(own, other, case) for other in others]
        assert all(0 < one < s.SURE for one in worths)
        assert all(one > two for one, two in pairwise(worths))


def _between(base: int, other: int, case: Ints) -> int:
    return int(s.standing_worth(base, 0, other, 0, case, learnt().standings))


def test_the_usual_mercy_reads_the_table_as_it_is() -> None:
    case = np.zeros(s.CASE_SIZE, np.int64)
    case[s.TARGET], case[s.MERCY] = 300, 300
    assert _between(250, 0, case) == learnt().standings[60, 35, 4, 4]
