"""The end of a game: who won, why, how it went."""

from dataclasses import replace

import pytest

from games import presenters
from games.snapshot import PlayedGame, SealSnapshot, Snapshot, Status
from games.twoman.table import PRESENTER
from games.viewmodel.race import race
from games.viewmodel.words import plain_number
from tests.presenters.seeing import COMMITMENT, Side, Table, Taste, drawn, in_play, scored


def ended(mine: Side, hers: Side, **told: object) -> Snapshot:
    snapshot, _ = scored(mine, hers, **told)  # type: ignore[arg-type]
    assert snapshot.result is not None
    return snapshot


@pytest.mark.parametrize(
    ("mine", "hers", "heading", "lead"),
    [
        (
            Side(bid=5, tricks=5, base=250),
            Side(bid=4, tricks=4, base=200),
            "You win, 310 to 240",
            "Hand 1 took you to 300.",
        ),
        (
            Side(bid=4, tricks=4, base=200),
            Side(bid=5, tricks=5, base=260),
            "Marta wins, 310 to 250",
            "Hand 1 took Marta to 300.",
        ),
        (
            Side(bid=5, tricks=5, base=260),
            Side(bid=5, tricks=5, base=250, bags=1),
            "You win, 320 to 301",
            "Both reached 300 in this hand, and the higher score wins.",
        ),
        (
            Side(bid=5, tricks=5, base=150),
            Side(bid=6, tricks=5, base=-50),
            "You win, 210 to −110",
            "A lead of 300 or more ends the game at once.",
        ),
    ],
)
def test_it_says_who_won_and_why(mine: Side, hers: Side, heading: str, lead: str) -> None:
    shown = PRESENTER.ending(ended(mine, hers))
    assert (shown.heading, shown.lead) == (heading, lead)


def test_a_tie_is_told() -> None:
    snapshot = ended(Side(bid=4, tricks=4, base=250), Side(bid=5, tricks=5, base=250), denial=False)
    assert (PRESENTER.ending(snapshot).heading, PRESENTER.ending(snapshot).lead) == (
        "A tie, 300 all",
        "Score, base and bags are equal.",
    )


def test_equal_scores_and_bases_go_to_the_bags() -> None:
    snapshot = ended(Side(bid=4, tricks=4, base=250, bags=-1), Side(bid=5, tricks=5, base=250), denial=False)
    shown = PRESENTER.ending(snapshot)
    assert (shown.heading, shown.lead) == ("Marta wins, 300 to 300", "Equal scores and bases: more bags win.")


def test_a_blind_nil_that_takes_a_trick_loses_there_and_then() -> None:
    table = Table(base=(0, 150)).deal().say("0 blind_nil", "0 discard 2C", "1 discard 3C", "1 bid 5").play("3H 4H")
    assert table.snapshot().result is None
    shown = PRESENTER.ending(table.play("AH 8H 9H KH").snapshot())
    assert (shown.heading, shown.lead) == (
        "Marta wins the game",
        "Your blind nil took a trick, and that lost you the game.",
    )


def test_a_blind_nil_of_hers_that_falls_wins_the_game() -> None:
    table = Table(base=(150, 0)).deal().say("1 blind_nil", "0 discard 2C", "1 discard 3C", "0 bid 4").play("KH AH")
    shown = PRESENTER.ending(table.snapshot())
    assert shown.heading == "You win the game"
    assert shown.lead == "Marta’s blind nil took a trick, and so the game is yours."


#: Hands of which the first takes no trick.
NOTHING = "2S 3S 4S 2H 3H 4H 2C 3C 4C 2D 3D", "AS KS QS AH KH QH AC KC QC AD KD"


def test_a_blind_nil_that_holds_is_told() -> None:
    table = Table(base=(0, 150)).deal(*NOTHING).say("0 blind_nil", "0 discard 3D", "1 discard KD", "1 bid 10")
    shown = PRESENTER.ending(table.play_out().snapshot())
    assert (shown.heading, shown.lead) == ("You win the game", "Your blind nil took no trick.")


@pytest.mark.parametrize(
    ("bids", "base", "seat", "heading"),
    [
        (0, (0, 150), None, "alice’s blind nil failed, and Marta won the game, at 150 to 0"),
        (0, (0, 150), 0, "Your blind nil failed, and Marta won the game, at 150 to 0"),
        (1, (150, 0), None, "Marta’s blind nil failed, and alice won the game, at 150 to 0"),
        (1, (150, 0), 0, "Marta’s blind nil failed, and you won the game, at 150 to 0"),
    ],
)
def test_who_looks_back_is_told_whose_blind_nil_fell(
    bids: int, base: tuple[int, int], seat: int | None, heading: str
) -> None:
    table = Table(base=base).deal().say(f"{bids} blind_nil", "0 discard 2C", "1 discard 3C", f"{1 - bids} bid 5")
    assert PRESENTER.review(looked_back_on(table.play_out().snapshot(), seat)).heading == heading


