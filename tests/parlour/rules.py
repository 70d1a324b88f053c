"""The rules of Parlour, as specified in README.md."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from games.engine.actions import (
    HIDDEN,
    Action,
    Argument,
    Pick,
    Reasons,
    Refusal,
    cards_in,
    held_card,
    held_cards,
    texts,
    whole_in,
    whole_pair,
)
from games.engine.cards import PACK, Card, DrawNumber, Rank, Suit, in_hand_order
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
    Played,
    PublicTable,
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
from games.engine.tricks import AsPrinted, TrickState, following, lay, next_seat

SEATS, TRICKS, DECK = 4, 3, 6
SMALL_PACK = texts([one for one in PACK if one.height >= Rank.EIGHT])
CALLS = ("", "1U", "1N", "2U", "2N", "3U", "3N")
Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class ParlourTable(PublicTable):
    dealer: Seat
    score: Pair
    calls: tuple[tuple[Seat, str], ...]
    stakes: tuple[Card | None, ...]
    stacks: tuple[tuple[str, ...], ...]
    tricks: Pair
    doubled: bool


@dataclass(frozen=True, kw_only=True)
class ParlourState(TrickState):
    dealer: Seat = 0
    score: Pair = (0, 0)
    hands: tuple[HandCards, ...] = ((),) * SEATS
    kitty: HandCards = ()
    deck: tuple[Card, ...] = ()
    calls: tuple[tuple[Seat, str], ...] = ()
    stakes: tuple[Card | None, ...] = (None,) * SEATS
    stacks: tuple[HandCards, ...] = ((),) * SEATS
    tops: Pair = (0, 0)  # points of each side: 1 for the highest hidden card
    tricks: Pair = (0, 0)
    doubled: bool = False

    @property
    def contract(self) -> tuple[Seat, str]:
        """Seat and text of the highest bid so far, such as (2, "1U"); (-1, "") before the first bid."""
        return next((call for call in reversed(self.calls) if call[1] != "pass"), (-1, ""))

    @property
    def ranking(self) -> AsPrinted:
        return AsPrinted(Suit.SPADES if self.contract[1].endswith("U") else None)

    @property
    def turn(self) -> Seat:
        match self.phase:
            case Phase.BID:
                return next_seat(self.dealer, 1 + len(self.calls))
            case Phase.DISCARD:
                return self.contract[0]
            case Phase.JOKERS:
                return next_seat(self.leader, DECK - len(self.deck))
        return super().turn if () not in self.stacks else next_seat(self.leader, SEATS - self.stacks.count(()))

    def masked(self, said: SeatAction, seat: Seat | None) -> SeatAction:
        by, action = said
        match action.verb, action.argument:
            case "discard" | "stake", _ if by != seat and (action.verb == "discard" or None in self.stakes):
                return by, action.masked()
            case "draw", (to, _) if to != seat:
                return by, action.covered(1)
            case "play", tuple() if by != seat and () in self.stacks:
                return by, action.covered(1)
        return said

    def table(self, seat: Seat | None) -> ParlourTable:
        table = {one.name: getattr(self, one.name) for one in fields(ParlourTable)}
        stakes = tuple(None if None in self.stakes and owner != seat else one for owner, one in enumerate(self.stakes))
        covered = [(*texts(stack[:1]), *(HIDDEN for _ in stack[1:])) for stack in self.stacks]
        stacks = tuple(
            covered[owner] if () in self.stacks and owner != seat else texts(self.stacks[owner])
            for owner in range(SEATS)
        )
        return ParlourTable(**table | {"stakes": stakes, "stacks": stacks})


class Parlour(CardRules[ParlourState, SeatView]):
    key, title, seats, sides, score, settles = "parlour", "Parlour", SEATS, 2, "score", True
    options = (
        Option("target", 5, low=1, high=20),
        Option("most_hands", 12, low=1, high=40),
        Option("doubling", True, choices=(True, False)),
    )
    out_of_turn = (Action("call"),)
    state_type, view_type = ParlourState, SeatView
    pattern = Pattern(SEATS, 5, DrawnRole.DEALER, pack=SMALL_PACK, kitty=2, has_deck=True, draws={"draw": "deck"})
    refused = Reasons({code: code.capitalize() for code in ("BAD_DEAL", "BAD_DRAW", "NOT_HIGHER", "NOT_AGAINST")})

    def start(self, options: Options) -> Start:
        return {"dealer": 0, "score": (0, 0)}

    def begun(self, state: ParlourState, start: Mapping[str, object]) -> ParlourState | None:
        dealer, score = whole_in(start["dealer"], range(SEATS)), whole_pair(start["score"])
        if dealer is None or score is None or max(score) >= whole_number(state.options, "target"):
            return None
        return replace(state, dealer=dealer, score=score)

    def drawing(self, state: ParlourState, draw: DrawNumber) -> Action:
        return Action("draw", (state.turn, state.deck[draw(len(state.deck))].text))

    def dealt(self, state: ParlourState, given: Deal) -> tuple[ParlourState, Seat]:
        dealer, number = next_seat(state.dealer, min(state.number, 1)), state.number + 1
        fresh = ParlourState(options=state.options, number=number, phase=Phase.BID, dealer=dealer, score=state.score)
        return replace(fresh, hands=given.hands, kitty=given.kitty, deck=given.deck), fresh.turn

    def waiting(self, state: ParlourState) -> frozenset[Seat]:
        owing = (seat for seat in range(SEATS) if state.stakes[seat] is None)
        return frozenset(owing) if state.phase is Phase.EXCHANGE else super().waiting(state)

    def drawn(self, state: ParlourState, action: Action) -> Refusal | Move[ParlourState]:
        named = (one for one in state.deck if action == Action("draw", (state.turn, one.text)))
        return as_move(next(named, self.refused("BAD_DRAW")), _draw)

    def called(self, state: ParlourState, seat: Seat, action: Action) -> Refusal | Move[ParlourState] | None:
        is_late = state.phase is not Phase.PLAY or any(state.tricks) or action.argument is not None
        if action.verb != "call" or is_late or not state.options["doubling"]:
            return self.refused("WRONG_PHASE") if action.verb == "call" else None
        if state.doubled or seat % 2 == state.contract[0] % 2:
            return self.refused("NOT_AGAINST")
        return lambda now: Step(replace(now, doubled=True), (BidSaid(seat, "call", None),))

    def read(self, state: ParlourState, seat: Seat, action: Action) -> Refusal | Move[ParlourState]:
        offers, hand = self.offers(state, seat), state.hands[seat]
        if action in offers:
            return lambda now: _DO[action.verb](now, seat, action)
        if action.verb not in {one.verb for one in offers}:
            return self.refused("WRONG_PHASE")
        if isinstance(offers[0], Pick):
            return as_move(held_cards(action, hand, (2,)), lambda now, _: _DO[action.verb](now, seat, action))
        if state.phase is not Phase.BID and isinstance(one := held_card(action, hand), Refusal):
            return one
        return self.refused("NOT_HIGHER" if state.phase is Phase.BID else "MUST_FOLLOW_SUIT")

    def offers(self, state: ParlourState, seat: Seat) -> tuple[Action | Pick, ...]:
        hand = state.hands[seat]
        match state.phase:
            case Phase.BID:
                higher = CALLS[CALLS.index(state.contract[1]) + 1 :]
                return (Action("pass"), *(Action("bid", call) for call in higher))
            case Phase.EXCHANGE:
                return tuple(Action("stake", one.text) for one in hand)
            case Phase.PLAY if () not in state.stacks:
                return tuple(Action("play", one.text) for one in following(hand, state.led))
        return (Pick("discard" if state.phase is Phase.DISCARD else "play", 2, hand),)

    def settled(self, state: State) -> bool:
        own = ParlourState.of(state)
        is_open = own.phase is Phase.PLAY and not own.trick and any(own.tricks)
        return is_open and settled(own.hands, own.leader, trump=own.ranking.trump, broken=True)


def _say(state: ParlourState, seat: Seat, action: Action) -> Step:
    call = str(action.argument or "pass")
    state = replace(state, calls=(*state.calls, (seat, call)))
    said = (BidSaid(seat, call, None if call == "pass" else int(call[0])),)
    if len(state.calls) < SEATS:
        return Step(state, said)
    declarer, bought = state.contract
    if not bought:
        return _end(state, said)
    hands = put(state.hands, declarer, in_hand_order(state.hands[declarer] + state.kitty))
    return Step(replace(state, hands=hands, kitty=(), phase=Phase.DISCARD), said)


def _discard(state: ParlourState, seat: Seat, action: Action) -> Step:
    gone = cards_in(action.argument)
    return Step(replace(state, hands=without(state.hands, seat, gone), phase=Phase.EXCHANGE), (Discarded(seat, gone),))


def _stake(state: ParlourState, seat: Seat, action: Action) -> Step:
    gone = cards_in((action.argument,))
    state = replace(state, hands=without(state.hands, seat, gone), stakes=put(state.stakes, seat, gone[0]))
    laid = [(stake.height, -next_seat(owner, -state.dealer - 1)) for owner, stake in enumerate(state.stakes) if stake]
    if len(laid) == SEATS:
        state = replace(state, phase=Phase.JOKERS, leader=laid.index(max(laid)))
    return Step(state, (Discarded(seat, gone),))


def _draw(state: ParlourState, one: Card) -> Step:
    hands = put(state.hands, state.turn, in_hand_order((*state.hands[state.turn], one)))
    deck = tuple(left for left in state.deck if left is not one)
    phase = Phase.PLAY if len(deck) == DECK - SEATS else Phase.JOKERS
    return Step(replace(state, hands=hands, deck=deck, phase=phase), ())


def _stack(state: ParlourState, seat: Seat, action: Action) -> Step:
    """Lay a seat's two cards. After the last stack, the seat with the highest hidden card scores and leads.

    Of equally high hidden cards, the card laid first wins.
    """
    laid, place = cards_in(action.argument), 2 * (SEATS - state.stacks.count(()))
    events = [Played(seat, one, 1, place + i) for i, one in enumerate(laid)]
    state = replace(state, hands=without(state.hands, seat, laid), stacks=put(state.stacks, seat, laid))
    if () in state.stacks:
        return Step(state, (*events,))
    winner = max((next_seat(state.leader, n) for n in range(SEATS)), key=lambda owner: state.stacks[owner][-1].height)
    return Step(replace(state, leader=winner, tops=plus((0, 0), winner % 2)), (*events, TrickWon(1, winner)))


def _play(state: ParlourState, seat: Seat, action: Action) -> Step:
    if action.card is None:
        return _stack(state, seat, action)
    return lay(state, seat, action.card, number=2 + sum(state.tricks), take=_take)


def _take(state: ParlourState, events: tuple[Event, ...]) -> Step:
    winner = state.winner
    events = (*events, TrickWon(2 + sum(state.tricks), winner))
    state = replace(state, leader=winner, trick=(), tricks=plus(state.tricks, winner % 2))
    return _end(state, events) if sum(state.tricks) == TRICKS else Step(state, events)


def _end(state: ParlourState, events: tuple[Event, ...]) -> Step:
    """Score the hand; it is void if all seats have passed."""
    declarer, call = state.contract
    record: dict[str, Argument] = {"passed_out": True}
    sheet: dict[str, Argument] = {"tops": state.tops, "doubled": state.doubled}
    if call:
        worth = int(call[0]) * (2 if state.doubled else 1)
        is_made = state.tricks[declarer % 2] >= int(call[0])
        points = plus(state.tops, declarer % 2, worth if is_made else -worth)
        state = replace(state, score=(state.score[0] + points[0], state.score[1] + points[1]))
        record = {"contract": call, "declarer": declarer, "tricks": state.tricks, "score": state.score}
        sheet |= {"points": points}
    reached, (one, other) = max(state.score) >= whole_number(state.options, "target"), state.score
    is_last = reached or state.number >= whole_number(state.options, "most_hands")
    end = ended(None if one == other else int(other > one), "score" if reached else "hands") if is_last else None
    return hand_over(state, events, record, sheet, end)


_DO = {"pass": _say, "bid": _say, "discard": _discard, "stake": _stake, "play": _play}
