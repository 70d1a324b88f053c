"""Which card is played in Spades by habit: a nil of one's own, of the partner or of a rival first, then the contract,
then bags.

Counts what is out and sees who is void; guesses no hands. The expert falls back on it where cards are alike to it.
"""

from collections.abc import Sequence
from enum import StrEnum

from games.engine.cards import Card, Rank, Suit
from games.spades.bots.sight import Sight

#: So few tricks to spare, and the others can be set.
_CLOSE = 1
#: A card as high as this covers a partner's nil by itself.
_COVER = Rank.QUEEN


class Aim(StrEnum):
    """What the next trick is worth to the seat."""

    TAKE = "take"
    SHED = "shed"


def card_to_play(sight: Sight) -> Card:
    if len(sight.legal) == 1:
        return sight.legal[0]
    return follow(sight) if sight.led else lead(sight)


def aim_of(sight: Sight) -> Aim:
    """Tricks are wanted for the contract, and to set a side that can hardly spare one; others are bags."""
    if sight.need(sight.side) > 0:
        return Aim.TAKE
    others_want = sight.spare < sight.left
    return Aim.TAKE if others_want and sight.spare <= _CLOSE else Aim.SHED


def hunted(sight: Sight) -> tuple[int, ...]:
    """Rivals whose nil can still be broken, while the own contract does not need every trick."""
    if sight.need(sight.side) >= sight.left:
        return ()
    return tuple(seat for seat in sight.rivals if sight.keeps_nil(seat))


# -- to a trick -----------------------------------------------------------------------------------


def follow(sight: Sight) -> Card:
    winning = [one for one in sight.legal if sight.beats(one)]
    losing = [one for one in sight.legal if one not in winning]
    if sight.keeps_nil(sight.seat):
        return max(losing, key=_burden) if losing else _forced(sight, winning)
    if sight.keeps_nil(sight.partner) and _endangered(sight):
        return _cover(sight, winning, losing)
    prey = hunted(sight)
    if prey and losing and _duck_pays(sight, prey):
        return _under(sight, losing, prey)
    if aim_of(sight) is Aim.TAKE:
        return _take(sight, winning, losing)
    return _shed(sight, winning, losing)


def _burden(one: Card) -> tuple[bool, int]:
    return one.suit is Suit.SPADES, one.height


def _forced(sight: Sight, winning: Sequence[Card]) -> Card:
    """A trick nobody wanted: the highest card if it is taken for certain, else the one likeliest overtaken."""
    return max(winning, key=_cost) if sight.is_last else min(winning, key=_cost)


def _cost(one: Card) -> tuple[bool, int]:
    return one.suit is Suit.SPADES, one.height


def _endangered(sight: Sight) -> bool:
    """Whether the partner's nil may fall in this trick: it wins as it lies, or has yet to play under a low card."""
    if sight.winner == sight.partner:
        return True
    best = sight.winning_card
    return sight.partner in sight.to_come and (best is None or (best.suit is sight.led and best.height < _COVER))


def _cover(sight: Sight, winning: Sequence[Card], losing: Sequence[Card]) -> Card:
    """Over the partner's card with the cheapest that does; ahead of it with the highest, so that it can duck."""
    if not winning:
        return min(losing, key=_cost)
    if sight.partner not in sight.to_come:
        return min(winning, key=_cost)
    if sight.is_void(sight.partner if sight.partner is not None else sight.seat, sight.led):
        return _throw_or_take(sight, winning, losing)
    follows = [one for one in winning if one.suit is sight.led]
    return max(follows, key=_cost) if follows else min(winning, key=_cost)


def _throw_or_take(sight: Sight, winning: Sequence[Card], losing: Sequence[Card]) -> Card:
    """The partner is safe by itself, so the trick is judged by the contract."""
    if aim_of(sight) is Aim.TAKE:
        return _take(sight, winning, losing)
    return _shed(sight, winning, losing)


def _duck_pays(sight: Sight, prey: Sequence[int]) -> bool:
    """Whether staying low may leave the trick to a nil bidder: it wins as it lies, or plays later and may have to."""
    if sight.winner in prey:
        return True
    best = sight.winning_card
    waiting = [seat for seat in prey if seat in sight.to_come and not sight.is_void(seat, sight.led)]
    return bool(waiting) and (best is None or (best.suit is sight.led and best.height < _COVER))


def _under(sight: Sight, losing: Sequence[Card], prey: Sequence[int]) -> Card:
    """Below the nil bidder's card with the highest that stays below, ahead of it with the lowest."""
    if sight.winner in prey:
        return max(losing, key=lambda one: (one.suit is not Suit.SPADES, one.height))
    return min(losing, key=_cost)


def _take(sight: Sight, winning: Sequence[Card], losing: Sequence[Card]) -> Card:
    if losing and _left_to_partner(sight):
        return min(losing, key=_cost)
    if not winning:
        return _lowest(sight, losing)
    best = _worth_trying(sight, winning)
    if best is not None:
        return best
    return _lowest(sight, losing) if losing else min(winning, key=_cost)


