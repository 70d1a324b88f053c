"""The discard: any card may go, the pile is explained, and Marta's card stays a back."""

import pytest

from tests.presenters.seeing import Table, drawn


def test_every_card_may_be_put_aside() -> None:
    more = Table().deal().more()
    offered = [one.action for row in more.rows for one in row]
    assert offered[0] == '["discard","AS"]' and len(offered) == 11
    assert not [one.why for row in more.rows for one in row if one.why]
    assert more.chooses and more.commit == "Put aside %(card)s"
    assert more.hand_name == "Your hand, 11 cards. Choose one to put aside."


@pytest.mark.parametrize(("odd", "word"), [(0, "An odd total"), (1, "An even total")])
def test_it_says_which_total_makes_the_pile_yours(odd: int, word: str) -> None:
    assert f"Put a card aside. {word} makes the pile yours" in Table(odd=odd).deal().shown().say


def test_the_own_card_lies_open_and_marta_is_awaited() -> None:
    table = Table().deal().say("0 discard 2C")
    assert table.shown().say == "Your card lies face down. Marta is choosing hers."
    hers, mine = table.more().laid
    assert mine.face is not None and mine.face.text == "2C"
    assert hers.wait == "Her card" and hers.face is None
    assert table.shown().waiting


def test_her_card_is_a_back_that_names_nothing() -> None:
    table = Table().deal().say("1 discard 3C")
    hers = table.more().laid[0]
    assert hers.hidden and hers.face is None and hers.spoken == "Marta’s discard, face down"
    assert "3 of clubs" not in drawn(table.shown())


def test_without_script_each_card_is_a_button_that_puts_it_aside() -> None:
    page = drawn(Table().deal().shown())
    assert page.count('name="action" value="[&quot;discard&quot;') == 11
    assert 'name="version" value="1"' in page
