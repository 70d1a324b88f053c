"""The computer players' readiness. Touches no rows.

Some have to be compiled, once on a machine. One process at a time does that, beside the site and at low priority; it
holds a lock meanwhile and writes down who is ready. Where that process was killed, whoever asks for a player starts
another one. A request never waits for the compiler.
"""

import fcntl
import logging
import os
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import IO, Final

from django.conf import settings

from games import registry
from games.bots.base import Bot, Prepared
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, Phase
from games.review.decisions import LoggedAction
from games.review.hand import Finished, finished, review_hand

logger = logging.getLogger(__name__)
#: Those that are ready in this process.
_READY: Final[set[Bot]] = set()
#: The process that this one has started to compile them, if any: one is enough, and a failed one is not started again.
_COMPILERS: Final[list["subprocess.Popen[bytes]"]] = []
#: Left in the folder once all is compiled, with the compiler's version: what an interrupted start left is not all.
DONE: Final = "prepared"
#: Locked by whoever prepares; a line for each player that is ready meanwhile.
_BEING_DONE: Final = "preparing"


class WarmingUp(Exception):
    """The player is being compiled by another process. It is asked again when it is ready."""


def prepare() -> None:
    """Load and compile what the computer players need; seconds the first time on a machine, less than one after."""
    for key, level in everybody():
        _made_ready(registry.bot(key, level))


def prepare_reviews() -> None:
    """Have every evaluator review one hand, so that what it needs is compiled and kept before somebody waits for it."""
    for key in filter(registry.is_reviewed, registry.GAMES):
        rules = registry.ruleset(key)
        review_hand(rules, registry.evaluator(key), _any_hand(rules), code=key)


def _any_hand(rules: Ruleset) -> Finished:
    """The first hand of a game in which everybody does the first thing that is offered."""
    state, chance, logged = rules.initial({}), Random(0), list[LoggedAction]()  # nosec B311
    begun = state
    while True:
        seat = min(rules.waits_for(state))
        drawn = seat == DEALER
        action = rules.chance(state, chance.randrange) if drawn else rules.legal_actions(state, seat)[0].first
        logged.append(LoggedAction(len(logged), seat, action))
        state = rules.apply(state, seat, action).state
        hand = next(finished(rules, begun, logged), None) if state.phase in (Phase.DEAL, Phase.OVER) else None
        if hand is not None:
            return hand


def ready(key: str, level: str) -> Bot:
    """The player of that level, ready to choose; KeyError where the game has none, WarmingUp while it is compiled.

    Compiles here only where nothing can be kept, or where the process started for it has ended without success.
    """
    player = registry.bot(key, level)
    if player not in _READY and _is_compiled(player) and (level in warming_up(key) or _started_to_compile()):
        raise WarmingUp
    _made_ready(player)
    return player


def _started_to_compile() -> bool:
    """Start to compile beside this process where nobody has; whether that is still going on."""
    folder = kept_in()
    if folder is None or are_prepared() or are_being_prepared():
        return False
    if not _COMPILERS:
        _COMPILERS.append(prepare_beside(folder))
    return _COMPILERS[0].poll() is None


def _is_compiled(player: Bot) -> bool:
    return getattr(player, "is_compiled", False)


def _made_ready(player: Bot) -> None:
    if player not in _READY and isinstance(player, Prepared):
        player.prepare(Random(0))  # nosec B311
        _READY.add(player)


def everybody() -> list[tuple[str, str]]:
    """Game and level of every player, the weakest of all games first."""
    rounds = zip_longest(*([(key, level) for level in registry.levels(key)] for key in registry.GAMES))
    return [one for together in rounds for one in together if one is not None]


def warming_up(key: str) -> tuple[str, ...]:
    """The levels of that game that another process is compiling just now; KeyError for an unknown game."""
    compiled = [level for level in registry.levels(key) if _is_compiled(registry.bot(key, level))]
    done = _done_meanwhile() if compiled else None
    return () if done is None else tuple(level for level in compiled if f"{key} {level}" not in done)


def are_prepared() -> bool:
    """Whether everything compiled is kept already, by this compiler."""
    folder = kept_in()
    if folder is None:
        return False
    try:
        return (folder / DONE).read_text(encoding="utf-8") == _compiler()
    except OSError:
        return False


def are_being_prepared() -> bool:
    return _done_meanwhile() is not None


@cache
def _compiler() -> str:
    return version("numba")


def kept_in() -> Path | None:
    """The folder for what is compiled. Without one each process compiles for itself."""
    named = os.environ.get("NUMBA_CACHE_DIR", "")
    return Path(named) if named else None


def prepare_once(*, lock: int | None = None) -> list[str]:
    """Compile and keep what no process has yet; one that is at it is waited for, unless its lock is handed over as an
    open file. Who failed, by game and level: they are tried again by the next start, and by whoever asks them.
    """
    folder = kept_in()
    if folder is None:
        raise ValueError("no folder to keep the players in")
    with _opened(folder) if lock is None else os.fdopen(lock, "a", encoding="utf-8") as ready_now:
        if lock is None:  # let go of however the process ends
            _take(ready_now, fcntl.LOCK_EX)
        if are_prepared():
            return []
        failed = [" ".join(one) for one in everybody() if not _prepared(*one, ready_now)]
        prepare_reviews()
        if not failed:
            (folder / DONE).write_text(_compiler(), encoding="utf-8")
        return failed


def prepare_beside(folder: Path) -> "subprocess.Popen[bytes]":
    """The same in a process of its own, after everything else that the machine has to do. The lock is its own from the
    beginning, or what is asked before it has started would be compiled twice.
    """
    command = [sys.executable, "manage.py", "prepare_players", "--beside", str(os.getpid())]
    with _opened(folder) as file:
        try:
            _take(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return subprocess.Popen(command, cwd=settings.BASE_DIR)  # nosec B603
        handed = file.fileno()
        return subprocess.Popen([*command, "--lock", str(handed)], cwd=settings.BASE_DIR, pass_fds=[handed])  # nosec B603


def _prepared(key: str, level: str, ready_now: IO[str]) -> bool:
    """A player that fails is as ready as it will be: no page goes on saying that it warms up."""
    try:
        _made_ready(registry.bot(key, level))
    except Exception:  # whatever a compiler or a full disk raises; the others are still prepared
        logger.exception("The computer player %s of %s could not be prepared.", level, key)
        return False
    finally:
        ready_now.write(f"{key} {level}\n")
        ready_now.flush()
    return True


def _opened(folder: Path) -> IO[str]:
    return (folder / _BEING_DONE).open("a", encoding="utf-8")


def _take(file: IO[str], how: int) -> None:
    fcntl.flock(file, how)
    file.truncate(0)


def _done_meanwhile() -> list[str] | None:
    """Who is ready while somebody prepares the others; None where nobody does."""
    folder = kept_in()
    if folder is None or are_prepared():
        return None
    with suppress(OSError), (folder / _BEING_DONE).open(encoding="utf-8") as file:  # no file: nobody has begun
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return file.read().splitlines()
    return None
