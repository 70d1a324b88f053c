"""Computer players that have to be compiled: by one process at a time, said the first time, and waited for by nobody
who does not play against them.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from games import enqueue, tasks
from games.services.moves import play, players
from games.services.moves.players import WarmingUp
from tests.views.setting_up import TWO_MAN, TWO_MAN_POST, text_of

COMPILED = {
    *(("twoman", one) for one in ("hard", "ruthless")),
    *(("spades", one) for one in ("easy", "normal", "hard", "expert")),
    *(("bidwhist", one) for one in ("easy", "medium", "skilled", "hard")),
}
#: Holds the lock as a process that prepares does, with those ready that are named, until it is told to end.
HOLDS = """
import fcntl, sys
file = open(sys.argv[1] + "/preparing", "a")
fcntl.flock(file, fcntl.LOCK_EX)
file.truncate(0); file.write("".join(f"{one}\\n" for one in sys.argv[2:])); file.flush()
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _nothing_to_compile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(players, "_made_ready", lambda player: None)
    monkeypatch.setattr(players, "prepare_reviews", lambda: None)
    monkeypatch.setattr(players, "_READY", set())
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))


def told(folder: Path | str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    call_command("prepare_players")
    out, err = capsys.readouterr()
    return out + err


def made(*folders: Path) -> None:
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "kept").touch()


class Preparing:
    """Another process that prepares."""

    def __init__(self, folder: Path, *ready: str) -> None:
        command = [sys.executable, "-c", HOLDS, str(folder), *ready]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None and self.process.stdout.readline() == "held\n"

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def __enter__(self) -> "Preparing":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


@contextmanager
def started(*command: str) -> Iterator["subprocess.Popen[str]"]:
    """However the test ends, its pipe is closed, or whatever test comes next is blamed."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def waited_for() -> set[tuple[str, str]]:
    return {(key, level) for key, level in players.everybody() if level in players.warming_up(key)}


def test_the_first_time_it_says_what_it_prepares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What numba has left there already is not all: only a finished run is."""
    made(tmp_path / "ruthless_1f")
    assert "this takes a minute or two, once" in told(tmp_path, monkeypatch, capsys)
    assert told(tmp_path, monkeypatch, capsys) == ""


def test_a_run_that_was_broken_off_is_not_the_first_and_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(player: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(players, "_made_ready", breaks)
        told(tmp_path, monkeypatch, capsys)
    capsys.readouterr()
    assert told(tmp_path, monkeypatch, capsys) != ""


def test_a_player_that_cannot_be_compiled_is_named_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(player: object) -> None:
        assert waited_for() < COMPILED | {("twoman", "ruthless")}
        raise OSError("no compiler")

    with monkeypatch.context() as patch, pytest.raises(SystemExit) as ended:
        patch.setattr(players, "_made_ready", breaks)
        told(tmp_path, monkeypatch, capsys)
    assert ended.value.code == 1
    assert "twoman ruthless" in capsys.readouterr().err
    assert waited_for() == set()
    assert "takes a minute" in told(tmp_path, monkeypatch, capsys), "the next start tries again"


def test_kernels_of_earlier_sources_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], settings: Settings
) -> None:
    settings.VAR = tmp_path
    kernels = tmp_path / "kernels"
    made(kernels / "0123456789ab", kernels / "ba9876543210", kernels / "notes", tmp_path / "queue")
    told(kernels / "0123456789ab", monkeypatch, capsys)
    assert sorted(one.name for one in kernels.iterdir()) == ["0123456789ab", "notes"]
    assert (tmp_path / "queue" / "kept").exists()


def test_the_neighbours_of_a_folder_that_somebody_chose_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], settings: Settings
) -> None:
    settings.VAR = tmp_path / "var"
    made(tmp_path / "home" / ".numba", tmp_path / "home" / "documents", tmp_path / "home" / "0123456789ab")
    told(tmp_path / "home" / ".numba", monkeypatch, capsys)
    assert {one.name for one in (tmp_path / "home").iterdir()} == {".numba", "documents", "0123456789ab"}


