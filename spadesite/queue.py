"""The queue of files, with messages that are whole when they appear.

Kombu's transport opens a message's file in the folder that its worker is watching and writes it afterwards. A
worker that looks in between reads an empty message and ends, and a table file cut short by a crash fails every
later publish. Here both are written beside their place and moved there in one step, and what cannot be read all
the same (a disk that was full, somebody's editor) is left out: a message only notifies, and the sweep sends it again.
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
#: What reading a message or a table may raise that is none.
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError)


class Channel(filesystem.Channel):
    def _get(self, queue: str, **kwargs: Any) -> Any:
        """Kombu has taken the file away before it reads it, so the next look is at the next one."""
        while True:
            try:
                payload = super()._get(queue)
                self.message_to_python(payload)
                return payload
            except (*UNREADABLE, ChannelError) as error:
                logger.warning("A message in the queue cannot be read (%s). It is left out.", type(error).__name__)

    def get_table(self, exchange: str) -> Any:
        """A table that cannot be read is what it is by itself in this house: one queue of the same name."""
        try:
            return super().get_table(exchange)
        except UNREADABLE:
            logger.warning("The queue's table %s cannot be read. It is written anew.", exchange)
            table = [filesystem.exchange_queue_t(exchange, "", exchange)]
            _write(self._exchange_file(exchange), table)
            return table

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        name = f"{monotonic_ns():020}_{uuid.uuid4()}.{queue}.msg"  # read in the order of their names
        _write(Path(self.data_folder_out) / name, payload)

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        table = self.get_table(exchange)
        if bound not in table:
            _write(self._exchange_file(exchange), [bound, *table])


class Transport(filesystem.Transport):
    Channel = Channel


def install() -> None:
    """`filesystem://` means this transport from now on."""
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
