"""The players that the arena command accepts: a bot's level, a baseline (`yardsticks`), `random`, an outside program.

An outside program uses the player protocol: it reads a view per line and writes an action per line, both as JSON.
"""

import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from random import Random
from typing import IO, Final, TypeAlias, cast

from games.bots.base import Chooser, Prepared
from games.engine.actions import Action, NotAnAction, read_action
from games.engine.state import SeatView, view_json
from games.registry import GAMES, RANDOM, bot

PREFIX: Final = "exec:"
_LONGEST_LINE: Final = 65_536
_CHUNK: Final = 4_096
#: Seconds to wait for an outside program to exit before it is killed.
_EXIT_TIMEOUT: Final = 2.0
#: The default timeout in seconds for a program's action, and the shortest one for its first after a start.
PATIENCE: Final = 5.0
FIRST_PATIENCE: Final = 60.0


class Forfeit(Exception):
    """A player loses the game because its action is unreadable or missing. The message gives the reason."""


class OutsidePlayer:
    """A player whose actions come from a program. The first `choose` starts it, as does the first one after `stop`.

    `patience` is the timeout in seconds for each action.
    """

    def __init__(self, command: str, patience: float) -> None:
        self._words = shlex.split(command)
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._received = b""
        self._has_answered = False

    def choose(self, view: SeatView, rng: "Random") -> Action:
        """Return the program's action, legal or not.

        Raise Forfeit if the program cannot be started, has stopped, is late or writes no action.
        """
        process = self._running()
        limit = self._patience if self._has_answered else max(FIRST_PATIENCE, self._patience)
        until = time.monotonic() + limit
        try:
            self._send(process, view_json(view), until)
            line = self._line(process, until)
        except TimeoutError as error:
            raise Forfeit(f"did not answer within {limit:g} s") from error
        self._has_answered = True
        try:
            return read_action(line)
        except NotAnAction as error:
            raise Forfeit(f"answered {line[:80]!r}, which is no action") from error

    def stop(self) -> None:
        """Kill the program and its children; the next `choose` starts it again."""
        process = self._process
        if process is None:
            return
        with process, suppress(ProcessLookupError):  # leaving `process` closes its pipes and waits for its end
            os.killpg(process.pid, signal.SIGKILL)
        self._process = None

    def close(self) -> None:
        """Ask the program to exit, wait up to `_EXIT_TIMEOUT` seconds, then kill it and its children."""
        if self._process is not None:
            with suppress(Forfeit, TimeoutError, subprocess.TimeoutExpired):
                self._send(self._process, {"end": True}, time.monotonic() + _EXIT_TIMEOUT)
                self._process.wait(_EXIT_TIMEOUT)
            self.stop()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._received, self._has_answered = b"", False
            try:
                self._process = subprocess.Popen(  # noqa: S603
                    self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
                )
            except OSError as error:
                raise Forfeit(f"cannot be started: {error}") from error
            os.set_blocking(cast("IO[bytes]", self._process.stdin).fileno(), False)
        return self._process

    def _send(self, process: subprocess.Popen[bytes], message: object, deadline: float) -> None:
        """Send a message as a line. Raise TimeoutError if the program does not read it, Forfeit if it has stopped."""
        pipe = cast("IO[bytes]", process.stdin)
        rest = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        try:
            while rest:
                _await([], [pipe], deadline)
                rest = rest[pipe.write(rest) or 0 :]
        except BrokenPipeError as error:
            raise Forfeit("has stopped") from error

    def _line(self, process: subprocess.Popen[bytes], deadline: float) -> str:
        pipe = cast("IO[bytes]", process.stdout)
        while b"\n" not in self._received:
            _await([pipe], [], deadline)
            chunk = os.read(pipe.fileno(), _CHUNK)
            if not chunk:
                raise Forfeit("has stopped")
            self._received += chunk
            if len(self._received) > _LONGEST_LINE:
                raise Forfeit("answered with a line without end")
        line, _, self._received = self._received.partition(b"\n")
        return line.decode(errors="replace").strip()


#: An `OutsidePlayer` must be stopped after a forfeit and closed after the match; a `Chooser` need not.
Player: TypeAlias = Chooser | OutsidePlayer


def player(game: str, name: str, patience: float) -> Player:
    """Return a player by name. A bot is loaded and compiled first, so that the times of its choices exclude this."""
    if name.startswith(PREFIX):
        return OutsidePlayer(name.removeprefix(PREFIX), patience)
    found = bot(game, name)
    if isinstance(found, Prepared):
        found.prepare(Random(0))  # noqa: S311
    return found


def unknown(game: str, name: str) -> str | None:
    """Return an error message if the player's name is invalid, otherwise None."""
    if not name.startswith(PREFIX):
        known = (*GAMES[game].players, *GAMES[game].yardsticks, RANDOM)
        if name in known:
            return None
        return f"There is no player “{name}” for {game}: choose {', '.join(known)} or exec:COMMAND."
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError:
        words = []
    if words and shutil.which(words[0]):
        return None
    return f"The program of “{name}” is not found."


def _await(read: list[IO[bytes]], write: list[IO[bytes]], deadline: float) -> None:
    """Wait until a pipe can be read or written; raise TimeoutError at `deadline`."""
    if not any(select.select(read, write, [], max(0.0, deadline - time.monotonic()))):
        raise TimeoutError
