"""What the broker has forgotten is done by the sweep, and done once, though several notify of it."""

from tests.trial import crowd
from tests.trial.house import House

GAMES = 3
NOTICES = 4


def test_two_beats_notify_of_what_the_broker_forgot(house: House) -> None:
    codes = crowd.forgotten_by_the_broker(house, games=GAMES)
    before = {code: house.ledger.entries(code) for code in codes}
    assert set(house.ledger.owed()) >= set(codes)
    crowd.fill_with_stale_notices(house, codes, notices=NOTICES)
    with crowd.quick_beats(house):
        house.start("worker", "worker2")
        crowd.come_to_rest(house)
    for code in codes:
        after = house.ledger.entries(code)
        assert after[: len(before[code])] == before[code]
        assert {one[3] for one in after[len(before[code]) :]} == {"computer"}
    assert house.ledger.faults() == []
