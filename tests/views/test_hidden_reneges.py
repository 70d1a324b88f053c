"""Whether a card was a renege hangs on what its player still held: before it is called nothing that is sent tells it.

West throws a heart on a spade that was led, with three spades in one world and none in the other.
"""

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.bidwhist.state import BidWhistState
from games.engine.actions import Action, deal
from games.engine.cards import cards
from games.engine.state import DEALER, Said, Seat, State
from tests.engine.bidwhist_positions import DEAL, KITTY, RULES, E, N, S, line
from tests.moves.whist_people import LONG, RENEGED, TO_THE_PLAY
from tests.views.stored import Around, Story, renamed
from tests.views.told import same, told, told_onlookers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("computers_wait")]

#: West's spades go to North or to East, each for a heart.
TO_NORTH = {"JS": "JH", "TS": "TH", "8S": "8H"}
TO_EAST = {"JS": "7H", "TS": "6H", "8S": "5H"}
SEEN_BY: tuple[tuple[Seat | None, Mapping[str, str]], ...] = (
    (S, TO_NORTH),
    (N, TO_EAST),
    (E, TO_NORTH),
    (None, TO_EAST),
)
#: A call that is open tells nothing either, nor does one that named a trick in which nobody reneged.
MOMENTS = {
    "the card": RENEGED[:2],
    "the trick": RENEGED,
    "the next card": (*RENEGED, "S play KS"),
    "a call": (*RENEGED, "S call"),
    "a partner's call": (*RENEGED, "N call"),
    "two tricks and a call of the other": (
        *RENEGED,
        "S play AC",
        "W play QC",
        "N play 9C",
        "E play 8C",
        "S call",
        "S book 2",
    ),
}


def story(seat: Seat | None, more: tuple[str, ...], names: Mapping[str, str]) -> Story:
    """As it is told, and with those cards exchanged from the deal on."""
    both = {**names, **{other: one for one, other in names.items()}}
    start: dict[str, Any] = {"dealer": E, "score": (0, 0), "wins": (0, 0)}
    hand: list[Said] = [
        (DEALER, deal([cards(one) for one in DEAL], kitty=cards(KITTY))),
        *map(line, (*TO_THE_PLAY, *more)),
    ]
    said = ((DEALER, Action("start", start)), *((by, _exchanged(action, both)) for by, action in hand))
    state: State = RULES.initial(LONG)
    for by, action in said:
        state = RULES.apply(state, by, action).state
    return Story(RULES, state, said, seat)


def _exchanged(action: Action, names: Mapping[str, str]) -> Action:
    return action if action.verb == "bid" else renamed(action, names)


@pytest.mark.one_database
@pytest.mark.parametrize(("seat", "names"), SEEN_BY)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_renege_is_sent_to_nobody(
    as_alice: Client, alice: User, seat: Seat | None, names: Mapping[str, str], moment: str
) -> None:
    worlds = [story(seat, MOMENTS[moment], exchanged) for exchanged in ({}, names)]
    assert [BidWhistState.of(one.state).reneges for one in worlds] == [((1, 1),), ()]
    if seat is None:
        same(worlds[0], (told_onlookers(as_alice, alice, one) for one in worlds))
    else:
        at_length = moment == "the trick"
        same(worlds[0], (told(as_alice, alice, one, at_length=at_length, around=Around.PEOPLE) for one in worlds))
