"""The rules of Card Duel: state, views, the course of a duel and legality, after docs/rules/cardduel.md.

A mark such as D1 cites a decision there. A duel is one hand; its rounds are the hand's tricks. No card leaves the game,
so there are always enough cards to refill both hands, and no player has to pass (D9).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Final

from games.cardduel.score import (
    WANDS,
    Blaze,
    CardPlay,
    Effect,
    Hands,
    Pair,
    PlayPair,
    Round,
    end_of_round,
    score_blaze,
    score_round,
)
from games.engine.actions import (
    HIDDEN,
    RESHUFFLE,
    Action,
    Argument,
    Pick,
    Reasons,
    Refusal,
    cards_in,
    texts,
    whole_in,
    whole_pair,
)
from games.engine.cards import PACK, Card, DrawNumber, find, in_hand_order, shuffled
from games.engine.options import Option, Options, whole_number
from games.engine.pattern import Deal, DrawnRole, Pattern
from games.engine.ruleset import CardRules, Move, Start, as_move, hand_over
from games.engine.state import (
    DEALER,
    BidSaid,
    Event,
    HandCards,
    Phase,
    Played,
    PublicTable,
    Refilled,
    Result,
    Seat,
    SeatAction,
    SeatView,
    State,
    Step,
    TrickWon,
    ended,
    put,
    replace,
    without,
)

SEATS: Final = (0, 1)
HAND_SIZE: Final = 5
FULL_HP: Final = 30
PLAY, BLAZE = "play", "blaze"
#: The seat with the coin in round 1, by value of the option `first`; with "random" the seat is drawn.
_FIRST: Final[Mapping[str, Seat]] = {"human": 0, "computer": 1}

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
        return (by, Action(action.verb, self.shown(seat, by))) if is_covered else said

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


class CardDuel(CardRules[CardDuelState, CardDuelView]):
    key: ClassVar[str] = "cardduel"
    title: ClassVar[str] = "Card Duel"
    seats: ClassVar[int] = len(SEATS)
    options: ClassVar[tuple[Option, ...]] = (
        Option("first", "random", choices=("random", *_FIRST)),
        Option("max_rounds", 200, low=0, high=400, endless=True),
    )
    score: ClassVar[str] = "hp"
    state_type = CardDuelState
    view_type = CardDuelView
    refused = refused
    pattern = Pattern(len(SEATS), HAND_SIZE, DrawnRole.COIN, run=HAND_SIZE, from_drawn=True, has_deck=True)

    # -- start and deal --------------------------------------------------------------------------

    def start(self, options: Options) -> Start:
        return {"hp": (FULL_HP, FULL_HP), "coin": 0}

    def begun(self, state: CardDuelState, start: Mapping[str, object]) -> CardDuelState | None:
        """Return the state at this start; None unless both HP are from 1, without limit (D1), and `coin` is a seat."""
        hp, coin = whole_pair(start["hp"]), whole_in(start["coin"], SEATS)
        return None if hp is None or coin is None or min(hp) < 1 else replace(state, hp=hp, coin=coin)

    def dealt(self, state: CardDuelState, deal: Deal) -> tuple[CardDuelState, Seat]:
        hands = deal.hands[0], deal.hands[1]
        return replace(state, phase=Phase.PLAY, number=1, hands=hands, deck=deal.deck), state.coin

    def opening(self, options: Options, draw: DrawNumber) -> Mapping[str, Argument]:
        """Return the start action's argument: the seat with the coin, set by the option `first` or drawn (D2)."""
        chosen = _FIRST.get(str(options["first"]))
        return {"coin": draw(len(SEATS)) if chosen is None else chosen}

    def dealt_first(self, state: CardDuelState) -> Seat:
        return state.coin  # section 3

    def drawing(self, state: CardDuelState, draw: DrawNumber) -> Action:
        # The pile is sorted before the shuffle (D8), so that a verifier does not need its order.
        pile = [one for one in PACK if one in state.discards]
        return Action(RESHUFFLE, texts(shuffled(pile, draw)))

    # -- turns and legality -----------------------------------------------------------------------

    def waiting(self, state: CardDuelState) -> frozenset[Seat]:
        return frozenset((DEALER if state.wants_cards else state.turn,))

    def drawn(self, state: CardDuelState, action: Action) -> Refusal | Move[CardDuelState]:
        if action.verb != RESHUFFLE:
            return refused("WRONG_PHASE")
        deck = cards_in(action.argument)
        if not deck or len(deck) != len(state.discards) or set(deck) != set(state.discards):
            return refused("BAD_RESHUFFLE")
        return lambda now: _refill(replace(now, deck=deck, discards=(), shuffles=now.shuffles + 1))

    def read(self, state: CardDuelState, seat: Seat, action: Action) -> Refusal | Move[CardDuelState]:
        """Parse a play or a blaze. A seat on turn may always invoke a blaze, with any HP and any hand (D10)."""
        if action.verb == BLAZE and action.argument is None:
            return lambda now: self._blaze(now, seat)
        play = read_play(state.hands[seat], action.argument) if action.verb == PLAY else refused("WRONG_PHASE")
        return as_move(play, lambda now, play: self._play(now, seat, play))

    def offers(self, state: CardDuelState, seat: Seat) -> tuple[Action | Pick, ...]:
        """Return single cards, stacks and, last, the blaze: a bot that takes the first offer must not end the duel.

        A stack is a set of wands under a card not in the set. The order of the wands does not matter (D4).
        """
        hand = state.hands[seat]
        wands = [one for one in hand if one.suit is WANDS]
        sets = [some for count in range(1, len(wands) + 1) for some in combinations(wands, count)]
        plays = [CardPlay(one) for one in hand if one.suit is not WANDS]
        plays += [CardPlay(top, some) for some in sets for top in hand if top not in some]
        return (*(Action(PLAY, play.argument) for play in plays), Action(BLAZE))

    # -- effects of actions ------------------------------------------------------------------------

    def _play(self, state: CardDuelState, seat: Seat, play: CardPlay) -> Step:
        before = state.plays[state.coin]
        place = 0 if before is None else len(before.cards)
        events = tuple(
            Played(seat, one, state.round, place + i, shuffle=state.shuffles) for i, one in enumerate(play.cards)
        )
        state = replace(
            state,
            actions=(*state.actions[:-1], (seat, Action(PLAY, play.argument))),
            hands=without(state.hands, seat, play.cards),
            plays=put(state.plays, seat, play),
        )
        one, other = state.plays
        return Step(state, events) if one is None or other is None else self._score(state, (one, other), events)

    def _score(self, state: CardDuelState, plays: PlayPair, events: tuple[Event, ...]) -> Step:
        """Score the round, then end the duel or begin the next round (section 4)."""
        scored = score_round(number=state.round, coin=state.coin, plays=plays, hp=state.hp)
        state = replace(state, hp=scored.hp, rounds=(*state.rounds, scored))
        events = (*events, *(Resolved(effect) for effect in scored.effects), TrickWon(state.round, None))
        end = end_of_round(state.hp, rounds=state.round, most=whole_number(state.options, "max_rounds"))
        if end is not None:
            return _over(state, events, end)
        discards = (*state.discards, *_on_table(state))
        fresh = replace(state, coin=1 - state.coin, round=state.round + 1, plays=(None, None), discards=discards)
        step = _refill(fresh)
        return Step(step.state, (*events, *step.events))

    def _blaze(self, state: CardDuelState, seat: Seat) -> Step:
        """End the duel by a blaze. A play of player 1 in this round is discarded without effect (D11)."""
        blaze = score_blaze(invoker=seat, hands=state.hands, hp=state.hp)
        discards = (*state.discards, *_on_table(state))
        state = replace(state, hp=blaze.hp, blaze=blaze, plays=(None, None), discards=discards)
        return _over(state, (BidSaid(seat, BLAZE, None),), ended(blaze.winner, "blaze"))

    def view(self, state: State, seat: Seat | None) -> CardDuelView:
        own = CardDuelState.of(state)
        return replace(super().view(own, seat), rounds=own.rounds, blaze=own.blaze)

    def opened(self, state: State, seat: Seat) -> CardDuelView:
        view = super().opened(state, seat)
        one, other = (None if play is None else play.argument for play in CardDuelState.of(state).plays)
        return replace(view, table=replace(view.table, shown=(one, other)))


def _over(state: CardDuelState, events: tuple[Event, ...], end: Result) -> Step:
    sheet: dict[str, Argument] = {
        "rounds": tuple(one.as_record() for one in state.rounds),
        "blaze": None if state.blaze is None else state.blaze.as_record(),
    }
    return hand_over(state, events, {"hp": state.hp, "rounds": state.round}, sheet, end)


def _on_table(state: CardDuelState) -> tuple[Card, ...]:
    """Return the cards played in this round, player 1's first."""
    plays = state.plays[state.coin], state.plays[1 - state.coin]
    return tuple(one for play in plays if play is not None for one in play.cards)


def _refill(state: CardDuelState) -> Step:
    """Refill player 1's hand to five cards, then player 2's, as far as the deck suffices (section 7)."""
    events: list[Event] = []
    for seat in (state.coin, 1 - state.coin):
        missing = HAND_SIZE - len(state.hands[seat])
        drawn, deck = state.deck[:missing], state.deck[missing:]
        if drawn:
            hand = in_hand_order((*state.hands[seat], *drawn))
            state = replace(state, deck=deck, hands=put(state.hands, seat, hand))
            events.append(Refilled(seat, drawn))
    return Step(state, tuple(events))
