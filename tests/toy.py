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
from itertools import permutations
from typing import ClassVar

import pytest

from games import registry as games
from games.bots.anylegal import AnyLegal
from games.cardgame import CardGame
from games.engine.actions import START, Action, Argument, Pick, Reasons, Refusal, deal, texts
from games.engine.cards import Card, Draw, in_hand_order, shuffled
from games.engine.endgame import settled
from games.engine.flow import CardRules, Move, hand_over
from games.engine.options import Option, Options, whole
from games.engine.reading import Deal, held_card, held_cards, read_deal, whole_in, whole_pair
from games.engine.ruleset import Start
from games.engine.state import (
    BidSaid,
    Discarded,
    Event,
    Hand,
    Phase,
    Played,
    Seat,
    State,
    Step,
    TrickWon,
    ahead,
    ended,
    plus,
    put,
    replace,
    without,
)
from games.engine.tricks import following, lay, next_seat, winning_place
from tests.toy_state import CALLS, SEATS, SMALL_PACK, TRICKS, ParlourState, ParlourView

Read = Refusal | Move[ParlourState]


class Parlour(CardRules[ParlourState, ParlourView]):
    key: ClassVar[str] = "parlour"
    title: ClassVar[str] = "Parlour"
    seats: ClassVar[int] = SEATS
    options: ClassVar[tuple[Option, ...]] = (
        Option("target", 5, low=1, high=20),
        Option("most_hands", 12, low=1, high=40),
        Option("doubling", True, choices=(True, False)),
    )
    presets: ClassVar[Mapping[str, Options]] = {"standard": {}, "short": {"target": 2, "most_hands": 3}}
    score: ClassVar[str] = "score"
    settles: ClassVar[bool] = True
    out_of_turn: ClassVar[tuple[Action, ...]] = (Action("call"),)
    state_type = ParlourState
    view_type = ParlourView
    refused = Reasons({code: code.capitalize() for code in ("BAD_DEAL", "BAD_DRAW", "NOT_HIGHER", "NOT_AGAINST")})

    def side(self, options: Options, seat: Seat) -> int:
        return seat % 2

    def start(self, options: Options) -> Start:
        return {"dealer": 0, "score": (0, 0)}

    def begun(self, state: ParlourState, start: Mapping[str, object]) -> ParlourState | None:
        dealer, score = whole_in(start["dealer"], range(SEATS)), whole_pair(start["score"])
        if dealer is None or score is None or max(score) >= whole(state.options, "target"):
            return None
        return replace(state, dealer=dealer, score=score)

    def chance(self, state: State, draw: Draw) -> Action:
        state = ParlourState.of(state)
        if state.phase is Phase.START:
            return Action(START, {"dealer": draw(SEATS)})
        if state.phase is Phase.JOKERS:
            return Action("draw", (state.turn, state.deck[draw(len(state.deck))].text))
        deck = shuffled(SMALL_PACK, draw)
        return deal([deck[5 * seat : 5 * seat + 5] for seat in range(SEATS)], kitty=deck[20:22], deck=deck[22:])

    def read_deal(self, state: ParlourState, argument: Mapping[str, Argument]) -> Deal | None:
        return read_deal(argument, SMALL_PACK, seats=SEATS, size=5, kitty=2, deck=6)

    def dealt(self, state: ParlourState, deal: Deal) -> tuple[ParlourState, Seat]:
        fresh = ParlourState(
            options=state.options,
            number=state.number + 1,
            phase=Phase.BID,
            # The next seat deals after every hand, a void one too.
            dealer=next_seat(state.dealer) if state.number else state.dealer,
            score=state.score,
            hands=deal.hands,
            kitty=deal.kitty,
            deck=deal.deck,
        )
        return fresh, fresh.turn

    def waiting(self, state: ParlourState) -> frozenset[Seat]:
        if state.phase is Phase.EXCHANGE:
            return frozenset(seat for seat in range(SEATS) if state.stakes[seat] is None)
        return frozenset((state.turn,))

    def drawn(self, state: ParlourState, action: Action) -> Read:
        if action.verb != "draw":
            return self.refused("WRONG_PHASE")
        one = next((one for one in state.deck if action.argument == (state.turn, one.text)), None)
        return self.refused("BAD_DRAW") if one is None else lambda now: _draw(now, one)

    def called(self, state: ParlourState, seat: Seat, action: Action) -> Read | None:
        if action.verb != "call":
            return None
        late = state.phase is not Phase.PLAY or any(state.tricks) or action.argument is not None
        if late or not state.options["doubling"]:
            return self.refused("WRONG_PHASE")
        if state.doubled or seat % 2 == state.contract[0] % 2:
            return self.refused("NOT_AGAINST")
        return lambda now: Step(replace(now, doubled=True), (BidSaid(seat, "call", None),))

    def read(self, state: ParlourState, seat: Seat, action: Action) -> Read:
        hand = state.hands[seat]
        match state.phase, action.verb:
            case Phase.BID, "pass" if action.argument is None:
                return lambda now: _say(now, seat, "pass")
            case Phase.BID, "bid":
                call = next((call for call in _higher(state) if call == action.argument), None)
                return self.refused("NOT_HIGHER") if call is None else lambda now: _say(now, seat, call)
            case Phase.DISCARD, "discard":
                gone = held_cards(action, hand, (2,))
                return gone if isinstance(gone, Refusal) else lambda now: _discard(now, seat, gone)
            case Phase.EXCHANGE, "stake":
                stake = held_card(action, hand)
                return self.refused("NOT_IN_HAND") if stake is None else lambda now: _stake(now, seat, stake)
            case Phase.PLAY, "play" if not state.revealed:
                stack = held_cards(action, hand, (2,))
                return stack if isinstance(stack, Refusal) else lambda now: _stack(now, seat, stack)
            case Phase.PLAY, "play":
                one = held_card(action, hand)
                if one is None or one not in _playable(state, seat):
                    return self.refused("NOT_IN_HAND" if one is None else "MUST_FOLLOW_SUIT")
                return lambda now: lay(now, seat, one, number=2 + sum(now.tricks), take=_take)
        return self.refused("WRONG_PHASE")

    def offers(self, state: ParlourState, seat: Seat) -> tuple[Action | Pick, ...]:
        hand = state.hands[seat]
        match state.phase:
            case Phase.BID:
                return (Action("pass"), *(Action("bid", call) for call in _higher(state)))
            case Phase.DISCARD:
                return (Pick("discard", 2, hand),)
            case Phase.EXCHANGE:
                return tuple(Action("stake", one.text) for one in hand)
        if not state.revealed:
            return tuple(Action("play", texts(stack)) for stack in permutations(hand, 2))
        return tuple(Action("play", one.text) for one in _playable(state, seat))

    def opened(self, state: State, seat: Seat) -> ParlourView:
        own, view = ParlourState.of(state), super().opened(state, seat)
        return replace(view, table=replace(view.table, stakes=own.stakes, stacks=own.stacks))

    def settled(self, state: State) -> bool:
        own = ParlourState.of(state)
        if own.phase is not Phase.PLAY or own.trick or not sum(own.tricks):
            return False
        return settled(own.hands, own.leader, trump=own.trump, broken=True)


