"""Load and compile the bots. Uses no database.

Some bots are compiled, once per machine, into a cache folder. One background process at a time does this, at low
priority: it locks a file and lists in it the bots that are ready. If it is killed, the next process of the site that
needs a bot starts another, but no process starts two. A process compiles a bot itself only without a cache folder, or
if the background process that it started has failed.
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
from games.evaluation.decisions import LoggedAction
from games.evaluation.hand import Finished, finished, review_hand

logger = logging.getLogger(__name__)
#: Bots that are ready in this process.
_READY: Final[set[Bot]] = set()
#: The background process that this process started, at most one. If it fails, no other is started.
_COMPILERS: Final[list["subprocess.Popen[bytes]"]] = []
#: File that marks the cache as complete and holds the compiler's version. An interrupted run does not write it.
DONE: Final = "prepared"
#: File that the background process locks, with one line per bot that is ready.
_BEING_DONE: Final = "preparing"


class WarmingUp(Exception):
    """Another process is compiling the bot. Retry later."""


def prepare() -> None:
    """Load all bots; compile those that are not cached, which takes a minute or two for all."""
    for key, level in everybody():
        _made_ready(registry.bot(key, level))


def prepare_reviews() -> None:
    """Review one hand with every compiled evaluator, so that its code is cached before the first request."""
    for key, game in registry.GAMES.items():
        # An evaluator needs compiling if a bot does, because it uses the bots' code.
        if registry.is_reviewed(key) and any(map(_is_compiled, game.players.values())):
            review_hand(game.rules, registry.evaluator(key), _any_hand(game.rules), code=key)


def _any_hand(rules: Ruleset) -> Finished:
    """Play a hand in which every seat takes its first legal action, and return it."""
    state, chance, logged = rules.initial({}), Random(0), list[LoggedAction]()  # noqa: S311
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
    """Return the bot of that level, ready to choose. Raises KeyError if there is none, WarmingUp until it is compiled.

    Compiles in this process only without a cache folder, or if the background process that it started has failed.
    """
    player = registry.bot(key, level)
    if player not in _READY and _is_compiled(player) and (level in warming_up(key) or _start_compiler()):
        raise WarmingUp
    _made_ready(player)
    return player


def _start_compiler() -> bool:
    """Start the background process if none compiles and this process has started none; return whether to wait."""
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
        player.prepare(Random(0))  # noqa: S311
        _READY.add(player)


def everybody() -> list[tuple[str, str]]:
    """Return game and level of every bot, the weakest levels of all games first."""
    rounds = zip_longest(*([(key, level) for level in registry.levels(key)] for key in registry.GAMES))
    return [one for together in rounds for one in together if one is not None]


def warming_up(key: str) -> tuple[str, ...]:
    """Return the levels that a background process has yet to compile; empty for an unknown game."""
    compiled = [level for level in registry.levels(key) if _is_compiled(registry.bot(key, level))]
    done = _compiled_so_far() if compiled else None
    return () if done is None else tuple(level for level in compiled if f"{key} {level}" not in done)


def are_prepared() -> bool:
    """Return whether the cache is complete and from the installed compiler version."""
    folder = kept_in()
    if folder is None:
        return False
    try:
        return (folder / DONE).read_text(encoding="utf-8") == _compiler()
    except OSError:
        return False


def are_being_prepared() -> bool:
    return _compiled_so_far() is not None


@cache
def _compiler() -> str:
    return version("numba")


def kept_in() -> Path | None:
    """Return the cache folder of compiled code, or None: then each process compiles for itself."""
    named = os.environ.get("NUMBA_CACHE_DIR", "")
    return Path(named) if named else None


def prepare_once(*, lock: int | None = None) -> list[str]:
    """Compile and cache the bots that are missing; return those that failed, as "game level".

    Waits for another compiling process, unless `lock` is the descriptor of the already locked file. Failed bots are
    retried on the next start and on request. Raises ValueError without a cache folder.
    """
    folder = kept_in()
    if folder is None:
        raise ValueError("NUMBA_CACHE_DIR is unset: no folder for the compiled players")
    with _open_lock_file(folder) if lock is None else os.fdopen(lock, "a", encoding="utf-8") as ready_now:
        if lock is None:  # the system releases the lock however the process ends
            _lock_file(ready_now, fcntl.LOCK_EX)
        if are_prepared():
            return []
        failed = [" ".join(one) for one in everybody() if not _prepare_player(*one, ready_now)]
        prepare_reviews()
        if not failed:
            (folder / DONE).write_text(_compiler(), encoding="utf-8")
        return failed


def prepare_beside(folder: Path) -> "subprocess.Popen[bytes]":
    """Start a process that runs `prepare_once` at low priority; return it."""
    # It is handed the lock. Otherwise a request before that process is up would start another process.
    command = [sys.executable, "manage.py", "prepare_players", "--beside", str(os.getpid())]
    with _open_lock_file(folder) as file:
        try:
            _lock_file(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return subprocess.Popen(command, cwd=settings.BASE_DIR)  # noqa: S603
        handed = file.fileno()
        return subprocess.Popen([*command, "--lock", str(handed)], cwd=settings.BASE_DIR, pass_fds=[handed])  # noqa: S603


def _prepare_player(key: str, level: str, ready_now: IO[str]) -> bool:
    """Prepare one bot; return whether it worked. A failed bot is listed as ready, so that no page waits for it."""
    try:
        _made_ready(registry.bot(key, level))
    except Exception:  # any compiler or disk error; the others are still prepared
        logger.exception("The computer player %s of %s could not be prepared.", level, key)
        return False
    finally:
        ready_now.write(f"{key} {level}\n")
        ready_now.flush()
    return True


def _open_lock_file(folder: Path) -> IO[str]:
    return (folder / _BEING_DONE).open("a", encoding="utf-8")


def _lock_file(file: IO[str], how: int) -> None:
    fcntl.flock(file, how)
    file.truncate(0)


def _compiled_so_far() -> list[str] | None:
    """Return the bots that are ready, as "game level", while a process prepares the rest; None without a process."""
    folder = kept_in()
    if folder is None or are_prepared():
        return None
    with suppress(OSError), (folder / _BEING_DONE).open(encoding="utf-8") as file:  # no file: not begun
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return file.read().splitlines()
    return None
