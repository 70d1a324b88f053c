"""The garbage collector leaves out what a server's process has loaded."""

import json
import os
import subprocess
import sys

import pytest

TELLS = "import gc, json; print(json.dumps([gc.get_freeze_count(), gc.isenabled()]))"
#: What is compiled is no part of it: where nothing is yet, a process of its own would go on behind the test.
BEGINS = {
    "web": "import spadesite.asgi",
    "worker": "from celery.signals import worker_init; import spadesite.asgi, gc; gc.unfreeze();"
    "from games.services.moves import players; players.are_prepared, players.prepare = lambda: True, lambda: None;"
    "from spadesite import celery; worker_init.send(None)",
}


@pytest.mark.parametrize("process", BEGINS)
def test_what_is_loaded_stays(process: str) -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    found = subprocess.run(
        [sys.executable, "-c", f"{BEGINS[process]}; {TELLS}"],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    kept, is_on = json.loads(found.stdout.splitlines()[-1])
    assert kept > 100_000
    assert is_on
