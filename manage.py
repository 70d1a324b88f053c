#!/usr/bin/env python
"""The command line of the site."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")
    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        _say_what_to_do(error)
        raise


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
