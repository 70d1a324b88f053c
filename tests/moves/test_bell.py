"""The bell: it rings for a task by name, and rests for a while after the broker has failed."""

from typing import Any

import pytest
from celery.canvas import Signature
from kombu.exceptions import OperationalError

from games import enqueue
from games.enqueue import REPLY, Bell


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
    bell = Bell()
    with pytest.raises(OperationalError):
        bell.ring(REPLY, code="code", version=3)
    bell.ring(REPLY, code="code", version=4)
    assert tried == [{"code": "code", "version": 3}]
    clock[0] += Bell.REST
    with pytest.raises(OperationalError):
        bell.ring(REPLY, code="code", version=5)
    assert len(tried) == 2
