"""Records of Card Duel: one hand that is the whole duel, stacks, reshuffles and blaze, written and refereed."""

from collections.abc import Callable
from typing import Any

import pytest

from games import dealing
from tests.engine.cardduel_positions import P1, P2, RULES
from tests.records.cardduel_hands import SECRET, SEED, duel, long, reshuffles, stack
from tests.records.played import (
    OF_THE_GAME,
    OF_THE_HAND,
    Change,
    actions,
    misjudge,
    right,
    right_without_results,
    wrong,
)
from tests.records.stored import loaded


def drawn() -> dict[str, Any]:
    """The dealer has drawn who has the coin; the duel lasts until its end."""
    return duel({}, None, 3)


def blazed() -> dict[str, Any]:
    games = (duel({}, {}, seed, blazes=True) for seed in range(99))
    return next(game for game in games if actions(game)[-1][1] == "blaze")


@pytest.mark.parametrize("play", [long, drawn, blazed])
def test_what_is_written_is_right_with_its_results_and_without(play: Callable[[], Any]) -> None:
    right_without_results(play())


def test_a_duel_is_one_hand_in_the_form_of_the_format() -> None:
    game = long()
    (hand,) = game["hands"]
    assert (hand["number"], sorted(hand["deal"])) == (1, ["deck", "hands"])
    assert [len(cards) for cards in hand["deal"]["hands"]] == [5, 5] and len(hand["deal"]["deck"]) == 42
    assert game["start"] == {"hp": [900, 800], "coin": 1}
    assert game["options"] == {"max_rounds": 60}
    assert hand["actions"][0][:2] == [1, "play"]
    assert hand["result"]["rounds"] == 60 and game["result"]["why"] == "rounds"
    assert {action[1] for action in hand["actions"]} == {"play", "reshuffle"}


def test_a_reshuffle_stands_after_the_last_play_of_a_round() -> None:
    game = long()
    assert len(reshuffles(game)) >= 2
    for place in reshuffles(game):
        seat, verb, deck = actions(game)[place]
        assert (seat, verb) == (None, "reshuffle") and len(deck) == len(set(deck)) >= 42
        before = [action for action in actions(game)[:place] if action[1] == "play"]
        assert len(before) % 2 == 0 and actions(game)[place + 1][1] == "play"


def test_the_start_that_the_dealer_drew_is_written_in_full() -> None:
    game = drawn()
    coin = dealing.draws(SECRET, SEED, hand=1, event=0)(2)
    assert game["start"] == {"hp": [30, 30], "coin": coin}


def test_a_blaze_ends_the_record() -> None:
    game = blazed()
    (hand,) = game["hands"]
    assert hand["actions"][-1][1:] == ["blaze"] and game["result"]["why"] == "blaze"
    assert hand["result"].keys() == {"hp", "rounds"}


def test_the_option_first_has_no_effect_on_a_record() -> None:
    for first in ("human", "computer", "random"):
        game = long()
        game["options"]["first"] = first
        right(game)
    game = long()
    game["options"]["max_rounds"] = 30_000_000
    assert wrong(game)[0] == "RESULT_DIFFERS"  # the option is sound, but the duel is not over


def test_the_wands_of_a_stack_come_in_any_order() -> None:
    game = long()
    *wands, top = actions(game)[stack(game)][2]
    actions(game)[stack(game)][2] = [*reversed(wands), top]
    assert right(game).result == right(long()).result


def deck(game: Any) -> Any:
    return game["hands"][0]["deal"]["deck"]


def exchange(cards: list[str], one: int, other: int) -> None:
    cards[one], cards[other] = cards[other], cards[one]


def repeated(game: Any) -> None:
    """A stack with one of its wands named twice."""
    named = actions(game)[stack(game)][2]
    named.insert(0, named[0])


STACK, SHUFFLE = stack(long()), reshuffles(long())[0]

WRONG: dict[str, tuple[Change, tuple[str, int | None, int | None]]] = {
    "an option that is none": (lambda game: game["options"].update(hp=30), ("UNKNOWN_OPTION", None, None)),
    "a limit below 0": (lambda game: game["options"].update(max_rounds=-1), ("OUT_OF_RANGE", None, None)),
    "no HP": (lambda game: game["start"].update(hp=[0, 30]), ("BAD_START", None, None)),
    "a third seat with the coin": (lambda game: game["start"].update(coin=2), ("BAD_START", None, None)),
    "a deck too short": (lambda game: deck(game).pop(), ("NOT_A_RECORD", 0, None)),
    "no deck": (lambda game: game["hands"][0]["deal"].pop("deck"), ("NOT_A_RECORD", 0, None)),
    "a card twice in the deck": (lambda game: deck(game).__setitem__(0, deck(game)[1]), ("NOT_A_RECORD", 0, None)),
    "a second hand": (lambda game: game["hands"].append({**game["hands"][0], "number": 2}), ("GAME_OVER", 1, None)),
    "a wand twice": (repeated, ("DUPLICATE", 0, STACK)),
    "other HP": (misjudge(hp=[1, 2]), OF_THE_HAND),
    "other rounds": (misjudge(rounds=59), OF_THE_HAND),
    "another reason": (lambda game: game["result"].update(why="hp"), OF_THE_GAME),
    "another winner": (lambda game: game["result"].update(winner=1 - game["result"]["winner"]), OF_THE_GAME),
}


@pytest.mark.parametrize("what", WRONG)
def test_it_names_what_is_wrong(what: str) -> None:
    change, where = WRONG[what]
    game = long()
    change(game)
    assert wrong(game) == where


def test_a_reshuffle_in_another_order_is_another_duel() -> None:
    """The referee plays what is written: another order deals other cards, which somebody then does not hold."""
    game = long()
    actions(game)[SHUFFLE][2].reverse()
    code, hand, action = wrong(game)
    assert (code, hand) == ("NOT_IN_HAND", 0) and action is not None and action > SHUFFLE


# -- proofs ------------------------------------------------------------------------------------------


def faults(game: Any) -> list[str]:
    program = loaded()
    found: list[str] = program.faults("cardduel", game["hands"][0], program.dealt_to_first(game, 1))
    return found


@pytest.mark.parametrize("play", [long, drawn, blazed])
def test_the_program_deals_and_shuffles_again(play: Callable[[], Any]) -> None:
    assert faults(play()) == []


def test_the_program_finds_another_deck() -> None:
    game = long()
    exchange(deck(game), 40, 41)
    assert faults(game) == ["the seeds give other cards"]
    game = long()
    game["start"]["coin"] = 0
    assert faults(game)[0] == "the seeds give other cards"
    game = long()
    for place in reshuffles(game):
        exchange(actions(game)[place][2], 0, 1)
    assert faults(game) == ["the seeds shuffle the discards into another deck"] * len(reshuffles(game))


def test_the_seats_of_a_duel_are_sides() -> None:
    assert [RULES.side({}, seat) for seat in (P1, P2)] == [0, 1]
