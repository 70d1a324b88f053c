"""The time a computer player has to choose in, whichever thread it thinks in. Knows of no game.

Only a fault ever meets it, for thinking is counted work. It breaks what runs in Python; a compiled kernel is left to
its counts, and is broken as soon as it returns.
"""

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

#: Seconds; many times the dearest choice on a crowded machine.
THOUGHT: Final = 20.0


class TooLong(Exception):
    """The time is up."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises TooLong in the midst of whatever this thread still does after so many seconds."""
    alarm = _Alarm(seconds)
    try:
        yield
    finally:
        alarm.end()


class _Alarm:
    """Raises in the thread it was made in. A signal would do for a worker, but only main threads hear signals."""

    def __init__(self, seconds: float) -> None:
        self._thread, self._lock = ctypes.c_ulong(threading.get_ident()), threading.Lock()
        self._is_over = self._rang = False
        self._timer = threading.Timer(seconds, self._ring)
        self._timer.daemon = True
        self._timer.start()

    def _ring(self) -> None:
        with self._lock:
            if not self._is_over:
                self._rang = True
                _raise_in(self._thread, ctypes.py_object(TooLong))

    def end(self) -> None:
        """Rung and not yet heard it is taken back, or it would be raised in whatever the thread does next."""
        with self._lock:
            self._is_over = True
            if self._rang:
                _raise_in(self._thread, None)
        self._timer.cancel()


def _raise_in(thread: ctypes.c_ulong, what: object) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, what)
