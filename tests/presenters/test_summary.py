"""The summary of a hand: a sentence for every point, and every trick."""

from dataclasses import replace

import pytest

from games import presenters
from games.engine.state import Phase
from games.snapshot import SealSnapshot
from games.twoman.table import PRESENTER
from games.viewmodel.sheet import Summary, SumRow
from games.wording.options import option_words
from tests.presenters.seeing import COMMITMENT, Side, Table, Taste, drawn, in_play, own, scored

QUIET = Side(bid=4, tricks=4)


def summary(mine: Side, hers: Side = QUIET, **told: object) -> Summary:
    snapshot, hand = scored(mine, hers, **told)  # type: ignore[arg-type]
    return PRESENTER.summary(snapshot, hand)


def row(shown: Summary, title: str) -> SumRow:
    return next(one for one in shown.sheet.rows if one.title == title)


@pytest.mark.parametrize(
    ("mine", "heading", "points"),
    [
        (Side(bid=5, tricks=6), "You made your five", "+50"),
        (Side(bid=5, tricks=3), "You fell two short of five", "−50"),
        (Side(bid=0, tricks=0), "Your nil held", "+200"),
        (Side(bid=0, tricks=2), "Your nil failed", "−200"),
        (Side(bid=5, tricks=7, blind=True), "You made your blind five", "+100"),
        (Side(bid=6, tricks=5, blind=True), "You fell one short of six", "−120"),
    ],
)
def test_the_heading_tells_the_bid_and_the_row_its_points(mine: Side, heading: str, points: str) -> None:
    shown = summary(mine)
    assert shown.heading == heading
    assert row(shown, "Bid").cells[0][1] == points


@pytest.mark.parametrize(
    ("hers", "sub"),
    [
        (Side(bid=4, tricks=5), "Hand 1. Marta made four."),
        (Side(bid=4, tricks=1), "Hand 1. Marta fell three short of four."),
        (Side(bid=0, tricks=0), "Hand 1. Marta’s nil held."),
        (Side(bid=0, tricks=1), "Hand 1. Marta’s nil failed."),
    ],
)
def test_the_line_below_tells_hers(hers: Side, sub: str) -> None:
    assert summary(QUIET, hers).sub == sub


def test_the_bid_is_told_for_both() -> None:
    text = row(summary(Side(bid=5, tricks=6, blind=True), Side(bid=0, tricks=4)), "Bid").text
    assert text == "You bid 5 blind and took 6. Marta bid nil and took 4. A blind bid counts double."


def test_tricks_over_are_bags() -> None:
    bags = row(summary(Side(bid=4, tricks=6, bags=1), Side(bid=3, tricks=4)), "Bags")
    assert bags.text == "You took 2 extra tricks. Marta took 1 extra trick."
    assert (bags.cells[0][1], bags.cells[0][2], bags.cells[1][1], bags.cells[1][2]) == ("+2", "1 → 3", "+1", "0 → 1")


def test_a_hand_without_bags_says_so() -> None:
    bags = row(summary(QUIET, Side(bid=6, tricks=6)), "Bags")
    assert (bags.text, bags.cells[0][1], bags.cells[0][2]) == ("Nobody took an extra trick.", "0", "stays 0")


@pytest.mark.parametrize(
    ("mine", "points"),
    [
        (Side(bid=4, tricks=6, base=-200, bags=1), "−2"),  # from −201 to −163
        (Side(bid=4, tricks=4, base=-20, bags=3), "+6"),  # from −23 to 23
        (Side(bid=8, tricks=4, base=20, bags=3), "−6"),  # from 23 to −63
    ],
)
def test_bags_below_zero_count_downwards(mine: Side, points: str) -> None:
    bags = row(summary(mine, odd=1), "Bags")
    assert bags.text.endswith("Below zero, bags count downwards.")
    assert bags.cells[0][1] == points


def test_bag_cards_name_who_won_them() -> None:
    bags = row(summary(Side(bid=4, tricks=4, bags=3), Side(bid=6, tricks=6, bags=3), won={"7D": 0, "TC": 1}), "Bags")
    assert bags.text == "You won the [7D]: 2 bags off. Marta won the [TC]: 1 bag off."
    assert (bags.cells[0][2], bags.cells[1][2]) == ("3 → 1", "3 → 2")


