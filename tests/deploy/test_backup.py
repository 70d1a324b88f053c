"""A copy made while games go on, put into an empty database: the same rows, the same games, and the session goes on."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.people import Person
from games.models import Entry, Game, Play
from games.registry import levels
from games.services.people import lobby
from tests import services, site
from tests.playing import again, dealt, place_for, play_on
from tests.reading import read
from tests.visitor import KINDS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_replies")]
DEPLOY = site.ROOT / "deploy"


@pytest.fixture
def begun(alice: User) -> str:
    """One game, its first hand dealt."""
    place = place_for(alice)
    dealt(place)
    return place.code


@pytest.fixture
def games(alice: User) -> dict[str, str]:
    """A hand or more of every game and the next one begun; the code of each."""
    codes = {}
    for kind in KINDS:
        codes[kind] = lobby.open_game(person=Person(user=alice), key=kind, level=levels(kind)[0])
        play_on(again(alice, codes[kind]), Random(kind), hands=1)
    return codes


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """The name of an empty database."""
    if connection.vendor == "sqlite":
        yield str(tmp_path / "restored.sqlite3")
        return
    if shutil.which("pg_dump") is None:
        services.skip_without("PostgreSQL")
    url = services.postgresql_url() or services.NOWHERE
    with site.database(url, f"spadesite_restored_{os.getpid()}") as fresh:
        yield fresh.rsplit("/", 1)[1]


def script(name: str, word: object, database: str) -> subprocess.CompletedProcess[str]:
    """One of the scripts with the address of that database, as the site would be given it."""
    environment = {**os.environ, "DATABASE_URL": _address(database), "PYTHON": sys.executable}
    environment |= {"DJANGO_SETTINGS_MODULE": "spadesite.settings"}
    return subprocess.run([DEPLOY / name, str(word)], env=environment, capture_output=True, text=True)


def _address(database: str) -> str:
    if connection.vendor == "sqlite":
        return f"sqlite:///{database}"
    server = (services.postgresql_url() or services.NOWHERE).rsplit("/", 1)[0]
    return f"{server}/{database}"


def copied(into: Path) -> Path:
    connection.close()
    done = script("backup.sh", into, str(connection.settings_dict["NAME"]))
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


@contextmanager
def served_from(database: str) -> Iterator[None]:
    """The site's rows are those of another database for a while."""
    own: Any = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = database
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = own


def rows() -> list[list[Any]]:
    """What stands of every game, in plain values."""
    return [list(kind.objects.order_by("pk").values_list()) for kind in (Game, Entry, Play)]


def test_a_copy_is_the_same_site(games: dict[str, str], as_alice: Client, elsewhere: str, tmp_path: Path) -> None:
    before, file = rows(), copied(tmp_path / "copies")
    done = script("restore.sh", file, elsewhere)
    assert done.returncode == 0, done.stderr
    with served_from(elsewhere):
        assert rows() == before
        for code in games.values():
            table = read(as_alice.get(f"/games/{code}/").content.decode())
            assert table.may_deal or table.is_over
            if table.may_deal:
                fields = {"version": table.version, "seed": "after the restore"}
                answer = as_alice.post(f"/games/{code}/deal/", fields, HTTP_HX_REQUEST="true")
                assert read(answer.content.decode()).version > table.version
    assert rows() == before, "the site that was copied has moved"


def test_a_copy_is_its_owner_s_alone(begun: str, tmp_path: Path) -> None:
    file = copied(tmp_path / "copies")
    written = [file, file.with_name(f"{file.name}.counts")]
    assert [one.stat().st_mode & 0o777 for one in (file.parent, *written)] == [0o700, 0o600, 0o600]


def test_nothing_is_restored_over_rows(begun: str, elsewhere: str, tmp_path: Path) -> None:
    before, file = rows(), copied(tmp_path / "copies")
    refused = script("restore.sh", file, str(connection.settings_dict["NAME"]))
    assert refused.returncode == 1
    assert "Nothing was changed" in refused.stderr
    assert rows() == before


def test_a_copy_that_was_damaged_is_told(begun: str, elsewhere: str, tmp_path: Path) -> None:
    file = copied(tmp_path / "copies")
    counts = file.with_name(f"{file.name}.counts")
    text = counts.read_text(encoding="utf-8")
    counts.write_text(text.replace(f"games_entry {Entry.objects.count()}", "games_entry 1"), encoding="utf-8")
    assert counts.read_text(encoding="utf-8") != text
    done = script("restore.sh", file, elsewhere)
    assert done.returncode == 1
    assert "games_entry" in done.stdout


def test_a_copy_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = tmp_path / "pg_dump"
    stand_in.write_text('#!/bin/sh\nfor last; do :; done\necho half of it >"$last"\nexit 1\n')
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(f"{__name__}._address", lambda database: f"postgres://nobody@nowhere/{database}")
    done = script("backup.sh", tmp_path / "copies", "cards")
    assert (done.returncode, done.stdout) == (1, "")
    assert list((tmp_path / "copies").iterdir()) == []


def test_old_copies_go(begun: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP", "2")
    for day in ("01", "02"):
        for name in (f"spadesite-202601{day}T000000Z.{kind}" for kind in ("dump", "sqlite3")):
            (tmp_path / name).touch()
    file = copied(tmp_path)
    left = sorted(one.name for one in tmp_path.iterdir())
    assert file.name in left and f"{file.name}.counts" in left
    assert len(left) == 3