def test_without_a_folder_it_says_what_that_costs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Each start compiles it anew." in told("", monkeypatch, capsys)


# ---------- while another process prepares ----------
def test_whoever_is_not_ready_yet_is_waited_for_until_the_other_ends(tmp_path: Path) -> None:
    assert waited_for() == set(), "nobody prepares"
    with Preparing(tmp_path, "spades expert"):
        assert waited_for() == COMPILED - {("spades", "expert")}
        with pytest.raises(WarmingUp):
            players.ready("twoman", "ruthless")
        assert players.ready("twoman", "easy")
    assert waited_for() == set(), "a process that was killed keeps nobody waiting"


def test_one_that_finds_another_at_it_waits_and_then_compiles_nothing(tmp_path: Path) -> None:
    """Two starts at once."""
    with Preparing(tmp_path) as first, started(sys.executable, "manage.py", "prepare_players") as second:
        assert second.stdout is not None and "takes a minute" in second.stdout.readline()
        (tmp_path / players.DONE).write_text(players._compiler(), encoding="utf-8")
        first.kill()
        second.communicate(timeout=120)
    assert second.returncode == 0
    assert sorted(one.name for one in tmp_path.iterdir()) == ["prepared", "preparing"], "no kernel was written"


def test_one_whose_starter_ended_before_it_had_loaded_ends_too(tmp_path: Path) -> None:
    starter = f"{sys.executable} manage.py prepare_players --beside $$ & exit"
    with Preparing(tmp_path), started("/bin/sh", "-c", starter) as left:
        left.communicate(timeout=120)


@pytest.mark.django_db
def test_the_page_says_who_is_warming_up_and_offers_it_as_soon_as_it_can_play(client: Client, tmp_path: Path) -> None:
    with Preparing(tmp_path):
        page = client.get(TWO_MAN)
        assert "Still warming up." in text_of(page) and 'hx-trigger="every 3s"' in page.content.decode()
        refused = client.post(TWO_MAN, {**TWO_MAN_POST, "level": "ruthless"})
        assert refused.status_code == 422 and "That player is still warming up." in text_of(refused)
        assert client.post(TWO_MAN, {**TWO_MAN_POST, "level": "medium"}).status_code == 302
    checked = client.post(f"{TWO_MAN}check/", TWO_MAN_POST)
    assert "warming up" not in text_of(checked) and "every 3s" not in checked.content.decode()


@pytest.mark.django_db
def test_a_table_that_was_left_says_who_is_awaited_until_they_can_play(
    client: Client, as_charlie: Client, tmp_path: Path
) -> None:
    table = client.post(TWO_MAN, {**TWO_MAN_POST, "level": "ruthless"}).headers["Location"]
    easy = client.post(TWO_MAN, {**TWO_MAN_POST, "level": "easy"}).headers["Location"]
    with Preparing(tmp_path):
        page = client.get(table)
        assert "Somebody here is still warming up" in text_of(page)
        assert f'hx-get="{table}warming/" hx-trigger="every 3s"' in page.content.decode()
        assert "Somebody here is still warming up" in text_of(client.get(f"{table}warming/"))
        assert as_charlie.get(f"{table}warming/").status_code == 404
        assert "warming" not in client.get(easy).content.decode()
    assert client.get(f"{table}warming/").content.strip() == b""
    assert "warming" not in client.get(table).content.decode()


def test_a_task_for_a_player_that_warms_up_is_queued_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds no process of the pool, and the computer player is not replaced by a legal card."""
    later: list[tuple[str, float, object]] = []

    def asked(*, code: str, version: int) -> bool:
        raise WarmingUp

    monkeypatch.setattr(play, "reply", asked)
    monkeypatch.setattr(enqueue.NOTIFIER, "notify", lambda task, *, after, **told: later.append((task, after, told)))
    assert tasks.reply("abc", 3) is False
    ((task, after, told),) = later
    assert (task, told) == (enqueue.REPLY, {"code": "abc", "version": 3}) and after > 0
