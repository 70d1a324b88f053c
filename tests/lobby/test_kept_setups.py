"""Kept setups: the settings offered for the next game, restoring the defaults, adoption and deletion."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person, adopt, leave
from games.company import ComputerSeat
from games.people import setups
from games.people.models import Setup
from games.table.models import Game
from games.table.opening import usual_seating
from tests.asking import read
from tests.lobby.setting_up import COMPANY, NEW, SPADES, TWO_MAN, TWO_MAN_POST, chosen_in, fields_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("spades_has_players")]
SEATING = (ComputerSeat("expert"), ComputerSeat("normal", "Bruno"), ComputerSeat("normal", "Odile"))
SOLO = {"variant": "solo", "allow_misdeals": True}


@pytest.fixture
def person(alice: User) -> Person:
    return Person(user=alice)


def keep(person: Person, **chosen: object) -> None:
    setups.keep(person=person, key="spades", chosen=chosen or SOLO, seating=SEATING)  # type: ignore[arg-type]


def test_without_a_kept_setup_the_defaults_are_offered(person: Person) -> None:
    for owner in (person, None):
        kept = setups.setup_for(person=owner, key="spades")
        assert kept.variant == "partner"
        assert kept.seating == usual_seating(key="spades", level="normal")
        assert setups.setup_for(person=owner, key="spades", variant="solo").options["winning_score"] == 300
        assert setups.setup_for(person=owner, key="twoman").variant == ""


def test_each_variant_has_one_kept_setup(person: Person) -> None:
    keep(person, variant="solo")
    keep(person)
    kept = setups.setup_for(person=person, key="spades")
    assert (kept.variant, kept.seating, kept.options["allow_misdeals"]) == ("solo", SEATING, True)
    assert Setup.objects.get().options == {"allow_misdeals": True}
    keep(person, variant="custom1", bonus_bid=7)
    assert setups.setup_for(person=person, key="spades").variant == "custom1"
    assert setups.setup_for(person=person, key="spades", variant="solo").options["allow_misdeals"] is True
    assert setups.setup_for(person=person, key="spades", variant="custom2").options["bonus_bid"] == 0


@pytest.mark.parametrize(
    "outdated",
    [
        *[{"options": options} for options in ({"winning_score": 700}, {"gone": 1}, {"allow_misdeals": "perhaps"})],
        *[{"computers": seating} for seating in ([], [["normal", ""]], [["normal", ""]] * 3)],
        {"computers": [["god", ""], ["normal", "Bruno"], ["normal", "Odile"]]},
        {"variant": "whiz"},
    ],
    ids=str,
)
def test_outdated_parts_of_a_kept_setup_are_replaced_by_defaults(person: Person, outdated: dict[str, object]) -> None:
    """Outdated parts are refused options, a wrong set of players, and unknown levels or variants."""
    keep(person)
    Setup.objects.update(**outdated)
    kept, usual = (
        setups.setup_for(person=person, key="spades"),
        setups.setup_for(person=None, key="spades", variant="solo"),
    )
    if "options" in outdated:
        assert kept.options == usual.options
    elif "computers" in outdated:
        assert kept.seating == usual.seating
    else:
        assert kept.variant == "partner"


def test_an_account_adopts_a_guests_setups_and_keeps_its_own(alice: User) -> None:
    guest = Guest.objects.create()
    keep(Person(guest=guest))
    keep(Person(guest=guest), variant="custom1", bonus_bid=7)
    keep(Person(user=alice), variant="custom1", bonus_bid=9)
    assert adopt(guest=guest, user=alice)
    assert Setup.objects.filter(guest=guest).count() == 0
    kept = {row.variant: row.options for row in Setup.objects.filter(user=alice)}
    assert kept == {"solo": {"allow_misdeals": True}, "custom1": {"bonus_bid": 9}}


@pytest.mark.parametrize("is_guest", [True, False])
def test_setups_are_deleted_with_their_person(alice: User, bob: User, is_guest: bool) -> None:
    person = Person(guest=Guest.objects.create()) if is_guest else Person(user=alice)
    keep(person)
    keep(Person(user=bob))
    leave(person=person)
    assert Setup.objects.get().user == bob


@pytest.mark.postgresql
def test_the_database_allows_one_setup_for_each_person_and_variant(alice: User) -> None:
    user, guest = {"user": alice}, {"guest": Guest.objects.create()}
    for owner in (user, guest):
        Setup.objects.create(key="spades", variant="solo", used_at=timezone.now(), **owner)
    for wrong in (user, guest, {}, {**user, **guest}):
        with pytest.raises(IntegrityError), transaction.atomic():
            variant = "solo" if len(wrong) == 1 else "mirrors"
            Setup.objects.create(key="spades", variant=variant, used_at=timezone.now(), **wrong)


def test_the_next_visit_offers_the_last_setup(as_alice: Client, as_bob: Client) -> None:
    posted = {**COMPANY, "level_bruno": "expert", "across": "odile", "allow_misdeals": "on"}
    as_alice.post(f"{SPADES}?variant=solo", posted)
    page = read(as_alice, NEW)
    assert (
        page.count("Same as last time") == 1 and "Same as last time: Solo Spades, " in page and ", Misdeals: on" in page
    )
    assert "Same as last time" not in read(as_bob, NEW)
    response = as_alice.get(SPADES)
    shown = fields_of(response)
    assert "Fixed in Solo" in text_of(response)
    assert "checked" in shown["allow_misdeals"] and "checked" not in shown["must_beat_highest"]
    assert 'value="odile"' in shown["across"]
    assert chosen_in(response, "level_bruno") == "expert"
    assert "checked" not in fields_of(as_alice.get(SPADES, {"variant": "partner"}))["allow_misdeals"]
    assert "Fixed in Partner" in text_of(as_bob.get(SPADES))


def test_a_kept_setup_of_two_man_lists_its_changes_and_does_not_affect_play_now(as_alice: Client) -> None:
    as_alice.post(TWO_MAN, TWO_MAN_POST)
    response = as_alice.get(TWO_MAN)
    shown = fields_of(response)
    assert 'value="200"' in shown["target"] and "checked" not in shown["denial"]
    assert 'value="medium" id="level-medium" checked' in shown["level"]
    assert "You changed: Play to: 200, Nil is worth: 100, First lead: always the odd side" in text_of(response)
    assert '<details class="panel fold" id="options">' in response.content.decode()
    as_alice.post("/play/", {"another": "1"})
    game = Game.objects.latest("pk")
    assert (game.options, game.seats.get(number=1).level) == ({}, "easy")


@pytest.mark.parametrize(
    ("address", "remaining_variants"),
    [
        (f"{SPADES}restore/?variant=solo", {"mirrors", ""}),
        (f"{SPADES}restore/", {""}),
        (f"{TWO_MAN}restore/", {"solo", "mirrors"}),
        (f"{NEW}restore/", set()),
    ],
)
def test_kept_setups_are_deleted_after_confirmation(
    as_alice: Client, as_bob: Client, client: Client, address: str, remaining_variants: set[str]
) -> None:
    """Only the user's own setups are deleted."""
    for variant in ("solo", "mirrors"):
        as_alice.post(f"{SPADES}?variant={variant}", {**COMPANY, "allow_misdeals": "on"})
    as_alice.post(TWO_MAN, TWO_MAN_POST)
    assert f'href="{NEW}restore/"' in read(as_alice, NEW)
    asked = read(as_alice, address)
    if not remaining_variants:
        assert all(title in asked for title in ("Two-Man Spades", "Spades", "Bid Whist", "Card Duel"))
    for stranger in (as_bob, client):
        assert stranger.post(address).status_code == 302
    assert Setup.objects.count() == 3
    assert as_alice.post(address, follow=True).status_code == 200
    assert {setup.variant for setup in Setup.objects.all()} == remaining_variants
    shown = fields_of(as_alice.get(TWO_MAN))
    is_usual = 'value="300"' in shown["target"] and 'id="level-easy" checked' in shown["level"]
    assert is_usual is ("" not in remaining_variants)
