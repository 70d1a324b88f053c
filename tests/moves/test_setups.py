"""How games are set up: kept, read, given back to the defaults, adopted, and gone with the person."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.leaving import leave
from accounts.models import Guest, User
from accounts.people import Person, adopt
from games.models import Game, Setup
from games.services.people import joining, lobby, setups
from games.services.table.seating import ComputerSeat, seating_by_choice, usual_seating
from tests.views.setting_up import spades_has_players

pytestmark = pytest.mark.django_db
SEATING = (ComputerSeat("expert"), ComputerSeat("normal", "Bruno"), ComputerSeat("normal", "Odile"))
SOLO = {"variant": "solo", "allow_misdeals": True}


@pytest.fixture(autouse=True)
def _spades_has_players(monkeypatch: pytest.MonkeyPatch) -> None:
    spades_has_players(monkeypatch)


@pytest.fixture
def person(alice: User) -> Person:
    return Person(user=alice)


def keep(person: Person, **chosen: object) -> None:
    setups.keep(person=person, key="spades", chosen=chosen or SOLO, seating=SEATING)  # type: ignore[arg-type]


def test_without_anything_kept_it_is_the_default(person: Person) -> None:
    for who in (person, None):
        kept = setups.kept(person=who, key="spades")
        assert kept.variant == "partner"
        assert kept.seating == usual_seating(key="spades", level="normal")
        assert setups.kept(person=who, key="spades", variant="solo").options["winning_score"] == 300
        assert setups.kept(person=who, key="twoman").variant == ""


def test_it_is_read_as_it_was_kept(person: Person) -> None:
    keep(person)
    kept = setups.kept(person=person, key="spades")
    assert (kept.variant, kept.seating) == ("solo", SEATING)
    assert kept.options["allow_misdeals"] is True
    assert Setup.objects.get().options == {"allow_misdeals": True}


def test_each_variant_is_kept_for_itself(person: Person) -> None:
    keep(person)
    keep(person, variant="custom1", bonus_bid=7)
    assert setups.kept(person=person, key="spades").variant == "custom1"
    assert setups.kept(person=person, key="spades", variant="solo").options["allow_misdeals"] is True
    assert setups.kept(person=person, key="spades", variant="custom2").options["bonus_bid"] == 0


def test_keeping_twice_is_one_row(person: Person) -> None:
    keep(person)
    keep(person, variant="solo")
    assert Setup.objects.get().options == {}


@pytest.mark.parametrize(
    "broken",
    [{"options": {"winning_score": 700}}, {"options": {"gone": 1}}, {"options": {"allow_misdeals": "perhaps"}}],
)
def test_options_the_rules_refuse_by_now_are_left_out(person: Person, broken: dict[str, object]) -> None:
    keep(person)
    Setup.objects.update(**broken)
    kept = setups.kept(person=person, key="spades")
    assert kept.options == setups.kept(person=None, key="spades", variant="solo").options


@pytest.mark.parametrize(
    "seating", [[], [["normal", ""]], [["god", ""], ["normal", "Bruno"], ["normal", "Odile"]], [["normal", ""]] * 3]
)
def test_players_who_are_gone_are_replaced(person: Person, seating: list[list[str]]) -> None:
    keep(person)
    Setup.objects.update(computers=seating)
    assert setups.kept(person=person, key="spades").seating == usual_seating(key="spades", level="normal")


def test_a_variant_that_is_gone_is_not_begun_with(person: Person) -> None:
    keep(person)
    Setup.objects.update(variant="whiz")
    assert setups.kept(person=person, key="spades").variant == "partner"


def test_a_game_opened_is_kept_and_a_refused_one_is_not(person: Person) -> None:
    joining.open_as_set_up(person=person, key="spades", chosen=SOLO, seating=SEATING)
    assert Setup.objects.get().variant == "solo"
    with pytest.raises(lobby.BadOptions):
        joining.open_as_set_up(person=person, key="spades", chosen={"winning_score": 1}, seating=SEATING)
    assert (Setup.objects.count(), Game.objects.count()) == (1, 1)


def test_a_guests_setups_come_into_the_account(alice: User) -> None:
    guest = Guest.objects.create()
    keep(Person(guest=guest))
    keep(Person(guest=guest), variant="custom1", bonus_bid=7)
    keep(Person(user=alice), variant="custom1", bonus_bid=9)
    assert adopt(guest=guest, user=alice)
    assert Setup.objects.filter(guest=guest).count() == 0
    kept = {row.variant: row.options for row in Setup.objects.filter(user=alice)}
    assert kept == {"solo": {"allow_misdeals": True}, "custom1": {"bonus_bid": 9}}


@pytest.mark.parametrize("is_guest", [True, False])
def test_nothing_stays_of_somebody_who_leaves(alice: User, bob: User, is_guest: bool) -> None:
    person = Person(guest=Guest.objects.create()) if is_guest else Person(user=alice)
    keep(person)
    keep(Person(user=bob))
    leave(person=person)
    assert Setup.objects.get().user == bob


@pytest.mark.parametrize("owner", ["nobody", "both"])
def test_a_setup_is_of_one_person(alice: User, owner: str) -> None:
    who = {} if owner == "nobody" else {"user": alice, "guest": Guest.objects.create()}
    with pytest.raises(IntegrityError), transaction.atomic():
        Setup.objects.create(key="spades", variant="solo", used_at=timezone.now(), **who)


def test_two_of_a_variant_cannot_be_kept(alice: User) -> None:
    for who in ({"user": alice}, {"guest": Guest.objects.create()}):
        Setup.objects.create(key="spades", variant="solo", used_at=timezone.now(), **who)
        with pytest.raises(IntegrityError), transaction.atomic():
            Setup.objects.create(key="spades", variant="solo", used_at=timezone.now(), **who)


def test_at_two_seats_there_is_one() -> None:
    assert seating_by_choice(key="twoman", levels={"": "medium"}, across="") == (ComputerSeat("medium"),)
