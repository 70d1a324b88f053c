"""Records of Bid Whist: what only they have (kitty, jokers exchanged, reneges called), refereed and as rows."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games import dealing
from games.bots.anylegal import AnyLegal
from games.engine.actions import Action
from games.engine.options import Options
from games.engine.state import DEALER, Phase, Said
from games.models import Bid, Discard, Game
from games.records.writing import record_of
from games.services.log import logs
from games.services.moves import store
from games.services.moves.advance import advance
from tests.engine.bidwhist_positions import EXCHANGE, RULES, E, N, S, W
from tests.records.bidwhist_hands import Whist, exchanged, reneged, uptown
from tests.records.played import (
    OF_THE_HAND,
    PEOPLE,
    Change,
    actions,
    as_read,
    misjudge,
    proof_of,
    right_without_results,
    wrong,
)
from tests.records.stored import loaded


@pytest.mark.parametrize("play", [uptown, exchanged, reneged])
def test_what_is_written_is_right_with_its_results_and_without(play: Callable[[], Whist]) -> None:
    right_without_results(play().record())


def test_a_hand_nobody_bought_is_a_hand_of_its_own() -> None:
    game = uptown().record()
    assert [hand["number"] for hand in game["hands"]] == [1, 2]
    assert game["hands"][0]["result"] == {"passed_out": True}
    assert actions(game)[0] == [S, "pass"] and actions(game, 1)[0] == [W, "pass"]
    assert game["start"] == {"dealer": E, "score": [2, -1], "wins": [1, 0]}
    assert len(game["hands"][1]["deal"]["kitty"]) == 5


def test_the_order_of_a_hand() -> None:
    (_, hand) = uptown().record()["hands"]
    said = [action[1] for action in hand["actions"]]
    assert said == ["pass", "bid", "pass", "bid", "trump", "discard", *["play"] * 48]
    assert hand["actions"][3:5] == [[S, "bid", "5U"], [S, "trump", "S"]]
    assert hand["result"]["contract"] == "5U" and hand["result"]["trump"] == "S" and "direction" not in hand["result"]
    assert sum(hand["result"]["books"]) == 13


def test_the_exchange_of_jokers_stands_right_after_the_discard() -> None:
    game = exchanged().record()
    assert actions(game)[5:8] == [
        [S, "discard", ["7C", "2H", "7D", "6D", "4D", "3D"]],
        [None, "joker", [W, "LJ", "6D"]],
        [None, "joker", [N, "BJ", "2H"]],
    ]
    assert game["hands"][0]["result"]["direction"] == "down" and "trump" not in game["hands"][0]["result"]


def test_calls_stand_where_they_were_made_and_one_given_up_is_null() -> None:
    game = reneged().record()
    assert [one for one in actions(game) if one[1] in ("call", "book", "confirm")] == [
        *([S, "call"], [S, "book", 1], [S, "call"], [S, "book", 2]),
        *([N, "confirm"], [E, "call"], [E, "book", None], [W, "confirm"]),
    ]
    assert actions(game)[12] == [S, "call"], "within the second trick"


def test_the_result_of_a_game_is_its_winner_and_the_tally() -> None:
    game = Whist({"win_score": 1, "min_bid": 1}, dealer=E, wins=(2, 3))
    game.deal()
    game.bought("1U", "S", "2C 7D 6D 2H 7C 2D")
    game.play()
    assert game.record()["result"] == {"winner": 0, "wins": [3, 3]}


def kitty(game: Any) -> Any:
    return game["hands"][0]["deal"]["kitty"]


WRONG: dict[str, tuple[Callable[[], Whist], Change, tuple[str, int | None, int | None]]] = {
    "an unknown option": (uptown, lambda game: game["options"].update(variant="solo"), ("UNKNOWN_OPTION", None, None)),
    "four jokers": (uptown, lambda game: game["options"].update(jokers=4), ("OUT_OF_RANGE", None, None)),
    "a game that is over": (uptown, lambda game: game["start"].update(score=[7, 0]), ("BAD_START", None, None)),
    "another kitty": (uptown, lambda game: kitty(game).__setitem__(0, "AS"), ("NOT_A_RECORD", 0, None)),
    "a kitty of the other size": (uptown, lambda game: game["options"].clear(), ("NOT_A_RECORD", 0, None)),
    "a card discarded twice": (uptown, lambda game: actions(game, 1)[5][2].__setitem__(0, "7C"), ("DUPLICATE", 1, 5)),
    "books as they lay before the calls": (reneged, misjudge(books=[11, 2]), OF_THE_HAND),
    "a score that is not": (exchanged, misjudge(score=[1, 0]), OF_THE_HAND),
}


@pytest.mark.parametrize("what", WRONG)
def test_it_names_what_is_wrong(what: str) -> None:
    play, change, where = WRONG[what]
    game = play().record()
    change(game)
    assert wrong(game) == where


# -- proofs -------------------------------------------------------------------------------------------


def sealed(options: Options, rng: Random) -> dict[str, Any]:
    """A game dealt from seeds as a table deals, with a proof on each hand; its hands are played at random."""
    state, said, proofs = RULES.initial(options), list[Said](), dict[int, dict[str, object]]()
    secret, event = b"", 0
    while RULES.result(state) is None:
        seat, action = min(RULES.waits_for(state)), Action("pass")
        if seat != DEALER:
            action = AnyLegal().choose(RULES.view(state, seat), rng)
        else:
            number = state.number + (state.phase is not Phase.JOKERS)
            if number not in proofs:
                secret, event = rng.randbytes(32), 0
                proofs[number] = proof_of(secret, "mine")
            action = RULES.chance(state, dealing.draws(secret, "mine", hand=number, event=event))
            event += 1
        said.append((seat, action))
        state = RULES.apply(state, seat, action).state  # type: ignore[assignment]
    return as_read(record_of(key="bidwhist", options=options, said=said, seats=PEOPLE, proofs=proofs))


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_the_program_deals_every_hand_again(jokers: int, capsys: pytest.CaptureFixture[str]) -> None:
    """From the dealer's left, who moves on, with so many jokers and the cards that were drawn for them."""
    options: Options = {"jokers": jokers, "nt_joker": "exchange", "win_score": 20, "lose_score": -20}
    games = [sealed(options, Random(seed)) for seed in range(6)]
    drawn = [action for game in games for hand in game["hands"] for action in hand["actions"] if action[1] == "joker"]
    assert bool(drawn) is (jokers > 0)
    count = sum(len(game["hands"]) for game in games)
    assert count > 12 and loaded().check_records(map(json.dumps, games))
    assert capsys.readouterr().out.endswith(f"{count} hands checked, 0 failed\n")


