"""The rules of Bid Whist: the flow of a hand. Comments cite docs/rules/bidwhist.md by section and mark (B1).

`auction` has auction, naming and kitty, `play` has legal cards and calls of reneges, `score` has bids, card order and
scoring.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, cast

from games.bidwhist.auction import (
    auction_offered,
    call_of,
    discard_offered,
    discarded,
    draw_action,
    drawn,
    draws,
    due,
    exchanges_jokers,
    named,
    naming_offered,
    pack,
    taken,
)
from games.bidwhist.options import OPTIONS, terms
from games.bidwhist.play import (
    books_moved,
    call_refusal,
    claim_of,
    has_confirmed,
    is_settled,
    play_code,
    playable,
    read_book,
    review_offered,
    reviewers,
)
from games.bidwhist.score import Contract, WhistBid, end_of_game, score_hand
from games.bidwhist.state import (
    CALL,
    CONFIRM,
    HAND_SIZE,
    JOKER,
    PASS,
    PLAY,
    SEATS,
    TRICKS,
    BidWhistState,
    BidWhistView,
    Called,
    CompletedTrick,
    Swap,
    contract_of,
    hand_record,
    hand_sheet,
    last_trick,
    refused,
    side_of,
    tricks_of,
)
from games.engine.actions import Action, Argument, Pick, Refusal, texts
from games.engine.cards import Card, DrawNumber, in_hand_order
from games.engine.options import Option, Options
from games.engine.pattern import DrawnRole, Pattern
from games.engine.reading import Deal, held_card, whole_in, whole_pair
from games.engine.ruleset import CardRules, Move, Start, as_move, hand_over
from games.engine.state import (
    BidSaid,
    Discarded,
    Event,
    Phase,
    Result,
    Seat,
    SeatView,
    State,
    Step,
    TrickWon,
    plus,
    put,
    replace,
    without,
)
from games.engine.tricks import lay, next_seat


class BidWhist(CardRules[BidWhistState, BidWhistView]):
    key: ClassVar[str] = "bidwhist"
    title: ClassVar[str] = "Bid Whist"
    seats: ClassVar[int] = len(SEATS)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    score: ClassVar[str] = "score"
    settles: ClassVar[bool] = True
    sides: ClassVar[int] = 2
    out_of_turn: ClassVar[tuple[Action, ...]] = (Action(CALL),)
    state_type = BidWhistState
    view_type = BidWhistView
    refused = refused
    pattern = Pattern(
        len(SEATS),
        HAND_SIZE,
        DrawnRole.DEALER,
        from_left=True,
        pack=texts(pack(2)),
        kitty=len(pack(2)) - len(SEATS) * HAND_SIZE,
        draws={JOKER: "discard"},
    )

    # -- start and deal --------------------------------------------------------------------------

    def start(self, options: Options) -> Start:
        return {"dealer": 0, "score": (0, 0), "wins": (0, 0)}

    def blank(self, options: Options) -> BidWhistState:
        return BidWhistState(options=options, terms=terms(options))

    def begun(self, state: BidWhistState, start: Mapping[str, object]) -> BidWhistState | None:
        """Return the state at this start, or None if the start is invalid or the game is over."""
        dealer, score, wins = whole_in(start["dealer"], SEATS), whole_pair(start["score"]), whole_pair(start["wins"])
        if dealer is None or score is None or wins is None or min(wins) < 0:
            return None
        is_open = state.terms.lose < min(score) and max(score) < state.terms.win
        return replace(state, dealer=dealer, score=score, wins=wins) if is_open else None

    def dealt_first(self, state: BidWhistState) -> Seat:
        """Return the seat left of the dealer (B3)."""
        return next_seat(state.next_dealer)

    def drawing(self, state: BidWhistState, draw: DrawNumber) -> Action:
        """Return a random draw from the discard for the next joker to exchange (B10)."""
        every = draws(state)
        return draw_action(every[draw(len(every))])

    def dealt(self, state: BidWhistState, deal: Deal) -> tuple[BidWhistState, Seat]:
        fresh = BidWhistState(
            options=state.options,
            terms=state.terms,
            number=state.number + 1,
            phase=Phase.BID,
            dealer=state.next_dealer,
            score=state.score,
            wins=state.wins,
            hands=deal.hands,
            kitty=deal.kitty,
        )
        return fresh, fresh.first

    # -- turns and legality -----------------------------------------------------------------------

    def waiting(self, state: BidWhistState) -> frozenset[Seat]:
        return reviewers(state) if state.phase is Phase.REVIEW else frozenset((state.turn,))

    def called(self, state: BidWhistState, seat: Seat, action: Action) -> Refusal | Move[BidWhistState] | None:
        """Parse a call of a renege, which is allowed out of turn (B13), and refuse a side's second confirmation."""
        if action.verb == CALL and action.argument is None:
            return call_refusal(state, seat) or (lambda now: Step(replace(now, caller=seat, phase=Phase.REVIEW), ()))
        return refused("ALREADY_CONFIRMED") if action.verb == CONFIRM and has_confirmed(state, seat) else None

    def drawn(self, state: BidWhistState, action: Action) -> Refusal | Move[BidWhistState]:
        return as_move(drawn(state, action) if action.verb == JOKER else refused("WRONG_PHASE"), self._turn_in)

    def read(self, state: BidWhistState, seat: Seat, action: Action) -> Refusal | Move[BidWhistState]:
        match state.phase:
            case Phase.BID:
                return as_move(call_of(state, action), lambda now, bid: self._call(now, seat, bid))
            case Phase.NAME:
                return as_move(named(state, action), self._named)
            case Phase.DISCARD:
                return as_move(discarded(state, action), self._discard)
            case Phase.REVIEW:
                return self._read_review(state, seat, action)
        return self._read_play(state, seat, action)

    def _read_review(self, state: BidWhistState, seat: Seat, action: Action) -> Refusal | Move[BidWhistState]:
        if state.caller is not None:
            return as_move(read_book(state, seat, action), self._judge)
        if action.verb == CONFIRM and action.argument is None:
            return lambda now: self._confirm(now, seat)
        return refused("WRONG_PHASE")

    def _read_play(self, state: BidWhistState, seat: Seat, action: Action) -> Refusal | Move[BidWhistState]:
        """Parse a play. In games with calls of reneges an illegal play is accepted and stored secretly (section 8)."""
        if action.verb != PLAY:
            return refused("WRONG_PHASE")
        one = held_card(action, state.hands[seat])
        if isinstance(one, Refusal):
            return one
        code = play_code(state, seat, one)
        if code is not None and state.terms.is_strict:
            return refused(code)
        return lambda now: self._play(now, seat, one, is_renege=code is not None)

    def offers(self, state: BidWhistState, seat: Seat) -> tuple[Action | Pick, ...]:
        """Return the offers. In games with calls of reneges the illegal plays follow the legal ones."""
        match state.phase:
            case Phase.BID:
                return auction_offered(state)
            case Phase.NAME:
                return naming_offered(state)
            case Phase.DISCARD:
                return discard_offered(state)
            case Phase.REVIEW:
                return review_offered(state, seat)
        legal = playable(state, seat)
        others = () if state.terms.is_strict else tuple(one for one in state.hands[seat] if one not in legal)
        return tuple(Action(PLAY, one.text) for one in (*legal, *others))

    # -- auction, naming and kitty ------------------------------------------------------------------

    def _call(self, state: BidWhistState, seat: Seat, bid: WhistBid | None) -> Step:
        state = replace(state, calls=(*state.calls, bid))
        said = BidSaid(seat, PASS if bid is None else str(bid), None if bid is None else bid.promised)
        if len(state.calls) < len(SEATS):
            return Step(state, (said,))
        if state.highest is None:  # the hand is void (B7)
            record: Mapping[str, Argument] = {"passed_out": True}
            return hand_over(state, (said,), record, record)
        declarer = next_seat(state.first, state.calls.index(state.highest))
        state = replace(state, contract=Contract(state.highest, declarer), phase=Phase.NAME)
        return Step(taken(state) if state.terms.name_after_kitty else state, (said,))

    def _named(self, state: BidWhistState, contract: Contract) -> Step:
        """Set the named contract, which is public and final (B8)."""
        state = replace(state, contract=contract, phase=Phase.DISCARD)
        return Step(state if state.terms.name_after_kitty else taken(state), ())

    def _discard(self, state: BidWhistState, gone: tuple[Card, ...]) -> Step:
        contract = contract_of(state)
        hands = without(state.hands, contract.declarer, gone)
        state = replace(state, hands=hands, discard=gone, leader=contract.declarer)
        if exchanges_jokers(contract, state.terms) and due(hands, contract):
            return Step(replace(state, phase=Phase.JOKERS), ())
        return _first_trick(state)

    def _turn_in(self, state: BidWhistState, swap: Swap) -> Step:
        hand = in_hand_order((*(one for one in state.hands[swap.seat] if one is not swap.joker), swap.drawn))
        discard = (*(one for one in state.discard if one is not swap.drawn), swap.joker)
        hands, swaps = put(state.hands, swap.seat, hand), (*state.swaps, swap)
        state = replace(state, hands=hands, discard=discard, swaps=swaps)
        return Step(state, ()) if due(hands, contract_of(state)) else _first_trick(state)

    # -- play, review and score ---------------------------------------------------------------------

    def _play(self, state: BidWhistState, seat: Seat, card: Card, *, is_renege: bool) -> Step:
        number = len(state.tricks) + 1
        if is_renege:
            state = replace(state, reneges=(*state.reneges, (number, side_of(seat))))
        return lay(state, seat, card, number=number, take=self._take)

    def _take(self, state: BidWhistState, events: tuple[Event, ...]) -> Step:
        winner = state.winner
        tricks = (*state.tricks, CompletedTrick(state.leader, state.trick, winner))
        events = (*events, TrickWon(len(tricks), winner))
        state = replace(state, leader=winner, trick=(), tricks=tricks)
        if len(tricks) < TRICKS:
            return Step(state, events)
        if state.terms.is_strict:
            return self._end_hand(state, events)
        return Step(replace(state, phase=Phase.REVIEW), events)

    def _judge(self, state: BidWhistState, call: Called) -> Step:
        """Store the judged call and go on with the play or the review. The trick keeps its winner (B14)."""
        phase = Phase.PLAY if len(state.tricks) < TRICKS else Phase.REVIEW
        return Step(replace(state, caller=None, called=(*state.called, call), phase=phase), ())

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
        state = replace(state, line=line, score=score)
        return hand_over(state, events, hand_record(state), hand_sheet(state, line), end)

    # -- views, settled hands, the match --------------------------------------------------------------

    def view(self, state: State, seat: Seat | None) -> BidWhistView:
        """Return the view. It omits which plays were illegal, and only the declarer sees a kitty that was not shown."""
        own = BidWhistState.of(state)
        return replace(
            super().view(own, seat),
            kitty=own.taken if own.taken and not own.discard and seat == contract_of(own).declarer else (),
            last_trick=last_trick(own, seat),
            review=() if own.caller is None else own.tricks,
            caller=own.caller,
            called=own.called,
            confirmed=own.confirmed,
            wins=own.wins,
        )

    def opened(self, state: State, seat: Seat) -> BidWhistView:
        own = BidWhistState.of(state)
        return replace(super().opened(own, seat), kitty=own.kitty, reneges=own.reneges)

    def settled(self, state: State) -> bool:
        return is_settled(BidWhistState.of(state))

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        return claim_of(BidWhistView.of(view))

    def stopped(self, state: BidWhistState, winner: int | None) -> Result:
        """Return the result of a game that stops because hand `last` has been played. It adds no win to the match."""
        return Result(winner, "last", MappingProxyType({"winner": winner, "wins": state.wins}))

    def carries(self, state: State, *, moved_on: int = 0) -> Start:
        """Return the wins of the match (9.3), including this game if it is over.

        The wins change sides if the players move on by an odd number of seats.
        """
        wins = BidWhistState.of(state).wins if state.end is None else cast("tuple[int, int]", state.end.record["wins"])
        return {"wins": wins[::-1] if moved_on % 2 else wins}


def _first_trick(state: BidWhistState) -> Step:
    """Begin the play. The events have the cards of book 1: the discards not drawn, then each exchanged joker."""
    jokers = {swap.joker for swap in state.swaps}
    kept = tuple(one for one in state.discard if one not in jokers)
    events = (Discarded(swap.seat, (swap.joker,)) for swap in state.swaps)
    return Step(replace(state, phase=Phase.PLAY), (Discarded(contract_of(state).declarer, kept), *events))
