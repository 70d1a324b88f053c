"""Migrating the database of a release changes no game, and unfinished games can be played to the end.

Each release has written its dumps in this folder with `python -m tests.upgrade.dump`.
"""

import gzip
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from games.registry import GAMES
from tools import servers
from tools.site import Site, database

HERE = Path(__file__).parent
#: Queries of all log entries, hands, seats and careers (totals of a person by game and level).
PLAYED = (
    "SELECT code, ordinal, hand, seat, action, source FROM games_entry e JOIN games_game g ON g.id = e.game_id"
    " ORDER BY 1, 2",
    "SELECT code, h.number, deal, result, sheet FROM games_hand h JOIN games_game g ON g.id = h.game_id ORDER BY 1, 2",
    "SELECT code, s.number, side, level, s.user_id, s.guest_id FROM games_seat s JOIN games_game g ON g.id = s.game_id"
    " ORDER BY 1, 2",
    "SELECT key, level, games, wins, ties FROM games_career ORDER BY 1, 2, 3, 4, 5",
)
ON = """
from random import Random
from accounts.people import Person
from accounts.models import Guest, User
from games.table.models import Game
from games.snapshot import Status
from games.table import play
from games.table import tables
from tests.play import play_out, reload
for game in Game.objects.filter(status=Status.PLAYING):
    seat = game.seats.filter(level="").get()
    print(game.key, play_out(reload(seat.user or seat.guest, game.code), Random(1)).result is not None)
"""


def played(site: Site) -> list[list[tuple]]:
    """Return the rows of the queries `PLAYED`, read without Django."""
    url = site.environment.get("DATABASE_URL")
    opened: Any = psycopg.connect(url) if url else sqlite3.connect(site.folder / "spadesite.sqlite3")
    with closing(opened) as connection:
        return [connection.execute(statement).fetchall() for statement in PLAYED]


@pytest.fixture(params=sorted(HERE.glob("*.sql.gz")), ids=lambda path: path.name)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    dump = gzip.decompress(request.param.read_bytes()).decode()
    if "-sqlite" in request.param.name:
        with closing(sqlite3.connect(tmp_path / "spadesite.sqlite3")) as connection:
            connection.executescript(dump)
        yield Site(tmp_path)
        return
    url = servers.postgresql_url()
    if url is None:
        servers.skip_without("PostgreSQL")
    with database(url, f"spadesite_upgrade_{os.getpid()}") as fresh:
        with psycopg.connect(fresh, autocommit=True) as connection:
            connection.execute(dump)
        yield Site(tmp_path, DATABASE_URL=fresh)


def test_a_migration_changes_no_game_and_games_go_on(old: Site) -> None:
    before = played(old)
    assert all(before)
    old.manage("migrate", "--verbosity", "0")
    try:
        assert "No planned migration operations" in commanded(old, "migrate", plan=True)
        assert played(old) == before
        assert "0 differ" in commanded(old, "verify_games")
        commanded(old, "rebuild_day", every=True)
        assert "0 differ" in commanded(old, "verify_games")
        assert sorted(old.shell(ON).splitlines()) == [f"{key} True" for key in sorted(GAMES)]
        assert "0 differ" in commanded(old, "verify_games")
    finally:
        old.kill()


def commanded(old: Site, name: str, **options: bool) -> str:
    return old.shell(f"from django.core.management import call_command; call_command({name!r}, **{options!r})")
