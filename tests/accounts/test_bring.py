"""The question whether a guest's games come into an existing account."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import Guest, Preferences, User
from accounts.people import adopt
from accounts.signals import guest_adopted
from games.models import Hand
from tests.accounts.people import become_guest, is_logged_in, log_in
from tests.moves.together import deal, play_hand, table_of
from tests.playing import place_for
from tests.statistics.played import DAYS, history
from tests.views.asking import read

pytestmark = pytest.mark.django_db


@pytest.fixture
def moved() -> Iterator[list[tuple[Guest, User]]]:
    snapshot: list[tuple[Guest, User]] = []

    def note(guest: Guest, user: User, **kwargs: Any) -> None:
        snapshot.append((guest, user))

    guest_adopted.connect(note)
    yield snapshot
    guest_adopted.disconnect(note)


@pytest.fixture
def guest(client: Client, alice: User) -> Guest:
    """Somebody who played as a guest and then logged in as alice."""
    guest = become_guest(client)
    response = log_in(client, "alice", next="/settings/")
    assert response["Location"] == "/accounts/bring/?next=%2Fsettings%2F"
    return guest


def test_it_asks_and_moves_nothing_yet(client: Client, guest: Guest, moved: list[Any]) -> None:
    text = read(client, "/accounts/bring/")
    assert "Bring those games along?" in text
    assert guest.token not in text
    assert moved == []


def dealt_by_both(guest: Guest, user: User, code: str) -> None:
    for who in (guest, user):
        deal(who, code, "seed")


def test_it_says_how_many_hands_come_and_how_many_stay(client: Client, guest: Guest, alice: User) -> None:
    """Two finished hands come, with one in play; of a table where the account sits as well both hands stay."""
    history(guest, DAYS[:2], hands=1)
    deal(guest, place_for(guest).code, "seed")
    code = table_of(guest, alice, key="twoman")
    dealt_by_both(guest, alice, code)
    play_hand(code, guest, alice)
    dealt_by_both(guest, alice, code)
    text = read(client, "/accounts/bring/")
    assert "You have played as a guest: 2 hands. They can become alice’s." in text
    assert "2 hands stay behind, at tables where alice sits as well; your guest leaves them." in text
    assert adopt(guest=guest, user=alice)
    brought = Hand.objects.filter(game__seats__user=alice, game__seats__is_brought=True, ended_at__isnull=False)
    assert brought.exclude(game__code=code).count() == 2


def test_where_nothing_but_a_shared_table_is_left_nothing_is_said_to_come(
    client: Client, guest: Guest, alice: User
) -> None:
    dealt_by_both(guest, alice, table_of(guest, alice, key="twoman"))
    text = read(client, "/accounts/bring/")
    assert "1 hand stays behind, at a table where alice sits as well; your guest leaves it." in text
    assert "You have" not in text


def test_yes_brings_everything(client: Client, guest: Guest, alice: User, moved: list[Any]) -> None:
    before = client.session.session_key
    response = client.post("/accounts/bring/", {"bring": "yes", "next": "/settings/"})
    assert response["Location"] == "/settings/"
    assert moved == [(guest, alice)]
    assert client.session.session_key != before
    assert "guest_token" not in client.session
    assert is_logged_in(client)


def test_no_leaves_it(client: Client, guest: Guest, moved: list[Any]) -> None:
    client.post("/accounts/bring/", {"bring": "no"})
    guest.refresh_from_db()
    assert guest.adopted_at is None
    assert moved == []
    assert "guest_token" not in client.session
    assert client.get("/accounts/bring/").status_code == 302


@pytest.mark.parametrize("page", ["/settings/", "/games/", "/accounts/logout/"])
def test_who_went_on_without_an_answer_finds_the_question_again(client: Client, guest: Guest, page: str) -> None:
    question = f'href="/accounts/bring/?next={page}"'
    assert question in read(client, page)
    client.post("/accounts/bring/", {"bring": "no"})
    assert question not in read(client, page)


def test_a_guest_who_has_gone_meanwhile_is_asked_for_no_more(client: Client, guest: Guest) -> None:
    guest.delete()
    assert client.get("/accounts/bring/?next=/games/")["Location"] == "/games/"
    assert "/accounts/bring/" not in read(client, "/games/")


def test_a_guest_is_not_asked(client: Client) -> None:
    become_guest(client)
    assert "/accounts/bring/" not in read(client, "/settings/")


def test_an_answer_that_is_neither_brings_nothing(client: Client, guest: Guest, moved: list[Any]) -> None:
    client.post("/accounts/bring/", {"bring": "all of them"})
    assert moved == []


def test_twice_is_harmless(client: Client, guest: Guest, moved: list[Any]) -> None:
    for _time in range(2):
        assert client.post("/accounts/bring/", {"bring": "yes"}).status_code == 302
    assert len(moved) == 1


def test_the_loser_of_a_race_moves_nothing(guest: Guest, alice: User, bob: User, moved: list[Any]) -> None:
    assert adopt(guest=guest, user=alice) is True
    assert adopt(guest=guest, user=bob) is False
    assert [user for _guest, user in moved] == [alice]


def test_another_session_cannot_claim_the_guest(guest: Guest, as_bob: Client, moved: list[Any]) -> None:
    as_bob.post(
        "/accounts/bring/", {"bring": "yes", "guest": guest.pk, "token": guest.token, "guest_token": guest.token}
    )
    guest.refresh_from_db()
    assert guest.adopted_at is None
    assert moved == []


def test_the_accounts_own_preferences_win(guest: Guest, alice: User) -> None:
    Preferences.objects.create(user=alice, theme="light")
    adopt(guest=guest, user=alice)
    alice.refresh_from_db()
    assert alice.preferences.theme == "light"


def test_it_goes_on_to_a_page_of_this_site_only(client: Client, guest: Guest) -> None:
    response = client.post("/accounts/bring/", {"bring": "no", "next": "https://evil.example/"})
    assert response["Location"] == "/"


def test_it_stays_in_the_list_of_sessions(client: Client, guest: Guest) -> None:
    client.post("/accounts/bring/", {"bring": "yes"})
    text = read(client, "/accounts/sessions/")
    assert text.count("this one") == 1
    assert "Only here." in text


def test_it_requires_an_account(client: Client) -> None:
    become_guest(client)
    assert client.get("/accounts/bring/")["Location"].startswith("/accounts/login/")


def test_without_a_guest_there_is_nothing_to_ask(client: Client, alice: User) -> None:
    assert log_in(client, "alice")["Location"] == "/"
    assert client.get("/accounts/bring/")["Location"] == "/"
