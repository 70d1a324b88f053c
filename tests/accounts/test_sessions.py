"""Sessions: keys, renewal and log-out, the person of a request, and the raw SQL that reads seats."""

from datetime import timedelta
from typing import Any, cast

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.db import IntegrityError, NotSupportedError, connection, transaction
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.models import Guest, Preferences, User
from accounts.people import (
    GUEST_KEY,
    RENEWED_AFTER,
    Gone,
    Person,
    SessionStore,
    adopt,
    hold,
    lock,
    person_of,
    reload_person,
)
from accounts.templatetags.log_ins import browser
from accounts.tidying import tidy
from games.registry import GAMES, levels
from games.table import opening, tables
from games.table.models import Game, Seat
from tests.accounts.people import become_guest, is_logged_in, log_in
from tests.asking import read
from tests.conftest import client_of

pytestmark = pytest.mark.django_db
A_DAY = timedelta(days=1)


# -- keys --
@pytest.mark.parametrize(
    "key", ["\0" + "a" * 31, "a" * 31, "a" * 33, "A" * 32, "ä" * 32, "a" * 31 + "\n", "", None, 32]
)
def test_a_malformed_session_key_is_none(key: object) -> None:
    made = SessionStore()
    made.create()
    assert SessionStore(made.session_key).session_key == made.session_key
    assert SessionStore(key).session_key is None  # type: ignore[arg-type]


@pytest.mark.postgresql
def test_a_session_cookie_with_a_nul_byte_is_ignored(client: Client) -> None:
    """In a quoted cookie `\\000` is a NUL byte, which PostgreSQL cannot store in text."""
    for path in ("/", "/settings/", "/accounts/login/"):
        read(client, path, headers={"Cookie": 'sessionid="\\000aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"'})


# -- how long sessions last --
def test_a_guest_keeps_the_session_by_a_visit_every_eight_days_and_loses_it_after_91_days_away(client: Client) -> None:
    client.post("/play/")
    now = timezone.now()
    for _ in range(14):
        now += RENEWED_AFTER + A_DAY
        with time_machine.travel(now, tick=False):
            assert client.get("/rules/").status_code == 200
    for later, guests in ((RENEWED_AFTER + A_DAY, 1), (91 * A_DAY, 2)):
        now += later
        with time_machine.travel(now, tick=False):
            assert client.post("/play/", {"another": "1"}).status_code == 302
        assert Guest.objects.count() == guests


def test_a_recent_session_is_not_renewed(client: Client) -> None:
    client.post("/play/")
    before = Session.objects.get().expire_date
    with time_machine.travel(timezone.now() + RENEWED_AFTER - A_DAY, tick=False):
        assert "sessionid" not in client.get("/games/").cookies
    assert Session.objects.get().expire_date == before


def test_the_nightly_task_deletes_log_in_rows_of_ended_sessions(alice: User) -> None:
    """Such a row holds a network address. The row of a browser that is still logged in stays."""
    here, out = Client(), Client()
    for each in (here, out):
        log_in(each, "alice")
    out.post("/accounts/logout/")
    tidy()
    assert [one.session_key for one in UserSession.objects.all()] == [here.session.session_key]
    with time_machine.travel(timezone.now() + 91 * A_DAY, tick=False):
        tidy()
    assert not UserSession.objects.exists()


@pytest.mark.parametrize("is_gone", [True, False])
def test_an_ended_session_opens_no_table(client: Client, is_gone: bool) -> None:
    client.post("/play/")
    code, key = Game.objects.get().code, client.session.session_key
    Session.objects.filter(session_key=key).update(expire_date=timezone.now() - A_DAY)
    if is_gone:
        Session.objects.all().delete()
    session = SessionStore(key)
    assert not dict(session.items()) and session.session_key is None
    assert client.get(f"/games/{code}/").status_code == 404


# -- how sessions are ended --
def test_log_out_asks_first(as_alice: Client, client: Client) -> None:
    assert "will be here when you come back" in read(as_alice, "/accounts/logout/")
    assert is_logged_in(as_alice)
    assert read(as_alice, "/").count('href="/accounts/logout/"') == 2
    assert "/accounts/logout/" not in read(client, "/")


