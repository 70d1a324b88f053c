"""Two people at one table, each on a line of their own: what one does reaches the other by the stream alone."""

from tests.bench import over_http
from tests.bench.over_http import LONGEST
from tests.trial.house import House


def test_what_one_does_reaches_the_other(any_house: House) -> None:
    seconds = over_http.across(any_house.urls[0], hands=1)
    assert 4 <= len(seconds) <= LONGEST, "two cards put aside, two bids, and the tricks the table does not play itself"
    assert all(one > 0 for one in seconds)
