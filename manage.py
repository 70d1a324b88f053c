#!/usr/bin/env python
"""The command line of the site."""

import os
import select
import signal
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")
    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:
        _end_with_the_reader()
        raise
    except Exception as error:
        _say_what_to_do(error)
        raise


def _end_with_the_reader() -> None:
    """Exit quietly, as SIGPIPE would, if the reader of standard output (such as `head`) has closed the pipe."""
    out = select.poll()
    out.register(sys.stdout, 0)
    if any(event & select.POLLERR for _file, event in out.poll(0)):
        # The interpreter flushes once more at exit, which would print a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(128 + signal.SIGPIPE)


def _say_what_to_do(error: Exception) -> None:
    """Where settings, the disk or the database are at fault a sentence helps, and a traceback does not."""
    from spadesite import storage

    if "--traceback" in sys.argv:
        return
    if isinstance(error, ImproperlyConfigured):
        sys.exit(str(error))
    fault = storage.fault_of(error)
    if fault is not None:
        sys.exit(fault.text())


if __name__ == "__main__":
    main()
