"""The notifier: it names a task, holds nobody up, and rests for a while after the broker has failed."""

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from celery.canvas import Signature
from kombu.exceptions import OperationalError

from games import enqueue
from games.enqueue import REPLY, Notifier


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1_000.0]
    monkeypatch.setattr(enqueue, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What was sent to a broker that is away."""
    sent: list[dict[str, Any]] = []

    def away(self: Signature, *args: Any, **options: Any) -> None:
        sent.append(dict(self.kwargs))
        raise OperationalError("nobody answers")

    monkeypatch.setattr(Signature, "apply_async", away)
    return sent


def test_it_rests_after_a_failure_and_tries_again(clock: list[float], tried: list[dict[str, Any]]) -> None:
    notifier = Notifier()
    with pytest.raises(OperationalError):
        notifier.notify(REPLY, code="code", version=3)
    notifier.notify(REPLY, code="code", version=4)
    assert tried == [{"code": "code", "version": 3}]
    clock[0] += Notifier.REST
    with pytest.raises(OperationalError):
        notifier.notify(REPLY, code="code", version=5)
    assert len(tried) == 2


def test_a_broker_that_says_nothing_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    speaks, sent = threading.Event(), threading.Event()

    def silent(self: Signature, *args: Any, **options: Any) -> None:
        assert speaks.wait(30)
        sent.set()

    monkeypatch.setattr(Signature, "apply_async", silent)
    with ThreadPoolExecutor(1) as ringer:
        monkeypatch.setattr(enqueue, "_notifying", ringer)
        enqueue.reply_soon("code", 3)
        assert not sent.is_set()
        speaks.set()
    assert sent.is_set()


def test_a_task_notifies_before_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker may be put to rest after any task, and its threads with it."""
    sent: list[int] = []
    monkeypatch.setattr(Signature, "apply_async", lambda self, **_options: sent.append(threading.get_ident()))
    monkeypatch.setattr(enqueue, "current_task", "a task")
    with ThreadPoolExecutor(1) as ringer:
        monkeypatch.setattr(enqueue, "_notifying", ringer)
        enqueue.reply_soon("code", 3)
    assert sent == [threading.get_ident()]


def test_a_notice_that_cannot_be_sent_is_logged_once(
    tried: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(enqueue, "NOTIFIER", Notifier())
    with caplog.at_level(logging.ERROR, "games.enqueue"):
        enqueue.reply_soon("abc", 3)
        enqueue.reply_soon("abc", 4)
    assert tried == [{"code": "abc", "version": 3}]
    assert [record.getMessage() for record in caplog.records] == ["The reply of game abc could not be queued."]
