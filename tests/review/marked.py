"""Decisions marked for practice as a review would mark them, in a hand that was played by whoever."""

import json
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from accounts.models import Guest
from accounts.people import Person
from games.engine.notation import action_of, action_text
from games.models import Review, Seat
from games.registry import ruleset
from games.services.past import practice
from games.services.table import tables
from games.services.table.tables import Place


def a_decision(place: Place, *, far: int = 90_000, skip: int = 0) -> dict[str, Any]:
    """A card of one's own with three to choose from, the first such or, skipping some, a later one, as a review might
    have it: one card offered is the best, another 20 thousandths behind, and the one that was played `far`.
    """
    views = dict(views_of(place))
    plays = [one for one in place.game.entries.filter(seat=place.seat, hand=1) if one.action.startswith('["play"')]
    entry = [one for one in plays if len(views[one.ordinal].legal) > 2][skip]
    cards = [action_text(one) for one in views[entry.ordinal].legal]
    played = entry.action
    others = [card for card in cards if card != played]
    values = [[json.loads(others[0]), 500_000], [json.loads(others[1]), 480_000], [json.loads(played), 500_000 - far]]
    return {
        "ordinal": entry.ordinal,
        "kind": "play",
        "chosen": json.loads(played),
        "best": json.loads(others[0]),
        "loss": far,
        "se": 1,
        "mark": "mistake",
        "values": values,
        "errors": [],
        "reasons": [],
        "alike": [],
        "examples": [],
    }


def views_of(place: Place) -> list[tuple[int, Any]]:
    """Each entry with what the seat could see before it, told from the log alone."""
    rules, found = ruleset(place.game.key), []
    state = rules.initial(place.game.options)
    for entry in place.game.entries.order_by("ordinal"):
        found.append((entry.ordinal, rules.view(state, place.seat)))
        state = rules.apply(state, entry.seat, action_of(json.loads(entry.action))).state
    return found


def reviewed(place: Place, *decisions: dict[str, Any], evaluator: int = 1) -> Review:
    row = Review.objects.create(
        game=place.game,
        number=1,
        seat=place.seat,
        evaluator=evaluator,
        before=0,
        after=0,
        luck=0,
        errors=(errors := sum(one["loss"] for one in decisions)),
        partners=0,
        rivals=0,
        rest=errors,
        count=len(decisions),
        marked=len(decisions),
        decisions=list(decisions),
    )
    practice.collect(game=place.game, reviews=[row])
    return row


def moment(place: Place, decision: dict[str, Any]) -> int:
    """Of the replay of the first hand, where that decision is made: it begins with the deal."""
    deals = place.game.entries.filter(hand=1, source="dealer", action__startswith='["deal"')
    return int(decision["ordinal"]) - deals.earliest("ordinal").ordinal - 1


def pose_before_guest(many: int) -> None:
    """So many positions for the newest guest, from the last game, each with a hand that was thought of."""
    seat = Seat.objects.filter(guest=Guest.objects.latest("pk")).select_related("game").latest("pk")
    place = tables.place_of(person=Person(guest=seat.guest), code=seat.game.code)
    thought_of = {"examples": [[[], ["AS", "2C"]] if place.seat == 0 else [["AS", "2C"], []]]}
    reviewed(place, *({**a_decision(place, skip=skip), **thought_of} for skip in range(many)))


def whole(millionths: int) -> int:
    """Hundredths, as somebody rounds them on paper."""
    return int((Decimal(millionths) / 10_000).quantize(Decimal(1), ROUND_HALF_UP))
