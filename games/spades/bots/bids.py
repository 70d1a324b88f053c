"""Bids of Spades from the cards alone: tricks to be counted on, what a nil risks, and the other choices before play.

What a hand takes and a nil risks was learnt from play (`learnt`); the rest is judged here.

Knows a hand and what was said; of the other hands nothing. The expert asks it, too, what others would bid.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.bots.pack import pack_bits
from games.engine.cards import Card, Rank, Suit, card
from games.spades.bots.knowledge import SUITS, Knowledge
from games.spades.bots.learnt import nil_kept, tricks_won
from games.spades.options import Terms
from games.spades.score import Bid, tricks_of
from games.spades.state import TRICKS, side_of

#: A nil is bid from this chance on; beside a partner's nil, or where three hunt
#: it, it has to be nearly certain; far behind less.
_NIL_CHANCE, _NIL_BESIDE_NIL, _NIL_BEHIND, _NIL_ALONE = 0.6, 0.8, 0.45, 0.88
#: Where One Nil rules: the first of a side leaves the nil to its partner below this chance, unless it has few tricks;
#: the second takes what was left to it nearly always.
_NIL_FIRST, _FEW, _NIL_SECOND = 0.3, 2.5, 0.1
#: So many points behind is far.
_FAR_BEHIND = 150
#: A blind nil fails four times in five. It is for the last hands: a rival so near the end, and so far ahead.
_NEARLY_OVER, _LOST = 100, 180
#: Of the tricks counted so much is left out, alone and with a partner.
_CAUTION_ALONE, _CAUTION = 0.35, 0.2
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


@dataclass(frozen=True)
class KnownBids:
    """What a bidder knows besides its cards."""

    bids: tuple[Bid | None, ...]
    seat: int
    terms: Terms
    behind: int = 0

    @property
    def partner_bid(self) -> Bid | None:
        return self.bids[(self.seat + 2) % len(self.bids)] if self.terms.partners else None


def hearing_of(knowledge: Knowledge) -> KnownBids:
    return KnownBids(knowledge.table.bids, knowledge.seat, knowledge.terms, behind(knowledge))


def behind(knowledge: Knowledge) -> int:
    """Points by which the side trails the best other one; negative in the lead."""
    score = knowledge.table.score
    best = max(one for side, one in enumerate(score) if side != side_of(knowledge.terms, knowledge.seat))
    return best - score[side_of(knowledge.terms, knowledge.seat)]


# -- what a hand is worth -------------------------------------------------------------------------


@lru_cache(_REMEMBERED)
def tricks_in(hand: tuple[Card, ...]) -> float:
    """Tricks the hand can count on: what it takes in a fight for all, less its part of those that are in no bid."""
    return tricks_won(pack_bits(hand)) - _NOT_BID


@lru_cache(_REMEMBERED)
def nil_chance(hand: tuple[Card, ...]) -> float:
    """How likely the hand takes no trick at all, 0..1; 0 with the ace of spades."""
    return 0.0 if _HIGHEST in hand else nil_kept(pack_bits(hand))


# -- bids -----------------------------------------------------------------------------------------


def bid_of(hand: tuple[Card, ...], known: KnownBids, legal: Sequence[int]) -> int:
    """The bid of `legal` that the cards call for. There is always one."""
    if len(legal) == 1:
        return legal[0]
    if 0 in legal and wants_nil(hand, known):
        return 0
    hope = tricks_in(hand) - (_CAUTION if known.terms.partners else _CAUTION_ALONE)
    wanted = max(1, int(hope + _left_over(hope, known) + 0.5))
    return wanted if wanted in legal else min((bid for bid in legal if bid), key=lambda bid: (abs(bid - wanted), bid))


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
    return chance >= wanted + 0.05 * max(0.0, tricks_in(hand) - 2)


def bids_blind(knowledge: Knowledge) -> bool:
    """Whether a blind nil (section 4.3) is the last hope: a rival nearly there and far ahead, no nil with the partner.

    Never for the points alone, and never without a partner to cover it: it would only sink the bidder further.
    """
    partner_bid = hearing_of(knowledge).partner_bid
    if not knowledge.terms.partners or (partner_bid is not None and not tricks_of(partner_bid)):
        return False
    ahead = max(score for side, score in enumerate(knowledge.table.score) if side != knowledge.side)
    return ahead >= knowledge.terms.win - _NEARLY_OVER and behind(knowledge) >= _LOST


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
