"""Event streams: a server ends in time with them open, they come back, and one that nobody reads costs nobody else."""

from tests.trial import streams
from tests.trial.house import House

MEGABYTE = 1_000_000


def test_a_stop_with_fifty_open_streams(house: House) -> None:
    took, _back, current = streams.stop_under_streams(house, streams=50)
    assert took < 10
    assert current == 50


def test_streams_that_nobody_reads(house: House) -> None:
    slowest, grown, held = streams.unread_streams(house, streams=20, moves=5)
    assert slowest < 10
    assert grown < 30 * MEGABYTE
    assert held < 20
