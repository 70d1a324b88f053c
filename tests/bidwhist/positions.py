"""Positions of Bid Whist for tests of its rules and pages, and functions that return a result as a short text."""

import json
from dataclasses import replace
from typing import Any, Self

from games.bidwhist.options import Terms
from games.bidwhist.rules import BidWhist
from games.bidwhist.score import Contract, Direction, HandLine, WhistBid, find_bid, score_hand
from games.bidwhist.state import BidWhistState, CompletedTrick, side_of
from games.engine.actions import Action, deal
from games.engine.cards import Suit, cards
from games.engine.options import Options
from games.engine.state import DEALER, GameEnded, HandEnded, Phase, Seat, State, Step, view_json
from games.snapshot import SeatedPlayer
from tests.engine.telling import Telling
from tests.table.positions import FourSeats

RULES = BidWhist()
_telling = Telling[BidWhistState](RULES)
act, said, step = _telling.act, _telling.said, RULES.apply
legal, refusal = _telling.legal, _telling.refusal
NAMES = "SWNE"
S, W, N, E = range(4)
SIDES = ("NS", "EW")
DEAL = (
    "AS KS QS 9S AH 4H 3H AC KC 7C 5D 2D",
    "JS TS 8S KH QH 9H QC JC 6C KD QD 3D",
    "7S 6S 5S JH TH 8H TC 9C 5C AD JD 4D",
    "4S 3S 2S 7H 6H 5H 8C 4C 3C TD 9D 8D",
)
#: The kitty with two jokers. With fewer jokers its last card, or its last two, are left out.
KITTY = "2H 2C 7D 6D BJ LJ"
#: West and North hold the jokers; the kitty has none.
JOKERS_OUT = (DEAL[0], DEAL[1].replace("3D", "LJ"), DEAL[2].replace("4D", "BJ"), DEAL[3])
KITTY_OUT = "2H 2C 7D 6D 4D 3D"
TABLE: Options = {"renege": "table"}
EXCHANGE: Options = {"nt_joker": "exchange"}


def line(text: str) -> tuple[Seat, Action]:
    """Return seat and action of a text such as "S bid 4U", "S discard 2H 2C …" or "W book 1"."""
    name, verb, *rest = text.split()
    if verb == "discard":
        return NAMES.index(name), Action(verb, tuple(rest))
    return NAMES.index(name), Action(verb, (int(rest[0]) if verb == "book" else rest[0]) if rest else None)


def dealt(*hands: str, kitty: str = KITTY, options: Options | None = None, **start: Any) -> BidWhistState:
    """Return the first hand after its deal. By default East deals, so that South bids first."""
    state = RULES.initial(options or {}, {"dealer": E, **start})
    return deal_again(state, *hands, kitty=kitty)


def deal_again(state: State, *hands: str, kitty: str = KITTY) -> BidWhistState:
    jokers = int(str(state.options["jokers"]))
    left = cards(kitty)[: 4 + jokers]
    return act(state, DEALER, deal([cards(hand) for hand in hands or DEAL], kitty=left))


def called(state: BidWhistState, *calls: str) -> BidWhistState:
    """Return the hand after these bids and passes, such as "4U" or "pass"."""
    for call in calls:
        state = act(state, state.turn, Action("pass") if call == "pass" else Action("bid", call))
    return state


def named(bid: str, name: str, **hand: Any) -> BidWhistState:
    """Return a hand in which South has won the auction with `bid`, named `name` and taken the kitty."""
    state = called(dealt(*hand.pop("hands", ()), **hand), bid, "pass", "pass", "pass")
    return said(state, (S, "direction" if name in ("up", "down") else "trump", name))


def discarded(state: BidWhistState, gone: str) -> BidWhistState:
    return said(state, (S, "discard", tuple(gone.split())))


def whist_bid(text: str) -> WhistBid:
    found = find_bid(text)
    assert found is not None
    return found


def line_of(bid: str, tricks: int, *, moved: int = 0, **terms: Any) -> HandLine:
    """Return the score of a hand with this bid and these tricks; the discard adds a book."""
    return score_hand(whist_bid(bid), tricks=tricks, moved=moved, terms=Terms(**terms))


def playing(
    *hands: str,
    bid: str = "4U",
    name: str = "H",
    declarer: Seat = S,
    leader: Seat = S,
    trick: str = "",
    won: tuple[int, int] = (5, 0),
    options: Options | None = None,
    **fields: Any,
) -> BidWhistState:
    """Return a hand in play. `hands` are the cards left, South's first, without those of the open trick.

    `won` has the number of tricks of each side so far.
    """
    done = (S,) * won[0] + (W,) * won[1]
    named: dict[str, Any] = {"direction": Direction(name)} if name in ("up", "down") else {"trump": Suit(name)}
    position: dict[str, Any] = {
        "phase": Phase.PLAY,
        "number": 1,
        "hands": tuple(cards(hand) for hand in (*hands, "", "", "")[:4]),
        "calls": (find_bid(bid), None, None, None),
        "contract": Contract(whist_bid(bid), declarer, **named),
        "discard": cards("2C 3C 4C 5C 6C 7C"),
        "tricks": tuple(CompletedTrick(winner, (), winner) for winner in done),
        "leader": leader,
        "trick": cards(trick),
    }
    return replace(RULES.initial(options or {}, {}), **(position | fields))


