"""Compiling bots: only one process compiles at a time, and people can already play against the bots that are ready."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import ANY, Mock

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from games import enqueue, tasks
from games.reviews import reviewing
from games.table import play, players
from games.table.players import WarmingUp
from spadesite import celery
from tests.lobby.setting_up import TWO_MAN, TWO_MAN_POST, text_of

COMPILED = {
    *(("twoman", one) for one in ("hard", "ruthless")),
    *(("spades", one) for one in ("easy", "normal", "hard", "expert")),
    *(("bidwhist", one) for one in ("easy", "medium", "skilled", "hard")),
}
#: Script that imitates the compiling process: it lists its arguments as ready bots and locks the list until stdin ends.
HOLD = """
import fcntl, sys
file = open(sys.argv[1] + "/preparing", "a")
fcntl.flock(file, fcntl.LOCK_EX)
file.truncate(0); file.write("".join(f"{one}\\n" for one in sys.argv[2:])); file.flush()
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def started(*command: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def preparing(folder: Path, *ready: str) -> Iterator["subprocess.Popen[str]"]:
    with started(sys.executable, "-c", HOLD, str(folder), *ready) as process:
        assert process.stdout is not None and process.stdout.readline() == "held\n"
        yield process


Prepare = Callable[[Path | str], str]


@pytest.fixture
def prepares(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Prepare:
    """A function that runs `prepare_players` with a folder for kernels (compiled code) and returns the output."""

    def prepare(folder: Path | str) -> str:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
        call_command("prepare_players")
        return "".join(capsys.readouterr())

    return prepare


@pytest.fixture(autouse=True)
def _nothing_to_compile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(players, "_made_ready", lambda player: None)
    monkeypatch.setattr(players, "prepare_reviews", lambda: None)
    monkeypatch.setattr(players, "_READY", set())
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))


def make(*folders: Path) -> None:
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "kept").touch()


def warming_up() -> set[tuple[str, str]]:
    return {(key, level) for key, level in players.everybody() if level in players.warming_up(key)}


