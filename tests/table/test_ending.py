"""The page at the end of a game: winner, reason, facts, chart, the revealed server seed, and further offers."""

from dataclasses import replace

import pytest

from games.pages.scores import race
from games.pages.words import plain_number
from games.registry import GAMES
from games.snapshot import PlayedGame, SealSnapshot, Snapshot, Status
from tests.bidwhist.positions import in_play as in_play_of_whist
from tests.cardduel.positions import DuelTable
from tests.spades.positions import in_play as in_play_of_spades
from tests.table.positions import COMMITMENT, Shown, Side, Table, drawn, in_play, scored, table_page


def ended(mine: Side, theirs: Side, **options: object) -> Snapshot:
    snapshot, _ = scored(mine, theirs, **options)  # type: ignore[arg-type]
    assert snapshot.result is not None
    return snapshot


@pytest.mark.parametrize(
    ("mine", "theirs", "heading", "lead"),
    [
        (Side(5, 5, 250), Side(4, 4, 200), "You win, 310 to 240", "You reached 300 in hand 1."),
        (Side(4, 4, 200), Side(5, 5, 260), "Marta wins, 310 to 250", "Marta reached 300 in hand 1."),
        (
            Side(5, 5, 260),
            Side(5, 5, 250, bags=1),
            "You win, 320 to 301",
            "Both reached 300 in this hand, and the higher score wins.",
        ),
        (Side(5, 5, 150), Side(6, 5, -50), "You win, 210 to −110", "A lead of 300 or more ends the game."),
        (Side(4, 4, 250), Side(5, 5, 250), "A tie, 300 all", "Score, base and bags are equal."),
        (Side(4, 4, 250, bags=-1), Side(5, 5, 250), "Marta wins, 300 to 300", "Equal scores and bases: more bags win."),
    ],
)
def test_the_ending_names_the_winner_and_the_reason(mine: Side, theirs: Side, heading: str, lead: str) -> None:
    shown = table_page(ended(mine, theirs, denial=False)).ending
    assert (shown.heading, shown.lead) == (heading, lead)


def blind_nil(seat: int) -> Table:
    base = (0, 150) if seat == 0 else (150, 0)
    return Table(base=base).deal().say(f"{seat} blind_nil", "0 discard 2C", "1 discard 3C", f"{1 - seat} bid 5")


def blind_nil_that_holds() -> Table:
    nothing, everything = "2S 3S 4S 2H 3H 4H 2C 3C 4C 2D 3D", "AS KS QS AH KH QH AC KC QC AD KD"
    said = ("0 blind_nil", "0 discard 3D", "1 discard KD", "1 bid 10")
    return Table(base=(0, 150)).deal(nothing, everything).say(*said).play_out()


@pytest.mark.parametrize(
    ("table", "heading", "lead"),
    [
        (
            blind_nil(0).play("3H 4H AH 8H 9H KH"),
            "Marta wins the game",
            "Your blind nil took a trick, and that lost you the game.",
        ),
        (blind_nil(1).play("KH AH"), "You win the game", "Marta’s blind nil took a trick, so you win the game."),
        (blind_nil_that_holds(), "You win the game", "Your blind nil took no trick."),
    ],
    ids=["own that falls", "theirs that falls", "own that holds"],
)
def test_the_ending_names_a_blind_nil(table: Table, heading: str, lead: str) -> None:
    assert (table.ending.heading, table.ending.lead) == (heading, lead)


@pytest.mark.parametrize(
    ("table", "seat", "heading"),
    [
        (blind_nil(0).play_out(), None, "alice’s blind nil failed, and Marta won the game, at 150 to 0"),
        (blind_nil(0).play_out(), 0, "Your blind nil failed, and Marta won the game, at 150 to 0"),
        (blind_nil(1).play_out(), None, "Marta’s blind nil failed, and alice won the game, at 150 to 0"),
        (blind_nil(1).play_out(), 0, "Marta’s blind nil failed, and you won the game, at 150 to 0"),
        (blind_nil_that_holds(), None, "alice won the game on a blind nil, at 0 to 150"),
    ],
)
def test_a_past_game_names_the_seat_of_a_blind_nil(table: Table, seat: int | None, heading: str) -> None:
    assert GAMES["twoman"].past_page(past_game(table.snapshot(), seat)).heading == heading


