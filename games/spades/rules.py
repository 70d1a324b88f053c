"""The rules of Spades at four seats: the flow of a hand. Comments cite docs/rules/spades.md by section and mark (S1).

`bids` has bidding, misdeals and exchange, `play` the play of a card and claims, `state` state and views.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.engine.actions import LOOK, Action, Argument, Pick, Refusal
from games.engine.cards import Card, Suit, in_hand_order
from games.engine.endgame import settled
from games.engine.options import Option, Options, complete
from games.engine.pattern import DrawnRole, Pattern
from games.engine.reading import Deal, held_card, whole_in, whole_numbers
from games.engine.ruleset import CardRules, Move, Start, as_move, hand_over
from games.engine.state import (
    BidChanged,
    BidSaid,
    Event,
    Passed,
    Phase,
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
from games.spades.bids import (
    bids_offered,
    blind_nil_offered,
    exchange_offered,
    exchanged,
    givers_of,
    misdeal_refusal,
    overridden,
    said_bid,
)
from games.spades.options import OPTIONS, Terms, check, terms
from games.spades.play import claim_of, play_code, playable
from games.spades.score import BLIND, SideLine, SpadesBid, Standing, best_of, end_of_game, score_side
from games.spades.state import (
    HAND_SIZE,
    MISDEAL,
    PLAY,
    SEATS,
    TRICKS,
    TRUMP,
    SpadesState,
    SpadesView,
    hand_record,
    is_200_behind,
    partner,
    refused,
    seats_of,
    undecided,
)

#: Number of tricks left at which the search for a settled hand begins.
_SETTLED_FROM = 3


class Spades(CardRules[SpadesState, SpadesView]):
    key: ClassVar[str] = "spades"
    title: ClassVar[str] = "Spades"
    seats: ClassVar[int] = len(SEATS)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    score: ClassVar[str] = "score"
    settles: ClassVar[bool] = True
    out_of_turn: ClassVar[tuple[Action, ...]] = (Action(MISDEAL), LOOK)
    state_type = SpadesState
    view_type = SpadesView
    refused = refused
    pattern = Pattern(len(SEATS), HAND_SIZE, DrawnRole.DEALER)

    # -- options, start and deal -----------------------------------------------------------------

    def check(self, options: Mapping[str, object]) -> tuple[Refusal, ...]:
        return check(options)

    def side(self, options: Options, seat: Seat) -> int:
        return seat % self._terms(options).sides

    def _terms(self, options: Options) -> Terms:
        return terms(complete(OPTIONS, options))

    def start(self, options: Options) -> Start:
        nothing = (0,) * self._terms(options).sides
        return {"dealer": 0, "score": nothing, "bags": nothing}

    def blank(self, options: Options) -> SpadesState:
        rules = terms(options)
        return SpadesState(options=options, terms=rules, standings=(Standing(),) * rules.sides)

    def begun(self, state: SpadesState, start: Mapping[str, object]) -> SpadesState | None:
        """Return the state at this start, or None if the start is invalid or the game is over.

        A valid start has a seat as dealer, and a score and 0..9 bags for each side.
        """
        dealer, sides = whole_in(start["dealer"], SEATS), state.terms.sides
        scores, bags = whole_numbers(start["score"], sides), whole_numbers(start["bags"], sides)
        if dealer is None or scores is None or bags is None or any(count not in range(10) for count in bags):
            return None
        standings = tuple(Standing(*pair) for pair in zip(scores, bags, strict=True))
        return None if end_of_game(scores, state.terms) else replace(state, dealer=dealer, standings=standings)

    def dealt(self, state: SpadesState, deal: Deal) -> tuple[SpadesState, Seat]:
        moves = state.number > 0 and not state.void  # the same dealer deals again after a misdeal (S11)
        fresh = SpadesState(
            options=state.options,
            terms=state.terms,
            number=state.number + 1,
            dealer=next_seat(state.dealer) if moves else state.dealer,
            standings=state.standings,
            hands=deal.hands,
        )
        return self._bidding(fresh), fresh.first

    # -- turns and legality -----------------------------------------------------------------------

    def called(self, state: SpadesState, seat: Seat, action: Action) -> Refusal | Move[SpadesState] | None:
        """Return the effect or refusal of a look out of turn (section 4.3) or of a misdeal (section 5), else None.

        A misdeal out of turn is refused with `NOT_YOUR_BID_TURN` instead of `NOT_YOUR_TURN`.
        """
        if action == LOOK and undecided(state, seat) and seat != state.turn:
            return lambda now: self._look(now, seat)
        if action.verb != MISDEAL or action.argument is not None:
            return None
        return misdeal_refusal(state, seat) or (lambda now: self._misdeal(now, seat))

    def read(self, state: SpadesState, seat: Seat, action: Action) -> Refusal | Move[SpadesState]:
        match state.phase:
            case Phase.BLIND if action == LOOK:
                return lambda now: self._look(replace(now, phase=Phase.BID), seat)
            case Phase.BLIND | Phase.BID:
                bid = said_bid(state, seat, action)
                return bid if isinstance(bid, Refusal) else lambda now: self._bid(now, seat, bid)
            case Phase.EXCHANGE:
                return as_move(exchanged(state, seat, action), lambda now, gone: self._exchange(now, seat, gone))
        if action.verb != PLAY:
            return refused("WRONG_PHASE")
        one = held_card(action, state.hands[seat])
        if isinstance(one, Refusal):
            return one
        code = play_code(state, seat, one)
        return refused(code) if code is not None else lambda now: self._play(now, seat, one)

    def offers(self, state: SpadesState, seat: Seat) -> tuple[Action | Pick, ...]:
        match state.phase:
            case Phase.BLIND | Phase.BID:
                return bids_offered(state, seat)
            case Phase.EXCHANGE:
                return exchange_offered(state, seat)
        return tuple(Action(PLAY, one.text) for one in playable(state, seat))

    # -- effects of actions ------------------------------------------------------------------------

    def _bidding(self, state: SpadesState) -> SpadesState:
        """Return the state in the next bidder's phase: `BLIND` if a blind nil is offered, else `BID`."""
        state = replace(state, phase=Phase.BID)
        return replace(state, phase=Phase.BLIND) if blind_nil_offered(state, state.turn) else state

    def _look(self, state: SpadesState, seat: Seat) -> Step:
        return Step(replace(state, seen=put(state.seen, seat, True)), ())

    def may_look(self, state: State, seat: Seat) -> bool:
        return undecided(SpadesState.of(state), seat)

    def is_far_behind(self, state: State, seat: Seat) -> bool:
        return is_200_behind(SpadesState.of(state), seat)

    def _bid(self, state: SpadesState, seat: Seat, bid: SpadesBid) -> Step:
        state = replace(state, bids=put(state.bids, seat, bid))
        blind = bid == BLIND
        events: tuple[Event, ...] = (BidSaid(seat, str(bid), 0 if blind else int(bid), blind=blind),)
        change = overridden(state.terms, state.bids, seat)
        if change is not None:
            state = replace(state, bids=put(state.bids, *change))
            events = (*events, BidChanged(*change))
        return Step(self._bidding(state) if None in state.bids else self._first_trick(state), events)

    def _first_trick(self, state: SpadesState) -> SpadesState:
        """Return the state after the last bid: the exchange if there is one, else the play."""
        givers = givers_of(state)
        return replace(state, givers=givers, leader=state.first, phase=Phase.EXCHANGE if givers else Phase.PLAY)

    def _misdeal(self, state: SpadesState, seat: Seat) -> Step:
        """End the hand with its bids void and nothing scored (S11)."""
        record: Mapping[str, Argument] = {"misdeal": seat}
        return hand_over(replace(state, void=True), (), record, record)

    def is_void(self, record: Mapping[str, Argument]) -> bool:
        return "misdeal" in record

    def _exchange(self, state: SpadesState, seat: Seat, gone: tuple[Card, ...]) -> Step:
        to = partner(seat)
        hands = put(without(state.hands, seat, gone), to, in_hand_order((*state.hands[to], *gone)))
        # The partner must return as many cards as it got. Then, or if no cards were given, the next giver is on turn.
        owed = 0 if state.owed else len(gone)
        givers = state.givers if owed else state.givers[1:]
        phase = Phase.EXCHANGE if givers else Phase.PLAY
        state = replace(state, hands=hands, owed=owed, givers=givers, phase=phase)
        return Step(state, (Passed(seat, to, gone),) if gone else ())

    def _play(self, state: SpadesState, seat: Seat, card: Card) -> Step:
        broken = state.broken or card.suit is Suit.SPADES  # a lead breaks spades too (S12)
        return lay(replace(state, broken=broken), seat, card, number=state.played + 1, take=self._take)

    def _take(self, state: SpadesState, events: tuple[Event, ...]) -> Step:
        winner, number = state.winner, state.played + 1
        state = replace(state, leader=winner, trick=(), tricks=plus(state.tricks, winner))
        events = (*events, TrickWon(number, winner))
        return self._end_hand(state, events) if number == TRICKS else Step(state, events)

    def _end_hand(self, state: SpadesState, events: tuple[Event, ...]) -> Step:
        lines = tuple(self._score(state, side) for side in range(state.terms.sides))
        state = replace(state, standings=tuple(line.standing for line in lines))
        end = end_of_game([line.score for line in lines], state.terms)
        record = hand_record(state, [line.points for line in lines])
        sheet: Mapping[str, Argument] = {"lines": tuple(line.as_record() for line in lines)}
        return hand_over(state, events, record, sheet, end)

    def leader(self, state: SpadesState, scores: Sequence[int]) -> int | None:
        """Return the side with the best score (S16, S17); None if several sides have it."""
        best = best_of(scores, state.terms)
        return scores.index(best) if scores.count(best) == 1 else None

    def _score(self, state: SpadesState, side: int) -> SideLine:
        seats = seats_of(state.terms, side)
        bids = [bid for seat in seats if (bid := state.bids[seat]) is not None]
        return score_side(state.standings[side], bids, [state.tricks[seat] for seat in seats], state.terms)

    # -- settled hands and claims --------------------------------------------------------------------

    def settled(self, state: State) -> bool:
        """Return whether it is proved that no legal play can change how many tricks each seat will have.

        Searches only between tricks, with at most `_SETTLED_FROM` cards in each hand. The search ignores the option
        `must_beat_highest`, which only forbids plays, so a proof holds with the option, too.
        """
        state = SpadesState.of(state)
        late = state.played >= TRICKS - _SETTLED_FROM
        if state.phase is not Phase.PLAY or state.trick or not late:
            return False
        broken = state.broken or not state.terms.breaking
        return settled(state.hands, state.leader, trump=TRUMP, broken=broken)

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        return claim_of(SpadesView.of(view))
