"""The state of a duel, a seat's view of it, and the texts of refusals.

`rules` changes the state, `score` resolves plays.
"""

from dataclasses import dataclass, replace
from typing import Final

from games.cardduel.score import WANDS, Blaze, Effect, Hands, Pair, Play, Round
from games.engine.actions import HIDDEN, Argument, Reasons, Refusal, texts
from games.engine.cards import Card
from games.engine.reading import cards_in
from games.engine.state import DEALER, Event, Hand, Said, Seat, SeatView, State, Table

SEATS: Final = (0, 1)
HAND_SIZE: Final = 5
FULL_HP: Final = 30
PLAY, BLAZE = "play", "blaze"

refused = Reasons(
    {
        "WRONG_PHASE": "That cannot be done in a duel.",
        "ONLY_WANDS_BELOW": "Only wands lie under the top of a stack.",
        "WAND_NEEDS_TOP": "A wand is not played alone: a stack is one wand or more and a card on top.",
        "BAD_DEAL": "A deal gives each seat five cards and leaves the other forty-two as the deck.",
        "BAD_RESHUFFLE": "All of the discard pile is shuffled, each card once.",
        "BAD_START": "A duel cannot start like that.",
    }
)


@dataclass(frozen=True, kw_only=True)
class CardDuelState(State):
    """The full state of a duel. Pairs are by seat; None means not yet.

    `coin` is player 1 of round `round` (from 1). The deck is ordered top first, the discard pile by time. `plays` are
    this round's, after the duel those of the last round; `rounds` are the scored ones. `shuffles` counts reshuffles.
    """

    hp: Pair = (FULL_HP, FULL_HP)
    coin: Seat = 0
    round: int = 1
    hands: Hands = ((), ())
    deck: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    plays: tuple[Play | None, Play | None] = (None, None)
    rounds: tuple[Round, ...] = ()
    shuffles: int = 0
    blaze: Blaze | None = None

    @property
    def turn(self) -> Seat:
        """The seat on turn: player 1, then player 2."""
        return self.coin if self.plays[self.coin] is None else 1 - self.coin

    @property
    def wants_cards(self) -> bool:
        """Whether a hand is short before the round because the deck is empty (D8)."""
        return self.plays == (None, None) and any(len(hand) < HAND_SIZE for hand in self.hands)

    @property
    def covered(self) -> bool:
        """Whether player 1's top card lies face down: a stack that player 2 has not answered (D3)."""
        first = self.plays[self.coin]
        return first is not None and first.wands != () and self.plays[1 - self.coin] is None

    def shown(self, seat: Seat | None, by: Seat) -> Argument:
        """Return the play of `by` in this round as `seat` sees it; None before it is made."""
        play = self.plays[by]
        if play is None:
            return None
        return (*texts(play.wands), HIDDEN) if self.covered and seat != by else play.argument

    def masked(self, said: Said, seat: Seat | None) -> Said:
        """Return the action as `seat` sees it: without the order of a new deck, and without another's covered top."""
        by, action = said
        if by == DEALER:
            return by, action.covered()
        is_covered = said is self.actions[-1] and self.covered
        return (by, replace(action, argument=self.shown(seat, by))) if is_covered else said

    def table(self, seat: Seat | None) -> "CardDuelTable":
        """Return the open table: the discard pile is open (D13); of deck and hands only the sizes (section 10)."""
        return CardDuelTable(
            hp=self.hp,
            coin=self.coin,
            round=self.round,
            shown=(self.shown(seat, 0), self.shown(seat, 1)),
            discards=self.discards,
            deck=len(self.deck),
            hands=(len(self.hands[0]), len(self.hands[1])),
        )


@dataclass(frozen=True, slots=True)
class Resolved(Event):
    """The effect of one play, when the round is scored."""

    effect: Effect


@dataclass(frozen=True, kw_only=True)
class CardDuelTable(Table):
    """The open table; docs/rules/record.md names its fields.

    `shown` is each seat's play of this round as an action's argument; `deck` and `hands` are sizes.
    """

    hp: Pair
    coin: Seat
    round: int
    shown: tuple[Argument, Argument]
    discards: tuple[Card, ...]
    deck: int
    hands: Pair


@dataclass(frozen=True, kw_only=True)
class CardDuelView(SeatView):
    """A seat's view, with the scored rounds and the blaze that ended the duel, which are public."""

    table: CardDuelTable
    rounds: tuple[Round, ...] = ()
    blaze: Blaze | None = None


own = CardDuelState.of


def read_play(hand: Hand, argument: Argument) -> Play | Refusal:
    """Return the named play from `hand`, or the first refusal in the order of the rules (section 5)."""
    is_single = isinstance(argument, str)
    cards = named(argument)
    if not cards or any(one not in hand for one in cards):
        return refused("NOT_IN_HAND")
    if len(set(cards)) < len(cards):
        return refused("DUPLICATE")
    if any(one.suit is not WANDS for one in cards[:-1]):
        return refused("ONLY_WANDS_BELOW")
    if len(cards) == 1 and (cards[0].suit is WANDS or not is_single):
        return refused("WAND_NEEDS_TOP")
    return Play.of(cards)


def named(argument: Argument) -> tuple[Card, ...]:
    """Return the cards that a play names, in its order; empty if one is not a card."""
    return cards_in((argument,) if isinstance(argument, str) else argument)


def reshuffled(state: CardDuelState, argument: Argument) -> tuple[Card, ...] | None:
    """Return the new deck, top first, if it is a permutation of the discard pile, else None."""
    deck = cards_in(argument)
    return deck if len(deck) == len(state.discards) and set(deck) == set(state.discards) else None


def hand_record(state: CardDuelState) -> dict[str, Argument]:
    """Return the duel's `result` for a record: HP by seat, and the round in which it ended."""
    return {"hp": state.hp, "rounds": state.round}


def sheet(state: CardDuelState) -> dict[str, Argument]:
    """Return every round with its effects, and the blaze if there was one."""
    return {
        "rounds": tuple(one.as_record() for one in state.rounds),
        "blaze": None if state.blaze is None else state.blaze.as_record(),
    }
