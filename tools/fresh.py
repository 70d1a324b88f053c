"""Compiled bots, a new PostgreSQL database and a Redis database for a site that a tool starts."""

import itertools
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from tools import servers
from tools.site import ROOT, database

#: Name of the file that `games.table.players` writes once all bots are compiled.
COMPILED: Final = "prepared"
_FOLDER: Final = "import os, spadesite.settings; print(os.environ['NUMBA_CACHE_DIR'])"
_numbers = itertools.count(os.getpid())


def compiled(root: Path = ROOT) -> str:
    """Compile a checkout's bots if they are not compiled yet (takes minutes); return the folder for NUMBA_CACHE_DIR."""
    python = sys.executable if root == ROOT else str(root / ".venv" / "bin" / "python")
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment |= {"SPADESITE_VAR": str(root / "var"), "DJANGO_SETTINGS_MODULE": "spadesite.settings"}
    printed = subprocess.run([python, "-c", _FOLDER], cwd=root, env=environment, check=True, stdout=subprocess.PIPE)
    folder = Path(printed.stdout.decode().strip())
    if not (folder / COMPILED).exists():
        subprocess.run([python, "manage.py", "prepare_players"], cwd=root, env=environment, check=True)
    return str(folder)


def fresh_servers(stack: ExitStack) -> dict[str, Any]:
    """Create a PostgreSQL database, which `stack` drops; return environment variables for it and a Redis database."""
    url, redis, number = servers.postgresql_url(), servers.redis_url(), next(_numbers)
    if url is None or redis is None:
        raise RuntimeError("PostgreSQL or Redis is not installed: apt-get install postgresql redis-server")
    own = f"{redis.rsplit('/', 1)[0]}/{number % 15}"
    fresh = stack.enter_context(database(url, f"spadesite_{os.getpid()}_{number}"))
    return {"DATABASE_URL": fresh, "CELERY_BROKER_URL": own, "CACHE_URL": own}