def _left_to_partner(sight: Sight) -> bool:
    """Whether the partner wins the trick and nobody is likely to take it away."""
    best = sight.winning_card
    if best is None or sight.winner != sight.partner or sight.keeps_nil(sight.partner):
        return False
    rivals = [seat for seat in sight.to_come if seat in sight.rivals]
    if not rivals:
        return True
    if best.suit is not Suit.SPADES and any(sight.is_void(seat, best.suit) for seat in rivals):
        return best.height >= Rank.KING
    return sight.higher(best) == 0 or best.height >= Rank.QUEEN + (len(sight.to_come) > 1)


def _worth_trying(sight: Sight, winning: Sequence[Card]) -> Card | None:
    """The winner to play: the cheapest when last or trumping, else one that will hold; third in hand the highest."""
    cheapest = min(winning, key=_cost)
    if sight.is_last or (cheapest.suit is Suit.SPADES and sight.led is not Suit.SPADES):
        return cheapest
    best = max(winning, key=_cost)
    alike = [one for one in winning if one.suit is best.suit and sight.higher(one) == sight.higher(best)]
    third = len(sight.to_come) == 1
    if sight.higher(best) == 0 or third or sight.need(sight.side) >= sight.left:
        return min(alike, key=_cost)
    return None


def _lowest(sight: Sight, cards: Sequence[Card]) -> Card:
    """The least useful card: low, no spade, and of a suit without a high card that it guards."""
    return min(cards, key=lambda one: (one.suit is Suit.SPADES, sight.higher(one) == 0, one.height))


def _shed(sight: Sight, winning: Sequence[Card], losing: Sequence[Card]) -> Card:
    """Under the trick with the highest card; a trick that cannot be avoided takes the highest with it."""
    if losing:
        return max(losing, key=lambda one: (sight.lower(one) > 0, one.height))
    return _forced(sight, winning)


# -- to lead --------------------------------------------------------------------------------------


def lead(sight: Sight) -> Card:
    if sight.keeps_nil(sight.seat):
        return min(sight.legal, key=lambda one: (sight.lower(one), -sight.higher(one), one.height))
    if sight.keeps_nil(sight.partner):
        return _lead_for_nil(sight)
    prey = hunted(sight)
    if prey:
        return _lead_at_nil(sight, prey)
    if aim_of(sight) is Aim.TAKE:
        return _lead_to_take(sight)
    return min(sight.legal, key=lambda one: (sight.lower(one) - sight.higher(one), one.height))


def _lead_for_nil(sight: Sight) -> Card:
    """High, or a suit in which the partner has nothing: never a low card of a suit that it has to follow."""
    mate = sight.partner if sight.partner is not None else sight.seat

    def safety(one: Card) -> tuple[float, bool, int]:
        safe = sight.is_void(mate, one.suit) and one.suit is not Suit.SPADES
        return -1.0 if safe else sight.higher(one), one.suit is Suit.SPADES, -one.height

    return min(sight.legal, key=safety)


def _lead_at_nil(sight: Sight, prey: Sequence[int]) -> Card:
    """Low in a suit that the nil bidder still has to follow."""

    def hope(one: Card) -> tuple[bool, int, int]:
        follows = any(not sight.is_void(seat, one.suit) for seat in prey)
        return not follows, sight.lower(one), one.height

    return min(sight.legal, key=hope)


def _lead_to_take(sight: Sight) -> Card:
    """Side winners before they are trumped, then the highest spades; else low from a suit without a king to lose."""
    sure = [one for one in sight.legal if sight.higher(one) == 0]
    side = [one for one in sure if one.suit is not Suit.SPADES and not _trumped(sight, one)]
    if side:
        return min(side, key=lambda one: (-_still_out(sight, one.suit), one.text))
    spades = [one for one in sure if one.suit is Suit.SPADES]
    if spades and (sight.need(sight.side) >= len(sight.hand) - 2 or _draws_trumps(sight, len(spades))):
        return max(spades, key=_cost)
    for_partner = [one for one in sight.legal if _partner_trumps(sight, one)]
    return min(for_partner or sight.legal, key=lambda one: _lead_cost(sight, one))


def _trumped(sight: Sight, one: Card) -> bool:
    """Whether a rival has shown that it would trump the card."""
    return any(
        sight.is_void(seat, one.suit) and not sight.is_void(seat, Suit.SPADES) and not sight.keeps_nil(seat)
        for seat in sight.rivals
    )


def _still_out(sight: Sight, suit: Suit | None) -> int:
    return sum(one.suit is suit for one in sight.unseen)


def _draws_trumps(sight: Sight, sure: int) -> bool:
    """Whether leading trumps takes them from the rivals and leaves the own ones high."""
    return 0 < _still_out(sight, Suit.SPADES) <= 2 * sure


def _partner_trumps(sight: Sight, one: Card) -> bool:
    mate = sight.partner
    if mate is None or one.suit is Suit.SPADES:
        return False
    return sight.is_void(mate, one.suit) and not sight.is_void(mate, Suit.SPADES)


def _lead_cost(sight: Sight, one: Card) -> tuple[bool, bool, int, int]:
    """Spades stay at home, and so do suits with a king or queen that would be caught."""
    held = [other for other in sight.hand if other.suit is one.suit]
    tender = any(other.height in (Rank.KING, Rank.QUEEN) and sight.higher(other) for other in held)
    return one.suit is Suit.SPADES, tender, one.height, len(held)
