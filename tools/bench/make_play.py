"""Run `make play` as a new developer would; measure the time to the first page and the memory of all processes."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from tools.servers import free_port, soon
from tools.site import ROOT, TESTS_OWN
from tools.visitor import answers


@contextmanager
def make_play(var: Path) -> Iterator[tuple[int, float]]:
    """Run `make play` with its files in `var`; yield its process id and the seconds until its first page."""
    port, begun = free_port(), time.perf_counter()
    environment = {name: value for name, value in os.environ.items() if name not in {*TESTS_OWN, "NUMBA_CACHE_DIR"}}
    environment |= {"SPADESITE_VAR": str(var), "PORT": str(port)}
    with (var / "play.log").open("ab") as log:
        words = ["make", "--silent", "play"]
        process = subprocess.Popen(words, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True)
    try:
        if not soon(lambda: answers(f"http://127.0.0.1:{port}"), 300):
            raise RuntimeError((var / "play.log").read_text()[-2000:])
        yield process.pid, time.perf_counter() - begun
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)  # like Ctrl-C in a terminal
        process.wait()


def megabytes(pid: int) -> float:
    """Return the proportional set size of a process and its children, which counts shared memory once."""
    parent = psutil.Process(pid)
    return sum(process.memory_full_info().pss for process in (parent, *parent.children(recursive=True))) / 1e6
