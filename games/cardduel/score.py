"""What a play of Card Duel does (docs/rules/cardduel.md, sections 5 to 9): effects, blaze of glory, the end of a duel.

Knows nothing of turns, hands still held or the deck: `rules` moves the state.
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
    """What a play is for; each has one, whatever lies under its top."""

    HEAL = "heal"
    ATTACK = "attack"
    SHIELD = "shield"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Play:
    """A single card, or a stack: wands and the top that closes it. The order of the wands is no part of it (D4)."""

    top: Card
    wands: tuple[Card, ...] = ()

    @classmethod
    def of(cls, cards: Sequence[Card]) -> "Play":
        """The play of these cards, the top last."""
        return cls(cards[-1], in_hand_order(cards[:-1]))

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of it, the wands first and the top last."""
        return (*self.wands, self.top)

    @property
    def argument(self) -> Argument:
        """As an action names it: one card, or a list with the top last."""
        return texts(self.cards) if self.wands else self.top.text

    @property
    def bonus(self) -> int:
        """What the wands add to a sword or a shield on them."""
        return total(self.wands)

    @property
    def value(self) -> int:
        """The height of its top, 2..14, with what the wands add (section 5)."""
        return self.top.height + self.bonus

    @property
    def deed(self) -> Deed:
        """Under a cup or another wand the wands are lost, and the top with them (D5, D6)."""
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
        """What it takes off the opponent's attack in the same round."""
        return self.value if self.deed is Deed.SHIELD else 0


Plays: TypeAlias = tuple[Play, Play]


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of one play in a round; `hp` is by seat, after it.

    `change` is the healing, or the damage: `top` + `wands` − the opponent's `shield`, at most the hit points that were
    left.
    """

    seat: Seat
    deed: Deed
    top: int
    wands: int
    shield: int
    change: int
    hp: Pair

    def as_record(self) -> Mapping[str, Argument]:
        """By field, for the sheet of a duel."""
        return {**asdict(self), "deed": str(self.deed)}


@dataclass(frozen=True, slots=True)
class Round:
    """A round in which both have played, with the hit points `before` it.

    `plays`, `before` are by seat. `effects` stand in their order; there is only one if it was fatal.
    """

    number: int
    coin: Seat
    plays: Plays
    effects: tuple[Effect, ...]
    before: Pair

    @property
    def hp(self) -> Pair:
        """The hit points by seat after it."""
        return self.effects[-1].hp

    def healed(self, seat: Seat) -> int:
        """The hit points that the seat's cup restored."""
        return sum(one.change for one in self.effects if one.seat == seat and one.deed is Deed.HEAL)

    def dealt(self, seat: Seat) -> int:
        """The damage of the seat's attack."""
        return sum(one.change for one in self.effects if one.seat == seat and one.deed is Deed.ATTACK)

    def blocked(self, seat: Seat) -> int:
        """The part of the opponent's attack that the seat's shield stopped."""
        return sum(min(one.shield, one.top + one.wands) for one in self.effects if one.seat != seat)

    def changes(self, seat: Seat) -> tuple[int, ...]:
        """The changes of the seat's hit points, effect by effect."""
        course = [self.before[seat], *(one.hp[seat] for one in self.effects)]
        return tuple(after - before for before, after in pairwise(course) if after != before)

    def as_record(self) -> Mapping[str, Argument]:
        """For the sheet of a duel; number and hit points before it follow from its place."""
        return {
            "coin": self.coin,
            "plays": tuple(play.argument for play in self.plays),
            "effects": tuple(effect.as_record() for effect in self.effects),
        }


@dataclass(frozen=True, slots=True)
class Blaze:
    """A blaze of glory: both hands as they were shown, and what counted of them. `hp` is by seat, after it.

    `cups` and `shields` are the opponent's, `swords` the invoker's. `damage` is `swords` − `shields`, at most the hit
    points that were left after healing.
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
        """By field, for the sheet of a duel, cards written."""
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
    """A seat's totals in a duel, in hit points: damage dealt and taken, healing, and what its shields blocked."""

    dealt: int
    taken: int
    healed: int
    blocked: int


def tally(rounds: Sequence[Round], blaze: Blaze | None, seat: Seat) -> Tally:
    """Add up the rounds of a duel and the blaze that ended it. A blaze heals and shields the invoker's opponent."""
    dealt, taken = (sum(one.dealt(by) for one in rounds) for by in (seat, 1 - seat))
    healed, blocked = sum(one.healed(seat) for one in rounds), sum(one.blocked(seat) for one in rounds)
    if blaze is None:
        return Tally(dealt, taken, healed, blocked)
    if blaze.invoker == seat:
        return Tally(dealt + blaze.damage, taken, healed, blocked)
    return Tally(dealt, taken + blaze.damage, healed + blaze.cups, blocked + min(blaze.swords, blaze.shields))


def total(held: Sequence[Card], suit: Suit | None = None) -> int:
    """The sum of the values, 2..14 each, of all the cards or of those of one suit."""
    return sum(one.height for one in held if suit in (None, one.suit))


def score_round(*, number: int, coin: Seat, plays: Plays, hp: Pair) -> Round:
    """Player 1's play, then player 2's if that one still stands, so never do both fall (D7)."""
    first = effect_of(plays, coin, hp)
    if 0 in first.hp:
        return Round(number, coin, plays, (first,), hp)
    return Round(number, coin, plays, (first, effect_of(plays, 1 - coin, first.hp)), hp)


def effect_of(plays: Plays, seat: Seat, hp: Pair) -> Effect:
    """Resolve the play of `seat` against the current hit points; an attack does not use up a shield (section 6)."""
    play, other = plays[seat], 1 - seat
    shield = change = 0
    match play.deed:
        case Deed.HEAL:
            change = play.value
            hp = put(hp, seat, hp[seat] + change)  # without a limit (D1)
        case Deed.ATTACK:
            shield = plays[other].shield
            change = min(hp[other], max(0, play.value - shield))
            hp = put(hp, other, hp[other] - change)
    return Effect(seat, play.deed, play.top.height, play.bonus, shield, change, hp)


def score_blaze(*, invoker: Seat, hands: Hands, hp: Pair) -> Blaze:
    """Heal the invoker's opponent, then hit them, by what both hands hold; the invoker's HP stay (section 8)."""
    other = 1 - invoker
    cups, shields = total(hands[other], CUPS), total(hands[other], SHIELDS)
    swords, healed = total(hands[invoker], SWORDS), hp[other] + cups
    damage = min(healed, max(0, swords - shields))
    return Blaze(invoker, hands, cups, swords, shields, damage, put(hp, other, healed - damage))


def end_of_round(hp: Pair, *, rounds: int, most: int) -> Result | None:
    """A defeat; or, after `most` rounds (0: no limit), the higher HP, equal HP being a draw (D12)."""
    if 0 in hp:
        return ended(ahead(*hp), "hp")
    return ended(ahead(*hp), "rounds") if most and rounds >= most else None
