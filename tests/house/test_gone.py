"""Whoever is removed in another window, or becomes an account there, in the middle of a request: the rival comes in as
soon as the request knows who asks.
"""

from collections.abc import Callable

import pytest
from allauth.account.internal.flows import manage_email
from django.test import Client

from accounts import people
from accounts.leaving import leave
from accounts.models import Preferences, User
from accounts.people import Person, adopt
from games.services.boards import beginning, challenges
from games.services.counting import tallies
from games.services.people import lobby
from tests.accounts.people import become_guest
from tests.moves.together import table_of
from tests.playing import again, dealt, place_for
from tests.views.asking import HTMX

pytestmark = pytest.mark.django_db
LIKES = {"theme": "light", "deck": "four", "card_size": "small", "pace": "slow", "trick_rest": "two"}
Meanwhile = Callable[[Callable[[], object]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """What happens once, after the next request has found out who asks."""

    def slip_in(rival: Callable[[], object]) -> None:
        found, rivals = people._find, [rival]

        def find_and_be_overtaken(*asked: object) -> Person | None:
            person = found(*asked)  # type: ignore[arg-type]
            if rivals:
                rivals.pop()()
            return person

        monkeypatch.setattr(people, "_find", find_and_be_overtaken)

    return slip_in


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize(
    ("address", "posted"),
    [("/settings/language/", {"language": "de"}), ("/games/{}/likes/", LIKES), ("/games/{}/no-tips/", {})],
)
def test_a_choice_of_somebody_who_is_gone_is_kept_for_nobody(
    as_alice: Client, alice: User, meanwhile: Meanwhile, address: str, posted: dict[str, str], headers: dict[str, str]
) -> None:
    code = place_for(alice).code
    meanwhile(lambda: leave(person=Person(user=alice)))
    response = as_alice.post(address.format(code), posted, headers=headers)
    assert response.status_code == 409 and "You are a different player now" in response.content.decode()
    assert not Preferences.objects.exists()


def test_a_choice_of_a_guest_who_has_become_an_account_is_not_lost_without_a_word(
    client: Client, bob: User, meanwhile: Meanwhile
) -> None:
    guest = become_guest(client)
    meanwhile(lambda: adopt(guest=guest, user=bob))
    assert client.post("/settings/language/", {"language": "de"}).status_code == 409
    assert [(one.user, one.language) for one in Preferences.objects.all()] == [(bob, "")]


@pytest.mark.parametrize("name", ["", "act/", "deal/", "hint/", "take-back/", "claim/", "end/", "seats/0/stand-in/"])
def test_a_table_among_people_is_not_shown_to_who_is_gone(
    as_bob: Client, alice: User, bob: User, meanwhile: Meanwhile, name: str
) -> None:
    address = f"/games/{table_of(alice, bob)}/{name}"
    meanwhile(lambda: leave(person=Person(user=bob)))
    response = as_bob.post(address, {"version": "0"}) if name else as_bob.get(address)
    assert response.status_code == 409 and "You are a different player now" in response.content.decode()


@pytest.mark.django_db(transaction=True)
def test_what_others_write_of_an_account_that_is_gone_is_no_accident(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Allauth makes a row of an address that an account was given from without."""
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    sync = manage_email.sync_user_email_address

    def overtaken(user: User) -> None:
        leave(person=Person(user=alice))
        sync(user)

    monkeypatch.setattr(manage_email, "sync_user_email_address", overtaken)
    response = as_alice.get("/accounts/email/")
    assert response.status_code == 409 and "You are a different player now" in response.content.decode()


@pytest.mark.parametrize("address", ["/boards/{day}/twoman/play/", "/c/{token}/"])
def test_a_board_begun_by_who_is_gone_before_its_cards_are_dealt_leads_nowhere(
    client: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """Slipped in between the game and its deal."""
    token = challenges.open_challenge(person=Person(user=alice), key="twoman", chosen={}, level="easy", deals=1)
    guest, play_deal = become_guest(client, name="Ama"), beginning.deal

    def deal(*, person: Person, code: str) -> None:
        adopt(guest=guest, user=bob)
        play_deal(person=person, code=code)

    monkeypatch.setattr(beginning, "deal", deal)
    response = client.post(address.format(token=token, day=tallies.today()), {"name": "Ama"})
    assert response.status_code == 409 and "You are a different player now" in response.content.decode()


def test_a_board_that_another_window_has_given_up_or_dealt_already_is_shown_as_it_is(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_deal, rivals = beginning.deal, [lambda place: dealt(place), lambda place: lobby.abandon(place=place)]

    def deal(*, person: Person, code: str) -> None:
        rivals.pop()(again(alice, code))
        play_deal(person=person, code=code)

    monkeypatch.setattr(beginning, "deal", deal)
    for key in ("twoman", "spades"):
        response = as_alice.post(f"/boards/{tallies.today()}/{key}/play/")
        assert response.status_code == 302 and response.headers["Location"].startswith("/games/")
