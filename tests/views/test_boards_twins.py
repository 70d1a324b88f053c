"""Boards that differ in all their cards are one to whoever has not played them: on every page, byte for byte, and in
what is asked of the database for it, so that no time tells of them either.

Others play them to the end, with the same choices of the test's, are reviewed and counted, and give links away.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import urls
from games.models import Chain, Challenge, Game, PersonLine, Share
from games.presenters import boards as presenters
from games.services.boards import challenges, days
from games.services.counting import tallies
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import Place
from tests.boards.challenged import begun, opened
from tests.boards.walked import first_legal, walked
from tests.playing import again, forget_games, person_of, place_for, play_on
from tests.review import quick
from tests.views.asking import is_only_posted, masked, sent
from tests.views.hiding import KINDS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon", "easy_boards")]
SECRETS = (b"1" * 32, b"2" * 32)
Told = dict[str, tuple[bytes, list[str]]]


@pytest.fixture
def own(alice: User) -> Place:
    """A hand of the reader’s own, reviewed, beside which hands of others are counted."""
    place = place_for(alice)
    play_on(place, Random(1), hands=2)
    lobby.abandon(place=again(alice, place.code))
    quick.review_all()
    return place


@contextmanager
def world(secret: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In which boards follow from that secret and no time passes: what is written once a minute is no leak. Afterwards
    it never was.
    """
    numbers, one_oclock = count(), timezone.now().replace(hour=13, minute=0, second=0, microsecond=0)
    still = time_machine.travel(one_oclock, tick=False)
    forget_games()
    with still, monkeypatch.context() as patched, transaction.atomic():
        for module in (days, challenges):
            patched.setattr(module, "new_secret", lambda: sha256(b"%d" % next(numbers) + secret).digest())
        yield
        transaction.set_rollback(True)
    cache.clear()


def played(place: Place, code: str) -> None:
    """To its end, reviewed, and given away by a link, such as was made before links waited for the end of a board."""
    Game.objects.filter(pk=place.game.pk).update(code=code)
    walked(tables.place_of(person=place.person, code=code), first_legal)
    quick.review_all()
    Share.objects.create(
        token=f"{code:S<22}", seat=place.seats[0], hand=None, hides_names=False, made_at=timezone.now()
    )


def cards_dealt() -> list[Any]:
    return [list(game.hands.values_list("deal", flat=True)) for game in Game.objects.exclude(board=None).order_by("pk")]


def everywhere(own: Place, codes: list[str], links: list[str]) -> list[str]:
    """Where something is to be seen: of the reader’s own game, of the others’ and of what they gave away."""
    day = tallies.today()
    usual = {"number": 1, "step": 2, "token": "none", "seat": 1, "pk": 1, "invitation": "none", "room": "none"}
    usual |= {"challenge": "none", "board": 1, "entrant": 0, "key": "twoman", "code": own.code, "day": day}
    usual |= {"month": f"{day:%Y-%m}"}
    others: list[dict[str, Any]] = [{"code": code, "token": f"{code:S<22}"} for code in codes]
    others += [{"challenge": link} for link in links]
    others += [{"key": key, "day": when} for key in KINDS for when in (day, day - timedelta(days=1))]
    addresses = ["/"]
    for pattern in urls.urlpatterns:
        wanted, name = pattern.pattern.converters, pattern.name or ""
        if "stream" not in name and name != "records_all":  # a stream ends with its connection; it has own games alone
            named = [{**usual, **one} for one in ({}, *others)]
            called = [reverse(f"games:{name}", kwargs={part: one[part] for part in wanted}) for one in named]
            addresses += [] if is_only_posted(name, called[0]) else called
    return sorted(set(addresses))


def told(client: Client, address: str) -> tuple[bytes, list[str]]:
    """What is sent, and what was asked of the database for it."""
    with CaptureQueriesContext(connection) as asked:
        text = masked(sent(client.get(address)))
    for chain in Chain.objects.all():
        text = text.replace(chain.tip.encode(), b"TIP")
    return text, [re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in asked.captured_queries]


def seen_of_both(
    client: Client, own: Place, people: tuple[User, User], secret: bytes, patch: pytest.MonkeyPatch
) -> tuple[Told, list[Any]]:
    """Of the boards of the day, which one has played, and of a challenge in each game, in which one is done and one has
    begun; and a night later.
    """
    links, codes = [f"{key:L<22}" for key in KINDS], []
    with world(secret, patch):
        for key, link in zip(KINDS, links, strict=True):
            codes.append(of_today(people[0], key))
            Challenge.objects.filter(token=opened(people[0], key)).update(token=link)
            for one in people:
                codes.append(f"{one.username}{key}")
                Game.objects.filter(code=begun(one, link).code).update(code=codes[-1])
            played(again(people[0], codes[-2]), codes[-2])
        PersonLine.objects.update(day=tallies.today() - timedelta(days=1))
        tallies.catch_up()
        return {one: told(client, one) for one in everywhere(own, codes, links)}, cards_dealt()


def of_today(person: User, key: str) -> str:
    """The code of the game in which that one has played the board of the day."""
    code = f"board{key}"
    played(again(person, days.begin(person=person_of(person), key=key, day=tallies.today())), code)
    return code


@pytest.mark.one_database
def test_whoever_has_played_neither_board_nor_challenge_is_sent_the_same_whatever_their_cards(
    as_alice: Client, own: Place, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = (seen_of_both(as_alice, own, (bob, charlie), secret, monkeypatch) for secret in SECRETS)
    (one, cards), (other, others) = worlds
    assert len(cards) == 3 * len(KINDS) and all(mine != theirs for mine, theirs in zip(cards, others, strict=True))
    assert one["/"][0].count(b"Not played yet") == len(KINDS)
    assert one.keys() == other.keys()
    for address, (text, statements) in one.items():
        assert text == other[address][0], address
        assert statements == other[address][1], address


def test_a_leak_of_a_board_would_be_seen(
    as_alice: Client, own: Place, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were a list of boards to name one by its cards."""
    title_of = presenters.title_of

    def telling(key: str) -> str:
        return f"{title_of(key)} {[game.hands.get().deal for game in Game.objects.filter(board__key=key)]}"

    monkeypatch.setattr(presenters, "title_of", telling)
    found = []
    for secret in SECRETS:
        with world(secret, monkeypatch):
            for key in KINDS:
                of_today(bob, key)
            found.append({address: told(as_alice, address)[0] for address in ("/", "/boards/", "/games/")})
    one, other = found
    assert {address for address, text in one.items() if text != other[address]} == {"/", "/boards/"}
