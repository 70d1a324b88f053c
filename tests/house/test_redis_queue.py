"""The queue in Redis: one client a channel, as long as its lines last."""

from collections.abc import Iterator

import pytest
from celery import current_app
from redis import ConnectionPool, Redis

from spadesite.redis_queue import Channel, Transport


@pytest.fixture
def channel() -> Iterator[Channel]:
    """One of a broker that nothing is asked of."""
    made = Channel.__new__(Channel)
    made.Client, made._pool, made._async_pool = Redis, ConnectionPool(), ConnectionPool()
    yield made
    made._pool = made._async_pool = None


def test_it_is_what_the_site_speaks_to_redis_with() -> None:
    for name in ("redis", "rediss"):
        assert current_app.connection(f"{name}://broker.example.org/0").get_transport_cls() is Transport


def test_all_commands_go_by_one_client(channel: Channel) -> None:
    with channel.conn_or_acquire() as one, channel.conn_or_acquire() as other:
        assert one is other and one.connection_pool is channel.pool


def test_what_waits_for_messages_has_lines_of_its_own(channel: Channel) -> None:
    assert channel.client.connection_pool is channel.async_pool is not channel.pool


def test_after_its_lines_were_given_up_it_has_another(channel: Channel) -> None:
    """As Kombu does where a broker is away."""
    before, channel._pool = channel._create_client(), ConnectionPool()
    after = channel._create_client()
    assert after is not before and after.connection_pool is channel.pool
