"""The hands of a record, reviewed from its deals and actions alone."""

from collections.abc import Iterator

from games.engine.actions import DEAL, START
from games.engine.state import DEALER, Phase
from games.records.actions import digest, recorded_actions
from games.records.reading import RecordRead
from games.registry import evaluator
from games.review.decisions import By, LoggedAction
from games.review.hand import SeatReview, finished, review_hand


def reviews(record: RecordRead) -> Iterator[tuple[SeatReview, ...]]:
    """Each hand that was played to its end, by seat. The referee has passed the record.

    Ordinals count the record's actions from 1, hand after hand.
    """
    rules, code = record.rules, digest(record)
    state = rules.initial(record.options)
    if state.phase is not Phase.START:  # else the start is an action of its own
        state = rules.initial(record.options, record.start)
    for hand in finished(rules, state, _logged(record)):
        yield review_hand(rules, evaluator(rules.key), hand, code=code)


def _logged(record: RecordRead) -> Iterator[LoggedAction]:
    ordinal = 0
    for one in recorded_actions(record):
        ordinal += one.action.verb not in (START, DEAL)
        by = By.OTHER if one.seat == DEALER else By.TABLE if one.by_table else By.SELF
        yield LoggedAction(ordinal, one.seat, one.action, by)
