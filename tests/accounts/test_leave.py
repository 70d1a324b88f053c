"""Removal of accounts and guests: at their own request, by the nightly task, and by staff."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import Allowance, Guest, Preferences, User
from accounts.people import GUEST_KEY, Person, adopt, leave
from games import ownership, tasks
from games.ownership import remove_idle_guests
from games.snapshot import Status
from games.table import play
from games.table.logs import LOG_CACHE
from games.table.models import Game, Seat
from games.table.room_models import WaitingRoom
from games.table.tables import Place
from tests.accounts.people import become_guest, log_in, sign_up
from tests.asking import read
from tests.conftest import PASSWORD, client_of
from tests.people.rooms import join_room, open_shared_room
from tests.people.together import deal, start_table
from tests.play import open_table

pytestmark = pytest.mark.django_db
URL = "/accounts/leave/"
Remove: TypeAlias = Callable[[User | Guest], None]
SURE = {"is_sure": "on", "password": PASSWORD}


@pytest.mark.parametrize("posted", [{}, {"is_sure": "on"}, {"password": PASSWORD}, {**SURE, "password": "guessed"}])
def test_an_account_is_removed_only_with_checkbox_and_password(as_alice: Client, posted: dict[str, str]) -> None:
    assert ">Delete</button>" in read(as_alice, URL)
    assert as_alice.post(URL, posted).status_code == 422
    assert User.objects.filter(username="alice").exists()


def test_a_removed_account_loses_its_sessions_and_rows(as_alice: Client, alice: User) -> None:
    other = client_of(alice)
    Preferences.objects.create(user=alice)
    place = open_table(alice)
    answer = as_alice.post(URL, SURE, follow=True)
    assert "Your data has been deleted" in answer.content.decode()
    assert not User.objects.filter(username="alice").exists() and not Preferences.objects.exists()
    for client in (as_alice, other):
        assert client.get(f"/games/{place.code}/").status_code == 404
        assert "alice" not in read(client, "/settings/")


def test_no_session_keeps_the_name_of_a_removed_account() -> None:
    here, elsewhere = Client(), Client()
    sign_up(here)
    log_in(elsewhere, "Joanna K.")
    assert any("Joanna K." in str(one.get_decoded()) for one in Session.objects.all())
    here.post(URL, SURE)
    assert not Session.objects.exists()


def test_a_guest_needs_no_password(client: Client) -> None:
    assert client.get(URL).headers["Location"] == "/settings/"  # there is no person to remove yet
    client.post("/play/")
    assert "<title>Delete your guest data" in read(client, URL)
    assert GUEST_KEY in client.session
    client.post(URL, {"is_sure": "on"})
    assert not Guest.objects.exists() and GUEST_KEY not in client.session


def test_an_account_without_a_password_is_asked_for_its_passkey(as_alice: Client, alice: User) -> None:
    alice.set_unusable_password()
    alice.save()
    Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data={"name": "key", "credential": {}})
    as_alice.force_login(alice)
    assert "reauthenticate" in as_alice.get(URL).headers["Location"]


def test_guesses_of_the_password_are_limited(as_alice: Client) -> None:
    wrong = {**SURE, "password": "guessed"}
    statuses = [as_alice.post(URL, wrong).status_code for _ in range(11)]
    assert statuses == [422] * 10 + [429]


def test_idle_guests_are_removed() -> None:
    """The game of the removed guest stays. It is given up, and the guest's seat has no person."""
    now = datetime(2026, 11, 21, 3, tzinfo=UTC)
    with time_machine.travel(now - timedelta(days=91), tick=False):
        idle, player = Guest.objects.create(), Guest.objects.create()
        left, place = open_table(idle), open_table(player)
    place.game.moved_at = now - timedelta(days=2)
    place.game.save(update_fields=["moved_at"])
    with time_machine.travel(now, tick=False):
        new = Guest.objects.create()
        assert remove_idle_guests() == 1 and remove_idle_guests() == 0
    assert set(Guest.objects.all()) == {player, new}
    game = Game.objects.get(pk=left.game.pk)
    assert (game.status, game.gave_up, game.ended_at, game.bot_due_at) == (Status.ABANDONED, left.seat, now, None)
    own = game.seats.get(number=left.seat)
    assert (own.guest, own.user) == (None, None)
    place.game.refresh_from_db()
    assert (place.game.status, place.game.ended_at) == (Status.PLAYING, None)