def test_log_out_ends_the_session_on_the_server(as_alice: Client) -> None:
    key, again = as_alice.session.session_key, Client()
    assert as_alice.post("/accounts/logout/").status_code == 302
    assert not Session.objects.filter(session_key=key).exists()
    again.cookies["sessionid"] = key or ""
    assert again.get("/accounts/sessions/").status_code == 302


def test_after_log_out_the_back_button_shows_no_page_of_the_account(as_alice: Client) -> None:
    """Pages of an account are `no-store`, so the Back button requests them again."""
    page = as_alice.get("/settings/")
    assert page["Cache-Control"] == "no-store" and "alice" in page.content.decode()
    as_alice.post("/accounts/logout/")
    assert "alice" not in read(as_alice, "/settings/")


def test_sessions_of_other_browsers_can_be_ended(client: Client, alice: User) -> None:
    other = Client()
    for each in (client, other):
        log_in(each, "alice")
    client.post("/accounts/sessions/")
    assert client.get("/accounts/sessions/").status_code == 200
    assert other.get("/accounts/sessions/").status_code == 302


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        ("(X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36", "Chrome on Linux"),
        ("(Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0", "Edge on Windows"),
        ("(iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19 Safari/604", "Safari on iPhone"),
        ("(Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0", "Firefox on Android"),
        ("", "Unknown browser"),
    ],
)
def test_a_user_agent_is_shown_as_browser_and_system(user_agent: str, words: str) -> None:
    assert browser(user_agent and f"Mozilla/5.0 {user_agent}") == words


# -- the person behind a session --
def test_a_person_is_a_user_or_a_guest(alice: User) -> None:
    guest = Guest.objects.create()
    for both in dict[str, Any](), dict[str, Any](user=alice, guest=guest):
        with pytest.raises(ValueError):
            Person(**both)
        with pytest.raises(IntegrityError, match="preferences_belong_to_a_user_or_a_guest"), transaction.atomic():
            Preferences.objects.create(**both)
    assert (Person(user=alice).name, Person(guest=guest).name) == ("alice", f"Guest {guest.pk % 1000}")
    assert Person(guest=guest).is_guest and not Person(user=alice).is_guest


def test_a_guest_token_cannot_be_guessed_and_is_in_no_page_or_cookie(client: Client) -> None:
    tokens = {Guest.objects.create().token for _ in range(20)}
    assert len(tokens) == 20 and min(map(len, tokens)) >= 43
    guest = become_guest(client)
    for path in ("/settings/", "/accounts/signup/", "/accounts/login/", "/privacy/"):
        response = client.get(path)
        assert guest.token not in f"{response.content.decode()} {response.headers}"
    assert guest.token not in client.cookies.output()


def test_an_adopted_guest_cannot_be_locked(client: Client, alice: User) -> None:
    guest = become_guest(client)
    with transaction.atomic():
        hold(Person(guest=guest))
    adopt(guest=guest, user=alice)
    with transaction.atomic():
        assert not lock(Person(guest=guest))
        with pytest.raises(Gone):
            hold(Person(guest=guest))
        hold(Person(user=alice))
    assert 'data-theme="system"' in read(client, "/settings/")


@pytest.mark.postgresql
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite locks no rows")
def test_the_lock_on_a_person_allows_foreign_keys_to_it(alice: User) -> None:
    """Otherwise the removal of a person and the nightly count of their games could deadlock."""
    for person in (Person(user=alice), Person(guest=Guest.objects.create())):
        with CaptureQueriesContext(connection) as asked:
            assert lock(person)
        assert asked[0]["sql"].endswith("FOR NO KEY UPDATE")


def test_a_long_request_can_reload_its_person(alice: User) -> None:
    request = request_of(Person(user=alice))
    assert cast(Person, person_of(request)).preferences.lessons is True
    Preferences.objects.create(user=alice, lessons=False)
    assert cast(Person, person_of(request)).preferences.lessons is True
    assert reload_person(request)
    assert cast(Person, person_of(request)).preferences.lessons is False


def request_of(known: Person) -> HttpRequest:
    client = Client() if known.user is None else client_of(known.user)
    request = RequestFactory().get("/")
    request.session = client.session
    if known.guest is not None:
        request.session[GUEST_KEY] = known.guest.token
    request.user = SimpleLazyObject(lambda: get_user(request))  # type: ignore[assignment]
    return request


