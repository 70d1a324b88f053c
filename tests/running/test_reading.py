"""What a visitor reads off a page: what may be done at a table, and what a form would send."""

import pytest

from tests.reading import Ticks, read

FORM = '<form action="/games/abc/act/"{about}><input name="csrfmiddlewaretoken" value="t">{inside}</form>'
TABLE = '<div id="table" data-version="7" data-phase="play"{turn}>{form}</div>'


def table_with(inside: str, about: str = "", turn: str = " data-turn") -> str:
    return TABLE.format(turn=turn, form=FORM.format(about=about, inside=inside))


def test_what_may_not_be_played_is_not_read() -> None:
    buttons = (
        '<button name="action" value="[&quot;play&quot;, &quot;QH&quot;]">'
        '<button name="action" value="[&quot;play&quot;, &quot;2C&quot;]" aria-disabled="true">'
        '<button name="action" value="[]" aria-disabled="true">'
    )
    table = read(table_with(buttons))
    assert (table.version, table.token, table.actions) == (7, "t", [["play", "QH"]])
    assert table.waits_for_me


@pytest.mark.parametrize(
    ("about", "inside", "ticks"),
    [
        (
            ' data-least="2" data-most="2"',
            '<input name="verb" value="discard"><input name="card" value="2C"><input name="card" value="3C">',
            Ticks("discard", least=2, most=2, cards=["2C", "3C"]),
        ),
        (
            "",
            '<input name="verb" value="play"><input name="lone" value="on">'
            '<input name="card" value="2C" data-wand><input name="card" value="3S">',
            Ticks("play", lone=True, cards=["3S"], under=["2C"]),
        ),
    ],
)
def test_cards_to_be_ticked(about: str, inside: str, ticks: Ticks) -> None:
    assert read(table_with(inside, about)).ticks == [ticks]


def test_a_table_that_waits_for_others() -> None:
    cards = '<input name="verb" value="play"><input name="lone"><input name="card" value="3S" disabled>'
    assert not read(table_with(cards, turn="")).waits_for_me


def test_a_hand_to_be_dealt_and_a_game_that_is_over() -> None:
    assert read(TABLE.format(turn="", form='<form action="/games/abc/deal/">')).may_deal
    assert read('<div id="table" data-version="9" data-phase="over">').is_over


def test_a_form_is_sent_as_it_stands() -> None:
    form = (
        '<input name="level" type="radio" value="easy" checked><input name="level" type="radio" value="hard">'
        '<input name="bags" type="checkbox"><input name="nil" type="checkbox" checked>'
        '<input name="win" value="500 &amp; 1">'
        '<select name="deck"><option value="two"><option value="four" selected></select>'
        '<select name="pace"><option value="slow"><option value="fast"></select>'
    )
    page = read(f'<form action="/games/new/spades/">{form}</form>')
    assert page.fields == {"level": "easy", "nil": "on", "win": "500 & 1", "deck": "four", "pace": "slow"}
    assert page.offered == {"level": ["easy", "hard"]}
