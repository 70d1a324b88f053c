"""The hands of a record, reviewed from its deals and actions alone."""

from collections.abc import Iterator

from games.engine.state import Phase
from games.records.actions import digest, recorded_actions
from games.records.reading import RecordRead
from games.registry import evaluator
from games.review.hand import SeatReview, finished, review_hand


def reviews(record: RecordRead) -> Iterator[tuple[SeatReview, ...]]:
    """Each hand that was played to its end, by seat. The referee has passed the record."""
    rules, code = record.rules, digest(record)
    state = rules.initial(record.options)
    if state.phase is not Phase.START:  # else the start is an action of its own
        state = rules.initial(record.options, record.start)
    for hand in finished(rules, state, recorded_actions(record)):
        yield review_hand(rules, evaluator(rules.key), hand, code=code)
