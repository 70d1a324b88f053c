"""The discard: any card may go, the pile is explained, and Marta's card stays a back."""

import pytest

from tests.presenters.seeing import Table, drawn


def test_every_card_may_be_put_aside() -> None:
    more = Table().deal().more()
    offered = [one.action for row in more.rows for one in row]
    assert offered[0] == '["discard","AS"]' and len(offered) == 11
    assert not [one.why for row in more.rows for one in row if one.why]
    assert more.chooses and more.commit == "Put aside the %(card)s"
    assert more.hand_name == "Your hand, 11 cards. Choose one to put aside."


@pytest.mark.parametrize(("odd", "words"), [(0, "odd is yours, even theirs"), (1, "even is yours, odd theirs")])
def test_it_says_which_total_makes_the_pile_yours(odd: int, words: str) -> None:
    say = Table(odd=odd).deal().shown().say
    assert say.startswith("Put a card aside.") and words in say


@pytest.mark.parametrize(("card", "said"), [("7C", "Your 7"), ("AS", "Your A (1)"), ("QC", "Your Q (12)")])
def test_each_card_says_what_the_pile_would_be_with_it(card: str, said: str) -> None:
    cards = [one for row in Table(odd=1).deal().more().rows for one in row]
    told = {one.face.text: one.sentence for one in cards}
    assert told[card] == f"{said} and Marta’s card: even is yours, odd theirs."
    assert f'data-told="{said} and Marta’s card' in drawn(Table(odd=1).deal().shown())


def test_the_own_card_lies_open_and_marta_is_awaited() -> None:
    table = Table().deal().say("0 discard 2C")
    assert table.shown().say == "Your card lies face down. Marta is choosing one."
    hers, mine = table.more().trick
    assert mine.face is not None and mine.face.text == "2C"
    assert hers.wait == "Marta" and hers.face is None
    assert table.shown().waiting


def test_her_card_is_a_back_that_names_nothing() -> None:
    table = Table().deal().say("1 discard 3C")
    hers = table.more().trick[0]
    assert hers.hidden and hers.face is None and hers.spoken == "Marta’s discard, face down"
    assert "3 of clubs" not in drawn(table.shown())


def test_without_script_each_card_is_a_button_that_puts_it_aside() -> None:
    page = drawn(Table().deal().shown())
    assert page.count('name="action" value="[&#34;discard&#34;') == 11
    assert 'name="version" value="1"' in page
