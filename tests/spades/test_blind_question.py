"""When a hand of Spades is dealt face down. If it is not, although blind nils are allowed, the table logs a look."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts import profile
from accounts.models import User
from games.engine.cards import PACK
from games.engine.state import Phase
from games.pages.words import card_name
from games.table import opening, tables
from games.table.models import Entry, Seat
from games.table.tables import Place
from tests.play import deal_hand, person_of, reload

pytestmark = pytest.mark.django_db

BEHIND: dict[str, Any] = {"score": (0, 200)}
LEVEL: dict[str, Any] = {"score": (0, 190)}


def partners(user: User, start: dict[str, Any], *, skips_blind: bool = False, **chosen: Any) -> Place:
    """Open a game of Partner Spades and deal its first hand. By default South bids first."""
    person = person_of(user)
    carried = {"dealer": 3, **start}
    code = opening.open_game(person=person, key="spades", level="easy", chosen=chosen, carried=carried)
    Seat.objects.filter(game__code=code, user=user).update(skips_blind=skips_blind)
    deal_hand(reload(user, code))
    return reload(user, code)


def lies_face_down(place: Place) -> bool:
    return tables.see(place).view.hand is None


@pytest.mark.parametrize(
    ("preference", "start", "is_asked"),
    [
        (None, LEVEL, False),
        (None, BEHIND, True),
        ("behind", LEVEL, False),
        ("always", LEVEL, True),
        ("never", LEVEL, False),
        ("never", BEHIND, False),
    ],
)
def test_the_preference_decides_whether_cards_are_dealt_face_down(
    alice: User, preference: str | None, start: dict[str, Any], is_asked: bool
) -> None:
    if preference:
        profile.keep(person=person_of(alice), asks_blind_nil=preference)
    place = partners(alice, start)
    assert lies_face_down(place) == is_asked
    assert tables.see(place).view.phase == (Phase.BLIND if is_asked else Phase.BID)
    looks = Entry.objects.filter(game=place.game, action='["look"]').values_list("seat", "source")
    assert list(looks) == ([] if is_asked else [(place.seat, "face_up")])


def test_cards_dealt_face_up_are_shown_before_the_own_turn(alice: User) -> None:
    place = partners(alice, {**LEVEL, "dealer": 0})
    seen = tables.see(place)
    assert place.seat not in seen.view.waits_for
    assert seen.view.hand is not None and len(seen.view.hand) == 13
    assert seen.is_step, "the page does not show the deal before the next bid"


def test_without_blind_nils_no_look_is_logged(alice: User) -> None:
    place = partners(alice, BEHIND, allow_blind_nils=False)
    assert not lies_face_down(place)
    assert not Entry.objects.filter(game=place.game, action='["look"]').exists()


def test_no_card_reaches_the_page_before_the_look(as_alice: Client, alice: User) -> None:
    place = partners(alice, BEHIND)
    page = as_alice.get(f"/games/{place.code}/").content.decode()
    assert not [one for one in PACK if card_name(one) in page or f"card-{one.text}" in page]
    assert page.count("paper back") >= 13
    assert re.findall(r'class="btn btn--main[^"]*" name="action" value="([^"]+)"', page) == ["[&#34;look&#34;]"]


def test_dont_ask_again_applies_to_this_game_only(as_alice: Client, alice: User) -> None:
    place = partners(alice, BEHIND)
    address, version = f"/games/{place.code}/act/", tables.see(place).version
    as_alice.post(address, {"action": '["look"]', "version": version, "skips_blind": "on"})
    assert Seat.objects.get(game=place.game, number=place.seat).skips_blind
    assert lies_face_down(partners(alice, BEHIND))


def test_a_refused_look_does_not_store_dont_ask_again(as_alice: Client, alice: User) -> None:
    place = partners(alice, LEVEL)
    address, version = f"/games/{place.code}/act/", tables.see(place).version
    refused = as_alice.post(address, {"action": '["look"]', "version": version, "skips_blind": "on"})
    assert refused.status_code == 422
    assert not Seat.objects.get(game=place.game, number=place.seat).skips_blind


def test_a_player_who_chose_dont_ask_again_is_dealt_face_up(alice: User) -> None:
    assert not lies_face_down(partners(alice, BEHIND, skips_blind=True))
