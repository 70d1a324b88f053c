"""Adoption of a guest by an account: the question after log-in, and the rows, which move in one transaction."""

from collections.abc import Callable, Iterator
from random import Random
from threading import Event
from typing import Any

import pytest
from django.db import IntegrityError
from django.db.models import Model, Q
from django.test import Client

from accounts import profile
from accounts.models import Guest, Preferences, User
from accounts.people import Person, adopt, guest_adopted, guest_history, hands_of, leave
from games.people import setups
from games.people.models import Setup
from games.reviews import reviewing
from games.reviews.models import Review
from games.statistics import tallies
from games.statistics.models import LeaderboardRow, PersonLine, Tally
from games.table import game_list, tables
from games.table.models import Hand, Seat
from games.table.opening import usual_seating
from tests.accounts.people import become_guest, is_logged_in, log_in
from tests.asking import read
from tests.people.together import deal, play_hand, start_table
from tests.play import open_table, play_out, reload, run_at_once, wait_until_blocked
from tests.statistics.played import DAYS, NEXT, at_noon_of, play_days

pytestmark = pytest.mark.django_db
PAGE = "/accounts/bring/"


# -- the question after a log-in --
@pytest.fixture
def adoptions() -> Iterator[list[tuple[Guest, User]]]:
    adopted: list[tuple[Guest, User]] = []

    def note(guest: Guest, user: User, **kwargs: Any) -> None:
        adopted.append((guest, user))

    guest_adopted.connect(note)
    yield adopted
    guest_adopted.disconnect(note)


@pytest.fixture
def guest(client: Client, alice: User) -> Guest:
    """Return a guest whose browser has since logged in as alice."""
    guest = become_guest(client)
    assert PAGE not in read(client, "/settings/")
    assert client.get(PAGE)["Location"].startswith("/accounts/login/")
    assert log_in(client, "alice", next="/settings/")["Location"] == f"{PAGE}?next=%2Fsettings%2F"
    return guest


def test_the_question_tells_how_many_hands_move_to_the_account_and_how_many_stay(
    client: Client, guest: Guest, alice: User
) -> None:
    """Two finished hands and one in play move. The two at a table where the account also has a seat stay."""
    assert hands_of(guest_history, guest) == 0
    code = start_table(guest, alice, key="twoman")
    for player in (guest, alice):
        deal(player, code, "seed")
    text = read(client, PAGE)
    assert "1 hand stays behind: alice has a seat at that table too, so the guest leaves it." in text
    assert "You have" not in text
    play_hand(code, guest, alice)
    play_days(guest, DAYS[:2], hands=1)
    for player, where in ((guest, code), (alice, code), (guest, open_table(guest).code)):
        deal(player, where, "seed")
    text = read(client, PAGE)
    assert "You’ve played 2 hands as a guest. They can become alice’s." in text
    assert "2 hands stay behind: alice has a seat at those tables too, so the guest leaves them." in text
    assert adopt(guest=guest, user=alice)
    brought = Hand.objects.filter(game__seats__user=alice, game__seats__is_brought=True, ended_at__isnull=False)
    assert brought.exclude(game__code=code).count() == 2


def test_yes_adopts_the_guest_once_and_changes_the_session_key(
    client: Client, guest: Guest, alice: User, adoptions: list[Any]
) -> None:
    before = client.session.session_key
    assert client.post(PAGE, {"bring": "yes", "next": "/settings/"})["Location"] == "/settings/"
    assert client.session.session_key != before and "guest_token" not in client.session
    assert is_logged_in(client)
    assert client.post(PAGE, {"bring": "yes"}).status_code == 302
    assert adoptions == [(guest, alice)]
    text = read(client, "/accounts/sessions/")
    assert text.count("this one") == 1 and "Only here." in text


@pytest.mark.parametrize("page", ["/settings/", "/games/", "/accounts/logout/"])
def test_the_question_is_on_every_page_until_it_is_answered(client: Client, guest: Guest, page: str) -> None:
    question = f'href="{PAGE}?next={page}"'
    assert question in read(client, page)
    client.post(PAGE, {"bring": "no"})
    assert question not in read(client, page)


@pytest.mark.parametrize("answer", ["no", "all of them"])
def test_any_answer_but_yes_moves_nothing(client: Client, guest: Guest, adoptions: list[Any], answer: str) -> None:
    text = read(client, PAGE)
    assert "Add those games to your account?" in text and guest.token not in text
    response = client.post(PAGE, {"bring": answer, "next": "https://evil.example/"})
    guest.refresh_from_db()
    assert guest.adopted_at is None and adoptions == []
    if answer == "no":
        assert response["Location"] == "/" and "guest_token" not in client.session
        assert client.get(PAGE).status_code == 302


def test_without_a_guest_the_question_is_not_asked(client: Client, guest: Guest) -> None:
    guest.delete()
    assert client.get(f"{PAGE}?next=/games/")["Location"] == "/games/"
    assert PAGE not in read(client, "/games/")
    assert log_in(Client(), "alice")["Location"] == "/"


def test_another_session_cannot_claim_the_guest(guest: Guest, as_bob: Client, adoptions: list[Any]) -> None:
    as_bob.post(PAGE, {"bring": "yes", "guest": guest.pk, "token": guest.token, "guest_token": guest.token})
    guest.refresh_from_db()
    assert guest.adopted_at is None
    assert adoptions == []


# -- the rows --

#: Some of the models whose rows belong to an account or a guest. Leaderboards have rows of accounts only.
OWNED: tuple[type[Model], ...] = (Seat, Setup, PersonLine, Tally, Preferences)


