"""What the table of Spades says after a hand: where the points came from, and the end."""

from dataclasses import replace
from typing import Any

import pytest

from games.spades.score import Standing
from games.spades.table import PRESENTER
from tests.presenters.seeing_spades import NO_BLIND, SpadesTable, in_play


def played_out(scores: tuple[int, ...] | None = None, **options: Any) -> SpadesTable:
    """A hand, by which a game with those scores may be over."""
    table = in_play(**options)
    if scores is not None:
        state = replace(table.log.state, standings=tuple(map(Standing, scores)))  # type: ignore[call-arg]
        table.log = replace(table.log, state=state)
    return table.play_out()


def test_the_summary_says_where_the_points_came_from() -> None:
    table = played_out()
    summary = table.summary
    assert [one.name for one in summary.sheet.sides] == ["You and Marta", "Bruno and Odile"]
    assert [row.title for row in summary.sheet.rows][:2] == ["Contract", "Bags"]
    for place, side in enumerate(summary.sheet.sides):
        assert side.change == sum(row.cells[place][0] for row in summary.sheet.rows)
    assert len(summary.tricks) + len(summary.auto) == 13
    assert "You bid 3 and took" in summary.sheet.rows[0].text


def test_every_trick_says_who_led_who_won_and_who_played_what() -> None:
    table = played_out()
    summary, tricks = table.summary, list(zip(*[iter(_plays(table))] * 4, strict=True))
    assert summary.players == ("You", "Bruno", "Marta", "Odile")
    for row, plays in zip((*summary.tricks, *summary.auto), tricks, strict=True):
        assert [(one.who, one.text) for one in row.by_seat] == [(summary.players[s], text) for s, text in sorted(plays)]
        assert [one.who for one in row.by_seat if one.is_led] == [summary.players[plays[0][0]]]
        assert [(one.text, True) for one in row.by_seat if one.wins] == [one for one in row.cards if one[1]]
    html = table.html()
    head = html[html.index('<table class="list byseat">') :].split("</thead>")[0]
    assert [head.count(f">{name}<") for name in summary.players] == [1] * 4
    assert html.count('class="is-led"') == 13


def _plays(table: SpadesTable) -> list[tuple[int, str]]:
    actions = table.log.hands[0].actions
    return [(seat, str(action.argument)) for seat, action in actions if action.verb == "play"]


def test_four_sides_have_four_columns() -> None:
    options: dict[str, Any] = {"variant": "solo", "first_trick_low_clubs": False, "must_beat_highest": False}
    summary = played_out(**options).summary
    assert [one.name for one in summary.sheet.sides] == ["You", "Bruno", "Marta", "Odile"]
    assert all(len(row.cells) == 4 for row in summary.sheet.rows)


def test_nils_bonus_and_penalties_have_rows_of_their_own() -> None:
    start = {"score": (100, 100), "bags": (9, 9)}
    table = SpadesTable(start=start, bonus_bid=1, **NO_BLIND).deal().bids(1, 0, 1, 1).play_out()
    summary = table.summary
    titles = [row.title for row in summary.sheet.rows]
    assert titles == ["Contract", "Nils", "Bonus", "Bags", "Penalty"]


RANGE: dict[str, Any] = {"variant": "custom1", "winning_score": 500, "losing_score": 600}
DECIDED = "Hand 1 decided it."


@pytest.mark.parametrize(
    ("options", "scores", "lead"),
    [
        ({}, (505, 505), DECIDED),
        ({}, (-345, -345), DECIDED),
        (RANGE, (520, 100), "Whoever stands from 500 to under 600 wins; above that a side is bust."),
        (RANGE, (-40, 790), "Whoever came to 500 went on to 600 or more and is bust: the highest score below wins."),
        (RANGE, (790, 890), "Everybody has 600 or more and is bust: the lowest score wins."),
    ],
)
def test_the_end_says_why_where_scores_were_level_or_a_side_went_too_far(
    options: dict[str, Any], scores: tuple[int, int], lead: str
) -> None:
    assert played_out(scores, **options).ending.lead == lead


@pytest.mark.parametrize(
    ("scores", "winner", "lead"),
    [
        ((620, 100), "Your side wins, ", "Hand 1 took the score to 500 or more."),
        ((100, 620), "Bruno and Odile win, ", "Hand 1 took the score to 500 or more."),
        ((-600, 40), "Bruno and Odile win, ", "Hand 1 sank a side to −300 or below."),
    ],
)
def test_the_end_names_the_winner(scores: tuple[int, int], winner: str, lead: str) -> None:
    table = played_out(scores)
    now = [side.now for side in table.summary.sheet.sides]
    told = now if winner.startswith("Your") else now[::-1]
    assert (table.ending.heading, table.ending.lead) == (f"{winner}{told[0]} to {told[1]}", lead)


@pytest.mark.parametrize(
    ("variant", "ends", "heading"),
    [
        ("solo", (-95, -40, -97, -40), "A tie at −40"),
        ("solo", (120, 120, 120, 120), "A tie at 120"),
        ("partner", (-40, -40), "A tie, −40 all"),
    ],
)
def test_a_tie_names_the_score_that_is_level(variant: str, ends: tuple[int, ...], heading: str) -> None:
    def played(**start: Any) -> SpadesTable:
        options: dict[str, Any] = {"variant": variant, "start": start, **NO_BLIND}
        return SpadesTable(**options).deal().bids(3, 3, 3, 3).play_out()

    points: Any = played(last=1).snapshot().hands[-1].record["points"]
    start = [end - gained for end, gained in zip(ends, points, strict=True)]
    snapshot = played(last=1, score=start).snapshot()
    assert PRESENTER.ending(snapshot).heading == heading
