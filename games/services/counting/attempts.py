"""What became of somebody's attempt at a board. Written where its game ends, in the same transaction; written again,
nothing changes.
"""

from collections.abc import Sequence
from typing import Final

from django.db.models import QuerySet

from accounts.people import Person
from games.engine.notation import action_text
from games.engine.reading import ordered
from games.engine.state import Said, Seat
from games.models import Attempt, Board, Game, Review
from games.services.counting import opening
from games.services.counting.counted import facts_of
from games.services.counting.weighing import newest
from games.services.log.logs import Log
from games.snapshot import PlayedHand, Status

#: Whoever plays a board sits here, but in a challenge that exchanges the seats.
NEAR: Final = 0
BIDS: Final = frozenset({"bid", "pass", "blind", "blind_nil"})
ASIDE: Final = "discard"
LEAD: Final = "play"


def of_person(person: Person) -> QuerySet[Attempt]:
    return Attempt.objects.filter(person.owns(), level="")


def close(*, game: Game, log: Log) -> None:
    """The game of an attempt is over, or given up. The caller owns the transaction."""
    board = Board.objects.get(games=game)
    result = {} if game.status == Status.ABANDONED else result_of(log, seat=board.seat)
    Attempt.objects.filter(game=game).update(ended_at=game.ended_at, **result)
    if board.challenge_id is not None:
        opening.open_if_done(board.challenge_id)


def result_of(log: Log, *, seat: Seat = NEAR, hand: PlayedHand | None = None) -> dict[str, object]:
    """The margin of a board that was played to its end, and what was bid, put aside and led first from its seat. Its
    `hand` is the last one, as long as a game is nothing else than a board.
    """
    rules, facts, played = log.rules, facts_of(log.rules.key), hand or log.hands[-1]
    start = facts.standing(rules.initial(log.state.options, log.start))
    side = rules.side(log.state.options, seat)
    return {"margin": _ahead(facts.compared(rules, played), side) - _ahead(start, side), **choices(played, seat)}


def choices(hand: PlayedHand, seat: Seat) -> dict[str, str]:
    """The last bid, the cards put aside, and the card led first; each empty where there was none. What means the
    same is written alike.
    """
    own = [said for said in hand.actions if said[0] == seat]
    cards = [said for said in hand.actions if said[1].verb == LEAD]
    led = cards[:1] if cards and cards[0][0] == seat else []
    return {
        "bid": _text([said for said in own if said[1].verb in BIDS][-1:]),
        "aside": _text([said for said in own if said[1].verb == ASIDE][:1]),
        "lead": _text(led),
    }


def weigh(*, game: Game) -> None:
    """Store the error rate of an attempt, once its hand is reviewed."""
    if game.board_id is None:
        return
    rate = error_rate(game, Board.objects.values_list("seat", flat=True).get(games=game))
    if rate is not None:
        Attempt.objects.filter(game=game).update(error_rate=rate)


def error_rate(game: Game, seat: Seat) -> float | None:
    """Return thousandths of a game lost per decision, None without a review. Void hands before it count too."""
    reviews = newest(Review.objects.filter(game=game, seat=seat))
    count = sum(review.count for review in reviews)
    return sum(review.errors for review in reviews) / 1000 / count if count else None


def _text(said: Sequence[Said]) -> str:
    return action_text(ordered(said[0][1])) if said else ""


def _ahead(scores: Sequence[int], side: int) -> int:
    """How far that side is before the best of the others."""
    return scores[side] - max(score for place, score in enumerate(scores) if place != side)
