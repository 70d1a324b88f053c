"""A page of a board that stays open over midnight: what it promised is not broken in silence."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import Guest, User
from games.models import Attempt
from games.services.boards import days
from tests.boards.walked import begun
from tests.views.asking import read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("easy_boards")]
BEFORE = datetime(2026, 5, 1, 23, 59, tzinfo=UTC)
ADDRESS = "/boards/2026-05-01/spades/"


def pressed(client: Client, page: str) -> str:
    """Where the first button of that page leads, a minute into the next day."""
    form = re.search(rf'<form action="({ADDRESS}play/)" method="post">(.*?)</form>', page, re.DOTALL)
    assert form is not None
    fields = re.findall(r'<input type="hidden" name="(counts)"', form[2])
    with time_machine.travel(BEFORE + timedelta(minutes=2)):
        return client.post(form[1], dict.fromkeys(fields, ""))["Location"]


def test_whoever_was_told_that_it_counts_is_told_that_it_does_no_more(client: Client) -> None:
    with time_machine.travel(BEFORE):
        days.board_of(key="twoman", day=BEFORE.date())
        page = read(client, ADDRESS)
    assert "Your first attempt is the one that counts" in page.replace("\n", " ")
    assert pressed(client, page) == ADDRESS
    assert not Attempt.objects.exists() and not Guest.objects.exists()
    with time_machine.travel(BEFORE + timedelta(minutes=2)):
        page = read(client, ADDRESS)
    assert "It can still be played, uncounted." in page
    assert pressed(client, page).startswith("/games/")
    assert not Attempt.objects.get().is_counted


def test_what_was_begun_before_goes_on_and_counts(alice: User) -> None:
    client = Client()
    with time_machine.travel(BEFORE):
        client.force_login(alice)
        place = begun(alice, "spades")
        page = read(client, ADDRESS)
    assert pressed(client, page) == f"/games/{place.code}/"
    assert Attempt.objects.get().is_counted
