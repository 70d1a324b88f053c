"""The way out: removing an account or a guest."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.leaving import leave
from accounts.models import Allowance, Guest, Preferences, User
from accounts.people import GUEST_KEY, Person
from games import tasks
from games.models import Game
from games.services.log.log_cache import LOG_CACHE
from games.services.moves import play
from games.services.people import leaving
from games.services.people.leaving import remove_idle_guests
from games.services.table.tables import Place
from games.snapshot import Status
from tests.accounts.people import log_in, sign_up
from tests.conftest import PASSWORD, client_of
from tests.moves.together import deal, table_of
from tests.playing import place_for
from tests.views.asking import read

pytestmark = pytest.mark.django_db
URL = "/accounts/leave/"
SURE = {"is_sure": "on", "password": PASSWORD}


@pytest.mark.parametrize("posted", [{}, {"is_sure": "on"}, {"password": PASSWORD}, {**SURE, "password": "guessed"}])
def test_without_tick_and_password_nobody_is_removed(as_alice: Client, posted: dict[str, str]) -> None:
    assert as_alice.post(URL, posted).status_code == 422
    assert User.objects.filter(username="alice").exists()


def test_asking_removes_nobody(as_alice: Client) -> None:
    assert "Remove me" in read(as_alice, URL)
    assert User.objects.filter(username="alice").exists()


def test_the_account_goes_and_the_session_with_it(as_alice: Client, alice: User) -> None:
    Preferences.objects.create(user=alice)
    place = place_for(alice)
    answer = as_alice.post(URL, SURE, follow=True)
    assert "You have been removed" in answer.content.decode()
    assert not User.objects.filter(username="alice").exists()
    assert not Preferences.objects.exists()
    assert as_alice.get(f"/games/{place.code}/").status_code == 404
    assert "alice" not in read(as_alice, "/settings/")


def test_another_session_of_the_account_is_nobodys(as_alice: Client, alice: User) -> None:
    other = client_of(alice)
    as_alice.post(URL, SURE)
    assert "alice" not in read(other, "/settings/")


def test_no_session_keeps_the_name_of_whoever_has_left() -> None:
    """Nor the address: what somebody logs in with stands in the session."""
    here, elsewhere = Client(), Client()
    sign_up(here)
    log_in(elsewhere, "Joanna K.")
    assert any("Joanna K." in str(one.get_decoded()) for one in Session.objects.all())
    here.post(URL, SURE)
    assert not Session.objects.exists()


def test_a_guest_is_asked_about_no_account(client: Client) -> None:
    client.post("/play/")
    assert "<title>Remove yourself" in read(client, URL)


def test_a_guest_needs_no_password(client: Client) -> None:
    client.post("/play/")
    assert GUEST_KEY in client.session
    client.post(URL, {"is_sure": "on"})
    assert not Guest.objects.exists()
    assert GUEST_KEY not in client.session


def test_nobody_is_sent_to_the_settings(client: Client) -> None:
    assert client.get(URL).headers["Location"] == "/settings/"


def test_an_account_without_a_password_is_asked_for_its_passkey(as_alice: Client, alice: User) -> None:
    alice.set_unusable_password()
    alice.save()
    Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data={"name": "key", "credential": {}})
    as_alice.force_login(alice)
    assert "reauthenticate" in as_alice.get(URL).headers["Location"]


def test_passwords_are_guessed_slowly(as_alice: Client) -> None:
    wrong = {**SURE, "password": "guessed"}
    statuses = [as_alice.post(URL, wrong).status_code for _ in range(11)]
    assert statuses == [422] * 10 + [429]


def test_guests_who_do_not_come_back_are_removed() -> None:
    now = datetime(2026, 11, 21, 3, tzinfo=UTC)
    with time_machine.travel(now - timedelta(days=91), tick=False):
        idle, player = Guest.objects.create(), Guest.objects.create()
        left, place = place_for(idle), place_for(player)
    place.game.moved_at = now - timedelta(days=2)
    place.game.save(update_fields=["moved_at"])
    with time_machine.travel(now, tick=False):
        new = Guest.objects.create()
        assert remove_idle_guests() == 1
        assert remove_idle_guests() == 0
    assert set(Guest.objects.all()) == {player, new}
    _is_given_up(left.game, by=left.seat, at=now)
    place.game.refresh_from_db()
    assert (place.game.status, place.game.ended_at) == (Status.PLAYING, None)


def test_a_guest_who_comes_back_meanwhile_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """While those listed before are being removed."""
    now = timezone.now()
    first, second = Guest.objects.create(), Guest.objects.create()
    Guest.objects.update(last_seen=now - timedelta(days=400))

    def leaves(*, person: Person) -> None:
        Guest.objects.filter(pk=second.pk).update(last_seen=now)
        leave(person=person)

    monkeypatch.setattr(leaving, "leave", leaves)
    assert remove_idle_guests() == 1
    assert list(Guest.objects.all()) == [second] and first.pk != second.pk


def _break(game: Game) -> None:
    """Its log can no longer be replayed."""
    game.entries.filter(ordinal=game.entries.count()).update(action='["bid",99]')
    LOG_CACHE.forget(game.code)


def _dealt(owner: User | Guest) -> Place:
    place = place_for(owner)
    play.deal(place=place, seed="", version=0)
    return place


def test_a_log_that_cannot_be_replayed_keeps_nobody_and_holds_up_no_night(caplog: pytest.LogCaptureFixture) -> None:
    places = [_dealt(Guest.objects.create()) for _ in range(2)]
    long_ago = timezone.now() - timedelta(days=400)
    Guest.objects.update(last_seen=long_ago)
    Game.objects.update(moved_at=long_ago)
    _break(places[0].game)
    Allowance.objects.create(name="of old", used_until=long_ago.timestamp())
    tasks.night()
    assert not Guest.objects.exists() and not Allowance.objects.exists()
    assert "cannot be replayed" in caplog.text
    assert list(Game.objects.values_list("status", flat=True).distinct()) == [Status.ABANDONED]


def test_an_account_goes_though_the_log_of_its_game_cannot_be_replayed(alice: User, bob: User) -> None:
    alone, code = _dealt(alice), table_of(alice, bob)
    deal(alice, code, "one")
    deal(bob, code, "two")
    together = Game.objects.get(code=code)
    for game in (alone.game, together):
        _break(game)
    leave(person=Person(user=alice))
    assert not User.objects.filter(username="alice").exists()
    assert not Game.objects.filter(status=Status.PLAYING).exists(), "nobody can play it"
    assert [seat.user for seat in together.seats.filter(level="").exclude(user=None)] == [bob]


def _is_given_up(game: Game, *, by: int, at: datetime) -> None:
    """The game stays, closed and nobody's, and no computer player owes it anything."""
    game.refresh_from_db()
    assert (game.status, game.gave_up, game.ended_at, game.bot_due_at) == (Status.ABANDONED, by, at, None)
    own = game.seats.get(number=by)
    assert (own.guest, own.user) == (None, None)
