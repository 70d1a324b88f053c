"""Records of Spades, Bid Whist and Card Duel: parts that only one game has, the referee's verdicts, and rows."""

from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.state import DEALER, SeatAction
from games.records.format import record_of
from games.table.models import Bid, Discard
from tests.bidwhist.positions import E, N, S, W, contract
from tests.records import played
from tests.records.played import (
    PEOPLE,
    Change,
    ErrorPlace,
    actions,
    assert_right,
    change_result,
    error_of,
    first_stack,
    game_of_table,
    reshuffles,
)
from tests.records.stored import store_record

Record = dict[str, Any]


def drawn_duel() -> Record:
    """Return the record of a duel whose coin the dealer draws."""
    return played.random_game("cardduel", 3, prefer="play", is_sealed=True).record()


def blazed_duel() -> Record:
    games = (played.random_game("cardduel", seed, start={}).record() for seed in range(99))
    return next(game for game in games if actions(game)[-1][1] == "blaze")


GAMES_OF_TABLES = ("misdealt", "nil_exchange", "suicide", "solo", "uptown", "joker_exchange", "reneged")
DUELS = {"long_duel": played.long_duel, "drawn_duel": drawn_duel, "blazed_duel": blazed_duel}


def game_of(name: str) -> Record:
    game: Record = DUELS[name]() if name in DUELS else getattr(played, name)().record()
    return game


@pytest.mark.parametrize("name", [*GAMES_OF_TABLES, *DUELS])
def test_a_record_is_right_with_and_without_results(name: str) -> None:
    game = game_of(name)
    assert_right(game)
    results = [hand.pop("result") for hand in game["hands"]]
    assert assert_right(game).as_json(1) == {"line": 1, "ok": True, "hands": results, "result": game.pop("result")}
    assert_right(game)


def test_a_misdeal_is_a_hand_of_its_own() -> None:
    game = played.misdealt().record()
    assert [hand["number"] for hand in game["hands"]] == [1, 2]
    assert game["hands"][0]["result"] == {"misdeal": S}
    assert actions(game)[-2:] == [[S, "look"], [S, "misdeal"]]
    assert actions(game, 1)[0] == [N, "look"]  # the same dealer, so the same seat bids first
    assert game["start"] == {"dealer": W, "score": [440, 100], "bags": [5, 0]}


def test_an_exchange_is_recorded_between_bids_and_plays() -> None:
    (hand,) = played.nil_exchange().record()["hands"]
    said = [action[1] for action in hand["actions"][:10]]
    assert said == ["look", "bid", "blind_nil", "look", "bid", "look", "bid", "give", "return", "play"]
    assert hand["actions"][7:9] == [[W, "give", ["QS", "KH"]], [E, "return", ["3D", "QS"]]]
    assert hand["result"]["bids"] == [3, "b0", 4, 3]


def test_an_override_is_recorded_in_the_result_only() -> None:
    (hand,) = played.suicide().record()["hands"]
    assert hand["actions"][:4] == [[S, "bid", 5], [W, "bid", 0], [N, "bid", 4], [E, "bid", 0]]
    assert hand["result"]["bids"] == [0, 4, 4, 0]


def test_a_solo_result_has_four_numbers_and_a_seat_as_winner() -> None:
    game = played.solo().record()
    (hand,) = game["hands"]
    assert [len(hand["result"][name]) for name in ("points", "score", "bags")] == [4, 4, 4]
    assert hand["actions"][:4] == [[S, "blind_nil"], [W, "bid", 3], [N, "blind_nil"], [E, "bid", 3]]
    assert game["result"] == {"winner": W, "why": "score"}


def test_the_start_of_a_drawn_dealer_is_written_in_full() -> None:
    said: list[SeatAction] = [(DEALER, Action("start", {"dealer": 2}))]
    game = record_of(key="spades", options={"variant": "solo"}, said=said, seats=PEOPLE)
    assert game["start"] == {"dealer": 2, "score": [0, 0, 0, 0], "bags": [0, 0, 0, 0]}
    assert game["options"] == {"variant": "solo"}


def test_default_fixed_and_ineffective_options_are_accepted() -> None:
    partner, exchange = {"variant": "partner"}, {"blind_nil_exchange": 2}
    defaults: list[dict[str, Any]] = [{"winning_score": 500, "one_nil": False}, {"losing_score": -300, "min_ind": 0}]
    for options in (partner, *defaults, {**partner, **exchange}):
        game = played.nil_exchange().record()
        game["options"] = {**exchange, **options}
        assert_right(game)
    for first in ("human", "computer", "random"):
        game = played.long_duel()
        game["options"]["first"] = first
        assert_right(game)


