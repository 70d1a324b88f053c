"""The rows that follow from the log of a game, to be compared."""

from typing import Any

from games.models import Bid, Discard, Game, Hand, PersonLine, Play, Trick


def rows(game: Game) -> dict[str, list[Any]]:
    """Everything that is derived, without its keys."""
    hand = "hand__number"
    of_hand = {"hand__game": game}
    return {
        "hands": list(
            Hand.objects.filter(game=game)
            .order_by("number")
            .values_list("number", "first", "deal", "auto", "result", "sheet", "dealt_at", "ended_at")
        ),
        "bids": list(
            Bid.objects.filter(**of_hand)
            .order_by(hand, "place")
            .values_list(hand, "place", "seat", "text", "tricks", "blind")
        ),
        "discards": list(Discard.objects.filter(**of_hand).order_by(hand, "card").values_list(hand, "seat", "card")),
        "tricks": list(
            Trick.objects.filter(**of_hand).order_by(hand, "number").values_list(hand, "number", "leader", "winner")
        ),
        "plays": list(
            Play.objects.filter(**of_hand)
            .order_by(hand, "trick__number", "place")
            .values_list(hand, "trick__number", "place", "seat", "card", "shuffle")
        ),
        "lines": list(
            PersonLine.objects.filter(game=game)
            .order_by("number", "seat")
            .values_list("number", "seat", "user", "key", "level", "day", "at", "marks", "numbers", "is_ranked")
        ),
    }
