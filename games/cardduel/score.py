"""The effects of plays in Card Duel (docs/rules/cardduel.md, sections 5 to 9), blaze of glory, the end of a duel.

Independent of turns, remaining hands and the deck, which `rules` handles.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final, TypeAlias

from games.engine.actions import Argument, texts
from games.engine.cards import Card, Suit, in_hand_order
from games.engine.state import Result, Seat, ahead, ended, put

Pair: TypeAlias = tuple[int, int]
Hands: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...]]

SWORDS: Final = Suit.SPADES
CUPS: Final = Suit.HEARTS
WANDS: Final = Suit.CLUBS
SHIELDS: Final = Suit.DIAMONDS


class Deed(StrEnum):
    """The purpose of a play, which depends on its top card and on whether wands lie below."""

    HEAL = "heal"
    ATTACK = "attack"
    SHIELD = "shield"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Play:
    """A single card, or a stack of wands and a top card; the order of the wands does not count (D4)."""

    top: Card
    wands: tuple[Card, ...] = ()

    @classmethod
    def of(cls, cards: Sequence[Card]) -> "Play":
        """Return the play of these cards, the top last."""
        return cls(cards[-1], in_hand_order(cards[:-1]))

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, the top last."""
        return (*self.wands, self.top)

    @property
    def argument(self) -> Argument:
        """The argument of its action: one card, or a list with the top last."""
        return texts(self.cards) if self.wands else self.top.text

    @property
    def bonus(self) -> int:
        """The sum of the wands, added to a sword or a shield on them."""
        return total(self.wands)

    @property
    def value(self) -> int:
        """The height of the top card, 2..14, plus the bonus (section 5)."""
        return self.top.height + self.bonus

    @property
    def deed(self) -> Deed:
        """The purpose; a cup or a wand on wands does nothing (D5, D6)."""
        match self.top.suit:
            case Suit.SPADES:
                return Deed.ATTACK
            case Suit.DIAMONDS:
                return Deed.SHIELD
            case Suit.HEARTS if not self.wands:
                return Deed.HEAL
        return Deed.NOTHING

    @property
    def shield(self) -> int:
        """The value that is subtracted from the opponent's attack in the same round."""
        return self.value if self.deed is Deed.SHIELD else 0


Plays: TypeAlias = tuple[Play, Play]


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of one play in a round; `hp` is by seat, afterwards.

    `change` is the healing or the damage: `top` + `wands` − the opponent's `shield`, at most the hit points left.
    """

    seat: Seat
    deed: Deed
    top: int
    wands: int
    shield: int
    change: int
    hp: Pair

    def as_record(self) -> Mapping[str, Argument]:
        return {**asdict(self), "deed": str(self.deed)}


@dataclass(frozen=True, slots=True)
class Round:
    """A round with both plays. `plays` and `before`, the hit points at its start, are by seat.

    `effects` are in order of play; the second is missing if the first was fatal.
    """

    number: int
    coin: Seat
    plays: Plays
    effects: tuple[Effect, ...]
    before: Pair

    @property
    def hp(self) -> Pair:
        """The hit points by seat after the round."""
        return self.effects[-1].hp

    def healed(self, seat: Seat) -> int:
        """Return the hit points that the seat's cup restored."""
        return sum(one.change for one in self.effects if one.seat == seat and one.deed is Deed.HEAL)

    def dealt(self, seat: Seat) -> int:
        """Return the damage of the seat's attack."""
        return sum(one.change for one in self.effects if one.seat == seat and one.deed is Deed.ATTACK)

    def blocked(self, seat: Seat) -> int:
        """Return the part of the opponent's attack that the seat's shield stopped."""
        return sum(min(one.shield, one.top + one.wands) for one in self.effects if one.seat != seat)

    def changes(self, seat: Seat) -> tuple[int, ...]:
        """Return the changes of the seat's hit points, one for each effect on them."""
        course = [self.before[seat], *(one.hp[seat] for one in self.effects)]
        return tuple(after - before for before, after in pairwise(course) if after != before)

    def as_record(self) -> Mapping[str, Argument]:
        """Return the round for the sheet, without `number` and `before`, which follow from its place."""
        return {
            "coin": self.coin,
            "plays": tuple(play.argument for play in self.plays),
            "effects": tuple(effect.as_record() for effect in self.effects),
        }


