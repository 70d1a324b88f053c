"""A trial says what was lost: another card than was sent, an answered move that is gone, a part that broke off."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.reading import Table
from tests.trial import boards, people
from tests.trial.__main__ import _kept_going
from tests.trial.kills import Outcome, _judge
from tests.trial.ledger import Answered, Ledger, Line
from tests.trial.report import HEADING, Report

DEALT: Line = (1, -1, '["deal",{"hands":[["2C"],["3C"]]}]', "dealer")
SENT: Line = (2, 0, '["play","QH"]', "person")
REPLY: Line = (3, 1, '["play","2H"]', "computer")
QUEEN = {"action": '["play", "QH"]'}


def judged(after: list[Line], status: int | None) -> Outcome:
    """What is found where the queen was sent once there was a deal."""
    outcome = Outcome()
    _judge(outcome, [DEALT], after, QUEEN, status)
    return outcome


@pytest.mark.parametrize(
    ("after", "status", "lost", "stored"),
    [
        ([DEALT, SENT, REPLY], 200, "", 0),
        ([DEALT, SENT], None, "", 1),
        ([DEALT], None, "", 0),
        ([DEALT], 200, "answered, and not stored", 0),
        ([DEALT, (2, 0, '["play","KH"]', "person")], 200, "something else was stored", 0),
        ([DEALT, (2, 0, '["play"]', "person")], None, "something else was stored", 1),
        ([SENT], None, "what stood there is gone", 0),
        ([DEALT, SENT], 500, "answered 500", 0),
    ],
)
def test_a_log_after_a_kill(after: list[Line], status: int | None, lost: str, stored: int) -> None:
    outcome = judged(after, status)
    assert bool(outcome.lost) == bool(lost)
    assert not lost or outcome.lost[0].endswith(lost)
    assert (outcome.stored, outcome.doubled) == (stored, [])


def test_an_action_that_is_stored_twice() -> None:
    assert len(judged([DEALT, SENT, (3, 0, '["play","QH"]', "person")], 200).doubled) == 1


class Kept(Ledger):
    """Of a site with one game."""

    def entries(self, code: str) -> list[Line]:
        return [DEALT, SENT, REPLY]


@pytest.mark.parametrize(
    ("made_at", "shown", "action", "lost"),
    [
        (0, 1, None, 0),
        (1, 2, ["play", "QH"], 0),
        (1, 3, ["play", "QH"], 0),
        (1, 2, ["play", "KH"], 1),
        (1, 2, None, 1),
        (2, 3, ["play", "2H"], 1),
        (3, 4, ["play", "4H"], 2),
    ],
)
def test_an_answered_move_stands_where_it_was_made(made_at: int, shown: int, action: list[str], lost: int) -> None:
    found = Kept("nowhere").lost([Answered("abc", made_at, shown, action, 0.0)])
    assert len(found) == lost


@pytest.mark.parametrize("broken", [TimeoutError("stuck"), ConnectionError("gone"), RuntimeError(), KeyError("beat")])
def test_a_part_that_breaks_off_is_a_row(broken: Exception) -> None:
    report = Report()
    with _kept_going(report, "kills"):
        raise broken
    assert report.lost == ["kills was not gone through"]


def test_the_last_trial_is_replaced_and_dated(tmp_path: Path) -> None:
    document, report = tmp_path / "reliability.md", Report()
    document.write_text("# What holds\n", encoding="utf-8")
    for figure in ("5 kills", "7 kills"):
        report.rows.clear()
        report.row("1", "kill -9", figure, ok=True)
        report.write(document)
    text = document.read_text(encoding="utf-8")
    assert text.count(HEADING) == 1
    assert "\nHeld on 20" in text
    assert "| 1 | kill -9 | 7 kills | ok |" in text and "5 kills" not in text


@pytest.mark.parametrize(
    ("told", "faults"),
    [
        ({"abc": [1, 2]}, 0),
        ({"abc": [2, 1]}, 0),
        ({"abc": [1]}, 1),
        ({}, 1),
        ({"abc": [1, 2, 2]}, 1),
        ({"abc": [1, 2], "xyz": [1]}, 1),
    ],
)
def test_whoever_is_told_of_other_hands_than_were_played(told: dict[str, list[int]], faults: int) -> None:
    """Of a table at which two hands are over."""
    found, house = people.Found(), SimpleNamespace(ledger=SimpleNamespace(hands=lambda code: [1, 2]))
    people.compare(house, [SimpleNamespace(counted=lambda: told, codes={"abc"})], found)  # type: ignore[arg-type,list-item]
    assert len(found.faults) == faults


def test_of_those_who_deal_together_the_last_is_promised_a_hand() -> None:
    sitter, before = people.Sitter(SimpleNamespace(urls=[]), Random(1)), Table(version=7)  # type: ignore[arg-type]
    assert not sitter.promised(before, "deal", Table(version=7))
    assert sitter.promised(before, "deal", Table(version=9))
    assert sitter.promised(before, "act", Table(version=7)), "which the ledger then does not find"


def attempt(code: str = "abc", **told: Any) -> boards.Attempt:
    usual = {"board": 1, "who": "user 1", "is_counted": True, "margin": 40, "is_over": True, "seat": 0}
    return boards.Attempt(code=code, **{**usual, **told})


@pytest.mark.parametrize(
    ("told", "faults"),
    [({}, 1), ({"is_counted": False}, 0), ({"board": 2}, 0), ({"who": "guest 1"}, 0), ({"is_over": False}, 1)],
)
def test_who_has_two_counted_attempts_at_a_board(told: dict[str, Any], faults: int) -> None:
    both = [attempt(), attempt("xyz", **told)]
    assert len(boards.twice(both)) == faults
    assert boards.gone(both, ["abc", "xyz"]) == []
    assert boards.gone(both, ["abc", "lost"]) == ["lost is no attempt"]


WON = {"winner": 0}


@pytest.mark.parametrize(
    ("result", "margin", "seat", "faults"),
    [
        (WON, 40, 0, 0),
        (WON, -40, 1, 0),
        (WON, 40, 1, 1),
        (WON, None, 0, 1),
        (WON, 39, 0, 1),
        (None, None, 0, 0),
        (None, 40, 0, 1),
    ],
)
def test_a_margin_that_its_record_does_not_tell(
    result: dict[str, int] | None, margin: int | None, seat: int, faults: int
) -> None:
    """A record without a result is of a board that was given up, which has no margin."""
    hands = [{"result": {"display": [183, 143]}}]
    record = {"game": "twoman", "options": {}, "start": {"base": [140, 140], "bags": [3, 3]}, "hands": hands}
    assert len(boards.wrong(attempt(margin=margin, seat=seat), {**record, "result": result})) == faults


ASIDE: Line = (2, 0, '["discard","2C"]', "person")
HERS: Line = (3, 1, '["discard","3C"]', "computer")


@pytest.mark.parametrize(
    ("log", "faults", "met"),
    [
        ([DEALT, ASIDE, HERS], 0, 2),
        ([DEALT, HERS, ASIDE], 0, 2),
        ([DEALT, (2, 0, '["discard","4C"]', "person"), HERS], 0, 1),
        ([DEALT, ASIDE, (3, 1, '["discard","4C"]', "computer")], 1, 2),
        ([(1, -1, '["deal",{"hands":[["3C"],["2C"]]}]', "dealer")], 1, 1),
    ],
)
def test_the_same_choices_that_met_another_answer(log: list[Line], faults: int, met: int) -> None:
    """Whoever of two secret choices was first."""
    found = boards.Found()
    both = boards.met([attempt(), attempt("xyz", who="guest 1")], {"abc": [DEALT, ASIDE, HERS], "xyz": log}, found)
    assert (len(both), found.met) == (faults, met)


@pytest.mark.parametrize(
    ("seen", "passed", "faults"), [("a", 1, 0), ("a", -1, 1), ("b", 1, 0), ("b", -1, 0), ("a", None, 1)]
)
def test_a_secret_that_was_told_before_it_was_open(seen: str, passed: int | None, faults: int) -> None:
    now = datetime.now(UTC)
    opens_at = None if passed is None else now - timedelta(seconds=passed)
    assert len(boards.early({seen: now.timestamp()}, {"a": opens_at})) == faults
