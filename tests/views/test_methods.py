"""Every page of a game answers to the methods it is made for, and to no other."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import urls
from tests.playing import place_for

pytestmark = pytest.mark.django_db
LINKS = dict.fromkeys(("token", "room", "challenge", "invitation"), "nothing-by-this-link")
NUMBERS = dict.fromkeys(("pk", "number", "board", "entrant", "step", "seat"), 1)
CONVERTERS = {str(one.name): one.pattern.converters for one in urls.urlpatterns}
#: A look at them opens a stream.
STREAMED = {"stream", "onlooker_stream", "records_all"}
POSTED = {
    *("play_now", "check", "act", "deal", "hint", "take_back", "claim", "say", "stand_in", "seat_again"),
    *(
        "answer",
        "no_tips",
        "preferences",
        "again",
        "decline",
        "lay_open",
        "hand_again",
        "share",
        "revoke",
        "board_play",
    ),
    *("challenge_to_played", "challenge_back", "room_swap", "room_send_away", "room_link", "room_onlookers"),
    *("room_clock", "room_start"),
}
#: A form has its page there, or asks first.
LOOKED_AT_AND_POSTED = {
    *("restore_all", "setup", "restore", "end", "abandon", "instead", "hand_review", "game_review", "challenges"),
    *("challenge_like", "challenge", "invitation", "room_leave", "records", "practice_own", "practice_house"),
}
LOOKED_AT = set(CONVERTERS) - POSTED - LOOKED_AT_AND_POSTED


def answered(client: Client, user: User, method: str, names: set[str]) -> dict[str, int]:
    wanted = {
        "code": place_for(user).code,
        "key": "twoman",
        "day": "2026-01-02",
        "month": "2026-01",
        **LINKS,
        **NUMBERS,
    }
    asked = {name: {key: wanted[key] for key in CONVERTERS[name]} for name in sorted(names)}
    ask = getattr(client, method)
    return {name: ask(reverse(f"games:{name}", kwargs=kwargs)).status_code for name, kwargs in asked.items()}


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_what_no_browser_sends_is_refused(as_alice: Client, alice: User, method: str) -> None:
    """Somebody at the table, too: 405, or 404 where there is no such thing."""
    statuses = answered(as_alice, alice, method, set(CONVERTERS))
    assert set(statuses.values()) <= {404, 405}, statuses
    assert statuses["abandon"] == statuses["instead"] == statuses["end"] == 405


@pytest.mark.parametrize(
    ("method", "names", "refused"),
    [("get", set(CONVERTERS) - STREAMED, POSTED), ("post", set(CONVERTERS), LOOKED_AT)],
    ids=["get", "post"],
)
def test_what_is_posted_is_not_looked_at_and_the_other_way_round(
    as_alice: Client, alice: User, method: str, names: set[str], refused: set[str]
) -> None:
    statuses = answered(as_alice, alice, method, names)
    assert {name for name, status in statuses.items() if status == 405} == refused