@pytest.fixture
def player(db: None) -> Guest:
    """Return a guest with two games in tallies, an open game, a stored setup and a theme."""
    player = Guest.objects.create()
    play_days(player, DAYS[-2:])
    with at_noon_of(NEXT):
        tallies.catch_up()
        open_table(player)
    setups.keep(person=Person(guest=player), key="twoman", chosen={}, seating=usual_seating(key="twoman", level="easy"))
    Preferences.objects.create(guest=player, theme="dark")
    return player


def counts(**owner: User | Guest) -> dict[str, int]:
    return {kind.__name__: kind._default_manager.filter(Q(**owner)).count() for kind in OWNED}


def fail(*args: Any, **kwargs: Any) -> None:
    raise RuntimeError("fails on purpose")


def run_after_signal(monkeypatch: pytest.MonkeyPatch, work: Callable[..., None]) -> None:
    sent = guest_adopted.send

    def send(**named: Any) -> None:
        sent(**named)
        work(**named)

    monkeypatch.setattr(guest_adopted, "send", send)


@pytest.mark.postgresql
@pytest.mark.parametrize("broken", [(setups, "pass_on"), (tallies, "pass_on"), (tallies, "_count"), None], ids=str)
def test_adoption_is_rolled_back_when_any_step_fails(
    player: Guest, alice: User, monkeypatch: pytest.MonkeyPatch, broken: tuple[object, str] | None
) -> None:
    """The failing step is the move of setups, the move of lines, the count of tallies, or a step after all of these."""
    own, hers = counts(guest=player), counts(user=alice)
    if broken is None:
        run_after_signal(monkeypatch, fail)
    else:
        monkeypatch.setattr(*broken, fail)
    with pytest.raises(RuntimeError), at_noon_of(NEXT):
        adopt(guest=player, user=alice)
    player.refresh_from_db()
    assert player.adopted_at is None
    assert min(own.values()) > 0
    assert not any(hers.values())
    assert (counts(guest=player), counts(user=alice)) == (own, hers)
    assert not LeaderboardRow.objects.exists()


def test_every_row_moves_to_the_account(player: Guest, alice: User, bob: User, adoptions: list[Any]) -> None:
    """The account's tallies are recounted and equal the guest's, except that no adopted game is ranked."""
    own, measured = counts(guest=player), measures(guest=player)
    with at_noon_of(NEXT):
        assert adopt(guest=player, user=alice) is True
        assert adopt(guest=player, user=bob) is False
    assert adoptions == [(player, alice)]
    assert counts(user=alice) == own
    assert not any(counts(guest=player).values())
    assert measures(user=alice) == measured
    assert not LeaderboardRow.objects.exists()
    assert len(game_list.open_games(Person(user=alice))) == 1


def test_reviews_of_a_game_stay_when_its_guest_signs_up(alice: User) -> None:
    guest = Guest.objects.create()
    place = open_table(guest)
    play_out(place, Random(3), hands=1)
    reviewing.review(code=place.code)
    rows = list(Review.objects.order_by("pk").values())
    assert len(rows) == 2
    assert adopt(guest=guest, user=alice)
    assert list(Review.objects.order_by("pk").values()) == rows
    assert tables.see(reload(alice, place.code)).result is None  # the game goes on


def measures(**owner: User | Guest) -> list[Any]:
    names = ("key", "span", "day", "level")
    rows = Tally.objects.filter(Q(**owner)).order_by(*names).values_list(*names, "measures")
    for *_, measured in rows:
        for kind in ("marks", "streaks"):
            some = measured["games"][kind]
            measured["games"][kind] = {name: one for name, one in some.items() if "ranked" not in name}
    return list(rows)


def test_the_account_keeps_its_own_rows(player: Guest, alice: User) -> None:
    Preferences.objects.create(user=alice, theme="light")
    play_days(alice, DAYS[-1:])
    with at_noon_of(NEXT):
        tallies.rebuild_day(day=DAYS[-1])
    before, brought = counts(user=alice), counts(guest=player)
    with at_noon_of(NEXT):
        adopt(guest=player, user=alice)
    after = counts(user=alice)
    assert all(after[name] == before[name] + brought[name] for name in ("Seat", "PersonLine"))
    assert LeaderboardRow.objects.get(user=alice).games == 1
    assert Preferences.objects.get(user=alice).theme == "light"


def adopt_another_guest(user: User) -> None:
    other = Guest.objects.create()
    Preferences.objects.create(guest=other)
    assert adopt(guest=other, user=user)


RIVALS: dict[str, Callable[[User], object]] = {
    "another guest": adopt_another_guest,
    "the settings": lambda user: profile.save(person=Person(user=user), name="", theme="light"),
    "a removal": lambda user: leave(person=Person(user=User.objects.get(pk=user.pk))),
}


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rival", RIVALS)
def test_a_concurrent_change_waits_for_the_adoption(
    player: Guest, alice: User, monkeypatch: pytest.MonkeyPatch, rival: str
) -> None:
    """The other transaction starts when all rows have moved, and blocks until the adoption commits."""
    begun = Event()

    def wait_for_rival(guest: Guest, **named: Any) -> None:
        if guest == player:
            begun.set()
            wait_until_blocked()

    def second() -> None:
        begun.wait(60)
        RIVALS[rival](alice)

    run_after_signal(monkeypatch, wait_for_rival)
    results = run_at_once(lambda: adopt(guest=player, user=alice), second, lost=(IntegrityError, ValueError))
    assert results == [True, None]
    assert Guest.objects.filter(adopted_at=None).count() == 0
    assert Seat.objects.exclude(user=None).exists() is User.objects.exists()