def test_a_guest_who_returns_while_idle_guests_are_removed_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    _, second = Guest.objects.create(), Guest.objects.create()
    Guest.objects.update(last_seen=now - timedelta(days=400))

    def leave_slowly(*, person: Person) -> None:
        Guest.objects.filter(pk=second.pk).update(last_seen=now)
        leave(person=person)

    monkeypatch.setattr(ownership, "leave", leave_slowly)
    assert remove_idle_guests() == 1
    assert list(Guest.objects.all()) == [second]


def break_log(game: Game) -> None:
    game.entries.filter(ordinal=game.entries.count()).update(action='["bid",99]')
    LOG_CACHE.forget(game.code)


def dealt_table(owner: User | Guest) -> Place:
    place = open_table(owner)
    play.deal(place=place, seed="", version=0)
    return place


def test_a_log_that_cannot_be_replayed_does_not_stop_the_nightly_task(caplog: pytest.LogCaptureFixture) -> None:
    places = [dealt_table(Guest.objects.create()) for _ in range(2)]
    long_ago = timezone.now() - timedelta(days=400)
    Guest.objects.update(last_seen=long_ago)
    Game.objects.update(moved_at=long_ago)
    break_log(places[0].game)
    Allowance.objects.create(name="of old", used_until=long_ago.timestamp())
    tasks.night()
    assert not Guest.objects.exists() and not Allowance.objects.exists() and "cannot be replayed" in caplog.text
    assert list(Game.objects.values_list("status", flat=True).distinct()) == [Status.ABANDONED]


def test_an_account_is_removed_though_the_logs_of_its_games_cannot_be_replayed(alice: User, bob: User) -> None:
    alone, code = dealt_table(alice), start_table(alice, bob)
    deal(alice, code, "one")
    deal(bob, code, "two")
    together = Game.objects.get(code=code)
    for game in (alone.game, together):
        break_log(game)
    leave(person=Person(user=alice))
    assert not User.objects.filter(username="alice").exists()
    assert not Game.objects.filter(status=Status.PLAYING).exists()
    assert [seat.user for seat in together.seats.filter(level="").exclude(user=None)] == [bob]


@pytest.fixture
def staff(as_charlie: Client, charlie: User) -> Client:
    User.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    return as_charlie


@pytest.fixture(params=["one", "selected"])
def remove(staff: Client, request: pytest.FixtureRequest) -> Remove:
    def remove(person: User | Guest) -> None:
        path, sure = f"/admin/accounts/{person._meta.model_name}/", {"post": "yes"}
        if request.param == "one":
            answer = staff.post(f"{path}{person.pk}/delete/", sure)
        else:
            answer = staff.post(path, {**sure, "action": "delete_selected", "_selected_action": person.pk})
        assert answer.status_code == 302 and not type(person).objects.filter(pk=person.pk).exists()

    return remove


def test_staff_remove_players_and_their_games_stay(
    staff: Client, as_alice: Client, alice: User, remove: Remove
) -> None:
    for player in (as_alice, Client()):
        player.post("/play/")
    page = read(staff, f"/admin/accounts/user/{alice.pk}/delete/")
    assert 'value="Yes' in page and "protected" not in page
    for person in (alice, Guest.objects.get()):
        remove(person)
    assert Seat.objects.filter(level="", user=None, guest=None).count() == 2


def test_a_removed_player_leaves_an_open_seat_in_a_waiting_room(
    as_alice: Client, as_bob: Client, bob: User, remove: Remove
) -> None:
    client = Client()
    room, guest = open_shared_room(as_alice, as_bob), become_guest(client)
    join_room(client, room)
    for person in (bob, guest):
        remove(person)
    assert read(as_alice, f"/rooms/{room.code}/").count("Open seat") == 3


def test_a_waiting_room_is_deleted_with_its_owner(
    as_alice: Client, as_bob: Client, alice: User, remove: Remove
) -> None:
    room = open_shared_room(as_alice, as_bob)
    remove(alice)
    assert not WaitingRoom.objects.exists()
    assert as_bob.get(f"/rooms/{room.code}/").status_code == 404
    assert as_bob.get("/").status_code == as_bob.get("/games/").status_code == 200


def test_an_adopted_guest_is_removed_without_its_account(alice: User, remove: Remove) -> None:
    guest = become_guest(Client())
    adopt(guest=guest, user=alice)
    remove(guest)
    assert User.objects.filter(pk=alice.pk).exists()
