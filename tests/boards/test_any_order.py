"""Cards are put aside together: whoever ticks them in another order has done the same, wherever it is compared."""

from random import Random

import pytest

from accounts.models import User
from games.engine.actions import Action
from games.engine.state import Phase, SeatView
from games.models import Attempt
from games.services.log import logs
from games.services.moves import thinking
from games.services.table import tables
from games.services.table.tables import Place
from tests.boards.challenged import compared, done, opened
from tests.boards.walked import legal

pytestmark = pytest.mark.django_db


def buys(place: Place, rng: Random) -> Action:
    """Bids as much as may be bid, so that there is something to be put aside."""
    return legal(place)[-1 if tables.see(place).view.phase == Phase.BID else 0]


def buys_and_turns(place: Place, rng: Random) -> Action:
    """The same with the cards of a list in the other order."""
    action = buys(place, rng)
    return Action(action.verb, action.argument[::-1] if isinstance(action.argument, tuple) else action.argument)


def view_after_discard(place: Place) -> SeatView:
    last = place.game.entries.get(action__contains='"discard"').ordinal
    log = logs.replayed(place.game, place.game.entries.filter(ordinal__lte=last).order_by("ordinal"))
    return log.rules.view(log.state, place.seat)


def test_cards_put_aside_in_another_order_are_the_same_choice(alice: User, bob: User) -> None:
    token = opened(alice, "bidwhist")
    (mine,), (theirs,) = done(alice, token, buys), done(bob, token, buys_and_turns)
    own, other = (place.game.entries.get(action__contains='"discard"').action for place in (mine, theirs))
    assert own != other, "a log has them as they were ticked"
    assert compared(alice, token).boards[0].partings == ()
    assert len(set(Attempt.objects.values_list("aside", flat=True))) == 1


def test_what_is_answered_and_advised_asks_for_no_order(alice: User, bob: User) -> None:
    token = opened(alice, "bidwhist")
    places = [done(who, token, choose)[0] for who, choose in ((alice, buys), (bob, buys_and_turns))]
    secret = bytes(places[0].game.secret)
    drawn = {thinking.chance_of_view(secret, view_after_discard(place)).random() for place in places}
    assert len(drawn) == 1
