"""Fixtures: tables of Two-Man Spades with chosen cards. Helpers: a game's derived rows, and a clock for tests."""

from typing import Any

import pytest

from accounts.models import User
from games.statistics.models import PersonLine
from games.table.models import Bid, Discard, Game, Hand, Play, Trick
from games.table.tables import Place
from tests.play import deal_hand, open_table, play_to_first_lead


@pytest.fixture
def place(alice: User, chosen_cards: None) -> Place:
    """Return the place of alice, who is to lead to the first trick, at version 6."""
    place = open_table(alice)
    play_to_first_lead(place)
    place.game.refresh_from_db()
    return place


@pytest.fixture
def just_dealt(alice: User, chosen_cards: None) -> Place:
    """Return alice's place just after the deal, at version 2, where both players are to discard."""
    place = open_table(alice)
    deal_hand(place)
    return place


class Clock:
    """A clock that only `sleep` advances."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def derived_rows(game: Game) -> dict[str, list[Any]]:
    """Return the rows that are derived from a game's log, by kind and sorted, without primary keys."""
    hand, trick, of_hand = "hand__number", "trick__number", {"hand__game": game}
    of_a_line = ("number", "seat", "user", "key", "level", "day", "at", "marks", "numbers", "is_ranked")
    found = {
        "hands": Hand.objects.filter(game=game)
        .order_by("number")
        .values_list("number", "first", "deal", "auto", "result", "sheet", "dealt_at", "ended_at"),
        "bids": Bid.objects.filter(**of_hand).values_list(hand, "place", "seat", "text", "tricks", "blind"),
        "discards": Discard.objects.filter(**of_hand).values_list(hand, "card", "seat"),
        "tricks": Trick.objects.filter(**of_hand).values_list(hand, "number", "leader", "winner"),
        "plays": Play.objects.filter(**of_hand).values_list(hand, trick, "place", "seat", "card", "shuffle"),
        "lines": PersonLine.objects.filter(game=game).order_by("number", "seat").values_list(*of_a_line),
    }
    return {name: list(some) if name in ("hands", "lines") else sorted(some) for name, some in found.items()}
