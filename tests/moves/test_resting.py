"""With everybody away a table of several people rests, whatever would have a computer player act there."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import enqueue
from games.models import Entry, Game
from games.services.moves import play
from games.services.past import verification
from games.services.people import company
from games.services.table import resting
from tests.moves.together import dealt_to, played_to_a_turn, seen, whose_turn
from tests.playing import again

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The notices that computer players get."""
    notices: list[tuple[str, int]] = []
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: notices.append((code, version)))
    return notices


@pytest.fixture
def owed(alice: User, bob: User, sent: list[tuple[str, int]]) -> str:
    """A table whose stand-in is to act, long since, with nobody here."""
    code = dealt_to(alice, bob)
    played_to_a_turn(code, alice, bob)
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    company.stand_in(place=again(other, code), seat=again(slow, code).seat)
    long_ago = timezone.now() - timedelta(minutes=5)
    Game.objects.update(bot_due_at=long_ago, moved_at=long_ago)
    Entry.objects.filter(pk=Entry.objects.latest("ordinal").pk).update(at=long_ago)
    for user in (alice, bob):
        seen(user, code, seconds=40)
    sent.clear()
    return code


@pytest.mark.parametrize(
    "step",
    [
        lambda code: play.reply(code=code, version=Game.objects.get().version),
        lambda code: play.rescue(code=code),
    ],
    ids=["task", "rescue"],
)
def test_no_computer_player_acts_and_nothing_is_due(
    owed: str, sent: list[tuple[str, int]], step: Callable[[str], bool]
) -> None:
    entries = Entry.objects.count()
    assert not step(owed)
    game = Game.objects.get()
    assert (Entry.objects.count(), game.bot_due_at) == (entries, None)
    assert (play.nudge(), sent) == (0, [])
    assert not verification.differences(game=game)


def test_it_goes_on_for_whoever_comes_back(
    owed: str, alice: User, sent: list[tuple[str, int]], django_capture_on_commit_callbacks: Any
) -> None:
    play.rescue(code=owed)
    with django_capture_on_commit_callbacks(execute=True):
        resting.give_sign(place=again(alice, owed))
    game = Game.objects.get()
    assert sent == [(owed, game.version)]
    assert game.bot_due_at is not None
    assert play.reply(code=owed, version=game.version)


def test_its_page_brings_it_back(owed: str, alice: User, client: Client) -> None:
    play.rescue(code=owed)
    client.force_login(alice)
    assert client.get(f"/games/{owed}/").status_code == 200
    assert Game.objects.get().bot_due_at is not None


def test_whoever_comes_back_while_it_goes_to_rest_is_not_overruled(owed: str, alice: User) -> None:
    before = again(alice, owed)
    resting.give_sign(place=again(alice, owed))
    assert resting.rest(seats=before.seats)  # as it was read before they came
    assert Game.objects.get().bot_due_at is not None
    assert play.reply(code=owed, version=before.game.version)


@pytest.mark.parametrize("is_first", [True, False], ids=["before", "after"])
def test_a_sign_in_the_last_moment_is_not_overruled(still_clock: None, owed: str, alice: User, is_first: bool) -> None:
    """The sign is of somebody who is not away yet, and another process has just read that they are."""
    read = again(alice, owed)
    seen(alice, owed, seconds=19)
    signing = again(alice, owed)
    if is_first:
        resting.give_sign(place=signing)
    assert resting.rest(seats=read.seats)
    if not is_first:
        resting.give_sign(place=signing)
    assert Game.objects.get().bot_due_at is not None
    assert play.reply(code=owed, version=read.game.version)


def test_whoever_has_acted_without_a_stream_is_answered(owed: str) -> None:
    Game.objects.update(moved_at=timezone.now())
    assert play.rescue(code=owed)


def test_with_one_of_them_here_it_goes_on(owed: str, bob: User) -> None:
    seen(bob, owed, seconds=0)
    assert play.rescue(code=owed)
