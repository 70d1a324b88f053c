"""Bids of Bid Whist by count: what a bid promises after what was heard, and the call that is good enough.

Knows the calls and the score; the chances of each number of tricks come from whoever asks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, sqrt
from typing import Final

from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.score import KITTY_BOOK, Bid, Denomination, score_hand
from games.bidwhist.state import BID, PASS, TRICKS, side_of
from games.engine.actions import Action

#: How far the tricks of a hand stray from their count.
_STRAY: Final = 1.6
#: The chance to make it that a bid must have, and where the rivals would else win the game.
_LEAST, _DESPERATE = 0.58, 0.42
#: What a bid already made brings its side on average, for each level of it.
_PER_LEVEL: Final = 0.3
#: What the partner's call tells, in tricks: a bid of the same kind, another bid, a pass.
_SAME_KIND, _OTHER_KIND, _PASSED = 0.5, 0.2, -0.15
#: What a rival's bid of the same kind takes away.
_RIVAL_KIND: Final = -0.3


@dataclass(frozen=True, slots=True)
class BidEvaluation:
    """What a bid promises: the chance to make it, 0..1, and its mean points."""

    bid: Bid
    chance: float
    points: float


def inferred(knowledge: Knowledge, denomination: Denomination) -> float:
    """Tricks more or less by what the others have called."""
    expected = 0.0
    for seat, bid in knowledge.calls.items():
        if seat == knowledge.partner:
            expected += _PASSED if bid is None else _SAME_KIND if bid.denomination is denomination else _OTHER_KIND
        elif bid is not None and bid.denomination is denomination:
            expected += _RIVAL_KIND
    return expected


def odds(mean: float) -> list[float]:
    """The chance of each number of tricks, 0 to 12, about the mean."""
    marks = [(1 + erf((edge - 0.5 - mean) / _STRAY / sqrt(2))) / 2 for edge in range(TRICKS + 2)]
    return [upper - lower for lower, upper in zip(marks, marks[1:], strict=False)]


def evaluated(knowledge: Knowledge, bid: Bid, chances: Sequence[float]) -> BidEvaluation:
    """The bid by the chance of each number of tricks."""
    made = points = 0.0
    for tricks, chance in enumerate(chances):
        line = score_hand(bid, tricks=tricks, moved=0, terms=knowledge.terms)
        made += chance * line.is_made
        points += chance * line.points
    return BidEvaluation(bid, made, points)


def call_of(knowledge: Knowledge, evaluations: Sequence[BidEvaluation]) -> Bid | None:
    """The bid to make, or None to pass. `evaluations` has one for each bid worth a thought."""
    if Action(PASS) not in knowledge.view.legal:
        return max(evaluations, key=lambda one: (one.points, -one.bid.level)).bid
    least = _DESPERATE if _rivals_would_win(knowledge) else _LEAST
    fair = [one for one in evaluations if one.chance >= least]
    if not fair:
        return None
    best = max(fair, key=lambda one: (one.points, -one.bid.level))
    return best.bid if best.points > standing(knowledge) else None


def said(bid: Bid | None) -> Action:
    return Action(PASS) if bid is None else Action(BID, str(bid))


def lowest_bids(knowledge: Knowledge) -> list[Bid]:
    """Of each denomination the lowest bid offered."""
    found: dict[Denomination, Bid] = {}
    for bid in knowledge.offered:
        found.setdefault(bid.denomination, bid)
    return list(found.values())


def standing(knowledge: Knowledge) -> float:
    """What passing brings, in points: the highest bid so far is made more often than not."""
    if knowledge.highest is None:
        return 0.0
    seat, bid = knowledge.highest
    worth = (
        _PER_LEVEL * bid.level * (2 if bid.denomination is Denomination.NO_TRUMP and knowledge.terms.nt_double else 1)
    )
    # A partner's bid is made about as well as one's own, and there is no bid to beat any more.
    return 2 * worth if side_of(seat) == knowledge.side else -worth


def _rivals_would_win(knowledge: Knowledge) -> bool:
    """Whether the highest bid is the rivals' and takes them out of the game if it is made."""
    if knowledge.highest is None or side_of(knowledge.highest[0]) == knowledge.side:
        return False
    bid = knowledge.highest[1]
    line = score_hand(bid, tricks=bid.promised - KITTY_BOOK, moved=0, terms=knowledge.terms)
    return knowledge.table.score[1 - knowledge.side] + line.points >= knowledge.terms.win
