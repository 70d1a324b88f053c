"""The rules of Spades at four seats: bidding, exchange, the flow of a hand, and claims; `state` has the legal cards.

Comments cite docs/rules/spades.md by section and mark (S1).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import ClassVar

from games.engine.actions import (
    LOOK,
    Action,
    Argument,
    Pick,
    Refusal,
    held_card,
    held_cards,
    whole_in,
    whole_numbers,
)
from games.engine.cards import PACK, Card, Rank, Suit, in_hand_order
from games.engine.endgame import settled
from games.engine.options import Option, Options, complete
from games.engine.pattern import Deal, DrawnRole, Pattern
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
from games.engine.tricks import claim_of, lay, next_seat
from games.spades.options import OPTIONS, Terms, check, terms
from games.spades.score import BLIND, SideLine, SpadesBid, Standing, best_of, end_of_game, score_side, tricks_of
from games.spades.state import (
    BID,
    BLIND_NIL,
    GIVE,
    HAND_SIZE,
    MISDEAL,
    PLAY,
    RANKING,
    RETURN,
    SEATS,
    TRICKS,
    TRUMP,
    Bids,
    SpadesState,
    SpadesView,
    code_against,
    is_200_behind,
    may_bid_blind,
    partner,
    playable,
    refused,
    seats_of,
    undecided,
)

#: Number of tricks left at which the search for a settled hand begins.
_SETTLED_FROM = 3
FEW_SPADES, LONG_SUIT, NO_FACE = "FEW_SPADES", "LONG_SUIT", "NO_FACE"
_FACES = (Rank.JACK, Rank.QUEEN, Rank.KING)


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
                if action.verb != (RETURN if state.owed else GIVE):
                    return refused("WRONG_PHASE")
                given = held_cards(action, state.hands[seat], _counts(state))
                return as_move(given, lambda now, gone: self._exchange(now, seat, gone))
        if action.verb != PLAY:
            return refused("WRONG_PHASE")
        one = held_card(action, state.hands[seat])
        if isinstance(one, Refusal):
            return one
        if one not in playable(state, seat):
            return refused(code_against(one, state.hands[seat], state.led, of_clubs=state.of_clubs))
        return lambda now: self._play(now, seat, one)

    def offers(self, state: SpadesState, seat: Seat) -> tuple[Action | Pick, ...]:
        match state.phase:
            case Phase.BLIND:
                return LOOK, Action(BLIND_NIL)
            case Phase.BID:
                return tuple(Action(BID, bid) for bid in _legal_now(state, seat))
            case Phase.EXCHANGE:
                verb, hand = RETURN if state.owed else GIVE, state.hands[seat]
                return tuple(Pick(verb, count, hand) if count else Action(verb, ()) for count in _counts(state))
        return tuple(Action(PLAY, one.text) for one in playable(state, seat))

    # -- effects of actions ------------------------------------------------------------------------

    def _bidding(self, state: SpadesState) -> SpadesState:
        """Return the state in the next bidder's phase: `BLIND` if a blind nil is offered (section 4.3), else `BID`."""
        state = replace(state, phase=Phase.BID)
        seat = state.turn
        is_blind = not state.seen[seat] and may_bid_blind(state, seat) and 0 in _legal_now(state, seat)
        return replace(state, phase=Phase.BLIND) if is_blind else state

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
        if None in state.bids:
            return Step(self._bidding(state), events)
        givers = givers_of(state.terms, state.bids, state.dealer)
        phase = Phase.EXCHANGE if givers else Phase.PLAY
        return Step(replace(state, givers=givers, leader=state.first, phase=phase), events)

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
        bids, lines = tuple(bid for bid in state.bids if bid is not None), list[SideLine]()
        for side, before in enumerate(state.standings):
            seats = seats_of(state.terms, side)
            took = [state.tricks[seat] for seat in seats]
            lines.append(score_side(before, [bids[seat] for seat in seats], took, state.terms))
        scores = tuple(line.score for line in lines)
        record: Mapping[str, Argument] = {
            "bids": bids,
            "tricks": state.tricks,
            "points": tuple(line.points for line in lines),
            "score": scores,
            "bags": tuple(line.bags for line in lines),
        }
        state = replace(state, standings=tuple(line.standing for line in lines))
        end = end_of_game(scores, state.terms)
        return hand_over(state, events, record, {"lines": tuple(map(asdict, lines))}, end)

    def leader(self, state: SpadesState, scores: Sequence[int]) -> int | None:
        """Return the side with the best score (S16, S17); None if several sides have it."""
        best = best_of(scores, state.terms)
        return scores.index(best) if scores.count(best) == 1 else None

    # -- settled hands and claims --------------------------------------------------------------------

    def settled(self, state: State) -> bool:
        """Return whether it is proved that no legal play can change how many tricks each seat will have.

        Searches only between tricks, with at most `_SETTLED_FROM` cards in each hand. The search ignores the option
        `must_beat_highest`, which only forbids plays, so a proof holds with the option, too.
        """
        own = SpadesState.of(state)
        if own.phase is not Phase.PLAY or own.trick or own.played < TRICKS - _SETTLED_FROM:
            return False
        return settled(own.hands, own.leader, trump=TRUMP, broken=own.broken or not own.terms.breaking)

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        """Return the plays of a claim. Points depend only on each seat's tricks, so opponents may play any cards.

        There is no claim while the seat's own nil is unbroken, which it would break, or an opponent's, which it would
        make. A partner's nil is no obstacle: the claim makes it.
        """
        own = SpadesView.of(view)
        if own.seat is None or own.of_clubs:  # in this trick the seat may have to play its lowest club, which may lose
            return ()
        table, rules = own.table, own.terms
        others = [seat for seat in SEATS if not rules.partners or seat != partner(own.seat)]
        if any(not tricks_of(table.bids[seat]) and not table.tricks[seat] for seat in others):
            return ()
        return claim_of(
            own,
            table.trick,
            seats=len(SEATS),
            pack=PACK,
            ranking=RANKING,
            may_lead_trumps=table.broken or not rules.breaking,
            first_suit=Suit.CLUBS if rules.low_clubs else None,
        )


