"""The queue in Redis, with one client a channel: Kombu makes one for each command, as dear as the command itself."""

from typing import Any

from kombu.transport import redis


class Channel(redis.Channel):
    _kept: Any = None

    def _create_client(self, asynchronous: bool = False) -> Any:
        if asynchronous:  # waits for what comes in, on a line of its own
            return super()._create_client(asynchronous=True)
        if self._kept is None or self._kept.connection_pool is not self.pool:
            self._kept = super()._create_client()
        return self._kept


class Transport(redis.Transport):
    Channel = Channel
