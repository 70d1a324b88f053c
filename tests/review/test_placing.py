"""What a card is to its trick, where not simply the suit on its corner says so."""

import pytest

from games.engine.ruleset import Ruleset
from games.engine.tricks import TrickState
from games.review.placing import FOLLOW, LEAD, VOID, kind_of
from tests.engine import bidwhist_positions as whist
from tests.engine import positions as twoman
from tests.engine import spades_positions as spades

#: Whether reneges can happen: then nobody is kept from a card that does not follow.
LOOSE = {"renege": "table"}
LOW_CLUBS = {"first_trick_low_clubs": True}


@pytest.mark.parametrize(
    ("rules", "state", "kind"),
    [
        (twoman.RULES, twoman.playing("7C 9C", "AS 3D", trick="7D"), FOLLOW),
        (twoman.RULES, twoman.playing("7C 9C", "AS 3H", trick="7D"), VOID),
        (twoman.RULES, twoman.playing("7C 9C", "AS 3H"), LEAD),
        (spades.RULES, spades.playing("2H", "3H 4H", trick="9H"), FOLLOW),
        (spades.RULES, spades.playing("2H", "3H AS", trick="9H", options={"must_beat_highest": True}), FOLLOW),
        (spades.RULES, spades.playing("2H", "3H 4H 2S", trick="9H", done=0, options=LOW_CLUBS), VOID),
        (spades.RULES, spades.playing("2H", "3H 4C 5C", trick="9H", done=0, options=LOW_CLUBS), FOLLOW),
        (spades.RULES, spades.playing("2H", "3H 4C 5C", trick="9H", options=LOW_CLUBS), FOLLOW),
        (spades.RULES, spades.playing("3H 4H 2S", "", done=0, options=LOW_CLUBS), LEAD),
        (whist.RULES, whist.playing("2H", "BJ LJ", trick="9H"), FOLLOW),
        (whist.RULES, whist.playing("2H", "5H LJ", trick="BJ"), FOLLOW),
        (whist.RULES, whist.playing("2H", "5C LJ", trick="9D"), VOID),
        (whist.RULES, whist.playing("2H", "5C LJ", trick="9D", bid="4N", name="up"), VOID),
        (whist.RULES, whist.playing("2H", "5D LJ", trick="9D", bid="4N", name="up"), FOLLOW),
        (whist.RULES, whist.playing("2H", "5D 6D", trick="BJ", bid="4N", name="up"), VOID),
        (whist.RULES, whist.playing("2H", "5C 9D", trick="8D", options=LOOSE), FOLLOW),
    ],
)
def test_it_leads_follows_or_is_free(rules: Ruleset, state: TrickState, kind: str) -> None:
    assert kind_of(state, rules.view(state, state.turn)) == kind