# ---------- bidding and exchange (sections 4 and 5) ----------
def legal_bids(terms: Terms, hand: Sequence[Card], bids: Bids, seat: Seat) -> tuple[int, ...]:
    """Return the legal bids of `seat`, in tricks, after the earlier `bids` (section 4.1). 0 is a nil, blind or not."""
    if terms.bid_spades:
        return (sum(one.suit is Suit.SPADES for one in hand),)  # a hand without spades bids an ordinary nil (S6)
    if terms.one_nil:
        return (0, *range(terms.least_bid, min(terms.max_ind, terms.max_team) + 1))
    return _between(terms, bids[partner(seat)] if terms.partners else None)


def _legal_now(state: SpadesState, seat: Seat) -> tuple[int, ...]:
    return legal_bids(state.terms, state.hands[seat], state.bids, seat)


@lru_cache(256)
def _between(terms: Terms, theirs: SpadesBid | None) -> tuple[int, ...]:
    """Return the bids within all limits; until the partner has bid, only those that leave the partner a bid (S7)."""
    alone = range(terms.min_ind, terms.max_ind + 1)
    if not terms.partners:
        return tuple(alone)
    others = alone if theirs is None else (tricks_of(theirs),)
    return tuple(bid for bid in alone if any(terms.min_team <= bid + other <= terms.max_team for other in others))


def overridden(terms: Terms, bids: Bids, seat: Seat) -> tuple[Seat, int] | None:
    """Return the partner's seat and new bid if the bid of `seat` changes the partner's bid (section 4.2), else None."""
    first, mine = partner(seat), bids[seat]
    theirs = bids[first]
    if not terms.one_nil or theirs is None or bool(tricks_of(theirs)) != bool(tricks_of(mine)):
        return None
    return first, 0 if tricks_of(theirs) else terms.least_bid


def misdeal_grounds(hand: Sequence[Card]) -> tuple[str, ...]:
    """Return the grounds on which the hand may be declared a misdeal (S10)."""
    sizes = {suit: sum(one.suit is suit for one in hand) for suit in Suit}
    grounds = {
        FEW_SPADES: sizes[Suit.SPADES] <= 1,
        LONG_SUIT: max(sizes.values()) >= 7,
        NO_FACE: not any(one.rank in _FACES for one in hand),
    }
    return tuple(ground for ground, holds in grounds.items() if holds)


def givers_of(terms: Terms, bids: Bids, dealer: Seat) -> tuple[Seat, ...]:
    """Return the seats that give cards, in bidding order (S9): blind nil bidders whose partner did not bid blind."""
    if not terms.exchange:
        return ()
    order = [next_seat(dealer, 1 + steps) for steps in SEATS]
    return tuple(seat for seat in order if bids[seat] == BLIND and bids[partner(seat)] != BLIND)


def misdeal_refusal(state: SpadesState, seat: Seat) -> Refusal | None:
    """Return why a misdeal is refused, or None. Checks the cards last, so that other refusals do not leak cards."""
    if state.phase not in (Phase.BLIND, Phase.BID) or seat != state.turn:
        return refused("NOT_YOUR_BID_TURN")
    if state.phase is Phase.BLIND:
        return refused("CARDS_NOT_SEEN")
    if not state.terms.misdeals:
        return refused("MISDEALS_OFF")
    return None if misdeal_grounds(state.hands[seat]) else refused("NOT_A_MISDEAL")


def said_bid(state: SpadesState, seat: Seat, action: Action) -> SpadesBid | Refusal:
    """Return the bid made by `action`, or a refusal. In the blind phase only a blind nil is a legal bid."""
    blind = state.phase is Phase.BLIND
    match action.verb:
        case "blind_nil" if action.argument is None and blind:
            return BLIND
        case "look" | "blind_nil" if not blind and not state.seen[seat]:
            return refused("BLIND_NOT_OFFERED")
        case "bid" if blind:
            return refused("CARDS_NOT_SEEN")
        case "bid":
            legal = _legal_now(state, seat)
            bid = whole_in(action.argument, legal)
            return Refusal("ILLEGAL_BID", f"You can bid {_listed(legal)}.") if bid is None else bid
    return refused("WRONG_PHASE")


def _listed(bids: Sequence[int]) -> str:
    """Return the bids as text, such as "0 or 4 to 13"."""
    runs: list[list[int]] = []
    for bid in bids:
        if runs and runs[-1][-1] == bid - 1:
            runs[-1].append(bid)
        else:
            runs.append([bid])
    return " or ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _counts(state: SpadesState) -> Collection[int]:
    return (state.owed,) if state.owed else range(state.terms.exchange + 1)
