"""What is done in a hand of Parlour between the auction and the tricks: discard, stakes, draws and stacks."""

from games.engine.actions import Action
from games.engine.cards import Card, in_hand_order
from games.engine.reading import cards_in
from games.engine.state import Discarded, Phase, Played, Seat, Step, TrickWon, plus, put, replace, without
from games.engine.tricks import next_seat
from tests.parlour.state import DECK, SEATS, ParlourState


def discard(state: ParlourState, seat: Seat, action: Action) -> Step:
    gone = cards_in(action.argument)
    return Step(replace(state, hands=without(state.hands, seat, gone), phase=Phase.EXCHANGE), (Discarded(seat, gone),))


def stake(state: ParlourState, seat: Seat, action: Action) -> Step:
    gone = cards_in((action.argument,))
    state = replace(state, hands=without(state.hands, seat, gone), stakes=put(state.stakes, seat, gone[0]))
    laid = [(stake.height, -next_seat(by, -state.dealer - 1)) for by, stake in enumerate(state.stakes) if stake]
    if len(laid) == SEATS:
        state = replace(state, phase=Phase.JOKERS, leader=laid.index(max(laid)))
    return Step(state, (Discarded(seat, gone),))


def draw(state: ParlourState, one: Card) -> Step:
    hands = put(state.hands, state.turn, in_hand_order((*state.hands[state.turn], one)))
    deck = tuple(left for left in state.deck if left is not one)
    phase = Phase.PLAY if len(deck) == DECK - SEATS else Phase.JOKERS
    return Step(replace(state, hands=hands, deck=deck, phase=phase), ())


def stack(state: ParlourState, seat: Seat, action: Action) -> Step:
    """The highest hidden card scores its side a point and leads; the first laid wins among equals."""
    laid, place = cards_in(action.argument), 2 * (SEATS - state.stacks.count(()))
    events = [Played(seat, one, 1, place + i) for i, one in enumerate(laid)]
    state = replace(state, hands=without(state.hands, seat, laid), stacks=put(state.stacks, seat, laid))
    if () in state.stacks:
        return Step(state, (*events,))
    winner = max((next_seat(state.leader, n) for n in range(SEATS)), key=lambda by: state.stacks[by][-1].height)
    return Step(replace(state, leader=winner, tops=plus((0, 0), winner % 2)), (*events, TrickWon(1, winner)))
