"""Where the time of the web process goes, part by part: `python -m tests.load.shares`.

One visitor plays each game over HTTP with a stream open, against the weakest computer players, while py-spy looks at
the process from outside, without stopping it: a process that is stopped for each look spends its time otherwise. It
needs leave to do so: root, or ptrace_scope 0. `--picture FILE.svg` keeps all that was seen as a picture, the outermost
calls above and each as wide as its share.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from games.management.progress import watched
from tests.bench.cost import Player, sites
from tests.load import told
from tests.load.flame import picture
from tests.visitor import KINDS

Stack = tuple[str, ...]
#: Actions before any is looked at, and looks a second.
WARM, RATE = 20, 250
ACTIONS: Final = 150
PROGRAM: Final = Path(sys.executable).with_name("py-spy")
#: What a thread does that waits: a program that looks from outside cannot everywhere tell that it rests.
RESTING: Final = (
    "Condition.wait (threading.py",
    "Connection.wait (psycopg/",
    "Runner.run (asyncio/",
    "_worker (concurrent/",
)


def _anywhere(*names: str) -> Callable[[Stack], bool]:
    return lambda stack: any(name in call for call in stack for name in names)


def _innermost(*names: str) -> Callable[[Stack], bool]:
    return lambda stack: any(name in stack[-1] for name in names)


#: A look belongs to the first of these.
PARTS: Final[Mapping[str, Callable[[Stack], bool]]] = {
    "compressing pages and the stream": _innermost("_gzipped (", "(gzip.py", "(brotli"),
    "what is shown: view models": _anywhere("(games/presenters/", "(games/viewmodel/"),
    "what is shown: templates": _anywhere("partial (games/views/showing.py", "(django/template/", "(jinja2/"),
    "handing on to the worker": _anywhere("(celery/", "(kombu/", "(games/enqueue.py"),
    "notices": _anywhere("(games/live.py"),
    "statements and connections": _anywhere("(psycopg", "(django/db/"),
    "who asks: session, account, limits": _anywhere("(accounts/", "(django/contrib/", "(allauth/"),
    "views, services and rules": _anywhere("(games/"),
    "middleware and Django": _anywhere("(spadesite/", "(django/"),
    "server and event loop": lambda _stack: True,
}


def looked(process: int, play: Callable[[], None]) -> Counter[Stack]:
    """How often each stack of calls was seen at work while somebody played, the outermost call first."""
    with tempfile.TemporaryDirectory() as folder:
        seen = Path(folder) / "seen"
        words = [PROGRAM, "record", "--pid", process, "--rate", RATE, "--nonblocking", "--function"]
        words += ["--format", "raw", "--output", seen]
        with _running([str(word) for word in words]):
            play()
        return _at_work(seen.read_text(encoding="utf-8"))


@contextmanager
def _running(words: list[str]) -> Iterator[None]:
    spy = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    time.sleep(1)  # until it looks
    try:
        yield
    finally:
        spy.send_signal(signal.SIGINT)
        _, said = spy.communicate()
    if spy.returncode:
        raise SystemExit(f"py-spy could not look: {said.strip()}")


def _at_work(seen: str) -> Counter[Stack]:
    found = Counter[Stack]()
    for line in seen.splitlines():
        calls, _, count = line.rpartition(" ")
        stack = tuple(call.rpartition(":")[0] + ")" for call in calls.split(";"))
        if not stack[-1].startswith(RESTING):
            found[stack] += int(count)
    return found


def part_of(stack: Stack) -> str:
    return next(name for name, has in PARTS.items() if has(stack))


def _played(kind: str, actions: int) -> Counter[Stack]:
    """What was seen of games of that kind."""
    with sites(None, on_postgresql=True) as (site,):
        player = Player(site, kind, seed=1)
        for _ in range(WARM):
            player.act(counted=False)

        def play() -> None:
            for _ in range(actions):
                player.act(counted=False)

        found = looked(site.processes["web"].pid, play)
        player.close()
    return found


def show(actions: int, drawn: Path | None = None) -> None:
    every, columns = Counter[Stack](), dict[str, dict[str, float]]()
    for kind in watched(KINDS, unit="game"):
        found = _played(kind, actions)
        every.update(found)
        columns[kind] = _shares(found)
    rows = [(part, *(100 * columns[kind].get(part, 0.0) for kind in KINDS)) for part in PARTS]
    told.table("of a hundred parts of the web process’s time", ("part", *KINDS), rows)
    if drawn:
        drawn.write_text(picture(every), encoding="utf-8")


def _shares(found: Counter[Stack]) -> dict[str, float]:
    parts = Counter[str]()
    for stack, count in found.items():
        parts[part_of(stack)] += count
    return {part: count / found.total() for part, count in parts.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=ACTIONS)
    parser.add_argument("--picture", type=Path, help="an SVG file")
    asked = parser.parse_args()
    show(asked.actions, asked.picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
