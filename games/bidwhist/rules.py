"""Bid Whist: the flow of a hand, after docs/rules/bidwhist.md; its decisions (B1, ...) are cited.

Auction and naming are `auction`, deal and kitty `kitty`, the play of a card `play`, calls of
reneges `renege`, scoring `score`; bids and the order of the cards are `contract`, options
`options`, state and views `state`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from games.bidwhist.auction import auction_offered, auction_refusal, naming_offered, naming_refusal
from games.bidwhist.claim import claim_of
from games.bidwhist.contract import Bid, Contract, Direction, find_bid
from games.bidwhist.kitty import (
    deal_of,
    dealt,
    discard_offered,
    discard_refusal,
    discarded,
    draw_refusal,
    drawn,
    draws,
    due,
    exchanges_jokers,
    taken,
)
from games.bidwhist.options import OPTIONS, PRESETS, terms
from games.bidwhist.play import is_settled, play_code, playable, trick_winner
from games.bidwhist.renege import (
    books_moved,
    call_offered,
    call_refusal,
    has_confirmed,
    judged,
    review_offered,
    review_refusal,
    reviewers,
)
from games.bidwhist.score import Pair, end_of_game, plus, score_hand
from games.bidwhist.state import (
    CALL,
    CONFIRM,
    JOKER,
    PASS,
    PLAY,
    SEATS,
    TRICKS,
    TRUMP,
    BidWhistState,
    BidWhistView,
    Trick,
    contract_of,
    hand_record,
    hand_sheet,
    own,
    refused,
    side_of,
    tricks_of,
    view_of,
)
from games.engine.actions import DEAL, START, Action, Argument, Pick, Refusal, RuleError, whole_numbers
from games.engine.cards import Card, Draw, Suit, in_hand_order
from games.engine.options import Option, Options, complete, refusals
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
    put,
    without,
)
from games.engine.tricks import next_seat


class BidWhist:
    """The rules of Bid Whist."""

    key: ClassVar[str] = "bidwhist"
    title: ClassVar[str] = "Bid Whist"
    version: ClassVar[int] = 1
    seats: ClassVar[int] = len(SEATS)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    score: ClassVar[str] = "score"
    settles: ClassVar[bool] = True

    # -- before the first card -------------------------------------------------------------------

    def check(self, options: Mapping[str, object]) -> tuple[Refusal, ...]:
        return refusals(OPTIONS, options)

    def side(self, options: Options, seat: Seat) -> int:
        return side_of(seat)

    def start(self, options: Options) -> Start:
        return {"dealer": 0, "score": (0, 0), "wins": (0, 0)}

    def check_start(self, options: Options, start: Mapping[str, object]) -> Refusal | None:
        """The dealer is a seat, both scores are within the game, and nobody has won less than no game."""
        usual = self.start(options)
        told = {**usual, **start}
        rules = terms(complete(OPTIONS, options))
        score, wins = whole_numbers(told["score"], 2), whole_numbers(told["wins"], 2)
        if set(told) != set(usual) or type(told["dealer"]) is not int or told["dealer"] not in SEATS:
            return refused("BAD_START")
        if score is None or wins is None or min(wins) < 0:
            return refused("BAD_START")
        return None if rules.lose < min(score) and max(score) < rules.win else refused("BAD_START")

    def initial(self, options: Options, start: Start | None = None) -> BidWhistState:
        full = complete(OPTIONS, options)
        state = BidWhistState(options=full, terms=terms(full))
        return state if start is None else self._started(state, start)

    def _started(self, state: BidWhistState, start: Start) -> BidWhistState:
        told = {**self.start(state.options), **start}
        dealer = told["dealer"]
        if not isinstance(dealer, int):
            raise RuleError(refused("BAD_START"))
        score, wins = _pair(told["score"]), _pair(told["wins"])
        return replace(state, phase=Phase.DEAL, dealer=dealer, score=score, wins=wins)

    # -- who, and whether -------------------------------------------------------------------------

    def waits_for(self, state: State) -> frozenset[Seat]:
        state = own(state)
        match state.phase:
            case Phase.START | Phase.DEAL | Phase.JOKERS:
                return frozenset((DEALER,))
            case Phase.REVIEW:
                return reviewers(state)
            case Phase.OVER:
                return frozenset()
        return frozenset((state.turn,))

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        state = own(state)
        if state.phase is Phase.OVER:
            return refused("GAME_OVER")
        if action.verb == CALL and action.argument is None and seat in SEATS:
            return call_refusal(state, seat)
        if action.verb == CONFIRM and seat in SEATS and has_confirmed(state, seat):
            return refused("ALREADY_CONFIRMED")
        if seat not in self.waits_for(state):
            return refused("NOT_YOUR_TURN")
        match state.phase:
            case Phase.START | Phase.DEAL | Phase.JOKERS:
                return self._dealer_refusal(state, action)
            case Phase.BID:
                return auction_refusal(state, action)
            case Phase.NAME:
                return naming_refusal(state, action)
            case Phase.DISCARD:
                return discard_refusal(state, action)
            case Phase.REVIEW:
                return review_refusal(state, seat, action)
        return self._play_refusal(state, seat, action)

    def _dealer_refusal(self, state: BidWhistState, action: Action) -> Refusal | None:
        if state.phase is Phase.START and action.verb == START and isinstance(action.argument, Mapping):
            return self.check_start(state.options, action.argument)
        if state.phase is Phase.DEAL and action.verb == DEAL:
            return None if dealt(action.argument, state.terms.jokers) else refused("BAD_DEAL")
        if state.phase is Phase.JOKERS and action.verb == JOKER:
            return draw_refusal(state, action)
        return refused("WRONG_PHASE")

    def _play_refusal(self, state: BidWhistState, seat: Seat, action: Action) -> Refusal | None:
        """At the table an illegal play is accepted and nothing is said (section 8)."""
        code = play_code(state, seat, action.card) if action.verb == PLAY else "WRONG_PHASE"
        is_refused = state.terms.is_strict or code in ("WRONG_PHASE", "NOT_IN_HAND")
        return refused(code) if code is not None and is_refused else None

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action | Pick, ...]:
        """What section 7 allows stands first, then what would be a renege, then a call."""
        state = own(state)
        if seat not in SEATS or state.phase is Phase.OVER:
            return ()
        calls = call_offered(state, seat)
        if seat not in self.waits_for(state):
            return calls
        match state.phase:
            case Phase.BID:
                return auction_offered(state)
            case Phase.NAME:
                return naming_offered(state)
            case Phase.DISCARD:
                return discard_offered(state)
            case Phase.REVIEW:
                return (*review_offered(state, seat), *calls)
        return (*self._plays(state, seat), *calls)

    def _plays(self, state: BidWhistState, seat: Seat) -> tuple[Action, ...]:
        legal = playable(state, seat)
        others = () if state.terms.is_strict else tuple(one for one in state.hands[seat] if one not in legal)
        return tuple(Action(PLAY, one.text) for one in (*legal, *others))

    # -- what happens ------------------------------------------------------------------------------

    def chance(self, state: State, draw: Draw) -> Action:
        """The first dealer is drawn (B1); each hand is dealt from a shuffled pack (B3); a card for a joker (B10)."""
        state = own(state)
        match state.phase:
            case Phase.START:
                return Action(START, {"dealer": draw(len(SEATS))})
            case Phase.JOKERS:
                every = draws(state)
                return every[draw(len(every))]
        return deal_of(state.next_dealer, state.terms.jokers, draw)

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
            case "bid" | "pass":
                return self._call(state, seat, find_bid(action.argument))
            case "trump" | "direction":
                return Step(self._named(state, action), ())
            case "discard":
                return self._discard(state, discarded(action))
            case "joker":
                return self._turn_in(state, action)
            case "call":
                return Step(replace(state, caller=seat, phase=Phase.REVIEW), ())
            case "book":
                return Step(self._judge(state, seat, action.number), ())
            case "confirm":
                return self._confirm(state, seat)
        return self._play(state, seat, action)

    def _start(self, state: BidWhistState, action: Action) -> Step:
        start = action.argument if isinstance(action.argument, Mapping) else {}
        return Step(self._started(state, start), (Started(start),))

    def _deal(self, state: BidWhistState, action: Action) -> Step:
        parts = dealt(action.argument, state.terms.jokers)
        if parts is None or not isinstance(action.argument, Mapping):
            raise RuleError(refused("BAD_DEAL"))
        fresh = BidWhistState(
            options=state.options,
            terms=state.terms,
            number=state.number + 1,
            phase=Phase.BID,
            dealer=state.next_dealer,
            score=state.score,
            wins=state.wins,
            hands=parts[0],
            kitty=parts[1],
        )
        return Step(fresh, (Dealt(fresh.number, fresh.first, action.argument),))

    # -- auction, naming and kitty ------------------------------------------------------------------

    def _call(self, state: BidWhistState, seat: Seat, bid: Bid | None) -> Step:
        state = replace(state, calls=(*state.calls, bid))
        said = BidSaid(seat, PASS if bid is None else str(bid), None if bid is None else bid.promised)
        if len(state.calls) < len(SEATS):
            return Step(state, (said,))
        if state.highest is None:
            return self._passed_out(state, said)
        declarer = next_seat(state.first, state.calls.index(state.highest))
        state = replace(state, contract=Contract(state.highest, declarer), phase=Phase.NAME)
        return Step(taken(state) if state.terms.name_after_kitty else state, (said,))

    def _passed_out(self, state: BidWhistState, said: Event) -> Step:
        """The hand is void, and the next dealer deals (B7)."""
        told: Mapping[str, Argument] = {"passed_out": True}
        return Step(replace(state, phase=Phase.DEAL), (said, HandEnded(told, told)))

    def _named(self, state: BidWhistState, action: Action) -> BidWhistState:
        """It is public and final (B8)."""
        contract, name = contract_of(state), str(action.argument)
        if action.verb == TRUMP:
            contract = replace(contract, trump=Suit(name))
        else:
            contract = replace(contract, direction=Direction(name))
        state = replace(state, contract=contract, phase=Phase.DISCARD)
        return state if state.terms.name_after_kitty else taken(state)

    def _discard(self, state: BidWhistState, gone: tuple[Card, ...]) -> Step:
        contract = contract_of(state)
        hands = without(state.hands, contract.declarer, gone)
        state = replace(state, hands=hands, discard=gone, leader=contract.declarer)
        if exchanges_jokers(state) and due(hands, contract):
            return Step(replace(state, phase=Phase.JOKERS), ())
        return _first_trick(state)

    def _turn_in(self, state: BidWhistState, action: Action) -> Step:
        seat, joker, one = drawn(action.argument)
        hand = in_hand_order((*(held for held in state.hands[seat] if held is not joker), one))
        discard = (*(left for left in state.discard if left is not one), joker)
        state = replace(state, hands=put(state.hands, seat, hand), discard=discard)
        return Step(state, ()) if due(state.hands, contract_of(state)) else _first_trick(state)

    # -- play, review and score ---------------------------------------------------------------------

    def _play(self, state: BidWhistState, seat: Seat, action: Action) -> Step:
        one = action.card
        if one is None:
            raise RuleError(refused("NOT_IN_HAND"))
        number = len(state.tricks) + 1
        if play_code(state, seat, one) is not None:
            state = replace(state, reneges=(*state.reneges, (number, side_of(seat))))
        event = Played(seat, one, number, len(state.trick))
        state = replace(state, hands=without(state.hands, seat, (one,)), trick=(*state.trick, one))
        return Step(state, (event,)) if len(state.trick) < len(SEATS) else self._take(state, (event,))

    def _take(self, state: BidWhistState, events: tuple[Event, ...]) -> Step:
        winner = trick_winner(state)
        tricks = (*state.tricks, Trick(state.leader, state.trick, winner))
        events = (*events, TrickWon(len(tricks), winner))
        state = replace(state, leader=winner, trick=(), tricks=tricks)
        if len(tricks) < TRICKS:
            return Step(state, events)
        if state.terms.is_strict:
            return self._end_hand(state, events)
        return Step(replace(state, phase=Phase.REVIEW), events)

    def _judge(self, state: BidWhistState, seat: Seat, book: int | None) -> BidWhistState:
        """Play goes on after a call, and the trick keeps its winner (B14)."""
        called = (*state.called, judged(state, seat, book))
        phase = Phase.PLAY if len(state.tricks) < TRICKS else Phase.REVIEW
        return replace(state, caller=None, called=called, phase=phase)

    def _confirm(self, state: BidWhistState, seat: Seat) -> Step:
        state = replace(state, confirmed=(*state.confirmed, side_of(seat)))
        return self._end_hand(state, ()) if len(state.confirmed) == 2 else Step(state, ())

    def _end_hand(self, state: BidWhistState, events: tuple[Event, ...]) -> Step:
        contract = contract_of(state)
        moved = books_moved(state.called, contract.side, penalty=state.terms.penalty)
        tricks = tricks_of(state, contract.side)
        line = score_hand(contract.bid, tricks=tricks, moved=moved, terms=state.terms)
        score = plus(state.score, contract.side, line.points)
        end = end_of_game(score, state.wins, side=contract.side, line=line, terms=state.terms)
        phase = Phase.OVER if end else Phase.DEAL
        state = replace(state, line=line, score=score, end=end, phase=phase)
        events = (*events, HandEnded(hand_record(state), hand_sheet(state, line)))
        return Step(state, (*events, GameEnded(end)) if end else events)

    # -- what is seen ------------------------------------------------------------------------------

    def view(self, state: State, seat: Seat | None) -> BidWhistView:
        state = own(state)
        legal = () if seat is None else self.legal_actions(state, seat)
        return view_of(state, seat, game=self.key, legal=legal, waits_for=self.waits_for(state))

    def settled(self, state: State) -> bool:
        return is_settled(own(state))

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        return claim_of(view) if isinstance(view, BidWhistView) else ()

    def carries(self, state: State) -> Start:
        """The wins of the match (9.3), with this game's once it is won."""
        state = own(state)
        return {"wins": state.wins if state.end is None else state.end.record["wins"]}

    def result(self, state: State) -> Result | None:
        return own(state).end


def _first_trick(state: BidWhistState) -> Step:
    """Book 1 is told as it lies now: a joker turned in was put there by its holder, the card drawn for it is gone."""
    turned_in = [drawn(action.argument)[:2] for _, action in state.actions if action.verb == JOKER]
    jokers = {joker for _, joker in turned_in}
    kept = tuple(one for one in state.discard if one not in jokers)
    events = (Discarded(seat, (joker,)) for seat, joker in turned_in)
    return Step(replace(state, phase=Phase.PLAY), (Discarded(contract_of(state).declarer, kept), *events))


def _pair(value: object) -> Pair:
    found = whole_numbers(value, 2)
    if found is None:
        raise RuleError(refused("BAD_START"))
    return found[0], found[1]
