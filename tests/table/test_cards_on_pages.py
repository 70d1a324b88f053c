"""Drawings and names of cards, rows of a hand, words for numbers and actions, and caches by language."""

from collections.abc import Iterator
from itertools import islice

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.translation import override

from games.engine.actions import Action, read_action
from games.engine.cards import PACK, card
from games.engine.state import Phase
from games.pages.cards import ONE_ROW, face, in_rows
from games.pages.moves import choice_text, done
from games.pages.words import card_name, decimal, percents, plain_number, signed, some_percent, the_card
from games.registry import GAMES, ruleset
from games.templatetags.cards import chip, with_cards
from tests.bidwhist.positions import in_play as in_play_of_whist
from tests.engine.walks import walk
from tests.spades.positions import SpadesTable
from tests.spades.positions import in_play as in_play_of_spades
from tests.table.positions import Shown, Table, in_play


@pytest.mark.parametrize(
    ("text", "index", "suit", "name"), [("TH", "10", "h", "10 of hearts"), ("QS", "Q", "s", "queen of spades")]
)
def test_a_chip_has_index_suit_and_name(text: str, index: str, suit: str, name: str) -> None:
    drawn = chip(text)
    assert f'data-suit="{suit}"' in drawn
    assert f'<span aria-hidden="true">{index}</span>' in drawn
    assert f'<span class="sr">{name}</span>' in drawn


def test_the_german_name_of_a_card_does_not_break() -> None:
    with translation.override("de"):
        assert the_card(card("7D")) == "Karo-\N{WORD JOINER}7" and card_name(card("7D")) == "Karo-7"
    assert the_card(card("7D")) == "the 7 of diamonds"


def test_bag_cards_and_winners_of_a_trick_have_marks_and_words() -> None:
    assert "7 of diamonds, removes bags" in chip("7D") and "−2</sup>" in chip("7D")
    assert 'class="chip is-win"' in chip("AH", True) and "ace of hearts, won the trick" in chip("AH", True)
    on_top = chip("AH", True, ring="on top")
    assert 'class="chip is-win"' in on_top and "ace of hearts, on top<" in on_top
    assert "on top" not in chip("AH", ring="on top")


def test_a_text_is_escaped_and_its_cards_are_drawn() -> None:
    shown = with_cards("<b> [QH] and [AS!]; [ZZ] stays")
    assert shown.startswith("&lt;b&gt; <span") and shown.endswith("; [ZZ] stays")
    assert shown.count('class="chip') == 2 and shown.count("is-win") == 1


def test_cards_have_different_names_and_courts_have_art() -> None:
    assert len({card_name(one) for one in PACK}) == len(PACK) == 52
    assert [one.text for one in PACK if face(one).art] == [one.text for one in PACK if one.text[0] in "JQK"]


def test_numbers_have_typographic_signs() -> None:
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
def test_an_average_follows_the_language(language: str, number: float, sign: bool, words: str) -> None:
    with translation.override(language):
        assert decimal(number, sign=sign) == words


@pytest.mark.parametrize("whole", [1, 3, 250, 1000])
def test_only_none_is_0_percent_and_only_all_is_100_percent(whole: int) -> None:
    """Every other share is rounded to the nearest whole percentage from 1 to 99."""
    for part in range(whole + 1):
        said = int(some_percent(part / whole).rstrip("%"))
        assert (said == 0, said == 100) == (part == 0, part == whole)
        assert abs(100 * part - said * whole) <= whole / 2 or (said, part not in (0, whole)) in ((1, True), (99, True))


@pytest.mark.parametrize("whole", [1, 3, 7, 40, 101])
def test_percentages_of_a_whole_add_up_to_100(whole: int) -> None:
    """Only a count of 0 is 0%, and only the whole is 100%. Percentages below 98% are off by less than 1 point."""
    for counts in ((one, other, whole - one - other) for one in range(whole + 1) for other in range(whole + 1 - one)):
        said = [int(one.rstrip("%")) for one in percents(counts)]
        assert sum(said) == 100
        for part, number in zip(counts, said, strict=True):
            assert (number == 0, number == 100) == (part == 0, part == whole)
            assert abs(100 * part - number * whole) < whole or (number, part != whole) in ((98, True), (99, True))


def test_the_first_percentages_are_rounded_as_usual() -> None:
    assert percents((1, 1, 1)) == ["33%", "33%", "34%"]
    assert percents((2, 1, 0)) == ["67%", "33%", "0%"]


ACTIONS = [
    ("twoman", '["play","QH"]', "plays [QH]"),
    ("cardduel", '["play",["2C","KS"]]', "plays [2C] [KS]"),
    ("twoman", '["discard","QH"]', "discards [QH]"),
    ("bidwhist", '["discard",["2C","BJ"]]', "discards [2C] [BJ]"),
    ("spades", '["give",["2C","3C"]]', "passes [2C] [3C]"),
    ("spades", '["return",["AS"]]', "passes back [AS]"),
    ("twoman", '["look"]', "looks at the cards"),
    ("spades", '["look"]', "looks at the cards"),
    ("twoman", '["blind",6]', "bids blind 6"),
    ("twoman", '["blind_nil"]', "bids blind nil"),
    ("spades", '["blind_nil"]', "bids blind nil"),
    ("twoman", '["bid",0]', "bids nil"),
    ("spades", '["bid",4]', "bids 4"),
    ("bidwhist", '["bid","4U"]', "bids 4 uptown"),
    ("bidwhist", '["pass"]', "passes"),
    ("spades", '["misdeal"]', "calls a misdeal"),
    ("bidwhist", '["trump","H"]', "names hearts"),
    ("bidwhist", '["direction","up"]', "names up"),
    ("bidwhist", '["direction","down"]', "names down"),
    ("bidwhist", '["call"]', "calls a renege"),
    ("bidwhist", '["book",3]', "calls trick 3"),
    ("bidwhist", '["book",null]', "gives up the call"),
    ("bidwhist", '["confirm"]', "confirms the hand"),
    ("cardduel", '["blaze"]', "goes out in a blaze of glory"),
    ("twoman", '["sing","low"]', "sing"),  # an unknown action is shown by its verb
]


