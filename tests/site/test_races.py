"""Races: concurrent identical posts, and requests during which the account is removed or the guest is adopted."""

from collections.abc import Callable
from copy import deepcopy

import pytest
from allauth.account.internal.flows import manage_email
from django.test import Client

from accounts import people
from accounts.models import Guest, Preferences, User
from accounts.people import Person, adopt, leave
from accounts.zones import utc_today
from games.boards import attempts, challenges
from games.table import opening
from games.table.models import Game
from tests.accounts.people import CHOICES, become_guest
from tests.asking import HTMX
from tests.people.together import start_table
from tests.play import deal_hand, open_table, reload, run_at_once

pytestmark = pytest.mark.django_db
COMMITTING = pytest.mark.django_db(transaction=True)
TIMES = 6
GONE = "You’re a different player now"


# ---------- concurrent identical posts ----------
def statuses(client: Client, ask: Callable[[Client], int]) -> list[int]:
    """Return the sorted statuses of `TIMES` concurrent requests, each with a copy of this client's cookies."""

    def one() -> int:
        copy = Client()
        copy.cookies = deepcopy(client.cookies)
        return ask(copy)

    return sorted(run_at_once(*[one] * TIMES))


@pytest.mark.postgresql
@COMMITTING
def test_first_settings_posted_at_once_store_one_row(as_alice: Client) -> None:
    choices = {**CHOICES, "name": "alice"}
    assert statuses(as_alice, lambda one: one.post("/settings/", choices).status_code) == [302] * TIMES
    assert Preferences.objects.get().theme == "dark"


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("form", "expected", "games"),
    [({}, [200] * (TIMES - 1) + [302], 1), ({"another": "1"}, [302] * 2 + [429] * (TIMES - 2), 2)],
)
@COMMITTING
def test_games_opened_at_once_stay_within_the_limit(
    as_alice: Client, monkeypatch: pytest.MonkeyPatch, form: dict[str, str], expected: list[int], games: int
) -> None:
    monkeypatch.setattr(opening, "MOST_OPEN", 2)
    assert statuses(as_alice, lambda one: one.post("/play/", form).status_code) == expected
    assert Game.objects.count() == games


@pytest.mark.postgresql
@COMMITTING
def test_a_guest_can_turn_off_tips_and_leave_with_concurrent_posts(client: Client) -> None:
    address = client.post("/play/")["Location"]
    ended = statuses(client, lambda one: one.post(f"{address}no-tips/", headers=HTMX).status_code)
    assert set(ended) <= {200, 204, 302} and Preferences.objects.get().lessons is False
    assert set(statuses(client, lambda one: one.post("/accounts/leave/", {"is_sure": "on"}).status_code)) == {302}
    assert not Guest.objects.exists()


# ---------- people removed in the middle of a request ----------
Rival = Callable[[Callable[[], object]], None]


@pytest.fixture
def rival(monkeypatch: pytest.MonkeyPatch) -> Rival:
    """Return a function that registers a change, which is made once: when the next request has found its person."""

    def slip_in(change: Callable[[], object]) -> None:
        find, changes = people._find, [change]

        def find_and_change(*asked: object) -> Person | None:
            person = find(*asked)  # type: ignore[arg-type]
            if changes:
                changes.pop()()
            return person

        monkeypatch.setattr(people, "_find", find_and_change)

    return slip_in


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/settings/language/", {"language": "de"}),
        ("/games/{}/likes/", {**CHOICES, "theme": "light", "deck": "four", "card_size": "small", "pace": "slow"}),
        ("/games/{}/no-tips/", {}),
    ],
)
def test_a_preference_of_a_concurrently_removed_account_is_not_stored(
    as_alice: Client, alice: User, rival: Rival, address: str, form: dict[str, str], headers: dict[str, str]
) -> None:
    code = open_table(alice).code
    rival(lambda: leave(person=Person(user=alice)))
    response = as_alice.post(address.format(code), form, headers=headers)
    assert response.status_code == 409 and GONE in response.content.decode()
    assert not Preferences.objects.exists()


def test_a_preference_of_a_concurrently_adopted_guest_is_refused(client: Client, bob: User, rival: Rival) -> None:
    guest = become_guest(client)
    rival(lambda: adopt(guest=guest, user=bob))
    assert client.post("/settings/language/", {"language": "de"}).status_code == 409
    assert [(one.user, one.language) for one in Preferences.objects.all()] == [(bob, "")]


@pytest.mark.parametrize("name", ["", "act/", "deal/", "hint/", "take-back/", "claim/", "end/", "seats/0/stand-in/"])
def test_requests_of_a_concurrently_removed_account_get_409(
    as_bob: Client, alice: User, bob: User, rival: Rival, name: str
) -> None:
    address = f"/games/{start_table(alice, bob)}/{name}"
    rival(lambda: leave(person=Person(user=bob)))
    response = as_bob.post(address, {"version": "0"}) if name else as_bob.get(address)
    assert response.status_code == 409 and GONE in response.content.decode()


@COMMITTING
def test_the_email_page_of_a_concurrently_removed_account_gets_409(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On this page allauth stores a row for an email address that was set without allauth."""
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    sync = manage_email.sync_user_email_address

    def overtaken(user: User) -> None:
        leave(person=Person(user=alice))
        sync(user)

    monkeypatch.setattr(manage_email, "sync_user_email_address", overtaken)
    response = as_alice.get("/accounts/email/")
    assert response.status_code == 409 and GONE in response.content.decode()


# ---------- between the opening of a board and its deal ----------
@pytest.mark.parametrize("address", ["/boards/{day}/twoman/play/", "/c/{token}/"])
def test_a_board_of_a_guest_who_was_adopted_before_its_deal_is_refused(
    client: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    token = challenges.open_challenge(person=Person(user=alice), key="twoman", chosen={}, level="easy", deals=1)
    guest, play_deal = become_guest(client, name="Ama"), attempts.deal

    def deal(*, person: Person, code: str) -> None:
        adopt(guest=guest, user=bob)
        play_deal(person=person, code=code)

    monkeypatch.setattr(attempts, "deal", deal)
    response = client.post(address.format(token=token, day=utc_today()), {"name": "Ama"})
    assert response.status_code == 409 and GONE in response.content.decode()


def test_a_board_that_is_dealt_or_abandoned_concurrently_leads_to_its_table(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_deal, rivals = attempts.deal, [lambda place: deal_hand(place), lambda place: opening.abandon(place=place)]

    def deal(*, person: Person, code: str) -> None:
        rivals.pop()(reload(alice, code))
        play_deal(person=person, code=code)

    monkeypatch.setattr(attempts, "deal", deal)
    for key in ("twoman", "spades"):
        response = as_alice.post(f"/boards/{utc_today()}/{key}/play/")
        assert response.status_code == 302 and response.headers["Location"].startswith("/games/")
