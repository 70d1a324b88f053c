"""Pages reveal nothing of boards that the reader has not played: neither bytes nor SQL queries depend on the cards.

Another player finishes these boards. The hands are reviewed and counted, and links to them exist.
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
from accounts.zones import utc_today
from games.boards import challenges, days
from games.boards.models import Chain, Challenge
from games.registry import GAMES
from games.replay.models import Share
from games.statistics import tallies
from games.statistics.models import PersonLine
from games.table import opening, tables
from games.table.models import Game
from games.table.tables import Place
from tests.asking import is_only_posted, masked, routes, sent
from tests.boards.walked import begin_board, first_legal, join_challenge, open_challenge, play_board
from tests.play import forget_games, open_table, play_out, reload
from tests.reviews import quick

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon", "easy_boards")]
SECRETS = (b"1" * 32, b"2" * 32)
Pages = dict[str, tuple[bytes, list[str]]]


@pytest.fixture
def own(alice: User) -> Place:
    """Return the reader's place in a reviewed game."""
    place = open_table(alice)
    play_out(place, Random(1), hands=2)
    opening.abandon(place=reload(alice, place.code))
    quick.review_all()
    return place


@contextmanager
def boards_of_secret(secret: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Derive boards from `secret` and stop the clock within the block; then roll everything back."""
    numbers, one_oclock = count(), timezone.now().replace(hour=13, minute=0, second=0, microsecond=0)
    still = time_machine.travel(one_oclock, tick=False)
    forget_games()
    with still, monkeypatch.context() as patched, transaction.atomic():
        for module in (days, challenges):
            patched.setattr(module, "new_secret", lambda: sha256(b"%d" % next(numbers) + secret).digest())
        yield
        transaction.set_rollback(True)
    cache.clear()


def play_review_and_share(place: Place, code: str) -> None:
    """Give the game this code, play it to the end, review it and insert the row of a link to it.

    The service refuses such a link while the cards are secret.
    """
    Game.objects.filter(pk=place.game.pk).update(code=code)
    play_board(tables.place_of(person=place.person, code=code), first_legal)
    quick.review_all()
    Share.objects.create(
        token=f"{code:S<22}", seat=place.seats[0], hand=None, hides_names=False, made_at=timezone.now()
    )


def all_addresses(own: Place, codes: list[str], links: list[str]) -> list[str]:
    """Return the URLs to compare: of the reader's game, the other players' games and their links."""
    day = utc_today()
    usual = {"number": 1, "step": 2, "token": "none", "seat": 1, "pk": 1, "invitation": "none", "room": "none"}
    usual |= {"challenge": "none", "board": 1, "entrant": 0, "key": "twoman", "code": own.code, "day": day}
    usual |= {"month": f"{day:%Y-%m}"}
    others: list[dict[str, Any]] = [{"code": code, "token": f"{code:S<22}"} for code in codes]
    others += [{"challenge": link} for link in links]
    others += [{"key": key, "day": when} for key in GAMES for when in (day, day - timedelta(days=1))]
    addresses = ["/"]
    for pattern in routes():
        wanted, name = pattern.pattern.converters, pattern.name or ""
        if "stream" not in name and name != "records_all":  # event streams of the reader's games do not end
            named = [{**usual, **one} for one in ({}, *others)]
            called = [reverse(f"games:{name}", kwargs={part: one[part] for part in wanted}) for one in named]
            addresses += [] if is_only_posted(name, called[0]) else called
    return sorted(set(addresses))


def read_page(client: Client, address: str) -> tuple[bytes, list[str]]:
    """Return the response and its database queries without their values."""
    with CaptureQueriesContext(connection) as asked:
        text = masked(sent(client.get(address)))
    for chain in Chain.objects.all():
        text = text.replace(chain.tip.encode(), b"TIP")
    return text, [re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in asked.captured_queries]


def read_all_pages(
    client: Client, own: Place, people: tuple[User, User], secret: bytes, patch: pytest.MonkeyPatch
) -> tuple[Pages, list[Any]]:
    """Return all pages and the deals of all games at boards.

    The first of the `people` has finished a board of the day and a challenge in each game. The second has begun each of
    these challenges.
    """
    links, codes = [f"{key:L<22}" for key in GAMES], []
    with boards_of_secret(secret, patch):
        for key, link in zip(GAMES, links, strict=True):
            codes.append(f"board{key}")
            play_review_and_share(begin_board(people[0], key), codes[-1])
            Challenge.objects.filter(token=open_challenge(people[0], key)).update(token=link)
            for one in people:
                codes.append(f"{one.username}{key}")
                Game.objects.filter(code=join_challenge(one, link).code).update(code=codes[-1])
            play_review_and_share(reload(people[0], codes[-2]), codes[-2])
        PersonLine.objects.update(day=utc_today() - timedelta(days=1))
        tallies.catch_up()
        games = Game.objects.exclude(board=None).order_by("pk")
        dealt = [list(game.hands.values_list("deal", flat=True)) for game in games]
        return {one: read_page(client, one) for one in all_addresses(own, codes, links)}, dealt


def test_pages_for_a_player_without_attempts_do_not_depend_on_the_cards_of_boards(
    as_alice: Client, own: Place, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_alice.get("/statistics/")  # Django's first request may query the features of SQLite
    worlds = (read_all_pages(as_alice, own, (bob, charlie), secret, monkeypatch) for secret in SECRETS)
    (one, cards), (other, others) = worlds
    assert len(cards) == 3 * len(GAMES) and all(mine != theirs for mine, theirs in zip(cards, others, strict=True))
    assert one["/"][0].count(b"Not played yet") == len(GAMES)
    assert one.keys() == other.keys()
    for address, (text, statements) in one.items():
        assert text == other[address][0], address
        assert statements == other[address][1], (address, statements, other[address][1])
