"""Writing of records: the referee accepts written records, and their digests identify games."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.engine.actions import Action, deal
from games.engine.cards import cards
from games.engine.state import DEALER, SeatAction
from games.records.format import line_of, read, record_of
from games.records.referee import check, digest
from games.registry import GAMES
from tests.records import played
from tests.records.played import PEOPLE, assert_right, first_stack, log_of, read_back, record, reshuffles

HANDS = ("AS TS 4S KH 8H 3H QC 7C 2C JD 5D", "KS 9S 2S AH 9H 4H KC 8C 3C QD 6D")


@pytest.fixture(params=["twoman", "parlour"])
def key(request: pytest.FixtureRequest, parlour: None) -> str:
    return str(request.param)


@pytest.mark.parametrize("seed", range(5))
def test_the_referee_accepts_a_written_record_of_any_length(key: str, seed: int) -> None:
    """The record of an unfinished game is right, too."""
    said = log_of(key, seed)
    for count in (1, 2, 5, 14, 30, len(said)):
        game = record(key, said=said[:count])
        found = check(line_of(game))
        assert found.wrong is None, (count, found.wrong.reason)
        assert [hand.get("result") for hand in game["hands"]][: len(found.hands)] == found.as_json(1)["hands"]
        assert game["result"] == found.as_json(1)["result"]


def test_a_record_in_full() -> None:
    start = Action("start", {"parity": ("even", "odd")})
    said: list[SeatAction] = [(DEALER, start), (DEALER, deal([cards(hand) for hand in HANDS]))]
    said += [(1, Action("discard", "3C")), (0, Action("discard", "2C")), (1, Action("bid", 5))]
    options, seats, proofs = {"target": 500, "denial": True}, PEOPLE[:2], {1: {"commitment": "00ff"}}
    ended = {"why": "abandoned", "seat": 0}
    game = record_of(key="twoman", options=options, said=said, seats=seats, proofs=proofs, auto={1: 0}, ended=ended)
    hand = {
        "number": 1,
        "proof": {"commitment": "00ff"},
        "deal": {"hands": [hand.split() for hand in HANDS]},
        "actions": [[1, "discard", "3C"], [0, "discard", "2C"], [1, "bid", 5]],
    }
    assert game == {
        "format": "spadesite-record/1",
        "game": "twoman",
        "options": {"target": 500},
        "seats": [{"name": "Ann", "player": "person"}, {"name": "Marta", "player": "easy"}],
        "start": {"parity": ["even", "odd"], "base": [0, 0], "bags": [0, 0]},
        "hands": [hand],
        "result": None,
        "ended": ended,
    }
    assert check(line_of(game)).wrong is None
    with pytest.raises(ValueError, match="given for a finished game"):
        record(seed=1, ended={"why": "forfeit", "seat": 0})


def test_a_record_is_written_on_one_line() -> None:
    game = {**played.long_record(), "seats": [{"name": "Ann\nBo"}, {"name": "王芳\u2028"}]}
    line = line_of(game)
    assert "\n" not in line
    assert "王芳" in line
    assert json.loads(line) == game


Game = dict[str, Any]


def game_of(key: str) -> Game:
    """Return the record of a game with every kind of action in which the order of the cards does not matter."""
    if key == "cardduel":
        return played.long_duel()
    return played.nil_exchange().record() if key == "spades" else read_back(record(key, 1))


def all_actions(game: Game) -> list[Any]:
    return [action for hand in game["hands"] for action in hand["actions"]]


def digest_of(game: Game) -> str:
    assert_right(game)
    return digest(read(json.dumps(game)))


def reverse_hands(game: Game) -> None:
    for hand in game["hands"]:
        for held in hand["deal"]["hands"]:
            held.reverse()


def reverse_cards_of(verb: str) -> Callable[[Game], None]:
    def change(game: Game) -> None:
        for action in all_actions(game):
            if action[1] == verb:
                action[2].reverse()

    return change


def reverse_keys(game: Game) -> None:
    for hand in game["hands"]:
        hand["deal"] = dict(reversed(hand["deal"].items()))
    game["start"] = dict(reversed(game["start"].items()))


def reverse_wands(game: Game) -> None:
    action = all_actions(game)[first_stack(game)]
    action[2] = [*reversed(action[2][:-1]), action[2][-1]]


SAME: list[tuple[str, str, Callable[[Game], object]]] = [
    *((key, "hands", reverse_hands) for key in sorted(GAMES)),
    *((key, "keys", reverse_keys) for key in sorted(GAMES)),
    ("bidwhist", "kitty", lambda game: [hand["deal"]["kitty"].reverse() for hand in game["hands"]]),
    ("bidwhist", "discard", reverse_cards_of("discard")),
    ("spades", "give", reverse_cards_of("give")),
    ("spades", "return", reverse_cards_of("return")),
    ("cardduel", "wands", reverse_wands),
]


@pytest.mark.parametrize(
    ("key", "change"), [(key, change) for key, _, change in SAME], ids=[f"{a} {b}" for a, b, _ in SAME]
)
def test_a_game_written_in_another_order_has_the_same_digest(key: str, change: Callable[[Game], object]) -> None:
    game = game_of(key)
    other = json.loads(json.dumps(game))
    change(other)
    assert json.dumps(other) != json.dumps(game)
    assert digest_of(other) == digest_of(game)


def exchange_undrawn_cards(game: Game) -> None:
    """Swap two undrawn cards of the deck: the plays stay the same, but the deal differs."""
    game["hands"][0]["deal"]["deck"][-2:] = reversed(game["hands"][0]["deal"]["deck"][-2:])


def short_game() -> Game:
    said = log_of("cardduel", 5, actions=3)
    return read_back(record("cardduel", said=said, ended={"why": "forfeit", "seat": 1}))


@pytest.mark.parametrize(
    "change",
    [
        exchange_undrawn_cards,
        lambda game: game["start"].update(hp=[31, 30]),
        lambda game: game["ended"].update(seat=0),
        lambda game: game["options"].update(max_rounds=201),
        lambda game: game["hands"][0]["deal"]["hands"][0].__setitem__(0, game["hands"][0]["deal"]["deck"][-1]),
    ],
)
def test_another_game_has_another_digest(change: Callable[[Game], object]) -> None:
    game = short_game()
    change(game)
    assert digest(read(json.dumps(game))) != digest_of(short_game())


def test_a_reshuffle_in_another_order_has_another_digest() -> None:
    game = played.long_duel()
    game["hands"][0]["actions"][reshuffles(game)[-1]][2].reverse()
    assert digest(read(json.dumps(game))) != digest_of(played.long_duel())
