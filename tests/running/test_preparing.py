"""`manage.py prepare_players`: it says what it does the first time, and touches no folder but its own."""

from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from games.management.commands import prepare_players


@pytest.fixture(autouse=True)
def _nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare_players, "prepare", lambda: None)


def told(folder: Path | str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    call_command("prepare_players")
    out, err = capsys.readouterr()
    return out + err


def made(*folders: Path) -> None:
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "kept").touch()


def test_the_first_time_it_says_what_it_prepares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What numba has left there already is not all: only a finished run is."""
    made(tmp_path / "ruthless_1f")
    assert "this takes a minute at most, once" in told(tmp_path, monkeypatch, capsys)
    assert told(tmp_path, monkeypatch, capsys) == ""


def test_a_run_that_was_broken_off_is_not_the_first_and_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks() -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(prepare_players, "prepare", breaks)
        told(tmp_path, monkeypatch, capsys)
    capsys.readouterr()
    assert told(tmp_path, monkeypatch, capsys) != ""


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
