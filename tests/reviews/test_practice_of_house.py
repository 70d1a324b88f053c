"""House positions in practice, and answers to every kind of choice."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.test import Client

from accounts.models import Guest, Preferences, User
from games.engine.actions import action_of, action_text
from games.engine.state import DEALER
from games.evaluation.decisions import Mark
from games.evaluation.hand import decision_json, decision_of
from games.reviews import practice
from games.reviews.models import Practice
from games.reviews.practice import Position
from games.snapshot import Snapshot, Status
from games.table.logs import Log
from games.table.models import Entry
from tests.records.played import AT, RecordedGame, misdealt, nil_exchange, random_twoman, reneged, uptown
from tests.reviews import quick
from tests.reviews.marked import skip_all

pytestmark = pytest.mark.django_db


GAMES_OF_CHOICES: dict[str, Callable[[], RecordedGame]] = {
    "a misdeal": misdealt,
    "a blind nil and an exchange": nil_exchange,
    "four passes": uptown,
    "reneges called": reneged,
    "cards looked at in Two-Man Spades": partial(random_twoman, 1, is_behind=True, prefer="look"),
    "a blind bid": partial(random_twoman, 1, is_behind=True, prefer="blind"),
}


def positions(game: RecordedGame) -> Iterator[tuple[str, Position]]:
    """Yield each choice of a seat except plays, as JSON, with the position before it."""
    key, log = game.rules.key, Log(game.rules, game.rules.initial(game.options, game.start))
    for seat, action in game.said:
        if seat != DEALER and action.verb != "play":
            view, seated = log.rules.view(log.state, seat), practice._seated(key, seat)
            snapshot = Snapshot("house", key, 0, Status.PLAYING, seat, seated, view, hands=log.hands)
            weighed = {"chosen": action, "best": action, "values": ((action, 500_000),), "errors": (0,)}
            decision = quick.make_decision(seat=seat, kind=str(view.phase), loss=50_000, mark=Mark.MISTAKE, **weighed)
            yield action_text(action), Position(snapshot, log.state, decision)
        log = log.with_action(seat, action, Entry.Source.COMPUTER, AT)


@pytest.mark.parametrize("what", GAMES_OF_CHOICES)
def test_every_kind_of_choice_can_be_answered(client: Client, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    game = GAMES_OF_CHOICES[what]()
    for text, position in positions(game):
        monkeypatch.setattr(practice, "of_house", lambda key, number, one=position: one)
        address = f"/practice/house/{game.rules.key}/1/"
        assert client.get(address).status_code == 200
        answer = client.post(address, {"action": text, "version": "0"})
        assert answer.status_code == 200, text
        assert "There’s no better choice." in answer.content.decode()
        offered = re.findall(r'<button[^>]*name="action"[^>]*>', answer.content.decode())
        assert all('aria-disabled="true"' in one for one in offered), text


@pytest.mark.parametrize("key", practice.with_house())
def test_house_positions_are_filtered_by_kind(client: Client, key: str) -> None:
    kinds = practice.house_kinds(key)
    assert len(kinds) == len(practice.house(key))
    for kind in set(kinds):
        wanted = [place for place, one in enumerate(kinds, start=1) if one == kind]
        found = skip_all(client, f"/practice/?house=1&game={key}&decision={kind}")
        assert found == [f"/practice/house/{key}/{place}/?decision={kind}" for place in wanted]


@pytest.mark.parametrize("key", practice.with_house())
def test_every_house_position_has_a_clear_mistake(client: Client, key: str) -> None:
    asked = set[str]()
    for number, (one, kind) in enumerate(zip(practice.house(key), practice.house_kinds(key), strict=True)):
        decision, position = one["decision"], practice.of_house(key=key, number=number)
        assert decision_json(decision_of(decision, one["seat"])) == decision
        right, wrong = decision["values"][0][0], decision["chosen"]
        best, chosen = (practice.judged(position, action_of(said)) for said in (right, wrong))
        assert best.is_right and best.loss == 0 and chosen.loss is not None and chosen.loss >= 39_000
        assert not chosen.is_right
        if kind not in asked:
            asked.add(kind)
            address = f"/practice/house/{key}/{number + 1}/"
            assert f'action="{address}"' in client.get(address).content.decode()
            for action, verdict in ((right, "Right"), (wrong, "Not quite")):
                answer = client.post(address, {"action": json.dumps(action), "version": 0}).content.decode()
                assert f'<h2 id="practised-h">{verdict}</h2>' in answer
    assert not Practice.objects.exists() and not Guest.objects.exists()


#: Indexes of the positions with a discard. The form of a discard posts the cards in the order of the page.
PILES = [number for number, kind in enumerate(practice.house_kinds("bidwhist")) if kind == "discard"]
WORDS = ("chosen", "best")


@pytest.mark.parametrize("spades_first", [True, False])
@pytest.mark.parametrize("number", PILES[:2])
def test_the_best_discard_is_right_in_the_order_of_the_form(
    as_alice: Client, alice: User, spades_first: bool, number: int
) -> None:
    Preferences.objects.update_or_create(user=alice, defaults={"spades_first": spades_first})
    decision = practice.house("bidwhist")[number]["decision"]
    address = f"/practice/house/bidwhist/{number + 1}/"
    html = as_alice.get(address).content.decode()
    (shown,) = re.findall(r'<form class="passing".*?</form>', html, re.DOTALL)
    lie = re.findall(r'name="card" value="(\w\w)"', shown)
    assert len(lie) == 18
    for (verb, pile), verdict in ((decision["values"][0][0], "Right"), (decision["chosen"], "Not quite")):
        ticked = [one for one in lie if one in pile]
        answer = as_alice.post(address, {"verb": verb, "card": ticked, "version": 0}).content.decode()
        assert f'<h2 id="practised-h">{verdict}</h2>' in answer and "too far off" not in answer
        cards = re.findall(r'<span class="card([^"]*)" role="img" data-card="(\w\w)"\s+aria-label="([^"]*)"', answer)
        chosen, best = ([one for rings, one, said in cards if f"is-{word}" in rings and word in said] for word in WORDS)
        assert (chosen, set(best)) == (ticked, set(decision["values"][0][0][1]))


def test_an_answer_without_a_value_is_not_shown_as_another_choice(as_alice: Client) -> None:
    number = PILES[0]
    held = practice.of_house(key="bidwhist", number=number).snapshot.view.hand or ()
    hand = sorted(held, key=lambda one: -one.height)
    posted = {"verb": "discard", "card": [one.text for one in hand[:6]], "version": 0}
    answer = as_alice.post(f"/practice/house/bidwhist/{number + 1}/", posted).content.decode()
    assert "too far off" in answer and "<small>best</small>" in answer
    assert "<small>chosen</small>" not in answer and "is-chosen" not in answer


def test_an_unknown_house_position_is_404_and_not_cached(client: Client) -> None:
    kept = practice.house.cache_info().currsize, practice.house_kinds.cache_info().currsize
    for key, number in (("spades", 0), ("spades", 999), *(("x" * 200 + str(place), 1) for place in range(5))):
        assert client.get(f"/practice/house/{key}/{number}/").status_code == 404
    assert (practice.house.cache_info().currsize, practice.house_kinds.cache_info().currsize) == kept


def test_a_player_without_mistakes_is_offered_house_positions(client: Client) -> None:
    html = client.get("/practice/").content.decode()
    assert "You have no decisions to practice yet." in html
    assert all(f"/practice/house/{key}/1/" in html for key in practice.with_house())