@pytest.mark.parametrize(("key", "action", "words"), ACTIONS)
def test_an_action_in_words(key: str, action: str, words: str) -> None:
    assert done(GAMES[key], read_action(action)) == words


@pytest.mark.parametrize(
    ("key", "action", "words"),
    [
        ("twoman", '["discard","QH"]', "[QH]"),
        ("twoman", '["blind",6]', "blind 6"),
        ("spades", '["misdeal"]', "a misdeal"),
        ("bidwhist", '["pass"]', "a pass"),
        ("bidwhist", '["direction","up"]', "uptown"),
        ("cardduel", '["blaze"]', "a blaze of glory"),
    ],
)
def test_an_action_as_the_best_choice(key: str, action: str, words: str) -> None:
    assert choice_text(GAMES[key], read_action(action)) == words


@pytest.mark.parametrize(("table", "tags"), [(Table(), True), (SpadesTable(), False)])
def test_cards_have_tags_only_in_games_with_tags(table: Table | SpadesTable, tags: bool) -> None:
    game = GAMES[table.deal().snapshot().view.game]
    assert ("−2</sup>" in with_cards("[7D]", bool(game.tags))) is tags


@pytest.mark.parametrize("kind", GAMES)
def test_every_action_of_a_game_has_words(kind: str) -> None:
    rules = ruleset(kind)
    for moment in islice(walk(rules, 2), 200):
        offered = [one.first for seat in range(rules.seats) for one in rules.legal_actions(moment.state, seat)]
        assert not [one for one in offered if done(GAMES[kind], one) == one.verb]


DEALT = "ABCDEFGHIJKLM"


@pytest.mark.parametrize(
    ("dealt", "played", "rows"),
    [
        (DEALT, "", ["ABCDEFG", "HIJKLM"]),
        (DEALT, "BCL", ["ADEFG", "HIJKM"]),
        (DEALT, "ACDFG", ["BE", "HIJKLM"]),
        (DEALT, "ABCDEF", ["GHIJKLM"]),
        (DEALT[:10], "AB", ["CDE", "FGHIJ"]),
        (DEALT[:10], "FGHI", ["ABCDEJ"]),
        (DEALT[:12], "GHIJK", ["ABCDEF", "L"]),
        (DEALT[:6], "", ["ABCDEF"]),
        (DEALT, DEALT, []),
    ],
)
def test_a_card_stays_in_its_row_until_one_row_fits_all(dealt: str, played: str, rows: list[str]) -> None:
    assert ["".join(row) for row in in_rows(dealt, gone=played)] == rows


def test_a_hand_with_a_kitty_has_three_rows() -> None:
    assert list(map(len, in_rows(range(18), rows=3))) == [6, 6, 6]


def own_rows(table: Shown) -> Iterator[list[list[str]]]:
    """Yield the rows of the player's hand before each play. Each seat plays its first legal card."""
    rules = table.log.rules
    while table.log.state.phase is Phase.PLAY:
        yield [[one.face.text for one in row] for row in table.page().own.rows]
        seat = min(table.waits_for)
        first = rules.legal_actions(table.log.state, seat)[0]
        assert isinstance(first, Action)
        table.with_action(seat, first)


@pytest.mark.parametrize(
    "table", [in_play(), in_play_of_spades(), in_play_of_whist()], ids=["twoman", "spades", "bidwhist"]
)
def test_no_card_changes_its_row_during_a_hand(table: Shown) -> None:
    moments = list(own_rows(table))
    first, second = moments[0]
    for rows in moments:
        left = [one for row in rows for one in row]
        assert left == [one for one in first + second if one in left]
        if len(rows) > 1:
            assert set(rows[0]) <= set(first) and set(rows[1]) <= set(second)
        assert (len(rows) > 1) == (len(left) > max(ONE_ROW, len(first)))


def rendered(text: str, **context: object) -> str:
    return Template("{% load cards %}" + text).render(Context(context))


def test_cached_card_names_follow_the_language() -> None:
    for language, name in (("en", "queen of hearts"), ("de", "Herz-Dame"), ("en", "queen of hearts")):
        with override(language):
            assert card_name(card("QH")) == name
            assert face(card("QH")).name == name
            assert name in rendered('{% chip "QH" %}')
            assert name in rendered("{{ sentence|with_cards }}", sentence="[QH]")


def test_a_cached_part_sees_only_its_arguments() -> None:
    part = '{% drawn "games/table/_log_line.html" text="[QH] <b>" number=number bags_marked=False %}'
    first = rendered(part, number=3, csrf_token="secret")
    assert "secret" not in first
    assert "&lt;b&gt;" in first
    assert rendered(part, number=3) == first
    assert rendered(part, number=4) != first
