"""Who is asking, and the rows that say so."""

from typing import Any, cast

import pytest
from django.contrib.auth import get_user
from django.db import IntegrityError, connection, transaction
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.models import Guest, Preferences, User
from accounts.people import GUEST_KEY, Gone, Person, adopt, history_of, hold, lock, look_again, person_of
from accounts.templatetags.browsers import browser
from tests.accounts.people import become_guest
from tests.conftest import client_of
from tests.views.asking import read

pytestmark = pytest.mark.django_db


def test_a_person_is_a_user_or_a_guest(alice: User) -> None:
    guest = Guest.objects.create()
    for user, beside in ((None, None), (alice, guest)):
        with pytest.raises(ValueError):
            Person(user=user, guest=beside)
    assert Person(user=alice).name == "alice"
    assert Person(guest=guest).name == f"Guest {guest.pk % 1000}"
    assert Person(guest=guest).is_guest
    assert not Person(user=alice).is_guest


def test_preferences_have_defaults_before_there_is_a_row(alice: User) -> None:
    liked = Person(user=alice).preferences
    assert liked.pk is None
    assert (liked.theme, liked.deck, liked.pace) == ("system", "four", "normal")
    assert (liked.confirm_play, liked.letter_keys) == (False, True)


def test_a_guest_who_has_become_an_account_holds_nothing(alice: User) -> None:
    guest = Guest.objects.create()
    with transaction.atomic():
        hold(Person(guest=guest))
    adopt(guest=guest, user=alice)
    with transaction.atomic():
        assert not lock(Person(guest=guest))
        with pytest.raises(Gone):
            hold(Person(guest=guest))
        hold(Person(user=alice))


def test_tokens_cannot_be_guessed() -> None:
    tokens = {Guest.objects.create().token for _each in range(20)}
    assert len(tokens) == 20
    assert min(map(len, tokens)) >= 43


@pytest.mark.parametrize("owners", ["nobody", "both"])
def test_preferences_belong_to_a_user_or_a_guest(owners: str, alice: User) -> None:
    chosen = {} if owners == "nobody" else {"user": alice, "guest": Guest.objects.create()}
    with pytest.raises(IntegrityError, match="preferences_belong_to_a_user_or_a_guest"), transaction.atomic():
        Preferences.objects.create(**chosen)


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
    assert 'data-theme="system"' in read(client, "/settings/")


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
    client = client_of(alice)
    request = RequestFactory().get("/")
    request.user, request.session = alice, client.session
    assert person_of(request).preferences.lessons is True  # type: ignore[union-attr]
    Preferences.objects.create(user=alice, lessons=False)
    assert person_of(request).preferences.lessons is True  # type: ignore[union-attr]
    assert look_again(request)
    assert person_of(request).preferences.lessons is False  # type: ignore[union-attr]


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite locks no rows")
def test_who_is_held_may_still_be_named_by_other_rows(alice: User) -> None:
    """Or whoever leaves and the night that counts their games would wait for each other."""
    for person in (Person(user=alice), Person(guest=Guest.objects.create())):
        with CaptureQueriesContext(connection) as asked:
            assert lock(person)
        assert asked[0]["sql"].endswith("FOR NO KEY UPDATE")


def session_of(known: Person, client: Client) -> HttpRequest:
    """A request of whoever that session is, as the middleware leaves it."""
    request = HttpRequest()
    if known.user is not None:
        client.force_login(known.user)
    request.session = client.session
    if known.guest is not None:
        request.session[GUEST_KEY] = known.guest.token
    request.user = SimpleLazyObject(lambda: get_user(request))  # type: ignore[assignment]
    return request


def test_who_is_among_rows_just_read_is_not_read_again(alice: User, django_assert_num_queries: Any) -> None:
    guest, other = Person(guest=Guest.objects.create()), Person(guest=Guest.objects.create())
    for known in (Person(user=alice), guest):
        request, again = session_of(known, Client()), session_of(known, Client())
        request.session.get("anything")  # the session itself is read in any case
        with django_assert_num_queries(0):
            assert person_of(request, among=[other, known]) is known
        assert person_of(again, among=[other]) == known


def test_a_session_that_has_lapsed_is_nobody_s_though_the_row_is_read(alice: User) -> None:
    """A password changed since, an account that was closed, another way to log in, a guest who has become somebody."""
    known = Person(user=alice)
    requests = [session_of(known, Client()) for _ in range(3)]
    requests[0].session["_auth_user_backend"] = "elsewhere.Backend"
    assert person_of(requests[0], among=[known]) is None
    User.objects.filter(pk=alice.pk).update(is_active=False)
    alice.refresh_from_db()
    assert person_of(requests[1], among=[known]) is None
    alice.is_active = True
    alice.set_password("another long password")
    alice.save()
    assert person_of(requests[2], among=[known]) is None
    gone = Person(guest=Guest.objects.create(adopted_at=timezone.now(), adopted_by=alice))
    assert person_of(session_of(gone, Client()), among=[gone]) is None


def test_an_account_comes_before_the_guest_of_its_session(alice: User) -> None:
    guest = Person(guest=Guest.objects.create())
    request = session_of(Person(user=alice), Client())
    request.session[GUEST_KEY] = cast(Guest, guest.guest).token
    assert person_of(request, among=[guest]) == Person(user=alice)
