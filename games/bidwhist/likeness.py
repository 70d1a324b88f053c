"""What makes two hands of Bid Whist alike when they are to call."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _

from games.bidwhist.score import HIGHEST, Bid, Denomination, find_bid
from games.bidwhist.state import BID, PASS, BidWhistView, side_of
from games.engine.actions import Action, Argument, tuple_of
from games.engine.cards import Rank, Suit
from games.engine.options import Options, whole
from games.engine.state import Seat, SeatView
from games.engine.tricks import next_seat
from games.review.alike import NOTHING, Traits

HIGH: Final = frozenset({Rank.KING, Rank.QUEEN, Rank.JACK})
LOW: Final = frozenset({Rank.TWO, Rank.THREE, Rank.FOUR})
_EVERY: Final = [Bid(level, one) for level in range(1, HIGHEST + 1) for one in Denomination]


class BidWhistLikeness:
    """The longest suit, jokers, aces, whether the cards are high or low, empty suits, the lead, the calls heard."""

    weights: ClassVar[Traits] = Traits(10, 12, 8, 4, 4, 1, 3, 3)
    labels: ClassVar[Sequence[Any]] = (
        _("cards in the longest suit"),
        _("jokers"),
        _("aces"),
        _("more high cards than low ones"),
        _("empty suits"),
        _("points ahead"),
        _("level of the partner’s call"),
        _("highest level heard"),
    )
    step: ClassVar[int] = 1
    bids: ClassVar[Mapping[str, Action]] = {PASS: Action(PASS)} | {str(one): Action(BID, str(one)) for one in _EVERY}

    def pool(self, options: Options) -> str | None:
        return "bidwhist"

    def traits(self, view: SeatView, seat: Seat) -> Traits:
        """A pass is of level 0. High cards are jacks to kings, low ones deuces to fours."""
        table, held = BidWhistView.of(view).table, view.hand or ()
        ranks = [one.rank for one in held]
        lengths = [sum(one.suit is suit for one in held) for suit in Suit]
        levels = {by: _level(call) for by, call in table.calls}
        return Traits(
            trumps=max(lengths),
            honours=sum(one.is_joker for one in held),
            aces=ranks.count(Rank.ACE),
            others=sum(one in HIGH for one in ranks) - sum(one in LOW for one in ranks),
            voids=lengths.count(0),
            ahead=table.score[side_of(seat)] - table.score[1 - side_of(seat)],
            partner=levels.get(next_seat(seat, 2), NOTHING),
            calls=max(levels.values(), default=NOTHING),
        )

    def is_made(self, bid: Action, record: Mapping[str, Argument], seat: Seat) -> bool | None:
        """Only of the bid that was played."""
        played = find_bid(record.get("contract"))
        if played is None or record["declarer"] != seat or bid.argument != str(played):
            return None
        return int(str(tuple_of(record["books"])[side_of(seat)])) >= played.promised

    def other(self, bid: Action, view: SeatView, pick: Callable[[int], int]) -> Action:
        """A pass, or a bid of any kind a level higher or lower; for a pass the lowest level."""
        said = find_bid(bid.argument)
        level = whole(view.options, "min_bid") if said is None else said.level + pick(3) - 1
        kinds = tuple(Denomination)
        return Action(PASS) if pick(3) == 0 else Action(BID, str(Bid(level, kinds[pick(len(kinds))])))


def _level(call: str) -> int:
    bid = find_bid(call)
    return 0 if bid is None else bid.level
