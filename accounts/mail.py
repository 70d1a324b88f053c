"""Send mail in threads that no answer waits for, and few enough to one mailbox that nobody can flood it.

A message that cannot be sent is logged without its text.
"""

import logging
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Final

from django.core.mail import EmailMessage
from django.db import transaction

from accounts import limits

#: Letters on their way at once. What is still on its way when the process ends is waited for.
LINES: Final = 2

logger = logging.getLogger(__name__)
_postmen: Executor = ThreadPoolExecutor(LINES, thread_name_prefix="post")


def soon(letter: EmailMessage) -> None:
    """Once what it tells of is kept; of what was taken back nobody is written to."""
    transaction.on_commit(lambda: _postmen.submit(_post, letter))


def has_room(address: str) -> bool:
    """Whether a message may go to the mailbox of this address, and count it. `name+tag@host` is `name@host`."""
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
    except Exception:  # whatever the mail server or its library raises; nobody waits who could be told
        logger.exception("A letter could not be posted.")
