"""Which card is played in Spades by policy: a nil of one's own, of the partner or of a rival first, then the contract,
then bags.

Counts what is out and sees who is void; guesses no hands. The expert falls back on it where cards are alike to it.
"""

from collections.abc import Sequence
from enum import StrEnum

from games.engine.cards import Card, Rank, Suit
from games.spades.bots.knowledge import Knowledge

#: So few tricks to spare, and the others can be set.
_CLOSE = 1
#: A card as high as this covers a partner's nil by itself.
_COVER = Rank.QUEEN


class Aim(StrEnum):
    """What the next trick is worth to the seat."""

    TAKE = "take"
    SHED = "shed"


def card_to_play(knowledge: Knowledge) -> Card:
    if len(knowledge.legal) == 1:
        return knowledge.legal[0]
    return follow(knowledge) if knowledge.view.led else lead(knowledge)


def aim_of(knowledge: Knowledge) -> Aim:
    """Tricks are wanted for the contract, and to set a side that can hardly spare one; others are bags."""
    if knowledge.need(knowledge.side) > 0:
        return Aim.TAKE
    others_want = knowledge.spare < knowledge.left
    return Aim.TAKE if others_want and knowledge.spare <= _CLOSE else Aim.SHED


def hunted(knowledge: Knowledge) -> tuple[int, ...]:
    """Rivals whose nil can still be broken, while the own contract does not need every trick."""
    if knowledge.need(knowledge.side) >= knowledge.left:
        return ()
    return tuple(seat for seat in knowledge.rivals if knowledge.keeps_nil(seat))


# -- to a trick -----------------------------------------------------------------------------------


def follow(knowledge: Knowledge) -> Card:
    winning = [one for one in knowledge.legal if knowledge.beats(one)]
    losing = [one for one in knowledge.legal if one not in winning]
    if knowledge.keeps_nil(knowledge.seat):
        return max(losing, key=_cost) if losing else _forced(knowledge, winning)
    if knowledge.keeps_nil(knowledge.partner) and _endangered(knowledge):
        return _cover(knowledge, winning, losing)
    prey = hunted(knowledge)
    if prey and losing and _duck_pays(knowledge, prey):
        return _under(knowledge, losing, prey)
    if aim_of(knowledge) is Aim.TAKE:
        return _take(knowledge, winning, losing)
    return _shed(knowledge, winning, losing)


def _forced(knowledge: Knowledge, winning: Sequence[Card]) -> Card:
    """A trick nobody wanted: the highest card if it is taken for certain, else the one likeliest overtaken."""
    return max(winning, key=_cost) if knowledge.is_last else min(winning, key=_cost)


def _cost(one: Card) -> tuple[bool, int]:
    return one.suit is Suit.SPADES, one.height


def _endangered(knowledge: Knowledge) -> bool:
    """Whether the partner's nil may fall in this trick: it wins as it lies, or has yet to play under a low card."""
    if knowledge.winner == knowledge.partner:
        return True
    best = knowledge.winning_card
    return knowledge.partner in knowledge.to_come and (
        best is None or (best.suit is knowledge.view.led and best.height < _COVER)
    )


def _cover(knowledge: Knowledge, winning: Sequence[Card], losing: Sequence[Card]) -> Card:
    """Over the partner's card with the cheapest that does; ahead of it with the highest, so that it can duck."""
    if not winning:
        return min(losing, key=_cost)
    if knowledge.partner not in knowledge.to_come:
        return min(winning, key=_cost)
    if knowledge.is_void(knowledge.partner if knowledge.partner is not None else knowledge.seat, knowledge.view.led):
        return _throw_or_take(knowledge, winning, losing)
    follows = [one for one in winning if one.suit is knowledge.view.led]
    return max(follows, key=_cost) if follows else min(winning, key=_cost)


def _throw_or_take(knowledge: Knowledge, winning: Sequence[Card], losing: Sequence[Card]) -> Card:
    """The partner is safe by itself, so the trick is judged by the contract."""
    if aim_of(knowledge) is Aim.TAKE:
        return _take(knowledge, winning, losing)
    return _shed(knowledge, winning, losing)


def _duck_pays(knowledge: Knowledge, prey: Sequence[int]) -> bool:
    """Whether staying low may leave the trick to a nil bidder: it wins as it lies, or plays later and may have to."""
    if knowledge.winner in prey:
        return True
    best = knowledge.winning_card
    waiting = [seat for seat in prey if seat in knowledge.to_come and not knowledge.is_void(seat, knowledge.view.led)]
    return bool(waiting) and (best is None or (best.suit is knowledge.view.led and best.height < _COVER))


def _under(knowledge: Knowledge, losing: Sequence[Card], prey: Sequence[int]) -> Card:
    """Below the nil bidder's card with the highest that stays below, ahead of it with the lowest."""
    if knowledge.winner in prey:
        return max(losing, key=lambda one: (one.suit is not Suit.SPADES, one.height))
    return min(losing, key=_cost)


def _take(knowledge: Knowledge, winning: Sequence[Card], losing: Sequence[Card]) -> Card:
    if losing and _left_to_partner(knowledge):
        return min(losing, key=_cost)
    if not winning:
        return _lowest(knowledge, losing)
    best = _worth_trying(knowledge, winning)
    if best is not None:
        return best
    return _lowest(knowledge, losing) if losing else min(winning, key=_cost)


