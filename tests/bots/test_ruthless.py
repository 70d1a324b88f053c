"""The ruthless bot: choices in simple positions, cached kernels, and the worth of hands and of standings."""

import errno
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import mean
from typing import Any, TypeAlias

import numpy as np
import pytest

from games.arena.match import ArenaGame, Match, played
from games.bots.kernels import Ints, _if_there_is_room, ones
from games.engine.actions import Action, deal
from games.engine.cards import Card, Suit, cards
from games.engine.state import DEALER, Phase, Seat, State
from games.registry import bot
from games.twoman.bots import inference
from games.twoman.bots import position as s
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.bots.position import learnt
from games.twoman.bots.ruthless import case_of, scene_of
from games.twoman.rules import PLAY, TwoManState, own
from games.twoman.score import BAG_CARDS
from tests.bots.positions import RULES, before_play, card_of, to_play
from tests.play import HERS, MINE
from tools.site import ROOT

MARTA = bot("twoman", "ruthless")
STRONG = "AS KS QS 9S AH KH QH 4C 5C 8D"
WEAK = "4S 3S 8H 5H 4H 9C 6C 5C 8D 6D"


def test_ruthless_bids_high_low_all_tricks_or_nil_as_its_cards_suggest() -> None:
    for hand, base, low, high in [
        (STRONG, (0, 0), 6, 8),
        (WEAK, (0, 0), 1, 3),
        ("AS KS QS JS TS 9S 8S 7S 6S 5S", (0, 0), 10, 10),
        ("2S 2H 3H 4H 2D 3D 5D 4C 5C 6C", (0, 250), 0, 0),
    ]:
        number = MARTA.choose(before_play(hand, Phase.BID, base=base), Random(1)).number
        assert number is not None and low <= number <= high


def test_ruthless_wins_the_trick_that_makes_its_bid_and_ducks_to_keep_its_nil() -> None:
    taking = to_play("AS KD", led="QD", bids=(1, 9), tricks=(0, 8), other_hand="3H")
    ducking = to_play("9H 2H", led="5H", bids=(0, 5), tricks=(0, 8))
    assert [card_of(MARTA.choose(view, Random(2))) for view in (taking, ducking)] == ["KD", "2H"]


def test_ruthless_bids_blind_when_far_behind_late_in_a_game() -> None:
    view = before_play(STRONG + " 2D", Phase.BLIND, base=(0, 290))
    assert MARTA.choose(view, Random(4)).verb in {"blind", "blind_nil"}


def test_hands_sampled_after_a_high_bid_have_more_spades() -> None:
    known = learnt()
    spades = []
    for theirs in (2, 7):
        scene, plays = scene_of(knowledge_of(before_play(WEAK, Phase.BID, known=theirs)))
        hands = np.zeros(2000, np.int64)
        inference.worlds(scene, plays, 2000, 200, known, np.ones(3), np.array([77]), hands)
        spades.append(mean(int(ones(int(hand) >> 39)) for hand in hands[:200]))
    assert spades[1] > spades[0] + 1


def test_a_hand_that_ruthless_samples_has_the_known_size_and_no_card_of_a_void() -> None:
    view = to_play("AS 9D 4D", led="KH", played="QC 3H", bids=(3, 3), tricks=(4, 3))
    scene, plays = scene_of(knowledge_of(view))
    hands = np.zeros(400, np.int64)
    known = learnt()
    inference.worlds(scene, plays, 400, 50, known, np.ones(3), np.array([5]), hands)
    clubs = 0x1FFF
    for hand in hands[:50]:
        assert int(ones(int(hand))) == 2
        assert not int(hand) & clubs, "a sampled hand has clubs, although the opponent is void in clubs"


@pytest.mark.parametrize("target", [100, 800])
def test_ruthless_beats_easy_at_other_targets(target: int) -> None:
    """If the table of standings were flat far from the target, all bids would look equal and the bot would lose."""
    games = list(played(Match("twoman", ("ruthless", "easy"), 4, seed=3, duplicate=True, options={"target": target})))
    assert sum(1 for game in games if 0 in game.winners) >= 3


