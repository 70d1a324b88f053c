"""Records of Spades: what only they have (misdeals, exchanges, blind nils, One Nil), written and refereed."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.state import DEALER, Said
from games.records.writing import record_of
from tests.engine.spades_positions import RULES, E, N, S, W
from tests.records.played import (
    OF_THE_HAND,
    PEOPLE,
    Change,
    actions,
    misjudge,
    right,
    right_without_results,
    wrong,
)
from tests.records.spades_hands import Play, exchanged, misdealt, solo, suicide


@pytest.mark.parametrize("play", [misdealt, exchanged, suicide, solo])
def test_what_is_written_is_right_with_its_results_and_without(play: Callable[[], Play]) -> None:
    right_without_results(play().record())


def test_a_misdeal_is_a_hand_of_its_own() -> None:
    game = misdealt().record()
    assert [hand["number"] for hand in game["hands"]] == [1, 2]
    assert game["hands"][0]["result"] == {"misdeal": S}
    assert game["hands"][0]["actions"][-2:] == [[S, "look"], [S, "misdeal"]]
    assert game["hands"][1]["actions"][0] == [N, "look"]  # the same dealer, so the same seat bids first
    assert game["start"] == {"dealer": W, "score": [440, 100], "bags": [5, 0]}


def test_an_exchange_stands_between_the_bids_and_the_plays() -> None:
    (hand,) = exchanged().record()["hands"]
    said = [action[1] for action in hand["actions"][:10]]
    assert said == ["look", "bid", "blind_nil", "look", "bid", "look", "bid", "give", "return", "play"]
    assert hand["actions"][7:9] == [[W, "give", ["QS", "KH"]], [E, "return", ["3D", "QS"]]]
    assert hand["result"]["bids"] == [3, "b0", 4, 3]


def test_an_override_shows_only_in_the_result() -> None:
    (hand,) = suicide().record()["hands"]
    assert hand["actions"][:4] == [[S, "bid", 5], [W, "bid", 0], [N, "bid", 4], [E, "bid", 0]]
    assert hand["result"]["bids"] == [0, 4, 4, 0]


def test_four_sides_are_four_numbers_and_the_winner_a_seat() -> None:
    game = solo().record()
    (hand,) = game["hands"]
    assert [len(hand["result"][name]) for name in ("points", "score", "bags")] == [4, 4, 4]
    assert hand["actions"][:4] == [[S, "blind_nil"], [W, "bid", 3], [N, "blind_nil"], [E, "bid", 3]]
    assert game["result"] == {"winner": W, "why": "score"}


def test_the_start_of_a_drawn_dealer_is_written_in_full() -> None:
    rules = RULES.initial({"variant": "solo"})
    said: list[Said] = [(DEALER, Action("start", {"dealer": 2}))]
    assert RULES.refusal(rules, *said[0]) is None
    game = record_of(key="spades", options={"variant": "solo"}, said=said, seats=PEOPLE)
    assert game["start"] == {"dealer": 2, "score": [0, 0, 0, 0], "bags": [0, 0, 0, 0]}
    assert game["options"] == {"variant": "solo"}


CLASH = {"variant": "custom1", "min_ind": 9, "max_ind": 8, "partners": False}
WRONG: dict[str, tuple[Callable[[], Play], Change, tuple[str, int | None, int | None]]] = {
    "a fixed option": (solo, lambda game: game["options"].update(partners=True), ("OPTION_FIXED", None, None)),
    "a variant's option": (suicide, lambda game: game["options"].update(min_team=5), ("OPTION_FIXED", None, None)),
    "options that clash": (exchanged, lambda game: game.update(options=CLASH), ("MIN_IND_GT_MAX_IND", None, None)),
    "two scores for four": (solo, lambda game: game["start"].update(score=[0, 0]), ("BAD_START", None, None)),
    "ten bags": (exchanged, lambda game: game["start"].update(bags=[10, 0]), ("BAD_START", None, None)),
    "a result after a misdeal": (misdealt, misjudge(score=[440, 100]), OF_THE_HAND),
    "a card twice": (exchanged, lambda game: actions(game)[8].__setitem__(2, ["3D", "3D"]), ("DUPLICATE", 0, 8)),
    "the bids as they were said": (suicide, misjudge(bids=[5, 0, 4, 0]), OF_THE_HAND),
    "a blind nil written 0": (exchanged, misjudge(bids=[3, 0, 4, 3]), OF_THE_HAND),
}


@pytest.mark.parametrize("what", WRONG)
def test_it_names_what_is_wrong(what: str) -> None:
    play, change, where = WRONG[what]
    game = play().record()
    change(game)
    assert wrong(game) == where


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "partner"},
        {"winning_score": 500, "one_nil": False},
        {"losing_score": -300, "min_ind": 0},
        {"variant": "partner", "blind_nil_exchange": 2},
    ],
)
def test_an_option_at_its_default_or_at_what_the_variant_fixes_is_read(options: dict[str, Any]) -> None:
    game = exchanged().record()
    game["options"] = {"blind_nil_exchange": 2, **options}
    right(game)
