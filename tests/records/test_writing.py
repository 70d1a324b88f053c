"""Writing: whatever was played reads back as the same game, and a record holds what its format says."""

import json

import pytest

from games.engine.actions import Action, deal
from games.engine.cards import cards
from games.engine.state import DEALER
from games.records.referee import check
from games.records.writing import line_of, record_of
from tests.records.played import PEOPLE, log_of, long_record, record

HANDS = ("AS TS 4S KH 8H 3H QC 7C 2C JD 5D", "KS 9S 2S AH 9H 4H KC 8C 3C QD 6D")


@pytest.fixture(params=["twoman", "parlour"])
def key(request: pytest.FixtureRequest, parlour: None) -> str:
    return str(request.param)


@pytest.mark.parametrize("seed", range(5))
def test_it_writes_what_the_referee_accepts(key: str, seed: int) -> None:
    """At every length: a game may be written while it goes on."""
    said = log_of(key, seed)
    for count in (1, 2, 5, 14, 30, len(said)):
        game = record(key, said=said[:count])
        found = check(line_of(game))
        assert found.wrong is None, (count, found.wrong.reason)
        assert [hand.get("result") for hand in game["hands"]][: len(found.hands)] == found.as_json(1)["hands"]
        assert game["result"] == found.as_json(1)["result"]


def test_every_action_stands_in_the_record(key: str) -> None:
    said = log_of(key, 2)
    game = record(key, said=said)
    written = [(action[0], action[1]) for hand in game["hands"] for action in hand["actions"]]
    told = [(None if seat == DEALER else seat, one.verb) for seat, one in said if one.verb not in ("start", "deal")]
    assert written == told
    assert [hand["number"] for hand in game["hands"]] == list(range(1, len(game["hands"]) + 1))


def test_a_record_in_full() -> None:
    said = [
        (DEALER, Action("start", {"parity": ("even", "odd")})),
        (DEALER, deal([cards(hand) for hand in HANDS])),
        (1, Action("discard", "3C")),
        (0, Action("discard", "2C")),
        (1, Action("bid", 5)),
    ]
    game = record_of(
        key="twoman",
        options={"target": 500, "denial": True},
        said=said,
        seats=PEOPLE[:2],
        proofs={1: {"commitment": "00ff"}},
        auto={1: 0},
        ended={"why": "abandoned", "seat": 0},
    )
    assert game == {
        "format": "spadesite-record/1",
        "game": "twoman",
        "options": {"target": 500},
        "seats": [{"name": "Ann", "player": "person"}, {"name": "Marta", "player": "easy"}],
        "start": {"parity": ["even", "odd"], "base": [0, 0], "bags": [0, 0]},
        "hands": [
            {
                "number": 1,
                "proof": {"commitment": "00ff"},
                "deal": {"hands": [hand.split() for hand in HANDS]},
                "actions": [[1, "discard", "3C"], [0, "discard", "2C"], [1, "bid", 5]],
            }
        ],
        "result": None,
        "ended": {"why": "abandoned", "seat": 0},
    }
    assert check(line_of(game)).wrong is None


def test_a_start_anywhere_is_written_with_its_parity() -> None:
    game = record(seed=4, start={"base": (270, 250), "bags": (3, -2)})
    assert game["start"] == {"parity": ["odd", "even"], "base": [270, 250], "bags": [3, -2]}
    assert check(line_of(game)).wrong is None


def test_a_hand_tells_how_much_was_played_out() -> None:
    game = record(seed=1, auto={1: 4})
    assert [hand.get("auto") for hand in game["hands"]] == [4] + [None] * (len(game["hands"]) - 1)


def test_a_finished_game_was_not_given_up() -> None:
    with pytest.raises(ValueError, match="not given up"):
        record(seed=1, ended={"why": "forfeit", "seat": 0})


def test_a_line_is_one_line() -> None:
    game = {**long_record(), "seats": [{"name": "Ann\nBo"}, {"name": "王芳\u2028"}]}
    line = line_of(game)
    assert "\n" not in line
    assert "王芳" in line
    assert json.loads(line) == game
