"""The rows that follow from the log of a game, to be compared."""

from typing import Any

from games.models import Bid, Discard, Game, Hand, PersonLine, Play, Trick


def rows(game: Game) -> dict[str, list[Any]]:
    """Everything that is derived, in order and without its keys."""
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
