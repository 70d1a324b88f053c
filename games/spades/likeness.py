"""What makes two hands of Spades alike when they are to bid. Each variant is compared with itself alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _

from games.engine.actions import Action, Argument, tuple_of
from games.engine.options import VARIANT, Options
from games.engine.state import Seat, SeatView
from games.review.alike import NOTHING, Traits, ahead, moved, spades_held
from games.spades.options import MOST, PARTNER, SOLO, SUICIDE
from games.spades.score import tricks_of
from games.spades.state import BID, SEATS, SpadesTable, SpadesView, partner

#: In the others nothing is chosen, or anything may be.
COMPARED: Final = (PARTNER, SOLO, SUICIDE)
#: Points ahead are told in steps of so many.
STEP: Final = 50
FURTHEST: Final = 1


class SpadesLikeness:
    """Spades and their honours, aces and kings beside them, empty suits, the lead, and what partner and others bid."""

    weights: ClassVar[Traits] = Traits(12, 10, 8, 6, 4, 2, 3, 1)
    labels: ClassVar[Sequence[Any]] = (
        _("spades"),
        _("spade honours"),
        _("other aces"),
        _("other kings"),
        _("empty suits"),
        _("points ahead"),
        _("partner’s bid"),
        _("bid by the others"),
    )
    step: ClassVar[int] = STEP
    bids: ClassVar[Mapping[str, Action]] = {str(one): Action(BID, one) for one in range(MOST + 1)}

    def pool(self, options: Options) -> str | None:
        variant = str(options[VARIANT])
        return f"spades/{variant}" if variant in COMPARED else None

    def traits(self, view: SeatView, seat: Seat) -> Traits:
        table = SpadesView.of(view).table
        mates = _mates(table, seat)
        partners = [bid for mate in mates if (bid := table.bids[mate]) is not None]
        rivals = [bid for one in SEATS if one not in (seat, *mates) and (bid := table.bids[one]) is not None]
        return spades_held(view.hand or ())._replace(
            ahead=ahead(table.score, seat % len(table.score)) // STEP,
            partner=tricks_of(partners[0]) if partners else NOTHING,
            calls=sum(map(tricks_of, rivals)) if rivals else NOTHING,
        )

    def is_made(self, bid: Action, record: Mapping[str, Argument], seat: Seat) -> bool | None:
        """A nil by its own tricks, any other bid by the contract of its side; as it stood in the end."""
        if "misdeal" in record:
            return None
        bids, tricks = tuple_of(record["bids"]), [int(str(one)) for one in tuple_of(record["tricks"])]
        if not _promised(bids[seat]):
            return tricks[seat] == 0
        sides = len(tuple_of(record["score"]))
        bidders = [one for one in SEATS if one % sides == seat % sides and _promised(bids[one])]
        return sum(tricks[one] for one in bidders) >= sum(_promised(bids[one]) for one in bidders)

    def other(self, bid: Action, view: SeatView, pick: Callable[[int], int]) -> Action:
        return moved(bid, pick, furthest=FURTHEST)


def _mates(table: SpadesTable, seat: Seat) -> tuple[Seat, ...]:
    return (partner(seat),) if len(table.score) < len(SEATS) else ()


def _promised(bid: object) -> int:
    return tricks_of(bid) if isinstance(bid, int) else 0
