"""Bids of Spades by count: expected tricks, the risk of a nil, what the score asks for, and the exchange.

Tricks by holding, the risk of a nil and the worth of the score were fitted to played hands: `training.teach_spades`
writes the numbers. Knows a hand, the score and the bids made, and nothing of the other hands. The expert simulates the
bids of other seats with it.
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
from games.spades.score import BLIND, Bid, Standing, end_of_game, score_side, tricks_of
from games.spades.state import TRICKS, partner, seats_of, side_of

#: A nil is bid from this chance on; beside a partner's nil, or where three hunt
#: it, it has to be nearly certain; far behind less.
_NIL_CHANCE, _NIL_BESIDE_NIL, _NIL_BEHIND, _NIL_ALONE = 0.6, 0.8, 0.45, 0.88
#: After a rival's blind nil: the game is nearly won, and cards that break the blind nil win it more often than a nil.
_NIL_AT_BLIND = 0.75
#: Where One Nil rules: the first of a side leaves the nil to its partner below this chance, unless it has few tricks;
#: the second takes what was left to it nearly always.
_NIL_FIRST, _FEW, _NIL_SECOND = 0.3, 2.5, 0.1
#: So many points behind is far.
_FAR_BEHIND = 150
#: A blind nil fails four times in five. It is for the last hands: a rival so near the end, and so far ahead.
_NEARLY_OVER, _LOST = 100, 180
#: Of the tricks counted so much is left out, alone and with a partner.
_CAUTION_ALONE, _CAUTION = 0.35, 0.2
#: A bid of its tricks is made in half of all hands this far above them, and how fast that falls: a logistic curve over
#: the hands of `training.spades_lessons`. A bid that has to save the game is tried from this chance on.
_EVEN, _STEEP, _LAST_HOPE = 0.5, 2.1, 0.1
#: The bids of one hand rarely bring a side so many points.
_MOST_POINTS = 150
#: Of thirteen tricks so many are usually in no bid; the last to bid goes so far towards a difference.
_USUALLY_FREE, _HEED = 2.0, 0.25
#: A weak hand is dealt again where it may be and is no nil.
_WEAK = 2.0
#: By so much a hand counts on fewer tricks than it takes in a fight for all: its part of those that are in no bid is
#: more, but a trick that was left out is a bag, and others duck once they have theirs.
_NOT_BID = 0.1
_HIGHEST = card("AS")
#: An imagined auction asks for the same few hands again and again.
_REMEMBERED = 1024
NUMBERS: Final = "learnt.json"
_SUIT: Final = (1 << 13) - 1
#: Rows and columns: a side suit by its four honours and its length, spades likewise, the shortest side suit by spades.
_SIDE, _SPADES, _SHORT, _LONGEST_SHORT = (16, 8), (16, 7), (4, 7), 3
#: So many spades are met often enough to learn from; each one more is a trick more.
_MOST_COUNTED: Final = 6
TRICK_WEIGHTS: Final = _SIDE[0] * _SIDE[1] + _SPADES[0] * _SPADES[1] + _SHORT[0] * _SHORT[1]
#: Of a nil: the four lowest cards of each side suit by rank, how many spades, and which.
_LOWEST, _MOST_SPADES, _RANKS = 4, 6, 13
NIL_WEIGHTS: Final = _LOWEST * _RANKS + _MOST_SPADES + 1 + _RANKS


class Stakes:
    """The score before a hand. Scores after a contract are kept, because imagined auctions ask for the same ones."""

    def __init__(self, terms: Terms, standings: Sequence[Standing]) -> None:
        self._terms, self._standings = terms, standings
        scores = [one.score for one in standings]
        rivals = [max((*scores[:side], *scores[side + 1 :])) for side in range(terms.sides)]
        #: Points by which each side trails the best other one; negative in the lead.
        self.behind = [best - own for best, own in zip(rivals, scores, strict=True)]
        #: By side: whether another one may win in this hand.
        self.is_near_end = [best >= terms.win - _MOST_POINTS for best in rivals]
        self._seats = [seats_of(terms, side) for side in range(terms.sides)]
        self._after: dict[object, int] = {}

    def is_lost(self, side: int, bids: Sequence[Bid | None]) -> bool:
        """Whether another side wins the game if every seat takes exactly what it has bid."""
        scores = [self._score(one, [bids[seat] for seat in seats]) for one, seats in enumerate(self._seats)]
        end = end_of_game(scores, self._terms)
        return end is not None and end.winner != side

    def _score(self, side: int, bids: Sequence[Bid | None]) -> int:
        key = (side, *bids)
        if key not in self._after:
            made = [bid for bid in bids if bid is not None]
            line = score_side(self._standings[side], made, [tricks_of(bid) for bid in made], self._terms)
            self._after[key] = line.score
        return self._after[key]


@dataclass(frozen=True)
class KnownBids:
    """What a bidder knows besides its cards. Without `stakes` it bids as if all sides were level."""

    bids: tuple[Bid | None, ...]
    seat: int
    terms: Terms
    stakes: Stakes | None = None

    @property
    def partner_bid(self) -> Bid | None:
        return self.bids[partner(self.seat)] if self.terms.partners else None

    @property
    def side(self) -> int:
        return side_of(self.terms, self.seat)

    @property
    def behind(self) -> int:
        return self.stakes.behind[self.side] if self.stakes else 0


def hearing_of(knowledge: Knowledge) -> KnownBids:
    table = knowledge.table
    stakes = Stakes(knowledge.terms, tuple(map(Standing, table.score, table.bags)))
    return KnownBids(table.bids, knowledge.seat, knowledge.terms, stakes)


# -- what a hand is worth -------------------------------------------------------------------------


@lru_cache(_REMEMBERED)
def tricks_in(hand: tuple[Card, ...]) -> float:
    """Tricks the hand can count on: what it takes in a fight for all, less its part of those that are in no bid."""
    return tricks_won(pack_bits(hand)) - _NOT_BID


@lru_cache(_REMEMBERED)
def nil_chance(hand: tuple[Card, ...]) -> float:
    """How likely the hand takes no trick at all, 0..1; 0 with the ace of spades."""
    return 0.0 if _HIGHEST in hand else nil_kept(pack_bits(hand))


def made_chance(hand: tuple[Card, ...], bid: int) -> float:
    """How likely the hand takes as many tricks as are bid, or none for a nil; 0..1."""
    if not bid:
        return nil_chance(hand)
    return 1 / (1 + exp(_STEEP * (bid - tricks_won(pack_bits(hand)) - _EVEN)))


# -- bids -----------------------------------------------------------------------------------------


def bid_of(hand: tuple[Card, ...], known: KnownBids, legal: Sequence[int]) -> int:
    """The bid of `legal` that the cards and the score call for. There is always one."""
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
    """Whether that bid, made exactly like all others, leaves the game to a rival.

    No bid does while a partner still to bid may save the game. Where One Nil rules, a nil is no free choice.
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
    """The likeliest bid after which no rival wins by its own bid, or `counted` where none has a chance."""
    saving = [bid for bid in legal if (bid > counted or not bid) and not _loses(known, bid)]
    best = max(saving, key=lambda bid: made_chance(hand, bid), default=counted)
    return best if made_chance(hand, best) >= _LAST_HOPE else counted