# ---------- the command ----------
def test_the_first_run_says_that_it_takes_time(tmp_path: Path, prepares: Prepare) -> None:
    """Kernels in the folder do not count as a finished run: an interrupted run leaves some."""
    make(tmp_path / "ruthless_1f")
    assert "this takes a minute or two, once" in prepares(tmp_path)
    assert prepares(tmp_path) == "" and "Each process compiles them again." in prepares("")


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), OSError("no compiler")], ids=["interrupted", "failed"])
def test_a_failed_run_leaves_no_bot_warming_up_and_is_retried(
    fault: BaseException, tmp_path: Path, prepares: Prepare, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(player: object) -> None:
        assert warming_up() < COMPILED | {("twoman", "ruthless")}
        raise fault

    with pytest.MonkeyPatch.context() as patch, pytest.raises((KeyboardInterrupt, SystemExit)):
        patch.setattr(players, "_made_ready", breaks)
        prepares(tmp_path)
    assert ("twoman ruthless" in capsys.readouterr().err) is isinstance(fault, OSError)
    assert warming_up() == set()
    assert "takes a minute" in prepares(tmp_path)


def test_only_kernels_of_earlier_sources_are_removed(tmp_path: Path, prepares: Prepare, settings: Settings) -> None:
    """Other folders of kernels are removed only in `VAR/kernels`."""
    settings.VAR = tmp_path
    kernels, home = tmp_path / "kernels", tmp_path / "home"
    make(kernels / "0123456789ab", kernels / "ba9876543210", kernels / "notes", tmp_path / "queue")
    make(home / ".numba", home / "documents", home / "0123456789ab")
    for chosen in (home / ".numba", kernels / "0123456789ab"):
        prepares(chosen)
    assert sorted(one.name for one in kernels.iterdir()) == ["0123456789ab", "notes"]
    assert sorted(one.name for one in home.iterdir()) == [".numba", "0123456789ab", "documents"]
    assert (tmp_path / "queue" / "kept").exists()


# ---------- while another process prepares ----------
def test_a_bot_warms_up_until_it_is_ready_or_the_other_process_ends(tmp_path: Path) -> None:
    assert warming_up() == set()
    with preparing(tmp_path, "spades expert"):
        assert warming_up() == COMPILED - {("spades", "expert")}
        with pytest.raises(WarmingUp):
            players.ready("twoman", "ruthless")
        assert players.ready("twoman", "easy")
    assert warming_up() == set(), "a bot warms up although no process compiles it"


def test_a_second_start_waits_for_the_first_and_compiles_nothing(tmp_path: Path) -> None:
    with preparing(tmp_path) as first, started(sys.executable, "manage.py", "prepare_players") as second:
        assert second.stdout is not None and "takes a minute" in second.stdout.readline()
        (tmp_path / players.DONE).write_text(players._compiler(), encoding="utf-8")
        first.kill()
        second.communicate(timeout=120)
    assert second.returncode == 0
    assert sorted(one.name for one in tmp_path.iterdir()) == ["prepared", "preparing"], "a kernel was written"


def test_a_run_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    starter = f"{sys.executable} manage.py prepare_players --beside $$ & exit"
    with preparing(tmp_path), started("/bin/sh", "-c", starter) as left:
        left.communicate(timeout=120)


@pytest.mark.django_db
def test_the_page_offers_a_bot_as_soon_as_it_can_play(client: Client, tmp_path: Path) -> None:
    with preparing(tmp_path):
        page = client.get(TWO_MAN)
        assert "Still warming up." in text_of(page) and 'hx-trigger="every 3s"' in page.content.decode()
        refused = client.post(TWO_MAN, {**TWO_MAN_POST, "level": "ruthless"})
        assert refused.status_code == 422 and "That player is still warming up." in text_of(refused)
        assert client.post(TWO_MAN, {**TWO_MAN_POST, "level": "medium"}).status_code == 302
    checked = client.post(f"{TWO_MAN}check/", TWO_MAN_POST)
    assert "warming up" not in text_of(checked) and "every 3s" not in checked.content.decode()


def test_a_table_says_that_its_bot_warms_up(client: Client, as_charlie: Client, tmp_path: Path) -> None:
    table, easy = (
        client.post(TWO_MAN, {**TWO_MAN_POST, "level": level}).headers["Location"] for level in ("ruthless", "easy")
    )
    with preparing(tmp_path):
        page = client.get(table)
        assert "A computer player is still warming up" in text_of(page)
        assert f'hx-get="{table}warming/" hx-trigger="every 3s"' in page.content.decode()
        assert "A computer player is still warming up" in text_of(client.get(f"{table}warming/"))
        assert as_charlie.get(f"{table}warming/").status_code == 404
        assert "warming" not in client.get(easy).content.decode()
    assert client.get(f"{table}warming/").content.strip() == b""
    assert "warming" not in client.get(table).content.decode()


# ---------- workers ----------
def test_a_reply_of_a_bot_that_warms_up_is_queued_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The task neither blocks a worker process nor plays a fallback card for the bot."""
    monkeypatch.setattr(play, "reply", Mock(side_effect=WarmingUp))
    monkeypatch.setattr(enqueue.NOTIFIER, "notify", notify := Mock())
    assert tasks.reply("abc", 3) is False
    notify.assert_called_once_with(enqueue.REPLY, delay=ANY, code="abc", version=3)
    assert notify.call_args.kwargs["delay"] > 0


@pytest.mark.parametrize(("queue", "is_loaded"), [("celery", True), ("reviews", False)])
def test_a_worker_prepares_bots_at_its_start_and_a_reviewer_does_not(
    queue: str, is_loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "prepare", prepare := Mock())
    monkeypatch.setattr(players, "are_prepared", lambda: True)
    monkeypatch.setattr(celery.app.amqp.queues, "_consume_from", {queue: None})
    monkeypatch.setattr(celery.gc, "freeze", lambda: None)
    celery._is_ready()  # called directly, because the signal `worker_init` would make this process a worker
    assert prepare.called is is_loaded


def test_no_review_compiles_what_another_process_is_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later sweep makes the review."""
    monkeypatch.setattr(players, "are_being_prepared", lambda: True)
    for begin in ("review_next", "sweep"):
        monkeypatch.setattr(reviewing, begin, Mock(side_effect=AssertionError("a review was begun")))
    assert tasks.review("abc") == tasks.sweep() == 0