def _higher(state: ParlourState) -> tuple[str, ...]:
    call = state.contract[1]
    return CALLS[CALLS.index(call) + 1 :] if call else CALLS


def _playable(state: ParlourState, seat: Seat) -> tuple[Card, ...]:
    return following(state.hands[seat], state.trick[0].suit) if state.trick else state.hands[seat]


def _say(state: ParlourState, seat: Seat, call: str) -> Step:
    state = replace(state, calls=(*state.calls, (seat, call)))
    said = BidSaid(seat, call, None if call == "pass" else int(call[0]))
    if len(state.calls) < SEATS:
        return Step(state, (said,))
    declarer, bought = state.contract
    if not bought:
        return _end_hand(state, (said,), {"passed_out": True})
    hands = put(state.hands, declarer, in_hand_order(state.hands[declarer] + state.kitty))
    return Step(replace(state, hands=hands, kitty=(), phase=Phase.DISCARD), (said,))


def _discard(state: ParlourState, seat: Seat, gone: Hand) -> Step:
    hands = without(state.hands, seat, gone)
    return Step(replace(state, hands=hands, discard=gone, phase=Phase.EXCHANGE), (Discarded(seat, gone),))


def _stake(state: ParlourState, seat: Seat, one: Card) -> Step:
    state = replace(state, hands=without(state.hands, seat, (one,)), stakes=put(state.stakes, seat, one))
    laid = [(stake.height, -next_seat(by, -state.dealer - 1)) for by, stake in enumerate(state.stakes) if stake]
    if len(laid) == SEATS:
        state = replace(state, phase=Phase.JOKERS, leader=laid.index(max(laid)))
    return Step(state, (Discarded(seat, (one,)),))