def test_a_bag_card_in_the_pile_goes_with_the_pile() -> None:
    bags = row(summary(Side(bid=4, tricks=4, bags=1), pile="7D AD", odd=1), "Bags")
    assert (bags.text, bags.cells[0][2]) == ("You won the [7D]: 2 bags off.", "1 → −1")


def test_seven_bags_cost_a_hundred() -> None:
    shown = summary(Side(bid=4, tricks=6, bags=5), Side(bid=4, tricks=4, bags=5), pile="7C 6H")
    hundreds = row(shown, "Hundreds")
    assert (hundreds.text, hundreds.cells[0][1], hundreds.cells[1][1]) == ("You: seven bags cost 100.", "−100", "0")
    assert row(shown, "Bags").cells[0][2] == "5 → 7 → 0"


def test_five_bags_under_zero_pay_a_hundred() -> None:
    mine = Side(bid=3, tricks=3, bags=-2)
    hundreds = row(summary(mine, won={"7D": 0, "TC": 0}), "Hundreds")
    assert (hundreds.text, hundreds.cells[0][1]) == ("You: five bags under zero pay 100.", "+100")


def test_her_hundreds_are_hers() -> None:
    text = row(summary(QUIET, Side(bid=4, tricks=6, bags=5)), "Hundreds").text
    assert text == "Marta: seven bags cost 100."


@pytest.mark.parametrize(
    ("pile", "text", "words"),
    [
        ("7C 6S", "[7C] and [6S] make 13: odd, yours.", ("+10", "0")),
        ("7H 6H", "[7H] and [6H] make 13: odd, yours. Same suit, so 20.", ("+20", "0")),
        ("KD KC", "[KD] and [KC] make 26: even, Marta’s. Same rank, so 20.", ("0", "+20")),
    ],
)
def test_the_pile_is_told(pile: str, text: str, words: tuple[str, str]) -> None:
    told = row(summary(QUIET, pile=pile), "Pile")
    assert (told.text, (told.cells[0][1], told.cells[1][1])) == (text, words)


DENIED = "Denial: from behind it would have"


def test_denial_takes_the_points_from_the_one_ahead() -> None:
    mine, hers = Side(bid=4, tricks=4, base=250, bags=5), Side(bid=4, tricks=4, base=260, bags=5)
    pile = row(summary(mine, hers), "Pile")
    assert pile.text.endswith(f"{DENIED} carried you to 300 or past it. Instead 10 are lost by Marta.")
    assert (pile.cells[0][1], pile.cells[1][1]) == ("0", "−10")


@pytest.mark.parametrize(("base", "points"), [(240, ("+10", "0")), (250, ("0", "−10"))])
def test_denial_holds_from_the_target_itself_on_as_the_option_says(base: int, points: tuple[str, str]) -> None:
    """The pile would leave 290, or just the target, 300."""
    pile = row(summary(Side(bid=4, tricks=4, base=base), Side(bid=4, tricks=4, base=260)), "Pile")
    assert (pile.cells[0][1], pile.cells[1][1]) == points
    assert "to the target or past it" in option_words("twoman", "denial").effect


def test_whoever_had_the_target_already_is_not_said_to_be_carried_to_it() -> None:
    """305 against 312 before the pile."""
    mine, hers = Side(bid=4, tricks=4, base=260, bags=5), Side(bid=4, tricks=4, base=270, bags=2)
    assert "carried you to 300 or past it." in row(summary(mine, hers), "Pile").text


def test_denial_works_against_you_too() -> None:
    mine, hers = Side(bid=4, tricks=4, base=260, bags=5), Side(bid=4, tricks=4, base=250, bags=5)
    text = row(summary(mine, hers, odd=1), "Pile").text
    assert text.endswith(f"{DENIED} carried Marta to 300 or past it. Instead 10 are lost by you.")


def test_without_the_option_nothing_is_denied() -> None:
    mine, hers = Side(bid=4, tricks=4, base=250, bags=5), Side(bid=4, tricks=4, base=260, bags=5)
    assert row(summary(mine, hers, denial=False), "Pile").cells[0][1] == "+10"


