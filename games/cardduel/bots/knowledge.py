"""Values derived from a seat's view of Card Duel: plays, unseen cards, and the chance that a blaze wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np

from games.bots.base import ImpossibleView
from games.bots.knowledge import Look, seat_view
from games.cardduel.bots.round import Draws
from games.cardduel.rules import BLAZE, HAND_SIZE, PLAY, CardDuelPublicTable, CardDuelView, named
from games.cardduel.score import CUPS, SHIELDS, SWORDS, WANDS, CardPlay, total
from games.engine.actions import Action
from games.engine.cards import PACK, Card
from games.engine.options import whole_number
from games.engine.state import Seat, SeatView


@dataclass(frozen=True, slots=True)
class FirstPlay:
    """Player 1's play as player 2 sees it. `top` is None if it lies face down."""

    wands: tuple[Card, ...]
    top: Card | None

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.wands if self.top is None else (*self.wands, self.top)


class Knowledge(Look[CardDuelView]):
    @property
    def table(self) -> CardDuelPublicTable:
        return self.view.table

    @property
    def other(self) -> Seat:
        return 1 - self.seat

    @property
    def hp(self) -> int:
        return self.table.hp[self.seat]

    @property
    def their_hp(self) -> int:
        return self.table.hp[self.other]

    @property
    def held(self) -> int:
        """The number of cards in the opponent's hand."""
        return self.table.hands[self.other]

    @property
    def swords(self) -> int:
        return total(self.hand, SWORDS)

    @property
    def is_last(self) -> bool:
        """Whether this is the last round, after which the seat with more HP wins (D12)."""
        return self.table.round == whole_number(self.view.options, "max_rounds")

    @property
    def may_blaze(self) -> bool:
        return Action(BLAZE) in self.view.legal

    @property
    def blaze_or_any(self) -> Action:
        return Action(BLAZE) if self.may_blaze else next(one for one in self.view.legal if isinstance(one, Action))

    @cached_property
    def plays(self) -> tuple[CardPlay, ...]:
        offered = (one for one in self.view.legal if isinstance(one, Action) and one.verb == PLAY)
        return tuple(CardPlay.of(named(one.argument)) for one in offered)

    @cached_property
    def first_play(self) -> FirstPlay | None:
        """The opponent's play of this round; None if this seat is player 1."""
        cards, is_covered = self.table.seen(self.other)
        if not cards:
            return None
        return FirstPlay(cards, None) if is_covered else FirstPlay(cards[:-1], cards[-1])

    @property
    def draws(self) -> Draws:
        return draws_of(self.unseen, self.table.deck, self.table.discards)

    @property
    def known(self) -> tuple[Card, ...]:
        return (*self.hand, *self.table.discards, *(() if self.first_play is None else self.first_play.cards))

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of the opponent's hand, a covered top and the deck, in the order of the pack."""
        known = self.known
        return tuple(one for one in PACK if one not in known)


def knowledge_of(view: SeatView) -> Knowledge:
    """Return the knowledge of the view's seat; raise ImpossibleView if the view contradicts itself."""
    knowledge = Knowledge(*seat_view(view, CardDuelView))
    known = knowledge.known
    if len(knowledge.hand) > HAND_SIZE or len(set(known)) < len(known):
        raise ImpossibleView("a card is in two places, or a hand is too large")
    return knowledge


def draws_of(unseen: Sequence[Card], deck: int, discards: Sequence[Card]) -> Draws:
    """Return the expected value by suit of a card, as the mean of the next ten cards drawn (two full hands).

    The first `deck` of these are unseen cards; the others are discards, drawn after a reshuffle.
    """
    share = min(1.0, deck / (2 * HAND_SIZE))
    both = zip(_mean(unseen), _mean(discards), strict=True)
    return Draws(*(share * one + (1 - share) * other for one, other in both))


def _mean(pile: Sequence[Card]) -> Draws:
    return Draws(*(total(pile, suit) / max(1, len(pile)) for suit in (SWORDS, CUPS, SHIELDS, WANDS)))


def blaze_chance(knowledge: Knowledge) -> float:
    """Return the chance that a blaze wins now, if all hands of the opponent are equally likely.

    A blaze wins if the opponent's cups and shields are at most the invoker's swords less the opponent's HP (section 8).
    A covered top does not defend (D11), so the defending hand is `held` of the unseen cards.
    """
    return chance_of_at_most(knowledge.unseen, knowledge.held, knowledge.swords - knowledge.their_hp)


def chance_of_at_most(pool: Sequence[Card], held: int, most: int) -> float:
    """Return the chance that the cups and shields of `held` cards drawn from the pool add up to at most `most`."""
    if most < 0:
        return 0.0
    held = min(held, len(pool))
    ways = np.zeros((held + 1, most + 1), dtype=np.int64)
    ways[0, 0] = 1
    for one in pool:
        worth = defence(one)
        if worth <= most:
            ways[1:, worth:] += ways[:-1, : most + 1 - worth].copy()
    return int(ways[held].sum()) / comb(len(pool), held)


def defence(card: Card) -> int:
    """Return the card's value in defence against a blaze, 0 unless it is a cup or shield."""
    return card.height if card.suit in (CUPS, SHIELDS) else 0