def test_a_blind_bid_counts_as_known_to_the_seat_that_bids_later() -> None:
    """A blind bid precedes the other bid, even if the other seat leads the first trick and so would bid first."""
    state: State = RULES.initial({}, {"parity": ("even", "odd"), "base": (0, 150)})
    done: list[tuple[int, Action]] = [(DEALER, deal([cards(MINE), cards(HERS)])), (0, Action("blind", 7))]
    done += [(0, Action("discard", "2C")), (1, Action("discard", "3C")), (1, Action("bid", 2))]
    done += [(1, Action("play", "QD"))]
    for seat, action in done:
        state = RULES.apply(state, seat, action).state
    assert own(state).first == 1
    scene, _plays = scene_of(knowledge_of(RULES.view(state, 0)))
    assert (scene[inference.KNOWN_BID], scene[inference.THEIR_BID]) == (7, 2)


@pytest.mark.parametrize("folder", ["", "/dev/null/kernels"])
def test_without_a_cache_folder_kernels_work_and_write_no_cache(folder: str) -> None:
    """A kernel cached beside the sources would stay in use after a change of another kernel that it calls."""
    code = "from games.twoman.bots.position import length; print(length(5))"
    kept = set((ROOT / "games").rglob("*.nb?"))
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert found.stdout.strip() == "2", found.stderr
    assert set((ROOT / "games").rglob("*.nb?")) == kept


