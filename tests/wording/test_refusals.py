"""What the table refuses beside the rules: each code has its sentence, and each sentence its code."""

from games.engine.actions import Refusal
from games.presenters import BY_THE_TABLE
from games.services.log import asides
from games.services.moves import move, play
from games.services.people import company


def test_each_refusal_of_the_table_is_worded() -> None:
    refused = [
        one for module in (asides, move, play, company) for one in vars(module).values() if isinstance(one, Refusal)
    ]
    assert {one.code for one in refused} == BY_THE_TABLE.keys()
