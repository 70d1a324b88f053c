"""Past games with fake reviews, and stored reviews whose decisions a test chooses."""

import json
import re
from decimal import ROUND_HALF_UP, Decimal
from html import unescape
from typing import Any

from django.test import Client

from accounts.models import Guest, User
from accounts.people import Person
from games.engine.actions import action_of, action_text
from games.pages.weighed import DecisionShown
from games.registry import ruleset
from games.reviews import counting, reviewing
from games.reviews import pages as shown
from games.reviews.models import Review
from games.table import replay, tables
from games.table.models import Game, Seat
from games.table.tables import Place
from tests.play import reload
from tests.replay.past_games import finished_game
from tests.statistics.played import build_once


def past_game(person: User, key: str = "twoman", *, hands: int = 1, is_reviewed: bool = True, **chosen: Any) -> Place:
    """Return a game given up after `hands` hands, or a finished duel."""

    def build() -> None:
        place = finished_game(person, key, hands=hands, **chosen)
        if is_reviewed:  # not `tasks.review`, which does nothing while bots are compiled
            reviewing.review(code=place.code)

    build_once(f"past {key} {hands} {is_reviewed} {sorted(chosen.items())}", person, build)
    return reload(person, Game.objects.latest("pk").code)


def review_of(place: Place, step: int | None = None) -> shown.WeighedHand:
    """Return the review of the first hand as its pages show it."""
    hand = replay.hand_of(place, number=1, step=step)
    found = shown.of_hand(hand, reviewing.of_all_seats(place, number=1))
    assert found is not None
    return found


def shown_at(place: Place, decision: dict[str, Any]) -> DecisionShown:
    found = review_of(place, step_of(place, decision)).here
    assert found is not None
    return found


def reviewed_mistake(place: Place, *, loss: int = 90_000, skip: int = 0) -> dict[str, Any]:
    """Return a mistake as reviews store it: a play of the player that loses `loss` millionths of a game.

    Of the plays with at least three legal cards, skip the first `skip` and take the next. The best card is worth
    500,000 millionths and a third card 480,000.
    """
    views = dict(views_of(place))
    plays = [one for one in place.game.entries.filter(seat=place.seat, hand=1) if one.action.startswith('["play"')]
    entry = [one for one in plays if len(views[one.ordinal].legal) > 2][skip]
    cards = [action_text(one) for one in views[entry.ordinal].legal]
    played = entry.action
    others = [card for card in cards if card != played]
    values = [[json.loads(others[0]), 500_000], [json.loads(others[1]), 480_000], [json.loads(played), 500_000 - loss]]
    made = {"ordinal": entry.ordinal, "kind": "play", "chosen": json.loads(played), "best": json.loads(others[0])}
    empty: dict[str, list[Any]] = {name: [] for name in ("errors", "reasons", "alike", "examples")}
    return {**made, "loss": loss, "se": 1, "mark": "mistake", "values": values, **empty}


def views_of(place: Place) -> list[tuple[int, Any]]:
    rules, found = ruleset(place.game.key), []
    state = rules.initial(place.game.options)
    for entry in place.game.entries.order_by("ordinal"):
        found.append((entry.ordinal, rules.view(state, place.seat)))
        state = rules.apply(state, entry.seat, action_of(json.loads(entry.action))).state
    return found


def store_review(place: Place, *decisions: dict[str, Any], evaluator: int = 1, number: int = 1, **parts: int) -> Review:
    errors, many = sum(one["loss"] for one in decisions), len(decisions)
    account = {**dict.fromkeys(("before", "after", "luck", "partners", "rivals"), 0), "errors": errors, "rest": errors}
    made = {"evaluator": evaluator, "count": many, "marked": many, "decisions": list(decisions)}
    row = Review.objects.create(game=place.game, number=number, seat=place.seat, **made, **(account | parts))
    counting.collect_practice(game=place.game, reviews=[row])
    return row


def step_of(place: Place, decision: dict[str, Any]) -> int:
    """Return the step of that decision in the replay of the first hand."""
    deals = place.game.entries.filter(hand=1, source="dealer", action__startswith='["deal"')
    return int(decision["ordinal"]) - deals.earliest("ordinal").ordinal - 1


def skip_all(client: Client, address: str) -> list[str]:
    """Return the URLs of all positions to practise, found by skipping each."""
    found = list[str]()
    while True:
        address = client.get(address).headers.get("Location", address)
        skip = re.search(r'id="skip" href="([^"]+)"', client.get(address).content.decode())
        if skip is None or address in found:
            return found
        found.append(address)
        address = unescape(skip[1])


def pose_before_guest(many: int) -> None:
    """Store a review of the newest guest’s last game, with `many` marked decisions and an example hand for each."""
    seat = Seat.objects.filter(guest=Guest.objects.latest("pk")).select_related("game").latest("pk")
    place = tables.place_of(person=Person(guest=seat.guest), code=seat.game.code)
    thought_of = {"examples": [[[], ["AS", "2C"]] if place.seat == 0 else [["AS", "2C"], []]]}
    store_review(place, *({**reviewed_mistake(place, skip=skip), **thought_of} for skip in range(many)))


def to_percent(millionths: int) -> int:
    return int((Decimal(millionths) / 10_000).quantize(Decimal(1), ROUND_HALF_UP))