def test_a_kernel_is_cached_and_a_full_disk_is_only_logged(caplog: pytest.LogCaptureFixture) -> None:
    def full(signature: Any, code: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with caplog.at_level(logging.WARNING):
        _if_there_is_room(full)("signature", "code")
    kept: list[Any] = []
    _if_there_is_room(lambda signature, code: kept.append((signature, code)))("signature", "code")
    assert kept == [("signature", "code")] and "could not be kept on disk: No space left on device" in caplog.text


@pytest.mark.parametrize(("bidder", "tricks", "worth"), [(0, 0, s.SURE), (0, 1, 0), (1, 10, 0), (1, 9, s.SURE)])
def test_the_worth_of_a_hand_with_a_blind_nil_is_that_of_a_won_or_lost_game(
    bidder: int, tricks: int, worth: int
) -> None:
    case = np.zeros(s.CASE_SIZE, np.int64)
    case[s.BLIND + bidder] = s.BLIND_NIL
    assert s.hand_worth(tricks, 0, case, learnt().standings) == worth


def worth_of(base: int, bags: int, other: int, other_bags: int, *, leads: bool = True, target: int = 300) -> float:
    case = np.zeros(s.CASE_SIZE, np.int64)
    case[s.TARGET], case[s.MERCY], case[s.NEXT_LEADER] = target, 300, 0 if leads else 1
    return int(s.standing_worth(base, bags, other, other_bags, case, learnt().standings)) / s.SURE


def test_the_table_of_standings_values_points_and_bags() -> None:
    assert worth_of(0, 0, 0, 0) == pytest.approx(0.5, abs=0.03)
    assert worth_of(100, 0, 0, 0) > 0.65 > 0.35 > worth_of(0, 0, 100, 0)
    assert worth_of(200, 6, 200, 0) < worth_of(200, 0, 200, 0) < worth_of(200, -4, 200, 0)
    assert worth_of(290, 0, 200, 0) > worth_of(150, 0, 60, 0)


def test_the_worths_of_a_standing_to_both_seats_add_up_to_1() -> None:
    for base, bags, other, other_bags in ((120, 3, 80, -2), (-50, 0, 200, 6), (290, 5, 290, 4)):
        mine = worth_of(base, bags, other, other_bags, leads=True)
        assert mine + worth_of(other, other_bags, base, bags, leads=False) == pytest.approx(1.0, abs=1e-5)


def test_a_standing_is_worth_the_same_at_the_same_distance_from_a_lower_target() -> None:
    assert worth_of(150, 2, 90, 1, target=200) == pytest.approx(worth_of(250, 2, 190, 1), abs=1e-9)


@pytest.mark.parametrize("target", range(100, 1001, 50))
def test_at_any_target_a_standing_ahead_is_worth_more(target: int) -> None:
    ahead = [worth_of(lead, 0, 0, 0, target=target) for lead in (-60, 0, 60)]
    assert ahead[0] + 0.05 < ahead[1] < ahead[2] - 0.05
    assert ahead[1] == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("mercy", [310, 500, 1000])
@pytest.mark.parametrize("leader", [0, 1])
def test_with_a_higher_mercy_lead_no_unfinished_game_is_worth_a_win_or_loss(mercy: int, leader: int) -> None:
    """The table of standings ends at a lead of 300. With a higher mercy lead, larger leads must be worth more."""
    case = np.zeros(s.CASE_SIZE, np.int64)
    case[s.TARGET], case[s.MERCY], case[s.NEXT_LEADER] = 1000, mercy, leader
    for mine in (-60, 0, 120, 480):
        others = range(mine - mercy + 20, min(mine + mercy, 1000) - 10, 10)
        worths = [_worth_without_bags(mine, other, case) for other in others]
        assert all(0 < one < s.SURE for one in worths)
        assert all(one > two for one, two in pairwise(worths))


def _worth_without_bags(base: int, other: int, case: Ints) -> int:
    return int(s.standing_worth(base, 0, other, 0, case, learnt().standings))


def test_with_the_default_mercy_lead_the_worth_is_an_entry_of_the_table() -> None:
    case = np.zeros(s.CASE_SIZE, np.int64)
    case[s.TARGET], case[s.MERCY] = 300, 300
    assert _worth_without_bags(250, 0, case) == learnt().standings[60, 35, 4, 4]


GAMES = 24
Last: TypeAlias = tuple[TwoManState, Seat, Card, TwoManState]
#: By the number of bags that a card takes off: what it adds to `w` (see `position`), for the seat or for the opponent.
WON = {2: (3, 6), 1: (1, 2)}


def last_cards(game: ArenaGame) -> Iterator[Last]:
    """Yield the last card of each hand played to its end: the state before, its seat, the card, the state after."""
    state: State = RULES.initial(game.options)
    for seat, action in game.log:
        step = RULES.apply(state, seat, action)
        before = own(state)
        if action.verb == PLAY and sum(map(len, before.hands)) == 1 and action.card is not None:
            yield before, seat, action.card, own(step.state)
        state = step.state


def worth_to_bot(before: TwoManState, seat: Seat, last: Card) -> int:
    """Return the worth of a hand by the kernels, from the view of the seat that plays the hand's last card."""
    knowledge = knowledge_of(RULES.view(before, seat))
    led = before.trick[0]
    wins = last.height > led.height if last.suit is led.suit else last.suit is Suit.SPADES
    winner = 0 if wins else 1
    w = int(scene_of(knowledge)[0][inference.W]) + sum(
        WON[BAG_CARDS[one]][winner] for one in (led, last) if one in BAG_CARDS
    )
    return int(s.hand_worth(before.tricks[seat] + (winner == 0), w, case_of(knowledge), learnt().standings))


def worth_by_engine(before: TwoManState, seat: Seat, after: TwoManState) -> int:
    """Return the worth of a hand by the engine: the worth of the result if the game is over, else of the standings."""
    result = RULES.result(after)
    if result is not None:
        return s.SURE // 2 if result.winner is None else s.SURE * (result.winner == seat)
    mine, theirs = after.standings[seat], after.standings[1 - seat]
    case = case_of(knowledge_of(RULES.view(before, seat)))
    dealt = own(RULES.apply(after, DEALER, RULES.chance(after, Random(0).randrange)).state)
    case[s.NEXT_LEADER] = 0 if dealt.first == seat else 1
    return int(s.table_worth(mine.base, mine.bags, theirs.base, theirs.bags, case, learnt().standings))


def test_kernels_and_engine_agree_on_the_worth_of_hands() -> None:
    """A blind nil need not occur: the hand stops when its bidder takes a trick, and only last cards are compared."""
    met = set[str]()
    for players in (("easy", "random"), ("easy", "medium")):
        for game in played(Match("twoman", players, games=GAMES, seed=3, random_options=True)):
            for before, seat, last, after in last_cards(game):
                assert worth_to_bot(before, seat, last) == worth_by_engine(before, seat, after), before
                met |= _rules_met(before, after)
    assert met >= {"mercy", "target", "blind", "bag cards won", "bag cards in the pile", "odd leads"}


def _rules_met(before: TwoManState, after: TwoManState) -> set[str]:
    result = RULES.result(after)
    played_cards = {action.card for _seat, action in before.actions if action.verb == PLAY}
    return {
        *({result.why} if result is not None and result.why else ()),
        *({"blind"} if any(isinstance(one, int) for one in before.blind) else ()),
        *({"bag cards won"} if played_cards & set(BAG_CARDS) else ()),
        *({"bag cards in the pile"} if set(before.discards) & set(BAG_CARDS) else ()),
        *({"odd leads"} if before.options["first_lead"] == "odd" else ()),
    }
