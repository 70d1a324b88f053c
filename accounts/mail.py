"""Letters, posted by threads that no answer waits for. One that cannot be posted is logged without its words."""

import logging
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Final

from django.core.mail import EmailMessage
from django.db import transaction

#: Letters on their way at once. What is still on its way when the process ends is waited for.
LINES: Final = 2

logger = logging.getLogger(__name__)
_postmen: Executor = ThreadPoolExecutor(LINES, thread_name_prefix="post")


def soon(letter: EmailMessage) -> None:
    """Once what it tells of is kept; of what was taken back nobody is written to."""
    transaction.on_commit(lambda: _postmen.submit(_post, letter))


def _post(letter: EmailMessage) -> None:
    try:
        letter.send()
    except Exception:  # whatever the mail server or its library raises; nobody waits who could be told
        logger.exception("A letter could not be posted.")