def test_a_person_already_loaded_is_not_queried_again(alice: User, django_assert_num_queries: Any) -> None:
    guest, other = Person(guest=Guest.objects.create()), Person(guest=Guest.objects.create())
    for known in (Person(user=alice), guest):
        request, again = request_of(known), request_of(known)
        request.session.get("anything")  # the session itself is read in any case
        with django_assert_num_queries(0):
            assert person_of(request, loaded=[other, known]) is known
        assert person_of(again, loaded=[other]) == known
    both = request_of(Person(user=alice))
    both.session[GUEST_KEY] = cast(Guest, guest.guest).token
    assert person_of(both, loaded=[guest]) == Person(user=alice)  # an account comes before the guest of its session


def test_an_invalid_session_has_no_person_even_if_the_row_is_loaded(alice: User) -> None:
    """Cases: another authentication backend, a closed account, a changed password, an adopted guest."""
    known = Person(user=alice)
    requests = [request_of(known) for _ in range(3)]
    requests[0].session["_auth_user_backend"] = "elsewhere.Backend"
    assert person_of(requests[0], loaded=[known]) is None
    User.objects.filter(pk=alice.pk).update(is_active=False)
    alice.refresh_from_db()
    assert person_of(requests[1], loaded=[known]) is None
    alice.is_active = True
    alice.set_password("another long password")
    alice.save()
    assert person_of(requests[2], loaded=[known]) is None
    gone = Person(guest=Guest.objects.create(adopted_at=timezone.now(), adopted_by=alice))
    assert person_of(request_of(gone), loaded=[gone]) is None


# -- raw SQL that is compiled once --
def values_of(seat: Seat) -> list[object]:
    """Return the values of the seat and of the rows read with it."""
    people = [seat.user, seat.guest]
    rows = [seat, seat.game, *people, *(getattr(one, "preferences", None) for one in people if one)]
    return [row and [getattr(row, field.attname) for field in row._meta.concrete_fields] for row in rows]


@pytest.mark.postgresql
@pytest.mark.parametrize("prefers", [True, False])
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("sits", ["user", "guest"])
def test_the_seats_of_the_raw_query_equal_those_of_the_orm(alice: User, key: str, sits: str, prefers: bool) -> None:
    person = Person(user=alice) if sits == "user" else Person(guest=Guest.objects.create())
    if prefers:
        Preferences.objects.create(user=person.user, guest=person.guest)
    opening.open_game(person=person, key="twoman", level="easy")
    code = opening.open_game(person=person, key=key, level=levels(key)[0])
    with CaptureQueriesContext(connection) as asked:
        seats = tables.seats_at(code)
        found = [values_of(seat) for seat in seats]
    assert len(asked) == 1
    assert found == [values_of(seat) for seat in Seat.objects.filter(game__code=code).order_by("number")]
    assert len(found) > 1
    assert len({id(seat.game) for seat in seats}) == 1 and len({id(seat) for seat in seats}) == len(seats)


def test_the_reused_query_reads_current_rows(alice: User) -> None:
    code = opening.open_game(person=Person(user=alice), key="twoman", level="easy")
    assert [seat.user for seat in tables.seats_at(code)] == [alice, None]
    User.objects.filter(pk=alice.pk).update(username="alicia")
    seat, _ = tables.seats_at(code)
    assert seat.user is not None and seat.user.get_username() == "alicia"
    with pytest.raises(tables.NotSeated):
        tables.seats_at(f"{code}x")


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite keeps no plan that a migration makes stale")
def test_a_prepared_query_survives_a_migration_except_inside_a_transaction(alice: User) -> None:
    """The migration changes the width of a column that the prepared query reads.

    Inside a transaction the query fails once.
    """
    code = opening.open_game(person=Person(user=alice), key="twoman", level="easy")
    alter = "ALTER TABLE games_seat ALTER COLUMN name TYPE varchar({})"
    wide = Seat._meta.get_field("name").max_length
    assert wide is not None
    other = connection.copy()  # psycopg drops the plans of a connection that alters a table itself
    try:
        for more, is_in_transaction in ((1, False), (2, True), (0, False)):
            found = tables.seats_at(code)
            with other.cursor() as cursor:
                cursor.execute(alter.format(wide + more))
            if is_in_transaction:
                with pytest.raises(NotSupportedError), transaction.atomic():
                    tables.seats_at(code)
            assert tables.seats_at(code) == found
    finally:
        other.close()
