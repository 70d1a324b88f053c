"""Late cards whose exact loss is known: blunders are marked, and the best card is not blamed."""

from tests.review.planted import looked_at


def test_planted_blunders_are_marked_and_the_best_card_is_not() -> None:
    """Few of both; docs/review.md has the figures of many."""
    found = looked_at(5, blunders=30, best=100)
    assert found.marked >= 26
    assert found.blamed <= 2
