"""Send emails in background threads, and limit the emails to one mailbox against flooding.

An email that cannot be sent is logged without its text.
"""

import logging
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Final

from django.core.mail import EmailMessage
from django.db import transaction

from accounts import limits

#: Number of emails sent in parallel. A process waits at its end until all are sent.
LINES: Final = 2

logger = logging.getLogger(__name__)
_postmen: Executor = ThreadPoolExecutor(LINES, thread_name_prefix="post")


def send_on_commit(message: EmailMessage) -> None:
    """Send the email after the transaction commits; not at all if it rolls back."""
    transaction.on_commit(lambda: _postmen.submit(_post, message))


def has_room(address: str) -> bool:
    """Count an email to this mailbox; return False if a limit is used up. `name+tag@host` counts as `name@host`."""
    name, _, host = address.lower().rpartition("@")
    mailbox = limits.mark_of(f"{name.partition('+')[0]}@{host}")
    try:
        limits.count_use(name="letters", client=mailbox)
        limits.lease(name="letters_of_a_day", client=mailbox)
    except limits.LimitReached:
        return False
    return True


def _post(message: EmailMessage) -> None:
    try:
        message.send()
    except Exception:  # any error of the mail server or library: there is no caller that could handle it
        logger.exception("An email could not be sent.")
