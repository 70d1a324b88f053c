"""How a game deals a shuffled pack: written once, for its rules and for whoever checks a deal elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from games.engine.actions import Action, Argument, deal
from games.engine.cards import BY_TEXT, PACK, Card, Draw, in_hand_order, shuffled
from games.engine.options import Options
from games.engine.reading import Deal, read_deal
from games.engine.state import Seat


class Drawn(StrEnum):
    """What a seat is drawn for before the first deal, as event 0 of hand 1; the value is where a start tells it."""

    ODD = "parity"
    DEALER = "dealer"
    COIN = "coin"


@dataclass(frozen=True)
class Pattern:
    """Each seat gets `size` cards, `run` at a time, from seat 0, or (`from_drawn`) from the seat that was drawn, or
    (`from_left`) from the dealer's left, and the deal moves on with every hand.

    The next `kitty` cards are the kitty, and what is left then is the deck where the game `has_deck`. `draws` names by
    its verb each action of the dealer that draws a card in the middle of a hand, and what from: the "deck" or the
    "discard".
    """

    seats: int
    size: int
    drawn: Drawn
    run: int = 1
    from_drawn: bool = False
    from_left: bool = False
    pack: tuple[str, ...] = tuple(card.text for card in PACK)
    kitty: int = 0
    has_deck: bool = False
    draws: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The pack in the order in which it is shuffled."""
        return tuple(BY_TEXT[text] for text in self.pack)

    def deal(self, draw: Draw, first: Seat = 0) -> Action:
        """A shuffled pack given out, to seat `first` at first."""
        deck, given = shuffled(self.cards, draw), self.seats * self.size
        hands: list[list[Card]] = [[] for _ in range(self.seats)]
        for place, one in enumerate(deck[:given]):
            hands[(first + place // self.run) % self.seats].append(one)
        kitty, left = deck[given : given + self.kitty], deck[given + self.kitty :]
        return deal(
            [in_hand_order(hand) for hand in hands], kitty=in_hand_order(kitty), deck=left if self.has_deck else ()
        )

    def read(self, argument: Mapping[str, Argument]) -> Deal | None:
        """The deal, if it can be one of this game."""
        left = len(self.pack) - self.seats * self.size - self.kitty
        deck = left if self.has_deck else 0
        return read_deal(argument, self.cards, seats=self.seats, size=self.size, kitty=self.kitty, deck=deck)


def pattern_with(pattern: Pattern, options: Options) -> Pattern:
    """How a game deals with these options, all of them given: jokers that are left out are missing in the kitty."""
    jokers = options.get("jokers")
    if not isinstance(jokers, int):
        return pattern
    pack = pattern.pack[: len(PACK) + jokers]
    return replace(pattern, pack=pack, kitty=pattern.kitty - len(pattern.pack) + len(pack))
