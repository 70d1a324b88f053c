"""Whatever is chosen in a position that is practised is answered by a page, also where the choice ends its hand."""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.test import Client

from games.engine.notation import action_text
from games.engine.state import DEALER
from games.models import Entry
from games.review.decisions import Mark
from games.services.log.logs import Log
from games.services.past import practice
from games.services.past.practice import Position
from games.snapshot import Snapshot, Status
from tests.records import bidwhist_hands, spades_hands, twoman_hands
from tests.records.played import AT, Told
from tests.review.quick import a_decision

pytestmark = pytest.mark.django_db
TOLD: dict[str, Callable[[], Told]] = {
    "a misdeal": spades_hands.misdealt,
    "a blind nil and an exchange": spades_hands.exchanged,
    "four passes": bidwhist_hands.uptown,
    "reneges called": bidwhist_hands.reneged,
    "cards looked at in Two-Man Spades": partial(twoman_hands.at_random, 1, behind=True, blind="look"),
    "a blind bid": partial(twoman_hands.at_random, 1, behind=True, blind="blind"),
}


def positions(told: Told) -> Iterator[tuple[str, Position]]:
    """What was said by anybody, cards aside, and the position before it."""
    key, log = told.rules.key, Log(told.rules, told.rules.initial(told.options, told.start))
    for seat, action in told.said:
        if seat != DEALER and action.verb != "play":
            view, seated = log.rules.view(log.state, seat), practice._seated(key, seat)
            snapshot = Snapshot("house", key, 0, Status.PLAYING, seat, seated, view, hands=log.hands)
            weighed = {"chosen": action, "best": action, "values": ((action, 500_000),), "errors": (0,)}
            decision = a_decision(seat=seat, kind=str(view.phase), loss=50_000, mark=Mark.MISTAKE, **weighed)
            yield action_text(action), Position(snapshot, log.state, decision)
        log = log.with_action(seat, action, Entry.Source.COMPUTER, AT)


@pytest.mark.parametrize("what", TOLD)
def test_every_choice_is_answered(client: Client, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Cards that were looked at, a misdeal and the last of four passes were answered by an accident."""
    told = TOLD[what]()
    for text, position in positions(told):
        monkeypatch.setattr(practice, "of_house", lambda key, number, one=position: one)
        address = f"/practice/house/{told.rules.key}/1/"
        assert client.get(address).status_code == 200
        answer = client.post(address, {"action": text, "version": "0"})
        assert answer.status_code == 200, text
        assert "Nothing is better." in answer.content.decode()
        offered = re.findall(r'<button[^>]*name="action"[^>]*>', answer.content.decode())
        assert all('aria-disabled="true"' in one for one in offered), text
