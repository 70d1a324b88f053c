"""Late cards whose exact loss is known: blunders are marked, and the best card is not blamed."""

import pytest

from tests.review.planted import looked_at


@pytest.mark.parametrize(
    ("key", "blunders", "best"), [("twoman", 30, 100), ("spades", 30, 100), ("bidwhist", 20, 60), ("cardduel", 30, 30)]
)
def test_planted_blunders_are_marked_and_the_best_card_is_not(key: str, blunders: int, best: int) -> None:
    """Few of both; docs/review.md has the figures of many."""
    found = looked_at(key, 5, blunders=blunders, best=best)
    assert found.marked >= 0.9 * blunders
    assert found.blamed <= 2
