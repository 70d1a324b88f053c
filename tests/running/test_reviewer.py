"""kill -9 in the middle of a review: what was written stays, what was lost is made up for, and nothing is doubled."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random

import pytest

from tests.trial.house import House, on_files, on_servers, until
from tests.trial.nursery import HELD
from tests.trial.traveller import Traveller

ROWS = "SELECT number, seat, COUNT(*) FROM games_review GROUP BY number, seat ORDER BY number, seat"
DUE = "SELECT COUNT(*) FROM games_game WHERE reviews_due_at IS NOT NULL"
PRACTISED_TWICE = "SELECT ordinal FROM games_practice GROUP BY seat_id, ordinal HAVING COUNT(*) > 1"


@pytest.mark.parametrize("own", [on_files, on_servers])
def test_a_reviewer_killed_in_the_middle_leaves_a_row_a_seat(own: Callable[[], AbstractContextManager[House]]) -> None:
    """It dies in the transaction that writes the older hand, its second; two others then review that hand."""
    with own() as house:
        house.start("web", "worker")
        traveller = Traveller(house, Random(5))
        table = traveller.sit_at("twoman")
        while len(house.ledger.hands(traveller.code)) < 2:
            table = traveller.play(table, 1)
        house.start("heldreviewer", "quickbeat")  # a notice alone comes to nothing while anybody compiles
        until(lambda: HELD in house.log("heldreviewer"), 300, lambda: house.log("heldreviewer"))
        house.kill("heldreviewer")
        assert house.ledger.rows(ROWS) == [(2, 0, 1), (2, 1, 1)]
        assert house.ledger.rows(DUE) == [(1,)]
        house.start("reviewer", "reviewer2")
        until(lambda: house.ledger.rows(DUE) == [(0,)], 300, lambda: house.log("reviewer") + house.log("reviewer2"))
        hands = house.ledger.hands(traveller.code)
        assert house.ledger.rows(ROWS) == [(number, seat, 1) for number in hands for seat in (0, 1)]
        assert list(house.ledger.rows(PRACTISED_TWICE)) == []
        assert house.ledger.faults() == []
