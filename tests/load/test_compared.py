"""Whether a crowd is disturbed by what goes on beside it."""

import pytest

from tests.load import told
from tests.load.compared import Compared
from tests.load.crowd import Found, Wanted
from tests.load.parts import Used


def crowd(p95: float, failed: int = 0) -> Found:
    asked = {
        name: {"count": 9.0, "failed": float(failed), "p50": p95 / 2, "p95": times * p95, "p99": p95}
        for name, times in (("an action", 1), ("until my turn again", 3))
    }
    return Found(Wanted(4, 10), asked, {"a fault": failed} if failed else {}, {"web": Used(2.0)}, 0.0, 10.0)


@pytest.mark.parametrize(
    ("alone", "beside", "holds"),
    [
        ([crowd(0.1), crowd(0.3)], [crowd(0.2), crowd(0.2)], True),
        ([crowd(0.1), crowd(0.1)], [crowd(0.1), crowd(0.15)], False),
        ([crowd(0.1)], [crowd(0.1, failed=1)], False),
        ([crowd(0.1, failed=1)], [crowd(0.1)], False),
    ],
)
def test_the_mean_p95_of_crowds_may_grow_so_far(alone: list[Found], beside: list[Found], holds: bool) -> None:
    compared = Compared("a reviewer", 1.2, of=("an action", "until my turn again"), alone=alone, beside=beside)
    assert compared.holds is holds


def test_what_grew_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "SAID", [])
    Compared("a reviewer", 1.2, alone=[crowd(0.1)], beside=[crowd(0.25, failed=2)]).tell()
    assert any("the p95 grew of an action 2.50 times; beside it 4 requests failed" in line for line in told.SAID)
    assert "  2 times: a fault" in told.SAID
