"""The effects of plays, the blaze of glory and the end of a duel (docs/rules/cardduel.md, sections 5 to 9)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import chain, pairwise
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


class Purpose(StrEnum):
    """The purpose of a play. It depends on the top card and on whether wands lie below that card."""

    HEAL = "heal"
    ATTACK = "attack"
    SHIELD = "shield"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class CardPlay:
    """A single card, or a stack of wands and a top card. The order of the wands has no effect (D4)."""

    top: Card
    wands: tuple[Card, ...] = ()

    @classmethod
    def of(cls, cards: Sequence[Card]) -> "CardPlay":
        """Return the play of these cards, of which the last is the top."""
        return cls(cards[-1], in_hand_order(cards[:-1]))

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, with the top last."""
        return (*self.wands, self.top)

    @property
    def argument(self) -> Argument:
        """The argument of the play's action: a card, or a list of cards with the top last."""
        return texts(self.cards) if self.wands else self.top.text

    @property
    def bonus(self) -> int:
        """The sum of the wands' values, which strengthens a sword or a shield on top."""
        return total(self.wands)

    @property
    def value(self) -> int:
        """The value of the top card, 2..14, plus the bonus (section 6)."""
        return self.top.height + self.bonus

    @property
    def deed(self) -> Purpose:
        """The purpose of the play; a cup or a wand on wands has no effect (D5, D6)."""
        match self.top.suit:
            case Suit.SPADES:
                return Purpose.ATTACK
            case Suit.DIAMONDS:
                return Purpose.SHIELD
            case Suit.HEARTS if not self.wands:
                return Purpose.HEAL
        return Purpose.NOTHING

    @property
    def shield(self) -> int:
        """The number subtracted from the opponent's attack in this round; 0 if the play is no shield."""
        return self.value if self.deed is Purpose.SHIELD else 0


PlayPair: TypeAlias = tuple[CardPlay, CardPlay]


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of one play in a round. `hp` are the hit points by seat after the play.

    `shield` is the opponent's shield against an attack, else 0. `change` is the HP healed, or the damage: `top` +
    `wands` − `shield`, at least 0 and at most the opponent's HP.
    """

    seat: Seat
    deed: Purpose
    top: int
    wands: int
    shield: int
    change: int
    hp: Pair

    def as_record(self) -> Mapping[str, Argument]:
        return {**asdict(self), "deed": str(self.deed)}


@dataclass(frozen=True, slots=True)
class Round:
    """A scored round. `plays` are by seat; `before` are the hit points by seat at the start of the round.

    `effects` are in order of play; there is only one if the first play ended the duel.
    """

    number: int
    coin: Seat
    plays: PlayPair
    effects: tuple[Effect, ...]
    before: Pair

    @property
    def hp(self) -> Pair:
        return self.effects[-1].hp

    def changes(self, seat: Seat) -> tuple[int, ...]:
        """Return the changes of the seat's hit points in order, without zeros: healing is positive, damage negative."""
        course = [self.before[seat], *(one.hp[seat] for one in self.effects)]
        return tuple(after - before for before, after in pairwise(course) if after != before)

    def as_record(self) -> Mapping[str, Argument]:
        """Return the round for the sheet, without `number` and `before`, which follow from earlier rounds."""
        return {
            "coin": self.coin,
            "plays": tuple(play.argument for play in self.plays),
            "effects": tuple(effect.as_record() for effect in self.effects),
        }


@dataclass(frozen=True, slots=True)
class Blaze:
    """A blaze of glory: both hands and its calculation. `hp` are the hit points by seat after the blaze.

    `swords` is the sum of the invoker's swords; `cups` and `shields` are sums of the opponent's cards. `damage` is
    `swords` − `shields`, at least 0 and at most the opponent's hit points after healing.
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
        """The invoker if the opponent is at 0 HP, else the opponent."""
        other = 1 - self.invoker
        return self.invoker if self.hp[other] == 0 else other

    def as_record(self) -> Mapping[str, Argument]:
        return {**asdict(self), "hands": tuple(map(texts, self.hands))}


def tally(rounds: Sequence[Round], blaze: Blaze | None, seat: Seat) -> dict[str, int]:
    """Return a seat's totals in hit points, including a blaze, in which the invoker's opponent heals and blocks."""
    found = {"dealt": 0, "taken": 0, "healed": 0, "blocked": 0}
    for effect in chain.from_iterable(one.effects for one in rounds):
        is_own = effect.seat == seat
        if effect.deed is Purpose.ATTACK:
            found["dealt" if is_own else "taken"] += effect.change
        elif effect.deed is Purpose.HEAL and is_own:
            found["healed"] += effect.change
        if not is_own:
            found["blocked"] += min(effect.shield, effect.top + effect.wands)
    if blaze is not None and blaze.invoker == seat:
        found["dealt"] += blaze.damage
    elif blaze is not None:
        found["taken"] += blaze.damage
        found["healed"] += blaze.cups
        found["blocked"] += min(blaze.swords, blaze.shields)
    return found


def total(held: Sequence[Card], suit: Suit | None = None) -> int:
    """Return the sum of the values (2..14) of the cards, or of the cards of one suit."""
    return sum(one.height for one in held if suit in (None, one.suit))


def score_round(*, number: int, coin: Seat, plays: PlayPair, hp: Pair) -> Round:
    """Resolve player 1's play, and player 2's if both still have HP; so only one seat can be defeated (D7)."""
    first = effect_of(plays, coin, hp)
    if 0 in first.hp:
        return Round(number, coin, plays, (first,), hp)
    return Round(number, coin, plays, (first, effect_of(plays, 1 - coin, first.hp)), hp)


def effect_of(plays: PlayPair, seat: Seat, hp: Pair) -> Effect:
    """Resolve the play of `seat` (section 6). `hp` are the hit points before the play."""
    play, other = plays[seat], 1 - seat
    shield = change = 0
    match play.deed:
        case Purpose.HEAL:
            change = play.value
            hp = put(hp, seat, hp[seat] + change)  # no limit (D1)
        case Purpose.ATTACK:
            shield = plays[other].shield
            change = min(hp[other], max(0, play.value - shield))
            hp = put(hp, other, hp[other] - change)
    return Effect(seat, play.deed, play.top.height, play.bonus, shield, change, hp)


def score_blaze(*, invoker: Seat, hands: Hands, hp: Pair) -> Blaze:
    """Resolve a blaze: the opponent heals with all cups, then the invoker attacks with all swords (section 8)."""
    other = 1 - invoker
    cups, shields = total(hands[other], CUPS), total(hands[other], SHIELDS)
    swords, healed = total(hands[invoker], SWORDS), hp[other] + cups
    damage = min(healed, max(0, swords - shields))
    return Blaze(invoker, hands, cups, swords, shields, damage, put(hp, other, healed - damage))


def end_of_round(hp: Pair, *, rounds: int, most: int) -> Result | None:
    """Return the result if a seat is at 0 HP or `most` rounds have been played (0: no limit), else None (D12).

    The seat with more HP wins. Equal HP are a draw.
    """
    if 0 in hp:
        return ended(ahead(*hp), "hp")
    return ended(ahead(*hp), "rounds") if most and rounds >= most else None
