"""Lines that come later than their day, or while their person becomes another: counted all the same, and once."""

import threading
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import Guest, User
from accounts.people import adopt
from games.models import DecisionLine, PersonLine
from games.services.counting import lines, weighing
from games.services.past import reviews
from tests.at_once import let_one_wait
from tests.playing import place_for, play_on


class Adopting(threading.Thread):
    """The guest becomes that account beside what goes on, from the moment at which it is first told to."""

    def __init__(self, guest: Guest, user: User) -> None:
        super().__init__()
        self.guest, self.user = guest, user

    def begin(self) -> None:
        if not self.ident:
            self.start()
            let_one_wait()

    def run(self) -> None:
        try:
            adopt(guest=self.guest, user=self.user)
        finally:
            connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_hand_ends_while_its_guest_becomes_somebody(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest.objects.create()
    place = place_for(guest)
    write, adopting = lines.PersonLineWriter.write, Adopting(guest, alice)

    def write_late(self: lines.PersonLineWriter, *told: Any, **more: Any) -> None:
        """The seats have been read: whose they are is told now."""
        adopting.begin()
        write(self, *told, **more)

    monkeypatch.setattr(lines.PersonLineWriter, "write", write_late)
    play_on(place, Random(3), hands=1)
    adopting.join()
    assert list(PersonLine.objects.values_list("user", "guest")) == [(alice.pk, None)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("hands", [1, 99])
def test_a_hand_is_reviewed_while_its_guest_becomes_somebody(
    alice: User, monkeypatch: pytest.MonkeyPatch, hands: int
) -> None:
    """Of the two none may wait for the other in vain, whether the game goes on or is over."""
    guest = Guest.objects.create()
    place = place_for(guest)
    play_on(place, Random(3), hands=hands)
    count, adopting = weighing.count_review, Adopting(guest, alice)

    def count_late(**told: Any) -> None:
        """The lines are held until the review is written."""
        count(**told)
        adopting.begin()

    monkeypatch.setattr(weighing, "count_review", count_late)
    assert reviews.review(code=place.code) > 0
    adopting.join()
    assert set(PersonLine.objects.values_list("user", "guest")) == {(alice.pk, None)}
    assert not DecisionLine.objects.filter(user=None).exists()


@pytest.mark.django_db(transaction=True)
def test_a_game_is_rebuilt_while_its_guest_becomes_somebody(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest.objects.create()
    play_on(place_for(guest), Random(3))
    write, adopting = lines.PersonLineWriter.write, Adopting(guest, alice)

    def write_late(self: lines.PersonLineWriter, *told: Any, **more: Any) -> None:
        """The seats have been read, and the lines of before are gone."""
        adopting.begin()
        write(self, *told, **more)

    monkeypatch.setattr(lines.PersonLineWriter, "write", write_late)
    call_command("rebuild_projections", stdout=StringIO())
    adopting.join()
    assert set(PersonLine.objects.values_list("user", "guest")) == {(alice.pk, None)}
