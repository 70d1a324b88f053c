"""The players of the arena's command line: a level, `random`, or an outside program.

A program plays by the player protocol: one view per line to it, one action per line back.
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
from dataclasses import dataclass
from random import Random
from typing import IO, Final, TypeAlias

from games.bots.base import Chooser, Prepared
from games.engine.actions import Action
from games.engine.notation import NotAnAction, read_action, view_json
from games.engine.state import SeatView
from games.registry import bot, names

PREFIX: Final = "exec:"
_LONGEST_LINE: Final = 65_536
_CHUNK: Final = 4_096
#: Seconds that a program may take to exit before it is killed.
_FAREWELL: Final = 2.0


class Forfeit(Exception):
    """A player lost a game by an illegal or missing answer, not by its cards. The message says how."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Timeouts in seconds: for the first answer after a start, and for each later one."""

    first: float = 60.0
    later: float = 5.0

    @classmethod
    def of(cls, patience: float) -> "Limits":
        """Return a limit of `patience` seconds for each answer; the first one has at least the default."""
        return cls(first=max(cls().first, patience), later=patience)


class OutsidePlayer:
    """A player that starts its program at the first question, and again after a failure."""

    def __init__(self, command: str, limits: Limits) -> None:
        self._words = shlex.split(command)
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._received = b""
        self._has_answered = False

    def choose(self, view: SeatView, rng: "Random") -> Action:
        """Return the program's action, legal or not; raise Forfeit if it is late, dead or unreadable."""
        process = self._running()
        limit = self._limits.later if self._has_answered else self._limits.first
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
        """Kill the program and its children; the next question starts it again."""
        if self._process is not None:
            self._forget(self._process)

    def close(self) -> None:
        """Ask the program to exit, wait `_FAREWELL` seconds, then kill it and its children."""
        process = self._process
        if process is None:
            return
        with suppress(Forfeit, TimeoutError, subprocess.TimeoutExpired):
            self._send(process, {"end": True}, time.monotonic() + _FAREWELL)
            process.wait(_FAREWELL)
        self._forget(process)

    def _forget(self, process: subprocess.Popen[bytes]) -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in filter(None, (process.stdin, process.stdout)):
            pipe.close()
        self._process = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._received, self._has_answered = b"", False
            try:
                self._process = subprocess.Popen(  # nosec B603
                    self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
                )
            except OSError as error:
                raise Forfeit(f"cannot be started: {error}") from error
            if self._process.stdin is not None:
                os.set_blocking(self._process.stdin.fileno(), False)
        return self._process

    def _send(self, process: subprocess.Popen[bytes], message: object, until: float) -> None:
        """Send a line; TimeoutError if the pipe stays full, as of a program that answers without reading."""
        if process.stdin is None:
            raise Forfeit("cannot be spoken to")
        rest = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        try:
            while rest:
                _await([], [process.stdin], until)
                rest = rest[process.stdin.write(rest) or 0 :]
        except BrokenPipeError as error:
            raise Forfeit("has stopped") from error

    def _line(self, process: subprocess.Popen[bytes], until: float) -> str:
        if process.stdout is None:
            raise Forfeit("cannot be heard")
        while b"\n" not in self._received:
            _await([process.stdout], [], until)
            chunk = os.read(process.stdout.fileno(), _CHUNK)
            if not chunk:
                raise Forfeit("has stopped")
            self._received += chunk
            if len(self._received) > _LONGEST_LINE:
                raise Forfeit("answered with a line without end")
        line, _, self._received = self._received.partition(b"\n")
        return line.decode(errors="replace").strip()


#: An outside program must be stopped after a forfeit and closed after the match; a bot must not.
Player: TypeAlias = Chooser | OutsidePlayer


def player(game: str, name: str, limits: Limits) -> Player:
    """Return a player ready to be asked; a bot is compiled and loaded here, outside the measured time."""
    if name.startswith(PREFIX):
        return OutsidePlayer(name.removeprefix(PREFIX), limits)
    found = bot(game, name)
    if isinstance(found, Prepared):
        found.prepare(Random(0))  # nosec B311
    return found


def unknown(game: str, name: str) -> str | None:
    """Return a sentence on what is wrong with a player's name, or None."""
    if not name.startswith(PREFIX):
        known = names(game)
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


def _await(read: list[IO[bytes]], write: list[IO[bytes]], until: float) -> None:
    """Wait until a pipe can be read or written; raise TimeoutError at `until`."""
    if not any(select.select(read, write, [], max(0.0, until - time.monotonic()))):
        raise TimeoutError
