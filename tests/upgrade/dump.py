"""`python -m tests.upgrade.dump` writes the database dumps that `test_upgrade` migrates. Run it once per release.

The files are named after the release in pyproject.toml. The command needs PostgreSQL and `pg_dump`. Each dump has two
games of every kind, a finished and an unfinished one (one is a user's, the other a guest's), and the statistics.
"""

import gzip
import os
import sqlite3
import subprocess
import tempfile
import tomllib
from contextlib import closing
from pathlib import Path

from spadesite.environment import kernels_folder
from tools import servers
from tools.site import ROOT, Site, database

HERE = Path(__file__).parent
RELEASE = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
PLAY = """
from datetime import timedelta
from random import Random
import time_machine
from django.core.management import call_command
from django.utils import timezone
from accounts.models import Guest, User
from games.registry import GAMES
from games.table.players import prepare
from games.tasks import night
from tests.play import deal_hand, open_table, play_out
prepare()
with time_machine.travel(timezone.now() - timedelta(days=3)):
    alice, guest = User.objects.create_user("alice", password="an old password"), Guest.objects.create(name="Ama")
    for number, key in enumerate(sorted(GAMES)):
        one, other = (alice, guest) if number % 2 else (guest, alice)
        play_out(open_table(one, key), Random(number))
        deal_hand(open_table(other, key))
night()
call_command("verify_games")
"""


def write(name: str, dump: str) -> None:
    (HERE / f"{RELEASE}-{name}.sql.gz").write_bytes(gzip.compress(dump.encode(), mtime=0))


def fill(site: Site) -> None:
    site.make_tables()
    try:
        print(site.shell(PLAY), end="")
    finally:
        site.kill()


def main() -> None:
    os.environ.setdefault("NUMBA_CACHE_DIR", kernels_folder(ROOT / "var", ROOT / "games"))
    with tempfile.TemporaryDirectory(prefix="spadesite-dump-") as folder:
        fill(Site(Path(folder)))
        with closing(sqlite3.connect(Path(folder) / "spadesite.sqlite3")) as connection:
            write("sqlite", "\n".join(connection.iterdump()))
    url = servers.postgresql_url()
    if url is None:
        raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
    with (
        tempfile.TemporaryDirectory(prefix="spadesite-dump-") as folder,
        database(url, f"spadesite_dump_{os.getpid()}") as fresh,
    ):
        fill(Site(Path(folder), DATABASE_URL=fresh))
        dumped = subprocess.run(
            ["pg_dump", "--inserts", "--no-owner", "--no-privileges", fresh], capture_output=True, text=True, check=True
        ).stdout
        # Omit meta-commands, which only psql can run.
        write("postgresql", "".join(line for line in dumped.splitlines(True) if not line.startswith("\\")))


if __name__ == "__main__":
    main()