def _left_to_partner(knowledge: Knowledge) -> bool:
    """Whether the partner wins the trick and nobody is likely to take it away."""
    best = knowledge.winning_card
    if best is None or knowledge.winner != knowledge.partner or knowledge.keeps_nil(knowledge.partner):
        return False
    rivals = [seat for seat in knowledge.to_come if seat in knowledge.rivals]
    if not rivals:
        return True
    if best.suit is not Suit.SPADES and any(knowledge.is_void(seat, best.suit) for seat in rivals):
        return best.height >= Rank.KING
    return knowledge.higher(best) == 0 or best.height >= Rank.QUEEN + (len(knowledge.to_come) > 1)


def _worth_trying(knowledge: Knowledge, winning: Sequence[Card]) -> Card | None:
    """The winner to play: the cheapest when last or trumping, else one that will hold; third in hand the highest."""
    cheapest = min(winning, key=_cost)
    if knowledge.is_last or (cheapest.suit is Suit.SPADES and knowledge.view.led is not Suit.SPADES):
        return cheapest
    best = max(winning, key=_cost)
    alike = [one for one in winning if one.suit is best.suit and knowledge.higher(one) == knowledge.higher(best)]
    third = len(knowledge.to_come) == 1
    if knowledge.higher(best) == 0 or third or knowledge.need(knowledge.side) >= knowledge.left:
        return min(alike, key=_cost)
    return None


def _lowest(knowledge: Knowledge, cards: Sequence[Card]) -> Card:
    """The least useful card: low, no spade, and of a suit without a high card that it guards."""
    return min(cards, key=lambda one: (one.suit is Suit.SPADES, knowledge.higher(one) == 0, one.height))


def _shed(knowledge: Knowledge, winning: Sequence[Card], losing: Sequence[Card]) -> Card:
    """Under the trick with the highest card; a trick that cannot be avoided takes the highest with it."""
    if losing:
        return max(losing, key=lambda one: (knowledge.lower(one) > 0, one.height))
    return _forced(knowledge, winning)


# -- to lead --------------------------------------------------------------------------------------


def lead(knowledge: Knowledge) -> Card:
    if knowledge.keeps_nil(knowledge.seat):
        return min(knowledge.legal, key=lambda one: (knowledge.lower(one), -knowledge.higher(one), one.height))
    if knowledge.keeps_nil(knowledge.partner):
        return _lead_for_nil(knowledge)
    prey = hunted(knowledge)
    if prey:
        return _lead_at_nil(knowledge, prey)
    if aim_of(knowledge) is Aim.TAKE:
        return _lead_to_take(knowledge)
    return min(knowledge.legal, key=lambda one: (knowledge.lower(one) - knowledge.higher(one), one.height))


def _lead_for_nil(knowledge: Knowledge) -> Card:
    """High, or a suit in which the partner has nothing: never a low card of a suit that it has to follow."""
    mate = knowledge.partner if knowledge.partner is not None else knowledge.seat

    def safety(one: Card) -> tuple[float, bool, int]:
        safe = knowledge.is_void(mate, one.suit) and one.suit is not Suit.SPADES
        return -1.0 if safe else knowledge.higher(one), one.suit is Suit.SPADES, -one.height

    return min(knowledge.legal, key=safety)


def _lead_at_nil(knowledge: Knowledge, prey: Sequence[int]) -> Card:
    """Low in a suit that the nil bidder still has to follow."""

    def hope(one: Card) -> tuple[bool, int, int]:
        follows = any(not knowledge.is_void(seat, one.suit) for seat in prey)
        return not follows, knowledge.lower(one), one.height

    return min(knowledge.legal, key=hope)


def _lead_to_take(knowledge: Knowledge) -> Card:
    """Side winners before they are trumped, then the highest spades; else low from a suit without a king to lose."""
    sure = [one for one in knowledge.legal if knowledge.higher(one) == 0]
    side = [one for one in sure if one.suit is not Suit.SPADES and not _trumped(knowledge, one)]
    if side:
        return min(side, key=lambda one: (-_still_out(knowledge, one.suit), one.text))
    spades = [one for one in sure if one.suit is Suit.SPADES]
    if spades and (knowledge.need(knowledge.side) >= len(knowledge.hand) - 2 or _draws_trumps(knowledge, len(spades))):
        return max(spades, key=_cost)
    for_partner = [one for one in knowledge.legal if _partner_trumps(knowledge, one)]
    return min(for_partner or knowledge.legal, key=lambda one: _lead_cost(knowledge, one))


def _trumped(knowledge: Knowledge, one: Card) -> bool:
    """Whether a rival has shown that it would trump the card."""
    return any(
        knowledge.is_void(seat, one.suit) and not knowledge.is_void(seat, Suit.SPADES) and not knowledge.keeps_nil(seat)
        for seat in knowledge.rivals
    )


def _still_out(knowledge: Knowledge, suit: Suit | None) -> int:
    return sum(one.suit is suit for one in knowledge.unseen)


def _draws_trumps(knowledge: Knowledge, sure: int) -> bool:
    """Whether leading trumps takes them from the rivals and leaves the own ones high."""
    return 0 < _still_out(knowledge, Suit.SPADES) <= 2 * sure


def _partner_trumps(knowledge: Knowledge, one: Card) -> bool:
    mate = knowledge.partner
    if mate is None or one.suit is Suit.SPADES:
        return False
    return knowledge.is_void(mate, one.suit) and not knowledge.is_void(mate, Suit.SPADES)


def _lead_cost(knowledge: Knowledge, one: Card) -> tuple[bool, bool, int, int]:
    """Spades stay at home, and so do suits with a king or queen that would be caught."""
    held = [other for other in knowledge.hand if other.suit is one.suit]
    tender = any(other.height in (Rank.KING, Rank.QUEEN) and knowledge.higher(other) for other in held)
    return one.suit is Suit.SPADES, tender, one.height, len(held)
