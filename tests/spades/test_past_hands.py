"""Pages on past hands of Spades: the summary after a hand, the end of a game, and the replay."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.engine.options import complete
from games.pages.words import plain_number
from games.spades.options import terms
from games.spades.page import bonus_text
from games.spades.score import BLIND, Standing, bonus_of
from games.spades.state import own
from games.spades.words import bid_words
from tests.records import played
from tests.records.played import misdealt, nil_exchange, solo, suicide
from tests.replay.replayed import Replayed, cells, notes
from tests.spades.positions import NO_BLIND, RULES, N, S, SpadesTable, in_play
from tests.table.positions import table_page


def played_out(scores: tuple[int, ...] | None = None, **options: Any) -> SpadesTable:
    """Return a table after a hand that began with these scores."""
    table = in_play(**options)
    if scores is not None:
        state = replace(table.log.state, standings=tuple(map(Standing, scores)))  # type: ignore[call-arg]
        table.log = replace(table.log, state=state)
    return table.play_out()


def test_the_summary_explains_the_points() -> None:
    table = played_out()
    summary = table.summary
    assert [side["name"] for side in summary.sheet.sides] == ["You and Marta", "Bruno and Odile"]
    assert [row.title for row in summary.sheet.rows][:2] == ["Contract", "Bags"]
    for place, side in enumerate(summary.sheet.sides):
        assert side["change"] == sum(row.cells[place][0] for row in summary.sheet.rows)
    assert len(summary.tricks) + len(summary.auto) == 13
    assert "You bid 3 and took" in summary.sheet.rows[0].text


def test_the_summary_lists_leader_winner_and_cards_of_every_trick() -> None:
    table = played_out()
    said = [(seat, str(action.argument)) for seat, action in table.log.hands[0].actions if action.verb == "play"]
    summary, tricks = table.summary, list(zip(*[iter(said)] * 4, strict=True))
    assert summary.players == ("You", "Bruno", "Marta", "Odile")
    for row, plays in zip((*summary.tricks, *summary.auto), tricks, strict=True):
        assert [(one.who, one.text) for one in row.by_seat] == [(summary.players[s], text) for s, text in sorted(plays)]
        assert [one.who for one in row.by_seat if one.is_led] == [summary.players[plays[0][0]]]
        assert [(one.text, True) for one in row.by_seat if one.wins] == [one for one in row.cards if one[1]]
    html = table.html()
    head = html[html.index('<table class="list byseat">') :].split("</thead>")[0]
    assert [head.count(f">{name}<") for name in summary.players] == [1] * 4
    assert html.count('class="is-led"') == 13


def test_the_summary_of_four_sides_has_four_columns() -> None:
    summary = played_out(variant="solo", first_trick_low_clubs=False, must_beat_highest=False).summary
    assert [side["name"] for side in summary.sheet.sides] == ["You", "Bruno", "Marta", "Odile"]
    assert all(len(row.cells) == 4 for row in summary.sheet.rows)


def test_nils_bonuses_and_penalties_have_rows_of_their_own() -> None:
    start = {"score": (100, 100), "bags": (9, 9)}
    table = SpadesTable(start=start, bonus_bid=1, **NO_BLIND).deal().bids(1, 0, 1, 1).play_out()
    assert [row.title for row in table.summary.sheet.rows] == ["Contract", "Nils", "Bonus", "Bags", "Penalty"]


def test_the_bonus_that_was_earned_is_named() -> None:
    for variant, bonus_bid, bid, bonus, said in (
        ("custom1", 12, 10, 100, "Ten or more bid together, and made."),
        ("custom1", 12, 12, 120, "A bid of 12 or more, made: its points count double."),
        ("solo", 0, 7, 70, "Seven or more bid, and made."),
        ("custom2", 9, 9, 90, "A bid of 9 or more, made: its points count double."),
    ):
        higher = {"ten_for_200": True} if variant == "custom1" else {"seven_for_140": True}
        rules = terms(complete(RULES.options, {"variant": variant, "bonus_bid": bonus_bid, **higher}))
        assert bonus_of(bid, rules) == bonus
        assert bonus_text(bid, rules) == said


RANGE: dict[str, Any] = {"variant": "custom1", "winning_score": 500, "losing_score": 600}
DECIDED = "Hand 1 decided it."


def test_the_end_explains_level_scores_and_busts() -> None:
    for options, scores, lead in [
        ({}, (505, 505), DECIDED),
        ({}, (-345, -345), DECIDED),
        (RANGE, (520, 100), "A score from 500 to under 600 wins; 600 or more is bust."),
        (RANGE, (-40, 790), "Everyone who reached 500 went bust at 600 or more: the highest score below wins."),
        (RANGE, (790, 890), "Everyone is bust at 600 or more: the lowest score wins."),
    ]:
        assert played_out(scores, **options).ending.lead == lead


def test_the_end_names_the_winner() -> None:
    for scores, winner, lead in [
        ((620, 100), "Your side wins, ", "The score reached 500 in hand 1."),
        ((100, 620), "Bruno and Odile win, ", "The score reached 500 in hand 1."),
        ((-600, 40), "Bruno and Odile win, ", "A side fell to −300 or below in hand 1."),
    ]:
        table = played_out(scores)
        now = [side["now"] for side in table.summary.sheet.sides]
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
def test_the_heading_of_a_tie_names_the_shared_score(variant: str, ends: tuple[int, ...], heading: str) -> None:
    def table_after_hand(**start: Any) -> SpadesTable:
        options: dict[str, Any] = {"variant": variant, "start": start, **NO_BLIND}
        return SpadesTable(**options).deal().bids(3, 3, 3, 3).play_out()

    points: Any = table_after_hand(last=1).snapshot().hands[-1].record["points"]
    start = [end - gained for end, gained in zip(ends, points, strict=True)]
    snapshot = table_after_hand(last=1, score=start).snapshot()
    assert table_page(snapshot).ending.heading == heading


@pytest.mark.parametrize("game", [nil_exchange, suicide])
def test_the_replay_shows_the_bid_of_every_seat(game: Callable[[], played.RecordedGame]) -> None:
    told = Replayed(game())
    for step, state in enumerate(map(own, told.states[1])):
        assert [seat.bid for seat in told.at(step).seats] == [bid_words(bid) for bid in state.bids]


SAID = [
    (nil_exchange, "look", 0, "You looked instead of bidding blind."),
    (nil_exchange, "bid", 0, "You bid 3."),
    (nil_exchange, "blind_nil", 0, "Bruno bid blind nil."),
    (nil_exchange, "give", 0, "Bruno passed the queen of spades and the king of hearts to Odile."),
    (nil_exchange, "return", 0, "Odile passed the 3 of diamonds and the queen of spades back to Bruno."),
    (suicide, "bid", 2, "Marta bid 4. One Nil: your 5 becomes nil."),
    (suicide, "bid", 3, "Odile bid nil. One Nil: Bruno’s nil becomes 4."),
    (misdealt, "misdeal", 0, "You called a misdeal: one spade or none."),
    (misdealt, "misdeal", 0, "Nothing is scored; the same dealer deals again."),
]


@pytest.mark.parametrize(("game", "verb", "nth", "words"), SAID)
def test_a_step_of_the_replay_is_described(game: Any, verb: str, nth: int, words: str) -> None:
    assert words in Replayed(game()).after(verb, nth).say


def test_a_replay_for_a_stranger_calls_no_seat_you() -> None:
    told = Replayed(suicide(), own_seat=None)
    assert told.after("bid", 2).say == "Marta bid 4. One Nil: alice’s 5 becomes nil."
    assert [seat.name for seat in told.at(0).seats] == ["alice", "Bruno", "Marta", "Odile"]


def test_the_replay_shows_exchanged_cards_and_the_changed_hands() -> None:
    told = Replayed(nil_exchange())
    given, returned = told.after("give"), told.after("return")
    assert [face.text for face in given.passed] == ["QS", "KH"]
    assert [len(seat.cards) for seat in given.seats] == [13, 11, 13, 15]
    assert [face.text for face in returned.passed] == ["3D", "QS"]
    assert [len(seat.cards) for seat in returned.seats] == [13] * 4
    assert told.after("play").passed == ()


def test_the_replay_marks_the_winner_of_a_complete_trick() -> None:
    told = Replayed(nil_exchange())
    at = told.after("play", 3)
    state = own(told.states[1][at.step])
    winner = next(one for one in at.trick if one.wins)
    assert winner.seat == state.leader and sum(state.tricks) == 1
    assert at.where == "Trick 1 of 13." and "won" in at.say
    assert not any(one.wins for one in told.after("play", 2).trick)
    assert [one.face is None for one in told.after("play", 0).trick] == [False, True, True, True]


def test_the_link_before_the_tricks_names_the_bids() -> None:
    told = Replayed(nil_exchange())
    jump = told.at(0).before
    assert jump is not None and jump.text == "Bids: you 3, Bruno blind nil, Marta 4, Odile 3"
    assert told.steps[1][jump.step - 1].action.verb == "return"


def test_a_trick_of_either_partner_counts_for_the_side() -> None:
    told = Replayed(nil_exchange())
    state = own(told.states[1][-1])
    near = sum(jump.is_near for jump in told.at(-1).rows)
    assert near == state.tricks[S] + state.tricks[N]
    alone = Replayed(solo())
    assert sum(jump.is_near for jump in alone.at(-1).rows) == own(alone.states[1][-1]).tricks[S]


def hand_of(bids: Sequence[int | str], **start: Any) -> Replayed:
    table = SpadesTable(variant="custom1", **start.pop("options", {}), start=start)
    return Replayed(played.game_of_table(table.deal().bids(*bids).play_out()))


@pytest.mark.parametrize("bids", [(3, 3, 3, 3), (0, 3, 4, 2), (1, BLIND, 1, 0), (5, 4, 5, 4), (0, 0, 0, 0)])
def test_the_rows_of_points_agree_with_the_engine(bids: tuple[int | str, ...]) -> None:
    told = hand_of(bids, score=(100, -50), bags=(9, 3), options={"ten_for_200": True})
    state, (hand,) = own(told.states[1][-1]), told.hands
    assert [note.split()[-1] for note in notes(told, "Bags")] == [str(one.bags) for one in state.standings]
    lines: Any = hand.sheet["lines"]
    assert bool(cells(told, "Nils")) == any(line["nils"] for line in lines)
    assert bool(cells(told, "Bonus")) == any(line["bonus"] for line in lines)
    assert bool(cells(told, "Penalty")) == any(line["penalties"] for line in lines)
    for place, line in enumerate(lines):
        assert notes(told, "Contract")[place] == (f"took {line['taken']}, bid {line['bid']}" if line["bid"] else "")
        assert cells(told, "Contract")[place] == f"{line['contract']:+d}".replace("-", "−").replace("+0", "0")
        assert cells(told, "Bags")[place] == (f"+{line['bags_taken']}" if line["bags_taken"] else "0")


def test_a_past_game_names_both_sides_and_has_a_note_on_every_bid() -> None:
    more = Replayed(misdealt()).past()
    assert more.side_names == ("You and Marta", "Bruno and Odile")
    assert [len(cell.notes) for cell in more.score_lines[1].cells] == [2, 2]


def test_a_past_game_of_solo_has_four_sides() -> None:
    told = Replayed(solo())
    page = told.past()
    assert page.side_names == ("You", "Bruno", "Marta", "Odile")
    assert len(page.score_lines[0].cells) == 4
    assert page.title == "Solo Spades" and page.about == "you against Bruno, Marta and Odile"
    scores = [one.score for one in own(told.state).standings]
    others = ", ".join(plain_number(one) for one in sorted((scores[0], *scores[2:]), reverse=True))
    assert page.heading == f"Bruno won, {scores[1]} to {others}"
