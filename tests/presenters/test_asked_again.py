"""A computer player's action in words, on the page where it is made again."""

from random import Random

import pytest

from accounts.models import User
from games.engine.actions import Action
from games.engine.notation import read_action
from games.models import Entry
from games.presenters.asked_again import done
from games.registry import GAMES
from tests.moves.test_verification import place_at
from tests.playing import play_on

DONE = {
    '["play","QH"]': "plays [QH]",
    '["play",["2C","KS"]]': "plays [2C] [KS]",
    '["discard","QH"]': "puts aside [QH]",
    '["discard",["2C","BJ"]]': "puts aside [2C] [BJ]",
    '["give",["2C","3C"]]': "gives [2C] [3C]",
    '["return",["AS"]]': "gives back [AS]",
    '["look"]': "looks at the cards",
    '["blind",6]': "bids 6 blind",
    '["blind_nil"]': "bids blind nil",
    '["bid",0]': "bids nil",
    '["bid",4]': "bids 4",
    '["bid","4U"]': "bids 4 uptown",
    '["pass"]': "passes",
    '["misdeal"]': "declares a misdeal",
    '["trump","H"]': "names hearts",
    '["direction","up"]': "names up",
    '["direction","down"]': "names down",
    '["call"]': "calls a renege",
    '["book",3]': "calls trick 3",
    '["book",null]': "gives the call up",
    '["confirm"]': "confirms the hand",
    '["blaze"]': "goes out in a blaze of glory",
}


@pytest.mark.parametrize(("action", "words"), DONE.items())
def test_an_action_in_words(action: str, words: str) -> None:
    assert done(read_action(action)) == words


def test_what_is_not_known_is_said_as_the_log_has_it() -> None:
    assert done(Action("sing", "low")) == "sing"


@pytest.mark.django_db
@pytest.mark.parametrize("kind", GAMES)
def test_nothing_that_players_do_is_unknown(alice: User, kind: str) -> None:
    place = place_at(alice, kind)
    play_on(place, Random(2), hands=1)
    done_there = place.game.entries.filter(source=Entry.Source.COMPUTER).values_list("action", flat=True)
    assert done_there
    for text in done_there:
        action = read_action(text)
        assert done(action) != action.verb, text