@pytest.mark.django_db
def test_a_passed_out_hand_is_a_hand_of_its_own() -> None:
    game = played.uptown().record()
    assert [hand["number"] for hand in game["hands"]] == [1, 2]
    assert game["hands"][0]["result"] == {"passed_out": True}
    assert actions(game)[0] == [S, "pass"] and actions(game, 1)[0] == [W, "pass"]
    assert game["start"] == {"dealer": E, "score": [2, -1], "wins": [1, 0]}
    (_, hand) = game["hands"]
    assert len(hand["deal"]["kitty"]) == 5
    said = [action[1] for action in hand["actions"]]
    assert said == ["pass", "bid", "pass", "bid", "trump", "discard", *["play"] * 48]
    assert hand["actions"][3:5] == [[S, "bid", "5U"], [S, "trump", "S"]]
    assert hand["result"]["contract"] == "5U" and hand["result"]["trump"] == "S" and "direction" not in hand["result"]
    assert sum(hand["result"]["books"]) == 13
    calls = Bid.objects.filter(hand__game=store_record(game, {}), hand__number=2).order_by("place")
    rows = [(W, "pass", None), (N, "4D", 10), (E, "pass", None), (S, "5U", 11)]
    assert list(calls.values_list("seat", "text", "tricks")) == rows  # each bid with its books


@pytest.mark.django_db
def test_the_exchange_of_jokers_is_recorded_after_the_discard() -> None:
    """The stored discard has the jokers, each with its former seat, and lacks the cards drawn for them."""
    game = played.joker_exchange().record()
    assert actions(game)[5:8] == [
        [S, "discard", ["7C", "2H", "7D", "6D", "4D", "3D"]],
        [None, "joker", [W, "LJ", "6D"]],
        [None, "joker", [N, "BJ", "2H"]],
    ]
    assert game["hands"][0]["result"]["direction"] == "down" and "trump" not in game["hands"][0]["result"]
    rows = Discard.objects.filter(hand__game=store_record(game, {})).values_list("seat", "card")
    assert sorted(rows) == [(S, "3D"), (S, "4D"), (S, "7C"), (S, "7D"), (W, "LJ"), (N, "BJ")]


def test_calls_are_recorded_in_order_and_one_given_up_is_null() -> None:
    game = played.reneged().record()
    assert [one for one in actions(game) if one[1] in ("call", "book", "confirm")] == [
        *([S, "call"], [S, "book", 1], [S, "call"], [S, "book", 2]),
        *([N, "confirm"], [E, "call"], [E, "book", None], [W, "confirm"]),
    ]
    assert actions(game)[12] == [S, "call"]  # the call is within the second trick


def test_the_result_of_bid_whist_is_winner_and_wins() -> None:
    table = contract("1U", "S trump S", start={"wins": (2, 3)}, win_score=1, min_bid=1)
    game = game_of_table(table.say("S discard 2C 7D 6D 2H 7C 2D").play_cards())
    assert game.record()["result"] == {"winner": 0, "wins": [3, 3]}


def test_a_duel_is_recorded_as_one_hand_with_its_reshuffles() -> None:
    game = played.long_duel()
    (hand,) = game["hands"]
    assert (hand["number"], sorted(hand["deal"])) == (1, ["deck", "hands"])
    assert [len(cards) for cards in hand["deal"]["hands"]] == [5, 5] and len(hand["deal"]["deck"]) == 42
    assert game["start"] == {"hp": [900, 800], "coin": 1}
    assert game["options"] == {"max_rounds": 60}
    assert hand["actions"][0][:2] == [1, "play"]
    assert hand["result"]["rounds"] == 60 and game["result"]["why"] == "rounds"
    assert {action[1] for action in hand["actions"]} == {"play", "reshuffle"}
    assert len(reshuffles(game)) >= 2
    for place in reshuffles(game):  # after the last play of a round
        seat, verb, deck = actions(game)[place]
        assert (seat, verb) == (None, "reshuffle") and len(deck) == len(set(deck)) >= 42
        before = [action for action in actions(game)[:place] if action[1] == "play"]
        assert len(before) % 2 == 0 and actions(game)[place + 1][1] == "play"