def other_kitty(hand: Any) -> None:
    kitty, first = hand["deal"]["kitty"], hand["deal"]["hands"][0]
    kitty[0], first[0] = first[0], kitty[0]


def kitty_alone(hand: Any) -> None:
    hand["deal"]["kitty"][0] = "AS" if hand["deal"]["kitty"][0] != "AS" else "KS"


def another_seat_first(hand: Any) -> None:
    hand["deal"]["hands"].append(hand["deal"]["hands"].pop(0))


def other_card(hand: Any) -> None:
    lying = next(action[2] for action in hand["actions"] if action[1] == "discard")
    draw = next(action[2] for action in hand["actions"] if action[1] == "joker")
    draw[2] = next(one for one in lying if one != draw[2] and one not in ("BJ", "LJ"))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (other_kitty, "the seeds give other cards"),
        (kitty_alone, "the seeds give other cards"),
        (another_seat_first, "the seeds give other cards"),
        (other_card, "the seeds draw another card in the middle of the hand"),
    ],
)
def test_the_program_finds_what_was_changed(change: Change, fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    games = (sealed(EXCHANGE, Random(seed)) for seed in range(20))
    hands = ((game, hand) for game in games for hand in game["hands"])
    game, hand = next((game, hand) for game, hand in hands if any(one[1] == "joker" for one in hand["actions"]))
    change(hand)
    assert not loaded().check_records([json.dumps(game)])
    assert f"hand {hand['number']}: {fault}" in capsys.readouterr().out


# -- rows ----------------------------------------------------------------------------------------------


def written(whist: Whist) -> Game:
    """The game's log as rows, action by action as a table writes it."""
    now = timezone.now()
    game = Game.objects.create(
        key="bidwhist", options=dict(whist.options), rules_version=RULES.version, started_at=now, moved_at=now
    )
    log = logs.opened(game)
    start = {**RULES.start(whist.options), **whist.start}
    for seat, action in ((DEALER, Action("start", start)), *whist.said):
        log = log.with_action(seat, action, "dealer" if seat == DEALER else "computer", now)
        game.version = log.version
        assert advance(game, log)
        store.write(game, log)
        log = log.stored()
    return game


@pytest.mark.django_db
def test_a_joker_turned_in_is_its_holders_row() -> None:
    """Book 1 is the discard as it lies in the end: the card drawn for the joker was played."""
    game = written(exchanged())
    aside = [(S, "3D"), (S, "4D"), (S, "7C"), (S, "7D"), (W, "LJ"), (N, "BJ")]
    assert sorted(Discard.objects.filter(hand__game=game).values_list("seat", "card")) == aside


@pytest.mark.django_db
def test_calls_of_the_auction_are_rows_with_the_books_they_promise() -> None:
    game = written(uptown())
    calls = Bid.objects.filter(hand__game=game, hand__number=2).order_by("place")
    said = [(W, "pass", None), (N, "4D", 10), (E, "pass", None), (S, "5U", 11)]
    assert list(calls.values_list("seat", "text", "tricks")) == said
