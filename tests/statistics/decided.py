"""Many decisions as rows, of hands that were never played."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any

from accounts.models import User
from games.engine.actions import Action
from games.models import DecisionLine, Game, PersonLine, Review, Seat
from games.review.telling import decision_json
from games.services.counting.decided import Cost, Decided, Luck
from tests.review.quick import a_decision
from tests.statistics.played import DAYS


def filled(user: User, *, hands: int, each: int) -> list[int]:
    """So many hands, a game of five each, with reviews of so many decisions; the losses."""
    chance, told = Random(2), list[int]()
    begun = datetime.combine(DAYS[0], time(12), tzinfo=UTC)
    games = [Game(key="twoman", rules_version=1, started_at=begun, moved_at=begun) for _ in range(hands // 5)]
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(Seat(game=game, number=0, side=0, user=user) for game in games)
    for number in range(hands):
        game, day = games[number // 5], DAYS[-1] - timedelta(days=number // 5)
        losses = [chance.choice([0, 0, 0, 30_000]) for _ in range(each)]
        told += losses
        nothing = dict.fromkeys(("seat", "before", "after", "luck", "partners", "rivals", "marked"), 0)
        best = Action("play", "3C")
        decided = [a_decision(ordinal=place, loss=loss, best=best) for place, loss in enumerate(losses)]
        summed = {"errors": sum(losses), "rest": sum(losses), "count": each}
        review = Review.objects.create(
            game=game,
            number=number % 5 + 1,
            evaluator=1,
            decisions=list(map(decision_json, decided)),
            **nothing,
            **summed,
        )
        _line(game, user, number % 5 + 1, day, losses)
        alike: dict[str, Any] = {"review": review, "user": user, "key": "twoman", "level": "easy", "day": day}
        DecisionLine.objects.bulk_create(
            DecisionLine(**alike, ordinal=place, kind="lead", trick=place + 1, step=place, loss=loss)
            for place, loss in enumerate(losses)
        )
    return told


def _line(game: Game, user: User, number: int, day: date, losses: Sequence[int]) -> None:
    decided = Decided(games=int(number == 1), luck=Luck(1, 0, 0))
    for place, loss in enumerate(losses):
        decided.add_decision("lead", place + 1, Cost(1, loss, loss**2, 0, 0))
    PersonLine.objects.create(
        game=game,
        number=number,
        seat=0,
        user=user,
        key="twoman",
        level="easy",
        day=day,
        at=datetime.combine(day, time(12), tzinfo=UTC),
        marks=" led odd ",
        weighed=decided.as_json(),
    )
