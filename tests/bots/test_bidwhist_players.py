"""Every computer player of Bid Whist: only legal actions under any options and no renege, imagined hands that fit, so
much work and no more."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import Any

import numpy as np
import pytest

from games.bidwhist.bots import aside, rollouts
from games.bidwhist.bots.evaluation import winning_chance, worths
from games.bidwhist.bots.hard import Effort, HardBidWhist
from games.bidwhist.bots.inference import named_so
from games.bidwhist.bots.knowledge import knowledge_of
from games.bidwhist.bots.numbers import EVERY, bits, contract_kind, numbers
from games.bidwhist.bots.worlds import likely_worlds, renamed, scene_of, worlds
from games.bidwhist.options import Terms
from games.bidwhist.rules import BidWhist
from games.bidwhist.score import Denomination, Direction
from games.bidwhist.state import PASS, SEATS, BidWhistState, Called, contract_of, side_of
from games.bots.base import Chooser
from games.bots.compiling import Ints
from games.bots.pack import IN_PACK, pack_bits
from games.engine.actions import Action
from games.engine.cards import Suit, cards
from games.engine.options import Value
from games.engine.state import Phase, Seat
from games.registry import RANDOM, bot
from tests.bots.bidwhist_positions import TABLES, to_play
from tests.bots.walked import any_options, positions

RULES = BidWhist()
LEVELS = ("easy", "medium", "hard")
#: Hands looked at in each game; a game may go on for many.
HANDS = 2


def _positions(
    players: tuple[Chooser, ...], seed: int, options: dict[str, Value], hands: int = HANDS
) -> Iterator[tuple[BidWhistState, Seat]]:
    return positions(RULES, players, options, Random(seed), hands=hands)


def _auction(player: Chooser, seed: int) -> Iterator[tuple[BidWhistState, Seat]]:
    """The calls of a first hand, which is not played on."""
    return takewhile(lambda one: one[0].phase is Phase.BID, _positions((player,), seed, {}, hands=1))


# -- legality -----------------------------------------------------------------------------------------------


def test_it_never_does_anything_illegal_and_never_reneges_whatever_the_options() -> None:
    easy, medium, hard, anything = (bot("bidwhist", name) for name in (*LEVELS, RANDOM))
    moves = 0
    for seed in range(60):
        pair = ((easy, medium), (medium, easy), (hard, medium))[seed % 3]
        players = (pair[0], anything) if seed % 4 == 0 else pair
        for state, _ in _positions(players, seed, any_options(RULES, Random(seed))):
            assert not any(side == 0 for _, side in state.reneges)
            assert anything in players or not state.reneges
            assert all(one.is_right for one in state.called if side_of(one.seat) == 0)
            moves += 1
    assert moves > 5_000


def test_calls_of_reneges_come_about_and_are_right() -> None:
    medium, anything = bot("bidwhist", "medium"), bot("bidwhist", RANDOM)
    found = 0
    for seed in range(10):
        for state, _ in _positions((medium, anything), seed, {"renege": "table"}):
            mine = [one for one in state.called if side_of(one.seat) == 0]
            assert all(one.is_right for one in mine)
            found += len(mine)
    assert found > 10


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_somebody_bids_before_the_dealer_has_to(level: str) -> None:
    """In a good third of the deals at least, or every auction would be three passes."""
    player, opened, deals = bot("bidwhist", level), 0, 60
    for seed in range(deals):
        *_, (last, _seat) = _auction(player, seed)
        opened += any(call is not None for call in last.calls[:3])
    assert opened > deals / 3


def test_the_easy_one_lets_a_partners_bid_stand() -> None:
    stood = 0
    for seed in range(80):
        for state, seat in _auction(bot("bidwhist", "easy"), seed):
            knowledge = knowledge_of(RULES.view(state, seat))
            if knowledge.highest is not None and side_of(knowledge.highest[0]) == side_of(seat):
                assert bot("bidwhist", "easy").choose(RULES.view(state, seat), Random(0)) == Action(PASS)
                stood += 1
    assert stood > 10


# -- what it imagines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)
def test_the_hands_it_imagines_fit_all_that_is_known(options: dict[str, Value]) -> None:
    medium, looked = bot("bidwhist", "medium"), 0
    for seed in range(3):
        for state, seat in _positions((medium,), seed, options):
            if state.phase not in (Phase.BID, Phase.NAME, Phase.DISCARD, Phase.PLAY):
                continue
            knowledge = knowledge_of(RULES.view(state, seat))
            every = sum(map(pack_bits, (*state.hands, state.kitty, state.discard)))
            for deal in (worlds, likely_worlds)[: 1 + (state.phase is Phase.PLAY)]:
                for row in deal(knowledge, 4, Random(1)).tolist():
                    assert row[seat] == pack_bits(state.hands[seat])
                    assert [one.bit_count() for one in row[:4]] == [len(hand) for hand in state.hands]
                    assert sum(row) == every
                    assert not any(row[other] & pack_bits(knowledge.cannot[other]) for other in SEATS if other != seat)
                    looked += 1
    assert looked > 500


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)
def test_what_a_seat_has_shown_not_to_hold_it_does_not_hold(options: dict[str, Value]) -> None:
    medium, shown = bot("bidwhist", "medium"), 0
    for seed in range(4):
        for state, seat in _positions((medium,), seed, options):
            if state.phase is Phase.PLAY:
                knowledge = knowledge_of(RULES.view(state, seat))
                others = [other for other in SEATS if other != seat]
                assert not any(knowledge.cannot[other] & set(state.hands[other]) for other in others)
                shown += sum(len(knowledge.cannot[other]) for other in others)
    assert shown > 500


def test_a_card_that_no_hand_can_hold_lies_in_the_discard() -> None:
    """The kitty was shown, so only South can have had the king of hearts, and South does not follow hearts."""
    some = {0: "3C", 1: "4C 5H", 2: "3H", 3: "4H"}
    kitty = "KH 7C 8C 9C BJ LJ"
    plays = "3C 4C 2S 4H 3H 5S 2C"
    state = to_play("4U", "S", some, gone=kitty, plays=plays, options={"kitty_shown": True})
    knowledge = knowledge_of(RULES.view(state, 1))
    assert set(cards(kitty)) <= knowledge.cannot[2] & knowledge.cannot[3] and cards("KH")[0] in knowledge.cannot[0]
    for row in worlds(knowledge, 5, Random(1)).tolist():
        assert row[4] & pack_bits(cards("KH"))
        assert sum(one.bit_count() for one in row) == 54 - len(plays.split())


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)
def test_another_declarer_is_taken_to_have_kept_the_best_of_its_hand_and_the_kitty(options: dict[str, Value]) -> None:
    """Of what may have gone, the worst by policy lies in the pile; what it has shown not to hold lies there anyway."""
    medium, looked = bot("bidwhist", "medium"), 0
    for state, seat in _positions((medium,), 1, options):
        if state.phase is not Phase.PLAY or seat == contract_of(state).declarer:
            continue
        knowledge, contract = knowledge_of(RULES.view(state, seat)), contract_of(state)
        table = numbers(contract)
        gone = {*knowledge.buried, *knowledge.cannot[contract.declarer]}
        for row in worlds(knowledge, 4, Random(1)).tolist():
            held, pile = ([one for one in IN_PACK if row[place] & pack_bits([one])] for place in (contract.declarer, 4))
            played = [one for who, one in knowledge.plays if who == contract.declarer]
            whole = bits((*held, *pile, *played), contract)
            free = [one for one in pile if one not in gone]
            worth = {one: rollouts.keeping(table[one], whole, not contract.is_no_trump) for one in (*held, *free)}
            assert not held or max((worth[one] for one in free), default=-2000) <= min(worth[one] for one in held)
            looked += 1
    assert looked > 40


def test_a_declarer_is_likelier_to_hold_what_it_bid_and_named() -> None:
    """South bid 4U and named spades: a long suit of them fits that, and as long a suit of hearts does not."""
    knowledge = knowledge_of(RULES.view(to_play("4U", "S", {0: "2S"}, gone="4C 6C 7C 8C BJ LJ", plays="2S"), 1))
    hands = ("AS KS QS JS TS 9S 8S AD KD 3D 2D 2S", "AH KH QH JH TH 9H 8H AD KD 3D 2D 2S")
    likely = named_so(knowledge.contract, np.array([pack_bits(cards(hand)) for hand in hands]))
    assert likely[0] == pytest.approx(1.0) and likely[1] < 0.1


def test_what_it_imagines_ends_after_twelve_tricks_of_which_some_are_taken() -> None:
    for state, seat in _positions((bot("bidwhist", "medium"),), 2, {}, 1):
        if state.phase is not Phase.PLAY:
            continue
        knowledge = knowledge_of(RULES.view(state, seat))
        found = np.zeros((1, 5), np.int64)
        rollouts.ends(renamed(knowledge, worlds(knowledge, 5, Random(1))), scene_of(knowledge), np.array([-1]), found)
        assert found.min() >= knowledge.taken[0] and found.max() <= 12 - knowledge.taken[1]


def test_each_contract_orders_the_whole_pack_and_the_ace_is_high_both_ways() -> None:
    for contract in EVERY:
        table = numbers(contract)
        assert len(set(table.values())) == 54
        assert all(table[cards(f"A{suit}")[0]] % 16 == 12 for suit in Suit)
    up, down = (numbers(contract_kind(Denomination.NO_TRUMP, one)) for one in (Direction.UP, Direction.DOWN))
    two, king = cards("2H KH")
    assert up[two] < up[king] and down[two] > down[king]


def test_a_hand_is_as_many_bits_in_every_contract() -> None:
    hand = cards("BJ LJ AS 2H KD 9C")
    assert {bits(hand, contract).bit_count() for contract in EVERY} == {6}


def test_calls_of_reneges_count_in_what_a_hand_is_worth() -> None:
    """4U is down with nine tricks once the rivals have proved a renege, and made again after a wrong call of theirs."""
    state = to_play("4U", "S", {0: "AS KS"}, gone="4C 6C 7C 8C BJ LJ", options={"renege": "table"})
    made = []
    for right in (None, True, False):
        told = () if right is None else (Called(1, 1, right),)
        knowledge = knowledge_of(replace(RULES.view(state, 0), called=told))
        made.append([worth > 0.5 for worth in worths(knowledge, contract_of(state))].index(True))
    assert made == [9, 12, 6]


def test_the_chance_to_win_follows_the_score() -> None:
    terms = Terms()
    scores = ((6, -6), (6, 0), (3, 0), (0, 0), (0, 3), (-6, 0))
    chances = [winning_chance(score, 0, terms) for score in scores]
    assert chances == sorted(chances, reverse=True) and chances[3] == pytest.approx(0.5)
    assert [winning_chance(score, 1, terms) for score in scores] == pytest.approx(
        [1 - one for one in chances], abs=0.01
    )


def test_a_game_that_is_far_from_its_end_is_open() -> None:
    near, far = Terms(win=7, lose=-7), Terms(win=50, lose=-50)
    assert winning_chance((5, 0), 0, near) > winning_chance((5, 0), 0, far) + 0.1 > 0.6


def test_once_prepared_nothing_is_left_to_compile() -> None:
    hard = HardBidWhist(Effort(2, 2, 2))
    hard.prepare(Random(1))
    asked = (rollouts.ends, rollouts.pile_ends, rollouts.contract_ends, rollouts.declared_ends, rollouts.picked)
    kernels: list[Any] = [*asked, aside.put_aside, aside.without_kitty]
    before = [len(kernel.signatures) for kernel in kernels]
    for options in TABLES.values():
        for state, seat in _positions((hard, bot("bidwhist", "easy")), 1, options):
            hard.choose(RULES.view(state, seat), Random(1))
    assert before == [len(kernel.signatures) for kernel in kernels]


# -- work ---------------------------------------------------------------------------------------------------


def test_a_hard_choice_costs_so_many_hands_played_out_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    ends = rollouts.ends

    def counting(hands: Ints, scene: Ints, tried: Ints, found: Ints) -> None:
        counted.append(len(hands) * len(tried))
        ends(hands, scene, tried, found)

    monkeypatch.setattr(rollouts, "ends", counting)
    hard = HardBidWhist(Effort(contracts=6, discards=6, cards=10))
    choices = 0
    for state, seat in _positions((hard,), 5, {}):
        before = len(counted)
        hard.choose(RULES.view(state, seat), Random(1))
        assert sum(counted[before:]) <= 10 * len(state.hands[seat])
        choices += len(counted) > before
    assert choices > 50
