"""What the table of Spades says follows the options of the game and the cards that are there."""

import pytest

from games.engine.cards import cards
from games.spades.words import grounds_sentence
from tests.presenters.seeing_spades import SpadesTable, in_play


def test_nothing_is_said_of_breaking_where_spades_may_be_led_at_any_time() -> None:
    table = in_play(spades_must_be_broken=False)
    assert table.more().tags == () and [tag.text for tag in in_play().more().tags] == ["not broken"]
    assert table.play("AS").shown().say == "You led the ace of spades."
    assert table.more().tags == ()


def test_the_label_of_broken_spades_explains_itself_when_pressed() -> None:
    html = in_play().html()
    assert 'popovertarget="label"' in html
    assert "A spade may be led only after one has been played, or from a hand of nothing but spades." in html
    broken = in_play(dealer=0, spades_must_be_broken=True).play("KC 8C AC")  # clubs only: nothing is broken yet
    assert "Spades are not broken" in broken.html()


def test_a_long_suit_is_told_as_it_counts() -> None:
    assert grounds_sentence(cards("AS KS QS 9C 8C 7C 6C 5C 4C 3C 2C 4H 3D")) == "seven or more cards of a suit"


@pytest.mark.parametrize(
    ("must_beat", "said"), [(True, "Play a diamond, and a higher one."), (False, "Play a diamond.")]
)
def test_whoever_must_beat_the_best_card_is_told_so_in_the_suit_that_was_led(must_beat: bool, said: str) -> None:
    table = in_play(must_beat_highest=must_beat, dealer=2).play("TD")
    legal = [one.face.text for row in table.more().rows for one in row if not one.why]
    assert legal == (["KD", "QD"] if must_beat else ["KD", "QD", "8D", "5D", "2D"])
    assert table.shown().say.endswith(said)


@pytest.mark.parametrize(
    ("most", "said"),
    [
        (1, "Give Marta a card that endangers your nil, face down, or none."),
        (2, "Give Marta up to 2 cards that endanger your nil, face down."),
    ],
)
def test_the_giver_is_told_how_many_cards_may_go(most: int, said: str) -> None:
    table = SpadesTable(blind_nil_exchange=most, dealer=3).deal().say("S blind_nil").bids(3, 4, 3)
    assert table.shown().say == said