def _left_over(hope: float, known: KnownBids) -> float:
    """What the last to bid adds when the others want little between them, or leaves out when they want much."""
    others = [bid for seat, bid in enumerate(known.bids) if seat != known.seat and bid is not None]
    if len(others) < len(known.bids) - 1:
        return 0.0
    free = TRICKS - sum(map(tricks_of, others)) - hope
    return max(-1.0, min(1.5, _HEED * (free - _USUALLY_FREE)))


def wants_nil(hand: tuple[Card, ...], known: KnownBids) -> bool:
    """Whether nil is the better bid. Where One Nil rules, one of each side has to play it (section 4.2)."""
    chance, partner_bid = nil_chance(hand), known.partner_bid
    if known.terms.one_nil:
        if partner_bid is not None:
            return tricks_of(partner_bid) > 0 and (chance > _NIL_SECOND or tricks_in(hand) < known.terms.least_bid)
        return chance > _NIL_FIRST or tricks_in(hand) < _FEW
    if partner_bid is not None and not tricks_of(partner_bid):
        return chance >= _NIL_BESIDE_NIL
    if not known.terms.partners:
        return chance >= _NIL_ALONE
    # A strong hand gives away its tricks with a nil.
    wanted = _NIL_BEHIND if known.behind >= _FAR_BEHIND else _NIL_CHANCE
    if BLIND in known.bids:
        wanted = _NIL_AT_BLIND
    return chance >= wanted + 0.05 * max(0.0, tricks_in(hand) - 2)


