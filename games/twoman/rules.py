"""The rules of Two-Man Spades: state, views, the course of a hand, legality. Comments cite docs/rules/twoman.md (T1).

`score` has the scoring.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import ClassVar

from games.engine.actions import Action, Argument, Pick, Reasons, Refusal, held_card, tuple_of, whole_in, whole_pair
from games.engine.cards import PACK, Card, DrawNumber, Suit
from games.engine.endgame import settled
from games.engine.options import Option, Options, whole_number
from games.engine.pattern import Deal, DrawnRole, Pattern
from games.engine.ruleset import CardRules, Move, Start, as_move, hand_over
from games.engine.state import (
    BidSaid,
    Discarded,
    Event,
    HandCards,
    Phase,
    PublicTable,
    Result,
    Seat,
    SeatAction,
    SeatView,
    State,
    Step,
    TrickWon,
    ended,
    plus,
    put,
    replace,
    without,
)
from games.engine.tricks import AsPrinted, TrickState, claim_of, following, lay, leading
from games.twoman.score import BAG_CARDS, Contract, Parity, Pile, Standing, bags_lost, end_of_game, score_hand

SEATS = (0, 1)
HAND_SIZE = 11
TRICKS = 10
RANKING = AsPrinted(Suit.SPADES)
NIL = "nil"
LOOK, BLIND, BLIND_NIL, DISCARD, BID, PLAY = "look", "blind", "blind_nil", "discard", "bid", "play"
BLIND_BIDS = range(5, 11)
BIDS = range(0, 11)
PARITIES = ((Parity.ODD, Parity.EVEN), (Parity.EVEN, Parity.ODD))

refused = Reasons(
    {
        "BLIND_NOT_OFFERED": "A blind bid is only for a seat far enough behind.",
        "BLIND_OUT_OF_RANGE": "A blind bid is a whole number from 5 to 10.",
        "BID_OUT_OF_RANGE": "A bid is a whole number from 0 to 10.",
        "BAD_DEAL": "A deal gives each seat eleven different cards.",
    }
)

Pair = tuple[int, int]
Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, kw_only=True)
class TwoManState(TrickState):
    """The full state of a game of Two-Man Spades. Pairs are by seat; None is a choice not made or not offered.

    `blind` holds "look", a blind bid 5..10 or "nil"; `won` holds the bag cards won in tricks.
    """

    parity: tuple[Parity, Parity] = (Parity.ODD, Parity.EVEN)
    standings: tuple[Standing, Standing] = (Standing(), Standing())
    first: Seat = 0
    hands: Hands = ((), ())
    blind: tuple[int | str | None, int | str | None] = (None, None)
    discards: tuple[Card | None, Card | None] = (None, None)
    bids: tuple[int | None, int | None] = (None, None)
    tricks: Pair = (0, 0)
    broken: bool = False
    won: Hands = ((), ())

    @property
    def ranking(self) -> AsPrinted:
        return RANKING

    @property
    def displays(self) -> Pair:
        return self.standings[0].display, self.standings[1].display

    @property
    def played(self) -> int:
        return sum(self.tricks)

    @property
    def turn(self) -> Seat:
        """The seat on turn to bid or play. Blind bids and discards have no turn."""
        if self.phase is Phase.BID:
            return self.first if self.bids[self.first] is None else 1 - self.first
        return super().turn

    @property
    def pile(self) -> Pile:
        return Pile(tuple(one for one in self.discards if one is not None))

    def hand_of(self, seat: Seat) -> HandCards | None:
        return None if undecided(self, seat) else self.hands[seat]

    def masked(self, said: SeatAction, seat: Seat | None) -> SeatAction:
        """Return the action as `seat` sees it: another seat's discard is hidden until both have discarded."""
        by, action = said
        return (by, action.masked()) if action.verb == DISCARD and None in self.discards and by != seat else said

    def table(self, seat: Seat | None) -> "TwoManPublicTable":
        discards = self.discards
        if None in discards:
            discards = (None, None) if seat is None else put((None, None), seat, discards[seat])
        return TwoManPublicTable(
            parity=self.parity,
            base=(self.standings[0].base, self.standings[1].base),
            bags=(self.standings[0].bags, self.standings[1].bags),
            display=self.displays,
            first=self.first,
            bids=self.bids,
            blind=self.blind,
            discards=discards,
            tricks=self.tricks,
            trick=self.trick,
            broken=self.broken,
        )


