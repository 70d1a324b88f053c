"""`tools.trial` kills processes of a site in use, reports faults, and replaces the table of its last run."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tools.trial.__main__ import HEADING, Report
from tools.trial.judging import (
    Answered,
    FaultCounts,
    StoredAttempt,
    StoredEntry,
    counted_twice,
    missing,
    other_answers,
    shown_early,
)

DEALT = StoredEntry(1, -1, '["deal",{"hands":[["2C"],["3C"]]}]', "dealer")
SENT = StoredEntry(2, 0, '["play","QH"]', "person")
REPLY = StoredEntry(3, 1, '["play","2H"]', "computer")
ASIDE = StoredEntry(2, 0, '["discard","2C"]', "person")
BOT_ASIDE = StoredEntry(3, 1, '["discard","3C"]', "computer")


@pytest.mark.parametrize(
    ("after", "status", "fault", "stored"),
    [
        ([DEALT, SENT, REPLY], 200, "", 0),
        ([DEALT, SENT], None, "", 1),
        ([DEALT], None, "", 0),
        ([DEALT], 200, "answered, and not stored", 0),
        ([DEALT, SENT, StoredEntry(3, 0, '["play","QH"]', "person")], 200, "stored 2 times", 0),
        ([DEALT, StoredEntry(2, 0, '["play","KH"]', "person")], 200, "something else was stored", 0),
        ([DEALT, StoredEntry(2, 0, '["play"]', "person")], None, "something else was stored", 1),
        ([SENT], None, "earlier entries have changed", 0),
        ([DEALT, SENT], 500, "answered 500", 0),
    ],
)
def test_a_loss_in_a_log_after_a_kill_is_reported(
    after: list[StoredEntry], status: int | None, fault: str, stored: int
) -> None:
    outcome = FaultCounts()
    outcome.judge([DEALT], after, ["play", "QH"], status)
    assert [one.partition(": ")[2] for one in outcome.faults] == ([fault] if fault else [])
    assert outcome.stored == stored


@pytest.mark.parametrize(
    ("made_at", "shown", "action", "faults"),
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
def test_an_answered_action_that_is_not_stored_is_reported(
    made_at: int, shown: int, action: list[str] | None, faults: int
) -> None:
    answered = Answered("abc", made_at, shown, action, 0.0)
    assert len(missing([DEALT, SENT, REPLY], [answered])) == faults


@pytest.mark.parametrize(
    ("log", "faults", "met"),
    [
        ([DEALT, ASIDE, BOT_ASIDE], 0, 2),
        ([DEALT, BOT_ASIDE, ASIDE], 0, 2),
        ([DEALT, StoredEntry(2, 0, '["discard","4C"]', "person"), BOT_ASIDE], 0, 1),
        ([DEALT, ASIDE, StoredEntry(3, 1, '["discard","4C"]', "computer")], 1, 2),
        ([StoredEntry(1, -1, '["deal",{"hands":[["3C"],["2C"]]}]', "dealer")], 1, 1),
    ],
)
def test_different_actions_of_bots_after_the_same_actions_are_reported(
    log: list[StoredEntry], faults: int, met: int
) -> None:
    """Bots must act alike after the same choices of a player, in whatever order secret discards are stored."""
    attempts = [StoredAttempt(1, "user 1", True, "abc", 0), StoredAttempt(1, "guest 1", True, "xyz", 0)]
    found, count = other_answers(attempts, {"abc": [DEALT, ASIDE, BOT_ASIDE], "xyz": log})
    assert (len(found), count) == (faults, met)


@pytest.mark.parametrize(
    ("other", "faults"),
    [(StoredAttempt(1, "user 1", True, "xyz", 0), 1), (StoredAttempt(1, "user 1", False, "xyz", 0), 0)]
    + [(StoredAttempt(2, "user 1", True, "xyz", 0), 0), (StoredAttempt(1, "guest 1", True, "xyz", 0), 0)],
)
def test_two_counted_attempts_of_a_player_at_a_board_are_reported(other: StoredAttempt, faults: int) -> None:
    assert len(counted_twice([StoredAttempt(1, "user 1", True, "abc", 0), other])) == faults


@pytest.mark.parametrize(
    ("seen", "passed", "faults"), [("a", 1, 0), ("a", -1, 1), ("b", 1, 0), ("b", -1, 0), ("a", None, 1)]
)
def test_a_seed_shown_before_it_was_opened_is_reported(seen: str, passed: int | None, faults: int) -> None:
    now = datetime.now(UTC)
    opens_at = None if passed is None else now - timedelta(seconds=passed)
    assert len(shown_early({seen: now.timestamp()}, {"a": opens_at})) == faults


def test_a_part_that_fails_is_reported() -> None:
    report = Report()
    with report.part("kills"):
        raise TimeoutError("stuck")
    assert report.lost == ["kills broke off"]


def test_the_table_of_the_last_trial_is_replaced(tmp_path: Path) -> None:
    document, report = tmp_path / "reliability.md", Report()
    document.write_text("# What holds\n", encoding="utf-8")
    for figure in ("5 kills", "7 kills"):
        report.rows.clear()
        report.row("1", "kill -9", figure, [])
        report.write(document)
    text = document.read_text(encoding="utf-8")
    assert text.count(HEADING) == 1 and "\nHeld on 20" in text
    assert "| 1 | kill -9 | 7 kills | ok |" in text and "5 kills" not in text
