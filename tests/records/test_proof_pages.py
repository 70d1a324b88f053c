"""The proof of a deal as a self-contained page, and the page where a bot's move is made again."""

import base64
import hashlib
import html
import json
import re
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.people import Person
from games.engine.actions import Action
from games.replay import shares
from games.table import opening, thinking
from games.table.models import Entry, Game, Seal, Seat
from games.table.players import WarmingUp
from games.table.tables import Place
from tests.asking import read
from tests.play import deal_hand, open_table, play_out, reload
from tests.records.stored import play_finished_game

pytestmark = pytest.mark.django_db


def url(place: Place, number: int = 1) -> str:
    return f"/games/{place.code}/hands/{number}/verify/"


def data_of(page: str) -> Any:
    found = re.search(r'<script id="deal-data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found.group(1))


def revealed_hands(page: str) -> list[int]:
    """Return the numbers of the hands whose server seeds are in the page."""
    return [seal.number for seal in Seal.objects.all() if bytes(seal.server_seed).hex() in page]


def test_the_proof_reveals_the_seed_of_its_hand_only_and_has_all_data_for_its_script(
    as_alice: Client, alice: User
) -> None:
    place = open_table(alice)
    play_out(place, Random(3), hands=2)
    deal_hand(place)
    page = read(as_alice, url(place, 2))
    assert revealed_hands(page) == revealed_hands(read(as_alice, f"/games/{place.code}/hands/2/")) == [2]
    assert as_alice.get(url(place, 3)).status_code == 404
    assert "/record/" not in page
    for number in (1, 2):
        data = data_of(read(as_alice, url(place, number)))
        hand = place.game.hands.get(number=number)
        assert (data["hand"], data["event"], data["hands"]) == (number, 2 - number, hand.deal["hands"])
        assert (data["seats"], data["size"], len(data["pack"])) == (2, 11, 52)
        assert (data["drawn"] is not None) == (number == 1)
        assert data["names"] == ["you", "Marta"]
    opening.abandon(place=reload(alice, place.code))
    page = read(as_alice, url(place, 3))
    assert 3 in revealed_hands(page) and f"/games/{place.code}/record/" in page  # a hand given up
    assert as_alice.get(url(place, 4)).status_code == 404


def test_the_proof_is_one_file_whose_policy_allows_only_its_script_and_style(as_alice: Client, place: Place) -> None:
    """The policy is in a header and, for a saved page, in a meta element. The page makes no requests."""
    answer = as_alice.get(url(place))
    page = answer.content.decode()
    written = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert written is not None
    texts = (answer["Content-Security-Policy"], html.unescape(written[1]))
    policies = [{part.split()[0]: part.split()[1:] for part in text.split("; ")} for text in texts]
    for name in ("script", "style"):
        (inline,) = re.findall(rf"<{name}>(.*?)</{name}>", page, re.DOTALL)
        sealed = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        assert [policy[f"{name}-src"] for policy in policies] == [[f"'sha256-{sealed}'"]] * 2
    assert policies[1]["default-src"] == ["'none'"] and policies[0]["img-src"] == ["data:"]
    assert "script-src" not in as_alice.get(f"/games/{place.code}/hands/1/")["Content-Security-Policy"]
    (icon,) = re.findall(r"<link\b[^>]*>", page)
    carried = re.fullmatch(
        r'<link rel="icon" type="image/svg\+xml" href="(data:image/svg\+xml;base64,([\w+/=]+))">', icon
    )
    assert carried is not None
    drawn = base64.b64decode(carried[2], validate=True).decode()
    asks = r"<(?:link|img|image|iframe|object|embed|source)[ >]|\ssrc=|url\(|@import|@font-face"
    for text in (page.replace(icon, ""), drawn):
        assert not re.findall(asks, text)
    links = set(re.findall(r'(?<!<use )href="([^"]*)"', page))
    assert {link for link in links if not link.startswith("http://testserver/")} == {"#main", carried[1]}
    assert "csrf" not in page.lower()


def test_a_players_seed_is_escaped(as_alice: Client, alice: User) -> None:
    place = open_table(alice)
    deal_hand(place, seed='"></script><script>alert(1)</script>')
    play_out(place, Random(3), hands=1)
    page = read(as_alice, url(place))
    assert "<script>alert" not in page
    assert html.escape('"></script><script>alert(1)</script>', quote=True) in page


def steps(game: Game, number: int = 1) -> dict[int, str]:
    """Return the source of each step of the hand."""
    sources = game.entries.filter(hand=number).order_by("ordinal").values_list("source", flat=True)
    return dict(enumerate(sources))


@pytest.fixture
def step(place: Place) -> int:
    """Return the step of the bot's first choice in the finished hand."""
    return next(step for step, source in steps(place.game).items() if source == "computer")


def ask_again(client: Client, place: Place, step: int, number: int = 1) -> Any:
    return client.get(f"/games/{place.code}/hands/{number}/steps/{step}/again/")


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_bot_asked_again_makes_the_same_move(as_alice: Client, alice: User, level: str) -> None:
    place = open_table(alice, level=level)
    play_out(place, Random(3), hands=2)
    for number in (1, 2):
        hers = [step for step, source in steps(place.game, number).items() if source == "computer"]
        assert len(hers) > 3
        for step in hers:
            answer = ask_again(as_alice, place, step, number)
            assert "Marta makes the same move" in answer.content.decode() and answer.context["tags"], (number, step)


def test_at_four_seats_each_bot_is_asked_by_name(as_alice: Client, alice: User) -> None:
    code = opening.open_game(person=Person(user=alice), key="spades", level="normal")
    place = reload(alice, code)
    play_out(place, Random(3), hands=1)
    entries = dict(enumerate(place.game.entries.filter(hand=1).order_by("ordinal").values_list("seat", "source")))
    for seat, name in enumerate(("Bruno", "Marta", "Odile"), start=1):
        step = next(step for step, one in entries.items() if one == (seat, "computer"))
        answer = ask_again(as_alice, place, step)
        page = html.unescape(answer.content.decode())
        assert answer.context["tags"] is False
        told = page.split("<main")[1].split("</main>")[0]
        assert f"<h1>{name} chooses again</h1>" in told and f"{name} makes the same move" in told
        assert name == "Marta" or "Marta" not in told


def test_only_choices_of_a_bot_can_be_made_again_and_the_replay_offers_them(as_alice: Client, place: Place) -> None:
    found = steps(place.game)
    assert {"dealer", "person", "computer"} <= set(found.values())
    for step, source in found.items():
        assert ask_again(as_alice, place, step).status_code == (200 if source == "computer" else 404)
        page = replayed(as_alice, place, step)
        assert (f"/games/{place.code}/hands/1/steps/{step}/again/" in page) == (source == "computer")
        assert url(place) in page
    assert ask_again(as_alice, place, len(found)).status_code == 404
    Entry.objects.filter(source="computer").update(source="fallback")
    assert ask_again(as_alice, place, list(found.values()).index("computer")).status_code == 404


def test_the_page_shows_only_the_bots_view_and_writes_nothing(as_alice: Client, place: Place) -> None:
    bid = next(entry for entry in place.game.entries.filter(hand=1, seat=1) if "bid" in entry.action)
    first = place.game.entries.filter(hand=1).order_by("ordinal")[0].ordinal
    with CaptureQueriesContext(connection) as queries:
        page = html.unescape(ask_again(as_alice, place, bid.ordinal - first).content.decode())
    assert all(query["sql"].startswith("SELECT") for query in queries)
    view = json.loads(page[page.index("<pre") :].split(">", 1)[1].split("</pre>")[0])
    mine, hers = (set(hand) for hand in place.game.hands.get(number=1).deal["hands"])
    shown = set(re.findall(r'"([2-9TJQKA][CDHS])"', json.dumps({"hand": view["hand"], "legal": view["legal"]})))
    assert set(view["hand"]) <= hers
    assert not shown & mine


def test_a_bot_of_another_version_is_not_asked(as_alice: Client, place: Place, step: int) -> None:
    for version, words in ((99, "Version 99 of Marta played"), (None, "which version of Marta played")):
        Seat.objects.filter(number=1).update(bot_version=version)
        page = ask_again(as_alice, place, step).content.decode()
        assert "Marta can’t choose again" in page
        assert words in page
    replay = replayed(as_alice, place, step)
    assert f"steps/{step}/again/" not in replay and "The version that made this move is gone" in replay


def test_the_page_tells_if_a_bot_chooses_otherwise_or_fails(
    as_alice: Client, place: Place, step: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "unvalidated_choice", lambda *_: Action("look"))
    page = ask_again(as_alice, place, step).content.decode()
    assert "Marta makes a different move" in page
    assert "looks at the cards" in page

    for error, words in ((WarmingUp(), "Marta isn’t ready yet"), (ZeroDivisionError(), "failed to choose")):
        assert "Error" not in caplog.text
        monkeypatch.setattr(thinking, "unvalidated_choice", Mock(side_effect=error))
        answer = ask_again(as_alice, place, step)
        assert answer.status_code == 200
        assert words in answer.content.decode() and "no longer here" not in answer.content.decode()
    assert "ZeroDivisionError" in caplog.text


def replayed(client: Client, place: Place, step: int) -> str:
    return read(client, f"/games/{place.code}/hands/1/replay/?step={step}")


def test_a_shared_link_opens_the_proof_without_names_and_the_code_of_the_game(client: Client, alice: User) -> None:
    place = play_finished_game(alice)
    token = shares.share(place=place, hand=1, hides_names=True)
    answer = client.get(f"/shared/{token}/hands/1/verify/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert data_of(page)["names"] == ["seat 1", "Marta"]
    assert place.code not in page
    assert "alice" not in page
    assert client.get(f"/shared/{token}/hands/2/verify/").status_code == 404
    shares.revoke(place=place, token=token)
    assert client.get(f"/shared/{token}/hands/1/verify/").status_code == 404
