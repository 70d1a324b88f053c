"""Numbers that nobody could add up, or read again once stored, are refused wherever a game would keep them."""

import json
from typing import Any

import pytest

from games.records.referee import check
from tests.records.checking import checked, file_of
from tests.records.played import record

LONG = 9 * 10**4_200
#: Ten digits; what follows, nine, is the most a record may have.
TEN, NINE = 10**9, 10**9 - 1


def written(key: str, *, options: dict[str, Any] | None = None, **start: object) -> str:
    """A record of which nothing has been dealt yet, with this in its start."""
    game = json.loads(json.dumps(record(key, 1)))
    head = {**game["start"], **start}
    return json.dumps({**game, "start": head, "options": options or {}, "hands": [], "result": None})


def code(line: str) -> str | None:
    wrong = check(line).wrong
    return None if wrong is None else wrong.code


@pytest.mark.parametrize("number", [TEN, LONG], ids=["ten digits", "thousands"])
@pytest.mark.parametrize(
    ("key", "options", "start"),
    [
        ("cardduel", {}, lambda n: {"hp": [n, 30]}),
        ("cardduel", {}, lambda n: {"hp": [30, n]}),
        ("twoman", {}, lambda n: {"base": [-(n // 10 * 10)] * 2}),
        ("spades", {"variant": "custom1", "losing_score": None}, lambda n: {"score": [-n, 0]}),
        ("bidwhist", {}, lambda n: {"wins": [0, n]}),
    ],
    ids=["duel", "other side", "twoman", "spades", "bidwhist"],
)
def test_a_start_has_no_long_number(key: str, options: dict[str, Any], start: Any, number: int) -> None:
    assert code(written(key, options=options, **start(number))) == "NOT_A_RECORD"
    assert code(written(key, options=options, **start(NINE))) is None


@pytest.mark.parametrize(
    ("number", "found"), [(NINE, None), (TEN, "NOT_A_RECORD"), (LONG, "NOT_A_RECORD")], ids=["nine", "ten", "thousands"]
)
def test_an_option_has_no_long_number(number: int, found: str | None) -> None:
    assert code(written("cardduel", options={"max_rounds": number})) == found


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "9" * 5_000])
def test_what_is_no_number_is_refused_anywhere(text: str) -> None:
    line = written("cardduel")
    assert code(line.replace("{", '{"at": 1.5e300, ', 1)) is None
    assert code(line.replace("{", f'{{"at": {text}, ', 1)) == "NOT_A_RECORD"


def test_what_is_not_read_may_be_longer() -> None:
    assert code(written("cardduel").replace("{", '{"at": 1700000000000, ', 1)) is None


def test_the_referee_names_it(tmp_path: Any) -> None:
    printed, status = checked(file_of(tmp_path, written("cardduel", hp=[LONG, 30])))
    assert status == 1
    assert printed[0]["code"] == "NOT_A_RECORD"
    assert printed[0]["reason"] == "A number in “start” has more than 9 digits."
