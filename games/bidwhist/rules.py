"""The rules of Bid Whist: the flow of a hand. Comments cite docs/rules/bidwhist.md by section and mark (B1).

`legal` has the legal actions of each phase, `score` has bids, card order and scoring.
"""

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import ClassVar, Final, cast

from games.bidwhist import legal
from games.bidwhist.options import OPTIONS, terms
from games.bidwhist.score import Contract, WhistBid, end_of_game, score_hand
from games.bidwhist.state import (
    CALL,
    CONFIRM,
    DIRECTION,
    HAND_SIZE,
    JOKER,
    PASS,
    PLAY,
    SEATS,
    TRICKS,
    TRUMP,
    BidWhistState,
    BidWhistView,
    Called,
    CompletedTrick,
    Hands,
    Swap,
    books_of,
    contract_of,
    last_trick,
    refused,
    side_of,
    tricks_of,
)
from games.engine.actions import Action, Argument, Pick, Refusal, held_card, texts, whole_in, whole_pair
from games.engine.cards import PACK, Card, DrawNumber, Suit, in_hand_order
from games.engine.endgame import settled
from games.engine.options import Option, Options
from games.engine.pattern import Deal, DrawnRole, Pattern
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
from games.engine.tricks import claim_of, lay, next_seat

#: Number of tricks left at which the search for a settled hand begins.
_SETTLED_FROM: Final = 3


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
        pack=texts(legal.pack(2)),
        kitty=len(legal.pack(2)) - len(SEATS) * HAND_SIZE,
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
        is_open = state.terms.lose_score < min(score) and max(score) < state.terms.win_score
        return replace(state, dealer=dealer, score=score, wins=wins) if is_open else None

    def dealt_first(self, state: BidWhistState) -> Seat:
        """Return the seat left of the dealer (B3)."""
        return next_seat(state.next_dealer)

    def drawing(self, state: BidWhistState, draw: DrawNumber) -> Action:
        """Return a random draw from the discard for the next joker to exchange (B10)."""
        every = legal.draws(state)
        return legal.draw_action(every[draw(len(every))])

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
        """Return the seats to act; in a review the caller of an open call, else the sides that have not confirmed."""
        if state.caller is not None:
            return frozenset((state.caller,))
        if state.phase is not Phase.REVIEW:
            return frozenset((state.turn,))
        return frozenset(seat for seat in SEATS if side_of(seat) not in state.confirmed)

    def called(self, state: BidWhistState, seat: Seat, action: Action) -> Refusal | Move[BidWhistState] | None:
        """Parse a call of a renege, which is allowed out of turn (B13), and refuse a side's second confirmation."""
        if action.verb == CALL and action.argument is None:
            refusal = legal.call_refusal(state, seat)
            return refusal or (lambda now: Step(replace(now, caller=seat, phase=Phase.REVIEW), ()))
        is_reviewed = state.phase is Phase.REVIEW and state.caller is None and side_of(seat) in state.confirmed
        return refused("ALREADY_CONFIRMED") if action.verb == CONFIRM and is_reviewed else None

    def drawn(self, state: BidWhistState, action: Action) -> Refusal | Move[BidWhistState]:
        return as_move(legal.drawn(state, action) if action.verb == JOKER else refused("WRONG_PHASE"), self._turn_in)

    def read(self, state: BidWhistState, seat: Seat, action: Action) -> Refusal | Move[BidWhistState]:
        match state.phase:
            case Phase.BID:
                return as_move(legal.call_of(state, action), lambda now, bid: self._call(now, seat, bid))
            case Phase.NAME:
                return as_move(legal.named(state, action), self._named)
            case Phase.DISCARD:
                return as_move(legal.discarded(state, action), self._discard)
            case Phase.REVIEW:
                return self._read_review(state, seat, action)
        return self._read_play(state, seat, action)

    def _read_review(self, state: BidWhistState, seat: Seat, action: Action) -> Refusal | Move[BidWhistState]:
        if state.caller is not None:
            return as_move(legal.read_book(state, seat, action), self._judge)
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
        code = legal.play_code(state, seat, one)
        if code is not None and state.terms.is_strict:
            return refused(code)
        return lambda now: self._play(now, seat, one, is_renege=code is not None)

    def offers(self, state: BidWhistState, seat: Seat) -> tuple[Action | Pick, ...]:
        """Return the offers. In games with calls of reneges the illegal plays follow the legal ones."""
        match state.phase:
            case Phase.BID:
                return legal.auction_offered(state)
            case Phase.NAME:
                return legal.naming_offered(state)
            case Phase.DISCARD:
                return legal.discard_offered(state)
            case Phase.REVIEW:
                return legal.review_offered(state, seat)
        may = legal.playable(state, seat)
        others = () if state.terms.is_strict else tuple(one for one in state.hands[seat] if one not in may)
        return tuple(Action(PLAY, one.text) for one in (*may, *others))

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
        return Step(legal.taken(state) if state.terms.name_after_kitty else state, (said,))

    def _named(self, state: BidWhistState, contract: Contract) -> Step:
        """Set the named contract, which is public and final (B8)."""
        state = replace(state, contract=contract, phase=Phase.DISCARD)
        return Step(state if state.terms.name_after_kitty else legal.taken(state), ())

    def _discard(self, state: BidWhistState, gone: tuple[Card, ...]) -> Step:
        contract = contract_of(state)
        hands = without(state.hands, contract.declarer, gone)
        state = replace(state, hands=hands, discard=gone, leader=contract.declarer)
        if legal.exchanges_jokers(contract, state.terms) and legal.due(hands, contract):
            return Step(replace(state, phase=Phase.JOKERS), ())
        return _first_trick(state)

    def _turn_in(self, state: BidWhistState, swap: Swap) -> Step:
        hand = in_hand_order((*(one for one in state.hands[swap.seat] if one is not swap.joker), swap.drawn))
        discard = (*(one for one in state.discard if one is not swap.drawn), swap.joker)
        hands, swaps = put(state.hands, swap.seat, hand), (*state.swaps, swap)
        state = replace(state, hands=hands, discard=discard, swaps=swaps)
        return Step(state, ()) if legal.due(hands, contract_of(state)) else _first_trick(state)

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
        moved = legal.books_moved(state.called, contract.side, penalty=state.terms.renege_penalty)
        tricks = tricks_of(state, contract.side)
        line = score_hand(contract.bid, tricks=tricks, moved=moved, terms=state.terms)
        score = plus(state.score, contract.side, line.points)
        end = end_of_game(score, state.wins, side=contract.side, line=line, terms=state.terms)
        state = replace(state, line=line, score=score)
        name = (DIRECTION, contract.direction) if contract.is_no_trump else (TRUMP, contract.trump)
        record: dict[str, Argument] = {
            "contract": str(contract.bid),
            name[0]: name[1],
            "declarer": contract.declarer,
            "books": books_of(state),
            "score": score,
        }
        calls = tuple((one.seat, one.book, one.is_right) for one in state.called)
        return hand_over(state, events, record, {**asdict(line), "calls": calls}, end)

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
        """Return whether no legal play can change how many tricks each side will have.

        Always False before the last three tricks, within a trick, and in games with calls of reneges.
        """
        own = BidWhistState.of(state)
        left = TRICKS - len(own.tricks)
        if own.phase is not Phase.PLAY or own.trick or not own.terms.is_strict or left > _SETTLED_FROM:
            return False
        if left == 1:
            return True
        contract = contract_of(own)
        if contract.is_no_trump and any(one.is_joker for hand in own.hands for one in hand):
            return False  # the search cannot handle cards without a suit, so it misses some settled hands
        return settled(_ordinary(own.hands, contract), own.leader, trump=contract.trump, broken=True, sides=2)

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        """Return a claim. Only the number of books scores, so it holds whatever cards the opponents play.

        In games with calls of reneges there are no claims, because players need not follow suit.
        """
        own = BidWhistView.of(view)
        contract, trick, out = own.table.played, own.table.trick, legal.put_aside(own)
        if contract is None or not own.terms.is_strict:
            return ()
        return claim_of(own, trick, seats=len(SEATS), pack=legal.pack(own.terms.jokers), ranking=contract, out=out)

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


def _ordinary(hands: Hands, contract: Contract) -> Hands:
    """Return the hands with the best card of each suit replaced by the ace, the next by the king, and so on.

    Jokers count as trumps. Only for the end of a hand: a suit must have at most thirteen cards in play.
    """
    names: dict[Card, Card] = {}
    for suit in Suit:
        held = [one for hand in hands for one in hand if contract.suit_of(one) is suit]
        high_first = sorted(held, key=contract.strength, reverse=True)
        fresh = [one for one in reversed(PACK) if one.suit is suit]
        names.update(zip(high_first, fresh, strict=False))
    return tuple(tuple(names[one] for one in hand) for hand in hands)
