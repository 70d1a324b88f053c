"""The tables of a review: actions of equal value share a row, and a value of 0 has no bar."""

import pytest
from django.template.loader import render_to_string

from games.engine.actions import Action
from games.presenters import reviews
from games.viewmodel.weighed import DecisionShown, account
from tests.presenters.seeing import in_play
from tests.review.quick import a_decision


def decided(values: dict[str, float], *, verb: str = "play", chosen: str, best: str) -> DecisionShown:
    """A decision with these chances to win, in percent, by card or bid."""

    def action(text: str) -> Action:
        return Action(verb, int(text) if verb == "bid" else text)

    decision = a_decision(
        kind="lead",
        chosen=action(chosen),
        best=action(best),
        values=tuple((action(text), round(10_000 * value)) for text, value in values.items()),
        loss=round(10_000 * (values[best] - values[chosen])),
    )
    return reviews.decided(in_play().snapshot(), decision)


@pytest.mark.parametrize(
    ("values", "chosen", "rows"),
    [
        ({"AS": 60, "KS": 52, "QS": 52.2, "2C": 51.9, "3C": 40}, "3C", ["AS", "KS QS 2C", "3C"]),
        ({"AS": 60, "KS": 60, "QS": 60}, "AS", ["AS", "KS QS"]),
        ({"AS": 60, "KS": 52, "QS": 52, "2C": 52}, "QS", ["AS", "QS", "KS 2C"]),
    ],
)
def test_cards_of_equal_value_share_a_row_beside_the_best_and_the_chosen(
    values: dict[str, float], chosen: str, rows: list[str]
) -> None:
    shown = decided(values, chosen=chosen, best="AS").rows
    assert sorted(" ".join(sorted(row.cards)) for row in shown) == sorted(" ".join(sorted(one.split())) for one in rows)
    assert [row.is_best for row in shown] == [True] + [False] * (len(rows) - 1)
    assert [set(row.cards) for row in shown if row.is_chosen] == [{chosen}]


def test_bids_of_equal_value_share_a_row() -> None:
    shown = decided({"3": 60, "4": 51, "5": 51, "6": 51, "7": 20}, verb="bid", chosen="7", best="3").rows
    assert [row.words for row in shown] == ["3", "4, 5 and 6", "7"]


def test_a_value_of_0_has_no_bar() -> None:
    rows = account(50, [("the deal", 0, "deal"), ("you", -5, "you")], 45, ("before", "after"))
    assert render_to_string("games/review/_account.html", {"account": rows}).count("<rect") == 3
    shown = decided({"AS": 3, "KS": 0}, chosen="KS", best="AS")
    html = render_to_string("games/review/_values.html", {"shown": shown, "bags_marked": False})
    assert [row.wins for row in shown.rows] == [3, 0] and html.count('<svg class="mbar"') == 1
