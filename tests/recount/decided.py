"""What decisions cost, counted from review rows and logs alone, by nothing that counts them for the pages."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Entry, Game, Review, Seat


@dataclass(frozen=True)
class Counted:
    """A decision of a seat, and what its card was to its trick. `follows` is None where a joker was led."""

    code: str
    number: int
    ordinal: int
    verb: str
    trick: int
    is_lead: bool
    follows: bool | None
    loss: int
    mark: str | None
    luck: int


def decisions_of(**owner: Any) -> list[Counted]:
    """Of all hands that somebody sat at."""
    seats = Seat.objects.filter(**owner).select_related("game").order_by("game", "number")
    return [one for seat in seats for one in _of_seat(seat.game, seat.number)]


def luck_of(**owner: Any) -> list[int]:
    """Hand by hand."""
    seats = {(seat.game_id, seat.number) for seat in Seat.objects.filter(**owner)}
    rows = Review.objects.order_by("game", "number", "seat")
    return [row.luck for row in rows if (row.game_id, row.seat) in seats]


def _of_seat(game: Game, seat: int) -> Iterator[Counted]:
    seats = game.seats.count()
    for review in Review.objects.filter(game=game, seat=seat).order_by("number"):
        said = [
            (one.ordinal, one.seat, json.loads(one.action))
            for one in game.entries.filter(hand=review.number).exclude(source=Entry.Source.HINT).order_by("ordinal")
        ]
        for decision in review.decisions:
            yield _counted(game, review, said, decision, seats)


def _counted(game: Game, review: Review, said: Sequence[Any], decision: dict[str, Any], seats: int) -> Counted:
    place = next(place for place, (ordinal, _seat, _action) in enumerate(said) if ordinal == decision["ordinal"])
    verb = said[place][2][0]
    plays = [(who, action[1]) for _ordinal, who, action in said[:place] if action[0] == "play"]
    is_in_tricks = verb == "play" and game.key != "cardduel"
    trick = plays[len(plays) // seats * seats :] if is_in_tricks else []
    left = [action[1] for _ordinal, who, action in said[place:] if action[0] == "play" and who == review.seat]
    begun = bool(plays) or verb in ("play", "blaze")
    return Counted(
        code=game.code,
        number=review.number,
        ordinal=decision["ordinal"],
        verb=verb,
        trick=len(plays) // seats + 1 if begun else 0,
        is_lead=is_in_tricks and not trick,
        follows=_follows(said, trick[0][1], left) if trick else None,
        loss=decision["loss"],
        mark=decision["mark"],
        luck=review.luck,
    )


def _follows(said: Sequence[Any], led: str, left: Sequence[str]) -> bool | None:
    """Whether what the seat still played held the suit that was led; a joker is a trump."""
    if led in ("BJ", "LJ"):
        return None
    named = next((action[1] for _ordinal, _who, action in said if action[0] == "name"), None)
    trump = named.get("trump") if isinstance(named, dict) else named
    suits = {card[-1] if card not in ("BJ", "LJ") else str(trump)[:1].upper() for card in left}
    return led[-1] in suits
