"""Kombu's filesystem transport with atomic writes.

Kombu creates a message's file in the watched folder and writes it afterwards. A worker that reads the file in between
gets an empty message and ends. If a crash truncates the file of an exchange's bindings, every later publish fails. Here
both are written to a temporary file and renamed. Files that are still unreadable (full disk, edited by hand) are
skipped or replaced: a message only notifies of work in rows, and a periodic task notifies again.
"""

import logging
import os
import uuid
from contextlib import suppress
from pathlib import Path
from time import monotonic_ns
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

logger = logging.getLogger(__name__)
#: Errors that an unreadable message or table raises.
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError)


class Channel(filesystem.Channel):
    def _get(self, queue: str, **kwargs: Any) -> Any:
        """Return the next readable message. Kombu removes a file before it reads it, so a retry reads the next one."""
        while True:
            try:
                payload = super()._get(queue)
                self.message_to_python(payload)
                return payload
            except (*UNREADABLE, ChannelError) as error:
                logger.warning("Skipped an unreadable message in the queue (%s).", type(error).__name__)

    def get_table(self, exchange: str) -> Any:
        """Return the exchange's bindings; replace an unreadable table by one binding, to the queue of the same name."""
        try:
            return super().get_table(exchange)
        except UNREADABLE:
            logger.warning("Replaced the unreadable bindings of the exchange %s.", exchange)
            table = [filesystem.exchange_queue_t(exchange, "", exchange)]
            _write(self._exchange_file(exchange), table)
            return table

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        name = f"{monotonic_ns():020}_{uuid.uuid4()}.{queue}.msg"  # Kombu reads in the order of names
        _write(Path(self.data_folder_out) / name, payload)

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        table = self.get_table(exchange)
        if bound not in table:
            _write(self._exchange_file(exchange), [bound, *table])


class Transport(filesystem.Transport):
    Channel = Channel


def install() -> None:
    """Register this transport for `filesystem://`."""
    TRANSPORT_ALIASES["filesystem"] = "spadesite.queue:Transport"


def _write(place: Path, content: Any) -> None:
    part = place.with_name(f"{uuid.uuid4()}.part")
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.touch(mode=0o600)
        part.write_text(dumps(content), encoding="utf-8")
        os.replace(part, place)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise ChannelError(f"Cannot write {place}.") from error