def winning_card(bid: str, name: str, trick: str) -> str:
    """Return the card that wins a trick led by South."""
    *laid, last = trick.split()
    state = playing("", "", "", last, bid=bid, name=name, trick=" ".join(laid))
    return trick.split()[act(state, E, Action("play", last)).leader]


def before_last(bid: str, tricks: int, options: Options | None = None, **fields: Any) -> BidWhistState:
    """Return a hand before its last trick, in which South's side ends with `tricks`. By default South declares."""
    mine = "AC" if tricks else "2C"
    won = (max(0, tricks - 1), 11 - max(0, tricks - 1))
    name = "up" if bid.endswith("N") else "H"
    return playing(mine, "KC", "3D", "4D", bid=bid, name=name, won=won, options=options, **fields)


def last_trick(state: BidWhistState) -> Step:
    """Play the last trick of a hand; return its last step."""
    for seat in (S, W, N):
        state = act(state, seat, Action("play", state.hands[seat][0].text))
    return step(state, E, Action("play", state.hands[E][0].text))


def reviewed(state: BidWhistState, *calls: tuple[Seat, int | None]) -> Step:
    """Play the last trick, call these reneges (seat, trick) and let both sides confirm; return the last step."""
    state = last_trick(state).state  # type: ignore[assignment]
    for seat, book in calls:
        state = said(state, (seat, "call", None), (seat, "book", book))
    return step(said(state, (S, "confirm", None)), W, Action("confirm"))


def outcome(done: Step) -> str:
    """Return points and books of the declarer's side, and the winner, such as "+8, 10 books, NS win (1, 0)"."""
    record, sheet = next((event.record, event.sheet) for event in done.events if isinstance(event, HandEnded))
    declarer, books = record["declarer"], record["books"]
    assert isinstance(declarer, int) and isinstance(books, tuple) and sum(map(int, books)) == 13  # type: ignore[arg-type]
    text = f"{sheet['points']:+d}, {books[side_of(declarer)]} books"
    boston = ", Boston" if sheet["is_boston"] else ""
    ends = [event.result for event in done.events if isinstance(event, GameEnded)]
    won = "".join(f", {SIDES[end.winner or 0]} win {end.record['wins']}" for end in ends)
    return text + boston + won


def scored(bid: str, tricks: int, options: Options | None = None, **fields: Any) -> str:
    """Return the result of a hand, without calls of reneges, in which South's side takes `tricks`."""
    return outcome(last_trick(before_last(bid, tricks, options, **fields)))


def exchanging(*hands: str) -> BidWhistState:
    """Return a hand in which jokers must be exchanged, by default West's and then North's."""
    state = named("4N", "up", options=EXCHANGE, hands=hands or JOKERS_OUT, kitty=KITTY_OUT)
    return discarded(state, KITTY_OUT)


def view_as_sent(state: State, seat: Seat | None) -> dict[str, Any]:
    return view_json(RULES.view(state, seat))


def view_text(state: State, seat: Seat | None) -> str:
    """Return the view of a seat without the options, as text."""
    return json.dumps({name: told for name, told in view_as_sent(state, seat).items() if name != "options"})


SEATED = (
    SeatedPlayer(0, "alice", None),
    SeatedPlayer(1, "Bruno", "medium"),
    SeatedPlayer(2, "Marta", "hard"),
    SeatedPlayer(3, "Odile", "easy"),
)


class WhistTable(FourSeats):
    rules, seated = RULES, SEATED

    def deal(self, *hands: str, kitty: str = KITTY) -> Self:
        left = cards(kitty)[: 4 + int(str(self.log.state.options["jokers"]))]
        return self.with_action(DEALER, deal([cards(hand) for hand in hands or DEAL], kitty=left))

    def say(self, *lines: str) -> Self:
        """Apply actions, each written as for `line`."""
        for text in lines:
            self.with_action(*line(text))
        return self

    def play_cards(self) -> Self:
        return super().play_out()

    def play_out(self, source: str = "person") -> Self:
        """Play the rest of the hand with each seat's first legal action, which after the last trick is to confirm."""
        number = self.log.state.number
        while self.log.state.number == number and self.waits_for - {DEALER}:
            seat = min(self.waits_for)
            first = RULES.legal_actions(self.log.state, seat)[0]
            self.with_action(seat, first.first, source)
        return self


#: South's discard from `DEAL` and `KITTY`; South keeps both jokers.
ASIDE = "S discard 2H 2C 7D 6D 5D 2D"


def contract(
    bid: str = "4U", name: str = "S trump S", *, hands: tuple[str, ...] = (), kitty: str = KITTY, **options: Any
) -> WhistTable:
    """Return a table after the auction and the naming; only the seat in `name` has bid."""
    calls = (f"{seat} bid {bid}" if seat == name[0] else f"{seat} pass" for seat in "SWNE")
    return WhistTable(**options).deal(*hands, kitty=kitty).say(*calls, name)


def in_play(bid: str = "4U", name: str = "S trump S", **options: Any) -> WhistTable:
    return contract(bid, name, **options).say(ASIDE)


def all_played() -> WhistTable:
    """Return a table at which reneges may be called, all tricks are played, and both sides must still confirm."""
    return in_play(renege="table").play_cards()
