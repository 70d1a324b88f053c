"""The hands of a record, reviewed from its deals and actions alone."""

from collections.abc import Iterator

from games.engine.actions import DEAL
from games.engine.state import DEALER, HandEnded, Phase, State
from games.records.actions import digest, recorded_actions
from games.records.reading import RecordRead
from games.registry import evaluator
from games.review.decisions import By, Told
from games.review.hand import SeatReview, review_hand


def reviews(record: RecordRead) -> Iterator[tuple[int, tuple[SeatReview, ...]]]:
    """Each hand that was played to its end: its number and its reviews by seat. The referee has passed the record.

    Ordinals count the record's actions from 1, hand after hand.
    """
    rules, code = record.rules, digest(record)
    state: State = rules.initial(record.options, None if _is_drawn(record) else record.start)
    ordinal, dealt, told = 0, state, list[Told]()
    for one in recorded_actions(record):
        step = rules.apply(state, one.seat, one.action)
        state = step.state
        if one.action.verb == DEAL:
            dealt, told = state, []
            continue
        if one.seat == DEALER and not told and dealt.number == 0:
            continue
        ordinal += 1
        told.append(Told(ordinal, one.seat, one.action, By.TABLE if one.by_table else By.SELF))
        if any(isinstance(event, HandEnded) for event in step.events):
            yield dealt.number, review_hand(rules, evaluator(rules.key), dealt, told, code=code)


def _is_drawn(record: RecordRead) -> bool:
    """Whether the start is an action of its own, as `recorded_actions` then has it."""
    return record.rules.initial(record.options).phase is Phase.START
