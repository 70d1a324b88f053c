"""The medium player's bid in Two-Man Spades: the one that wins the game most often, the other's bid heard."""

from games.twoman.bots.count import expected
from games.twoman.bots.evaluation import HandEvaluation
from games.twoman.bots.knowledge import Knowledge
from games.twoman.bots.nil import nil_chance
from games.twoman.bots.odds import bid_tricks, nil_tricks
from games.twoman.state import BIDS, TRICKS

#: How far the tricks of a whole hand stray from those expected, before and after the other's bid is heard.
_UNKNOWN, _KNOWN = 1.3, 1.0
#: How much of the difference between both seats' hopes shows in the tricks.
_HEED = 0.8
#: A bid usually lies so far under what its seat hopes for.
_CAUTION = 0.8
#: How often a nil of the other seat succeeds.
_NIL_HELD = 0.45


def bid_of(knowledge: Knowledge) -> int:
    """The bid with the best chance to win the game."""
    their_bid = knowledge.table.bids[knowledge.other]
    hope = expected(knowledge.hand, knowledge.pool, knowledge.held, TRICKS)
    if their_bid is None:
        mean, spread, other = hope, _UNKNOWN, min(9, max(1, round(TRICKS - hope - _CAUTION)))
    else:
        mean, spread, other = TRICKS / 2 + _HEED * (hope - their_bid - _CAUTION), _KNOWN, their_bid
    mean = min(9.5, max(0.5, mean))
    best: tuple[float, int] = (-1.0, 0)
    for bid in BIDS:
        evaluation = HandEvaluation(knowledge, (bid, other) if knowledge.seat == 0 else (other, bid), knowledge.pile)
        if bid == 0:
            tricks = nil_tricks(nil_chance(knowledge.hand))
        elif their_bid == 0:
            tricks = {TRICKS - n: weight for n, weight in nil_tricks(_NIL_HELD).items()}
        else:
            tricks = bid_tricks(mean, spread, bid)
        value = sum(weight * evaluation.chance(n) for n, weight in tricks.items())
        best = max(best, (value, bid))
    return best[1]