def test_a_changed_reshuffle_makes_the_record_wrong() -> None:
    """The seats then draw other cards, so a later play names a card that its seat does not hold."""
    game = played.long_duel()
    actions(game)[SHUFFLE][2].reverse()
    code, hand, action = error_of(game)
    assert (code, hand) == ("NOT_IN_HAND", 0) and action is not None and action > SHUFFLE


def test_a_drawn_coin_is_in_the_start_and_a_blaze_is_the_last_action() -> None:
    start = drawn_duel()["start"]
    assert start.keys() == {"hp", "coin"} and start["hp"] == [30, 30] and start["coin"] in (0, 1)
    game = blazed_duel()
    assert actions(game)[-1][1:] == ["blaze"] and game["result"]["why"] == "blaze"
    assert game["hands"][0]["result"].keys() == {"hp", "rounds"}


def deck(game: Record) -> Any:
    return game["hands"][0]["deal"]["deck"]


def kitty(game: Record) -> Any:
    return game["hands"][0]["deal"]["kitty"]


def repeat_wand(game: Record) -> None:
    named = actions(game)[STACK][2]
    named.insert(0, named[0])


def add_hand(game: Record) -> None:
    game["hands"].append({**game["hands"][0], "number": 2})


def change_winner(game: Record) -> None:
    game["result"]["winner"] = 1 - game["result"]["winner"]


STACK, SHUFFLE = first_stack(played.long_duel()), reshuffles(played.long_duel())[0]
CLASH = {"variant": "custom1", "min_ind": 9, "max_ind": 8, "partners": False}
OF_THE_HAND, OF_THE_GAME = ("RESULT_DIFFERS", 0, None), ("RESULT_DIFFERS", None, None)
NO_DEAL = ("NOT_A_RECORD", 0, None)
WRONG: dict[str, tuple[str, Change, ErrorPlace]] = {
    "a fixed option": ("solo", lambda game: game["options"].update(partners=True), ("OPTION_FIXED", None, None)),
    "options that clash": ("solo", lambda game: game.update(options=CLASH), ("MIN_IND_GT_MAX_IND", None, None)),
    "a result after a misdeal": ("misdealt", change_result(score=[440, 100]), OF_THE_HAND),
    "a card twice": ("nil_exchange", lambda game: actions(game)[8].__setitem__(2, ["3D"] * 2), ("DUPLICATE", 0, 8)),
    "the bids as said, not as overridden": ("suicide", change_result(bids=[5, 0, 4, 0]), OF_THE_HAND),
    "a blind nil as 0": ("nil_exchange", change_result(bids=[3, 0, 4, 3]), OF_THE_HAND),
    "an unknown option": ("uptown", lambda game: game["options"].update(variant="a"), ("UNKNOWN_OPTION", None, None)),
    "another kitty": ("uptown", lambda game: kitty(game).__setitem__(0, "AS"), NO_DEAL),
    "a kitty of the other size": ("uptown", lambda game: game["options"].clear(), NO_DEAL),
    "a discard twice": ("uptown", lambda game: actions(game, 1)[5][2].__setitem__(0, "7C"), ("DUPLICATE", 1, 5)),
    "the books before the calls moved any": ("reneged", change_result(books=[11, 2]), OF_THE_HAND),
    "a wrong score": ("joker_exchange", change_result(score=[1, 0]), OF_THE_HAND),
    "a limit not reached": ("long_duel", lambda game: game["options"].update(max_rounds=30_000_000), OF_THE_HAND),
    "a deck too short": ("long_duel", lambda game: deck(game).pop(), NO_DEAL),
    "no deck": ("long_duel", lambda game: game["hands"][0]["deal"].pop("deck"), NO_DEAL),
    "a card twice in the deck": ("long_duel", lambda game: deck(game).__setitem__(0, deck(game)[1]), NO_DEAL),
    "a second hand": ("long_duel", add_hand, ("GAME_OVER", 1, None)),
    "a wand twice": ("long_duel", repeat_wand, ("DUPLICATE", 0, STACK)),
    "other HP": ("long_duel", change_result(hp=[1, 2]), OF_THE_HAND),
    "other rounds": ("long_duel", change_result(rounds=59), OF_THE_HAND),
    "another reason": ("long_duel", lambda game: game["result"].update(why="hp"), OF_THE_GAME),
    "another winner": ("long_duel", change_winner, OF_THE_GAME),
}


@pytest.mark.parametrize("what", WRONG)
def test_the_referee_names_the_first_error_of_a_wrong_record(what: str) -> None:
    name, change, where = WRONG[what]
    game = game_of(name)
    change(game)
    assert error_of(game) == where
