"""A computer player's action in words, on the page where it is made again."""

from random import Random

import pytest

from accounts.models import User
from games.engine.actions import Action
from games.engine.notation import read_action
from games.models import Entry
from games.presenters.asked_again import page
from games.presenters.choices import done, said
from games.registry import GAMES
from games.services.past.proofs import AskedAgain
from tests.playing import place_at, play_on
from tests.presenters.seeing import Table
from tests.presenters.seeing_spades import SpadesTable

DONE = [
    ("twoman", '["play","QH"]', "plays [QH]"),
    ("cardduel", '["play",["2C","KS"]]', "plays [2C] [KS]"),
    ("twoman", '["discard","QH"]', "puts aside [QH]"),
    ("bidwhist", '["discard",["2C","BJ"]]', "puts aside [2C] [BJ]"),
    ("spades", '["give",["2C","3C"]]', "gives [2C] [3C]"),
    ("spades", '["return",["AS"]]', "gives back [AS]"),
    ("twoman", '["look"]', "looks at the cards"),
    ("spades", '["look"]', "looks at the cards"),
    ("twoman", '["blind",6]', "bids 6 blind"),
    ("twoman", '["blind_nil"]', "bids blind nil"),
    ("spades", '["blind_nil"]', "bids blind nil"),
    ("twoman", '["bid",0]', "bids nil"),
    ("spades", '["bid",4]', "bids 4"),
    ("bidwhist", '["bid","4U"]', "bids 4 uptown"),
    ("bidwhist", '["pass"]', "passes"),
    ("spades", '["misdeal"]', "declares a misdeal"),
    ("bidwhist", '["trump","H"]', "names hearts"),
    ("bidwhist", '["direction","up"]', "names up"),
    ("bidwhist", '["direction","down"]', "names down"),
    ("bidwhist", '["call"]', "calls a renege"),
    ("bidwhist", '["book",3]', "calls trick 3"),
    ("bidwhist", '["book",null]', "gives the call up"),
    ("bidwhist", '["confirm"]', "confirms the hand"),
    ("cardduel", '["blaze"]', "goes out in a blaze of glory"),
]


@pytest.mark.parametrize(("key", "action", "words"), DONE)
def test_an_action_in_words(key: str, action: str, words: str) -> None:
    assert done(key, read_action(action)) == words


@pytest.mark.parametrize(
    ("key", "action", "words"),
    [
        ("twoman", '["discard","QH"]', "[QH]"),
        ("twoman", '["blind",6]', "6 blind"),
        ("spades", '["misdeal"]', "a misdeal"),
        ("bidwhist", '["pass"]', "a pass"),
        ("bidwhist", '["direction","up"]', "upwards"),
        ("cardduel", '["blaze"]', "a blaze of glory"),
    ],
)
def test_an_action_as_what_was_best(key: str, action: str, words: str) -> None:
    assert said(key, read_action(action)) == words


def test_what_is_not_known_is_said_as_the_log_has_it() -> None:
    assert done("twoman", Action("sing", "low")) == "sing"


@pytest.mark.parametrize(("table", "tags"), [(Table(), True), (SpadesTable(), False)])
def test_cards_are_marked_only_where_the_game_marks_them(table: Table | SpadesTable, tags: bool) -> None:
    view = table.deal().snapshot().view
    asked = AskedAgain(1, 1, "Marta", "easy", 1, view, Action("discard", "7D"), None, True)
    assert page(asked).tags is tags


@pytest.mark.django_db
@pytest.mark.parametrize("kind", GAMES)
def test_nothing_that_players_do_is_unknown(alice: User, kind: str) -> None:
    place = place_at(alice, kind)
    play_on(place, Random(2), hands=1)
    done_there = place.game.entries.filter(source=Entry.Source.COMPUTER).values_list("action", flat=True)
    assert done_there
    for text in done_there:
        action = read_action(text)
        assert done(kind, action) != action.verb, text
