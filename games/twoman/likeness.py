"""What makes two hands of Two-Man Spades alike when they are to bid."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _

from games.engine.actions import Action, Argument
from games.engine.options import Options
from games.engine.state import Seat, SeatView
from games.review.alike import NOTHING, Traits, moved, spades_held
from games.twoman.score import Contract
from games.twoman.state import BID, TwoManView

#: By so much a simulated bid is moved at most.
FURTHEST: Final = 2


class TwoManLikeness:
    """Spades and their honours, aces and kings beside them, empty suits, tens of points ahead, and the bid heard."""

    weights: ClassVar[Traits] = Traits(12, 10, 8, 6, 4, 1, 0, 3)
    labels: ClassVar[Sequence[Any]] = (
        _("spades"),
        _("spade honours"),
        _("other aces"),
        _("other kings"),
        _("empty suits"),
        _("points ahead"),
        None,
        _("bid heard"),
    )
    step: ClassVar[int] = 10
    bids: ClassVar[Mapping[str, Action]] = {str(one): Action(BID, one) for one in range(11)}

    def pool(self, options: Options) -> str | None:
        return "twoman"

    def traits(self, view: SeatView, seat: Seat) -> Traits:
        table = TwoManView.of(view).table
        last = table.bids[1 - seat]
        return spades_held(view.hand or ())._replace(
            ahead=(table.display[seat] - table.display[1 - seat]) // self.step,
            calls=NOTHING if last is None else last,
        )

    def is_made(self, bid: Action, record: Mapping[str, Argument], seat: Seat) -> bool | None:
        tricks = record["tricks"]
        return isinstance(tricks, tuple) and Contract(bid.number or 0).is_made(int(str(tricks[seat])))

    def other(self, bid: Action, view: SeatView, pick: Callable[[int], int]) -> Action:
        return moved(bid, pick, furthest=FURTHEST)
