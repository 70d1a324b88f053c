"""The state of a duel, a seat's view of it, and the texts of refusals."""

from dataclasses import dataclass, replace
from typing import Final

from games.cardduel.score import WANDS, Blaze, CardPlay, Effect, Hands, Pair, Round
from games.engine.actions import HIDDEN, Argument, Reasons, Refusal, texts
from games.engine.cards import Card, find
from games.engine.reading import cards_in
from games.engine.state import DEALER, Event, HandCards, PublicTable, Seat, SeatAction, SeatView, State

SEATS: Final = (0, 1)
HAND_SIZE: Final = 5
FULL_HP: Final = 30
PLAY, BLAZE = "play", "blaze"

refused = Reasons(
    {
        "WRONG_PHASE": "You can’t do that in a duel.",
        "ONLY_WANDS_BELOW": "Only wands lie under the top of a stack.",
        "WAND_NEEDS_TOP": "A wand is not played alone: a stack is one wand or more and a card on top.",
        "BAD_DEAL": "A deal gives each seat five cards and leaves the other forty-two as the deck.",
        "BAD_RESHUFFLE": "All of the discard pile is shuffled, each card once.",
        "BAD_START": "A duel cannot start like that.",
    }
)


@dataclass(frozen=True, kw_only=True)
class CardDuelState(State):
    """The full state of a duel. Pairs are by seat.

    `coin` is the seat of player 1 in round `round` (from 1). The deck is ordered top first, the discard pile oldest
    first. `plays` are those of this round, None for a seat that has not played; `rounds` are the scored rounds.
    `shuffles` counts reshuffles.
    """

    hp: Pair = (FULL_HP, FULL_HP)
    coin: Seat = 0
    round: int = 1
    hands: Hands = ((), ())
    deck: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    plays: tuple[CardPlay | None, CardPlay | None] = (None, None)
    rounds: tuple[Round, ...] = ()
    shuffles: int = 0
    blaze: Blaze | None = None

    @property
    def turn(self) -> Seat:
        """The seat to play: player 1, then player 2."""
        return self.coin if self.plays[self.coin] is None else 1 - self.coin

    @property
    def wants_cards(self) -> bool:
        """Whether a reshuffle is due before the round, because the deck could not refill the hands (D8)."""
        return self.plays == (None, None) and any(len(hand) < HAND_SIZE for hand in self.hands)

    @property
    def covered(self) -> bool:
        """Whether player 1's top card lies face down: on a stack, until player 2 has played (D3)."""
        first = self.plays[self.coin]
        return first is not None and first.wands != () and self.plays[1 - self.coin] is None

    def shown(self, seat: Seat | None, player: Seat) -> Argument:
        """Return the play of seat `player` in this round as `seat` may see it; None before the play."""
        play = self.plays[player]
        if play is None:
            return None
        return (*texts(play.wands), HIDDEN) if self.covered and seat != player else play.argument

    def masked(self, said: SeatAction, seat: Seat | None) -> SeatAction:
        """Return the action as `seat` may see it: without the cards of a new deck and another seat's covered top."""
        by, action = said
        if by == DEALER:
            return by, action.covered()
        is_covered = said is self.actions[-1] and self.covered
        return (by, replace(action, argument=self.shown(seat, by))) if is_covered else said

    def table(self, seat: Seat | None) -> "CardDuelPublicTable":
        """Return the table as `seat` may see it: all discards (D13), but only the sizes of deck and hands."""
        return CardDuelPublicTable(
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
    """The effect of one play in a scored round."""

    effect: Effect


@dataclass(frozen=True, kw_only=True)
class CardDuelPublicTable(PublicTable):
    """The table as a seat may see it; docs/rules/record.md explains the fields.

    `shown` is each seat's play of this round as an action's argument. `deck` and `hands` are numbers of cards.
    """

    hp: Pair
    coin: Seat
    round: int
    shown: tuple[Argument, Argument]
    discards: tuple[Card, ...]
    deck: int
    hands: Pair

    def seen(self, seat: Seat) -> tuple[tuple[Card, ...], bool]:
        """Return the visible cards of a seat's play in this round, and whether a card lies face down on them."""
        shown = self.shown[seat]
        written = shown if isinstance(shown, tuple) else (shown,)
        return tuple(one for text in written if (one := find(text)) is not None), HIDDEN in written


@dataclass(frozen=True, kw_only=True)
class CardDuelView(SeatView):
    """A seat's view, with the scored rounds and the blaze that ended the duel; both are public."""

    table: CardDuelPublicTable
    rounds: tuple[Round, ...] = ()
    blaze: Blaze | None = None


def read_play(hand: HandCards, argument: Argument) -> CardPlay | Refusal:
    """Return the play that `argument` names, or the first refusal in the order of section 5."""
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
    return CardPlay.of(cards)


def named(argument: Argument) -> tuple[Card, ...]:
    """Return the cards that a play's argument names, in order; empty if an item is no card."""
    return cards_in((argument,) if isinstance(argument, str) else argument)


def hand_record(state: CardDuelState) -> dict[str, Argument]:
    """Return the duel's `result` for a record: HP by seat, and the number of the last round."""
    return {"hp": state.hp, "rounds": state.round}


def sheet(state: CardDuelState) -> dict[str, Argument]:
    """Return the score sheet of the duel: every scored round, and the blaze or None."""
    return {
        "rounds": tuple(one.as_record() for one in state.rounds),
        "blaze": None if state.blaze is None else state.blaze.as_record(),
    }
