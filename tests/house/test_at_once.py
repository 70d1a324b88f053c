"""Posts that one person sends several times at once, as a double press or a telephone in a tunnel does: no accident."""

from collections.abc import Callable
from copy import deepcopy

import pytest
from django.test import Client

from accounts.models import Guest, Preferences, User
from accounts.people import GUEST_KEY
from games.models import Game
from games.services.people import lobby
from tests.accounts.people import CHOICES
from tests.at_once import at_once
from tests.conftest import PASSWORD
from tests.views.asking import HTMX

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 6


def several(client: Client, ask: Callable[[Client], int]) -> list[int]:
    """The statuses of that many clients, each with a copy of this one's cookies."""

    def another() -> int:
        one = Client()
        one.cookies = deepcopy(client.cookies)
        return ask(one)

    return sorted(at_once(*[another] * TIMES))


def test_the_first_settings_are_saved_once(as_alice: Client) -> None:
    liked = {**CHOICES, "name": "alice"}
    assert several(as_alice, lambda one: one.post("/settings/", liked).status_code) == [302] * TIMES
    assert Preferences.objects.get().theme == "dark"


def test_the_tips_of_a_guest_end_once(client: Client) -> None:
    address = client.post("/play/")["Location"]
    statuses = several(client, lambda one: one.post(f"{address}no-tips/", headers=HTMX).status_code)
    assert set(statuses) <= {200, 204, 302}
    assert Preferences.objects.get().lessons is False


def test_one_of_several_gets_the_name(client: Client) -> None:
    wanted = {"username": "mallory", "password1": PASSWORD, "password2": PASSWORD}
    statuses = several(client, lambda one: one.post("/accounts/signup/", wanted).status_code)
    assert statuses == [200] * (TIMES - 1) + [302]
    assert User.objects.get().username == "mallory"


def test_a_guest_leaves_once(client: Client) -> None:
    client.post("/play/")
    assert Guest.objects.filter(token=client.session[GUEST_KEY]).exists()
    statuses = several(client, lambda one: one.post("/accounts/leave/", {"is_sure": "on"}).status_code)
    assert set(statuses) == {302}
    assert not Guest.objects.exists()


def test_several_presses_at_once_open_one_table(as_alice: Client) -> None:
    statuses = several(as_alice, lambda one: one.post("/play/").status_code)
    assert statuses == [200] * (TIMES - 1) + [302]
    assert Game.objects.count() == 1


def test_no_more_games_are_opened_than_anybody_may_have(as_alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_OPEN", 2)
    statuses = several(as_alice, lambda one: one.post("/play/", {"another": "1"}).status_code)
    assert statuses == [302] * 2 + [429] * (TIMES - 2)
    assert Game.objects.count() == 2