@dataclass(frozen=True, slots=True)
class Blaze:
    """A blaze of glory: both hands as shown, and the sums that counted. `hp` is by seat, afterwards.

    `cups` and `shields` are the opponent's, `swords` the invoker's. `damage` is `swords` − `shields`, at most the hit
    points left after healing.
    """

    invoker: Seat
    hands: Hands
    cups: int
    swords: int
    shields: int
    damage: int
    hp: Pair

    @property
    def winner(self) -> Seat:
        """The invoker if the opponent is at 0, else the opponent."""
        other = 1 - self.invoker
        return self.invoker if self.hp[other] == 0 else other

    def as_record(self) -> Mapping[str, Argument]:
        return {
            "invoker": self.invoker,
            "hands": tuple(texts(hand) for hand in self.hands),
            "cups": self.cups,
            "swords": self.swords,
            "shields": self.shields,
            "damage": self.damage,
            "hp": self.hp,
        }


@dataclass(frozen=True, slots=True)
class Tally:
    """A seat's totals in a duel, in hit points; `blocked` is what its shields stopped."""

    dealt: int
    taken: int
    healed: int
    blocked: int


def tally(rounds: Sequence[Round], blaze: Blaze | None, seat: Seat) -> Tally:
    """Return a seat's totals, with the blaze that ended the duel: it heals and shields the invoker's opponent."""
    dealt, taken = (sum(one.dealt(by) for one in rounds) for by in (seat, 1 - seat))
    healed, blocked = sum(one.healed(seat) for one in rounds), sum(one.blocked(seat) for one in rounds)
    if blaze is None:
        return Tally(dealt, taken, healed, blocked)
    if blaze.invoker == seat:
        return Tally(dealt + blaze.damage, taken, healed, blocked)
    return Tally(dealt, taken + blaze.damage, healed + blaze.cups, blocked + min(blaze.swords, blaze.shields))


def total(held: Sequence[Card], suit: Suit | None = None) -> int:
    """Return the sum of the heights (2..14) of all cards, or of those of one suit."""
    return sum(one.height for one in held if suit in (None, one.suit))


def score_round(*, number: int, coin: Seat, plays: Plays, hp: Pair) -> Round:
    """Resolve player 1's play, then player 2's if they still have hit points: both cannot fall (D7)."""
    first = effect_of(plays, coin, hp)
    if 0 in first.hp:
        return Round(number, coin, plays, (first,), hp)
    return Round(number, coin, plays, (first, effect_of(plays, 1 - coin, first.hp)), hp)


def effect_of(plays: Plays, seat: Seat, hp: Pair) -> Effect:
    """Resolve the play of `seat` at the current hit points; an attack does not use up a shield (section 6)."""
    play, other = plays[seat], 1 - seat
    shield = change = 0
    match play.deed:
        case Deed.HEAL:
            change = play.value
            hp = put(hp, seat, hp[seat] + change)  # no limit (D1)
        case Deed.ATTACK:
            shield = plays[other].shield
            change = min(hp[other], max(0, play.value - shield))
            hp = put(hp, other, hp[other] - change)
    return Effect(seat, play.deed, play.top.height, play.bonus, shield, change, hp)


def score_blaze(*, invoker: Seat, hands: Hands, hp: Pair) -> Blaze:
    """Heal and then hit the invoker's opponent by the cards in both hands; the invoker's HP stay (section 8)."""
    other = 1 - invoker
    cups, shields = total(hands[other], CUPS), total(hands[other], SHIELDS)
    swords, healed = total(hands[invoker], SWORDS), hp[other] + cups
    damage = min(healed, max(0, swords - shields))
    return Blaze(invoker, hands, cups, swords, shields, damage, put(hp, other, healed - damage))


def end_of_round(hp: Pair, *, rounds: int, most: int) -> Result | None:
    """Return a defeat, or after `most` rounds (0: no limit) the result by HP, a draw if equal (D12); else None."""
    if 0 in hp:
        return ended(ahead(*hp), "hp")
    return ended(ahead(*hp), "rounds") if most and rounds >= most else None
