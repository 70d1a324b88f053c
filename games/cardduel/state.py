"""What a duel is at one moment, what a seat may see of it, and the words for refusals.

No flow and no scoring: `rules` moves the state, `score` counts it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from games.cardduel.score import WANDS, Blaze, Effect, Hands, Pair, Play, Round
from games.engine.actions import Action, Argument, Pick, Refusal, dealt_hands, texts, tuple_of
from games.engine.cards import PACK, Card, find
from games.engine.state import DEALER, Event, Result, Said, Seat, SeatView, State, Table

SEATS: Final = (0, 1)
HAND_SIZE: Final = 5
FULL_HP: Final = 30
PLAY, BLAZE = "play", "blaze"
#: A card in a list that one may not know.
HIDDEN: Final = "??"

#: The reason behind each code, in the order in which they are tried.
REASONS: Mapping[str, str] = MappingProxyType(
    {
        "GAME_OVER": "The game is over.",
        "NOT_YOUR_TURN": "It is not your turn.",
        "WRONG_PHASE": "That cannot be done in a duel.",
        "NOT_IN_HAND": "That card is not in your hand.",
        "DUPLICATE": "The same card was named twice.",
        "ONLY_WANDS_BELOW": "Only wands lie under the top of a stack.",
        "WAND_NEEDS_TOP": "A wand is not played alone: a stack is one wand or more and a card on top.",
        "BAD_DEAL": "A deal gives each seat five cards and leaves the other forty-two as the deck.",
        "BAD_RESHUFFLE": "All of the discard pile is shuffled, each card once.",
        "BAD_START": "A duel cannot start like that.",
    }
)


@dataclass(frozen=True, kw_only=True)
class CardDuelState(State):
    """Everything about a duel. Pairs are by seat; None means not yet.

    `coin` is player 1 of round `round` (from 1). The deck lies top first, the discard pile in the order in which it
    grew. `plays` are this round's, and of a duel that is over the last round's; `rounds` are those that were scored.
    `shuffles` counts how often the discard pile became the deck.
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
    end: Result | None = None

    @property
    def turn(self) -> Seat:
        """Player 1 until he has played, then player 2."""
        return self.coin if self.plays[self.coin] is None else 1 - self.coin

    @property
    def wants_cards(self) -> bool:
        """Whether a hand is short before the round has begun, because the deck gave out (D8)."""
        return self.plays == (None, None) and any(len(hand) < HAND_SIZE for hand in self.hands)

    @property
    def covered(self) -> bool:
        """Whether player 1's top lies face down: a stack is there, and player 2 has not answered it (D3)."""
        laid = self.plays[self.coin]
        return laid is not None and laid.wands != () and self.plays[1 - self.coin] is None


@dataclass(frozen=True, slots=True)
class Resolved(Event):
    """The effect of one play, as the round is scored."""

    effect: Effect


