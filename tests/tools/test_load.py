"""The load test: a small crowd plays, and a limit that is missed fails the run."""

import pytest

from tools.load import ACTION, REPLY
from tools.load.crowd import Crowd, Result, loaded_site, play
from tools.load.report import Comparison, show


def result(p95: float, failed: int = 0) -> Result:
    request = {"count": 9.0, "failed": float(failed), "p50": p95 / 2, "p95": p95, "p99": p95}
    errors = {"an error": failed} if failed else {}
    return Result(Crowd(4, 10), {ACTION: request, REPLY: request}, errors, {"web": 2.0}, 0.5, 10.0)


def test_two_players_play_for_three_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    with loaded_site(on_postgresql=False, workers=1, limits=False) as site:
        found = play(site, Crowd(2, 3, "games", (0.0, 0.1)))
    assert found.is_good, found.errors
    assert found.requests[ACTION]["p95"] > 0 and {"web", "worker", "players"} <= set(found.cpu)
    show(found)
    assert "ms an action" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("alone", "beside", "is_held"),
    [
        ([result(0.1), result(0.3)], [result(0.2), result(0.2)], True),
        ([result(0.1), result(0.1)], [result(0.1), result(0.15)], False),
        ([result(0.1)], [result(0.1, failed=1)], False),
        ([result(0.1, failed=1)], [result(0.1)], False),
    ],
)
def test_the_mean_p95_beside_something_has_a_limit(
    alone: list[Result], beside: list[Result], is_held: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    comparison = Comparison("a reviewer", 1.2, alone, beside, (ACTION, REPLY))
    assert comparison.is_held is is_held
    comparison.show()
    assert ("MISSED" in capsys.readouterr().out) is (beside[-1].requests[ACTION]["p95"] == 0.15)