def test_who_looks_back_is_told_of_a_blind_nil_that_held() -> None:
    table = Table(base=(0, 150)).deal(*NOTHING).say("0 blind_nil", "0 discard 3D", "1 discard KD", "1 bid 10")
    heading = PRESENTER.review(looked_back_on(table.play_out().snapshot(), None)).heading
    assert heading == "alice won the game on a blind nil, at 0 to 150"


def looked_back_on(now: Snapshot, own: int | None) -> PlayedGame:
    return PlayedGame(now.code, now.key, now.status, 0, own, now.seated, now.hands, (1,), now.view, now.result)


def test_a_game_given_up_says_so() -> None:
    table = in_play()
    shown = PRESENTER.ending(table.snapshot(status=Status.ABANDONED))
    assert shown.heading == "You gave this game up" and shown.chart is None


def test_the_deal_of_a_hand_given_up_is_opened() -> None:
    snapshot = replace(
        in_play().snapshot(status=Status.ABANDONED), seal=SealSnapshot(1, COMMITMENT, "hmac", "mine", "5ec2e7")
    )
    assert "5ec2e7" in drawn(presenters.table(snapshot, preferences=Taste()))


def test_the_deal_of_the_last_hand_is_opened_with_its_summary() -> None:
    table = in_play(base=(280, 290)).play_out()
    snapshot = replace(table.snapshot(), seal=SealSnapshot(1, COMMITMENT, "hmac", "mine", "5ec2e7"))
    page = drawn(presenters.table(snapshot, preferences=Taste()))
    assert page.count("5ec2e7") == 1 and page.index("5ec2e7") > page.index("All tricks")


def test_facts_count_what_was_bid_and_won() -> None:
    snapshot = ended(Side(bid=5, tricks=6, base=250), Side(bid=4, tricks=4, base=200))
    assert PRESENTER.ending(snapshot).facts == (
        ("bids made", "1", "of 1"),
        ("piles won", "1", "of 1"),
        ("tricks taken", "6", ""),
        ("bags taken", "1", ""),
    )


def test_the_chart_tells_its_scores_in_words_and_stays_inside() -> None:
    table = in_play().play_out().deal().say("0 discard 2C", "1 discard 3C", "1 bid 5", "0 bid 4").play_out()
    chart = PRESENTER.chart(table.snapshot())
    assert chart is not None and chart.words.startswith("Scores after each hand. You: ")
    assert len(chart.points) == 3 and chart.points[0].near == chart.points[0].far == chart.zero
    assert all(20 <= y <= 168 for point in chart.points for y in (point.near, point.far))


def test_a_score_below_zero_has_a_minus_at_its_line() -> None:
    chart = race([-5, -6], [0, 0], names=("You", "Marta"), step=5)
    assert chart is not None and [words for words, _at in chart.grid] == ["−5", "5"]


@pytest.mark.parametrize(
    ("scores", "step", "lines"),
    [
        ((90, 0), 10, [10, 20, 30, 40, 50, 60, 70, 80, 90]),
        ((500, -700), 100, [-700, -600, -500, -400, -300, -200, -100, 100, 200, 300, 400, 500]),
        ((500, -800), 100, [-800, -600, -400, -200, 200, 400]),
        ((10**6, 0), 10, [10**5 * one for one in range(1, 11)]),
        ((10**9 - 1, 0), 100, [10**8 * one for one in range(1, 10)]),
    ],
)
def test_a_high_score_has_few_lines(scores: tuple[int, int], step: int, lines: list[int]) -> None:
    chart = race([0, scores[0]], [0, scores[1]], names=("You", "Marta"), step=step)
    assert chart is not None and [words for words, _at in chart.grid] == [plain_number(one) for one in lines]


def test_a_long_game_numbers_only_some_hands() -> None:
    hand = in_play().play_out().log.hands[0]
    chart = PRESENTER.chart(in_play().snapshot(hands=[hand] * 25))
    assert chart is not None
    assert [point.number for point in chart.points if point.number] == [3, 6, 9, 12, 15, 18, 21, 24]


def test_one_hand_makes_no_chart() -> None:
    assert PRESENTER.chart(in_play().play_out().snapshot()) is None


def test_the_page_offers_another_game_and_a_guest_the_sign_up() -> None:
    table = in_play(base=(280, 290)).play_out().shown()
    assert table.phase == "over"
    assert "Play again" in drawn(table) and "Sign up" not in drawn(table, person={"is_guest": False})
    assert "Sign up" in drawn(table, person={"is_guest": True})