def past_game(now: Snapshot, own: int | None) -> PlayedGame:
    return PlayedGame(now.key, now.status, 0, own, now.seated, now.hands, (1,), now.view, now.result)


@pytest.mark.parametrize(
    ("table", "heading"),
    [
        (in_play(), "You gave up this game"),
        (in_play_of_spades(), "You gave up this game"),
        (in_play_of_whist(), "You gave up this game"),
        (DuelTable().deal(), "You gave up this duel"),
    ],
    ids=["twoman", "spades", "bidwhist", "cardduel"],
)
def test_a_game_given_up_has_its_heading_and_no_chart(table: Shown, heading: str) -> None:
    ending = table.page(status=Status.ABANDONED).ending
    assert ending.heading == heading and ending.chart is None


def opened(snapshot: Snapshot) -> str:
    """Return the snapshot's page with the server seed of its deal revealed."""
    seal = SealSnapshot(1, COMMITMENT, "hmac", "mine", "5ec2e7")
    return drawn(table_page(replace(snapshot, seal=seal)))


def test_the_deal_of_a_hand_given_up_is_opened() -> None:
    page = opened(in_play().snapshot(status=Status.ABANDONED))
    assert "5ec2e7" in page and "/act/" not in page


def test_the_seed_of_the_last_hand_is_shown_once_below_its_tricks() -> None:
    page = opened(in_play(base=(280, 290)).play_out().snapshot())
    assert page.count("5ec2e7") == 1 and page.index("5ec2e7") > page.index("All tricks")


def test_the_facts_count_bids_piles_tricks_and_bags() -> None:
    snapshot = ended(Side(5, 6, 250), Side(4, 4, 200))
    assert table_page(snapshot).ending.facts == (
        ("bids made", "1", "of 1"),
        ("piles won", "1", "of 1"),
        ("tricks taken", "6", ""),
        ("bags taken", "1", ""),
    )


def test_the_chart_of_several_hands_has_a_description_and_its_points_stay_in_the_plot() -> None:
    table = in_play().play_out()
    assert table.page().chart is None
    table.deal().say("0 discard 2C", "1 discard 3C", "1 bid 5", "0 bid 4").play_out()
    chart = table.page().chart
    assert chart is not None and chart.words.startswith("Scores after each hand. You: ")
    assert len(chart.points) == 3 and chart.points[0][1:3] == (chart.zero, chart.zero)
    assert all(20 <= y <= 168 for _x, *both, _number in chart.points for y in both)


@pytest.mark.parametrize(
    ("scores", "step", "lines"),
    [
        ((-6, 0), 5, [-5, 5]),
        ((90, 0), 10, [10, 20, 30, 40, 50, 60, 70, 80, 90]),
        ((500, -700), 100, [-700, -600, -500, -400, -300, -200, -100, 100, 200, 300, 400, 500]),
        ((500, -800), 100, [-800, -600, -400, -200, 200, 400]),
        ((10**6, 0), 10, [10**5 * one for one in range(1, 11)]),
        ((10**9 - 1, 0), 100, [10**8 * one for one in range(1, 10)]),
    ],
)
def test_a_chart_has_at_most_a_dozen_grid_lines(scores: tuple[int, int], step: int, lines: list[int]) -> None:
    chart = race([0, scores[0]], [0, scores[1]], names=("You", "Marta"), step=step)
    assert chart is not None and [words for words, _at in chart.grid] == [plain_number(one) for one in lines]


def test_the_chart_of_a_long_game_labels_only_every_third_hand() -> None:
    hand = in_play().play_out().log.hands[0]
    chart = table_page(in_play().snapshot(hands=[hand] * 25)).chart
    assert chart is not None
    assert [number for *_place, number in chart.points if number] == [3, 6, 9, 12, 15, 18, 21, 24]


def test_the_page_offers_another_game_and_offers_guests_to_sign_up() -> None:
    table = in_play(base=(280, 290)).play_out().page()
    assert table.phase == "over"
    assert "Play again" in drawn(table) and "Sign up" not in drawn(table, person={"is_guest": False})
    assert "Sign up" in drawn(table, person={"is_guest": True})
