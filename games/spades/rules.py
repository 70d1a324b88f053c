"""Spades at four seats: the flow of a hand, after docs/rules/spades.md; its decisions (S1, ...) are cited.

Bidding and exchange are `bids`, the play of a card is `play`, scoring is `score`; options,
and with them all variants, are `options`; state and views are `state`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from games.engine.actions import (
    DEAL,
    START,
    Action,
    Argument,
    Pick,
    Refusal,
    RuleError,
    deal,
    dealt_hands,
    whole_numbers,
)
from games.engine.cards import PACK, Card, Draw, Suit, in_hand_order, shuffled
from games.engine.endgame import settled
from games.engine.options import Option, Options, complete
from games.engine.ruleset import Start
from games.engine.state import (
    DEALER,
    BidChanged,
    BidSaid,
    Dealt,
    Event,
    GameEnded,
    HandEnded,
    Passed,
    Phase,
    Played,
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
from games.engine.tricks import next_seat
from games.spades.bids import (
    bidding_refusal,
    bids_offered,
    blind_nil_offered,
    exchange_offered,
    exchange_refusal,
    givers_of,
    misdeal_refusal,
    named,
    overridden,
)
from games.spades.claim import claim_of
from games.spades.options import OPTIONS, PRESETS, Terms, check, terms
from games.spades.play import TRUMP, play_code, playable, trick_winner
from games.spades.score import BLIND, Bid, SideLine, Standing, end_of_game, score_side
from games.spades.state import (
    HAND_SIZE,
    MISDEAL,
    PLAY,
    SEATS,
    TRICKS,
    SpadesState,
    SpadesView,
    hand_record,
    own,
    partner,
    refused,
    seats_of,
    view_of,
)

#: With no more cards than these in each hand the table looks whether anything is left to decide.
_SETTLED_FROM = 3


class Spades:
    """The rules of Spades in all its variants."""

    key: ClassVar[str] = "spades"
    title: ClassVar[str] = "Spades"
    version: ClassVar[int] = 1
    seats: ClassVar[int] = len(SEATS)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    score: ClassVar[str] = "score"
    settles: ClassVar[bool] = True

    # -- before the first card -------------------------------------------------------------------

    def check(self, options: Mapping[str, object]) -> tuple[Refusal, ...]:
        return check(options)

    def side(self, options: Options, seat: Seat) -> int:
        return seat % self._terms(options).sides

    def start(self, options: Options) -> Start:
        nothing = (0,) * self._terms(options).sides
        return {"dealer": 0, "score": nothing, "bags": nothing}

    def check_start(self, options: Options, start: Mapping[str, object]) -> Refusal | None:
        """The dealer is a seat, bags are 0..9, scores and bags as many as there are sides, the game not over."""
        usual = self.start(options)
        told = {**usual, **start}
        dealer, standings = told["dealer"], _standings(told, self._terms(options).sides)
        if set(told) != set(usual) or type(dealer) is not int or dealer not in SEATS or standings is None:
            return refused("BAD_START")
        over = end_of_game([one.score for one in standings], self._terms(options))
        return refused("BAD_START") if over else None

    def _terms(self, options: Options) -> Terms:
        return terms(complete(OPTIONS, options))

    def initial(self, options: Options, start: Start | None = None) -> SpadesState:
        full = complete(OPTIONS, options)
        rules = terms(full)
        state = SpadesState(options=full, terms=rules, standings=(Standing(),) * rules.sides)
        return state if start is None else self._started(state, start)

    def _started(self, state: SpadesState, start: Start) -> SpadesState:
        told = {**self.start(state.options), **start}
        standings, dealer = _standings(told, state.terms.sides), told["dealer"]
        if standings is None or not isinstance(dealer, int):
            raise RuleError(refused("BAD_START"))
        return replace(state, phase=Phase.DEAL, dealer=dealer, standings=standings)

    # -- who, and whether -------------------------------------------------------------------------

    def waits_for(self, state: State) -> frozenset[Seat]:
        state = own(state)
        match state.phase:
            case Phase.START | Phase.DEAL:
                return frozenset((DEALER,))
            case Phase.OVER:
                return frozenset()
        return frozenset((state.turn,))

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        state = own(state)
        if state.phase is Phase.OVER:
            return refused("GAME_OVER")
        if action.verb == MISDEAL and action.argument is None and seat in SEATS:
            return misdeal_refusal(state, seat)
        if seat not in self.waits_for(state):
            return refused("NOT_YOUR_TURN")
        match state.phase:
            case Phase.START | Phase.DEAL:
                return self._dealer_refusal(state, action)
            case Phase.BLIND | Phase.BID:
                return bidding_refusal(state, seat, action)
            case Phase.EXCHANGE:
                return exchange_refusal(state, seat, action)
        code = play_code(state, seat, action.card) if action.verb == PLAY else "WRONG_PHASE"
        return None if code is None else refused(code)

    def _dealer_refusal(self, state: SpadesState, action: Action) -> Refusal | None:
        if state.phase is Phase.START and action.verb == START and isinstance(action.argument, Mapping):
            return self.check_start(state.options, action.argument)
        if state.phase is Phase.DEAL and action.verb == DEAL:
            return None if _hands(action.argument) else refused("BAD_DEAL")
        return refused("WRONG_PHASE")

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action | Pick, ...]:
        state = own(state)
        if seat == DEALER or seat not in self.waits_for(state):
            return ()
        match state.phase:
            case Phase.BLIND | Phase.BID:
                return bids_offered(state, seat)
            case Phase.EXCHANGE:
                return exchange_offered(state, seat)
        return tuple(Action(PLAY, one.text) for one in playable(state, seat))

    # -- what happens ------------------------------------------------------------------------------

    def chance(self, state: State, draw: Draw) -> Action:
        """The first dealer is drawn (S1); for each hand a shuffled pack, dealt one card at a time from seat 0."""
        if state.phase is Phase.START:
            return Action(START, {"dealer": draw(len(SEATS))})
        deck = shuffled(PACK, draw)
        return deal([in_hand_order(deck[seat :: len(SEATS)]) for seat in SEATS])

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        state = own(state)
        refusal = self.refusal(state, seat, action)
        if refusal is not None:
            raise RuleError(refusal)
        if action.verb == START:
            return self._start(state, action)
        if action.verb == DEAL:
            return self._deal(state, action)
        state = replace(state, actions=(*state.actions, (seat, action)))
        match action.verb:
            case "look":
                return Step(replace(state, seen=put(state.seen, seat, True), phase=Phase.BID), ())
            case "blind_nil":
                return self._bid(state, seat, BLIND)
            case "bid":
                return self._bid(state, seat, action.number or 0)
            case "misdeal":
                return self._misdeal(state, seat)
            case "give" | "return":
                return self._exchange(state, seat, action)
        return self._play(state, seat, action)

    def _start(self, state: SpadesState, action: Action) -> Step:
        start = action.argument if isinstance(action.argument, Mapping) else {}
        return Step(self._started(state, start), (Started(start),))

    def _deal(self, state: SpadesState, action: Action) -> Step:
        hands = _hands(action.argument)
        if hands is None or not isinstance(action.argument, Mapping):
            raise RuleError(refused("BAD_DEAL"))
        moves = state.number > 0 and not state.void  # the same dealer deals again after a misdeal (S11)
        fresh = SpadesState(
            options=state.options,
            terms=state.terms,
            number=state.number + 1,
            dealer=next_seat(state.dealer) if moves else state.dealer,
            standings=state.standings,
            hands=hands,
        )
        return Step(self._bidding(fresh), (Dealt(fresh.number, fresh.first, action.argument),))

    def _bidding(self, state: SpadesState) -> SpadesState:
        """The turn of the next bidder: to choose a blind nil or not, or at once to bid."""
        state = replace(state, phase=Phase.BID)
        return replace(state, phase=Phase.BLIND) if blind_nil_offered(state, state.turn) else state

    def _bid(self, state: SpadesState, seat: Seat, bid: Bid) -> Step:
        state = replace(state, bids=put(state.bids, seat, bid))
        blind = bid == BLIND
        events: tuple[Event, ...] = (BidSaid(seat, str(bid), 0 if blind else int(bid), blind=blind),)
        change = overridden(state, seat)
        if change is not None:
            state = replace(state, bids=put(state.bids, *change))
            events = (*events, BidChanged(*change))
        return Step(self._bidding(state) if None in state.bids else self._first_trick(state), events)

    def _first_trick(self, state: SpadesState) -> SpadesState:
        """All have bid: the exchange, if there is one, then the play."""
        givers = givers_of(state)
        return replace(state, givers=givers, leader=state.first, phase=Phase.EXCHANGE if givers else Phase.PLAY)

    def _misdeal(self, state: SpadesState, seat: Seat) -> Step:
        """Hand and bids are void and nothing is scored; the table hears who declared it, no more (S11)."""
        told: Mapping[str, Argument] = {"misdeal": seat}
        return Step(replace(state, phase=Phase.DEAL, void=True), (HandEnded(told, told),))

    def _exchange(self, state: SpadesState, seat: Seat, action: Action) -> Step:
        gone = tuple(one for one in named(action.argument) if one is not None)
        to = partner(seat)
        hands = put(without(state.hands, seat, gone), to, in_hand_order((*state.hands[to], *gone)))
        # What is given has to be returned; with that, or when nothing was given, the next one gives.
        owed = 0 if state.owed else len(gone)
        givers = state.givers if owed else state.givers[1:]
        phase = Phase.EXCHANGE if givers else Phase.PLAY
        state = replace(state, hands=hands, owed=owed, givers=givers, phase=phase)
        return Step(state, (Passed(seat, to, gone),) if gone else ())

    def _play(self, state: SpadesState, seat: Seat, action: Action) -> Step:
        one = _card(action)
        trick = (*state.trick, one)
        event = Played(seat, one, state.played + 1, len(state.trick))
        state = replace(
            state,
            hands=without(state.hands, seat, (one,)),
            trick=trick,
            broken=state.broken or one.suit is Suit.SPADES,  # by a lead, too (S12)
        )
        return Step(state, (event,)) if len(trick) < len(SEATS) else self._take(state, (event,))

    def _take(self, state: SpadesState, events: tuple[Event, ...]) -> Step:
        winner, number = trick_winner(state), state.played + 1
        tricks = put(state.tricks, winner, state.tricks[winner] + 1)
        state = replace(state, leader=winner, trick=(), tricks=tricks)
        events = (*events, TrickWon(number, winner))
        return self._end_hand(state, events) if number == TRICKS else Step(state, events)

    def _end_hand(self, state: SpadesState, events: tuple[Event, ...]) -> Step:
        lines = tuple(self._score(state, side) for side in range(state.terms.sides))
        state = replace(state, standings=tuple(line.standing for line in lines))
        end = end_of_game([line.score for line in lines], state.terms)
        record = hand_record(state, [line.points for line in lines])
        sheet: Mapping[str, Argument] = {"lines": tuple(line.as_record() for line in lines)}
        events = (*events, HandEnded(record, sheet))
        state = replace(state, phase=Phase.OVER if end else Phase.DEAL, end=end)
        return Step(state, (*events, GameEnded(end)) if end else events)

    def _score(self, state: SpadesState, side: int) -> SideLine:
        seats = seats_of(state.terms, side)
        bids = [bid for seat in seats if (bid := state.bids[seat]) is not None]
        return score_side(state.standings[side], bids, [state.tricks[seat] for seat in seats], state.terms)

    # -- what is seen ------------------------------------------------------------------------------

    def view(self, state: State, seat: Seat | None) -> SpadesView:
        state = own(state)
        legal = () if seat is None else self.legal_actions(state, seat)
        return view_of(state, seat, game=self.key, legal=legal, waits_for=self.waits_for(state))

    def settled(self, state: State) -> bool:
        """Looked for only at the end of a hand. Must-beat narrows what the search tries, so its answer holds."""
        state = own(state)
        late = state.played >= TRICKS - _SETTLED_FROM
        if state.phase is not Phase.PLAY or state.trick or not late:
            return False
        broken = state.broken or not state.terms.breaking
        return settled(state.hands, state.leader, trump=TRUMP, broken=broken)

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        return claim_of(view) if isinstance(view, SpadesView) else ()

    def carries(self, state: State) -> Start:
        return {}

    def result(self, state: State) -> Result | None:
        return own(state).end


def _hands(argument: Argument) -> tuple[tuple[Card, ...], ...] | None:
    return dealt_hands(argument, seats=len(SEATS), size=HAND_SIZE)


def _standings(told: Mapping[str, object], sides: int) -> tuple[Standing, ...] | None:
    """The score and the bags (0..9) of each side as a start tells them, or None."""
    scores, bags = whole_numbers(told["score"], sides), whole_numbers(told["bags"], sides)
    if scores is None or bags is None or any(count not in range(10) for count in bags):
        return None
    return tuple(Standing(*pair) for pair in zip(scores, bags, strict=True))


def _card(action: Action) -> Card:
    one = action.card
    if one is None:
        raise RuleError(refused("NOT_IN_HAND"))
    return one
