"""Card Duel: the flow of a duel and what is refused, after docs/rules/cardduel.md, whose decisions (D1, ...) are cited.

A duel is one hand, its rounds are that hand's tricks. What plays do is `score`, state and views are
`state`. The pack is always whole, so a refill never fails and nobody ever passes (D9).
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType
from typing import ClassVar

from games.cardduel.score import WANDS, Play, Plays, end_of_round, result, score_blaze, score_round
from games.cardduel.state import (
    BLAZE,
    FULL_HP,
    HAND_SIZE,
    PLAY,
    SEATS,
    CardDuelState,
    CardDuelView,
    Resolved,
    dealt,
    hand_record,
    named,
    own,
    play_code,
    refused,
    reshuffled,
    sheet,
    view_of,
)
from games.engine.actions import RESHUFFLE, START, Action, Pick, Refusal, RuleError, deal, texts, whole_numbers
from games.engine.cards import PACK, Card, Draw, in_hand_order, shuffled
from games.engine.options import Option, Options, complete, refusals, whole
from games.engine.ruleset import Start
from games.engine.state import (
    DEALER,
    BidSaid,
    Dealt,
    Event,
    GameEnded,
    HandEnded,
    Phase,
    Played,
    Refilled,
    Result,
    Seat,
    SeatView,
    Started,
    State,
    Step,
    TrickWon,
    put,
    without,
)

#: Whom the option `first` names: at a table of the house the person who opened it has seat 0.
_FIRST: Mapping[str, Seat] = MappingProxyType({"human": 0, "computer": 1})


class CardDuel:
    """The rules of Card Duel."""

    key: ClassVar[str] = "cardduel"
    title: ClassVar[str] = "Card Duel"
    version: ClassVar[int] = 1
    seats: ClassVar[int] = len(SEATS)
    options: ClassVar[tuple[Option, ...]] = (
        Option("first", "random", choices=("random", *_FIRST)),
        Option("max_rounds", 200, low=0, high=400, endless=True),
    )
    presets: ClassVar[Mapping[str, Options]] = MappingProxyType({"standard": MappingProxyType({})})
    score: ClassVar[str] = "hp"
    settles: ClassVar[bool] = False

    # -- before the first card -------------------------------------------------------------------

    def check(self, options: Mapping[str, object]) -> tuple[Refusal, ...]:
        return refusals(self.options, options)

    def side(self, options: Options, seat: Seat) -> int:
        return seat

    def start(self, options: Options) -> Start:
        return {"hp": (FULL_HP, FULL_HP), "coin": 0}

    def check_start(self, options: Options, start: Mapping[str, object]) -> Refusal | None:
        """HP are whole numbers from 1, without an upper limit (D1); the coin is with a seat."""
        usual = self.start(options)
        told = {**usual, **start}
        hp, coin = whole_numbers(told["hp"], len(SEATS)), told["coin"]
        if set(told) != set(usual) or type(coin) is not int or coin not in SEATS:
            return refused("BAD_START")
        return refused("BAD_START") if hp is None or min(hp) < 1 else None

    def initial(self, options: Options, start: Start | None = None) -> CardDuelState:
        state = CardDuelState(options=complete(self.options, options))
        return state if start is None else self._started(state, start)

    def _started(self, state: CardDuelState, start: Start) -> CardDuelState:
        told = {**self.start(state.options), **start}
        hp, coin = whole_numbers(told["hp"], len(SEATS)), told["coin"]
        if hp is None or not isinstance(coin, int):
            raise RuleError(refused("BAD_START"))
        return replace(state, phase=Phase.DEAL, hp=(hp[0], hp[1]), coin=coin)

    # -- who, and whether -------------------------------------------------------------------------

    def waits_for(self, state: State) -> frozenset[Seat]:
        state = own(state)
        if state.phase is Phase.OVER:
            return frozenset()
        if state.phase is not Phase.PLAY or state.wants_cards:
            return frozenset((DEALER,))
        return frozenset((state.turn,))

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        """A blaze needs nothing but the turn: any HP, any hand, and the other has no say (D10)."""
        state = own(state)
        if state.phase is Phase.OVER:
            return refused("GAME_OVER")
        if seat not in self.waits_for(state):
            return refused("NOT_YOUR_TURN")
        if seat == DEALER:
            return self._dealer_refusal(state, action)
        if action.verb == BLAZE and action.argument is None:
            return None
        code = play_code(state.hands[seat], action.argument) if action.verb == PLAY else "WRONG_PHASE"
        return None if code is None else refused(code)

    def _dealer_refusal(self, state: CardDuelState, action: Action) -> Refusal | None:
        argument = action.argument
        match state.phase, action.verb:
            case Phase.START, "start" if isinstance(argument, Mapping):
                return self.check_start(state.options, argument)
            case Phase.DEAL, "deal":
                return None if dealt(argument) else refused("BAD_DEAL")
            case Phase.PLAY, "reshuffle":
                return None if reshuffled(state, argument) else refused("BAD_RESHUFFLE")
        return refused("WRONG_PHASE")

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action | Pick, ...]:
        """Singles, stacks and last the blaze: whoever takes the first of a list does not end the duel by it."""
        state = own(state)
        if seat == DEALER or seat not in self.waits_for(state):
            return ()
        plays = (*_singles(state.hands[seat]), *_stacks(state.hands[seat]))
        return (*(Action(PLAY, play.argument) for play in plays), Action(BLAZE))

    # -- what happens ------------------------------------------------------------------------------

    def chance(self, state: State, draw: Draw) -> Action:
        """Who has the coin (D2); five cards to that seat and five to the other (section 3); a reshuffle (D8).

        The discard pile is put into the pack's order before it is shuffled, so that whoever checks the draw has to
        know which cards lay there and not in which order.
        """
        state = own(state)
        if state.phase is Phase.START:
            return Action(START, {"coin": self._coin(state.options, draw)})
        if state.phase is Phase.DEAL:
            deck = shuffled(PACK, draw)
            hands = deck[:HAND_SIZE], deck[HAND_SIZE : 2 * HAND_SIZE]
            return deal([in_hand_order(hands[seat != state.coin]) for seat in SEATS], deck=deck[2 * HAND_SIZE :])
        pile = [one for one in PACK if one in state.discards]
        return Action(RESHUFFLE, texts(shuffled(pile, draw)))

    def _coin(self, options: Options, draw: Draw) -> Seat:
        chosen = _FIRST.get(str(options["first"]))
        return draw(len(SEATS)) if chosen is None else chosen

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        state = own(state)
        refusal = self.refusal(state, seat, action)
        if refusal is not None:
            raise RuleError(refusal)
        match action.verb:
            case "start":
                return self._start(state, action)
            case "deal":
                return self._deal(state, action)
            case "reshuffle":
                return self._reshuffle(state, action)
            case "blaze":
                return self._blaze(_noted(state, seat, action), seat)
        return self._play(state, seat, Play.of(named(action.argument)))

    def _start(self, state: CardDuelState, action: Action) -> Step:
        start = action.argument if isinstance(action.argument, Mapping) else {}
        return Step(self._started(state, start), (Started(start),))

    def _deal(self, state: CardDuelState, action: Action) -> Step:
        given = dealt(action.argument)
        if given is None or not isinstance(action.argument, Mapping):
            raise RuleError(refused("BAD_DEAL"))
        hands, deck = given
        state = replace(state, phase=Phase.PLAY, number=1, hands=hands, deck=deck)
        return Step(state, (Dealt(state.number, state.coin, action.argument),))

    def _reshuffle(self, state: CardDuelState, action: Action) -> Step:
        deck = reshuffled(state, action.argument)
        if deck is None:
            raise RuleError(refused("BAD_RESHUFFLE"))
        state = replace(_noted(state, DEALER, action), deck=deck, discards=(), shuffles=state.shuffles + 1)
        return _refill(state)

    def _play(self, state: CardDuelState, seat: Seat, play: Play) -> Step:
        before = state.plays[state.coin]
        place = 0 if before is None else len(before.cards)
        events = tuple(
            Played(seat, one, state.round, place + i, shuffle=state.shuffles) for i, one in enumerate(play.cards)
        )
        state = replace(
            _noted(state, seat, Action(PLAY, play.argument)),
            hands=without(state.hands, seat, play.cards),
            plays=put(state.plays, seat, play),
        )
        one, other = state.plays
        return Step(state, events) if one is None or other is None else self._score(state, (one, other), events)

    def _score(self, state: CardDuelState, plays: Plays, events: tuple[Event, ...]) -> Step:
        """Both have played: the effects in their order, then the end or the next round (section 4)."""
        scored = score_round(number=state.round, coin=state.coin, plays=plays, hp=state.hp)
        state = replace(state, hp=scored.hp, rounds=(*state.rounds, scored))
        events = (*events, *(Resolved(effect) for effect in scored.effects), TrickWon(state.round, None))
        end = end_of_round(state.hp, rounds=state.round, most=whole(state.options, "max_rounds"))
        if end is not None:
            return _ended(state, end, events)
        fresh = replace(
            state,
            coin=1 - state.coin,
            round=state.round + 1,
            plays=(None, None),
            discards=(*state.discards, *_laid(state)),
        )
        step = _refill(fresh)
        return Step(step.state, (*events, *step.events))

    def _blaze(self, state: CardDuelState, seat: Seat) -> Step:
        """What player 1 has played already is out: it is turned up and discarded without an effect (D11)."""
        blaze = score_blaze(invoker=seat, hands=state.hands, hp=state.hp)
        laid = _laid(state)
        state = replace(state, hp=blaze.hp, blaze=blaze, plays=(None, None), discards=(*state.discards, *laid))
        return _ended(state, result(blaze.winner, "blaze"), (BidSaid(seat, BLAZE, None),))

    # -- what is seen ------------------------------------------------------------------------------

    def view(self, state: State, seat: Seat | None) -> CardDuelView:
        state = own(state)
        legal = () if seat is None else self.legal_actions(state, seat)
        return view_of(state, seat, game=self.key, legal=legal, waits_for=self.waits_for(state))

    def settled(self, state: State) -> bool:
        """Never: as long as a duel goes on, whoever is on turn may end it by a blaze."""
        return False

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        return ()

    def carries(self, state: State) -> Start:
        return {}

    def result(self, state: State) -> Result | None:
        return own(state).end


def _singles(hand: tuple[Card, ...]) -> tuple[Play, ...]:
    return tuple(Play(one) for one in hand if one.suit is not WANDS)


def _stacks(hand: tuple[Card, ...]) -> tuple[Play, ...]:
    """Every set of wands with every other card on top, a wand too; the same set once (D4)."""
    wands = [one for one in hand if one.suit is WANDS]
    sets = [some for count in range(1, len(wands) + 1) for some in combinations(wands, count)]
    return tuple(Play(top, some) for some in sets for top in hand if top not in some)


def _noted(state: CardDuelState, seat: Seat, action: Action) -> CardDuelState:
    return replace(state, actions=(*state.actions, (seat, action)))


def _laid(state: CardDuelState) -> tuple[Card, ...]:
    """This round's cards, player 1's first."""
    plays = state.plays[state.coin], state.plays[1 - state.coin]
    return tuple(one for play in plays if play is not None for one in play.cards)


def _refill(state: CardDuelState) -> Step:
    """Player 1 draws up to five cards, then player 2, as long as the deck has any (section 7)."""
    events: list[Event] = []
    for seat in (state.coin, 1 - state.coin):
        missing = HAND_SIZE - len(state.hands[seat])
        drawn, deck = state.deck[:missing], state.deck[missing:]
        if drawn:
            hand = in_hand_order((*state.hands[seat], *drawn))
            state = replace(state, deck=deck, hands=put(state.hands, seat, hand))
            events.append(Refilled(seat, drawn))
    return Step(state, tuple(events))


def _ended(state: CardDuelState, end: Result, events: tuple[Event, ...]) -> Step:
    state = replace(state, phase=Phase.OVER, end=end)
    return Step(state, (*events, HandEnded(hand_record(state), sheet(state)), GameEnded(end)))
