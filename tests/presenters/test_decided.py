"""The sentence above somebody's decisions: what it claims, and that it claims nothing its interval leaves open."""

from datetime import date
from math import sqrt

import pytest

from games.presenters import fitted
from games.presenters.statistics import decided
from games.registry import error_rates, levels
from games.services.counting.decided import Cost, Decided, Luck
from games.services.statistics.decisions import DecidedStep, DecidedStretch
from games.services.statistics.reading import Stretch


def costs(rate: float, many: int, *, wide: float = 0.0) -> Cost:
    """Decisions of which half cost so much more and half so much less than the rate, in thousandths of a game."""
    losses = [round(1000 * (rate + (wide if place % 2 else -wide))) for place in range(many)]
    return Cost(many, sum(losses), sum(one**2 for one in losses))


def sentence(key: str, **by_kind: Cost) -> str:
    whole = Decided(games=40, luck=Luck(1))
    for kind, cost in by_kind.items():
        whole.add_decision(kind, 1, cost)
    return decided.page(DecidedStretch(Stretch(key), whole, {}, ()), {}).sentence


@pytest.mark.parametrize(
    ("rate", "wide", "claim"),
    [
        (5.4, 2.0, "You decide about as well as the house’s medium player."),
        (6.3, 0.1, "You decide better than the house’s easy player, and less well than its medium one."),
        (6.2, 6.2, "You decide about as well as the house’s medium player."),
        (2.0, 0.5, "You decide better than the house’s medium player, and less well than its ruthless one."),
        (20.0, 5.0, "The house’s easy player decides better than you so far."),
        (0.05, 0.01, "You decide better than the house’s ruthless player."),
    ],
)
def test_it_stands_among_the_players_of_the_house(
    rate: float, wide: float, claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitted, "error_rates", {"twoman": {"easy": 7.7, "medium": 5.4, "ruthless": 0.27}}.__getitem__)
    assert sentence("twoman", lead=costs(rate, 200, wide=wide)) == claim


def test_every_level_of_two_is_measured_and_the_stronger_errs_less() -> None:
    rates = error_rates("twoman")
    assert [*rates] == [*levels("twoman")]
    assert sorted(rates.values(), reverse=True) == [*rates.values()]


def test_where_nobody_was_measured_it_names_the_rate(parlour: None) -> None:
    assert not error_rates("parlour")
    assert sentence("parlour", lead=costs(4.25, 100)) == "A decision costs you 4.2 thousandths of a game on average."


@pytest.mark.parametrize(
    ("kind", "variant", "is_beside"),
    [("", None, True), ("", "partner", True), ("bid", None, False), ("", "solo", False), ("bid", "solo", False)],
)
def test_the_house_is_named_beside_decisions_like_its_own(kind: str, variant: str | None, is_beside: bool) -> None:
    """Anybody errs less in following suit than in bidding, so beside one kind its rate over all of them tells nothing;
    nor does it beside a variant by which nobody was measured.
    """
    whole = Decided(games=40, luck=Luck(1))
    whole.add_decision("bid", 1, costs(12.0, 100, wide=1.0))
    steps = tuple(DecidedStep(date(2026, month, 1), date(2026, month, 28), whole) for month in (1, 2))
    page = decided.page(DecidedStretch(Stretch("spades", kind=variant), whole, {}, steps), {}, kind)
    ((_title, chart), *_more) = page.charts
    told = ["house" in page.sentence, "The house:" in chart.table.sentence, bool(chart.levels)]
    told.append("Beside the house’s players" in [meter.title for meter in page.meters])
    assert told == [is_beside] * 4
    assert is_beside or page.sentence == "A decision costs you 12.0 thousandths of a game on average."


def test_too_few_are_no_rate() -> None:
    assert sentence("twoman", lead=costs(5.4, 19)) == "Too few decisions of this kind for a rate."


@pytest.mark.parametrize(
    ("bids", "is_claimed"),
    [
        (costs(12.0, 100, wide=3.0), True),
        (costs(12.0, 19, wide=3.0), False),
        (costs(6.0, 30, wide=6.0), False),
        (costs(2.0, 100, wide=1.0), False),
    ],
)
def test_a_kind_costs_the_most_where_that_is_sure(bids: Cost, is_claimed: bool) -> None:
    said = sentence("twoman", bid=bids, follow=costs(5.0, 300, wide=4.0))
    assert said.endswith("; your bids cost the most.") == is_claimed
    assert "leads cost" not in said


def test_the_interval_is_that_of_a_mean() -> None:
    cost = costs(5.0, 100, wide=3.0)
    low, high = cost.interval
    assert (low + high) / 2 == pytest.approx(5.0)
    assert high - low == pytest.approx(2 * 1.96 * 3.0 * sqrt(100 / 99) / sqrt(100))