@dataclass(frozen=True, kw_only=True)
class CardDuelTable(Table):
    """The open table, as docs/rules/record.md names its fields.

    `shown` is each seat's play of this round, written as an action writes it; `deck` and `hands` are sizes.
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
    """With the rounds that were scored, and the blaze that ended the duel: both are open to everybody."""

    table: CardDuelTable
    rounds: tuple[Round, ...] = ()
    blaze: Blaze | None = None


def own(state: State) -> CardDuelState:
    """The state as this game's own; TypeError for another game's."""
    if not isinstance(state, CardDuelState):
        raise TypeError(f"not a state of Card Duel: {type(state).__name__}")
    return state


def refused(code: str) -> Refusal:
    return Refusal(code, REASONS[code])


def named(argument: object) -> tuple[Card, ...]:
    """The cards a play names, in its order; empty where something is no card."""
    written = (argument,) if isinstance(argument, str) else tuple_of(argument)
    found = tuple(one for text in written if (one := find(text)) is not None)
    return found if len(found) == len(written) else ()


def play_code(hand: tuple[Card, ...], argument: Argument) -> str | None:
    """Why this is no play from `hand`, the first reason in the order of the rules (section 5); None for a play."""
    cards = named(argument)
    if not cards or any(one not in hand for one in cards):
        return "NOT_IN_HAND"
    if len(set(cards)) < len(cards):
        return "DUPLICATE"
    if any(one.suit is not WANDS for one in cards[:-1]):
        return "ONLY_WANDS_BELOW"
    is_single = isinstance(argument, str)
    if len(cards) == 1 and (cards[0].suit is WANDS or not is_single):
        return "WAND_NEEDS_TOP"
    return None


def dealt(argument: Argument) -> tuple[Hands, tuple[Card, ...]] | None:
    """Both hands in hand order, and the deck, of a deal of the whole pack; None when it is no such deal."""
    if not isinstance(argument, Mapping) or set(argument) != {"hands", "deck"}:
        return None
    hands = dealt_hands({"hands": argument["hands"]}, seats=len(SEATS), size=HAND_SIZE)
    deck = named(tuple_of(argument["deck"]))
    if hands is None or not _is_all(PACK, (*hands[0], *hands[1], *deck)):
        return None
    return (hands[0], hands[1]), deck


def reshuffled(state: CardDuelState, argument: Argument) -> tuple[Card, ...] | None:
    """The new deck, top first, if it is the whole discard pile in any order; else None."""
    deck = named(tuple_of(argument))
    return deck if _is_all(state.discards, deck) else None


def _is_all(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    return len(cards) == len(pile) and set(cards) == set(pile)


def hand_record(state: CardDuelState) -> dict[str, Argument]:
    """The duel's `result` of a record: HP by seat, and the round in which it ended."""
    return {"hp": state.hp, "rounds": state.round}


def sheet(state: CardDuelState) -> dict[str, Argument]:
    """Every round with its effects, and the blaze if there was one."""
    return {
        "rounds": tuple(one.as_record() for one in state.rounds),
        "blaze": None if state.blaze is None else state.blaze.as_record(),
    }


def shown(state: CardDuelState, seat: Seat | None, by: Seat) -> Argument:
    """The play of `by` in this round as `seat` sees it; None before it is made."""
    play = state.plays[by]
    if play is None:
        return None
    if state.covered and seat != by:
        return (*texts(play.wands), HIDDEN)
    return play.argument


def heard(state: CardDuelState, seat: Seat | None) -> tuple[Said, ...]:
    """The actions as `seat` knows them: nobody learns a new deck's order, nor the other a covered top."""
    said = tuple(_without_order(one) for one in state.actions)
    if not state.covered:
        return said
    by, action = said[-1]
    return (*said[:-1], (by, replace(action, argument=shown(state, seat, by))))


def _without_order(said: Said) -> Said:
    by, action = said
    if by != DEALER:
        return said
    return by, replace(action, argument=(HIDDEN,) * len(tuple_of(action.argument)))


def view_of(
    state: CardDuelState,
    seat: Seat | None,
    *,
    game: str,
    legal: tuple[Action | Pick, ...],
    waits_for: frozenset[Seat],
) -> CardDuelView:
    """What `seat` may know (section 10): its hand, what lies open, the discard pile (D13) and how many are left."""
    return CardDuelView(
        game=game,
        options=state.options,
        seat=seat,
        number=state.number,
        phase=state.phase,
        hand=None if seat is None else state.hands[seat],
        legal=legal,
        actions=heard(state, seat),
        waits_for=waits_for,
        rounds=state.rounds,
        blaze=state.blaze,
        table=CardDuelTable(
            hp=state.hp,
            coin=state.coin,
            round=state.round,
            shown=(shown(state, seat, 0), shown(state, seat, 1)),
            discards=state.discards,
            deck=len(state.deck),
            hands=(len(state.hands[0]), len(state.hands[1])),
        ),
    )
