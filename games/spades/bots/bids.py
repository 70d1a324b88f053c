"""The bids of Spades bots, from expected tricks, the chance of a nil and the score; and the policy of the exchange.

The weights of cards for tricks and nils, and the numbers of `players.winning_chance`, were fitted to played hands by
`training.teach_spades`. A bid depends on the hand, the score and the bids so far. The expert and the evaluator also
predict the bids of other seats in this way.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import exp
from typing import Final

from games.bots.knowledge import pack_bits
from games.engine.cards import Card, Rank, Suit, card
from games.engine.state import put
from games.spades.bots.knowledge import SUITS, Knowledge
from games.spades.options import Terms
from games.spades.score import BLIND, SpadesBid, Standing, end_of_game, score_side, tricks_of
from games.spades.state import TRICKS, partner, seats_of, side_of

#: Least chance of a nil that is bid (`wants_nil` adds to some): by default, after a partner's nil, far behind, alone.
_NIL_CHANCE, _NIL_BESIDE_NIL, _NIL_BEHIND, _NIL_ALONE = 0.6, 0.8, 0.45, 0.88
#: The same after a rival's blind nil. It is high, because breaking that nil wins more games than making a nil.
_NIL_AT_BLIND = 0.75
#: Under One Nil the first bidder of a side bids nil above the chance `_NIL_FIRST`, or with fewer than `_FEW` expected
#: tricks. After a bid of tricks its partner bids nil above `_NIL_SECOND`, or with fewer expected tricks than the lowest
#: bid of tricks.
_NIL_FIRST, _FEW, _NIL_SECOND = 0.3, 2.5, 0.1
#: A side that trails by this many points or more is far behind.
_FAR_BEHIND = 150
#: A blind nil fails four times in five. So it is bid only if a rival needs at most `_NEARLY_OVER` more points to win
#: and is at least `_LOST` points ahead.
_NEARLY_OVER, _LOST = 100, 180
#: Tricks subtracted from the expected ones, without and with a partner.
_CAUTION_ALONE, _CAUTION = 0.35, 0.2
#: The chance to make a bid is a logistic curve, fitted to the hands of `training.spades_lessons`. It is 50% for a bid
#: `_EVEN` tricks above `tricks_won`, and the slope is `_STEEP` per trick. `_LAST_HOPE` is the lowest chance at which a
#: bid is made to save the game.
_EVEN, _STEEP, _LAST_HOPE = 0.5, 2.1, 0.1
#: A side rarely wins more points than this in one hand.
_MOST_POINTS = 150
#: The usual number of unbid tricks; and the share of the deviation from it by which the last bidder adjusts its bid.
_USUALLY_FREE, _HEED = 2.0, 0.25
#: A misdeal is declared with fewer expected tricks than this, unless the hand is good for a nil.
_WEAK = 2.0
#: Subtracted from the tricks that a hand wins if all seats fight for every trick, because bids usually add up to less
#: than 13.
_NOT_BID = 0.1
_HIGHEST = card("AS")
#: Size of the caches. Imagined auctions evaluate the same few hands many times.
_REMEMBERED = 1024
NUMBERS: Final = "learnt.json"
_SUIT: Final = (1 << 13) - 1
#: Rows and columns of the tables of weights: a side suit by the honours held (of four) and its length; spades likewise;
#: the length of the shortest side suit (at most `_LONGEST_SHORT`) by the number of spades.
_SIDE, _SPADES, _SHORT, _LONGEST_SHORT = (16, 8), (16, 7), (4, 7), 3
#: Most spades in the table of weights. Hands with more are too rare to learn from.
_MOST_COUNTED: Final = 6
TRICK_WEIGHTS: Final = _SIDE[0] * _SIDE[1] + _SPADES[0] * _SPADES[1] + _SHORT[0] * _SHORT[1]
#: Features of a nil: the four lowest cards of each side suit by rank, the number of spades, and each spade.
_LOWEST, _MOST_SPADES, _RANKS = 4, 6, 13
NIL_WEIGHTS: Final = _LOWEST * _RANKS + _MOST_SPADES + 1 + _RANKS


class Stakes:
    """The scores before a hand. Scores after exactly made bids are cached, because sampled auctions repeat bids."""

    def __init__(self, terms: Terms, standings: Sequence[Standing]) -> None:
        self._terms, self._standings = terms, standings
        scores = [one.score for one in standings]
        rivals = [max((*scores[:side], *scores[side + 1 :])) for side in range(terms.sides)]
        #: Points by which each side trails the best other side; negative if it is ahead.
        self.behind = [best - own for best, own in zip(rivals, scores, strict=True)]
        #: By side: whether another side may win the game in this hand.
        self.is_near_end = [best >= terms.win - _MOST_POINTS for best in rivals]
        self._seats = [seats_of(terms, side) for side in range(terms.sides)]
        self._after: dict[object, int] = {}

    def is_lost(self, side: int, bids: Sequence[SpadesBid | None]) -> bool:
        """Return whether another side wins the game if every seat takes exactly the tricks that it has bid."""
        scores = [self._score(one, [bids[seat] for seat in seats]) for one, seats in enumerate(self._seats)]
        end = end_of_game(scores, self._terms)
        return end is not None and end.winner != side

    def _score(self, side: int, bids: Sequence[SpadesBid | None]) -> int:
        key = (side, *bids)
        if key not in self._after:
            made = [bid for bid in bids if bid is not None]
            line = score_side(self._standings[side], made, [tricks_of(bid) for bid in made], self._terms)
            self._after[key] = line.score
        return self._after[key]


@dataclass(frozen=True)
class KnownBids:
    """The input of a bid besides the cards. Without `stakes` the bidder ignores the score."""

    bids: tuple[SpadesBid | None, ...]
    seat: int
    terms: Terms
    stakes: Stakes | None = None

    @property
    def partner_bid(self) -> SpadesBid | None:
        return self.bids[partner(self.seat)] if self.terms.partners else None

    @property
    def side(self) -> int:
        return side_of(self.terms, self.seat)

    @property
    def behind(self) -> int:
        return self.stakes.behind[self.side] if self.stakes else 0


def hearing_of(knowledge: Knowledge) -> KnownBids:
    table = knowledge.table
    return KnownBids(table.bids, knowledge.seat, knowledge.terms, Stakes(knowledge.terms, table.standings))


# -- the value of a hand --------------------------------------------------------------------------


@lru_cache(_REMEMBERED)
def tricks_in(hand: tuple[Card, ...]) -> float:
    """Return the expected tricks: those won if all seats fight for every trick, less `_NOT_BID`."""
    return tricks_won(pack_bits(hand)) - _NOT_BID


@lru_cache(_REMEMBERED)
def nil_chance(hand: tuple[Card, ...]) -> float:
    """Return the chance that the hand takes no trick; 0 with the ace of spades."""
    return 0.0 if _HIGHEST in hand else nil_kept(pack_bits(hand))


def made_chance(hand: tuple[Card, ...], bid: int) -> float:
    """Return the chance that the hand makes this bid: at least `bid` tricks, or no trick for a nil."""
    if not bid:
        return nil_chance(hand)
    return 1 / (1 + exp(_STEEP * (bid - tricks_won(pack_bits(hand)) - _EVEN)))


# -- bids -----------------------------------------------------------------------------------------


def bid_of(hand: tuple[Card, ...], known: KnownBids, legal: Sequence[int]) -> int:
    """Return the best bid of `legal` for the cards, the bids so far and the score. `legal` must not be empty."""
    if len(legal) == 1:
        return legal[0]
    bid = _counted(hand, known, legal)
    return _saving(hand, known, legal, bid) if _loses(known, bid) else bid


def _counted(hand: tuple[Card, ...], known: KnownBids, legal: Sequence[int]) -> int:
    if 0 in legal and wants_nil(hand, known):
        return 0
    hope = tricks_in(hand) - (_CAUTION if known.terms.partners else _CAUTION_ALONE)
    wanted = max(1, int(hope + _left_over(hope, known) + 0.5))
    return wanted if wanted in legal else min((bid for bid in legal if bid), key=lambda bid: (abs(bid - wanted), bid))


def _loses(known: KnownBids, bid: int) -> bool:
    """Return whether a rival wins the game if every seat takes exactly its bid and this seat bids `bid`.

    False if no rival is near the end, before the partner's bid, which may save the game, and under One Nil, where nils
    are not chosen freely.
    """
    stakes, side, terms = known.stakes, known.side, known.terms
    if (
        stakes is None
        or not stakes.is_near_end[side]
        or terms.one_nil
        or (terms.partners and known.partner_bid is None)
    ):
        return False
    return stakes.is_lost(side, put(known.bids, known.seat, bid))


def _saving(hand: tuple[Card, ...], known: KnownBids, legal: Sequence[int], counted: int) -> int:
    """Return the safest bid, nil or above `counted`, that stops rivals; `counted` if none reaches `_LAST_HOPE`."""
    saving = [bid for bid in legal if (bid > counted or not bid) and not _loses(known, bid)]
    best = max(saving, key=lambda bid: made_chance(hand, bid), default=counted)
    return best if made_chance(hand, best) >= _LAST_HOPE else counted


def _left_over(hope: float, known: KnownBids) -> float:
    """Return the tricks that the last bidder adds if the others bid little, or subtracts if they bid much.

    Return 0 for any other bidder.
    """
    others = [bid for seat, bid in enumerate(known.bids) if seat != known.seat and bid is not None]
    if len(others) < len(known.bids) - 1:
        return 0.0
    free = TRICKS - sum(map(tricks_of, others)) - hope
    return max(-1.0, min(1.5, _HEED * (free - _USUALLY_FREE)))


def wants_nil(hand: tuple[Card, ...], known: KnownBids) -> bool:
    """Return whether nil is the best bid. Under One Nil one partner of each side must play nil (section 4.2)."""
    chance, partner_bid = nil_chance(hand), known.partner_bid
    if known.terms.one_nil:
        if partner_bid is not None:
            return tricks_of(partner_bid) > 0 and (chance > _NIL_SECOND or tricks_in(hand) < known.terms.least_bid)
        return chance > _NIL_FIRST or tricks_in(hand) < _FEW
    if partner_bid is not None and not tricks_of(partner_bid):
        return chance >= _NIL_BESIDE_NIL
    if not known.terms.partners:
        return chance >= _NIL_ALONE
    # The stronger the hand, the more tricks a nil gives away, so the nil must be likelier to be kept.
    wanted = _NIL_BEHIND if known.behind >= _FAR_BEHIND else _NIL_CHANCE
    if BLIND in known.bids:
        wanted = _NIL_AT_BLIND
    return chance >= wanted + 0.05 * max(0.0, tricks_in(hand) - 2)


def bids_blind(knowledge: Knowledge) -> bool:
    """Return whether to bid a blind nil (section 4.3): only if a rival is far ahead and close to winning.

    Never without a partner, and never if the partner bid nil.
    """
    known = hearing_of(knowledge)
    partner_bid = known.partner_bid
    if not knowledge.terms.partners or (partner_bid is not None and not tricks_of(partner_bid)):
        return False
    ahead = max(score for side, score in enumerate(knowledge.table.score) if side != knowledge.side)
    return ahead >= knowledge.terms.win - _NEARLY_OVER and known.behind >= _LOST


def wants_misdeal(hand: tuple[Card, ...], known: KnownBids) -> bool:
    """Return whether to declare a legal misdeal, which is optional (S11): if the hand is weak and bad for a nil."""
    return tricks_in(hand) < _WEAK and not wants_nil(hand, known)


# -- the exchange ---------------------------------------------------------------------------------


def given_away(hand: Sequence[Card], count: int) -> tuple[Card, ...]:
    """Return the `count` cards that a blind nil bidder passes (section 4.4): the most dangerous ones."""
    return tuple(sorted(hand, key=_danger, reverse=True)[:count])


def returned(hand: Sequence[Card], count: int) -> tuple[Card, ...]:
    """Return the `count` cards that a blind nil bidder's partner returns (section 4.4).

    Side cards go before spades, low cards first; of equal ranks the one of the longest suit goes first.
    """
    sizes: Mapping[Suit | None, int] = {suit: sum(one.suit is suit for one in hand) for suit in SUITS}
    return tuple(sorted(hand, key=lambda one: (one.suit is Suit.SPADES, one.height, -sizes[one.suit]))[:count])


def _danger(card: Card) -> tuple[int, int]:
    spade = card.suit is Suit.SPADES
    return card.height + (4 if spade and card.height >= Rank.TEN else 1 if spade else 0), card.height


@dataclass(frozen=True, slots=True)
class LearntNumbers:
    """The weights for tricks and nils; `bag`, `per_hand` and `drift` are for `players.winning_chance`."""

    tricks: Sequence[float]
    nil: Sequence[float]
    bag: float
    per_hand: float
    drift: float


@cache
def learnt() -> LearntNumbers:
    return LearntNumbers(**json.loads(files(__package__).joinpath(NUMBERS).read_text(encoding="ascii")))


def tricks_won(hand: int) -> float:
    """Return the tricks that the hand wins if all four seats fight for every trick."""
    return beyond(hand) + sum_of(learnt().tricks, trick_places(hand))


def nil_kept(hand: int) -> float:
    """Return the chance to keep a nil if the partner protects it and both rivals attack it."""
    return 1 / (1 + exp(-sum_of(learnt().nil, nil_places(hand))))


def sum_of(weights: Sequence[float], places: Sequence[int]) -> float:
    return sum(weights[place] for place in places)


def beyond(hand: int) -> int:
    """Return the number of spades above `_MOST_COUNTED`; each counts as a trick."""
    return max(0, (hand >> 39).bit_count() - _MOST_COUNTED)


def trick_places(hand: int) -> tuple[int, ...]:
    """Return the indices of the weights for tricks: one for each suit, and one for the shortest side suit."""
    suits = [hand >> (13 * suit) & _SUIT for suit in range(4)]
    sizes = [one.bit_count() for one in suits]
    spades, shortest = _SIDE[0] * _SIDE[1], min(*sizes[:3], _LONGEST_SHORT)
    short = spades + _SPADES[0] * _SPADES[1]
    return (
        *((suits[suit] >> 9) * _SIDE[1] + min(sizes[suit], _SIDE[1] - 1) for suit in range(3)),
        spades + (suits[3] >> 9) * _SPADES[1] + min(sizes[3], _SPADES[1] - 1),
        short + shortest * _SHORT[1] + min(sizes[3], _SHORT[1] - 1),
    )


def nil_places(hand: int) -> tuple[int, ...]:
    found = []
    for suit in range(3):
        held = hand >> (13 * suit) & _SUIT
        for low in range(min(_LOWEST, held.bit_count())):
            found.append(low * _RANKS + (held & -held).bit_length() - 1)  # the lowest rank held
            held &= held - 1
    spades, after = hand >> 39, _LOWEST * _RANKS
    found.append(after + min(spades.bit_count(), _MOST_SPADES))
    found.extend(after + _MOST_SPADES + 1 + rank for rank in range(_RANKS) if spades >> rank & 1)
    return tuple(found)
