"""Who is asking, and the rows that say so."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.models import Guest, Preferences, User
from accounts.people import Person, history_of, lock, look_again, person_of
from accounts.templatetags.browsers import browser
from tests.accounts.people import become_guest

pytestmark = pytest.mark.django_db


def test_a_person_is_a_user_or_a_guest(alice: User) -> None:
    guest = Guest.objects.create()
    for wrong in ({}, {"user": alice, "guest": guest}):
        with pytest.raises(ValueError):
            Person(**wrong)
    assert Person(user=alice).name == "alice"
    assert Person(guest=guest).name == "Guest"
    assert Person(guest=guest).is_guest
    assert not Person(user=alice).is_guest


def test_preferences_have_defaults_before_there_is_a_row(alice: User) -> None:
    liked = Person(user=alice).preferences
    assert liked.pk is None
    assert (liked.theme, liked.deck, liked.pace) == ("system", "four", "normal")
    assert (liked.confirm_play, liked.letter_keys) == (False, True)


def test_tokens_cannot_be_guessed() -> None:
    tokens = {Guest.objects.create().token for _each in range(20)}
    assert len(tokens) == 20
    assert min(map(len, tokens)) >= 43


@pytest.mark.parametrize("owners", ["nobody", "both"])
def test_preferences_belong_to_a_user_or_a_guest(owners: str, alice: User) -> None:
    chosen = {} if owners == "nobody" else {"user": alice, "guest": Guest.objects.create()}
    with pytest.raises(IntegrityError, match="preferences_belong_to_a_user_or_a_guest"), transaction.atomic():
        Preferences.objects.create(**chosen)


def test_a_name_is_taken_once_in_any_case(alice: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username="ALICE")


def test_a_guest_who_played_nothing_has_no_history() -> None:
    assert history_of(Guest.objects.create()) == 0


def test_a_token_is_in_no_page_and_no_cookie(client: Client) -> None:
    guest = become_guest(client)
    for path in ("/settings/", "/accounts/signup/", "/accounts/login/", "/privacy/"):
        response = client.get(path)
        assert guest.token not in response.content.decode()
        assert guest.token not in str(response.headers)
    assert guest.token not in client.cookies.output()


def test_an_adopted_guest_is_nobody(client: Client, alice: User) -> None:
    guest = become_guest(client)
    Guest.objects.filter(pk=guest.pk).update(adopted_by=alice, adopted_at="2026-01-01T00:00Z")
    assert 'data-theme="system"' in client.get("/settings/").content.decode()


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36",
            "Chrome on Linux",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0", "Edge on Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19 Safari/604",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0", "Firefox on Android"),
        ("", "Unknown browser"),
    ],
)
def test_a_browser_in_words(user_agent: str, words: str) -> None:
    assert browser(user_agent) == words


def test_a_long_request_can_look_again(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    request = RequestFactory().get("/")
    request.user, request.session = alice, client.session
    assert person_of(request).preferences.lessons is True  # type: ignore[union-attr]
    Preferences.objects.create(user=alice, lessons=False)
    assert person_of(request).preferences.lessons is True  # type: ignore[union-attr]
    assert look_again(request)
    assert person_of(request).preferences.lessons is False  # type: ignore[union-attr]


def test_who_is_held_may_still_be_named_by_other_rows(alice: User) -> None:
    """Or whoever leaves and the night that counts their games would wait for each other."""
    if connection.vendor != "postgresql":
        return
    for person in (Person(user=alice), Person(guest=Guest.objects.create())):
        with CaptureQueriesContext(connection) as asked:
            assert lock(person)
        assert asked[0]["sql"].endswith("FOR NO KEY UPDATE")
