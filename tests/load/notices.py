"""What NOTIFY costs: transactions a second that write a row, with a notice and without: `python -m tests.load.notices`.

PostgreSQL lets only one transaction at a time commit that has a notice to give, so those never share a flush of the
log to the disk. How many a second there can be is therefore the disk's.
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Final

import psycopg

from games.management.progress import watched
from tests import services
from tests.load import told
from tests.site import database

SECONDS: Final = 10
CLIENTS: Final = (1, 4, 16)
_WRITE: Final = "INSERT INTO line (said) VALUES ('x');\n"
#: Both are as many statements.
SCRIPTS: Final = {
    "without": f"BEGIN;\n{_WRITE}SELECT 1;\nCOMMIT;\n",
    "with": f"BEGIN;\n{_WRITE}SELECT pg_notify('games_changed', 'abcdefgh2345');\nCOMMIT;\n",
}


def show(seconds: int = SECONDS) -> None:
    url, program = services.postgresql_url(), services._program("pgbench")
    if url is None or program is None:
        raise SystemExit("PostgreSQL or its pgbench is not here: apt-get install postgresql")
    with database(url, f"spadesite_notices_{os.getpid()}") as fresh:
        with psycopg.connect(fresh, autocommit=True) as line:
            line.execute("CREATE TABLE line (id bigserial PRIMARY KEY, said text)")
        rows = [_row(program, fresh, clients, seconds) for clients in watched(CLIENTS, unit="row")]
    told.table("commits a second, each of one row", ("connections", *SCRIPTS), rows)


def _row(program: str, url: str, clients: int, seconds: int) -> tuple[object, ...]:
    return str(clients), *(_commits(program, url, clients, seconds, script) for script in SCRIPTS.values())


def _commits(program: str, url: str, clients: int, seconds: int, script: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "script.sql"
        file.write_text(script, encoding="utf-8")
        words = [program, "--no-vacuum", "--client", str(clients), "--time", str(seconds), "--file", str(file), url]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
    found = re.search(r"^tps = ([\d.]+)", done.stdout, re.M)
    if found is None:
        raise RuntimeError(done.stdout + done.stderr)
    return float(found[1])


if __name__ == "__main__":
    show()