@pytest.mark.parametrize(
    ("mine", "hers"),
    [
        (Side(bid=4, tricks=6, base=120, bags=3), Side(bid=0, tricks=4, base=-100, bags=2)),
        (Side(bid=4, tricks=6, bags=5), Side(bid=9, tricks=4, base=20, bags=-3)),
        (Side(bid=6, tricks=4, base=30, bags=2), Side(bid=4, tricks=6)),
    ],
)
def test_the_rows_add_up_to_the_change(mine: Side, hers: Side) -> None:
    shown = summary(mine, hers)
    assert sum(one.cells[0][0] for one in shown.sheet.rows) == shown.sheet.sides[0].change
    assert sum(one.cells[1][0] for one in shown.sheet.rows) == shown.sheet.sides[1].change


@pytest.mark.parametrize(
    ("bags", "note"),
    [
        (6, "You hold 6 bags. Seven cost 100."),
        (-3, "You hold −3 bags. Five under zero pay 100."),
        (2, ""),
    ],
)
def test_it_warns_of_the_bags_at_hand(bags: int, note: str) -> None:
    assert summary(Side(bid=4, tricks=4, bags=bags)).sheet.note == note


def test_once_the_game_is_over_no_bags_matter() -> None:
    snapshot, hand = scored(Side(bid=4, tricks=4, bags=6), QUIET)
    over = replace(snapshot, view=replace(snapshot.view, phase=Phase.OVER))
    assert PRESENTER.sheet(over, hand).note == ""


def test_all_ten_tricks_are_told() -> None:
    shown = own(in_play().play_out().shown()).summary
    assert shown is not None and [trick.number for trick in shown.tricks] == list(range(1, 11))
    first = shown.tricks[0]
    assert (first.led, first.cards, first.winner) == ("You led", (("KH", False), ("AH", True)), "Marta")


def test_tricks_the_table_played_are_kept_apart_with_the_reason() -> None:
    hand = in_play().play_out().log.hands[0]
    table = in_play().play_out()
    snapshot = table.snapshot(hands=[replace(hand, auto=4)])
    shown = PRESENTER.summary(snapshot, snapshot.hands[0])
    assert [len(shown.tricks), len(shown.auto)] == [8, 2]
    assert shown.auto_note.startswith("The last 2 tricks were played out for everybody: ")


def test_one_trick_that_was_played_out_is_told_as_one() -> None:
    table = in_play().play_out()
    snapshot = table.snapshot(hands=[replace(table.log.hands[0], auto=2)])
    note = PRESENTER.summary(snapshot, snapshot.hands[0]).auto_note
    assert note.startswith("The last trick was played out for everybody: ")


def test_a_blind_nil_scores_nothing_else() -> None:
    table = Table(base=(0, 150)).deal().say("0 blind_nil", "0 discard 2C", "1 discard 3C", "1 bid 5").play("3H 4H")
    snapshot = table.play_out().snapshot()
    shown = PRESENTER.summary(snapshot, snapshot.hands[0])
    assert shown.heading in {"Your blind nil held", "Your blind nil failed"}
    assert shown.sheet.rows == ()
    assert [(side.now, side.change) for side in shown.sheet.sides] == [("0", 0), ("150", 0)]
    assert "A blind nil wins or loses the whole game" in drawn(table.shown())


def test_the_summary_offers_the_next_deal_with_its_seal() -> None:
    table = in_play().play_out().shown()
    page = drawn(table)
    assert table.phase == "between" and "7f3a 19c4" not in page
    assert "Deal hand 2" in page and 'name="seed" form="deal"' in page
    assert page.index("Where the points came from") < page.index('<details class="seal">') < page.index(COMMITMENT)


def test_a_hand_by_itself_opens_its_seal() -> None:
    table = in_play().play_out()
    seal = SealSnapshot(1, COMMITMENT, "hmac", "my seed", "5ec2e7")
    shown = presenters.hand(table.snapshot(), table.log.hands[0], seal, preferences=Taste())
    told = own(shown).summary
    assert shown.template == "games/table/hand.html" and told is not None and told.seal == seal
    assert '<details class="seal">' in drawn(shown), "folded until it is asked for"
