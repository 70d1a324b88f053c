"""The page of the table: who may see it, what it shows, its queries, methods that are refused, and tips."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Guest, Preferences, User
from accounts.people import Person
from games.registry import GAMES
from games.snapshot import Status
from games.table import opening, play
from games.table.models import Game, Seat
from games.table.tables import NotSeated, Place, place_of
from tests.asking import HTMX, pressed, read
from tests.play import open_table
from tests.site.conftest import OURS, address

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("chosen_cards")]


def test_a_place_at_a_game_belongs_to_its_person_alone(alice: User, bob: User) -> None:
    """This holds even if a user and a guest have the same primary key."""
    guests = [Guest.objects.create(), Guest.objects.create()]
    everyone = [Person(user=alice), Person(user=bob), *(Person(guest=guest) for guest in guests)]
    codes = {person: opening.open_game(person=person) for person in everyone}
    for person in everyone:
        for owner, code in codes.items():
            if owner == person:
                assert place_of(person=person, code=code).person == person
            else:
                with pytest.raises(NotSeated):
                    place_of(person=person, code=code)


@pytest.mark.usefixtures("computers_wait")
def test_without_script_the_page_refreshes_while_a_bot_is_to_act(as_alice: Client, place: Place) -> None:
    address = f"/games/{place.code}/"
    refresh = f'<noscript><meta http-equiv="refresh" content="3;url={address}"></noscript>'
    assert refresh not in read(as_alice, address)
    as_alice.post(f"{address}act/", {"action": '["play","KH"]', "version": "6"})
    assert Game.objects.get().bot_due_at is not None
    assert refresh in read(as_alice, address)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_replies")
@pytest.mark.parametrize(("kind", "most"), [("table", 3), ("action", 6), ("refused", 6), ("reply", 4)])
def test_few_queries_within_a_hand(as_alice: Client, place: Place, kind: str, most: int, settings: Any) -> None:
    """Counted in a process that has served the table before, so that the log is cached."""
    settings.LIMITS_APPLY = True
    address = f"/games/{place.code}/"
    as_alice.get(address)
    card = "KS" if kind == "refused" else "KH"
    post = {"action": f'["play","{card}"]', "version": "6"}
    if kind == "reply":
        as_alice.post(f"{address}act/", post, headers=HTMX)
    with CaptureQueriesContext(connection) as asked:
        if kind == "table":
            assert as_alice.get(address).status_code == 200
        elif kind == "reply":
            assert play.reply(code=place.code, version=7)
        else:
            answer = as_alice.post(f"{address}act/", post, headers=HTMX)
            assert answer.status_code == (200 if kind == "action" else 422)
    statements = [one["sql"] for one in asked if not one["sql"].startswith(("BEGIN", "COMMIT", "ROLLBACK"))]
    assert 0 < len(statements) <= most, "\n".join(statements)


@pytest.mark.parametrize("key", GAMES)
def test_a_table_has_keys_and_script_of_its_game_and_offers_another_game(
    key: str, as_alice: Client, alice: User
) -> None:
    address = f"/games/{open_table(alice, key).code}/"
    page = read(as_alice, address)
    assert f'href="{address}instead/"' in page
    is_duel = key == "cardduel"
    assert ("read out bids, tricks and books" in page) is (key == "bidwhist")
    assert ("read out bids, tricks and bags" in page) is (key in ("twoman", "spades"))
    assert ("discard pile" in page, "pick a bid" in page) == (is_duel, not is_duel)
    assert ("duel.js" in page) is (GAMES[key].script == "duel.js") is is_duel


TIP = "Discard a lone low card"


def test_tips_of_a_first_game_end_for_good(as_alice: Client, alice: User, just_dealt: Place) -> None:
    """Turning tips off leaves other preferences as they are."""
    url = f"/games/{just_dealt.code}/"
    Preferences.objects.create(user=alice, theme="dark")
    assert TIP in read(as_alice, url)
    status, table = pressed(as_alice, just_dealt.code, "no-tips")
    assert status == 200 and 'id="table"' in table and TIP not in table
    assert TIP not in read(as_alice, url)
    answer = as_alice.post(f"{url}no-tips/")
    assert (answer.status_code, answer["Location"]) == (302, url)
    preferences = Preferences.objects.get()
    assert (preferences.theme, preferences.lessons) == ("dark", False)


def test_tips_are_shown_until_a_first_game_of_a_kind_is_finished(alice: User) -> None:
    person = Person(user=alice)
    code = opening.open_game(person=person, key="twoman")
    assert Seat.objects.get(game__code=code, number=0).is_first
    Game.objects.update(status=Status.ABANDONED, ended_at=timezone.now())
    assert Seat.objects.get(game__code=opening.open_game(person=person, key="twoman"), number=0).is_first
    Game.objects.filter(code=code).update(status=Status.FINISHED)
    assert not Seat.objects.get(game__code=opening.open_game(person=person, key="twoman"), number=0).is_first
    assert Seat.objects.get(
        game__code=opening.open_game(person=person, key="spades", level="normal"), number=0
    ).is_first
    assert not Seat.objects.filter(is_first=True).exclude(number=0).exists()


def test_methods_that_no_browser_sends_are_refused(as_alice: Client, alice: User) -> None:
    """The status is 405, or 404 if the address names a missing row."""
    code = open_table(alice).code
    statuses = {
        name: as_alice.delete(address(name, code=code)).status_code for name in OURS if name.startswith("games:")
    }
    assert set(statuses.values()) <= {404, 405}, statuses
    assert statuses["games:abandon"] == statuses["games:instead"] == statuses["games:end"] == 405