@dataclass(frozen=True, kw_only=True)
class TwoManPublicTable(PublicTable):
    """The public part of the state, and the viewer's own discard; docs/rules/record.md explains the fields."""

    parity: tuple[Parity, Parity]
    base: Pair
    bags: Pair
    display: Pair
    first: Seat
    bids: tuple[int | None, int | None]
    blind: tuple[int | str | None, int | str | None]
    discards: tuple[Card | None, Card | None]
    tricks: Pair
    trick: tuple[Card, ...]
    broken: bool


@dataclass(frozen=True, kw_only=True)
class TwoManView(SeatView):
    table: TwoManPublicTable


own = TwoManState.of


def undecided(state: TwoManState, seat: Seat) -> bool:
    """Return whether `seat` must still choose between a look and a blind bid; until then its cards are hidden."""
    deficit = state.displays[1 - seat] - state.displays[seat]
    open_choice = state.phase is Phase.BLIND and state.blind[seat] is None
    return open_choice and deficit >= whole_number(state.options, "blind_deficit")


class TwoMan(CardRules[TwoManState, TwoManView]):
    key: ClassVar[str] = "twoman"
    title: ClassVar[str] = "Two-Man Spades"
    seats: ClassVar[int] = len(SEATS)
    options: ClassVar[tuple[Option, ...]] = (
        Option("target", 300, low=100, high=1000, step=10),
        Option("mercy_lead", 300, low=100, high=1000, step=10),
        Option("nil_points", 200, choices=(200, 100)),
        Option("first_lead", "alternate", choices=("alternate", "odd")),
        Option("blind_deficit", 100, low=50, high=300, step=10),
        Option("denial", True, choices=(True, False)),
    )
    score: ClassVar[str] = "display"
    settles: ClassVar[bool] = True
    state_type = TwoManState
    view_type = TwoManView
    refused = refused
    pattern = Pattern(len(SEATS), HAND_SIZE, DrawnRole.ODD)

    # -- start and deal --------------------------------------------------------------------------

    def start(self, options: Options) -> Start:
        return {"parity": ("odd", "even"), "base": (0, 0), "bags": (0, 0)}

    def begun(self, state: TwoManState, start: Mapping[str, object]) -> TwoManState | None:
        """Return the state at this start, or None if the start is invalid or the game is over.

        A valid start has bases that are multiples of 10, bags of -4..6, and one odd and one even seat.
        """
        parity = next((one for one in PARITIES if one == tuple_of(start["parity"])), None)
        bases, bags = whole_pair(start["base"]), whole_pair(start["bags"])
        if parity is None or bases is None or bags is None:
            return None
        if any(base % 10 for base in bases) or any(not -4 <= count <= 6 for count in bags):
            return None
        standings = Standing(bases[0], bags[0]), Standing(bases[1], bags[1])
        return None if end_of_game(standings, state.options) else replace(state, parity=parity, standings=standings)

    def opening(self, options: Options, draw: DrawNumber) -> Mapping[str, Argument]:
        return {"parity": PARITIES[draw(2)]}

    def dealt(self, state: TwoManState, deal: Deal) -> tuple[TwoManState, Seat]:
        number = state.number + 1
        # The odd seat leads the first trick; with "alternate" it is the even seat in hands 2, 4, 6 and so on (T1).
        turns = state.options["first_lead"] == "alternate" and number % 2 == 0
        first = state.parity.index(Parity.EVEN if turns else Parity.ODD)
        behind = [state.displays[1 - s] - state.displays[s] for s in SEATS]
        offered = max(behind) >= whole_number(state.options, "blind_deficit")
        fresh = TwoManState(
            options=state.options,
            number=number,
            phase=Phase.BLIND if offered else Phase.DISCARD,
            parity=state.parity,
            standings=state.standings,
            first=first,
            leader=first,
            hands=(deal.hands[0], deal.hands[1]),
        )
        return fresh, first

    # -- turns and legality -----------------------------------------------------------------------

    def waiting(self, state: TwoManState) -> frozenset[Seat]:
        match state.phase:
            case Phase.BLIND:
                return frozenset(seat for seat in SEATS if undecided(state, seat))
            case Phase.DISCARD:
                return frozenset(seat for seat in SEATS if state.discards[seat] is None)
        return frozenset((state.turn,))

    def read(self, state: TwoManState, seat: Seat, action: Action) -> Refusal | Move[TwoManState]:
        match state.phase, action.verb:
            case Phase.BLIND, "look" if action.argument is None:
                return lambda now: Step(replace(now, blind=put(now.blind, seat, LOOK), phase=Phase.DISCARD), ())
            case Phase.BLIND, "blind_nil" if action.argument is None:
                return lambda now: self._bid_blind(now, seat, 0, NIL)
            case Phase.BLIND, "blind":
                blind = whole_in(action.argument, BLIND_BIDS)
                if blind is None:
                    return refused("BLIND_OUT_OF_RANGE")
                return lambda now: self._bid_blind(now, seat, blind, blind)
            case Phase.DISCARD, "look" | "blind" | "blind_nil" if state.blind[seat] is None:
                return refused("BLIND_NOT_OFFERED")
            case Phase.BID, "bid":
                bid = whole_in(action.argument, BIDS)
                return refused("BID_OUT_OF_RANGE") if bid is None else lambda now: self._bid(now, seat, bid)
            case Phase.DISCARD, "discard":
                gone = held_card(action, state.hands[seat])
                return as_move(gone, lambda now, gone: self._discard(now, seat, gone))
            case Phase.PLAY, "play":
                return self._read_play(state, seat, action)
        return refused("WRONG_PHASE")

    def _read_play(self, state: TwoManState, seat: Seat, action: Action) -> Refusal | Move[TwoManState]:
        one = held_card(action, state.hands[seat])
        if isinstance(one, Refusal):
            return one
        if one in self._playable(state, seat):
            return lambda now: self._play(now, seat, one)
        return refused("MUST_FOLLOW_SUIT" if state.trick else "SPADES_NOT_BROKEN")

    def _playable(self, state: TwoManState, seat: Seat) -> tuple[Card, ...]:
        hand = state.hands[seat]
        if state.trick:
            return following(hand, state.led)
        return leading(hand, Suit.SPADES, broken=state.broken)

    def offers(self, state: TwoManState, seat: Seat) -> tuple[Action | Pick, ...]:
        match state.phase:
            case Phase.BLIND:
                return (Action(LOOK), *(Action(BLIND, bid) for bid in BLIND_BIDS), Action(BLIND_NIL))
            case Phase.DISCARD:
                return tuple(Action(DISCARD, one.text) for one in state.hands[seat])
            case Phase.BID:
                return tuple(Action(BID, bid) for bid in BIDS)
        return tuple(Action(PLAY, one.text) for one in self._playable(state, seat))

    # -- effects of actions ------------------------------------------------------------------------

    def _bid_blind(self, state: TwoManState, seat: Seat, bid: int, choice: int | str) -> Step:
        blind, bids = put(state.blind, seat, choice), put(state.bids, seat, bid)
        state = replace(state, blind=blind, bids=bids, phase=Phase.DISCARD)
        return Step(state, (BidSaid(seat, f"blind {choice}", bid, blind=True),))

    def _discard(self, state: TwoManState, seat: Seat, card: Card) -> Step:
        discards = put(state.discards, seat, card)
        state = replace(state, discards=discards, hands=without(state.hands, seat, (card,)))
        if None not in discards:
            # A blind bidder does not bid again (T3). Only the seat behind may bid blind, so the other seat still bids.
            state = replace(state, phase=Phase.BID)
        return Step(state, (Discarded(seat, (card,)),))

    def _bid(self, state: TwoManState, seat: Seat, bid: int) -> Step:
        bids = put(state.bids, seat, bid)
        phase = Phase.BID if None in bids else Phase.PLAY
        return Step(replace(state, bids=bids, phase=phase), (BidSaid(seat, str(bid), bid),))

    def _play(self, state: TwoManState, seat: Seat, card: Card) -> Step:
        broken = state.broken or card.suit is Suit.SPADES  # a forced lead breaks spades too (T4)
        return lay(replace(state, broken=broken), seat, card, number=state.played + 1, take=self._take)

    def _take(self, state: TwoManState, events: tuple[Event, ...]) -> Step:
        """Give the trick to its winner. End the hand after the tenth trick, or if a blind nil fails."""
        winner = state.winner
        marked = tuple(one for one in state.trick if one in BAG_CARDS)
        number = state.played + 1
        state = replace(
            state,
            leader=winner,
            trick=(),
            tricks=plus(state.tricks, winner),
            won=put(state.won, winner, state.won[winner] + marked),
        )
        events = (*events, TrickWon(number, winner))
        if number == TRICKS or state.blind[winner] == NIL:
            return self._end_hand(state, events)
        return Step(state, events)

    def _end_hand(self, state: TwoManState, events: tuple[Event, ...]) -> Step:
        sheet: dict[str, Argument]
        if NIL in state.blind:
            bidder = state.blind.index(NIL)
            sheet = {"blind_nil": bidder, "tricks": state.tricks}
            end: Result | None = ended(bidder if state.tricks[bidder] == 0 else 1 - bidder, "blind_nil")
        else:
            one, other = (Contract.from_table(state.bids[s], state.blind[s]) for s in SEATS)
            pile = state.pile
            winner = state.parity.index(pile.parity)
            scored = score_hand(
                before=state.standings,
                contracts=(one, other),
                tricks=state.tricks,
                lost=plus((bags_lost(state.won[0]), bags_lost(state.won[1])), winner, bags_lost(pile.cards)),
                pile=pile,
                pile_winner=winner,
                options=state.options,
            )
            state, sheet = replace(state, standings=scored.standings), asdict(scored)
            end = end_of_game(state.standings, state.options)
        record: dict[str, Argument] = {
            "tricks": state.tricks,
            "base": tuple(standing.base for standing in state.standings),
            "bags": tuple(standing.bags for standing in state.standings),
            "display": state.displays,
        }
        return hand_over(state, events, record, sheet, end)

    # -- open hands, settled hands and claims --------------------------------------------------------

    def opened(self, state: State, seat: Seat) -> TwoManView:
        view = super().opened(state, seat)
        return replace(view, table=replace(view.table, discards=TwoManState.of(state).discards))

    def settled(self, state: State) -> bool:
        # The table, not the rules, plays the rest of a settled hand (T7).
        state = TwoManState.of(state)
        if state.phase is not Phase.PLAY or state.trick or not state.played:
            return False
        return settled(
            state.hands,
            state.leader,
            trump=Suit.SPADES,
            broken=state.broken,
            marked=frozenset(BAG_CARDS),
            stops=state.blind.index(NIL) if NIL in state.blind else None,
        )

    def claim(self, view: SeatView) -> tuple[Action, ...]:
        """Return the plays that are proved to win all remaining tricks, in order; empty without such a proof.

        A seat that takes all tricks wins every remaining card, so the order of play does not change who wins the bag
        cards. There is no claim while a seat that bid nil, blind or not, has no trick: the claimed tricks would break
        the claimer's own nil, or make the opponent's.
        """
        table = TwoManView.of(view).table
        if any(table.bids[seat] == 0 and not table.tricks[seat] for seat in SEATS):
            return ()
        out, seats = table.discards, len(SEATS)
        return claim_of(
            view, table.trick, seats=seats, pack=PACK, ranking=RANKING, out=out, may_lead_trumps=table.broken
        )
