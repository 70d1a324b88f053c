"""The play of the cards: what may be played, why not, and what is said of each play."""

import pytest

from games.viewmodel.cards import HandCard
from tests.presenters.seeing import Table, drawn, in_play, put_aside


def held(table: Table) -> dict[str, HandCard]:
    return {one.face.text: one for row in table.more().rows for one in row}


def test_the_first_lead_hears_her_bid() -> None:
    assert in_play().shown().say == "Marta bid 5. You lead the first trick."


def test_spades_may_not_be_led_before_they_are_broken() -> None:
    own = held(in_play())
    assert own["AS"].why == "Spades are not broken yet, so lead another suit."
    assert own["KH"].why == "" and own["KH"].action == '["play","KH"]'


def test_a_suit_must_be_followed_and_the_card_says_so() -> None:
    own = held(in_play().play("KH AH 9H"))
    assert own["AS"].why == own["QC"].why == "You hold a heart, so you must play one."
    assert own["8H"].why == ""


def test_a_refused_card_still_posts_itself_so_that_the_server_says_why() -> None:
    page = drawn(in_play().play("KH AH 9H").shown())
    assert 'value="[&#34;play&#34;,&#34;AS&#34;]" data-name="ace of spades" aria-disabled="true"' in page


def test_on_martas_turn_no_card_is_dimmed_and_each_says_whose_turn_it_is() -> None:
    own = held(in_play().play("KH"))
    assert {one.why for one in own.values()} == {"It is Marta’s turn."}
    assert all(one.waits and not one.action for one in own.values())


@pytest.mark.parametrize(
    ("fallen", "said"),
    [
        ("KH", "You led the king of hearts."),
        ("KH AH", "Marta won trick 1 with the ace of hearts. Marta leads."),
        ("KH AH 9H", "Marta won trick 1 with the ace of hearts. Marta led the 9 of hearts. Play a heart."),
        ("KH 4H", "You won trick 1 with the king of hearts. Your lead."),
        ("KH 4H 3H", "You led the 3 of hearts."),
    ],
)
def test_each_play_is_told(fallen: str, said: str) -> None:
    assert in_play().play(fallen).shown().say == said


def test_breaking_spades_is_said_once() -> None:
    hers = "KS QS JS 9S 8S 7S 6S 3S 2S KC 3C"
    table = in_play(hers=hers).play("KH 2S")
    assert table.shown().say.startswith("Spades are broken. Marta won trick 1 with the 2 of spades.")
    assert [tag.text for tag in table.more().tags][-1] == "broken"
    assert "broken" not in table.play("KS").shown().say


def test_a_void_is_told() -> None:
    mine = "AS TS 4S KH 8H 3H QC 7C 2C TC 5C"
    said = in_play(mine=mine).play("KH AH QD").shown().say
    assert said.endswith("Marta led the queen of diamonds. You hold no diamonds: play any card.")


def test_the_finished_trick_stays_beside_the_new_one() -> None:
    table = in_play().play("KH AH 9H")
    more = table.more()
    assert [one.face.text for one in more.last if one.face] == ["KH", "AH"]
    assert [one.wins for one in more.last] == [False, True]
    assert more.last_words == "Trick 1. You led, Marta won with the ace of hearts."
    assert [one.face.text if one.face else one.wait for one in more.trick] == ["9H", "You"]


def test_the_winner_is_marked_only_when_the_trick_is_complete() -> None:
    assert not any(one.wins for one in in_play().play("KH").more().trick)
    assert [one.wins for one in in_play().play("KH 4H").more().trick] == [True, False]


def test_tricks_show_as_taken_owed_and_over() -> None:
    table = in_play().play("KH 4H")
    assert table.more().near.pips == ("on", "", "", "")
    assert table.more().others[0].pips == ("",) * 5


def test_bag_cards_carry_their_tag_and_say_it() -> None:
    table = put_aside(mine="AS TS 4S KH 8H 3H QC TC 2C 7D 5D")
    assert 'aria-label="7 of diamonds, takes bags off"' in " ".join(drawn(table.shown()).split())
    table = table.say("0 bid 4", "1 bid 5")
    own = held(table)
    assert (own["7D"].face.mark, own["TC"].face.mark, own["KH"].face.mark) == ("−2", "−1", "")
    assert "7 of diamonds, takes bags off" in drawn(table.shown())


def test_confirming_asks_for_a_second_press() -> None:
    assert not in_play().more().chooses
    more = in_play().more(confirm_play=True)
    assert more.chooses and more.commit == "Play the %(card)s"
    assert not in_play().play("KH").more(confirm_play=True).chooses


def test_the_log_tells_discards_bids_and_tricks() -> None:
    lines = in_play().play("KH AH 9H").more().log
    assert [(line.number, line.text) for line in lines] == [
        (None, "You put aside [2C], Marta [3C]: 5. The pile is yours, +20."),
        (None, "You bid 4. Marta bid 5."),
        (1, "You [KH], Marta [AH!]"),
        (2, "Marta [9H]"),
    ]


def test_the_hand_keeps_its_order_in_two_rows() -> None:
    rows = in_play().more().rows
    assert [[one.face.text for one in row] for row in rows] == [
        ["AS", "TS", "4S", "KH", "8H"],
        ["3H", "QC", "7C", "JD", "5D"],
    ]


def test_bids_tricks_and_bags_are_one_sentence_a_seat() -> None:
    more = in_play(bags=(3, -1)).play("KH 4H").more()
    assert [seat.spoken for seat in more.seats] == ["You: bid 4, took 1 trick.", "Marta: bid 5, took 0 tricks."]
    assert [side.spoken for side in more.sides] == ["You: 3 points, 3 bags.", "Marta: 0 points, −1 bag."]
    assert Table().deal().more().others[0].spoken == "Marta: no bid yet."
