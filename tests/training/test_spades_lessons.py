"""What Spades teaches its players: lessons of hands and games, the numbers fitted to them, and the command."""

import json
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from games.arena.match import Match
from games.arena.shares import played
from games.bots.pack import pack_bits
from games.engine.cards import cards
from games.spades.bots.learnt import NIL_WEIGHTS, TRICK_WEIGHTS, nil_kept, nil_places, trick_places, tricks_won
from training import spades_fitting as fitting
from training import spades_lessons as lessons
from training import teach_spades


def test_a_deal_is_the_whole_pack() -> None:
    for hands in lessons.dealt(5, np.random.default_rng(1)).tolist():
        assert [hand.bit_count() for hand in hands] == [13] * 4
        assert sum(hands) == (1 << 52) - 1


def test_all_thirteen_tricks_are_fought_for() -> None:
    taken = lessons.fought(lessons.dealt(20, np.random.default_rng(1)))
    assert taken.sum(axis=1).tolist() == [13] * 20


def test_no_strong_hand_and_no_ace_of_spades_tries_a_nil() -> None:
    deals = lessons.dealt(200, np.random.default_rng(1))
    hopes = np.tile(np.array([2.0, 4.0, 4.0, 3.0]), (200, 1))
    hopes[:100, 0] = 5.0
    nils = lessons.nils_tried(deals, hopes)
    assert set(nils.hands.tolist()) == {hand for hand in deals[100:, 0].tolist() if not hand >> 51}
    assert set(nils.kept.tolist()) == {0, 1}


def test_standings_are_told_from_the_first_side() -> None:
    games = list(played(Match("spades", ("normal", "random"), 2, seed=3)))
    stands = lessons.stands_of(games)
    assert stands.won.any() and not stands.won.all()
    assert (stands.ahead[stands.won > 0].mean()) > 0 > (stands.ahead[stands.won == 0].mean())


@pytest.mark.parametrize("held", ["", "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "AC KD QH 2S"])
def test_every_hand_has_its_places(held: str) -> None:
    hand = pack_bits(cards(held))
    assert all(0 <= place < TRICK_WEIGHTS for place in trick_places(hand))
    assert all(0 <= place < NIL_WEIGHTS for place in nil_places(hand))


def test_the_fit_finds_the_weights_that_made_the_numbers() -> None:
    hands = lessons.dealt(2_000, np.random.default_rng(2)).ravel()
    aces = [(hand >> 51, (hand >> 12 & 1) + (hand >> 25 & 1) + (hand >> 38 & 1)) for hand in hands.tolist()]
    made = np.array([2.0 * spade + side for spade, side in aces])
    found = fitting.hopes(hands, fitting.trick_weights(hands, made))
    assert np.corrcoef(found, made)[0, 1] > 0.95


def test_what_is_kept_ranks_hands_as_players_do() -> None:
    strong, fair, weak = (
        "AS KS QS 5S AH KH 2H AD KD 5D 2D AC 2C",
        "KS 7S 5S 2S AH 9H 2H KD 9D 5D QC 8C 2C",
        "3S 2S 7H 5H 4H 2H 8D 5D 3D 9C 6C 4C 2C",
    )
    won = [tricks_won(pack_bits(cards(one))) for one in (strong, fair, weak)]
    assert won[0] > won[1] + 3 > won[2] + 4
    assert nil_kept(pack_bits(cards(weak))) > 0.6 > 0.2 > nil_kept(pack_bits(cards(fair)))


def test_the_command_plays_learns_and_writes(tmp_path: Path) -> None:
    path = tmp_path / "numbers.json"
    teach_spades.main(["--hands=60", "--games=2", "--jobs=1", f"--into={path}"])
    found = json.loads(path.read_text())
    assert (len(found["tricks"]), len(found["nil"])) == (TRICK_WEIGHTS, NIL_WEIGHTS)
    assert np.isfinite(list(chain(found["tricks"], found["nil"]))).all()
    assert {name: found[name] > 0 for name in ("per_hand", "drift")} == {"per_hand": True, "drift": True}
