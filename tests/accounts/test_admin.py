"""What whoever keeps the house does with people: an account that is removed there goes by the same way out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Guest, User
from accounts.people import adopt
from games.models import Seat, WaitingRoom
from tests.accounts.people import become_guest
from tests.views.asking import read
from tests.views.rooms import joined, shared

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(as_charlie: Client, charlie: User) -> Client:
    User.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    return as_charlie


def one(keeper: Client, gone: User | Guest) -> Any:
    return keeper.post(f"/admin/accounts/{gone._meta.model_name}/{gone.pk}/delete/", {"post": "yes"})


def chosen(keeper: Client, gone: User | Guest) -> Any:
    picked = {"action": "delete_selected", "_selected_action": gone.pk, "post": "yes"}
    return keeper.post(f"/admin/accounts/{gone._meta.model_name}/", picked)


@pytest.mark.parametrize("remove", [one, chosen])
def test_who_has_played_is_removed_and_the_games_stay(
    keeper: Client, as_alice: Client, alice: User, remove: Callable[..., Any]
) -> None:
    guest = Client()
    for player in (as_alice, guest):
        player.post("/play/")
    assert Seat.objects.filter(level="", user=alice).exists()
    for gone in (alice, Guest.objects.get()):
        assert remove(keeper, gone).status_code == 302
        assert not type(gone).objects.filter(pk=gone.pk).exists()
    assert Seat.objects.filter(level="", user=None, guest=None).count() == 2


def test_the_page_that_asks_names_nothing_but_who_is_removed(keeper: Client, as_alice: Client, alice: User) -> None:
    as_alice.post("/play/")
    page = read(keeper, f"/admin/accounts/user/{alice.pk}/delete/")
    assert 'value="Yes' in page
    assert "protected" not in page


@pytest.mark.parametrize("remove", [one, chosen])
def test_who_waited_at_a_table_leaves_an_open_seat(
    keeper: Client, as_alice: Client, as_bob: Client, bob: User, remove: Callable[..., Any]
) -> None:
    guest = Client()
    room = shared(as_alice, as_bob)
    leaving = become_guest(guest)
    joined(guest, room)
    for gone in (bob, leaving):
        assert remove(keeper, gone).status_code == 302
        assert not type(gone).objects.filter(pk=gone.pk).exists()
    page = as_alice.get(f"/rooms/{room.code}/")
    assert page.status_code == 200
    assert page.content.decode().count("Open seat") == 3


@pytest.mark.parametrize("remove", [one, chosen])
def test_a_table_goes_with_whoever_opened_it(
    keeper: Client, as_alice: Client, as_bob: Client, alice: User, remove: Callable[..., Any]
) -> None:
    room = shared(as_alice, as_bob)
    assert remove(keeper, alice).status_code == 302
    assert not WaitingRoom.objects.exists()
    assert as_bob.get(f"/rooms/{room.code}/").status_code == 404
    assert as_bob.get("/").status_code == as_bob.get("/games/").status_code == 200


@pytest.mark.parametrize("remove", [one, chosen])
def test_a_guest_of_an_account_goes_alone(keeper: Client, alice: User, remove: Callable[..., Any]) -> None:
    guest = become_guest(Client())
    adopt(guest=guest, user=alice)
    assert remove(keeper, guest).status_code == 302
    assert not Guest.objects.exists()
    assert User.objects.filter(pk=alice.pk).exists()
