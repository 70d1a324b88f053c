"""Fake reviews: every choice is a decision, and losses and luck are random."""

from random import Random
from typing import Any

from games.engine.actions import Action, Pick
from games.engine.ruleset import Ruleset
from games.evaluation.decisions import Decision, SeatTurn, course_of_hand, mark_of
from games.evaluation.hand import Finished, SeatReview, gained_by
from games.evaluation.interface import SURE
from games.reviews import reviewing
from games.table.models import Game


def review_all() -> None:
    for code in Game.objects.order_by("pk").values_list("code", flat=True):
        reviewing.review(code=code)


def quick_review(rules: Ruleset, evaluator: Any, hand: Finished, *, code: str) -> tuple[SeatReview, ...]:
    chance = Random(f"{hand.dealt.number} {len(hand.actions)}")
    made = [_decision(turn, chance) for turn in course_of_hand(rules, hand.dealt, hand.actions).turns]
    lost = [sum(one.loss for one in made if one.seat == seat) for seat in range(rules.seats)]
    sides = [rules.side(hand.dealt.options, seat) for seat in range(rules.seats)]
    lucks = [chance.randrange(-SURE // 5, SURE // 5) for _ in range(rules.seats)]
    return tuple(
        SeatReview(
            number=hand.dealt.number,
            seat=seat,
            evaluator=evaluator.version,
            before=SURE // 2,
            after=SURE // 2,
            luck=lucks[seat],
            partners=sum(lost[i] for i, side in enumerate(sides) if side == sides[seat] and i != seat),
            rivals=gained_by(sum(lost[i] for i, side in enumerate(sides) if side != sides[seat]), sides),
            decisions=tuple(one for one in made if one.seat == seat),
        )
        for seat in range(rules.seats)
    )


def make_decision(**given: Any) -> Decision:
    card = Action("play", "2C")
    usual = {"ordinal": 0, "seat": 0, "kind": "play", "chosen": card, "best": card, "loss": 0, "error": 0}
    return Decision(**{**usual, "mark": None, "values": (), "errors": (), **given})


def _decision(turn: SeatTurn, chance: Random) -> Decision:
    chosen = turn.logged.action
    offered = [one for one in turn.view.legal if isinstance(one, Action) and not isinstance(one, Pick)]
    best = next((one for one in offered if one != chosen), chosen)
    loss = chance.choice([0, 0, 0, 1_234, 23_456, 61_000, 123_456]) if best != chosen else 0
    best = best if loss else chosen
    others = [(one, 600_000 - loss - 1_000 * i) for i, one in enumerate(offered, 1) if one not in (best, chosen)]
    values = ((best, 600_000), *([(chosen, 600_000 - loss)] if loss else []), *others)
    kind, errors = str(turn.view.phase), (2_000,) * len(values)
    return Decision(turn.logged.ordinal, turn.logged.seat, kind, chosen, best, loss, 1, mark_of(loss), values, errors)
