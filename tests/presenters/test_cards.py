"""Cards in sentences: drawn for the eye, named for the ear, and nothing else let through."""

import pytest
from django.template import Context, Template
from django.utils import translation

from games.engine.cards import PACK, card
from games.templatetags.cards import chip, with_cards
from games.viewmodel.cards import face
from games.viewmodel.words import card_name, decimal, percents, plain_number, signed, some_percent, the_card


@pytest.mark.parametrize(
    ("text", "index", "suit", "name"), [("TH", "10", "h", "10 of hearts"), ("QS", "Q", "s", "queen of spades")]
)
def test_a_chip_has_index_suit_and_name(text: str, index: str, suit: str, name: str) -> None:
    drawn = chip(text)
    assert f'data-suit="{suit}"' in drawn
    assert f'<span aria-hidden="true">{index}</span>' in drawn
    assert f'<span class="sr">{name}</span>' in drawn


def test_no_line_of_a_german_sentence_ends_within_the_name_of_a_card() -> None:
    with translation.override("de"):
        assert the_card(card("7D")) == "Karo-\N{WORD JOINER}7" and card_name(card("7D")) == "Karo-7"
    assert the_card(card("7D")) == "the 7 of diamonds"


def test_a_bag_card_is_tagged_and_says_so() -> None:
    assert "7 of diamonds, takes bags off" in chip("7D") and "−2</sup>" in chip("7D")


def test_the_winner_is_ringed_and_said() -> None:
    assert 'class="chip is-win"' in chip("AH", True) and "ace of hearts, won the trick" in chip("AH", True)
    assert 'class="chip is-win"' in chip("AH", True, ring="on top") and "ace of hearts, on top<" in chip(
        "AH", True, ring="on top"
    )
    assert "on top" not in chip("AH", ring="on top")


def test_a_text_is_escaped_and_its_cards_drawn() -> None:
    shown = with_cards("<b> [QH] and [AS!]; [ZZ] stays")
    assert shown.startswith("&lt;b&gt; <span") and shown.endswith("; [ZZ] stays")
    assert shown.count('class="chip') == 2 and shown.count("is-win") == 1


def test_the_tag_works_in_a_template() -> None:
    assert "queen of hearts" in Template('{% load cards %}{% chip "QH" %}').render(Context())


def test_every_card_has_a_face_and_a_name_of_its_own() -> None:
    assert len({card_name(one) for one in PACK}) == len(PACK) == 52
    assert [one.text for one in PACK if face(one).art] == [one.text for one in PACK if one.text[0] in "JQK"]


def test_numbers_have_real_signs() -> None:
    assert [signed(n) for n in (50, -40, 0)] == ["+50", "−40", "0"]
    assert plain_number(-7) == "−7"


@pytest.mark.parametrize(
    ("language", "number", "sign", "words"),
    [
        ("en", 2.66, False, "2.7"),
        ("en", 34, True, "+34.0"),
        ("de", -34, False, "−34,0"),
        ("de", 2.66, True, "+2,7"),
        ("en", -0.04, False, "0.0"),
        ("en", -0.04, True, "0.0"),
        ("en", 0.04, True, "0.0"),
        ("de", -0.06, True, "−0,1"),
    ],
)
def test_an_average_is_written_as_the_language_writes_it(language: str, number: float, sign: bool, words: str) -> None:
    with translation.override(language):
        assert decimal(number, sign=sign) == words


@pytest.mark.parametrize("whole", [1, 3, 250, 1000])
def test_only_none_and_all_are_told_as_such(whole: int) -> None:
    """Every share of so many: the nearest hundredth, but for those that would be taken for none or for all."""
    for part in range(whole + 1):
        said = int(some_percent(part / whole).rstrip("%"))
        assert (said == 0, said == 100) == (part == 0, part == whole)
        assert abs(100 * part - said * whole) <= whole / 2 or (said, part not in (0, whole)) in ((1, True), (99, True))


@pytest.mark.parametrize("whole", [1, 3, 7, 40, 250])
def test_the_parts_of_a_whole_come_to_a_hundred(whole: int) -> None:
    """However it falls into three: each is within one of its share, and by rounding none is told as all or nothing."""
    for counts in ((one, other, whole - one - other) for one in range(whole + 1) for other in range(whole + 1 - one)):
        said = [int(one.rstrip("%")) for one in percents(counts)]
        assert sum(said) == 100
        for part, number in zip(counts, said, strict=True):
            assert (number == 0, number == 100) == (part == 0, part == whole)
            assert abs(100 * part - number * whole) < whole or (number, part != whole) in ((98, True), (99, True))


def test_a_third_stays_one_where_it_stands_first() -> None:
    assert percents((1, 1, 1)) == ["33%", "33%", "34%"]
    assert percents((2, 1, 0)) == ["67%", "33%", "0%"]
