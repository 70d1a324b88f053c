"""Two-Man Spades: flow of a hand and what is refused, after docs/rules/twoman.md; its decisions (T1, ...) are cited.

Scoring is `score`, state and views are `state`. Auto-resolution is only answered here
(`settled`), never done (T7).
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar

from games.engine.actions import DEAL, START, Action, Argument, Pick, Refusal, RuleError, deal, dealt_hands, tuple_of
from games.engine.cards import PACK, Card, Draw, Suit, in_hand_order, shuffled
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
    put,
    without,
)
from games.engine.tricks import following, leading, winning_place
from games.twoman.claim import claim_of
from games.twoman.score import (
    BAG_CARDS,
    Contract,
    Parity,
    Sheet,
    bags_lost,
    end_of_game,
    result,
    score_hand,
)
from games.twoman.state import (
    BID,
    BIDS,
    BLIND,
    BLIND_BIDS,
    BLIND_NIL,
    DISCARD,
    HAND_SIZE,
    LOOK,
    NIL,
    PARITIES,
    PLAY,
    SEATS,
    TRICKS,
    Hands,
    TwoManState,
    TwoManView,
    hand_record,
    own,
    pile_of,
    refused,
    standings_of,
    undecided,
    view_of,
    whole_pair,
)


class TwoMan:
    """The rules of Two-Man Spades."""

    key: ClassVar[str] = "twoman"
    title: ClassVar[str] = "Two-Man Spades"
    version: ClassVar[int] = 1
    seats: ClassVar[int] = 2
    options: ClassVar[tuple[Option, ...]] = (
        Option("target", 300, low=100, high=1000, step=10),
        Option("mercy_lead", 300, low=100, high=1000, step=10),
        Option("nil_points", 200, choices=(200, 100)),
        Option("first_lead", "alternate", choices=("alternate", "odd")),
        Option("blind_deficit", 100, low=50, high=300, step=10),
        Option("denial", True, choices=(True, False)),
    )
    presets: ClassVar[Mapping[str, Options]] = MappingProxyType({"standard": MappingProxyType({})})
    score: ClassVar[str] = "display"
    settles: ClassVar[bool] = True

    # -- before the first card -------------------------------------------------------------------

    def check(self, options: Mapping[str, object]) -> tuple[Refusal, ...]:
        return refusals(self.options, options)

    def side(self, options: Options, seat: Seat) -> int:
        return seat

    def start(self, options: Options) -> Start:
        return {"parity": ("odd", "even"), "base": (0, 0), "bags": (0, 0)}

    def check_start(self, options: Options, start: Mapping[str, object]) -> Refusal | None:
        """Base scores are multiples of 10, bags -4..6, one seat odd and one even, and the game not over."""
        usual = self.start(options)
        told = {**usual, **start}
        bases, bags = whole_pair(told["base"]), whole_pair(told["bags"])
        sound = set(told) == set(usual) and tuple_of(told["parity"]) in PARITIES
        if not sound or bases is None or bags is None:
            return refused("BAD_START")
        if any(base % 10 for base in bases) or any(not -4 <= n <= 6 for n in bags):
            return refused("BAD_START")
        over = end_of_game(standings_of(bases, bags), complete(self.options, options))
        return refused("BAD_START") if over else None

    def initial(self, options: Options, start: Start | None = None) -> TwoManState:
        state = TwoManState(options=complete(self.options, options))
        return state if start is None else self._started(state, start)

    def _started(self, state: TwoManState, start: Start) -> TwoManState:
        told = {**self.start(state.options), **start}
        parity = tuple_of(told["parity"])
        bases, bags = whole_pair(told["base"]), whole_pair(told["bags"])
        if bases is None or bags is None:
            raise RuleError(refused("BAD_START"))
        return replace(
            state,
            phase=Phase.DEAL,
            parity=(Parity(str(parity[0])), Parity(str(parity[1]))),
            standings=standings_of(bases, bags),
        )

    # -- who, and whether -------------------------------------------------------------------------

    def waits_for(self, state: State) -> frozenset[Seat]:
        state = own(state)
        match state.phase:
            case Phase.START | Phase.DEAL:
                return frozenset((DEALER,))
            case Phase.BLIND:
                return frozenset(seat for seat in SEATS if undecided(state, seat))
            case Phase.DISCARD:
                return frozenset(seat for seat in SEATS if state.discards[seat] is None)
            case Phase.BID:
                return frozenset((state.first if state.bids[state.first] is None else 1 - state.first,))
            case Phase.PLAY:
                return frozenset((state.leader if not state.trick else 1 - state.leader,))
        return frozenset()

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        state = own(state)
        if state.phase is Phase.OVER:
            return refused("GAME_OVER")
        if seat not in self.waits_for(state):
            return refused("NOT_YOUR_TURN")
        if seat == DEALER:
            return self._dealer_refusal(state, action)
        match state.phase, action.verb:
            case Phase.BLIND, "look" | "blind_nil" if action.argument is None:
                return None
            case Phase.BLIND, "blind":
                return None if action.number in BLIND_BIDS else refused("BLIND_OUT_OF_RANGE")
            case Phase.DISCARD, "look" | "blind" | "blind_nil" if state.blind[seat] is None:
                return refused("BLIND_NOT_OFFERED")
            case Phase.BID, "bid":
                return None if action.number in BIDS else refused("BID_OUT_OF_RANGE")
            case Phase.DISCARD, "discard":
                return None if action.card in state.hands[seat] else refused("NOT_IN_HAND")
            case Phase.PLAY, "play":
                return self._play_refusal(state, seat, action.card)
        return refused("WRONG_PHASE")

    def _dealer_refusal(self, state: TwoManState, action: Action) -> Refusal | None:
        argument = action.argument
        if state.phase is Phase.START and action.verb == START and isinstance(argument, Mapping):
            return self.check_start(state.options, argument)
        if state.phase is Phase.DEAL and action.verb == DEAL:
            return None if _hands(argument) else refused("BAD_DEAL")
        return refused("WRONG_PHASE")

    def _play_refusal(self, state: TwoManState, seat: Seat, one: Card | None) -> Refusal | None:
        if one is None or one not in state.hands[seat]:
            return refused("NOT_IN_HAND")
        if one in self._playable(state, seat):
            return None
        return refused("MUST_FOLLOW_SUIT" if state.trick else "SPADES_NOT_BROKEN")

    def _playable(self, state: TwoManState, seat: Seat) -> tuple[Card, ...]:
        hand = state.hands[seat]
        if state.trick:
            return following(hand, state.trick[0].suit)
        return leading(hand, Suit.SPADES, broken=state.broken)

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action | Pick, ...]:
        state = own(state)
        if seat == DEALER or seat not in self.waits_for(state):
            return ()
        match state.phase:
            case Phase.BLIND:
                return (Action(LOOK), *(Action(BLIND, bid) for bid in BLIND_BIDS), Action(BLIND_NIL))
            case Phase.DISCARD:
                return tuple(Action(DISCARD, one.text) for one in state.hands[seat])
            case Phase.BID:
                return tuple(Action(BID, bid) for bid in BIDS)
        return tuple(Action(PLAY, one.text) for one in self._playable(state, seat))

    # -- what happens ------------------------------------------------------------------------------

    def chance(self, state: State, draw: Draw) -> Action:
        """A fair coin for the parities; for each hand a shuffled pack, dealt one card at a time from seat 0."""
        if state.phase is Phase.START:
            odd = draw(2)
            return Action(START, {"parity": ("odd", "even") if odd == 0 else ("even", "odd")})
        deck = shuffled(PACK, draw)
        return deal([in_hand_order(deck[seat : 2 * HAND_SIZE : 2]) for seat in SEATS])

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
                return Step(replace(state, blind=put(state.blind, seat, LOOK), phase=Phase.DISCARD), ())
            case "blind" | "blind_nil":
                return self._bid_blind(state, seat, action)
            case "discard":
                return self._discard(state, seat, action)
            case "bid":
                return self._bid(state, seat, action)
        return self._play(state, seat, action)

    def _start(self, state: TwoManState, action: Action) -> Step:
        start = action.argument if isinstance(action.argument, Mapping) else {}
        return Step(self._started(state, start), (Started(start),))

    def _deal(self, state: TwoManState, action: Action) -> Step:
        hands = _hands(action.argument)
        if hands is None or not isinstance(action.argument, Mapping):
            raise RuleError(refused("BAD_DEAL"))
        number = state.number + 1
        first = self._first(state, number)
        behind = [state.displays[1 - s] - state.displays[s] for s in SEATS]
        offered = max(behind) >= whole(state.options, "blind_deficit")
        fresh = TwoManState(
            options=state.options,
            number=number,
            phase=Phase.BLIND if offered else Phase.DISCARD,
            parity=state.parity,
            standings=state.standings,
            first=first,
            leader=first,
            hands=hands,
        )
        return Step(fresh, (Dealt(number, first, action.argument),))

    def _first(self, state: TwoManState, number: int) -> Seat:
        """The odd seat leads hand 1; then the lead alternates, or stays with the odd seat (T1)."""
        odd = state.parity.index(Parity.ODD)
        turns = state.options["first_lead"] == "alternate" and number % 2 == 0
        return 1 - odd if turns else odd

    def _bid_blind(self, state: TwoManState, seat: Seat, action: Action) -> Step:
        bid = action.number or 0
        choice: int | str = NIL if action.verb == BLIND_NIL else bid
        state = replace(
            state,
            blind=put(state.blind, seat, choice),
            bids=put(state.bids, seat, bid),
            phase=Phase.DISCARD,
        )
        return Step(state, (BidSaid(seat, f"blind {choice}", bid, blind=True),))

    def _discard(self, state: TwoManState, seat: Seat, action: Action) -> Step:
        one = _card(action)
        discards = put(state.discards, seat, one)
        state = replace(state, discards=discards, hands=without(state.hands, seat, (one,)))
        if None not in discards:
            # A blind bid is answered here, after the discards, like any other (T3).
            state = replace(state, phase=Phase.BID if None in state.bids else Phase.PLAY)
        return Step(state, (Discarded(seat, (one,)),))

    def _bid(self, state: TwoManState, seat: Seat, action: Action) -> Step:
        bid = action.number or 0
        bids = put(state.bids, seat, bid)
        phase = Phase.BID if None in bids else Phase.PLAY
        return Step(replace(state, bids=bids, phase=phase), (BidSaid(seat, str(bid), bid),))

    def _play(self, state: TwoManState, seat: Seat, action: Action) -> Step:
        one = _card(action)
        trick = (*state.trick, one)
        event = Played(seat, one, state.played + 1, len(trick) - 1)
        state = replace(
            state,
            hands=without(state.hands, seat, (one,)),
            trick=trick,
            broken=state.broken or one.suit is Suit.SPADES,  # a forced lead breaks them too (T4)
        )
        if len(trick) < len(SEATS):
            return Step(state, (event,))
        return self._take(state, (event,))

    def _take(self, state: TwoManState, events: tuple[Event, ...]) -> Step:
        """The full trick goes to its winner; the hand ends with the tenth, or when a blind nil fails."""
        winner = state.leader if winning_place(state.trick, Suit.SPADES) == 0 else 1 - state.leader
        marked = tuple(one for one in state.trick if one in BAG_CARDS)
        number = state.played + 1
        state = replace(
            state,
            leader=winner,
            trick=(),
            tricks=put(state.tricks, winner, state.tricks[winner] + 1),
            won=put(state.won, winner, state.won[winner] + marked),
        )
        events = (*events, TrickWon(number, winner))
        if number == TRICKS or state.blind[winner] == NIL:
            return self._end_hand(state, events)
        return Step(state, events)

    def _end_hand(self, state: TwoManState, events: tuple[Event, ...]) -> Step:
        if NIL in state.blind:
            bidder = state.blind.index(NIL)
            end: Result | None = result(bidder if state.tricks[bidder] == 0 else 1 - bidder, "blind_nil")
            sheet: dict[str, Argument] = {"blind_nil": bidder, "tricks": state.tricks}
        else:
            scored = self._score(state)
            state = replace(state, standings=scored.standings)
            end = end_of_game(state.standings, state.options)
            sheet = scored.as_record()
        state = replace(state, phase=Phase.OVER if end else Phase.DEAL, end=end)
        events = (*events, HandEnded(hand_record(state), sheet))
        return Step(state, (*events, GameEnded(end)) if end else events)

    def _score(self, state: TwoManState) -> Sheet:
        pile = pile_of(state)
        winner = state.parity.index(pile.parity)
        lost = [bags_lost(state.won[s]) + (bags_lost(pile.cards) if s == winner else 0) for s in SEATS]
        contracts = [Contract(state.bids[s] or 0, isinstance(state.blind[s], int)) for s in SEATS]
        return score_hand(
            before=state.standings,
            contracts=(contracts[0], contracts[1]),
            tricks=state.tricks,
            lost=(lost[0], lost[1]),
            pile=pile,
            pile_winner=winner,
            options=state.options,
        )

    # -- what is seen ------------------------------------------------------------------------------

    def view(self, state: State, seat: Seat | None) -> TwoManView:
        state = own(state)
        legal = () if seat is None else self.legal_actions(state, seat)
        return view_of(state, seat, game=self.key, legal=legal, waits_for=self.waits_for(state))

    def settled(self, state: State) -> bool:
        state = own(state)
        if state.phase is not Phase.PLAY or state.trick or not state.played:
            return False
        return settled(
            state.hands,
            state.leader,
            trump=Suit.SPADES,
            broken=state.broken,
            marked=BAG_CARDS,
            stops=state.blind.index(NIL) if NIL in state.blind else None,
        )

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        return claim_of(view) if isinstance(view, TwoManView) else ()

    def carries(self, state: State) -> Start:
        return {}

    def result(self, state: State) -> Result | None:
        return own(state).end


def _hands(argument: Argument) -> Hands | None:
    hands = dealt_hands(argument, seats=len(SEATS), size=HAND_SIZE)
    return None if hands is None else (hands[0], hands[1])


def _card(action: Action) -> Card:
    one = action.card
    if one is None:
        raise RuleError(refused("NOT_IN_HAND"))
    return one
