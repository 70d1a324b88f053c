"""How a game deals a shuffled pack, for its rules and for programs that check a deal."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from games.engine.actions import Action, Argument, cards_in, deal, tuple_of
from games.engine.cards import BY_TEXT, PACK, Card, DrawNumber, in_hand_order, shuffled
from games.engine.options import Options
from games.engine.state import HandCards, Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal: hands and kitty in hand order, and the deck, top first."""

    hands: tuple[HandCards, ...]
    kitty: HandCards = ()
    deck: tuple[Card, ...] = ()


class DrawnRole(StrEnum):
    """The role for which a seat is drawn before the first deal. The value is the role's key in a start."""

    ODD = "parity"
    DEALER = "dealer"
    COIN = "coin"


@dataclass(frozen=True)
class Pattern:
    """How cards are dealt: `size` to each seat, `run` at a time, beginning with seat 0.

    With `from_drawn` the deal begins with the drawn seat instead, with `from_left` on the dealer's left. The next
    `kitty` cards are the kitty. With `has_deck` all cards after these are the deck. `draws` maps the verb of each
    dealer action that draws a card in the middle of a hand to the source of that card: "deck" or "discard".
    """

    seats: int
    size: int
    drawn: DrawnRole
    run: int = 1
    from_drawn: bool = False
    from_left: bool = False
    pack: tuple[str, ...] = tuple(card.text for card in PACK)
    kitty: int = 0
    has_deck: bool = False
    draws: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return tuple(BY_TEXT[text] for text in self.pack)

    def deal(self, draw: DrawNumber, first: Seat = 0) -> Action:
        """Shuffle the pack and return the dealer's action; seat `first` gets the first card."""
        deck, given = shuffled(self.cards, draw), self.seats * self.size
        hands: list[list[Card]] = [[] for _ in range(self.seats)]
        for place, one in enumerate(deck[:given]):
            hands[(first + place // self.run) % self.seats].append(one)
        kitty, left = deck[given : given + self.kitty], deck[given + self.kitty :]
        return deal(
            [in_hand_order(hand) for hand in hands], kitty=in_hand_order(kitty), deck=left if self.has_deck else ()
        )

    def read(self, argument: Mapping[str, Argument]) -> Deal | None:
        """Parse a deal; return None unless it has the pattern's numbers of cards, all different and all of the pack."""
        given = self.seats * self.size
        deck = len(self.pack) - given - self.kitty if self.has_deck else 0
        counts = {"hands": self.seats, "kitty": self.kitty, "deck": deck}
        if set(argument) != {name for name, count in counts.items() if count}:
            return None
        hands = [cards_in(hand) for hand in tuple_of(argument["hands"])]
        left, drawn = cards_in(argument.get("kitty", ())), cards_in(argument.get("deck", ()))
        if [*map(len, hands), len(left), len(drawn)] != [*(self.size for _ in range(self.seats)), self.kitty, deck]:
            return None
        named = {one for part in (*hands, left, drawn) for one in part}
        if len(named) != given + self.kitty + deck or not named.issubset(self.cards):
            return None
        return Deal(tuple(map(in_hand_order, hands)), in_hand_order(left), drawn)


def pattern_with(pattern: Pattern, options: Options) -> Pattern:
    """Return the pattern for these complete options: each missing joker makes pack and kitty one card smaller."""
    jokers = options.get("jokers")
    if not isinstance(jokers, int):
        return pattern
    pack = pattern.pack[: len(PACK) + jokers]
    return replace(pattern, pack=pack, kitty=pattern.kitty - len(pattern.pack) + len(pack))