def bids_blind(knowledge: Knowledge) -> bool:
    """Whether a blind nil (section 4.3) is the last hope: a rival nearly there and far ahead, no nil with the partner.

    Never for the points alone, and never without a partner to cover it: it would only sink the bidder further.
    """
    known = hearing_of(knowledge)
    partner_bid = known.partner_bid
    if not knowledge.terms.partners or (partner_bid is not None and not tricks_of(partner_bid)):
        return False
    ahead = max(score for side, score in enumerate(knowledge.table.score) if side != knowledge.side)
    return ahead >= knowledge.terms.win - _NEARLY_OVER and known.behind >= _LOST


def wants_misdeal(hand: tuple[Card, ...], known: KnownBids) -> bool:
    """Whether a hand that may be dealt again (section 5) should be: weak and no nil (a claim is optional, S11)."""
    return tricks_in(hand) < _WEAK and not wants_nil(hand, known)


# -- the exchange ---------------------------------------------------------------------------------


def given_away(hand: Sequence[Card], count: int) -> tuple[Card, ...]:
    """The `count` cards a blind nil bidder passes (section 4.4): those it fears most."""
    return tuple(sorted(hand, key=_danger, reverse=True)[:count])


def returned(hand: Sequence[Card], count: int) -> tuple[Card, ...]:
    """The `count` cards its partner gives back (section 4.4): low ones, no spades, out of the longer suits."""
    sizes: Mapping[Suit | None, int] = {suit: sum(one.suit is suit for one in hand) for suit in SUITS}
    return tuple(sorted(hand, key=lambda one: (one.suit is Suit.SPADES, one.height, -sizes[one.suit]))[:count])


def _danger(one: Card) -> tuple[int, int]:
    spade = one.suit is Suit.SPADES
    return one.height + (4 if spade and one.height >= Rank.TEN else 1 if spade else 0), one.height


@dataclass(frozen=True, slots=True)
class Learnt:
    """`bag`, `per_hand` and `drift` are the numbers of `evaluation`."""

    tricks: Sequence[float]
    nil: Sequence[float]
    bag: float
    per_hand: float
    drift: float


@cache
def learnt() -> Learnt:
    return Learnt(**json.loads(files(__package__).joinpath(NUMBERS).read_text(encoding="ascii")))


def tricks_won(hand: int) -> float:
    """The tricks such a hand takes where all four fight for every one."""
    return beyond(hand) + sum_of(learnt().tricks, trick_places(hand))


def nil_kept(hand: int) -> float:
    """How often a nil is kept with such a hand, a partner covering it and two rivals hunting it."""
    return 1 / (1 + exp(-sum_of(learnt().nil, nil_places(hand))))


def sum_of(weights: Sequence[float], places: Sequence[int]) -> float:
    return sum(weights[place] for place in places)


def beyond(hand: int) -> int:
    """Spades of which each is a trick by itself."""
    return max(0, (hand >> 39).bit_count() - _MOST_COUNTED)


def trick_places(hand: int) -> tuple[int, ...]:
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
            found.append(low * _RANKS + _lowest_rank(held))
            held &= held - 1
    spades, after = hand >> 39, _LOWEST * _RANKS
    found.append(after + min(spades.bit_count(), _MOST_SPADES))
    found.extend(after + _MOST_SPADES + 1 + rank for rank in range(_RANKS) if spades >> rank & 1)
    return tuple(found)


def _lowest_rank(held: int) -> int:
    return (held & -held).bit_length() - 1
