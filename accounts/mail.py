"""Send mail in background threads, and limit the messages to one mailbox against flooding.

A message that cannot be sent is logged without its text.
"""

import logging
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Final

from django.core.mail import EmailMessage
from django.db import transaction

from accounts import limits

#: Number of messages sent at once. On exit the process waits for those in progress.
LINES: Final = 2

logger = logging.getLogger(__name__)
_postmen: Executor = ThreadPoolExecutor(LINES, thread_name_prefix="post")


def soon(letter: EmailMessage) -> None:
    """Send the message after the transaction commits; not at all if it rolls back."""
    transaction.on_commit(lambda: _postmen.submit(_post, letter))


def has_room(address: str) -> bool:
    """Return whether a message may go to this address, and count it. `name+tag@host` counts as `name@host`."""
    name, _, host = address.lower().rpartition("@")
    mailbox = limits.mark_of(f"{name.partition('+')[0]}@{host}")
    try:
        limits.take(name="letters", who=mailbox)
        limits.lease(name="letters_of_a_day", who=mailbox)
    except limits.TooMany:
        return False
    return True


def _post(letter: EmailMessage) -> None:
    try:
        letter.send()
    except Exception:  # any error of the mail server or library; there is no caller to tell
        logger.exception("A letter could not be posted.")
