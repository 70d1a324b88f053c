"""The queue of files, and the connections of a worker."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import Signal, task_postrun, task_prerun
from django.conf import settings
from kombu import Connection
from kombu.transport import TRANSPORT_ALIASES

from games.tasks import nudge
from spadesite import celery, queue
from spadesite.celery import app


@pytest.fixture
def broker(tmp_path: Path) -> Connection:
    folder = str(tmp_path / "tasks")
    options = {"data_folder_in": folder, "data_folder_out": folder, "control_folder": str(tmp_path / "control")}
    Path(folder).mkdir()
    queue.Transport.global_state.clear()  # a process remembers the bindings of other folders
    return Connection("filesystem://", transport_options=options)


def test_filesystem_means_this_transport() -> None:
    assert TRANSPORT_ALIASES["filesystem"] == "spadesite.queue:Transport"


def test_messages_come_out_in_order(broker: Connection) -> None:
    with broker, broker.SimpleQueue("celery") as messages:
        for number in range(5):
            messages.put({"number": number})
        assert [messages.get(timeout=60).payload["number"] for _ in range(5)] == [0, 1, 2, 3, 4]


def test_no_message_is_ever_seen_half_written(broker: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rival reads the folder in the middle of every write."""
    found: list[str] = []
    write = Path.write_text

    def slowly(self: Path, text: str, **kwargs: Any) -> int:
        self.touch()
        found.extend(name for name in os.listdir(self.parent) if name.endswith(".msg"))
        return write(self, text, **kwargs)

    monkeypatch.setattr(Path, "write_text", slowly)
    with broker, broker.SimpleQueue("celery") as messages:
        messages.put({"number": 1})
        assert found == []
        assert messages.get(timeout=60).payload == {"number": 1}


def test_a_full_disk_is_told_and_leaves_no_file(
    broker: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, text: str, **kwargs: Any) -> int:
        raise OSError("No space left on device")

    with broker, broker.SimpleQueue("celery") as messages:
        monkeypatch.setattr(Path, "write_text", full)
        with pytest.raises(queue.ChannelError):
            messages.put({"number": 1})
    assert list(tmp_path.rglob("*.part")) == []


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe\x00", b"[]", b"{}", b"null", b'{"properties": {}}', b'{"properties": 7, "body": "a"}'],
    ids=repr,
)
def test_a_message_that_cannot_be_read_is_dropped(broker: Connection, tmp_path: Path, content: bytes) -> None:
    with broker, broker.SimpleQueue("celery") as messages:
        (tmp_path / "tasks" / "!first.celery.msg").write_bytes(content)
        messages.put({"number": 1})
        assert messages.get(timeout=60).payload == {"number": 1}
        assert list((tmp_path / "tasks").glob("*.msg")) == []


@pytest.mark.parametrize("content", [b"", b"[[", b"7", b'[["a"]]', b"\xff"], ids=repr)
def test_a_table_of_queues_that_cannot_be_read_is_repaired(broker: Connection, tmp_path: Path, content: bytes) -> None:
    with broker, broker.SimpleQueue("celery") as messages:
        [table] = (tmp_path / "control").glob("*.exchange")
        whole = json.loads(table.read_text())
        table.write_bytes(content)
        messages.put({"number": 1})
        assert messages.get(timeout=60).payload == {"number": 1}
        assert json.loads(table.read_text()) == whole


def test_files_are_closed_to_others(broker: Connection, tmp_path: Path) -> None:
    with broker, broker.SimpleQueue("celery") as messages:
        messages.put({"number": 1})
        written = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert len(written) == 2
        assert {path.stat().st_mode & 0o777 for path in written} == {0o600}
        assert (tmp_path / "control").stat().st_mode & 0o777 == 0o700


def test_celery_closes_no_pool_between_tasks() -> None:
    """PostgreSQL would start a process for the next task."""
    assert DjangoWorkerFixup(app).db_reuse_max == settings.CELERY_DB_REUSE_MAX > 100_000


@pytest.mark.parametrize("signal", [task_prerun, task_postrun])
def test_connections_are_given_back_around_a_task(signal: Signal, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[None] = []
    monkeypatch.setattr(celery, "close_old_connections", lambda: closed.append(None))
    for is_eager in (False, True):
        nudge.push_request(is_eager=is_eager)
        signal.send(sender=nudge, task=nudge)
        nudge.pop_request()
        assert len(closed) == 1
