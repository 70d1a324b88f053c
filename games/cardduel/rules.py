"""The rules of Card Duel: the course of a duel and legality, after docs/rules/cardduel.md.

A mark such as D1 cites a decision there. A duel is one hand; its rounds are the hand's tricks. No card leaves the game,
so there are always enough cards to refill both hands, and no player has to pass (D9).
"""

from collections.abc import Mapping
from itertools import combinations
from types import MappingProxyType
from typing import ClassVar

from games.cardduel.score import WANDS, CardPlay, PlayPair, end_of_round, score_blaze, score_round
from games.cardduel.state import (
    BLAZE,
    FULL_HP,
    HAND_SIZE,
    PLAY,
    SEATS,
    CardDuelState,
    CardDuelView,
    Resolved,
    hand_record,
    read_play,
    refused,
    sheet,
)
from games.engine.actions import RESHUFFLE, Action, Argument, Pick, Refusal, texts
from games.engine.cards import PACK, Card, DrawNumber, in_hand_order, shuffled
from games.engine.options import Option, Options, whole_number
from games.engine.pattern import DrawnRole, Pattern
from games.engine.reading import Deal, cards_in, whole_in, whole_pair
from games.engine.ruleset import CardRules, Move, Start, as_move, hand_over
from games.engine.state import (
    DEALER,
    BidSaid,
    Event,
    Phase,
    Played,
    Refilled,
    Seat,
    State,
    Step,
    TrickWon,
    ended,
    put,
    replace,
    without,
)

#: The seat with the coin in round 1, by value of the option `first`; with "random" the seat is drawn.
_FIRST: Mapping[str, Seat] = MappingProxyType({"human": 0, "computer": 1})


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
        """Return the state at this start; None unless both HP are whole numbers from 1 and `coin` is a seat.

        HP have no upper limit (D1).
        """
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
        """Return the seat with the coin, which gets the first five cards (section 3)."""
        return state.coin

    def drawing(self, state: CardDuelState, draw: DrawNumber) -> Action:
        """Return a random reshuffle of the discard pile (D8).

        The pile is sorted before the shuffle, so that a verifier does not need the order of the pile.
        """
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
        """Return single cards, stacks and, last, the blaze: a bot that takes the first offer must not end the duel."""
        hand = state.hands[seat]
        plays = (*(CardPlay(one) for one in hand if one.suit is not WANDS), *_stacks(hand))
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
            return hand_over(state, events, hand_record(state), sheet(state), end)
        fresh = replace(
            state,
            coin=1 - state.coin,
            round=state.round + 1,
            plays=(None, None),
            discards=(*state.discards, *_on_table(state)),
        )
        step = _refill(fresh)
        return Step(step.state, (*events, *step.events))

    def _blaze(self, state: CardDuelState, seat: Seat) -> Step:
        """End the duel by a blaze. A play of player 1 in this round is discarded without effect (D11)."""
        blaze = score_blaze(invoker=seat, hands=state.hands, hp=state.hp)
        on_table = _on_table(state)
        state = replace(state, hp=blaze.hp, blaze=blaze, plays=(None, None), discards=(*state.discards, *on_table))
        events = (BidSaid(seat, BLAZE, None),)
        return hand_over(state, events, hand_record(state), sheet(state), ended(blaze.winner, "blaze"))

    def view(self, state: State, seat: Seat | None) -> CardDuelView:
        own = CardDuelState.of(state)
        return replace(super().view(own, seat), rounds=own.rounds, blaze=own.blaze)

    def opened(self, state: State, seat: Seat) -> CardDuelView:
        view = super().opened(state, seat)
        one, other = (None if play is None else play.argument for play in CardDuelState.of(state).plays)
        return replace(view, table=replace(view.table, shown=(one, other)))


def _stacks(hand: tuple[Card, ...]) -> tuple[CardPlay, ...]:
    """Return every stack: each set of wands under each card not in the set. Ignores the order of the wands (D4)."""
    wands = [one for one in hand if one.suit is WANDS]
    sets = [some for count in range(1, len(wands) + 1) for some in combinations(wands, count)]
    return tuple(CardPlay(top, some) for some in sets for top in hand if top not in some)


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
