"""Parlour: a small game for four that no site offers, with everything in it that Two-Man Spades has not.

Sides 0+2 and 1+3; 28 cards, 8 to ace; five each, a kitty of two, a deck of six.

1. Auction, once round from the dealer's left: pass, or a call of tricks with spades ("2U") or nothing ("2N")
   as trumps. When all pass, the hand is void and the next seat deals.
2. The winner takes the kitty and discards two cards; nobody else ever sees them.
3. Everybody puts a card face down at once. The highest leads. Chance then draws each seat a card of the deck.
4. Each seat lays a stack: a card face up, one face down on it. The highest hidden card scores a point.
5. Three tricks. Until the first is over a seat against the call may double it, out of turn, too.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from types import MappingProxyType
from typing import ClassVar

import pytest

from games import registry as games
from games.bots.anylegal import AnyLegal
from games.cardgame import CardGame
from games.engine.actions import DEAL, START, Action, Argument, Pick, Refusal, RuleError, deal, texts
from games.engine.cards import Card, Draw, in_hand_order, shuffled
from games.engine.endgame import settled
from games.engine.options import Option, Options, complete, refusals, whole
from games.engine.ruleset import Start
from games.engine.state import (
    DEALER,
    BidSaid,
    Dealt,
    Discarded,
    Event,
    GameEnded,
    HandEnded,
    Phase,
    Played,
    Result,
    Seat,
    SeatView,
    Started,
    State,
    Step,
    TrickWon,
)
from games.engine.tricks import clockwise, winning_place
from tests.toy_state import (
    SEATS,
    SMALL_PACK,
    TRICKS,
    ParlourState,
    ParlourTable,
    ParlourView,
    cards_code,
    cards_in,
    dealt,
    due,
    heard,
    higher,
    own,
    pair_of,
    part,
    playable,
    plus,
    put,
    stack_seen,
    without,
)


class Parlour:
    key: ClassVar[str] = "parlour"
    title: ClassVar[str] = "Parlour"
    version: ClassVar[int] = 1
    seats: ClassVar[int] = SEATS
    options: ClassVar[tuple[Option, ...]] = (
        Option("target", 5, low=1, high=20),
        Option("most_hands", 12, low=1, high=40),
        Option("doubling", True, choices=(True, False)),
    )
    presets: ClassVar[Mapping[str, Options]] = MappingProxyType(
        {"standard": MappingProxyType({}), "short": MappingProxyType({"target": 2, "most_hands": 3})}
    )
    score: ClassVar[str] = "score"
    settles: ClassVar[bool] = True

    def check(self, options: Mapping[str, object]) -> tuple[Refusal, ...]:
        return refusals(self.options, options)

    def side(self, options: Options, seat: Seat) -> int:
        return seat % 2

    def start(self, options: Options) -> Start:
        return {"dealer": 0, "score": (0, 0)}

    def check_start(self, options: Options, start: Mapping[str, object]) -> Refusal | None:
        usual = self.start(options)
        told = {**usual, **start}
        dealer, score = told["dealer"], told["score"]
        whole_score = isinstance(score, list | tuple) and len(score) == 2 and all(type(one) is int for one in score)
        if set(told) - set(usual) or type(dealer) is not int or dealer not in range(SEATS) or not whole_score:
            return Refusal("BAD_START", "A game starts with a dealer and two scores.")
        over = max(pair_of(score)) >= whole(complete(self.options, options), "target")
        return Refusal("BAD_START", "The game would be over.") if over else None

    def initial(self, options: Options, start: Start | None = None) -> ParlourState:
        state = ParlourState(options=complete(self.options, options))
        return state if start is None else _started(state, start)

    def waits_for(self, state: State) -> frozenset[Seat]:
        state = own(state)
        match state.phase:
            case Phase.START | Phase.DEAL | Phase.JOKERS:
                return frozenset((DEALER,))
            case Phase.DISCARD:
                return frozenset((state.declarer,))
            case Phase.EXCHANGE:
                return frozenset(seat for seat in range(SEATS) if state.stakes[seat] is None)
            case Phase.BID | Phase.PLAY:
                return frozenset((state.turn,))
        return frozenset()

    def chance(self, state: State, draw: Draw) -> Action:
        state = own(state)
        if state.phase is Phase.START:
            return Action(START, {"dealer": draw(SEATS)})
        if state.phase is Phase.JOKERS:
            return Action("draw", (due(state), state.deck[draw(len(state.deck))].text))
        deck = shuffled(SMALL_PACK, draw)
        return deal([deck[5 * seat : 5 * seat + 5] for seat in range(SEATS)], kitty=deck[20:22], deck=deck[22:])

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        code = self._code(own(state), seat, action)
        return Refusal(code, code.replace("_", " ").capitalize() + ".") if code else None

    def _code(self, state: ParlourState, seat: Seat, action: Action) -> str | None:
        if state.phase is Phase.OVER:
            return "GAME_OVER"
        if action.verb == "call" and seat in range(SEATS):
            return self._call_code(state, seat, action)
        if seat not in self.waits_for(state):
            return "NOT_YOUR_TURN"
        match state.phase, action.verb:
            case Phase.START, "start" if isinstance(action.argument, Mapping):
                refusal = self.check_start(state.options, action.argument)
                return refusal.code if refusal else None
            case Phase.DEAL, "deal":
                return None if dealt(action.argument) else "BAD_DEAL"
            case Phase.JOKERS, "draw":
                return None if action.argument in [(due(state), one.text) for one in state.deck] else "BAD_DRAW"
            case Phase.BID, "pass" if action.argument is None:
                return None
            case Phase.BID, "bid":
                return None if action.argument in higher(state) else "NOT_HIGHER"
            case Phase.DISCARD, "discard":
                return cards_code(state, seat, action.argument, 2)
            case Phase.EXCHANGE, "stake":
                return None if action.card in state.hands[seat] else "NOT_IN_HAND"
            case Phase.PLAY, "play" if not state.revealed:
                return cards_code(state, seat, action.argument, 2)
            case Phase.PLAY, "play":
                if action.card not in state.hands[seat]:
                    return "NOT_IN_HAND"
                return None if action.card in playable(state, seat) else "MUST_FOLLOW_SUIT"
        return "WRONG_PHASE"

    def _call_code(self, state: ParlourState, seat: Seat, action: Action) -> str | None:
        late = state.phase is not Phase.PLAY or any(state.tricks) or action.argument is not None
        if late or not state.options["doubling"]:
            return "WRONG_PHASE"
        return "NOT_AGAINST" if state.doubled or seat % 2 == state.declarer % 2 else None

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action | Pick, ...]:
        """Plays come before calls, since the table plays out a settled hand with the first of each."""
        state = own(state)
        calls = () if self._code(state, seat, Action("call")) else (Action("call"),)
        if seat == DEALER or seat not in self.waits_for(state):
            return calls
        hand = state.hands[seat]
        match state.phase:
            case Phase.BID:
                return (Action("pass"), *(Action("bid", call) for call in higher(state)))
            case Phase.DISCARD:
                return (Pick("discard", 2, hand),)
            case Phase.EXCHANGE:
                return tuple(Action("stake", one.text) for one in hand)
        if not state.revealed:
            return (*(Action("play", texts(stack)) for stack in permutations(hand, 2)), *calls)
        return (*(Action("play", one.text) for one in playable(state, seat)), *calls)

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        refusal = self.refusal(state, seat, action)
        if refusal is not None:
            raise RuleError(refusal)
        state = own(state)
        if action.verb == START:
            start = action.argument if isinstance(action.argument, Mapping) else {}
            return Step(_started(state, start), (Started(start),))
        if action.verb == DEAL:
            return _deal(state, action)
        state = replace(state, actions=(*state.actions, (seat, action)))
        match action.verb:
            case "bid" | "pass":
                return _say(state, seat, action)
            case "discard":
                gone = cards_in(action.argument)
                state = replace(without(state, seat, gone), discard=gone, phase=Phase.EXCHANGE)
                return Step(state, (Discarded(seat, gone),))
            case "stake":
                return _stake(state, seat, cards_in((action.argument,))[0])
            case "draw":
                return Step(_draw(state, cards_in((part(action.argument, 1),))[0]), ())
            case "call":
                return Step(replace(state, doubled=True), (BidSaid(seat, "call", None),))
        return _play(state, seat, action)

    def view(self, state: State, seat: Seat | None) -> ParlourView:
        state = own(state)
        shown = None not in state.stakes
        return ParlourView(
            game=self.key,
            options=state.options,
            seat=seat,
            number=state.number,
            phase=state.phase,
            hand=None if seat is None else state.hands[seat],
            legal=() if seat is None else self.legal_actions(state, seat),
            actions=tuple(heard(state, seat, said) for said in state.actions),
            waits_for=self.waits_for(state),
            table=ParlourTable(
                dealer=state.dealer,
                score=state.score,
                calls=state.calls,
                stakes=tuple(one if shown or by == seat else None for by, one in enumerate(state.stakes)),
                stacks=tuple(stack_seen(state, seat, by) for by in range(SEATS)),
                deck=len(state.deck),
                hands=tuple(len(hand) for hand in state.hands),
                leader=state.leader,
                trick=state.trick,
                tricks=state.tricks,
                doubled=state.doubled,
            ),
        )

    def settled(self, state: State) -> bool:
        state = own(state)
        if state.phase is not Phase.PLAY or state.trick or not sum(state.tricks):
            return False
        return settled(state.hands, state.leader, trump=state.trump, broken=True)

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        return ()

    def carries(self, state: State) -> Start:
        return {}

    def result(self, state: State) -> Result | None:
        return own(state).end


def _started(state: ParlourState, start: Mapping[str, Argument]) -> ParlourState:
    dealer = start.get("dealer", 0)
    assert isinstance(dealer, int)
    return replace(state, phase=Phase.DEAL, dealer=dealer, score=pair_of(start.get("score", (0, 0))))


def _deal(state: ParlourState, action: Action) -> Step:
    parts = dealt(action.argument)
    assert parts is not None and isinstance(action.argument, Mapping)
    fresh = ParlourState(
        options=state.options,
        number=state.number + 1,
        phase=Phase.BID,
        # The next seat deals after every hand, a void one too.
        dealer=clockwise(state.dealer, SEATS) if state.number else state.dealer,
        score=state.score,
        hands=tuple(in_hand_order(hand) for hand in parts[:SEATS]),
        kitty=parts[SEATS],
        deck=parts[SEATS + 1],
    )
    return Step(fresh, (Dealt(fresh.number, fresh.turn, action.argument),))


def _say(state: ParlourState, seat: Seat, action: Action) -> Step:
    text = str(action.argument or "pass")
    state = replace(state, calls=(*state.calls, (seat, text)))
    said = BidSaid(seat, text, None if text == "pass" else int(text[0]))
    if len(state.calls) < SEATS:
        return Step(state, (said,))
    if state.bought is None:
        return _end_hand(state, (said,), {"passed_out": True})
    hands = put(state.hands, state.declarer, in_hand_order(state.hands[state.declarer] + state.kitty))
    return Step(replace(state, hands=hands, kitty=(), phase=Phase.DISCARD), (said,))


def _stake(state: ParlourState, seat: Seat, one: Card) -> Step:
    state = replace(without(state, seat, (one,)), stakes=put(state.stakes, seat, one))
    laid = [(stake.height, -clockwise(by, SEATS, -state.dealer - 1)) for by, stake in enumerate(state.stakes) if stake]
    if len(laid) == SEATS:
        state = replace(state, phase=Phase.JOKERS, leader=laid.index(max(laid)))
    return Step(state, (Discarded(seat, (one,)),))


def _draw(state: ParlourState, one: Card) -> ParlourState:
    seat = due(state)
    hands = put(state.hands, seat, in_hand_order((*state.hands[seat], one)))
    deck = tuple(left for left in state.deck if left is not one)
    drawn = state.drawn + 1
    return replace(state, hands=hands, deck=deck, drawn=drawn, phase=Phase.PLAY if drawn == SEATS else state.phase)


def _play(state: ParlourState, seat: Seat, action: Action) -> Step:
    if not state.revealed:
        stack = cards_in(action.argument)
        place = 2 * sum(laid != () for laid in state.stacks)
        played = tuple(Played(seat, one, 1, place + i) for i, one in enumerate(stack))
        state = replace(without(state, seat, stack), stacks=put(state.stacks, seat, stack))
        return _turn_up(state, played) if state.revealed else Step(state, played)
    trick = (*state.trick, *cards_in((action.argument,)))
    events = (Played(seat, trick[-1], 2 + sum(state.tricks), len(trick) - 1),)
    state = replace(without(state, seat, trick[-1:]), trick=trick)
    return _take(state, events) if len(trick) == SEATS else Step(state, events)


def _turn_up(state: ParlourState, events: tuple[Event, ...]) -> Step:
    """The highest hidden card scores its side a point and leads; the first laid wins among equals."""
    order = [clockwise(state.leader, SEATS, steps) for steps in range(SEATS)]
    winner = max(order, key=lambda seat: state.stacks[seat][-1].height)
    state = replace(state, leader=winner, tops=plus((0, 0), winner % 2, 1))
    return Step(state, (*events, TrickWon(1, winner)))


def _take(state: ParlourState, events: tuple[Event, ...]) -> Step:
    winner = clockwise(state.leader, SEATS, winning_place(state.trick, state.trump))
    events = (*events, TrickWon(2 + sum(state.tricks), winner))
    state = replace(state, leader=winner, trick=(), tricks=plus(state.tricks, winner % 2, 1))
    if sum(state.tricks) < TRICKS:
        return Step(state, events)
    declarer, call = state.bought or (0, "")
    worth = int(call[0]) * (2 if state.doubled else 1)
    made = state.tricks[declarer % 2] >= int(call[0])
    score = plus(state.score, declarer % 2, worth if made else -worth)
    score = (score[0] + state.tops[0], score[1] + state.tops[1])
    state = replace(state, score=score)
    record: dict[str, Argument] = {"contract": call, "declarer": declarer, "tricks": state.tricks, "score": score}
    return _end_hand(state, events, record)


def _end_hand(state: ParlourState, events: tuple[Event, ...], record: Mapping[str, Argument]) -> Step:
    sheet: dict[str, Argument] = {"tops": state.tops, "doubled": state.doubled}
    one, other = state.score
    reached = max(state.score) >= whole(state.options, "target")
    events = (*events, HandEnded(record, sheet))
    if not reached and state.number < whole(state.options, "most_hands"):
        return Step(replace(state, phase=Phase.DEAL), events)
    winner, why = None if one == other else int(other > one), "score" if reached else "hands"
    end = Result(winner, why, MappingProxyType({"winner": winner, "why": why}))
    return Step(replace(state, phase=Phase.OVER, end=end), (*events, GameEnded(end)))


def installed(monkeypatch: pytest.MonkeyPatch) -> Parlour:
    """The toy beside the real games until the test ends, with a player for it that does anything legal."""
    toy = Parlour()
    monkeypatch.setitem(games._GAMES, toy.key, CardGame(rules=toy, players={"easy": AnyLegal()}))
    return toy
