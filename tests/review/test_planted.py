"""Late cards whose exact loss is known: blunders are marked, and the best card is not blamed."""

from tests.review.planted import BLAMED, MARKED, looked_at

#: By game how many planted blunders, and how many best cards: few of both; docs/review.md has the figures of many.
FEW = {"twoman": (30, 100), "spades": (30, 100), "bidwhist": (20, 60), "cardduel": (30, 30)}


def test_planted_blunders_are_marked_and_the_best_card_is_not() -> None:
    """What is promised of blunders is asked of all games together: of thirty, two that are missed tell nothing."""
    found = {key: looked_at(key, 5, blunders=blunders, best=best) for key, (blunders, best) in FEW.items()}
    assert sum(one.marked for one in found.values()) >= MARKED * sum(blunders for blunders, _ in FEW.values()), found
    assert all(one.marked >= 0.9 * one.blunders for one in found.values()), found
    assert all(one.blamed <= BLAMED * one.best for one in found.values()), found