def _draw(state: ParlourState, one: Card) -> Step:
    hands = put(state.hands, state.turn, in_hand_order((*state.hands[state.turn], one)))
    deck, drawn = tuple(left for left in state.deck if left is not one), state.drawn + 1
    phase = Phase.PLAY if drawn == SEATS else Phase.JOKERS
    return Step(replace(state, hands=hands, deck=deck, drawn=drawn, phase=phase), ())


def _stack(state: ParlourState, seat: Seat, stack: Hand) -> Step:
    place = 2 * (SEATS - state.stacks.count(()))
    events: tuple[Event, ...] = tuple(Played(seat, one, 1, place + i) for i, one in enumerate(stack))
    state = replace(state, hands=without(state.hands, seat, stack), stacks=put(state.stacks, seat, stack))
    if not state.revealed:
        return Step(state, events)
    # The highest hidden card scores its side a point and leads; the first laid wins among equals.
    order = [next_seat(state.leader, steps) for steps in range(SEATS)]
    winner = max(order, key=lambda by: state.stacks[by][-1].height)
    return Step(replace(state, leader=winner, tops=plus((0, 0), winner % 2)), (*events, TrickWon(1, winner)))


def _take(state: ParlourState, events: tuple[Event, ...]) -> Step:
    winner = next_seat(state.leader, winning_place(state.trick, state.trump))
    events = (*events, TrickWon(2 + sum(state.tricks), winner))
    state = replace(state, leader=winner, trick=(), tricks=plus(state.tricks, winner % 2))
    if sum(state.tricks) < TRICKS:
        return Step(state, events)
    declarer, call = state.contract
    worth = int(call[0]) * (2 if state.doubled else 1)
    made = state.tricks[declarer % 2] >= int(call[0])
    score = plus(state.score, declarer % 2, worth if made else -worth)
    score = (score[0] + state.tops[0], score[1] + state.tops[1])
    record: dict[str, Argument] = {"contract": call, "declarer": declarer, "tricks": state.tricks, "score": score}
    return _end_hand(replace(state, score=score), events, record)


def _end_hand(state: ParlourState, events: tuple[Event, ...], record: Mapping[str, Argument]) -> Step:
    reached = max(state.score) >= whole(state.options, "target")
    is_last = reached or state.number >= whole(state.options, "most_hands")
    end = ended(ahead(*state.score), "score" if reached else "hands") if is_last else None
    return hand_over(state, events, record, {"tops": state.tops, "doubled": state.doubled}, end)


def installed(monkeypatch: pytest.MonkeyPatch) -> Parlour:
    """The toy beside the real games until the test ends, with a player for it that does anything legal."""
    toy = Parlour()
    monkeypatch.setitem(games._GAMES, toy.key, CardGame(rules=toy, players={"easy": AnyLegal()}))
    return toy
