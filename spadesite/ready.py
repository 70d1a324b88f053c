"""`python -m spadesite.ready`: run `manage.py make_ready`, or return without loading Django if nothing has changed.

A stored digest covers settings, CACHE_URL, packages, migrations, and the tables and applied migrations in the SQLite
file, which may be a restored copy. With DATABASE_URL `make_ready` always runs.
"""

import hashlib
import os
import sqlite3
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SETTINGS: Final = ROOT / "spadesite" / "settings.py"


def digest(var: Path) -> str:
    """Return the digest of the required state and the existing tables; "" with DATABASE_URL or an unreadable file."""
    if os.environ.get("DATABASE_URL"):
        return ""
    found = hashlib.sha256(SETTINGS.read_bytes())
    try:
        for line in (*_required_state(), *_existing_tables(var / "spadesite.sqlite3")):
            found.update(f"{line}\n".encode())
    except (OSError, sqlite3.Error):
        return ""
    return found.hexdigest()


def _required_state() -> Iterator[str]:
    yield os.environ.get("CACHE_URL", "")
    yield from sorted(path.name for path in Path(sysconfig.get_path("purelib")).glob("*.dist-info"))
    for path in sorted(ROOT.glob("*/migrations/*.py")):
        yield f"{path.relative_to(ROOT)} {hashlib.sha256(path.read_bytes()).hexdigest()}"


def _existing_tables(file: Path) -> Iterator[str]:
    """Yield tables and applied migrations. The file is opened read-only, so that a missing one is not created."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as rows:
        for (name,) in rows.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"):
            yield str(name)
        for app, name in rows.execute("SELECT app, name FROM django_migrations ORDER BY app, name"):
            yield f"{app} {name}"


def main() -> int:
    """Run `make_ready` if needed; return its exit code."""
    var = Path(os.environ.get("SPADESITE_VAR", "").strip() or ROOT / "var").resolve()
    kept = var / ".ready"
    now = digest(var)
    if now and kept.is_file() and kept.read_text(encoding="ascii") == now:
        return 0
    done = subprocess.run([sys.executable, "manage.py", "make_ready"], cwd=ROOT)
    if done.returncode == 0:
        with suppress(OSError):  # a full disk: the next start checks again
            kept.write_text(digest(var), encoding="ascii")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
